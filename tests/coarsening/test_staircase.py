"""The staircase: merge after merge, plateaus of energy, in a table, a dataset and a figure."""

import csv
import json

import numpy as np
import pytest
from matplotlib.figure import Figure

import tokenflock as tkf
from tokenflock.analysis.summaries import summarize
from tokenflock.simulation import flow_of, times_of, tokens_of
from tokenflock.spec.presets import preset

PLATEAUS = [{0.20}, {0.28}, {0.36, 0.44}, {0.52, 0.68}, {1.0}]


@pytest.fixture(scope="module")
def run():
    return tkf.simulate(preset("staircase"))


@pytest.mark.parametrize(
    ("beta", "weighting"),
    [(500.0, "softmax"), (4000.0, "softmax"), (1000.0, "unnormalized:scaled")],
)
def test_five_tokens_climb_the_stairs(beta, weighting):
    # arXiv:2410.06833, staircase.py: the same five tokens for all beta.
    spec = preset("staircase").replace(beta=beta, t_end=1e200, samples=300, weighting=weighting)
    flow, times = flow_of(spec), times_of(spec)
    path = tkf.solve(flow, tokens_of(spec), times, coarsen=True)
    stairs = tkf.staircase(path)
    assert [s.count for s in stairs] == [5, 4, 3, 2, 1]
    for stair, allowed in zip(stairs, PLATEAUS, strict=True):
        assert min(abs(stair.plateau - value) for value in allowed) < 1e-12
    energy = tkf.normalized_energy(path.x.data, beta=beta)
    for stair in [s for s in stairs if s.end > 1e3 * max(s.start, 1e3)]:
        between = (times > 30 * stair.start) & (times < stair.end / 30)
        assert np.abs(energy[between] - stair.plateau).max(initial=0.0) < 1e-6
    for merge, before, after in zip(tkf.merges(path), stairs, stairs[1:], strict=False):
        if min(lasts(before), lasts(after)) > 3:
            jump = 2 * merge.leader_mass * merge.joiner_mass / 25
            assert abs(merge.after - merge.before - jump) < 1e-6
    assert max(map(lasts, stairs)) > 3


def lasts(stair):
    """Decades of time."""
    return np.log10(stair.end / max(stair.start, 1.0))


def test_the_unnormalized_law_moves_in_units_of_e_to_the_minus_beta():
    # Two lone tokens: dx/dt = (1/n) sum_j e^{beta (<x_i, x_j> - 1)} P x_j, checked by small steps.
    beta, gap = 6.0, 1.2
    times = np.linspace(0.0, 20.0, 9)
    x0 = np.array([[1.0, 0.0], [np.cos(gap), np.sin(gap)]])
    flow = tkf.Flow(tkf.SelfAttention(beta, weighting="unnormalized:scaled"))
    path = tkf.solve(flow, x0, times, coarsen=True).x.data
    g, h, angles = gap, 1e-3, [gap]

    def speed(g):
        return -np.exp(beta * (np.cos(g) - 1)) * np.sin(g)

    for k in range(1, 20_001):
        mid = g + h / 2 * speed(g)
        g += h * speed(mid)
        if k % 2500 == 0:
            angles.append(g)
    got = np.arccos((path[:, 0] * path[:, 1]).sum(axis=1))
    np.testing.assert_allclose(got, angles, rtol=0, atol=1e-6)


@pytest.mark.slow
def test_the_stairs_are_drawn_with_their_plateaus(run):
    stairs = tkf.staircase(run)
    fig = Figure()
    count, energy = fig.subplots(2, 1)
    line = tkf.plots.merge_count(count, run)
    assert list(line.get_ydata()) == [5, 4, 3, 2, 1, 1]
    assert list(line.get_xdata())[1:-1] == [m.time for m in tkf.merges(run)]
    tkf.plots.merge_energy(energy, run)
    drawn = {segment[0][1] for segment in energy.collections[0].get_segments()}
    assert drawn <= {s.plateau for s in stairs}
    assert len(drawn) >= 4


@pytest.mark.slow
@pytest.mark.parametrize("d", [2, 3, 5])
def test_every_dimension_has_a_page(run, d):
    if d > 2:
        run = tkf.simulate(tkf.Spec(n=3, d=d, beta=9.0, t_end=1e6, samples=6, spacing="log"))
    fig = tkf.plots.figure_of(run)
    assert len(fig.subfigs[0].axes) >= 3
    fig.savefig("/dev/null", format="png", dpi=30)


def test_the_preset_ends_as_one_and_its_merges_are_in_order(run):
    times = [m.time for m in tkf.merges(run)]
    assert len(times) == 4
    assert times == sorted(times)
    assert times[-1] > 1e60
    assert run.attrs["method"] == "coarsened"
    assert {"merge_time", "merge_leader", "merge_before", "merged_within"} <= set(run.data_vars)


@pytest.mark.slow
def test_the_command_lists_merges(tmp_path, tokenflock):
    done = tokenflock("run", "staircase", "--out", "a", "--figure", "none")
    assert done.returncode == 0, done.stderr
    assert "merge at t" in done.stdout
    assert "0.5200 -> 1.0000" in done.stdout
    assert "slow steps" in done.stdout
    with (tmp_path / "a" / "merges.csv").open() as file:
        rows = list(csv.DictReader(file))
    assert [row["count"] for row in rows] == ["4", "3", "2", "1"]


def test_the_summary_holds_the_merges(run):
    told = json.loads(json.dumps(summarize(run).plain()))
    assert [merge["count"] for merge in told["merges"]] == [4, 3, 2, 1]
    assert told["verdict"]["state"] == "consensus"


@pytest.mark.parametrize(("n", "d"), [(1, 2), (2, 1), (1, 1), (3, 1)])
def test_the_smallest_systems(n, d):
    run = tkf.simulate(tkf.Spec(n=n, d=d, beta=3.0, t_end=1e50, samples=4, spacing="log"))
    np.testing.assert_array_equal(run.x.data[-1], run.x.data[0])


def test_a_run_may_start_at_any_time():
    flow = tkf.Flow(tkf.SelfAttention(9.0))
    x0 = np.array([[1.0, 0.0], [0.0, 1.0], [-0.6, 0.8]])
    early = tkf.solve(flow, x0, [0.0, 2.0, 1e6], coarsen=True)
    late = tkf.solve(flow, x0, [7.0, 9.0, 1e6 + 7.0], coarsen=True)
    np.testing.assert_allclose(late.x, early.x, rtol=0, atol=1e-9)
    shifts = [b.time - a.time for a, b in zip(tkf.merges(early), tkf.merges(late), strict=True)]
    np.testing.assert_allclose(shifts, 7.0, rtol=1e-5)


def test_unscaled_time_is_faster_by_e_to_the_beta():
    beta = 12.0
    spec = tkf.Spec(n=4, d=2, beta=beta, t_end=1e12, samples=5, spacing="log", seed=2, coarsen=True)
    slow, fast = (
        [m.time for m in tkf.merges(tkf.simulate(spec.replace(weighting=weighting)))]
        for weighting in ("unnormalized:scaled", "unnormalized")
    )
    assert len(slow) == 3
    assert slow[-1] > 1e6
    np.testing.assert_allclose(np.array(fast) * np.exp(beta), slow, rtol=1e-6)


@pytest.mark.parametrize("mask", ["full", "causal"])
def test_a_heavy_token_is_many_that_have_met(mask):
    angle, mass = np.array([0.0, 1.1, 2.5]), np.array([3, 1, 2])
    x0 = np.stack([np.cos(angle), np.sin(angle)], axis=-1)
    times = np.append(0.0, np.geomspace(1.0, 1e40, 5))

    def merge_times(x0, masses):
        flow = tkf.Flow(tkf.SelfAttention(30.0, mask=mask, masses=masses))
        return [m.time for m in tkf.merges(tkf.solve(flow, x0, times, coarsen=True))]

    heavy = merge_times(x0, mass.astype(float))
    assert len(heavy) == 2
    if mask == "full":
        np.testing.assert_allclose(heavy, merge_times(np.repeat(x0, mass, axis=0), None), rtol=1e-6)
    else:  # a leader sees its own whole mass: heavier tokens are slower
        assert heavy != merge_times(x0, None)
