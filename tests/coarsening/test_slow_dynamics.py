"""Slow dynamics: pulls and their derivative, stiff steps, and merge times to many digits."""

import functools
import math
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from mpmath import mp
from scipy.linalg import expm
from support.manydigits import three_clusters, two_clusters

import tokenflock as tkf
from tokenflock.attention import native
from tokenflock.coarsening import site_kernels
from tokenflock.coarsening.derivatives import jacobian, pace_gradient, transversal
from tokenflock.coarsening.forces import Law, frames, log_pace, pairs, velocity
from tokenflock.coarsening.slow_dynamics import (
    Chart,
    Moment,
    Sites,
    Stride,
    advance,
    first_meeting,
)  # fmt: skip
from tokenflock.numerics import extrapolation

MET = 1e-3


@pytest.fixture(autouse=True)
def fifty_digits():
    with mp.workdps(50):
        yield


def on_circle(*angles):
    return np.stack([np.cos(angles), np.sin(angles)], axis=1)


def sites(y, masses):
    return Sites(np.asarray(y), np.broadcast_to(np.asarray(masses, float), (len(y), len(y))))


def merge_time(law, y, masses):
    return first_meeting(law, sites(y, masses), MET, tol=1e-11)


LAWS = [
    (2, None, None, "softmax"),
    (3, None, None, "unnormalized"),
    (3, 2, 2, "softmax"),
    (4, 1, None, "softmax"),
    (3, None, 2, "softmax"),
    (3, 2, None, "unnormalized"),
    (3, 1, 2, "unnormalized"),
    (3, None, None, "softmax", -3.0),
    (2, None, None, "unnormalized", -3.0),
    (3, 2, 2, "softmax", -3.0),
]


def some_law(d, keys, values, weighting, beta=3.0, seed=0):
    random = np.random.default_rng(seed)
    qk, ov = (h and random.standard_normal((h, d, d)) for h in (keys, values))
    return Law(beta, qk, ov, weighting)


@pytest.mark.parametrize("kind", LAWS)
def test_pulls_of_masses_are_those_of_as_many_tokens(kind):
    law, random = some_law(*kind), np.random.default_rng(1)
    y, masses = tkf.normalize(random.standard_normal((4, kind[0]))), [3, 1, 2, 5]
    at = pairs(law, y, sites(y, masses).log_counts)
    scale = log_pace(law, at)
    got = velocity(at, scale) * np.exp(scale)
    np.testing.assert_allclose(got, by_loops(law, y, masses), rtol=0, atol=1e-13)


def by_loops(law, y, masses):
    """The formula, token by token and head by head."""
    one = [np.eye(y.shape[1])]
    qk, ov = (one if m is None else list(m) for m in (law.qk, law.ov))
    heads = max(len(qk), len(ov))
    out = []
    for a in y:
        total = np.zeros_like(a)
        for M, V in zip(qk * (heads // len(qk)), ov * (heads // len(ov)), strict=True):
            e = [m * math.exp(law.beta * (a @ M @ b - 1)) for b, m in zip(y, masses, strict=True)]
            z = sum(e) if law.weighting == "softmax" else sum(masses)
            total += sum(w / z * V @ b for w, b in zip(e, y, strict=True))
        out.append(total - (a @ total) * a)
    return np.array(out)


@pytest.mark.parametrize("kind", LAWS)
def test_the_jacobian_is_the_derivative(kind):
    law, random = some_law(*kind), np.random.default_rng(2)
    here = sites(tkf.normalize(random.standard_normal((4, kind[0]))), [3, 1, 2, 5])
    chart, h = Chart(law, here), 1e-6
    J = jacobian(law, here.y, here.log_counts, chart.bases, chart.scale)
    push = np.append(h * np.eye(chart.size), np.zeros((chart.size, 1)), axis=1)
    slope = (chart.clocked(push) - chart.clocked(-push))[:, :-1].T / (2 * h)
    np.testing.assert_allclose(J, slope, rtol=0, atol=1e-8)


@pytest.mark.skipif(not native.available(), reason=native.instruction_set())
@pytest.mark.parametrize("kind", LAWS)
def test_the_kernels_move_many_sites_as_the_formulas_do(kind, monkeypatch):
    # Coincident and opposite sites among them, whose pulls vanish.
    law, random = some_law(*kind), np.random.default_rng(3)
    y = tkf.normalize(random.standard_normal((12, kind[0])))
    y[7], y[9] = y[3], -y[4]
    here = sites(y, random.integers(1, 5, 12))
    fast = Chart(law, here)
    monkeypatch.setattr(site_kernels, "has_kernels", lambda d: False)
    plain = Chart(law, here)
    assert plain.kernels is None
    assert fast.kernels is not None
    unit = math.exp(fast.scale - plain.scale)
    u = 0.1 * random.standard_normal((5, fast.size + 1))
    near = functools.partial(np.testing.assert_allclose, rtol=0)
    near(fast._J * unit, plain._J, atol=1e-13 * np.abs(plain._J).max())
    near(fast.clocked(u)[:, :-1] * unit, plain.clocked(u)[:, :-1], atol=1e-13)
    if law.ov is None:
        near(unit, 1, atol=1e-14)
        near(fast.paced(u), plain.paced(u), atol=1e-13)
        near(fast._gradient, plain._gradient, atol=1e-12 * np.abs(plain._gradient).max())
    stride = Stride(0.1, law.ov is None)
    near(fast.step(replace(stride, h=0.1 * unit)).y, plain.step(stride).y, atol=1e-13)


def test_weak_entries_of_a_matrix_are_left_out_and_no_order_is_lost():
    # Pairs of stiff rows, with weak couplings between all of them.
    random, m = np.random.default_rng(5), 120
    J = 1e-3 * random.standard_normal((m, m)) - 40 * np.eye(m)
    J[np.arange(0, m, 2), np.arange(1, m, 2)] = 15.0
    start = random.standard_normal(m)

    def off(solver, h):
        end, _ = extrapolation.step(lambda u: (start + u) @ J.T, solver(J, h), m, h)
        return np.abs(start + end - expm(h * J) @ start).max()

    assert extrapolation.kept(J, 0.02) is not None
    assert off(extrapolation.coupled, 0.02) < 1.5 * off(extrapolation.dense, 0.02) < 1e-7
    assert off(extrapolation.coupled, 0.01) < 1.5 * off(extrapolation.dense, 0.01) < 1e-9


@pytest.mark.parametrize("kind", [kind for kind in LAWS if kind[2] is None])
def test_the_gradient_of_the_pace(kind):
    law, random = some_law(*kind), np.random.default_rng(5)
    here = sites(tkf.normalize(random.standard_normal((4, kind[0]))), [3, 1, 2, 5])
    chart, apart, h = Chart(law, here), np.tril(np.ones((4, 4), bool), -1), 1e-6

    def pace(u):
        return float(log_pace(law, pairs(law, chart.place(u), here.log_counts), apart))

    slope = [(pace(h * e) - pace(-h * e)) / (2 * h) for e in np.eye(chart.size)]
    got = pace_gradient(law, chart.here, chart.bases, apart)
    np.testing.assert_allclose(got, slope, rtol=0, atol=1e-7)


@pytest.mark.parametrize("kind", LAWS)
def test_the_transversal_exponent_is_the_rate_at_which_twins_part(kind):
    law, random = some_law(*kind), np.random.default_rng(3)
    y, masses = tkf.normalize(random.standard_normal((4, kind[0]))), np.array([3.0, 1, 2, 5])
    rates, bases = transversal(law, y, sites(y, masses).log_counts), frames(y)
    for a in range(4):
        worst = -np.inf
        for turn in np.linspace(0, np.pi, 30):
            direction = bases[a] @ np.resize([np.cos(turn), np.sin(turn)], kind[0] - 1)
            direction /= np.linalg.norm(direction)
            twin = tkf.normalize(y[a] + 1e-7 * direction)
            # One of the tokens of site a steps aside: its mass is negligible.
            v = by_loops(law, np.vstack([y, twin]), [*masses, 1e-12])
            worst = max(worst, (v[-1] - v[a]) @ direction / 1e-7)
        if kind[0] <= 3:
            assert abs(worst - rates[a]) < 2e-2 * max(1, abs(rates[a]))
        assert worst < rates[a] + 1e-5


def test_a_velocity_of_1e_minus_40_keeps_its_digits():
    y, beta = on_circle(0.0, 1.5), 100.0
    at = pairs(Law(beta), y, sites(y, [2, 3]).log_counts)
    scale = float(log_pace(Law(beta), at))
    got = np.linalg.norm(velocity(at, scale), axis=1)
    for speed, ratio in zip(got, (mp.mpf(3) / 2, mp.mpf(2) / 3), strict=True):
        e = mp.exp(beta * (mp.cos(1.5) - 1))
        expected = ratio * e * mp.sin(1.5) / (1 + ratio * e)
        assert mp.log10(expected) < -39
        assert abs(speed * mp.exp(scale) / expected - 1) < 1e-13


@pytest.mark.parametrize("J", [None, 0.0, 1.3, 2.0])
def test_a_step_has_the_order_of_the_extrapolation(J):
    # u' = u^2 from 1 is 1 / (1 - t).  J = 2 is the derivative, but any J will do.
    def error(h):
        solver = extrapolation.explicit()
        solver = solver if J is None else extrapolation.dense(np.array([[J]]), h)
        return abs(extrapolation.step(lambda v: (1 + v) ** 2, solver, 1, h)[0][0] + 1 - 1 / (1 - h))

    h = np.array([0.15, 0.2, 0.25, 0.3])
    order = np.polyfit(np.log(h), np.log([error(k) for k in h]), 1)[0]
    assert order > extrapolation.ORDER


def test_stiff_steps_are_stable():
    J = np.array([[-1e12, 0.0], [1.0, -1.0]])
    for solver in (extrapolation.dense, extrapolation.triangular):
        u, error = extrapolation.step(lambda v: (v + 1) @ J.T, solver(J, 1.0), 2, 1.0)
        np.testing.assert_allclose(u[0], -1, rtol=0, atol=1e-3)
        np.testing.assert_allclose(u[1] + 1, math.exp(-1), rtol=0, atol=1e-3)
        assert np.isfinite(error).all()


def test_a_rank_one_change_of_J_is_solved_exactly():
    random, h = np.random.default_rng(6), 0.3
    J, (f, g), r = random.standard_normal((3, 3)), random.standard_normal((2, 3)), np.ones((8, 3))
    got = extrapolation.lowered(extrapolation.dense(J, h), f, g, h)(r, 0)
    np.testing.assert_allclose(
        got, extrapolation.dense(J - np.outer(f, g), h)(r, 0), rtol=0, atol=1e-10
    )


@pytest.mark.parametrize(
    ("beta", "gap", "m1", "m2"), [(0.0, 2.0, 1, 3), (20.0, 1.0, 1, 1), (200.0, 2.0, 1, 7)]
)
@pytest.mark.parametrize("weighting", ["softmax", "unnormalized"])
def test_two_clusters_meet_when_50_digits_say(beta, gap, m1, m2, weighting):
    got = merge_time(Law(beta, weighting=weighting), on_circle(0.0, gap), [m1, m2])
    expected = two_clusters(beta, gap, m1, m2, normalized=weighting == "softmax")
    assert abs(mp.exp(got) / expected - 1) < 1e-8


@pytest.mark.slow
def test_three_clusters_meet_when_50_digits_say():
    beta, angles, masses = 100.0, [0.0, 0.5, 1.5], [3, 1, 2]
    x0 = np.repeat(on_circle(*angles), masses, axis=0)
    run = tkf.solve(tkf.Flow(tkf.SelfAttention(beta)), x0, [0.0, 1e300], coarsen=True)
    expected = three_clusters(beta, angles, masses)
    for merge, time in zip(tkf.merges(run), expected, strict=True):
        assert abs(merge.time / time - 1) < 1e-8


@pytest.mark.parametrize("gap", [0.5, 2.0])
def test_the_slope_of_the_merge_law(gap):
    betas = np.array([50.0, 100.0, 200.0, 400.0])
    logs = [merge_time(Law(b), on_circle(0.0, gap), [1, 2]) for b in betas]
    slope = np.polyfit(betas, np.log(betas) + logs, 1)[0]
    assert max(logs) < math.log(1e300)
    assert abs(slope / (1 - math.cos(gap)) - 1) < 0.01
    law = [tkf.theory.merge_time(gap, b, 1, 2) * math.log(10) for b in betas]
    assert abs(logs[-1] - law[-1]) < 0.05


@pytest.mark.parametrize(("beta", "gap"), [(1.0, 1.0), (30.0, 0.8), (200.0, 1.7)])
def test_equal_masses_meet_at_the_closed_form(beta, gap):
    # F(u) = 1/2 ln((1+u)/(1-u)) + 1/2 (-Ei(beta (1-u)) + e^{2 beta} Ei(-beta (1+u)))
    def F(u):
        near, far = mp.ei(beta * (1 - u)), mp.exp(2 * beta) * mp.ei(-beta * (1 + u))
        return mp.log((1 + u) / (1 - u)) / 2 + (far - near) / 2

    expected = (F(mp.cos(MET)) - F(mp.cos(gap))) / 2
    got = mp.exp(merge_time(Law(beta), on_circle(0.0, gap), [4, 4]))
    assert abs(got / expected - 1) < 1e-8


@pytest.mark.parametrize("weighting", ["softmax", "unnormalized"])
@pytest.mark.parametrize("d", [3, 8])
def test_the_plane_of_two_clusters_does_not_matter(d, weighting):
    law = Law(40.0, weighting=weighting)
    turn = np.linalg.qr(np.random.default_rng(4).standard_normal((d, d)))[0][:2]
    flat = merge_time(law, on_circle(0.0, 1.3), [2, 3])
    assert abs(merge_time(law, on_circle(0.0, 1.3) @ turn, [2, 3]) - flat) < 1e-8


def test_a_slow_plane_inside_a_fast_sphere():
    # V = diag(1, 1, 1/2) pulls tokens into a plane in no time; there they move as for V = I.
    V, lift = np.diag([1.0, 1.0, 0.5])[None], np.array([[0.3], [-0.2]])
    y = np.hstack([on_circle(0.0, 1.2), np.zeros((2, 1))])
    flat = merge_time(Law(30.0), y[:, :2], [1, 2])
    assert abs(merge_time(Law(30.0, ov=V), y, [1, 2]) - flat) < 1e-8
    lifted = tkf.normalize(y + lift * [0, 0, 1])
    assert abs(merge_time(Law(30.0, ov=V), lifted, [1, 2]) - flat) < 2


def test_what_is_balanced_stays():
    for angles in ([0.0, np.pi], 2 * np.pi * np.arange(5) / 5):
        assert merge_time(Law(30.0), on_circle(*angles), np.ones(len(angles))) == np.inf


@pytest.mark.slow
@settings(max_examples=15, deadline=None, derandomize=True)
@given(
    beta=st.one_of(st.just(0.0), st.floats(0.0, 1e4)),
    angles=st.lists(st.floats(0, 6.3), min_size=1, max_size=5),
    d=st.sampled_from([2, 3]),
    twins=st.booleans(),
    opposite=st.booleans(),
)
@example(beta=1e4, angles=[0.0], d=2, twins=True, opposite=True)
@example(beta=0.0, angles=[0.0, 1.0], d=3, twins=True, opposite=True)
def test_never_a_nan_an_overflow_or_a_stall(beta, angles, d, twins, opposite):
    y = np.hstack([on_circle(*angles), np.sin(3 * np.array(angles))[:, None]])[:, :d]
    y = tkf.normalize(y)
    x0 = np.concatenate([y, y[:1]] if twins else [y])
    x0 = np.concatenate([x0, -y[:1]]) if opposite else x0
    times = [0.0, 1.0, 1e4, 1e30, 1e300]
    run = tkf.solve(tkf.Flow(tkf.SelfAttention(beta)), x0, times, coarsen=True)
    assert np.abs(np.linalg.norm(run.x, axis=-1) - 1).max() < 1e-12
    merges = tkf.merges(run)
    assert all(np.diff([m.time for m in merges]) >= 0)
    counts = [m.count for m in merges]
    assert counts == sorted(counts, reverse=True)
    assert (run.merged_within >= 0).all()
    # What has not merged by 1e300 rests in balance or needs longer still.
    end, mass = run.x.data[-1], np.ones((len(x0), len(x0)))
    if merges and merges[-1].count > 1 and beta < 100:
        assert merge_time(Law(beta), end, mass[0]) in (np.inf, -np.inf)


def test_masses_need_not_be_whole_numbers():
    for masses in ([0.3, 1e-6], [1e5, 1.0]):
        got = merge_time(Law(25.0), on_circle(0.0, 1.1), masses)
        assert abs(mp.exp(got) / two_clusters(25.0, 1.1, *masses) - 1) < 1e-8


def test_a_time_beyond_floating_point_is_a_logarithm():
    got = merge_time(Law(1000.0), on_circle(0.0, 1.5), [1, 1])
    assert abs(got / math.log(10) - tkf.theory.merge_time(1.5, 1000.0)) < 1e-3
    assert got > math.log(1e300)


def test_windows_grow_with_time():
    now, here = Moment(0.0, sites(on_circle(0.0, 1.6), [1, 2])), None
    for _ in range(60):
        here, now = now, advance(Law(200.0), now, 1e300, 1e-10)
    assert here is not None
    assert now.t > 1e80


@pytest.mark.parametrize("count", [3, 9])  # by arrays, and by kernels
@pytest.mark.parametrize("kernels", [True, False])
def test_slow_motion_within_the_image_of_a_projection_keeps_its_digits(count, kernels, monkeypatch):
    # V holds tokens to a plane at a rate of order one; in the plane it is the identity, so they
    # move as on the circle, here at 1e-13 and less.
    if not kernels:
        monkeypatch.setattr(site_kernels, "FEWEST", 1000)
    rng = np.random.default_rng(7)
    plane = np.linalg.qr(rng.normal(size=(4, 4)))[0][:, :2]
    y = on_circle(*np.linspace(0.0, 6.0, count, endpoint=False) + rng.uniform(-0.05, 0.05, count))
    beta = 36 / (1 - math.cos(6.0 / count))
    masses = rng.integers(5, 20, count)
    held = Chart(Law(beta, ov=(plane @ plane.T)[None]), sites(y @ plane.T, masses))
    free = Chart(Law(beta), sites(y, masses))
    assert free.scale < -25
    duration = 3e-3 * math.exp(-max(free.scale, held.scale))
    moved, expected = (
        chart.step(Stride(duration * math.exp(chart.scale), paced=False)) for chart in (held, free)
    )
    size = np.abs(expected.y - y).max()
    assert size > 1e-4
    np.testing.assert_allclose(moved.y, expected.y @ plane.T, rtol=0, atol=1e-9 * size)
    assert moved.off < 1e-9 * size
