"""Sweeps as figures."""

import numpy as np
import pytest
import xarray as xr
from support.small_sweeps import finished, sweep

import tokenflock as tkf
from tokenflock import theory
from tokenflock.plots.grids import Layout, layout_for, sweep_figure
from tokenflock.sweeps.sweep import Sweep


@pytest.fixture(scope="module")
def done(tmp_path_factory):
    return finished(sweep(), tmp_path_factory.mktemp("sweep") / "done.zarr")


def test_a_figure_suits_its_axes():
    shapes = {
        ("d", "beta", "time"): ((2, 20, 30), Layout("time", "beta", None, "d")),
        ("beta", "time"): ((20, 3), Layout("beta", None, "time", None)),
        ("space", "beta", "time"): ((6, 2, 30), Layout("time", None, "beta", "space")),
        ("time",): ((30,), Layout("time", None, None, None)),
    }
    for dims, (shape, expected) in shapes.items():
        coords = {dim: np.arange(size) for dim, size in zip(dims, shape, strict=True)}
        values = xr.DataArray(np.zeros(shape), dims=dims, coords=coords)
        assert layout_for(values, None, None, None) == expected
    assert layout_for(values, "time", None, None).x == "time"
    with pytest.raises(tkf.InputError, match=r"--facet must be one of time\. Got 'tim'"):
        layout_for(values, None, None, "tim")


def test_lines_have_the_mean_and_the_spread_of_runs(done):
    data = xr.open_zarr(done.url).drop_vars(["alignment_mean", "alignment_quantiles"])
    fig = sweep_figure(data, x="time")
    (ax,) = fig.axes
    assert [text.get_text() for text in ax.get_legend().get_texts()] == ["0", "1", "2", "4"]
    for k, line in enumerate(ax.lines):
        np.testing.assert_allclose(
            line.get_ydata(), data.alignment[k].mean("seed"), rtol=0, atol=1e-14
        )
    assert len(ax.collections) == 4
    assert sweep_figure(data, x="beta", facet="time").axes[3].get_title() == "time $t$ = 2"


def test_a_heat_map_has_the_curve_of_theory():
    betas, times = np.linspace(0.0, 6.0, 12), np.linspace(0.0, 20.0, 40)
    made = Sweep(
        base={"n": 32}, axes={"beta": betas.tolist()}, times=times.tolist(), seeds=3,
        measure={"met": {"of": "close_pairs"}},
    )  # fmt: skip
    values = np.array([theory.equiangular(times, n=32, beta=beta) > 0.999 for beta in betas])
    about = {"observable": "close_pairs"}
    data = xr.Dataset(
        {
            "met_mean": (("beta", "time"), values.astype(float), about),
            "met_deviation": (("beta", "time"), 0.0 * values),
            "state": (("beta", "seed"), np.ones((12, 3), np.int8)),
        },
        {"beta": betas, "time": times},
        {"sweep": made.to_json(), "title": "met"},
    )
    ax = sweep_figure(data).axes[0]
    mesh, curve = ax.collections
    assert mesh.get_array().size == values.size
    for t, beta in curve.get_paths()[0].vertices[::10]:
        assert abs(theory.equiangular([t], n=32, beta=beta)[0] - 0.999) < 2e-3
