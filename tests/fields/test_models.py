"""Every weighting, mask, space and number of heads that is defined, against the loop reference."""

import functools
import itertools

import equinox as eqx
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.integrate import solve_ivp
from scipy.linalg import expm
from support import reference
from support.systems import MASKS, N, by_loops, random_system

import tokenflock as tkf
from tokenflock._jax import jax, jnp
from tokenflock.simulation import attention_of, flow_of, tokens_of

WEIGHTINGS = {
    "softmax": reference.weights,
    "unnormalized": reference.unnormalized,
    "unnormalized:scaled": reference.scaled,
    "hardmax": reference.hardmax,
    "hardmax:others": reference.hardmax_others,
    "sinkhorn": reference.sinkhorn,
}
TIME = 0.8
SPACES = {
    "sphere": (tkf.Sphere(), reference.sphere),
    "euclidean": (tkf.Euclidean(), reference.average),
    "preln": (tkf.PreLN(), reference.preln),
    "periln": (tkf.PeriLN(), reference.periln),
    "mixln, before": (tkf.MixLN(2 * TIME), reference.shells),
    "mixln, after": (tkf.MixLN(TIME / 2), reference.preln),
    "ngpt": (tkf.NGPT(0.3), reference.ngpt(0.3)),
    "ngpt, alpha(t)": (tkf.NGPT(lambda t: t / 2), reference.ngpt(TIME / 2)),
    "sqrtscaled": (tkf.SqrtScaled(), reference.sqrt_scaled(TIME)),
}
MASSES = np.random.default_rng(5).uniform(0.2, 3.0, N)
# Masks that doubly stochastic matrices fill: everybody, or blocks of tokens that see each other.
ALL = np.ones((N, N), bool)
BLOCKS = np.kron(np.eye(2, dtype=bool), np.ones((N // 2, N // 2), bool))


def masks_for(weighting):
    if weighting != "sinkhorn":
        return MASKS
    masks = {"all": ALL, "blocks": BLOCKS}
    return {name: (mask, lambda i, j, m=mask: bool(m[i, j])) for name, mask in masks.items()}


# One head and three alternate: every mask meets both.  Sinkhorn's weights of one head, with the
# mask 'full', are those of a token of mass three below.
DEFINED = [
    (weighting, mask, 3 if weighting == "sinkhorn" or (row + column) % 2 else 1)
    for row, weighting in enumerate(WEIGHTINGS)
    for column, mask in enumerate(masks_for(weighting))
]


# Of either sign, as far as the loops come: Sinkhorn's own iteration takes e^|l| sweeps, and plain
# weights e^l overflow.
BETAS = {
    "softmax": (1.7, -0.3, -4.0, -64.0),
    "unnormalized": (1.7, -0.3, -4.0),
    "unnormalized:scaled": (1.7, -0.3, -4.0),
    "sinkhorn": (1.7, -0.3),
}
SIGNED = [(beta, *rest) for rest in DEFINED for beta in BETAS.get(rest[0], (1.7,))]


@pytest.mark.parametrize(("beta", "weighting", "mask", "heads"), SIGNED)
def test_every_field_is_the_loop_reference(beta, weighting, mask, heads):
    x, qk, ov = random_system(3, heads)
    mask, sees = masks_for(weighting)[mask]
    attention = tkf.SelfAttention(beta, qk, ov, mask, weighting=weighting, masses=MASSES)
    pairs = list(zip(qk.tolist(), ov.tolist(), strict=True))
    system = (beta, pairs, sees, WEIGHTINGS[weighting], MASSES.tolist())
    # By powers of two: directions keep every bit, and all spaces ask for the same averages.
    stretched = x * 2.0 ** np.array([-1, 1, 0, 2, -2, 1])[:, None]
    unit, free = fields(attention, x, stretched)
    for name, value in (unit | free).items():
        start = x if name in unit else stretched
        expected = by_loops(SPACES[name][1], start, *system)
        scale = max(1.0, np.abs(expected).max())  # e^l of -4 is large, and rounds with l
        bound = 1e-12 * max(1.0, abs(beta)) * scale
        np.testing.assert_allclose(value, expected, rtol=1e-12, atol=bound, err_msg=name)


UNIT = ("sphere", "ngpt", "ngpt, alpha(t)", "sqrtscaled")


def uncompiled(attention):
    return jax.disable_jit(not isinstance(attention.weighting, tkf.Sinkhorn))


class Once(tkf.SelfAttention):
    """An attention whose averages are computed once for all spaces that ask for them."""

    attention: tkf.SelfAttention
    known: dict = eqx.field(static=True)

    def __init__(self, attention):
        for name, value in vars(attention).items():
            setattr(self, name, value)
        self.attention, self.known = attention, {}

    def __call__(self, x):
        return self.asked("__call__", x)

    def pull(self, x):
        return self.asked("pull", x)

    def asked(self, law, x):
        place = law, np.asarray(x).tobytes()
        if place not in self.known:
            self.known[place] = getattr(self.attention, law)(x)
        return self.known[place]


def fields(attention, x, stretched):
    once = Once(attention)

    def velocities(names, x):
        return {name: SPACES[name][0].velocity(TIME, jnp.asarray(x), once) for name in names}

    # Compiling every combination would take minutes; attention/test_attention.py has compiled ones.
    # The many iterations of Sinkhorn's weights are compiled, once for all spaces.
    with uncompiled(attention):
        return velocities(UNIT, x), velocities(set(SPACES) - set(UNIT), stretched)


@pytest.mark.parametrize(("weighting", "beta"), [
    ("hardmax", 1.7), ("sinkhorn", 1.7), ("sinkhorn", -0.3), ("softmax", -0.3), ("softmax", -64.0),
])  # fmt: skip
def test_rescaled_tokens_take_other_weightings(weighting, beta):
    z, qk, ov = random_system(3, 1)
    attention = tkf.SelfAttention(beta, qk, ov, weighting=weighting, masses=MASSES)
    pairs, growth = [(qk[0].tolist(), ov[0].tolist())], expm(TIME * ov[0]).tolist()
    laws = (WEIGHTINGS[weighting], MASSES.tolist())
    expected = by_loops(reference.rescaled, z, beta, pairs, reference.sees_full, growth, *laws)
    velocity = tkf.Flow(attention, tkf.Rescaled())(TIME, z)
    np.testing.assert_allclose(velocity, expected, rtol=1e-11, atol=1e-12)


@pytest.mark.parametrize("mask", ["causal", "window"])
@pytest.mark.parametrize("weighting", ["softmax", "unnormalized"])
def test_alibi_is_the_loop_reference(weighting, mask):
    x, qk, ov = random_system(3, 3)
    mask, sees = MASKS[mask]
    attention = tkf.SelfAttention(
        1.7, qk, ov, mask, weighting=weighting, masses=MASSES, position=tkf.Alibi(2.5)
    )
    pairs = list(zip(qk.tolist(), ov.tolist(), strict=True))
    law = reference.alibi(2.5, WEIGHTINGS[weighting])
    with uncompiled(attention):
        average, matrix = attention(x), np.asarray(attention.matrix(x))
    expected = by_loops(reference.average, x, 1.7, pairs, sees, law, MASSES.tolist())
    np.testing.assert_allclose(average, expected, rtol=1e-12, atol=1e-12)
    rows = by_loops(law, x, 1.7, qk[0].tolist(), sees, MASSES.tolist())
    np.testing.assert_allclose(matrix[0], rows, rtol=1e-12, atol=1e-12)


@pytest.mark.parametrize("mask", ["causal", "explicit"])  # by a kernel, and without
def test_rotary_positions_are_the_loop_reference(mask):
    x, _, ov = random_system(4, 2)
    mask, sees = MASKS[mask]
    attention = tkf.SelfAttention(1.7, None, ov, mask, position="rotary:100")
    identity = reference.identity(4)
    pairs = [(identity, v) for v in ov.tolist()]
    expected = by_loops(reference.average, x, 1.7, pairs, sees, reference.rotary(100.0))
    np.testing.assert_allclose(attention(x), expected, rtol=1e-12, atol=1e-12)
    rows = by_loops(reference.rotary(100.0), x, 1.7, identity, sees)
    np.testing.assert_allclose(np.asarray(attention.matrix(x))[0], rows, rtol=1e-12, atol=1e-12)


def test_rotary_turns_queries_and_keys_of_a_pair():
    # Only j - i matters: <R_i Q x_i, R_j K x_j> = <Q x_i, R_{j-i} K x_j>.
    rng = np.random.default_rng(0)
    q, k = rng.normal(size=(2, 2, 4, 6))
    x = rng.normal(size=(5, 6))
    attention = tkf.SelfAttention(0.3, (q, k), position=tkf.Rotary(50.0))
    matrix, angles = np.asarray(attention.matrix(x)), 50.0 ** (-np.arange(0, 4, 2) / 4)
    for h, i, j in itertools.product(range(2), range(5), range(5)):
        turn = np.kron(np.eye(2), np.eye(2))
        for a, angle in enumerate(angles * (j - i)):
            c, s = np.cos(angle), np.sin(angle)
            turn[2 * a : 2 * a + 2, 2 * a : 2 * a + 2] = [[c, -s], [s, c]]
        logit = 0.3 * (q[h] @ x[i]) @ turn @ (k[h] @ x[j])
        w = matrix[h, i]
        base = 0.3 * (q[h] @ x[i]) @ (k[h] @ x[i])
        np.testing.assert_allclose(np.log(w[j] / w[i]), logit - base, rtol=0, atol=1e-10)


def test_a_pair_of_queries_and_keys_is_their_product():
    x, _, ov = random_system(3, 2)
    q, k = np.random.default_rng(1).normal(size=(2, 2, 5, 3))
    paired, multiplied = tkf.SelfAttention(2.0, (q, k), ov), tkf.SelfAttention(2.0, q.mT @ k, ov)
    np.testing.assert_allclose(paired(x), multiplied(x), rtol=0, atol=1e-13)


@settings(max_examples=25, deadline=None)
@given(beta=st.floats(-1e4, 1e4), seed=st.integers(0, 1000))
def test_sinkhorn_is_doubly_stochastic(beta, seed):
    rng = np.random.default_rng(seed)
    x, qk = tkf.normalize(rng.normal(size=(N, 3))), rng.normal(size=(3, 3))
    w = np.asarray(doubly_stochastic(beta, qk, x))
    rounding = max(1e-12, 1e-15 * abs(beta) * np.linalg.norm(qk, 2))
    np.testing.assert_allclose(w.sum(axis=-1), 1.0, rtol=0, atol=1e-13)
    np.testing.assert_allclose(MASSES @ w, MASSES, rtol=10 * rounding)


@jax.jit
def doubly_stochastic(beta, qk, x):
    return tkf.SelfAttention(beta, qk, weighting="sinkhorn", masses=MASSES).matrix(x)[0]


@pytest.mark.slow
@pytest.mark.parametrize("weighting", ["softmax", "unnormalized", "sinkhorn"])
def test_derivatives_are_those_of_finite_differences(weighting):
    x, qk, ov = random_system(3, 2)
    attention = tkf.SelfAttention(1.3, qk, ov, weighting=weighting, masses=MASSES)
    direction = np.random.default_rng(3).normal(size=x.shape)

    def measured(x):
        return (attention(x) ** 3).sum()

    @jax.jit
    def with_derivatives(x):
        value, gradient = jax.value_and_grad(measured)(x)
        return value, (gradient * direction).sum(), jax.jvp(measured, (x,), (direction,))[1]

    step = 1e-5
    up, down = (with_derivatives(x + s * direction)[0] for s in (step, -step))
    _, backward, forward = with_derivatives(x)
    np.testing.assert_allclose(backward, float(up - down) / (2 * step), rtol=1e-7)
    np.testing.assert_allclose(forward, float(up - down) / (2 * step), rtol=1e-7)


@pytest.mark.parametrize(
    ("mask", "said"),
    [
        ([[True, False], [True, False]], "needs a mask that holds a permutation"),
        ([[True, False], [True, True]], "token 1 can never attend to token 0"),
    ],
)
def test_masks_without_doubly_stochastic_matrices_are_refused(mask, said):
    with pytest.raises(tkf.InputError, match=said):
        tkf.SelfAttention(1.0, mask=np.array(mask), weighting="sinkhorn")


# Masses


@pytest.mark.parametrize("weighting", ["softmax", "unnormalized", "hardmax", "sinkhorn"])
def test_a_token_of_mass_three_is_three_tokens(weighting):
    x, qk, ov = random_system(3, 1)
    weights = np.array([3.0, 1, 1, 2, 1, 1])
    attention = tkf.SelfAttention(2.0, qk, ov, weighting=weighting, masses=weights)
    with uncompiled(attention):
        heavy = np.repeat(np.asarray(attention(x)), weights.astype(int), axis=0)
    # The loops know of no masses here: they spell the tokens out.
    many, pairs = np.repeat(x, weights.astype(int), axis=0), [(qk[0].tolist(), ov[0].tolist())]
    system = (2.0, pairs, reference.sees_full, WEIGHTINGS[weighting])
    np.testing.assert_allclose(
        heavy, by_loops(reference.average, many, *system), rtol=1e-12, atol=1e-12
    )


@pytest.mark.parametrize("weighting", ["softmax", "unnormalized:scaled"])
@pytest.mark.parametrize(("mask", "position"), [("full", None), ("causal", "alibi:3")])
def test_harmonic_sums_take_masses_and_unnormalized_weights(mask, position, weighting):
    # The angle of token i grows by sum_j w_ij sin(a_j - a_i), here pair by pair.
    rng = np.random.default_rng(2)
    angle, masses = rng.uniform(0, 6.3, 400), rng.uniform(0.1, 2, 400)
    x, across = np.exp(1j * angle), 1j * np.exp(1j * angle)
    x, across = (np.stack([z.real, z.imag], axis=-1) for z in (x, across))
    law = dict(mask=mask, weighting=weighting, masses=masses, position=position)
    velocity = tkf.Flow(tkf.SelfAttention(9.0, kernel="harmonic", **law))(0.0, x)
    gap, back = angle - angle[:, None], np.arange(400)[:, None] - np.arange(400)
    seen = masses * ((back >= 0) | (mask == "full"))
    w = seen * np.exp(9.0 * (np.cos(gap) - 1) - (3 * back / 400 if position else 0))
    total = (w if weighting == "softmax" else seen).sum(axis=1)
    speed = (w * np.sin(gap)).sum(axis=1) / total
    np.testing.assert_allclose(velocity, speed[:, None] * across, rtol=1e-12, atol=1e-12)


# Hardmax in discrete time (arXiv:2407.01602)


def test_hardmax_layers_are_the_step_of_alcalde_fantuzzi_zuazua():
    # z <- (z + alpha mean of the tokens of the largest inner product) / (1 + alpha)
    rng = np.random.default_rng(4)
    z, alpha = rng.normal(size=(N, 2)), 0.5
    flow = tkf.Flow(tkf.SelfAttention(1.0, weighting="hardmax"), tkf.Rescaled())
    path = tkf.solve(flow, z, alpha * np.arange(31), method="layers", step=alpha)
    for _ in range(30):
        chosen = np.argmax(z @ z.T, axis=1)
        z = (z + alpha * z[chosen]) / (1 + alpha)
    np.testing.assert_allclose(path.x.data[-1], z, rtol=0, atol=1e-12)


def test_leaders_of_hardmax_stand_still_and_followers_contract():
    z = np.array([[2.0, 0.0], [0.5, 0.1], [-3.0, 1.0], [-1.0, -0.2], [0.4, -0.1], [-0.7, 0.3]])
    flow = tkf.Flow(tkf.SelfAttention(1.0, weighting="hardmax"), tkf.Rescaled())
    path = tkf.solve(flow, z, [0.0, 0.5, 1.0], method="layers", step=0.5).x.data
    np.testing.assert_array_equal(path[:, [0, 2]], np.broadcast_to(z[[0, 2]], (3, 2, 2)))
    for leader, follower in ((0, 1), (2, 3), (0, 4), (2, 5)):
        start, end = (path[k, follower] - z[leader] for k in (0, 2))
        np.testing.assert_allclose(end, start / 1.5**2, rtol=0, atol=1e-14)


def test_ties_of_hardmax_are_shared():
    x = np.array([[1.0, 0.0], [0.0, 1.0], [0.0, -1.0]])
    look = tkf.SelfAttention(1.0, weighting="hardmax:others").matrix(x)[0]
    np.testing.assert_allclose(look, [[0, 0.5, 0.5], [1, 0, 0], [1, 0, 0]])


# Frozen tokens


def test_frozen_centers_capture_the_others():
    # Theorem 5.2 of arXiv:2411.04990 at the paper's own example: eps = 0.1, c = 6.5, beta >= 14.
    beta, eps, c = 64.0, 0.1, 6.5
    theta = np.arange(0, 2 * np.pi - c / 8, 1.1 * c / 8)
    rng = np.random.default_rng(0)
    angle = np.concatenate([theta, rng.uniform(0, 2 * np.pi, 40)])
    x0 = np.stack([np.cos(angle), np.sin(angle)], axis=-1)
    masses = np.concatenate([np.full(len(theta), 5.0), np.ones(40)])
    frozen = np.arange(len(x0)) < len(theta)
    flow = tkf.Flow(tkf.SelfAttention(beta, mask="causal", masses=masses), frozen=frozen)
    end = tkf.solve(flow, x0, [0.0, 300.0], tol=1e-6).x.data[-1]
    np.testing.assert_allclose(end[frozen], x0[frozen], rtol=0, atol=1e-15)
    nearest = np.arccos(np.clip((end[~frozen] @ x0[frozen].T).max(axis=1), -1, 1))
    assert nearest.max() < eps * beta**-0.5


# Weights that change with depth


def test_layers_of_their_own_are_solved_one_after_another():
    rng = np.random.default_rng(6)
    x0, ov = tkf.normalize(rng.normal(size=(N, 3))), rng.normal(size=(3, 3, 3))
    layers = [tkf.SelfAttention(2.0, ov=v) for v in ov]
    times = np.array([0.0, 0.3, 0.5, 1.2, 1.5])
    path = tkf.solve(tkf.Flow(tkf.Layered(layers, 0.5)), x0, times, tol=1e-10)
    x = x0
    for layer, start in zip(layers, (0.0, 0.5, 1.0), strict=True):
        x = tkf.solve(tkf.Flow(layer), x, [start, start + 0.5], tol=1e-10).x.data[-1]
        if start == 0.0:
            np.testing.assert_allclose(path.x.data[2], x, rtol=0, atol=1e-9)
    np.testing.assert_allclose(path.x.data[-1], x, rtol=0, atol=1e-9)


def test_discrete_layers_use_their_own_weights():
    rng = np.random.default_rng(6)
    x, ov = tkf.normalize(rng.normal(size=(N, 3))), rng.normal(size=(3, 3, 3))
    layers = [tkf.SelfAttention(2.0), *(tkf.SelfAttention(2.0, ov=v) for v in ov)]
    flow = tkf.Flow(tkf.Layered(layers))
    path = tkf.solve(flow, x, np.arange(5), method="layers")
    bare = tkf.solve(flow, x, np.arange(5), method="no-residual")
    y = x
    for layer in layers:
        x, y = tkf.normalize(x + layer(x)), tkf.normalize(layer(y))
    np.testing.assert_allclose(path.x.data[-1], x, rtol=0, atol=1e-13)
    np.testing.assert_allclose(bare.x.data[-1], y, rtol=0, atol=1e-13)


@pytest.mark.slow
def test_annealing_follows_its_schedule():
    # At beta = 0 two orthogonal tokens meet as tanh t; here the schedule is 0 throughout.
    x0, times = np.eye(2), np.linspace(0, 2, 5)
    flow = tkf.Flow(tkf.Annealed(tkf.SelfAttention(5.0), tkf.Ramp(0.0, 0.0, 1.0)))
    path = tkf.solve(flow, x0, times, tol=1e-10)
    np.testing.assert_allclose(tkf.alignment(path.x), np.tanh(times), rtol=0, atol=1e-9)
    ramp = tkf.Flow(tkf.Annealed(tkf.SelfAttention(5.0), tkf.Ramp(1.0, 4.0, 2.0)))
    np.testing.assert_allclose(
        ramp(0.5, x0), tkf.Flow(tkf.SelfAttention(1.75))(0.0, x0), rtol=0, atol=1e-14
    )


@pytest.mark.parametrize("law", ["gaussian", "product", "wigner", "goe", "wishart"])
def test_random_weights_have_the_moments_of_their_law(law):
    from tokenflock.initial.matrices import drawn

    d = 60
    m = drawn(law, 40, d, np.random.default_rng(0))
    off = ~np.eye(d, dtype=bool)
    variance = {"product": 1.0, "wishart": 1.0}.get(law, 1 / d)
    np.testing.assert_allclose(m[:, off].var(), variance, rtol=0.05)
    if law in ("wigner", "goe", "wishart"):
        np.testing.assert_array_equal(m, m.mT)
    diagonal = m[:, np.arange(d), np.arange(d)]
    expected = {"goe": 2 / d, "wishart": 2.0, "product": 1.0}.get(law, 1 / d)
    np.testing.assert_allclose(diagonal.var(), expected, rtol=0.15)


def test_redrawn_weights_change_at_whole_times_and_follow_the_seed():
    spec = tkf.Spec(n=8, d=4, qk="goe", ov="-qk", layer_time=1.0, t_end=2.5, samples=6, seed=3)
    run, again = tkf.simulate(spec), tkf.simulate(spec)
    np.testing.assert_array_equal(run.x, again.x)
    assert np.abs(run.x - tkf.simulate(spec.replace(seed=4)).x).max() > 1e-2
    layers = attention_of(spec)
    assert layers.depth == 3
    qk, ov = layers.at(1.5).qk[0], layers.at(1.5).ov[0]
    np.testing.assert_allclose(ov, -qk / np.linalg.norm(qk, 2), rtol=0, atol=1e-14)
    assert np.abs(layers.at(0.5).qk - layers.at(1.5).qk).max() > 0.1


def test_gamma_sets_beta_by_the_number_of_tokens():
    spec = tkf.Spec(n=100, gamma=1.5)
    assert spec.beta == 1.5 * np.log(100)
    assert spec.replace(n=10).beta == 1.5 * np.log(10)
    assert tkf.Spec.from_json(spec.to_json()) == spec


# Rank collapse without residual (arXiv:2103.03404)


def test_without_residual_tokens_collapse():
    x0 = np.random.default_rng(0).normal(size=(8, 4))
    flow = tkf.Flow(tkf.SelfAttention(0.5), tkf.Euclidean())
    path = tkf.solve(flow, x0, np.arange(6), method="no-residual")
    away = tkf.distance_to_consensus(path.x).data
    assert (away[1:] < away[:-1]).all()
    assert away[-1] < 1e-6 * away[0]
    x = x0
    for _ in range(5):
        logits = 0.5 * x @ x.T
        w = np.exp(logits - logits.max(axis=1, keepdims=True))
        x = w @ x / w.sum(axis=1, keepdims=True)
    np.testing.assert_allclose(path.x.data[-1], x, rtol=0, atol=1e-12)


# What every flow can do


@eqx.filter_jit
def derived(flow, x):
    """The velocities of a batch, the same one by one, and the gradient of the sum of |v|^2."""

    def measured(x):
        velocity = jax.vmap(lambda one: flow(TIME, one))(x)
        return (velocity**2).sum(), velocity

    gradient, velocity = jax.grad(measured, has_aux=True)(x)
    return flow(TIME, x), velocity, gradient


# What a number alpha and unscaled weights compile is part of what stands here.
EVERY = [(space, "softmax") for space in SPACES if space != "ngpt"]
EVERY += [("sphere", w) for w in WEIGHTINGS if w not in ("softmax", "unnormalized")]


@pytest.mark.parametrize(("space", "weighting"), EVERY)
def test_every_flow_can_be_batched_compiled_and_derived(space, weighting):
    x, qk, ov = random_system(3, 2)
    flow = tkf.Flow(tkf.SelfAttention(1.7, qk, ov, weighting=weighting), SPACES[space][0])
    both = np.stack([x, tkf.normalize(x[::-1] + 0.1)])
    v, one_by_one, gradient = derived(flow, both)
    assert v.dtype == float
    np.testing.assert_allclose(v, one_by_one, rtol=0, atol=1e-13)
    assert np.isfinite(gradient).all()
    retracted = flow.space.retract(1.01 * jnp.asarray(x))
    np.testing.assert_allclose(flow.space.retract(retracted), retracted, rtol=0, atol=1e-15)


def followed(flow, x):
    """Tokens at t = 1 by scipy's solver, stopping where Mix-LN switches."""
    for start in (0.0, 0.5):
        part = flow.during(start)
        field = functools.partial(on_rows, part, x.shape)
        path = solve_ivp(field, (start, start + 0.5), x.ravel(), "DOP853", rtol=1e-9, atol=1e-9)
        x = path.y[:, -1].reshape(x.shape)
    return x


def on_rows(flow, shape, t, row):
    return np.asarray(flow(t, row.reshape(shape))).ravel()


@pytest.mark.parametrize("space", ["preln", "periln", "mixln:0.5", "ngpt:0.7", "sqrtscaled"])
def test_layers_of_every_law_tend_to_its_flow(space):
    # A layer of length h is a step of order one: halving h halves the error.
    spec = tkf.Spec(n=6, d=3, beta=2.0, mask="causal", space=space, t_end=1.0, samples=3)
    truth = followed(flow_of(spec), tokens_of(spec))
    errors = [
        np.abs(tkf.simulate(spec.replace(method="layers", step=h)).x.data[-1] - truth).max()
        for h in (1 / 64, 1 / 128)
    ]
    assert errors[1] < 0.05
    assert abs(np.log2(errors[0] / errors[1]) - 1) < 0.15
