"""`tokenflock cite`: every source resolves, entries are BibTeX, reasons are named."""

import json
import re
from pathlib import Path

import pytest

import tokenflock as tkf
from tokenflock.cli import cite
from tokenflock.papers import bibliography, citations, claims, figures
from tokenflock.papers.bibliography import NUMBER, WORKS
from tokenflock.spec.presets import PRESETS

ROOT = Path(__file__).parents[2]


def entries(text):
    """The keys and fields of BibTeX entries, one field per line, braces balanced."""
    found = {}
    for entry in re.findall(r"^@\w+\{.*?^\}$", text, re.DOTALL | re.MULTILINE):
        head, *lines, last = entry.splitlines()
        assert last == "}"
        fields = [re.fullmatch(r"  (\w+) = \{(.*)\},?", line).groups() for line in lines]
        assert all(line.endswith(",") for line in lines[:-1])
        assert all(value.count("{") == value.count("}") for _, value in fields)
        found[re.fullmatch(r"@\w+\{([\w-]+),", head)[1]] = dict(fields)
    return found


def cited(*names):
    return entries(bibliography.bibtex(p for name in names for p in citations.works_behind(name)))


def test_the_list_itself():
    assert len({work.key for work in WORKS}) == len(WORKS)
    found = entries("\n".join(work.bibtex() for work in WORKS))
    assert set(found) == {work.key for work in WORKS}
    for fields in found.values():
        assert {"author", "title", "year"} <= set(fields)
        if "eprint" in fields:  # numbers of arXiv begin with year and month
            assert NUMBER.fullmatch(fields["eprint"])
            assert fields["year"] == "20" + fields["eprint"][:2]


def sources():
    yield from (text for text, _ in PRESETS.values() if NUMBER.search(text))
    yield from (claim.source for claim in claims.all_claims())
    yield from (figures.figure(name).source for name in figures.names())


def test_every_source_resolves():
    for source in sources():
        named = bibliography.named_in(source)
        assert named, source
        known = {dict(work.fields).get("eprint") for work in named}
        assert set(NUMBER.findall(source)) <= known, source


def test_parts_of_a_spec_have_their_papers(tmp_path):
    spec = tkf.Spec(mask="window:3", weighting="sinkhorn", position="rotary:100", kappa=2.0)
    (tmp_path / "mine.toml").write_text(spec.to_toml())
    assert set(cited(str(tmp_path / "mine.toml"))) == {
        "tokenflock", "wu2024role", "sander2021sinkformers", "su2021roformer",
        "rigollet2025meanfield", "geshkovski2023mathematical", "kidger2021on",
    }  # fmt: skip
    layers = dict(bibliography.used_by(tkf.Spec(space="ngpt:0.2", method="layers", gamma=1.5)))
    assert {work.key for work in layers.values()} == {"loshchilov2024ngpt", "chen2025critical"}


def test_names_of_all_kinds():
    assert set(cited()) == {"tokenflock"}
    assert set(cited("arXiv:2411.04990")) == {"tokenflock", "karagodin2024clustering"}
    assert "geshkovski2024dynamic" in cited("staircase")
    assert {"wendel1962problem", "geshkovski2023mathematical"} <= set(
        cited("hemisphere-probability")
    )
    assert "sugolov2023slides" in cited("slides-heads")
    with pytest.raises(tkf.InputError, match="Did you mean 'causal-circle'"):
        citations.works_behind("causl-circle")


def test_json_tells_the_reasons(capsys):
    cite.command(["polytope"], output="json")
    first, paper, *_ = json.loads(capsys.readouterr().out)
    assert (first["key"], first["version"]) == ("tokenflock", tkf.__version__)
    assert paper["eprint"] == "2305.05465"
    assert "preset polytope" in paper["because"]


def test_the_program_is_cited_as_its_file_says():
    said = (ROOT / "CITATION.cff").read_text()
    own = bibliography.software().plain()
    assert f'title: "{own["title"]}"' in said
    assert f'name: "{own["author"].strip("{}")}"' in said
