"""Native steps beside the plain loops: every mask, weighting, position, set of heads and space.

The velocity of a first step, a layer, and a step through noise; whole paths are in test_engines.py.
"""

import itertools
import math

import numpy as np
import pytest
from support import reference

import tokenflock as tkf
from tokenflock import spaces
from tokenflock._jax import jax, jnp
from tokenflock.attention import native
from tokenflock.fields.noise import Brownian
from tokenflock.solvers import equal_steps, native_call, native_law
from tokenflock.solvers.family import Family
from tokenflock.solvers.native_call import Control, EqualSteps, State
from tokenflock.solvers.runge_kutta import equal_step, tables
from tokenflock.spaces.mixln import Shells

pytestmark = pytest.mark.skipif(not native.available(), reason="no native kernels here")

N, D = 7, 4
RNG = np.random.default_rng(7)
QK, OV = RNG.normal(size=(2, 3, D, D)) / 2
Q, K = RNG.normal(size=(2, 3, 2, D))
W_O, W_V = RNG.normal(size=(3, D, 2)) / 2, RNG.normal(size=(3, 2, D)) / 2
MASSES = RNG.uniform(0.3, 2.0, N)
TABLE = (RNG.random((N, N)) < 0.4) | np.eye(N, dtype=bool)
UNITS = tkf.normalize(RNG.normal(size=(N, D)))
LONG = UNITS * RNG.uniform(0.5, 2.0, (N, 1))
BETA, T = 1.3, 0.7

MASKS = {
    "full": ("full", reference.sees_full),
    "causal": ("causal", reference.sees_causal),
    "window": ("window:3", reference.sees_window(3)),
    "table": (TABLE, lambda i, j: bool(TABLE[i, j])),
}
WEIGHTINGS = {
    "softmax": reference.weights,
    "unnormalized": reference.unnormalized,
    "unnormalized:scaled": reference.scaled,
}
SPACES = {
    "sphere": (spaces.Sphere(), UNITS, reference.sphere),
    "euclidean": (spaces.Euclidean(), LONG, reference.average),
    "preln": (spaces.PreLN(), LONG, reference.preln),
    "periln": (spaces.PeriLN(), LONG, reference.periln),
    "shells": (Shells(), LONG, reference.shells),
    "ngpt": (spaces.NGPT(0.6), UNITS, reference.ngpt(0.6)),
    "sqrtscaled": (spaces.SqrtScaled(), UNITS, reference.sqrt_scaled(T)),
}
HEADS = {
    "identity": (None, None),
    "one": (QK[0], OV[0]),
    "several": (QK, OV),
    "one qk": (QK[:1], OV),
    "one ov": (QK, OV[:1]),
    "factors": ((Q, K), (W_O, W_V)),
    "factors of qk": ((Q, K), None),
}


def matrices(heads):
    """The pairs (M, V) of all heads, for the loops."""
    qk, ov = HEADS[heads]
    qk = np.swapaxes(Q, 1, 2) @ K if isinstance(qk, tuple) else qk
    ov = W_O @ W_V if isinstance(ov, tuple) else ov
    qk, ov = (np.eye(D)[None] if m is None else m.reshape(-1, D, D) for m in (qk, ov))
    count = max(len(qk), len(ov))
    return [(qk[h % len(qk)].tolist(), ov[h % len(ov)].tolist()) for h in range(count)]


def law(flow, x):
    members = Family.of(flow, 1)
    assert native_law.is_known(members, *x.shape)
    return native_law.law_of(members, np.array([0]), *x.shape), native_law.kind_of(flow)


def velocity(flow, x, t=T):
    """The velocity that native steps begin with."""
    parts, kind = law(flow, x)
    control = Control(order=2.0, tol=1.0, safety=0.9, factor_min=0.2, factor_max=10.0)
    state, _ = native_call.advance(
        State.at(x[None], t), parts, kind=kind, times=np.array([t + 1.0]), steps=0,
        tables=tables("heun"), control=control,
    )  # fmt: skip
    return state.velocity[0]


def stepped(flow, x, way, step, count=1, t=T, **options):
    parts, kind = law(flow, x)
    steps = EqualSteps(t=t, length=step, count=count)
    how = {"kind": kind, "way": way, "tables": tables("midpoint")}
    return native_call.take_steps(x[None], parts, steps, **how, **options)[0]


def by_loops(x, rule, *system):
    rows = x.tolist()
    return np.array([rule(rows, i, *system) for i in range(len(rows))])


def near(ours, expected):
    np.testing.assert_allclose(ours, expected, rtol=1e-12, atol=1e-13)


@pytest.mark.parametrize("weighting", WEIGHTINGS)
@pytest.mark.parametrize("mask", MASKS)
@pytest.mark.parametrize("masses", [None, MASSES], ids=["", "masses"])
def test_masks_and_weightings_are_those_of_the_loops(mask, weighting, masses):
    word, sees = MASKS[mask]
    for heads in ("identity", "several"):
        attention = tkf.SelfAttention(
            BETA, *HEADS[heads], mask=word, weighting=weighting, masses=masses
        )
        system = (BETA, matrices(heads), sees, WEIGHTINGS[weighting])
        system += () if masses is None else (masses.tolist(),)
        expected = by_loops(UNITS, reference.sphere, *system)
        near(velocity(tkf.Flow(attention), UNITS), expected)


@pytest.mark.parametrize("heads", HEADS)
@pytest.mark.parametrize("space", SPACES)
def test_spaces_and_heads_are_those_of_the_loops(space, heads):
    law_of_motion, x, rule = SPACES[space]
    for weighting in ("softmax", "unnormalized"):
        attention = tkf.SelfAttention(BETA, *HEADS[heads], mask="causal", weighting=weighting)
        system = (BETA, matrices(heads), reference.sees_causal, WEIGHTINGS[weighting])
        ours = velocity(tkf.Flow(attention, law_of_motion), x)
        near(ours, by_loops(x, rule, *system))


@pytest.mark.parametrize("weighting", ["softmax", "unnormalized"])
def test_alibi_is_that_of_the_loops(weighting):
    attention = tkf.SelfAttention(
        BETA, QK[0], OV[0], mask="causal", position="alibi:2.5", masses=MASSES, weighting=weighting
    )
    fading = reference.alibi(2.5, WEIGHTINGS[weighting])
    system = (BETA, matrices("one"), reference.sees_causal, fading, MASSES.tolist())
    near(velocity(tkf.Flow(attention), UNITS), by_loops(UNITS, reference.sphere, *system))


def test_rotary_positions_are_those_of_the_loops():
    attention = tkf.SelfAttention(BETA, mask="causal", position="rotary:30")
    system = (BETA, matrices("identity"), reference.sees_causal, reference.rotary(30.0))
    near(velocity(tkf.Flow(attention), UNITS), by_loops(UNITS, reference.sphere, *system))


def test_rotary_positions_turn_the_factors():
    options = {"mask": "causal", "position": "rotary:30"}
    flow = tkf.Flow(tkf.SelfAttention(BETA, (Q, K), (W_O, W_V), **options))
    near(velocity(flow, UNITS), flow(T, UNITS))


def test_frozen_tokens_stay():
    frozen = np.arange(N) % 3 == 0
    for name, (space, x, _) in SPACES.items():
        flow = tkf.Flow(tkf.SelfAttention(BETA, QK, OV), space, frozen)
        moving = tkf.Flow(tkf.SelfAttention(BETA, QK, OV), space)
        ours = velocity(flow, x)
        np.testing.assert_array_equal(ours[frozen], 0.0)
        np.testing.assert_array_equal(ours[~frozen], velocity(moving, x)[~frozen])
        layer = stepped(flow, x, "layers", 0.3)
        np.testing.assert_array_equal(layer[frozen], x[frozen], err_msg=name)


@pytest.mark.parametrize("space", SPACES)
def test_a_layer_is_that_of_the_space(space):
    law_of_motion, x, _ = SPACES[space]
    flow = tkf.Flow(tkf.SelfAttention(BETA, QK, OV, mask="causal"), law_of_motion)
    near(stepped(flow, x, "layers", 0.3), flow.layer(T, jnp.asarray(x), 0.3))


@pytest.mark.parametrize("space", ["sphere", "euclidean"])
def test_a_layer_without_residual_is_an_average(space):
    law_of_motion, x, _ = SPACES[space]
    flow = tkf.Flow(tkf.SelfAttention(BETA, QK, OV, mask="causal"), law_of_motion)
    near(stepped(flow, x, "no-residual", 0.3), flow.without_residual(T, jnp.asarray(x)))


@pytest.mark.parametrize("space", SPACES)
def test_an_equal_step_is_that_of_python(space):
    law_of_motion, x, _ = SPACES[space]
    flow = tkf.Flow(tkf.SelfAttention(BETA, QK, OV, mask="causal"), law_of_motion)
    expected = equal_step(flow, tables("midpoint"), T, jnp.asarray(x), 0.3)
    near(stepped(flow, x, "runge-kutta", 0.3), expected)


@pytest.mark.slow
@pytest.mark.parametrize(("space", "d"), [("sphere", 2), ("sphere", 3), ("euclidean", 4)])
def test_noise_is_the_stream_of_jax(space, d):
    x = tkf.normalize(np.random.default_rng(d).normal(size=(5, d)))
    frozen = np.arange(5) == 3
    attention = tkf.SelfAttention(BETA, mask="causal")
    flow = tkf.Flow(attention, spaces.named(space), frozen, Brownian(3.0))
    key, y = np.array([123456789, 4000000000], np.uint32), jnp.asarray(x)
    t, step = jnp.asarray(T), jnp.asarray(0.05)
    for number in map(jnp.asarray, range(3)):
        y = equal_steps._noisy(flow, jnp.asarray(key), t, y, step, number)
    ours = stepped(flow, x, "splitting", 0.05, count=3, seed=key[None])
    np.testing.assert_allclose(ours, y, rtol=0, atol=1e-14)


def test_normal_numbers_are_those_of_jax():
    # Tokens of R^1 that attention does not move: their noise is all there is to see.
    n, key = 20_000, np.array([5, 6], np.uint32)
    flow = tkf.Flow(
        tkf.SelfAttention(0.0, ov=[[0.0]], mask="window:1"), spaces.Euclidean(), None, Brownian(2.0)
    )
    x = stepped(flow, np.zeros((n, 1)), "splitting", 1.0, seed=key[None])
    stream = jax.random.fold_in(jax.random.wrap_key_data(jnp.asarray(key)), 0)
    drawn = np.asarray(jax.random.normal(stream, (n, 2, 1)))
    np.testing.assert_allclose(x, math.sqrt(0.5) * drawn.sum(axis=1), rtol=3e-14, atol=3e-14)


@pytest.mark.parametrize("d", [2, 3])
@pytest.mark.parametrize("mask", ["full", "causal"])
def test_series_are_the_pairs(d, mask):
    n, rng = 2500, np.random.default_rng(d)
    x, M = tkf.normalize(rng.normal(size=(n, d))), np.eye(d) + 0.3 * rng.normal(size=(d, d))
    for weighting, qk in itertools.product(WEIGHTINGS, (None, M)):
        options = {"mask": mask, "weighting": weighting, "masses": rng.uniform(0.5, 2.0, n)}
        quick, slow = (
            tkf.Flow(tkf.SelfAttention(2.0, qk, **options, kernel=kernel))
            for kernel in ("auto", "native")
        )
        assert law(quick, x)[0].reach is not None
        assert law(slow, x)[0].reach is None
        scale = np.abs(velocity(slow, x)).max()
        assert np.abs(velocity(quick, x) - velocity(slow, x)).max() <= 1e-11 * max(1.0, scale)


def test_slow_tokens_are_summed_pair_by_pair():
    # Tokens within 1e-12 of each other: a series would see only rounding.
    x = tkf.normalize([1.0, 0.0] + 1e-12 * np.random.default_rng(1).normal(size=(3000, 2)))
    flow = tkf.Flow(tkf.SelfAttention(2.0, mask="causal"))
    assert law(flow, x)[0].reach is not None
    mean = np.cumsum(x - x[0], axis=0) / np.arange(1, 3001)[:, None] - (x - x[0])
    np.testing.assert_allclose(velocity(flow, x)[:, 1], mean[:, 1], rtol=1e-9, atol=1e-24)


@pytest.mark.parametrize("size", [1e80, 1e155, 1e300])
def test_large_tokens_have_their_limit(size):
    # Who is longest in a direction is all that logits of 1e160 and more let through.
    x = np.array([[1.0, 0.0], [3.0, 0.5], [-2.0, 1.0]])
    flow = tkf.Flow(tkf.SelfAttention(1.0), spaces.Euclidean())
    near(velocity(flow, size * x) / size, [x[1], x[1], x[2]])


def test_threads_change_no_bit():
    # A single run shares its rows among threads; in a batch each run has one.
    x = tkf.normalize(np.random.default_rng(3).normal(size=(3, 700, 5)))
    flow = tkf.Flow(tkf.SelfAttention(3.0, np.diag(range(1, 6)), mask="causal"))
    together = tkf.solve(flow, x, [0.0, 0.5]).x.data
    for run in range(3):
        alone = tkf.solve(flow, x[run], [0.0, 0.5]).x.data
        np.testing.assert_array_equal(alone, together[run])


def test_a_step_to_nowhere_is_rejected():
    # The first token overflows, the others do not: whatever their errors, the step is too long.
    x = np.array([[1e300, -1e300], [1.0, 0.0], [0.0, 1.0]])
    flow = tkf.Flow(tkf.SelfAttention(0.0, ov=1e3 * np.eye(2), mask="window:1"), spaces.Euclidean())
    with pytest.raises(tkf.SolveError, match="grow beyond floating point") as error:
        tkf.solve(flow, x, [0.0, 1.0], method="tsit5")
    assert np.isfinite(error.value.x).all()
