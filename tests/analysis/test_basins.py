"""Basins of attraction, captures, and masses of single runs."""

import numpy as np
import pytest
from matplotlib.figure import Figure

import tokenflock as tkf
from tokenflock.errors import InputError


def on_circle(angles):
    return np.stack([np.cos(angles), np.sin(angles)], axis=-1)


# Basins


def two_tokens(a, b):
    return on_circle(np.array([a, b]))


LED = tkf.Flow(tkf.SelfAttention(1.0, ov=np.diag([1.0, 0.2]), mask="causal"))
AXES = {"a": np.linspace(0.2, 6.1, 7), "b": np.linspace(0.3, 6.0, 5)}


def test_the_first_token_decides_by_the_sign_of_its_first_coordinate():
    # Causal: token 1 follows Oja's flow to (+-1, 0), whatever the second does.
    found = tkf.basins(LED, two_tokens, AXES, t_end=60.0)
    assert found.state.dims == ("a", "b")
    ends = found.x.data[found.state.data]
    np.testing.assert_allclose(
        ends[..., 0, 0], np.sign(np.cos(AXES["a"]))[:, None] * np.ones(5), atol=1e-6
    )
    assert float(found.share.sum()) == pytest.approx(1.0)
    assert float(found.speed.max()) < 1e-6
    for i, j in ((0, 0), (3, 2), (6, 4)):
        x0 = two_tokens(AXES["a"][i], AXES["b"][j])
        end = tkf.solve(LED, x0, [0.0, 60.0]).x.data[-1]
        np.testing.assert_allclose(ends[i, j], end, atol=1e-3)


def test_labels_by_shape_by_verdict_and_by_hand():
    flow = tkf.Flow(tkf.SelfAttention(1.0))
    shapes = tkf.basins(flow, two_tokens, AXES, t_end=60.0, label="shapes")
    assert shapes.sizes["end"] == 1  # consensus, at many places
    words = tkf.basins(flow, two_tokens, AXES, t_end=60.0, label="verdict")
    assert words.name.data.tolist() == ["consensus"]
    hand = tkf.basins(LED, two_tokens, AXES, t_end=60.0, label=lambda x: x[0, 0] > 0)
    assert sorted(hand.name.data.tolist()) == ["False", "True"]
    with pytest.raises(InputError, match="`label`"):
        tkf.basins(flow, two_tokens, AXES, t_end=1.0, label="verdicts")
    with pytest.raises(InputError, match="two axes"):
        tkf.basins(flow, two_tokens, {"a": [1.0]}, t_end=1.0)


def test_basins_are_drawn():
    found = tkf.basins(LED, two_tokens, AXES, t_end=60.0)
    ax = Figure().subplots()
    tkf.plots.basin_map(ax, found)
    labels = [text.get_text() for text in ax.get_legend().get_texts()]
    assert len(labels) == found.sizes["end"]
    assert (ax.get_xlabel(), ax.get_ylabel()) == ("b", "a")


# Captures


def test_captures_of_a_path_written_by_hand():
    # Centers 0 and 2; token 1 comes to 0 at t = 2, visits 2 before; token 3 never comes.
    angle = np.array([
        [0.0, 1.0, 2.0, 4.0],
        [0.0, 2.0, 2.0, 4.0],
        [0.0, 0.05, 2.0, 4.0],
        [0.0, 0.0, 2.0, 3.0],
    ])  # fmt: skip
    path = tkf.solve(tkf.Flow(tkf.SelfAttention(1.0)), on_circle(angle[0]), [0.0, 1.0, 2.0, 3.0])
    path["x"].data[:] = on_circle(angle)
    found = tkf.capture_times(path, delta=1.5, radius=0.1)
    assert found.center.data.tolist() == [0, 2, 3]
    assert found.captor.data.tolist() == [0, 0, 2, 3]
    assert found.captured.data.tolist() == [2, 1, 1]
    np.testing.assert_array_equal(found.capture_time.sel(token=1), [2.0, np.nan, np.nan])
    np.testing.assert_array_equal(found.first_capture, [2.0, np.nan, np.nan])
    np.testing.assert_array_equal(found.lost, [np.nan] * 3)


def test_captures_agree_with_the_share_that_is_consumed():
    run = tkf.simulate(tkf.Spec(n=60, beta=64.0, mask="causal", t_end=60.0, samples=121, seed=2))
    found = tkf.capture_times(run)
    near = tkf.consumed(run, run.x.data[0])[-1]
    assert (found.captor.data >= 0).mean() == pytest.approx(float(near))
    assert (found.captured.sum() == (found.captor >= 0).sum()).item()
    strong = tkf.capture_times(run, strong=True)
    assert set(strong.center.data) <= set(found.center.data)
    with pytest.raises(InputError, match="one run"):
        tkf.capture_times(run.x.data)
    with pytest.raises(InputError, match="`radius`"):
        tkf.capture_times(run, radius=-1.0)


# Masses of single runs


def test_masses_of_their_own_for_every_run():
    rng = np.random.default_rng(0)
    x0, masses = tkf.normalize(rng.normal(size=(5, 3))), rng.uniform(0.2, 5.0, (4, 5))
    fields = [tkf.Flow(tkf.SelfAttention(2.0, masses=m)) for m in masses]
    times = [0.0, 1.0, 4.0]
    together = tkf.solve(fields, x0, times, tol=1e-10)
    assert together.x.dims == ("run", "time", "token", "coord")
    np.testing.assert_array_equal(together.mass, masses)
    for k, field in enumerate(fields):
        alone = tkf.solve(field, x0, times, tol=1e-10)
        np.testing.assert_allclose(together.x.data[k], alone.x.data, atol=1e-12)
    spec = tkf.Spec(init=x0.tolist(), beta=2.0, t_end=4.0, samples=3, masses=[1.0] * 5)
    runs = tkf.simulate(tkf.grid(spec, masses=masses.tolist()))
    np.testing.assert_allclose(runs.x.data[:, -1], together.x.data[:, -1], atol=1e-6)
    assert np.ptp(together.x.data[:, -1], axis=0).max() > 0.1


def test_fields_of_one_solve_are_of_one_kind():
    x0, times = np.eye(2), [0.0, 1.0]
    one, other = (tkf.Flow(tkf.SelfAttention(1.0, mask=mask)) for mask in ("full", "causal"))
    with pytest.raises(InputError, match="numbers only"):
        tkf.solve([one, other], x0, times)
    with pytest.raises(InputError, match="one field for each run"):
        tkf.solve([one, one], x0[None], times)
    with pytest.raises(InputError, match="takes a field, or several"):
        tkf.solve([], x0, times)
