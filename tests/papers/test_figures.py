"""Figures of papers: all are complete, and one becomes a folder that says where it comes from."""

import json

import numpy as np
import pytest
import xarray as xr
from matplotlib.figure import Figure

import tokenflock as tkf
from tokenflock.cli.reproduce import reproduce
from tokenflock.papers import figures
from tokenflock.papers.claims import circle
from tokenflock.papers.figures import causal_merges
from tokenflock.papers.paper_figure import PaperFigure
from tokenflock.simulation import tokens_of


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


@pytest.mark.parametrize(
    ("angle", "gaps"),
    [
        ([0.0, 0.3, 2.0], [2.0, 0.3]),  # token 1 goes to token 0, which stays
        ([0.3, 0.0, 2.0], [1.7, 0.3]),
        ([3.0, 0.2, 6.2], [2.8, 0.2 + 2 * np.pi - 6.2]),  # across the cut of the angles
        ([1.0], []),
    ],
)
def test_the_smallest_gap_closes_and_the_later_token_moves(angle, gaps):
    np.testing.assert_allclose(
        causal_merges.closing_gaps(np.array(angle)), gaps, rtol=0, atol=1e-12
    )


@pytest.mark.slow
def test_last_merges_happen_when_their_gaps_say(monkeypatch):
    # T = e^(beta (1 - cos g)) / (beta sin^2 g m), m of the 12 tokens being seen across the gap.
    spec = causal_merges.TIMED.replace(n=12)
    monkeypatch.setattr(causal_merges, "TIMED", spec)
    for seed in range(3):
        gaps = causal_merges.closing_gaps(circle.angles(tokens_of(spec.replace(seed=seed))))
        pairs = [tkf.theory.merge_time(gap, 100.0) for gap in gaps[:3]]
        assert min(pairs) > 3
        np.testing.assert_allclose(
            causal_merges.last_merges(100.0, seed), pairs, rtol=0, atol=np.log10(12)
        )


@pytest.mark.slow
def test_quantiles_of_merges_after_the_end_are_not_told(monkeypatch):
    monkeypatch.setattr(causal_merges, "TIMED", causal_merges.TIMED.replace(n=12, t_end=1e20))
    data = causal_merges.timed((16.0, 100.0), 5)
    logs = data.log10_time.sel(last=1)
    np.testing.assert_array_equal(data.censored.sel(last=1), (logs == 20.0).mean("start"))
    assert data.censored.sel(beta=16.0, last=1) == 0 < data.censored.sel(beta=100.0, last=1)
    assert data.quartile.sel(beta=16.0, quantile=0.5, last=1) == logs.sel(beta=16.0).median()
    assert np.isnan(data.quartile.sel(beta=100.0, quantile=0.75, last=1))
    assert np.isnan(data.slope.sel(last=1))


@pytest.mark.slow
def test_counts_of_clusters_end_at_one_and_are_drawn(monkeypatch):
    small = tkf.Spec(n=12, d=2, beta=16.0, mask="causal", t_end=1e20)
    monkeypatch.setattr(causal_merges, "COUNTED", small)
    monkeypatch.setattr(causal_merges, "TIMED", causal_merges.TIMED.replace(n=12))
    monkeypatch.setattr(causal_merges, "TIMES", np.append(0.0, np.geomspace(1.0, 1e20, 21)))
    data = causal_merges.data(Tiny())
    np.testing.assert_array_equal(data["count"][:, -1], 1)
    np.testing.assert_allclose(data.rule[-1], 1)
    assert (data.low <= data.high).all()
    page = Figure(layout="constrained")
    causal_merges.draw(page, data)
    assert len(page.axes) == 2


class Tiny:
    """At most three runs and two values of beta, whatever a figure would spend."""

    def of(self, *, quick, full):
        return min(quick, 3) if isinstance(quick, int) else quick[:2]
