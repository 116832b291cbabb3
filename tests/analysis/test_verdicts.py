"""Verdicts on end states, and the sensitivity of tokens to their start."""

import numpy as np
import pytest

import tokenflock as tkf
from tokenflock import theory
from tokenflock.analysis.attraction import next_merge
from tokenflock.analysis.summaries import summarize
from tokenflock.simulation import flow_of, tokens_of


def on_circle(*angles):
    return np.stack([np.cos(angles), np.sin(angles)], axis=1)


def state(flow, x, t=0.0):
    return tkf.verdict(flow, x, t).state


def test_consensus_is_an_angle_not_a_count():
    flow = tkf.Flow(tkf.SelfAttention(1.0))
    assert state(flow, on_circle(0.0, 1e-4, -1e-4)) == "consensus"
    assert state(flow, on_circle(*np.linspace(0, 0.5, 32))) != "consensus"


@pytest.mark.parametrize("beta", [4.0, 64.0, 1e4])
@pytest.mark.parametrize("mask", ["full", "causal"])
def test_exact_symmetric_equilibria_are_saddles(beta, mask):
    flow = tkf.Flow(tkf.SelfAttention(beta, mask=mask))
    assert state(flow, on_circle(0.0, np.pi)) == "saddle"
    if mask == "full":
        assert state(flow, on_circle(*(2 * np.pi * np.arange(5) / 5))) == "saddle"


@pytest.mark.parametrize("beta", [32.0, 64.0, 400.0, 1e4])
def test_two_clusters_are_metastable_with_the_predicted_merge(beta):
    flow, gap = tkf.Flow(tkf.SelfAttention(beta)), 1.5
    x = on_circle(*[0.0] * 6, *[gap] * 2)
    told = tkf.verdict(flow, x)
    assert told.state == "metastable"
    # The merge law is the leading order in 1 / beta.
    assert abs(told.log10_next_merge - theory.merge_time(gap, beta, 6, 2)) < 0.2 / beta


def test_the_predicted_merge_happens_when_it_should():
    flow, x0 = tkf.Flow(tkf.SelfAttention(12.0)), on_circle(0.0, 1.4)
    wait = 10 ** tkf.verdict(flow, x0).log10_next_merge
    path = tkf.solve(flow, x0, np.linspace(0, 2 * wait, 400))
    merged = path.time[tkf.consensus_angle(path.x) < 1e-2 / 2][0]
    assert abs(merged / wait - 1) < 0.02


def test_causal_leaders_see_only_what_came_before():
    flow = tkf.Flow(tkf.SelfAttention(40.0, mask="causal"))
    labels = np.array([0, 1, 0, 0, 1, 1, 0, 0])
    x = on_circle(*(1.2 * labels))
    # Leader 1 sees one token of the other cluster, leader 0 none of its own followers' rivals.
    speed = np.exp(40 * (np.cos(1.2) - 1)) * np.sin(1.2)
    expected = -np.log10(40 * speed * np.sin(1.2))
    assert abs(next_merge(flow, x, labels) - expected) < 1 / 40


def test_travelling_tokens_are_moving():
    assert state(tkf.Flow(tkf.SelfAttention(1.0)), on_circle(0.0, 1.0, 2.0)) == "moving"
    turn = [[0.0, -1.0], [1.0, 0.0]]
    assert state(tkf.Flow(tkf.SelfAttention(1.0, ov=turn)), on_circle(0.0, 1.0)) == "moving"


@pytest.mark.parametrize(("n", "d"), [(200, 50), (32, 2)])
def test_scattered_tokens_are_not_metastable(n, d):
    x = tokens_of(tkf.Spec(n=n, d=d))
    assert state(tkf.Flow(tkf.SelfAttention(1.0)), x) == "moving"


def test_one_blob_is_still_moving():
    blob = on_circle(*(0.01 * np.arange(32)))
    assert state(tkf.Flow(tkf.SelfAttention(4.0)), blob) == "moving"


def test_the_spectrum_decides_for_a_general_V():
    V = np.diag([2.0, 1.0, 0.5])
    flow = tkf.Flow(tkf.SelfAttention(1.0, ov=V, mask="causal"))
    assert state(flow, np.eye(3)[[0, 0, 0]] * [[1], [-1], [1]]) == "stable"
    assert state(flow, np.eye(3)[[2, 2]] * [[1], [-1]]) == "saddle"


def test_off_the_sphere_slowness_proves_nothing():
    flow = tkf.Flow(tkf.SelfAttention(1.0), tkf.Rescaled())
    corners = np.array([[1.0, 0.0], [-1.0, 0.5], [0.0, -1.0]])
    assert state(flow, corners, t=20.0) == "undecided"
    assert state(flow, corners, t=0.0) == "moving"


def test_the_smallest_spheres():
    flow = tkf.Flow(tkf.SelfAttention(1.0))
    assert state(flow, np.array([[1.0]])) == "consensus"
    assert state(flow, np.array([[1.0], [-1.0]])) == "stable"
    assert state(flow, np.array([[1.0, 0.0]])) == "consensus"
    with pytest.raises(tkf.InputError, match="one configuration"):
        tkf.verdict(flow, np.zeros((2, 3, 2)))


def test_the_end_of_a_run_is_judged_at_its_own_time_and_beta():
    # beta(t) = 40 at the end: two clusters, far apart then, would be merging at beta = 1.
    x0 = on_circle(*[0.0] * 3, *[2.0] * 2).tolist()
    spec = tkf.Spec(n=5, d=2, beta=1.0, beta_end=40.0, init=x0, t_end=1e-3, samples=3)
    run = tkf.simulate(spec)
    told = tkf.verdict(run)
    assert told == tkf.verdict(flow_of(spec), run.x.data[-1], 1e-3)
    assert told.state == "metastable"
    assert told != tkf.verdict(flow_of(spec), run.x.data[-1], 0.0)


def test_the_end_of_a_run_that_kept_measures_or_is_one_of_several():
    specs = tkf.grid(tkf.Spec(n=6, d=2, t_end=2.0, samples=3), beta=[1.0, 30.0])
    runs = tkf.simulate(specs)
    expected = [tkf.verdict(tkf.simulate(spec)) for spec in specs]
    assert [tkf.verdict(runs.isel(run=k)).state for k in (0, 1)] == [e.state for e in expected]
    assert tkf.verdict(tkf.simulate(specs[1], save=tkf.alignment)) == expected[1]
    with pytest.raises(tkf.InputError, match="several runs"):
        tkf.verdict(runs)


def test_what_has_no_verdict():
    flow = tkf.Flow(tkf.SelfAttention(1.0))
    path = tkf.solve(flow, np.eye(2), [0.0, 1.0])
    with pytest.raises(tkf.InputError, match=r"verdict\(flow, path.x\[-1\]\)"):
        tkf.verdict(path)
    with pytest.raises(tkf.InputError, match="Got DataArray"):
        tkf.verdict(path.x)
    with pytest.raises(tkf.InputError, match="one configuration"):
        tkf.verdict(flow, path.x)


class Drain(tkf.VectorField):
    """Every token falls towards the origin, except along the first axis."""

    growth: float

    def __call__(self, t, x):
        return x * np.array([self.growth, -1.0])


def test_a_field_of_ones_own_is_judged_by_its_spectrum():
    origin = np.zeros((3, 2))
    assert state(Drain(-0.5), origin) == "stable"
    assert state(Drain(0.5), origin) == "saddle"
    assert state(Drain(-0.5), origin + 1.0) == "moving"


class Even(tkf.Weighting):
    """All tokens that are seen count alike, whatever their scores."""

    def rows(self, s, scale, seen, masses):
        return seen / seen.sum(axis=-1, keepdims=True) + 0.0 * s


def test_nothing_is_assumed_of_a_weighting_of_ones_own():
    # By softmax the two groups would be metastable; here they pull with all their mass.
    x = on_circle(*[0.0] * 6, *[1.5] * 2)
    assert state(tkf.Flow(tkf.SelfAttention(64.0)), x) == "metastable"
    assert state(tkf.Flow(tkf.SelfAttention(64.0, weighting=Even())), x) == "moving"


@pytest.fixture(scope="module")
def figure_two():
    """The system of arXiv:2411.04990 Fig. 2 over twenty seeds."""
    specs = tkf.grid(
        tkf.Spec(n=200, d=2, beta=64.0, mask="causal", t_end=150.0, samples=31, spacing="log"),
        seed=range(20),
    )
    return [tkf.simulate(spec) for spec in specs]


@pytest.mark.slow
def test_strong_centers_hardly_move(figure_two):
    moves = []
    for run in figure_two:
        x = run.x.data
        strong = tkf.strong_renyi_centers(x[0], beta=64.0)
        chord = np.linalg.norm(x[-1][strong] - x[0][strong], axis=1)
        moves.extend(2 * np.arcsin(chord / 2))
    assert np.mean(np.array(moves) < 0.05) >= 0.95


@pytest.mark.slow
def test_figure_two_is_metastable_and_told_as_it_is(figure_two):
    for run in figure_two[:6]:
        summary = summarize(run)
        assert summary.verdict.state == "metastable"
        labels = tkf.clusters(run.x)
        for epoch in summary.epochs:
            row = labels.sel(time=epoch.time).data
            assert epoch.count == row.max() + 1
            assert epoch.unclustered == (row < 0).sum()
            assert epoch.leaders == tuple(np.flatnonzero(row == k)[0] for k in range(epoch.count))
            assert epoch.sizes == tuple(np.sum(row == k) for k in range(epoch.count))


# 64 coordinates have as many directions as are drawn at random where there are too many: both
# compile to one program.
COUPLED = tkf.Spec(n=16, d=4, beta=4.0, mask="causal", t_end=2.0)


@pytest.fixture(scope="module")
def kappa():
    return tkf.condition_numbers(flow_of(COUPLED), tokens_of(COUPLED), 2.0, tol=1e-9)


@pytest.mark.slow
def test_condition_numbers_are_those_of_the_flow_map(kappa):
    x0, h = tokens_of(COUPLED), 1e-5
    pushes = np.zeros((16, 3, 16, 4))
    for i, token in enumerate(x0):
        pushes[i, :, i] = h * np.linalg.svd(token[None])[2][1:]
    pushes = pushes.reshape(48, 16, 4)
    starts = tkf.normalize(np.concatenate([x0 + pushes, x0 - pushes]))
    ends = tkf.solve(flow_of(COUPLED), starts, [0.0, 2.0], tol=1e-13).x.data[:, -1]
    slopes = (ends[:48] - ends[48:]) / (2 * h)
    np.testing.assert_allclose(kappa, np.sqrt((slopes**2).sum(axis=(0, 2))), rtol=1e-6)


def test_random_directions_estimate_the_condition(kappa, monkeypatch):
    monkeypatch.setattr("tokenflock.analysis.conditioning.MOST_DIRECTIONS", 63)
    found = tkf.condition_numbers(flow_of(COUPLED), tokens_of(COUPLED), 2.0, tol=1e-9)
    assert (found != kappa).all()
    np.testing.assert_allclose(found, kappa, rtol=0.3)  # three standard errors, or more


def test_the_condition_needs_a_time_ahead():
    flow = tkf.Flow(tkf.SelfAttention(1.0))
    for t_end in (-1.0, 0.0, np.nan):
        with pytest.raises(tkf.InputError, match="`times` must"):
            tkf.condition_numbers(flow, on_circle(0.0, 1.0), t_end)


def test_a_token_near_a_separatrix_stands_out():
    # Token 2 starts almost midway between two clusters; the later ones feel what becomes of it.
    x0 = np.pad(on_circle(0.0, 2.0, 1.0 + 1e-4, *[0.0, 2.0] * 6, 0.0), ((0, 0), (0, 2)))
    kappa = tkf.condition_numbers(tkf.Flow(tkf.SelfAttention(9.0, mask="causal")), x0, 30.0)
    assert kappa[2] > 30 * kappa[:2].max()


def test_a_crowded_causal_run_meets_when_its_verdict_says():
    # Three leaders in a row: the law for two clusters would be off by a factor.
    x0 = on_circle(0.0, 0.9, 1.8, 0.0, 0.9, 1.8, 0.0, 0.9)
    flow = tkf.Flow(tkf.SelfAttention(40.0, mask="causal"))
    told = tkf.verdict(flow, x0)
    assert told.state == "metastable"
    later = 1.1 * 10**told.log10_next_merge
    first = tkf.merges(tkf.solve(flow, x0, [0.0, later], coarsen=True))[0]
    assert abs(told.log10_next_merge - np.log10(first.time)) < 1e-4


def test_a_plane_of_equilibria_is_stable_up_to_its_symmetry():
    # V = diag(2, 2, 1): tokens at one point of the plane, free to turn in it all together.
    V, turn = np.diag([2.0, 2.0, 1.0]), np.array([np.cos(0.3), np.sin(0.3), 0.0])
    two = np.stack([turn, turn, -turn])
    full = tkf.Flow(tkf.SelfAttention(1.0, ov=V))
    assert state(full, two) == "saddle"  # -turn may leave along the plane
    causal = tkf.Flow(tkf.SelfAttention(1.0, ov=V, mask="causal"))
    assert state(causal, two) == "saddle"
    stable = np.diag([2.0, -2.0, -3.0])
    for mask in ("full", "causal"):
        flow = tkf.Flow(tkf.SelfAttention(1.0, ov=stable, mask=mask))
        assert state(flow, np.array([[1.0, 0, 0], [1.0, 0, 0], [-1.0, 0, 0]])) == "stable"


def test_rates_are_those_of_the_whole_linearization():
    from tokenflock.analysis.linearization import jacobian
    from tokenflock.analysis.stability import largest_rate
    from tokenflock.coarsening.forces import law_of

    V = np.diag([2.0, 1.0, 0.5])
    x = np.eye(3)[[0, 0, 0, 0]] * [[1], [-1], [1], [-1]]
    for mask in ("full", "causal"):
        flow = tkf.Flow(tkf.SelfAttention(1.5, ov=V, mask=mask))
        expected = np.linalg.eigvals(jacobian(flow, x)).real.max()
        got = largest_rate(law_of(flow.attention), x, flow.attention.mask)
        assert got == pytest.approx(expected, abs=1e-12)


def test_slow_clusters_in_a_plane_are_metastable():
    V = np.diag([1.0, 1.0, 0.5])
    x = np.append(on_circle(*[0.0] * 3, *[1.5] * 2), np.zeros((5, 1)), axis=1)
    told = tkf.verdict(tkf.Flow(tkf.SelfAttention(60.0, ov=V)), x)
    assert told.state == "metastable"
    assert abs(told.log10_next_merge - theory.merge_time(1.5, 60.0, 3, 2)) < 0.01


@pytest.mark.parametrize("n", [2, 3])
def test_repelling_tokens_are_stable_though_free_to_turn(n):
    flow = tkf.Flow(tkf.SelfAttention(2.0, ov=-np.eye(2)))
    assert state(flow, on_circle(*(0.2 + 2 * np.pi * np.arange(n) / n))) == "stable"
