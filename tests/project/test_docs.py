"""The documentation: its blocks run, its links lead somewhere, its tables say what is there."""

import builtins
import doctest
import json
import re
import shlex
import sys
from pathlib import Path

import numpy as np
import pytest
import typer
from support import checkpoints

import tokenflock as tkf
from tokenflock._jax import jnp
from tokenflock.cli.app import app

ROOT = Path(__file__).parents[2]
DOCS = ROOT / "docs"
PAGES = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted(DOCS.glob("*.md"))]
NOTEBOOKS = sorted((DOCS / "notebooks").glob("*.ipynb"))
sys.path.append(str(DOCS))  # the site's own extension


def blocks(path):
    return re.findall(r"^```python\n(.*?)^```", path.read_text(), re.DOTALL | re.MULTILINE)


@pytest.fixture
def login_node(monkeypatch):
    """A place where the cluster of a page starts its scheduler, and submits nothing to SLURM."""
    import dask
    from dask_jobqueue import SLURMCluster

    monkeypatch.setattr(SLURMCluster, "adapt", lambda *count, **jobs: None)
    monkeypatch.setattr(builtins, "input", lambda prompt: "")
    with dask.config.set({"jobqueue.slurm.scheduler-options": {"dashboard_address": ":0"}}):
        yield


@pytest.mark.slow
@pytest.mark.usefixtures("login_node")
@pytest.mark.parametrize("path", [p for p in PAGES[2:] if blocks(p)], ids=lambda path: path.stem)
def test_every_block_of_a_page_runs(path, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    # Pages name what only a reader has: the folder of a checkpoint, a cluster.
    known = {"folder": checkpoints.write_folder(tmp_path / "albert", *checkpoints.albert())}
    for block in blocks(path):
        exec(block.replace('"ib0"', '"lo"'), known)  # the network of every machine
    if "cluster" in known:
        known["cluster"].close()


def commands(path):
    fenced = re.findall(r"^```(?:console)?\n(.*?)^```", path.read_text(), re.DOTALL | re.MULTILINE)
    lines = (line for block in fenced for line in block.splitlines())
    return [
        shlex.split(line, comments=True)[1:] for line in lines if line.startswith("tokenflock ")
    ]


@pytest.mark.parametrize("path", [p for p in PAGES if commands(p)], ids=lambda path: path.stem)
def test_commands_on_a_page_are_ones_we_understand(path):
    for words in commands(path):
        command = typer.main.get_command(app)
        while hasattr(command, "commands"):
            command = command.commands[words.pop(0)]
        if "--help" not in words:
            command.make_context("tokenflock", words)  # raises for options there are not


LINK = re.compile(r"\]\((?!https?:|mailto:|#)([^)\s#]+)")


@pytest.mark.parametrize("path", [*PAGES, *NOTEBOOKS], ids=lambda path: path.name)
def test_relative_links_lead_to_files(path):
    made_by_the_build = ("api/", "figures/", "generated/", "measured/")
    for target in LINK.findall(path.read_text()):
        if not target.startswith(made_by_the_build):
            assert (path.parent / target).exists(), target


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_notebooks_are_committed_without_outputs(path):
    cells = json.loads(path.read_text())["cells"]
    assert cells[0]["cell_type"] == "markdown"
    assert len(cells[0]["source"][0].split("# ")) == 2
    for cell in cells:
        assert not cell.get("outputs")
        assert cell.get("execution_count") is None


def documented():
    yield from ((name, getattr(tkf, name)) for name in tkf.__all__)
    yield from ((name, getattr(tkf.theory, name)) for name in tkf.theory.__all__)


@pytest.mark.slow
def test_examples_in_docstrings_run(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    finder = doctest.DocTestFinder(recurse=False)
    runner = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS)
    known = {"tkf": tkf, "np": np, "jnp": jnp}
    for name, value in documented():
        for test in finder.find(value, name, module=False, globs=known):
            runner.run(test)
    assert runner.summarize(verbose=False).failed == 0
    assert runner.tries > 30


class Mine(tkf.Space):
    """A space of one's own."""

    def velocity(self, t, x, attention):
        return attention(x)


@pytest.fixture(scope="module")
def runs(tmp_path_factory):
    """One run of every kind that has a form of its own."""
    spec = tkf.Spec(n=4, d=2, t_end=1.0, samples=5)
    folder = checkpoints.write_folder(tmp_path_factory.mktemp("albert"), *checkpoints.albert())
    x0 = np.stack([tkf.simulate(spec).x[0].data] * 2)
    kinds = ({}, {"method": "layers"}, {"method": "euler", "step": 0.5}, {"space": "rescaled"})
    return [
        *(tkf.simulate(spec.replace(**kind)) for kind in kinds),
        tkf.simulate(spec.replace(t_end=1e6)),
        tkf.solve(tkf.Flow(tkf.SelfAttention(beta=1.0)), x0, [0.0, 1.0]),
        tkf.solve(tkf.Flow(tkf.SelfAttention(beta=1.0), Mine()), x0[0], [0, 1], method="layers"),
        tkf.pretrained.forward(tkf.pretrained.load_model(folder), np.arange(4)),
    ]


def rows(heading):
    """The cells of the table under a heading of the schema, without its own two lines."""
    section = (DOCS / "schema.md").read_text().split(f"## {heading}\n")[1].split("\n## ")[0]
    lines = [line for line in section.splitlines() if line.startswith("|")]
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in lines[2:]]


def names(text):
    return re.findall(r"`(\w+)`", text)


@pytest.mark.slow
def test_the_schema_lists_the_variables_of_every_run_with_their_dimensions(runs):
    listed = {names(name)[0]: dims for name, dims, _ in rows("Variables")}
    found = {(name, tuple(v.dims)) for run in runs for name, v in run.data_vars.items()}
    assert {name for name, _ in found} == set(listed)
    for name, dims in found:
        without = re.sub(r"\(.*?\)", "", listed[name])
        assert list(dims) in (names(listed[name]), names(without)), name


def test_the_schema_lists_the_dimensions_of_every_run(runs):
    listed = {
        names(name)[0]: coordinate for name, coordinate, _ in rows("Dimensions and coordinates")
    }
    assert {dim for run in runs for dim in run.sizes} == set(listed)
    assert {str(c) for run in runs for c in run.coords} == {n for n, c in listed.items() if c}


def test_the_schema_lists_the_attributes_of_every_run_with_their_types(runs):
    listed = {names(name)[0]: kind for name, kind, _ in rows("Attributes")}
    found = {(name, type(value).__name__) for run in runs for name, value in run.attrs.items()}
    assert found == set(listed.items())
    about = {"beta", "space", "metric", "space_title", "mask"}
    assert {name for run in runs for name in run.x.attrs} == about


def test_docstrings_in_house_style_become_restructured_text():
    from extension.docstrings import restructured

    docstring = ["Clusters of |x|, as `merges` and `a_b`s say,", "", "    m_a^2", "", "of x_i.",
                 "", ">>> 1 + 1", "2"]  # fmt: skip
    assert "\n".join(restructured(docstring, own=["clusters"])).split("\n") == [
        r"Clusters of \|x\|, as :py:obj:`merges <tokenflock.merges>` and ``a_b``\ s say,", "",
        "", ".. code-block:: text", "", "    m_a^2", "", "", r"of x\_i.", "",
        "", ">>> 1 + 1", "2", "",
    ]  # fmt: skip
    assert list(restructured(["`merges`"], own=["merges"])) == ["``merges``"]


def test_every_public_name_is_in_the_reference_once(tmp_path):
    from extension import reference

    reference.write(tmp_path)
    text = "\n".join(page.read_text() for page in tmp_path.glob("*.rst"))
    entries = re.findall(
        r"^\.\. (?:auto\w+|py:data):: (?:tokenflock\.)?([\w.]+)", text, re.MULTILINE
    )
    theory = {
        f"theory.{name}" for name in tkf.theory.__all__ if callable(getattr(tkf.theory, name))
    }
    assert len(entries) == len(set(entries))
    # Two names of theory are public on the package as well.
    assert {*tkf.__all__} - {"LimitSet", "limit_set"} <= set(entries)
    assert theory <= set(entries)
    assert {f"plots.{name}" for name in tkf.plots.__all__} - {"plots.STYLE"} <= set(entries)


def test_every_claim_is_in_the_tables_and_every_erratum_among_the_errata():
    from extension import papers

    from tokenflock.papers.claims import all_claims

    theorems, catalog, errata = papers.theorems(), papers.catalog(), papers.errata()
    for claim in all_claims():
        assert f"(#claim-{claim.name})" in theorems
        assert f"(claim-{claim.name})=" in catalog
        assert (f"(#claim-{claim.name})" in errata) == (claim.verdict == "erratum")


def test_what_was_measured_is_told_and_nothing_else(tmp_path):
    from extension import measured

    from tokenflock.bench.stopwatch import compared

    assert measured.page(tmp_path) == measured.NOTHING
    times = {"tokenflock": np.array([0.5, 0.5]), "peer": np.array([1.25, 1.25])}
    row = compared("one | case", times, at_least={"peer": 3.0})
    found = {
        "quick": True,
        "machine": {"cores": 2},
        "cases": {"dense": [row.plain()]},
        "left_out": [],
    }
    (tmp_path / "bench.json").write_text(json.dumps(found))
    (tmp_path / "sweeps.md").write_text("# Sweeps\n")
    text = measured.page(tmp_path)
    assert "| peer | 1.25 s | 2.5 | 2.5 to 2.5 |" in text
    assert "wanted at least 3, **missed**" in text
    assert r"**one \| case**" in text
    assert "\n## Sweeps" in text


def test_the_readme_tells_the_speeds_on_record():
    import readme_speed

    text = (ROOT / "README.md").read_text(encoding="utf-8")
    assert readme_speed.renewed(text) == text  # else: python docs/readme_speed.py
    assert readme_speed.BLOCK.search(text)[0].count("\n|") >= 3


def test_the_headline_reads_every_case_and_leaves_out_what_is_missing():
    from extension.headline import LINES, headline

    def row(seconds, ratios=None, figures=None, targets=None):
        return {
            "seconds": {name: {"median": s} for name, s in seconds.items()},
            "ratios": {name: {"median": r} for name, r in (ratios or {}).items()},
            "figures": figures or {},
            "targets": [{"name": n, "value": v} for n, v in (targets or {}).items()],
        }

    against = row({"tokenflock": 0.01, "PyTorch SDPA": 9.0}, {"PyTorch SDPA": 900.0})
    errors = {"error of tokenflock": 2e-7, "error of NumPy Euler": 7e-2}
    waits = {"first result, times the imports, median": 1.4, "another n, seconds, median": 0.06}
    cases = {
        "circle": [against, row({"tokenflock": 0.01, "n=1000000": 0.1}, {"n=1000000": 10.0})],
        "sphere": [against],
        "million": [row({"tokenflock": 80.0}, figures={"peak GB": 0.8})],
        "first": [row({"imports": 2.0}, targets=waits)],
        "ensemble": [row({"tokenflock": 1.0, "NumPy Euler": 97.0}, {"NumPy Euler": 97.0}, errors)],
        "dense": [against, against],
        "heads": [against, row({"tokenflock": 1.0})],  # a peer that was not there
    }
    assert set(cases) == set(LINES)
    text = headline({"quick": False, "cases": cases})
    lines = text.splitlines()[2:]
    assert "| 10 ms | PyTorch SDPA: 9.00 s | 900 |" in lines[0]
    assert "80 s, 0.8 GB" in text
    assert "| 2.80 s |" in text
    assert "| 60 ms |" in text
    assert len(lines) == 10
    assert headline({"quick": True, "cases": cases}) == ""
    assert headline({"quick": False, "cases": {"start": [against]}}) == ""


def test_every_file_that_the_page_on_the_inside_names_is_there():
    text = (ROOT / "docs" / "inside.md").read_text()
    named = set(re.findall(r"`((?:[\w]+/)+\w*(?:\.\w+)?)`", text))
    assert len(named) > 50
    for name in named:
        places = (ROOT, ROOT / "src" / "tokenflock", ROOT / "native")
        assert any((place / name).exists() for place in places), name


def test_the_table_of_mutations_tells_who_notices_and_how(tmp_path):
    from extension import mutations

    def how(noticed, guard=False):
        return {"noticed": noticed, "what": "", "guard": guard}

    record = tmp_path / "mutations.json"
    found = {
        "one": {"mutations": {"beta doubled": how(True), "V transposed": how(True, guard=True)}},
        "two": {"mutations": {"beta doubled": how(False)}},
    }
    record.write_text(json.dumps(found))
    text = mutations.page(record)
    assert "| claims that depend on it | 2 | 0 | 1 | 0 | 0 | 0 |" in text
    assert "| notice it | 1 | 0 | 1 | 0 | 0 | 0 |" in text
    assert "| by their own statement | 1 | 0 | 0 | 0 | 0 | 0 |" in text
    assert "| [`one`](#claim-one) | yes |  | equation |  |  |  |" in text
    assert text.endswith("- beta doubled: `two`\n")
    assert mutations.page(tmp_path / "none.json") == mutations.NOTHING


def test_mutations_reach_attentions_flows_and_layers():
    sys.path.append(str(ROOT / "benchmarks"))
    import mutations

    V = np.array([[1.0, 2.0], [0.0, 0.5]])
    with mutations.mutated("V transposed"):
        one = tkf.SelfAttention(1.0, ov=V)
        layers = tkf.Layered([one, one])
    np.testing.assert_array_equal(one.ov[0], V.T)
    np.testing.assert_array_equal(layers.at(0.0).ov[0], V.T)
    np.testing.assert_array_equal(tkf.SelfAttention(1.0, ov=V).ov[0], V)
    with mutations.mutated("M transposed"):
        pair = tkf.SelfAttention(1.0, qk=(V, np.eye(2)))
    np.testing.assert_array_equal(pair.qk[0], V)
    with mutations.mutated("projection left out"):
        assert isinstance(tkf.Flow(one).space, tkf.Euclidean)
    seen: set[str] = set()
    with mutations.watched(seen):
        tkf.solve(tkf.Flow(one), np.eye(2), [0.0, 0.1])
    assert seen == {"beta doubled", "V transposed", "projection left out"}
