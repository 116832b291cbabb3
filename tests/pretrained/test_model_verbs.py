"""The command line `tokenflock model`: every verb saves a dataset and a figure."""

import json
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
import xarray as xr
from support import checkpoints

from tokenflock import Flow, InputError, load, solve
from tokenflock.cli.model import compare, flow, info, sentence, spectra, study
from tokenflock.pretrained import (
    attention_of,
    head_spectra,
    load_model,
    random_tokens,
    state_measures,
)
from tokenflock.pretrained.analysis import studies


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    return checkpoints.write_readable_bert(tmp_path_factory.mktemp("m") / "small")


def result(verb, **options):
    """The dataset that a verb leaves behind, with a figure beside it."""
    verb.command(**options)
    name = verb.__name__.rpartition(".")[-1]
    place = Path("runs") / f"model-{name}-1"
    assert (place / "figure.png").stat().st_size > 1000
    return load(place / f"{name}.zarr")


def test_tables_of_heads(folder, tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    table = result(info, source=str(folder))
    assert "effective beta" in capsys.readouterr().out
    expected = head_spectra(load_model(folder))
    assert np.array_equal(table.beta, expected.beta)
    table = result(spectra, source=str(folder), output="json")
    assert np.array_equal(table.sum_real, expected.sum_real)
    assert len(json.loads(capsys.readouterr().out)["heads"]) == table.kind.size


@pytest.mark.slow
def test_paths_are_stored_with_their_measures(folder, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    path = result(flow, source=str(folder), tokens=6, t_end=1.0, samples=5)
    bare = xr.DataArray(path.x.data, dims=path.x.dims, coords={"time": path.time.data})
    assert np.allclose(path.alignment, state_measures(bare).alignment)
    model = load_model(folder)
    x0 = random_tokens(model, "uniform", 6, seed=0)
    whole = solve(Flow(attention_of(model, 0)), x0, path.time.data, tol=1e-6)
    assert np.abs(path.x.data - whole.x.data).max() < 1e-12
    assert path.plane.dims == ("time", "token", "axis")
    states = result(sentence, source=str(folder), text="the fox, a b", repeat=5, head=1)
    assert states.sizes["time"] == 6
    assert states.label.data[2] == "fox"
    assert "head 1 only" in states.attrs["title"]
    spec = json.loads(Path("runs/model-sentence-1/spec.json").read_text())
    assert spec["verb"] == "model sentence"
    assert (spec["source"], spec["text"]) == (str(folder), "the fox, a b")


@pytest.mark.slow
def test_attention_that_is_left_out_is_said(folder, tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sentence, "MOST_WEIGHTS", 10)
    assert "attention" not in result(sentence, source=str(folder), text="the fox")
    assert "left out: 3 layers of 4 tokens" in capsys.readouterr().out


@pytest.mark.slow
def test_versions_and_couplings(folder, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    table = result(compare, source=str(folder), text="the fox, a b", repeat=2, coupling=3)
    assert table.label.data[2] == "fox"
    assert table.coupling.shape == (2, 2)
    assert (table.angle[0] == 0).all()


def test_studies_vary_one_thing_at_a_time(folder, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    all_cases = studies.cases

    def few(n, heads):  # each number of tokens and of heads compiles anew
        return [case for case in all_cases(n, heads) if case.value in ("sentence", "2")]

    monkeypatch.setattr(studies, "cases", few)
    table = result(study, source=str(folder), text="the fox", tokens=6, t_end=1.0, samples=4)
    assert table.value.data.tolist() == ["sentence", "2"]
    assert table.n.data.tolist() == [4, 6]
    varied = [(case.varied, case.value) for case in all_cases(8, 3)]
    assert varied[:3] == [("tokens", "2"), ("tokens", "8"), ("tokens", "32")]
    assert varied[-3:] == [("heads", "1"), ("heads", "2"), ("heads", "3")]


def test_a_study_that_ends_early_keeps_what_it_has(folder, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    first = next(iter(studies.cases(6, 2)))
    monkeypatch.setattr(studies, "cases", lambda n, heads: [first, replace(first, init="no such")])
    with pytest.raises(InputError):
        study.command(source=str(folder), text="the fox", tokens=6, t_end=1.0, samples=4)
    place = Path("runs/model-study-1")
    assert (place / "unfinished").exists()
    assert load(place / "study.zarr").value.data.tolist() == [first.value]


@pytest.mark.slow
def test_tables_of_weights_need_no_jax(folder, tmp_path):
    code = (
        "import sys; from tokenflock.cli.model import spectra\n"
        f"spectra.command({str(folder)!r}); print('jax' in sys.modules)"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, cwd=tmp_path
    )
    assert done.stdout.endswith("False\n")


def test_the_command_line_answers(folder, tmp_path, tokenflock):
    done = tokenflock("model", "spectra", folder, "--format", "json", "--figure", "none")
    assert done.returncode == 0, done.stderr
    assert len(json.loads(done.stdout)["heads"]) == 6
    done = tokenflock("model", "info", tmp_path / "gone")
    assert done.returncode == 2
    assert "There is nothing at" in done.stderr
    done = tokenflock("model", "flow", folder, "--space", "euclid")
    assert done.returncode == 2
    assert "`space` must be one of" in done.stderr
    done = tokenflock("model", "flow", folder, "--samples", "1")
    assert done.returncode == 2
    assert "`--samples` must lie between" in done.stderr
