"""Implicit steps of causal tokens: the kernel against NumPy, explicit steps, and the past."""

import equinox as eqx
import numpy as np
import pytest

import tokenflock as tkf
from tokenflock._jax import jnp
from tokenflock.attention import native
from tokenflock.coarsening import drifting
from tokenflock.coarsening.causal_law import causal_law, time_unit
from tokenflock.coarsening.causal_steps import Trial, kernel_step, sites_step
from tokenflock.coarsening.drifting import Drift, Tolerances, stride
from tokenflock.solvers.runge_kutta import tables

pytestmark = pytest.mark.skipif(not native.available(), reason=native.instruction_set())

KINDS = [
    "plain", "qk", "ov", "both", "heads", "unnormalized", "scaled", "unnormalized qk", "window",
    "explicit", "masses", "alibi", "frozen", "projection", "away plain", "away both",
    "away unnormalized", "away scaled", "away alibi",
]  # fmt: skip
N = 9


def flow_of_kind(kind, d, beta=3.0, seed=0):
    """A flow none of whose matrices is symmetric, so that no transpose goes unnoticed.

    "away": the same with a negative beta.
    """
    if kind.startswith("away "):
        return flow_of_kind(kind.removeprefix("away "), d, -beta, seed)
    random = np.random.default_rng(seed)
    M, V = random.standard_normal((2, d, d))
    options = {
        "plain": {},
        "qk": {"qk": M},
        "ov": {"ov": V},
        "both": {"qk": M, "ov": V},
        "heads": {"qk": random.standard_normal((3, d, d)), "ov": random.standard_normal((3, d, d))},
        "unnormalized": {"weighting": "unnormalized"},
        "scaled": {"weighting": "unnormalized:scaled", "ov": V},
        "unnormalized qk": {"weighting": "unnormalized", "qk": M / 2, "ov": V},
        "window": {"mask": "window:4"},
        "explicit": {"mask": np.tril(random.random((N, N)) < 0.5) | np.eye(N, dtype=bool)},
        "masses": {"masses": random.random(N) + 0.3},
        "alibi": {"position": "alibi:3"},
        "frozen": {},
        "projection": {"ov": np.diag([1.0] * (d - 1) + [0.0])},
    }[kind]
    frozen = np.arange(N) % 4 == 1 if kind == "frozen" else None
    return tkf.Flow(tkf.SelfAttention(beta, **{"mask": "causal"} | options), frozen=frozen)


def tokens(d, seed=1):
    return tkf.normalize(np.random.default_rng(seed).standard_normal((N, d)))


@pytest.mark.parametrize("d", [2, 3, 5])
@pytest.mark.parametrize("kind", KINDS)
def test_the_kernel_takes_the_step_of_the_formulas(kind, d):
    # Errors agree as well: they tell two derivatives apart, ends of steps do not.
    flow, x = flow_of_kind(kind, d), tokens(d)
    law = causal_law(flow, N)
    h = 0.3 * time_unit(law, x)
    got = kernel_step(law, x, h, paced=False)
    if kind != "frozen":  # which sites are not
        want = sites_step(law, x, h, paced=False)
        np.testing.assert_allclose(got.x, want.x, rtol=0, atol=2e-12)
        np.testing.assert_allclose(got.error, want.error, rtol=1e-3, atol=5e-12)
        np.testing.assert_array_equal(got.leads, want.leads)
        assert got.growth == pytest.approx(want.growth, rel=0.05, abs=1e-3)
    else:
        np.testing.assert_array_equal(got.x[1::4], x[1::4])


def explicit_steps(flow, x, t, count=4):
    """The tokens after a short time, by equal steps of order eight; a field compiles fast."""
    field, table, h = eqx.filter_jit(flow), tables("dopri8"), t / count
    for _ in range(count):
        k = np.zeros((table.tried, *x.shape))
        for stage in range(table.tried):
            inside = x + h * np.tensordot(table.a[stage, : table.tried], k, axes=1)
            k[stage] = field(0.0, jnp.asarray(inside))
        x = x + h * np.tensordot(table.b[: table.tried], k, axes=1)
    return x


@pytest.mark.parametrize("d", [2, 8])
@pytest.mark.parametrize("kind", KINDS)
def test_a_short_step_leads_where_explicit_steps_lead(kind, d):
    flow, x = flow_of_kind(kind, d), tokens(d)
    law = causal_law(flow, N)
    for paced in (False, True):
        step = kernel_step(law, x, 0.02 * time_unit(law, x), paced=paced)
        np.testing.assert_allclose(step.x, explicit_steps(flow, x, step.tau), rtol=0, atol=1e-11)
        assert step.error.max() < 1e-11


def test_a_long_step_of_slow_tokens_follows_their_equilibrium():
    # Twelve tokens in two clusters: the leader of the second creeps, its followers rest behind it.
    flow = tkf.Flow(tkf.SelfAttention(30.0, mask="causal"))
    angle = np.array([0.0, 0.9, *[0.0, 0.9] * 5])
    x = np.stack([np.cos(angle), np.sin(angle)], axis=1)
    x = tkf.solve(flow, x, [0.0, 60.0], tol=1e-12, coarsen=False).x.data[-1]
    law = causal_law(flow, len(x))
    for step in (kernel_step, sites_step):
        got = step(law, x, 300.0, paced=False)
        path = tkf.solve(flow, x, [0.0, 300.0], tol=1e-12, coarsen=False)
        moved = np.linalg.norm(path.x.data[-1] - x, axis=1)
        assert moved[1] > 1e-4
        np.testing.assert_allclose(got.x, path.x.data[-1], rtol=0, atol=1e-9)


@pytest.mark.parametrize("d", [2, 3])
@pytest.mark.parametrize("seed", range(2))
def test_weights_that_are_left_out_of_a_step_count_for_nothing(seed, d):
    # Logits between -100 and 100: at every time some tokens rest, some run and some have not begun.
    random, n = np.random.default_rng(seed), 24
    qk, x0 = random.standard_normal((2, d, d)) / d, tkf.normalize(random.standard_normal((n, d)))
    flow = tkf.Flow(tkf.SelfAttention(40.0, qk, mask="causal", weighting="unnormalized:scaled"))
    law, times = causal_law(flow, n), [0.0, *np.logspace(-12, 6, 7)]
    for t, x in zip(times[1:], tkf.solve(flow, x0, times).x.data[1:], strict=True):
        _, taken = stride(law, Drift(t, x, t / 30), 1e300, Tolerances.of(1e-8), 0.0)
        tau = taken.trial.tau
        got, want = (step(law, x, tau, paced=False) for step in (kernel_step, sites_step))
        np.testing.assert_allclose(got.x, want.x, rtol=0, atol=1e-11)
        np.testing.assert_allclose(taken.trial.x, want.x, rtol=0, atol=1e-10)
        assert got.unit == pytest.approx(time_unit(law, x), rel=1e-12)


@pytest.mark.parametrize("isa", native.INSTRUCTION_SETS)
def test_instruction_sets_agree(isa):
    if not native.use(isa):
        pytest.skip(f"this machine does not run {isa}")
    try:
        law, x = causal_law(flow_of_kind("heads", 3), N), tokens(3)
        narrow = kernel_step(law, x, 0.1, paced=True)
    finally:
        native.use(None)
    wide = kernel_step(law, x, 0.1, paced=True)
    np.testing.assert_allclose(narrow.x, wide.x, rtol=0, atol=1e-12)
    assert narrow.tau == pytest.approx(wide.tau, rel=1e-12)


@pytest.mark.parametrize("kind", ["plain", "heads", "window", "alibi"])
def test_the_future_never_moves_the_past(kind):
    flow, x = flow_of_kind(kind, 3), tokens(3)
    law = causal_law(flow, N)
    other = x.copy()
    other[6:] = tokens(3, seed=5)[6:]
    one, two = (kernel_step(law, start, 0.2, paced=False).x[:6] for start in (x, other))
    np.testing.assert_array_equal(one, two)


def test_the_error_falls_with_the_eighth_power_of_the_step():
    flow, x = flow_of_kind("both", 3, beta=1.0), tokens(3)
    law = causal_law(flow, N)
    errors = [kernel_step(law, x, h, paced=False).error.max() for h in (0.16, 0.32)]
    assert np.log2(errors[1] / errors[0]) > 7


def test_a_token_at_an_unstable_place_is_not_held_there():
    # The third is almost midway between the first two, and leaves like e^{rate t}.
    angle = np.array([0.0, 1.0, 0.5 + 1e-9])
    x = np.stack([np.cos(angle), np.sin(angle)], axis=1)
    flow = tkf.Flow(tkf.SelfAttention(40.0, mask="causal"))
    law = causal_law(flow, 3)
    growth = kernel_step(law, x, 1.0, paced=False).growth
    assert growth > 0.01
    _, taken = stride(law, Drift(0.0, x, 1e4), 1e30, Tolerances.of(1e-8), 0.0)
    assert taken.h * growth <= 1.02
    times = [0.0, 1e3]
    short, long = (tkf.solve(flow, x, times, coarsen=c, tol=1e-10).x.data for c in (False, True))
    np.testing.assert_allclose(long, short, rtol=0, atol=1e-6)
    assert np.linalg.norm(long[-1, 2] - long[-1, 1]) < 1e-3


@pytest.mark.parametrize("d", [9, 12])
def test_without_the_kernel_sites_serve(d):
    x0 = tkf.normalize(np.random.default_rng(0).standard_normal((6, d)))
    flow = tkf.Flow(tkf.SelfAttention(9.0, mask="causal"))
    times = [0.0, 10.0, 200.0, 1e20]
    run = tkf.solve(flow, x0, times)
    early = tkf.solve(flow, x0, times[:-1], coarsen=False, tol=1e-12)
    np.testing.assert_allclose(run.x.data[:-1], early.x.data, rtol=0, atol=1e-6)
    assert tkf.consensus_angle(run.x)[-1] < 1e-8


def test_noise_does_not_hold_steps_back_for_ever(monkeypatch):
    # The error of a step at rest is rounding, near the tolerance and the same however long it is.
    def at_rest(law, x, h, *, paced):
        error, leads = np.full(2, 7e-12), np.ones(2, bool)
        return Trial(x=x, error=error, tau=h, late=0.0, unit=1.0, growth=0.0, leads=leads)

    monkeypatch.setattr(drifting, "step", at_rest)
    law, now = causal_law(flow_of_kind("plain", 2), 2), Drift(0.0, np.eye(2), 1.0)
    for _ in range(100):
        now, taken = stride(law, now, 1e300, Tolerances.of(1e-8), 1e-3)
        assert taken is not None
    assert now.t > 1e4


def test_longer_steps_that_are_tried_in_vain_cost_little(monkeypatch):
    # Steps of length 1 are just right: one in sixteen is tried eight times as long, and rejected.
    tried = []

    def just_right(law, x, h, *, paced):
        tried.append(h)
        error, leads = np.full(2, 8e-12 * h**8), np.ones(2, bool)
        return Trial(x=x, error=error, tau=h, late=0.0, unit=1.0, growth=0.0, leads=leads)

    monkeypatch.setattr(drifting, "step", just_right)
    law, now = causal_law(flow_of_kind("plain", 2), 2), Drift(0.0, np.eye(2), 1.0)
    for _ in range(160):
        now, _ = stride(law, now, 1e300, Tolerances.of(1e-8), 1e-3)
    assert len(tried) < 1.25 * 160
    assert now.t > 0.8 * 160


def test_unnormalized_tokens_take_implicit_steps_while_the_fastest_of_them_rest():
    # Weights spread over decades: explicit steps would have to follow tokens that are at rest.
    random = np.random.default_rng(3)
    M = random.normal(size=(1, 2, 2)) / np.sqrt(2)
    attention = tkf.SelfAttention(16.0, M, mask="causal", weighting="unnormalized:scaled")
    flow, x0 = tkf.Flow(attention), tkf.normalize(random.normal(size=(24, 2)))
    times = [0.0, 0.01, 0.1, 1.0, 2.0, 3.0]

    long = tkf.solve(flow, x0, times, tol=1e-8, coarsen=True)
    exact = tkf.solve(flow, x0, times, tol=1e-12, method="dopri8", coarsen=False)

    # Tokens change within 1e-3 here: by FIRST_LOOK and SHORTEST alone all steps are explicit.
    assert long.attrs["slow_steps"] > 10
    assert long.attrs["evaluations"] < exact.attrs["evaluations"] / 2
    np.testing.assert_allclose(long.x.data, exact.x.data, rtol=0, atol=1e-8)


def test_slow_motion_beside_a_fast_drift_of_one_head_keeps_its_digits():
    # Head 1 holds tokens to a plane at a rate of order one and pulls them along it at 1e-12; head 2
    # weighs 1e-60 and knows nothing of the plane.  In the plane they move as on the circle.
    random = np.random.default_rng(11)
    plane = np.linalg.qr(random.normal(size=(3, 3)))[0][:, :2]
    y = np.array([[np.cos(a), np.sin(a)] for a in (0.0, 1.0)])
    ov = np.stack([plane @ plane.T, random.normal(size=(3, 3))])
    qk = np.stack([np.eye(3), -3 * np.eye(3)])
    options = {"mask": "causal", "weighting": "unnormalized:scaled"}
    held = causal_law(tkf.Flow(tkf.SelfAttention(60.0, qk=qk, ov=ov, **options)), 2)
    free = causal_law(tkf.Flow(tkf.SelfAttention(60.0, qk=np.eye(2), **options)), 2)
    h = 1e-3 * np.exp(60 * (1 - np.cos(1.0)))
    moved = kernel_step(held, y @ plane.T, h, paced=False)
    expected = kernel_step(free, y, h, paced=False)
    size = np.abs(expected.x - y).max()
    assert size > 1e-4
    np.testing.assert_allclose(moved.x, expected.x @ plane.T, rtol=0, atol=1e-10 * size)
    assert moved.error.max() < 1e-9 * size


@pytest.mark.parametrize("d", [2, 3])
def test_a_value_matrix_that_is_the_identity_but_for_rounding_moves_nobody_by_itself(d):
    turned = np.linalg.qr(np.random.default_rng(3).normal(size=(d, d)))[0]
    V = turned @ turned.T
    assert 0 < np.abs(V - np.eye(d)).max() < 1e-15
    y = np.array([[np.cos(a), np.sin(a), 0.0][:d] for a in (0.0, 2.0, 4.0)])
    h = 1e-3 * np.exp(60 * (1 - np.cos(2.0)))
    rounded, exact = (
        kernel_step(causal_law(tkf.Flow(tkf.SelfAttention(60.0, ov=ov, mask="causal")), 3), y, h,
                    paced=False)
        for ov in (V, None)
    )  # fmt: skip
    size = np.abs(exact.x - y).max()
    assert 1e-5 < size < 1e-2
    np.testing.assert_allclose(rounded.x - y, exact.x - y, rtol=0, atol=1e-8 * size)
