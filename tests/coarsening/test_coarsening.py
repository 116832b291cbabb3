"""Exponentially long times: merged and slaved tokens against all tokens, merges, refusals."""

from dataclasses import replace

import numpy as np
import pytest
from scipy.integrate import quad
from scipy.optimize import brentq

import tokenflock as tkf
from tokenflock import theory
from tokenflock.attention import native
from tokenflock.coarsening import full_motion
from tokenflock.coarsening.contraction import Explicit, tried
from tokenflock.coarsening.forces import law_of
from tokenflock.coarsening.full_motion import time_unit
from tokenflock.coarsening.groups import groups_at
from tokenflock.coarsening.meetings import Trail
from tokenflock.coarsening.sites import decayed, merged, settled
from tokenflock.observables.configuration import angle
from tokenflock.simulation import flow_of, tokens_of


def on_circle(*angles):
    return np.stack([np.cos(angles), np.sin(angles)], axis=1)


def largest_difference(a, b):
    return np.linalg.norm(a.x.data - b.x.data, axis=-1).max()


def told_apart(run):
    """The merges after which the joiner is ever seen more than 1e-3 rad from its leader, or from

    the leader of all that has merged with it.
    """
    x, times, wrong = run.x.data, run.time.data, []
    joined = {m.joiner: m for m in tkf.merges(run)}
    for merge in joined.values():
        for k in np.flatnonzero(times >= merge.time):
            leader = merge.leader
            while leader in joined and joined[leader].time <= times[k]:
                leader = joined[leader].leader
            for other in (merge.leader, leader):
                gap = 2 * np.arcsin(np.linalg.norm(x[k, merge.joiner] - x[k, other]) / 2)
                if gap > 1e-3 * (1 + 1e-9):
                    wrong.append((merge.joiner, other, times[k], gap))
    return wrong


LONG = tkf.Spec(n=100, d=2, beta=64.0, t_end=1e4, spacing="log", samples=61, tol=1e-9, seed=3)


@pytest.fixture(scope="module")
def both():
    return [tkf.simulate(LONG.replace(coarsen=coarsen)) for coarsen in (True, False)]


@pytest.mark.slow
def test_coarsening_changes_nothing_up_to_1e4(both):
    coarse, every = both
    assert "merge_time" not in every
    assert len(tkf.merges(coarse)) > 90
    assert largest_difference(coarse, every) < 1e-6
    assert coarse.merged_within.max() < 1e-12


def test_early_merges_are_timed_to_1e_minus_6(both):
    early = [m for m in tkf.merges(both[0]) if m.time < 30.0][::9]
    flow, x0 = flow_of(LONG), tokens_of(LONG)
    for merge in early:
        nearby = merge.time * np.array([1 - 1e-6, 1 + 1e-6])
        x = tkf.solve(flow, x0, [0.0, *nearby], tol=1e-12, coarsen=False).x.data
        gap = 2 * np.arcsin(np.linalg.norm(x[1:, merge.leader] - x[1:, merge.joiner], axis=1) / 2)
        assert gap[0] > 1e-3 > gap[1]


def test_merges_of_running_clusters_are_timed_to_1e_minus_6():
    # At t = 130 clusters that began to run are looked at every few time units.
    rng = np.random.default_rng([0, 2000])  # the first case of benchmarks/long_times.py
    rng.integers(12, 61), rng.integers(2, 4), rng.choice(5)
    x0 = tkf.normalize(rng.normal(size=(59, 3)))
    flow, within = tkf.Flow(tkf.SelfAttention(9.0, mask="causal")), np.array([-1e-3, -1e-6, 1e-6])
    long = tkf.solve(flow, x0, [0.0, *np.geomspace(0.1, 2e4, 40)], tol=1e-8, coarsen=True)
    late = [merge for merge in tkf.merges(long) if merge.time > 60]
    times = np.unique([0.0, *(merge.time * (1 + r) for merge in late for r in within)])
    exact = tkf.solve(flow, x0, times, tol=1e-11, coarsen=False).x
    apart = np.array([
        np.linalg.norm(x[:, m.leader] - x[:, m.joiner], axis=-1)
        for m in late for x in [exact.sel(time=m.time * (1 + within)).data]
    ])  # fmt: skip
    met = apart[apart[:, 0] > 1e-3]  # the others were together, and their leader has left
    assert len(met) > 10
    assert (met[:, 1] > 1e-3).all()
    assert (met[:, 2] < 1e-3).all()


@pytest.mark.slow
def test_a_full_run_climbs_a_staircase():
    run = tkf.simulate(LONG.replace(t_end=1e30, tol=1e-8, samples=101))
    late = [m for m in tkf.merges(run) if m.time > 1e4]
    assert len(late) >= 3
    energy = tkf.normalized_energy(run.x)
    for merge in late:
        jump = 2 * merge.leader_mass * merge.joiner_mass / 100**2
        assert abs(merge.after - merge.before - jump) < 1e-6
    for epoch in [e for e in tkf.timeline(run.x)[:-1] if e.time > 1e5]:
        # A saved time after two clusters are close, they are one and on their plateau.
        later = energy.sel(time=slice(epoch.time, None))[1]
        assert abs(float(later) - ((np.array(epoch.sizes) / 100) ** 2).sum()) < 1e-6
    assert run.attrs["slow_steps"] < 2000


def test_merges_survive_saving(tmp_path):
    flow = tkf.Flow(tkf.SelfAttention(20.0))
    for k, x0 in enumerate([on_circle(0.0, 0.9, 2.0), on_circle(0.0, np.pi)]):
        run = tkf.solve(flow, x0, [0.0, 1.0, 1e30], coarsen=True)
        for name in (f"{k}.nc", f"{k}.zarr"):
            again = tkf.load(tkf.save(run, tmp_path / name))
            assert tkf.merges(again) == tkf.merges(run)
            assert again.merged_within.dims == ("time", "token")
    assert tkf.merges(run) == []


def test_coincident_tokens_are_one_whatever_the_matrices():
    random = np.random.default_rng(0)
    M, V = random.standard_normal((2, 3, 3))
    flow = tkf.Flow(tkf.SelfAttention(2.0, qk=M, ov=V))
    x0 = tkf.normalize(random.standard_normal((3, 3)))[[0, 1, 2, 0, 0, 1]]
    times = np.linspace(0.0, 3.0, 7)
    runs = [tkf.solve(flow, x0, times, coarsen=c, tol=1e-10) for c in (True, False)]
    assert largest_difference(*runs) < 1e-8


@pytest.mark.parametrize(("d", "beta"), [(3, 20.0), (8, 12.0)])
def test_higher_dimensions(d, beta):
    flow, x0 = tkf.Flow(tkf.SelfAttention(beta)), tokens_of(tkf.Spec(n=6, d=d))
    times = np.array([0.0, 1.0, 3.0, 10.0, 30.0, 100.0, 300.0, 1e100])
    run = tkf.solve(flow, x0, times)
    early = tkf.solve(flow, x0, times[:-1], coarsen=False)
    assert largest_difference(run.isel(time=slice(-1)), early) < 1e-6
    assert sum(m.time < 300 for m in tkf.merges(run)) >= 2
    assert tkf.merges(run)[-1].count == 1
    assert tkf.consensus_angle(run.x)[-1] < 1e-12


def test_what_cannot_be_merged_is_refused():
    x0 = on_circle(0.0, 1.0, 2.0)
    repelling = tkf.Flow(tkf.SelfAttention(4.0, ov=-np.eye(2)))
    with pytest.raises(tkf.InputError, match="close tokens part"):
        tkf.solve(repelling, x0, [0.0, 1e30], coarsen=True)
    with pytest.raises(tkf.InputError, match="explicit steps"):
        tkf.solve(repelling, x0, [0.0, 1e30])
    # Everybody looks a quarter turn ahead, at nobody near: pulled away, tokens part.
    turned = tkf.Flow(tkf.SelfAttention(30.0, qk=[[0.0, 1.0], [-1.0, 0.0]]))
    with pytest.raises(tkf.InputError, match="close tokens part"):
        tkf.solve(turned, on_circle(0.3, 2.0, 4.0), [0.0, 1e5], coarsen=True)
    with pytest.raises(tkf.InputError, match="sphere"):
        tkf.solve(tkf.Flow(tkf.SelfAttention(1.0), tkf.Euclidean()), x0, [0.0, 1.0], coarsen=True)
    ahead = np.eye(3, dtype=bool) | np.eye(3, k=1, dtype=bool)
    with pytest.raises(tkf.InputError, match="no token sees a later one"):
        tkf.solve(tkf.Flow(tkf.SelfAttention(1.0, mask=ahead)), x0, [0.0, 1.0], coarsen=True)
    turning = tkf.SelfAttention(4.0, ov=[[1.0, -1.0], [1.0, 1.0]], mask="causal")
    with pytest.raises(tkf.InputError, match=r"1 \+- 1i: the first token turns around for ever"):
        tkf.solve(tkf.Flow(turning), x0, [0.0, 1e30])
    attract = tkf.Flow(tkf.SelfAttention(1.0))
    with pytest.raises(tkf.InputError, match="own steps"):
        tkf.solve(attract, x0, [0.0, 1.0], coarsen=True, method="tsit5")
    with pytest.raises(tkf.InputError, match="`t_end` must be positive and at most 1e"):
        tkf.Spec(t_end=1e301)
    with pytest.raises(tkf.InputError, match=r"timeline\(run\)"):
        tkf.merges(tkf.solve(attract, x0, [0.0, 1.0]))


def test_close_tokens_merge_only_where_they_approach():
    x = on_circle(0.0, 1e-13, 2.0, 2.0)
    for sign, sites in [(1, 2), (-1, 3)]:  # the last two coincide, which is exact
        law = law_of(tkf.SelfAttention(4.0, ov=sign * np.diag([1.0, 1.0 + 1e-9])))
        now, changed = merged(law, settled(x, np.ones(4), 0.0), 1e-12)
        assert changed == (sign > 0)
        assert len(now.sites.y) == sites
        assert now.bound.max() == pytest.approx(0.5e-13 if sign > 0 else 0.0, rel=1e-2)
    held = settled(x, np.ones(4), 1e-12)
    y = held.sites.y
    assert decayed(law_of(tkf.SelfAttention(4.0)), held, y, 5.0, 5.0, 1e-8).bound[0] < 1e-15
    with pytest.raises(tkf.SolveError, match="separate again"):
        decayed(law, held, y, 20.0, 20.0, 1e-8)


def test_bounds_follow_the_distance_of_close_tokens():
    # Two tokens 1e-8 apart approach like e^-0.47t first, like e^-t in the end.
    attention = tkf.SelfAttention(9.0)
    x0, times = on_circle(0.0, 1e-8, 0.6, -0.5), np.linspace(0.0, 6.0, 13)
    path = tkf.solve(tkf.Flow(attention), x0, times, tol=1e-13, coarsen=False).x.data
    apart = angle(path[:, 0], path[:, 1])
    law, now = law_of(attention), settled(x0, np.ones(4), 1e-6)
    for k in range(1, len(times)):
        there = settled(path[k], np.ones(4), 1e-6).sites
        before, step = now.sites.y, times[k] - times[k - 1]
        now = decayed(law, replace(now, sites=there), before, times[k], step, 1e-6)
        assert now.bound[0] == pytest.approx(apart[k] / 2, rel=2e-2)
    assert apart[-1] < 0.01 * apart[0]


@pytest.mark.slow
def test_tokens_that_never_slow_down_are_refused_in_seconds(monkeypatch):
    # They turn once in 2 pi time units, for ever: the time of a refusal goes with the steps to it.
    share = 100 / full_motion.MOST_STEPS
    assert share > 0.05
    monkeypatch.setattr(full_motion, "MOST_STEPS", 100)
    turning = tkf.SelfAttention(4.0, ov=[[1.0, -1.0], [1.0, 1.0]])
    with pytest.raises(tkf.SolveError, match="do not slow down") as refusal:
        tkf.solve(tkf.Flow(turning), on_circle(0.0, 1.0), [0.0, 1e30])
    assert 10 < refusal.value.time < share * 1e4


def test_strong_unnormalized_weights_set_the_unit_of_time():
    # With M = 2 I weights are e^beta times those of M = I, and time runs so much faster.
    x0 = tkf.normalize(np.random.default_rng(5).normal(size=(60, 2)))
    by_hand = tkf.SelfAttention(30.0, 2 * np.eye(2), weighting="unnormalized:scaled")
    unit = time_unit(law_of(by_hand), x0, np.ones(60))
    logits = 30.0 * (2 * x0 @ x0.T - 1)
    assert abs(unit * np.exp(logits).mean(axis=1).max() - 1) < 1e-12

    flow, times = tkf.Flow(by_hand), np.array([0.0, 20.0, 300.0]) * unit
    long = tkf.solve(flow, x0, times, coarsen=True).x.data
    exact = tkf.solve(flow, x0, times, tol=1e-12, coarsen=False).x.data
    assert np.abs(long - exact).max() < 1e-6


@pytest.mark.slow
def test_steps_do_not_shrink_for_rounding_that_is_forgotten():
    # Heads of different M and V: some sites are held 1e5 times faster than others drift.
    rng = np.random.default_rng(12)
    a = rng.normal(size=(4, 3, 3))
    M = np.stack([b @ b.T / np.linalg.norm(b @ b.T, 2) for b in a])
    V = np.stack([np.diag(rng.uniform(0.2, 1.0, 3)) for _ in range(4)])
    flow = tkf.Flow(tkf.SelfAttention(100.0, M, V, weighting="unnormalized:scaled"))
    x0 = tkf.normalize(rng.normal(size=(8, 3)))
    times = [0.0, 100.0, 1e30]
    long = tkf.solve(flow, x0, times)
    exact = tkf.solve(flow, x0, times[:2], tol=1e-12, coarsen=False)
    assert np.abs(long.x.data[:2] - exact.x.data).max() < 1e-6
    assert long.slow_steps < 3000


def test_too_many_tokens_apart_are_refused(monkeypatch):
    for limit, value in {"LONGEST_WAIT": 1.0, "MOST": 60, "LARGEST": 60}.items():
        monkeypatch.setattr(full_motion, limit, value)
    spec = tkf.Spec(n=100, d=2, beta=64.0, t_end=1e30)
    with pytest.raises(tkf.SolveError, match="still apart"):
        tkf.simulate(spec)


@pytest.mark.slow
@pytest.mark.skipif(not native.available(), reason=native.instruction_set())
def test_hundreds_of_tokens_that_stay_apart_are_followed():
    # Weights of tokens spread over many decades: the first to meet do so long before the others.
    rng = np.random.default_rng(8)
    M, x0 = rng.normal(size=(3, 3)) / np.sqrt(3), tkf.normalize(rng.normal(size=(200, 3)))
    flow = tkf.Flow(tkf.SelfAttention(30.0, M, weighting="unnormalized:scaled"))
    unit = time_unit(law_of(flow.attention), x0, np.ones(200))
    times = np.array([0.0, 100.0, 1000.0]) * unit
    long = tkf.solve(flow, x0, times, tol=1e-8, coarsen=True)
    exact = tkf.solve(flow, x0, times, tol=1e-12, method="dopri8", coarsen=False)
    assert long.slow_steps > 10
    assert np.linalg.norm(long.x.data - exact.x.data, axis=-1).max() < 1e-6


def test_progress_may_stop_a_long_run():
    seen = []

    def stop(t):
        seen.append(t)
        if t > 1e6:
            raise KeyboardInterrupt

    flow = tkf.Flow(tkf.SelfAttention(60.0))
    with pytest.raises(KeyboardInterrupt):
        tkf.solve(flow, on_circle(0.0, 1.3, 2.9), np.geomspace(1, 1e30, 31), progress=stop)
    assert seen[-1] < 1e9


def test_equal_specs_give_equal_numbers():
    spec = tkf.Spec(n=4, d=2, beta=20.0, t_end=1e10, samples=5, spacing="log")
    assert tkf.simulate(spec).drop_attrs().identical(tkf.simulate(spec).drop_attrs())


@pytest.fixture(scope="module")
def led():
    """Twenty causal tokens in two clusters, beta = 20."""
    labels = np.random.default_rng(0).integers(0, 2, 20)
    labels[:2] = 0, 1
    x0 = on_circle(*(0.8 * labels))
    flow = tkf.Flow(tkf.SelfAttention(20.0, mask="causal"))
    times = np.append(0.0, np.geomspace(1.0, 2000.0, 40))
    slaved = tkf.solve(flow, x0, times, coarsen=True)
    return slaved, tkf.solve(flow, x0, times, coarsen=False, tol=1e-12)


def test_causal_leaders_drift_as_in_the_full_system(led):
    drift = [np.linalg.norm(r.x.data[1:, 1] - r.x.data[0, 1], axis=1) for r in led]
    np.testing.assert_allclose(drift[0], drift[1], rtol=1e-6)
    assert drift[1][0] < 0.01 < 0.7 < drift[1][-1]  # through the merge
    assert largest_difference(*led) < 5e-8
    assert 1 in {m.joiner for m in tkf.merges(led[0])}
    assert told_apart(led[0]) == []


def test_causal_tokens_end_at_the_first_and_never_see_the_later_ones():
    spec = tkf.Spec(
        n=12, d=2, beta=16.0, mask="causal", t_end=1e20, samples=20, spacing="log", seed=5
    )
    run = tkf.simulate(spec)
    assert np.linalg.norm(run.x.data[-1] - run.x.data[0, 0], axis=1).max() < 1e-8
    assert run.merged_within.max() < 1e-8
    assert tkf.merges(run)[-1].count == 1
    prefix = tkf.solve(flow_of(spec), tokens_of(spec)[:5], run.time.data)
    np.testing.assert_allclose(prefix.x.data, run.x.data[:, :5], rtol=0, atol=1e-6)
    mine, theirs = [m for m in tkf.merges(run) if m.joiner < 5], tkf.merges(prefix)
    assert [(m.leader, m.joiner) for m in mine] == [(m.leader, m.joiner) for m in theirs]
    assert sum(m.time > 1e3 for m in mine) >= 2
    np.testing.assert_allclose([m.time for m in mine], [m.time for m in theirs], rtol=1e-6)


# Each beta with a mask or a dimension: benchmarks/long_times.py has many more.
@pytest.mark.slow
@pytest.mark.parametrize(
    ("mask", "d", "betas"),
    [("causal", 2, (64.0, 30.0)), ("causal", 3, (100.0, 16.0)),
     ("full", 2, (100.0, 30.0)), ("full", 3, (16.0,))],
)  # fmt: skip
def test_tokens_said_to_have_merged_are_together(mask, d, betas):
    for seed, beta in enumerate(betas):
        spec = tkf.Spec(
            n=60, d=d, beta=beta, mask=mask, t_end=1e20, samples=60, spacing="log", seed=seed,
            coarsen=True,
        )  # fmt: skip
        run = tkf.simulate(spec)
        assert told_apart(run) == []
        for merge in tkf.merges(run):
            if merge.time > 1e4:  # far from other merges in time: masses are counts
                before, after = np.searchsorted(run.time.data, [merge.time / 1.001, merge.time])
                x = run.x.data[min(before, len(run.time) - 1)] if before == after else None
                if x is None or run.time.data[after] > 3 * merge.time:
                    continue
                near = np.linalg.norm(x - x[merge.leader], axis=1) < 1e-3
                assert near.sum() == merge.leader_mass + merge.joiner_mass


@pytest.mark.slow
def test_tokens_that_only_pass_have_not_merged():
    # V = -I: 12 and 14 pass within 1e-3 rad of each other at t = 7.19, and end 2.3 rad apart.
    x0 = tkf.normalize(np.random.default_rng(22).standard_normal((16, 2)))
    flow = tkf.Flow(tkf.SelfAttention(4.0, ov=-np.eye(2), mask="causal"))
    run = tkf.solve(flow, x0, np.append(0.0, np.geomspace(1.0, 2e4, 40)), coarsen=True)
    assert (12, 14) not in {(m.leader, m.joiner) for m in tkf.merges(run)}
    assert told_apart(run) == []


def test_strong_centers_keep_still_as_long_as_lemma_5_1_promises():
    epsilon = 0.1
    spec = tkf.Spec(n=200, d=2, beta=64.0, mask="causal", t_end=60.0, samples=61, coarsen=True)
    x = tkf.simulate(spec).x.data
    strong = np.flatnonzero(tkf.strong_renyi_centers(x[0], beta=64.0))
    for s in strong:
        before = 2 * np.arcsin(np.linalg.norm(x[0, :s] - x[0, s], axis=1) / 2)
        c = 8 * min(before.min(initial=np.pi), 3.0) / (1 + 2 * epsilon)
        bound = theory.metastable_time_bound(beta=64.0, c=c, epsilon=epsilon, rank=int(s) + 1)
        kept = x[: int(min(bound, 60.0)) + 1, s]
        moved = 2 * np.arcsin(np.linalg.norm(kept - x[0, s], axis=1) / 2)
        assert moved.max() < epsilon * c / 8


@pytest.mark.slow
def test_runs_of_a_batch_are_coarsened_one_after_the_other():
    flow, times = tkf.Flow(tkf.SelfAttention(4.0)), np.array([0.0, 1.0, 1e3, 1e6])
    x0 = np.stack([on_circle(0.0, 1.0, 2.5), on_circle(0.0, 0.5, 2.0)])
    together = tkf.solve(flow, x0, times, coarsen=True)
    assert together.x.dims == ("run", "time", "token", "coord")
    for run, x in zip(together.x.data, x0, strict=True):
        np.testing.assert_array_equal(run, tkf.solve(flow, x, times, coarsen=True).x.data)


def test_a_long_run_keeps_a_measure_instead_of_tokens():
    spec = tkf.Spec(n=5, d=2, beta=9.0, t_end=1e8, spacing="log", samples=30)
    kept, whole = tkf.simulate(spec, save=tkf.normalized_energy), tkf.simulate(spec)
    np.testing.assert_allclose(kept.normalized_energy, tkf.normalized_energy(whole), rtol=1e-12)
    np.testing.assert_array_equal(kept.x_last, whole.x[-1])
    assert tkf.merges(kept) == tkf.merges(whole)


def test_a_chunk_of_explicit_steps_has_a_clock_of_its_own():
    # Weights of e^8 need steps that float64 does not tell apart at t = 1e14.
    x0 = tkf.normalize(np.random.default_rng(5).normal(size=(5, 3)))
    flow = tkf.Flow(tkf.SelfAttention(8.0, mask="causal", weighting="unnormalized"))
    late = Explicit(origin=0.0, spent=1e14, x=x0, unit=1e-3, chunk=4.0)
    groups, trail = groups_at(1e14, x0, np.ones(5), 8.0), Trail.at(1e14, x0)
    while late.t < 1e14 + 4:  # some hundred steps at a time
        late = tried(flow, late, np.array([1e14 + 4]), 1e-8, groups, trail, None).phase
    assert late.t == 1e14 + 4
    np.testing.assert_allclose(late.x, tkf.solve(flow, x0, [0.0, 4.0]).x[-1], rtol=0, atol=1e-7)


def test_a_chunk_in_which_tokens_begin_to_run_is_cut_short():
    # d theta/dt = -sin(theta) e^{25 cos theta} / 2: slow for 7.63e10, then as fast as e^25.
    x0 = np.array([[1.0, 0.0], [np.cos(3.0), np.sin(3.0)]])
    flow = tkf.Flow(tkf.SelfAttention(25.0, mask="causal", weighting="unnormalized"))
    early = Explicit(origin=0.0, spent=0.0, x=x0, unit=1.0, chunk=2e11)
    groups, trail = groups_at(0.0, x0, np.ones(2), 25.0), Trail.at(0.0, x0)
    chunk = tried(flow, early, np.array([1e12]), 1e-8, groups, trail, None)
    assert (chunk.phase.t, len(chunk.x)) == (0.0, 0)
    assert 1e10 < chunk.phase.chunk < 7.63e10
    merge = tkf.merges(tkf.solve(flow, x0, [0.0, 1e12], coarsen=True))[0]
    assert abs(merge.time / 7.630201014e10 - 1) < 1e-9


@pytest.mark.parametrize(("beta", "start"), [(48.0, 2.9), (60.0, 3.0)])
def test_a_token_that_rests_for_1e20_and_runs_within_1e_minus_10(beta, start):
    # Token 1 sees itself and token 0, which rests at the angle 0, with <x_1, M x_0> = 1.4 sin(phi):
    #   d phi/dt = -sin(phi) e^{beta (1.4 sin(phi) - 1)} / 2,    so t = int 2 e^{...} / sin(phi).
    flow = tkf.Flow(tkf.SelfAttention(beta, qk=np.array([[0.0, -1.4], [1.4, -0.8]]), mask="causal",
                                      weighting="unnormalized:scaled"))  # fmt: skip

    def time(phi):
        def pause(phi):
            return 2 * np.exp(beta * (1 - 1.4 * np.sin(phi))) / np.sin(phi)

        return quad(pause, phi, start, epsabs=0.0, epsrel=1e-12, limit=2000)[0]

    times = time(np.pi / 2) * np.array([0.0, 0.5, 0.9, 0.999, 1.5, 1e4])
    path = tkf.solve(flow, on_circle(0.0, start), times, tol=1e-8, coarsen=True)
    expected = [brentq(lambda phi, t=t: time(phi) - t, 1e-3, start, xtol=1e-14) for t in times[1:]]
    found = np.arctan2(path.x[1:, 1, 1], path.x[1:, 1, 0])
    np.testing.assert_allclose(found, expected, rtol=0, atol=1e-7)


def test_waiting_is_counted_in_units_as_long_as_they_were():
    x0 = tkf.normalize(np.random.default_rng(5).normal(size=(5, 3)))
    flow = tkf.Flow(tkf.SelfAttention(8.0, mask="causal"))
    slow = Explicit(origin=0.0, spent=0.0, x=x0, unit=2.0, chunk=4.0)
    groups, trail = groups_at(0.0, x0, np.ones(5), 8.0), Trail.at(0.0, x0)
    after = tried(flow, slow, np.array([100.0]), 1e-8, groups, trail, None).phase
    fast = replace(after, unit=1e-3, chunk=4e-3)
    again = tried(flow, fast, np.array([100.0]), 1e-8, groups, trail, None).phase
    assert (after.waited, again.waited) == (2.0, pytest.approx(6.0))
