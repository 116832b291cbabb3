"""Figures of papers: all are complete, and one becomes a folder that says where it comes from."""

import json

import numpy as np
import pytest
import xarray as xr

import tokenflock as tkf
from tokenflock.cli.reproduce import reproduce
from tokenflock.papers import figures
from tokenflock.papers.paper_figure import PaperFigure


def test_every_figure_is_complete():
    for name in figures.names():
        figure = figures.figure(name)
        assert figure.name == name
        assert all((figure.source, figure.title, figure.caption, figure.cost))


def parabola(effort):
    x = np.linspace(0.0, 1.0, effort.of(quick=5, full=50))
    return xr.Dataset({"y": ("x", x**2)}, {"x": x}, {"seed": 3})


MINE = PaperFigure(
    name="parabola", source="arXiv:2312.10794, Figure 1", title="a parabola", caption="y = x^2.",
    cost="nothing", data=parabola, draw=lambda page, data: page.subplots().plot(data.x, data.y),
)  # fmt: skip


def test_a_figure_becomes_a_folder(tmp_path, monkeypatch, capsys):
    monkeypatch.setattr(figures, "figure", lambda name: MINE)
    reproduce("parabola", tmp_path / "here", full=False)
    names = ["caption.txt", "data.zarr", "figure.pdf", "figure.png", "provenance.json"]
    assert sorted(path.name for path in (tmp_path / "here").iterdir()) == names
    assert capsys.readouterr().out.count("here") == len(names)
    data = xr.open_zarr(tmp_path / "here" / "data.zarr", consolidated=False)
    np.testing.assert_array_equal(data.y, np.linspace(0, 1, 5) ** 2)
    about = json.loads((tmp_path / "here" / "provenance.json").read_text())
    assert about["attributes"] == {
        "seed": 3, "figure": "parabola", "source": MINE.source, "effort": "quick",
    }  # fmt: skip
    assert about["machine"]["tokenflock"] == tkf.__version__


@pytest.mark.parametrize(("name", "model"), [("slides-heads", None), ("polytope", "gpt2")])
def test_a_model_is_given_where_a_figure_is_made_of_one(name, model, tmp_path, capsys):
    with pytest.raises(tkf.InputError, match="`--model"):
        reproduce(name, tmp_path / "here", full=False, model=model)
    assert capsys.readouterr().out == ""
    assert list(tmp_path.iterdir()) == []
