"""Noise common to all tokens: two tokens by quadrature, weak orders, prefixes, specs and layers.

The cosine u of two tokens is a diffusion on [-1, 1] whose coefficients vanish at both ends, so
that means of it follow from a matrix exponential on Chebyshev's points.
"""

import functools

import numpy as np
import pytest
from scipy.linalg import expm

import tokenflock as tkf
from tokenflock import theory
from tokenflock._jax import jax, jnp
from tokenflock.simulation import flow_of, matrices_of
from tokenflock.solvers.equal_steps import noisy_step

POINTS = np.cos(np.pi * np.arange(61) / 60)


@functools.cache
def derivative():
    """Of functions on Chebyshev's points."""
    x = POINTS
    c = np.where((x == 1) | (x == x[-1]), 2.0, 1.0) * (-1.0) ** np.arange(len(x))
    gaps = x[:, None] - x + np.eye(len(x))
    D = np.outer(c, 1 / c) / gaps
    return D - np.diag(D.sum(axis=1))


def mean(drift, square, f, u0, t):
    """E f(u_t) for du = drift dt + sqrt(square) dB from u0."""
    D = derivative()
    generator = np.diag(drift(POINTS)) @ D + np.diag(square(POINTS) / 2) @ D @ D
    values = expm(t * generator) @ f(POINTS)
    return float(np.polynomial.chebyshev.chebval(u0, chebyshev(values)))


def chebyshev(values):
    return np.polynomial.chebyshev.chebfit(POINTS, values, len(POINTS) - 1)


def attraction(beta):
    """du/dt of two tokens under attention."""
    return lambda u: 2 * (1 - u**2) / (1 + np.exp(beta * (1 - u)))


def laws(d, q):
    """Drift and square of the diffusion of u for both kinds of noise."""
    return {
        "common": (lambda u: q * (1 - u) * (d - 2 - u), lambda u: 2 * q * (1 - u) ** 2 * (1 + u)),
        "matrix": (lambda u: -q * u * (1 - u**2), lambda u: 2 * q * (1 - u**2) ** 2),
    }


NOISES = {"common": tkf.CommonNoise, "matrix": tkf.MatrixNoise}


def pair(d, u0):
    return np.stack([np.eye(d)[0], u0 * np.eye(d)[0] + np.sqrt(1 - u0**2) * np.eye(d)[1]])


def cosine(x):
    return np.einsum("...k,...k->...", x[..., 0, :], x[..., 1, :])


def shaken(noise, d, beta=None, runs=4000, t=0.5, u0=0.3, seed=0, step=0.05):
    """Cosines of two tokens after a time, run by run; without beta they only feel the noise."""
    ov = np.zeros((d, d)) if beta is None else None
    flow = tkf.Flow(tkf.SelfAttention(beta or 0.0, ov=ov), noise=noise)
    x0 = np.tile(pair(d, u0), (runs, 1, 1))
    return cosine(tkf.solve(flow, x0, [0.0, t], step=step, seed=seed).x.data[:, -1])


@pytest.mark.parametrize("kind", ["common", "matrix"])
def test_theory_has_these_laws(kind):
    word = {"common": "common", "matrix": "common-matrix"}[kind]
    drift, square = laws(5, 2 / 3.0)[kind]
    pull, u = attraction(1.5), np.linspace(-1, 1, 9)
    alone = theory.pair_diffusion(u, kappa=3.0, d=5, noise=word)
    attended = theory.pair_diffusion(u, kappa=3.0, d=5, noise=word, beta=1.5)
    np.testing.assert_allclose(alone, [drift(u), square(u)], atol=1e-15)
    np.testing.assert_allclose(attended, [drift(u) + pull(u), square(u)], atol=1e-15)


def test_opposite_ends_by_the_scale_function():
    # The probability is harmonic for the generator of u: drift p' + square p'' / 2 = 0.
    beta, kappa, u = 0.4, 1.5, np.linspace(-0.9, 0.9, 7)
    h = 1e-3
    p = np.array([
        [theory.opposite_probability(v + s * h, beta=beta, kappa=kappa) for s in (-1, 0, 1)]
        for v in u
    ])  # fmt: skip
    drift, square = theory.pair_diffusion(u, kappa=kappa, d=3, noise="common-matrix", beta=beta)
    slope, bend = (p[:, 2] - p[:, 0]) / (2 * h), (p[:, 2] - 2 * p[:, 1] + p[:, 0]) / h**2
    np.testing.assert_allclose(drift * slope + square / 2 * bend, 0.0, atol=2e-5)
    assert theory.opposite_probability(0.0, beta=-30.0, kappa=1e-9) == pytest.approx(0.5, abs=1e-6)
    assert theory.opposite_probability(-0.5, beta=1.0, kappa=8.4) == 0.0
    assert 0 < theory.opposite_probability(-0.5, beta=1.0, kappa=8.3) < 1


@pytest.mark.slow
def test_some_pairs_end_up_opposite():
    # arXiv:2601.21942: the opposite pair attracts where noise is strong, kappa < 1 + e^(2 beta).
    beta, kappa, u0 = 0.4, 1.5, -0.4
    u = shaken(tkf.MatrixNoise(kappa), 3, beta, runs=1500, t=6.0, u0=u0, seed=5, step=0.05)
    assert (np.abs(u) > 0.9).mean() > 0.97
    within((u < 0).astype(float), theory.opposite_probability(u0, beta=beta, kappa=kappa))


def within(sample, expected):
    error = sample.std(ddof=1) / np.sqrt(len(sample))
    assert abs(sample.mean() - expected) < 4 * error, (sample.mean(), expected, error)


@pytest.mark.slow
@pytest.mark.parametrize("d", [2, 3])
@pytest.mark.parametrize("kind", NOISES)
def test_two_tokens_move_as_the_generator_says(kind, d):
    kappa, t, u0 = 2.0, 0.5, 0.3
    u = shaken(NOISES[kind](kappa), d, t=t, u0=u0, seed=d)
    drift, square = laws(d, 2 / kappa)[kind]
    for f in (lambda u: u, lambda u: u**2, lambda u: u**3):
        within(f(u), mean(drift, square, f, u0, t))
    # Closed forms: the mean of log(1 - u), or of log sqrt(1 - u^2), is linear in time.
    if kind == "common":
        within(np.log(1 - u), np.log(1 - u0) - 2 / kappa * (d - 1) * t)
    else:
        within(np.log(1 - u**2) / 2, np.log(1 - u0**2) / 2 - 2 / kappa * t)


@pytest.mark.slow
@pytest.mark.parametrize("kind", NOISES)
def test_one_token_alone_feels_brownian_motion(kind):
    d, kappa, t = 3, 2.0, 0.5
    flow = tkf.Flow(tkf.SelfAttention(0.0, ov=np.zeros((d, d))), noise=NOISES[kind](kappa))
    x0 = np.tile(np.eye(d)[:1], (4000, 1, 1))
    x = tkf.solve(flow, x0, [0.0, t], step=0.05, seed=3).x.data[:, -1, 0, 0]
    within(x, np.exp(-(d - 1) * t / kappa))
    within(x**2, 1 / d + (1 - 1 / d) * np.exp(-2 * d * t / kappa))


@pytest.mark.slow
@pytest.mark.parametrize("kind", NOISES)
def test_attention_and_common_noise_of_two_tokens(kind):
    d, kappa, beta, t, u0 = 3, 4.0, 1.0, 0.8, -0.4
    u = shaken(NOISES[kind](kappa), d, beta, t=t, u0=u0, seed=7)
    drift, square = laws(d, 2 / kappa)[kind]
    pull = attraction(beta)
    within(u, mean(lambda u: drift(u) + pull(u), square, lambda u: u, u0, t))


def gaussians(count, nodes):
    """Points (..., count) and weights of the quadrature over that many standard normal numbers."""
    z, w = np.polynomial.hermite_e.hermegauss(nodes)
    points = np.stack(np.meshgrid(*[z] * count, indexing="ij"), axis=-1).reshape(-1, count)
    return points, functools.reduce(np.multiply.outer, [w / w.sum()] * count).ravel()


def drawn(kind):
    """All numbers of half a step on the circle, with their weights."""
    if kind == "common":
        points, weights = gaussians(2, 10)
        signs = np.repeat([1.0, -1.0], len(points))[:, None]
        return np.concatenate([np.tile(points, (2, 1)), signs], axis=1), np.tile(weights, 2) / 2
    points, weights = gaussians(7, 5)
    loops = np.insert(points[:, 4:], 3, 0.0, axis=1)  # a trace does not count
    # ((a, b), (c, 0)) without its trace has diagonal (a, -a) / 2: of variance 1/4, not 1/2.
    loops[:, 0] *= np.sqrt(2)
    return np.concatenate([points[:, :4], loops], axis=1).reshape(-1, 2, 2, 2), weights


@pytest.mark.parametrize("kind", NOISES)
def test_half_a_step_has_local_order_three(kind):
    # By quadrature over its numbers, against the exponential of the generator.
    kappa, u0, noise = 2.0, 0.3, NOISES[kind](2.0)
    numbers, weights = drawn(kind)
    x0 = jnp.asarray(pair(2, u0))
    step = jax.jit(jax.vmap(lambda g, h: noise.moved(g, tkf.Sphere(), x0, h), (0, None)))
    drift, square = laws(2, 2 / kappa)[kind]

    def error(h, f):
        return weights @ f(cosine(np.asarray(step(numbers, h)))) - mean(drift, square, f, u0, h)

    for f in (lambda u: u, lambda u: u**2):
        order = np.log2(error(0.01, f) / error(0.005, f))
        assert abs(order - 3) < 0.25


def test_a_whole_step_with_attention_has_local_order_three():
    kappa, beta, u0 = 2.0, 1.0, 0.3
    numbers, weights = drawn("common")
    pairs = np.stack([np.repeat(numbers, len(numbers), 0), np.tile(numbers, (len(numbers), 1))], 1)
    both = np.multiply.outer(weights, weights).ravel()
    flow = tkf.Flow(tkf.SelfAttention(beta, kernel="dense"), noise=tkf.CommonNoise(kappa))
    x0 = jnp.asarray(pair(2, u0))
    step = jax.jit(jax.vmap(lambda g, h: noisy_step(flow, 0.0, x0, h, g), (0, None)))
    drift, square = laws(2, 2 / kappa)["common"]
    pull = attraction(beta)

    def error(h):
        truth = mean(lambda u: drift(u) + pull(u), square, lambda u: u, u0, h)
        return both @ cosine(np.asarray(step(pairs, h))) - truth

    assert abs(np.log2(error(0.02) / error(0.01)) - 3) < 0.25


def test_in_flat_space_all_tokens_are_carried_alike():
    x0 = np.random.default_rng(0).normal(size=(4, 3))
    attention = tkf.SelfAttention(0.0, ov=np.zeros((3, 3)))
    for noise in (tkf.CommonNoise(2.0), tkf.MatrixNoise(2.0)):
        flow = tkf.Flow(attention, tkf.Euclidean(), noise=noise)
        x = tkf.solve(flow, x0, [0.0, 0.3], step=0.05).x.data
        if isinstance(noise, tkf.CommonNoise):
            moved = x[1] - x[0]
            np.testing.assert_allclose(moved, np.tile(moved[0], (4, 1)), atol=1e-13)
        else:  # linear: four tokens of R^3 keep what relates them
            relation = np.linalg.svd(x[0].T)[2][-1]
            np.testing.assert_allclose(relation @ x[1], 0, atol=1e-12)
    with pytest.raises(tkf.InputError, match="Common `noise` is defined on the sphere and in"):
        tkf.solve(tkf.Flow(attention, tkf.PreLN(), noise=noise), x0, [0.0, 0.1])


# --------------------------------------------------------------------- through attention, in layers


def seen(d, q):
    """Two tokens under noise of their mean: a common field times |mean|^2 = (1 + u) / 2."""
    drift, square = laws(d, q)["common"]
    return lambda u: (1 + u) / 2 * drift(u), lambda u: (1 + u) / 2 * square(u)


@pytest.mark.slow
def test_noise_through_attention():
    heads, d, kappa, t, u0 = 3, 3, 2.0, 0.5, 0.3
    attention = tkf.SelfAttention(0.0, ov=np.zeros((heads, d, d)))
    u = shaken(tkf.AttentionNoise(kappa, attention), d, t=t, u0=u0, seed=heads, step=0.01)
    within(u, mean(*seen(d, 2 / kappa), lambda u: u, u0, t))


def test_noise_through_attention_has_weak_order_one():
    d, kappa, u0 = 2, 2.0, 0.3
    noise = tkf.AttentionNoise(kappa, tkf.SelfAttention(0.0))
    points, weights = gaussians(4, 8)
    x0 = jnp.asarray(pair(d, u0))
    moved = jax.jit(jax.vmap(lambda g, h: noise.moved(g, tkf.Sphere(), x0, h), (0, None)))

    def error(h):
        u = cosine(np.asarray(moved(points.reshape(-1, 1, d, d), h)))
        return weights @ u - mean(*seen(d, 2 / kappa), lambda u: u, u0, h)

    assert abs(np.log2(error(0.01) / error(0.005)) - 2) < 0.2  # local order two


@pytest.mark.slow
def test_white_weights_are_layers_of_that_noise():
    # Drawn anew by layer and head with increments of variance dt / d: kappa = 2 d.
    d, t, dt, u0, runs = 3, 0.6, 0.05, 0.3, 100
    spec = tkf.Spec(
        init=pair(d, u0), beta=0.0, ov="white", heads=2, layer_time=dt, method="layers", step=dt,
        t_end=t, samples=2,
    )  # fmt: skip
    runs = tkf.simulate(tkf.grid(spec, seed=range(runs)))
    u = cosine(runs.x.data[:, -1])
    within(u, mean(*seen(d, 1 / d), lambda u: u, u0, t))
    drawn = np.stack([ov for _, ov in matrices_of(spec)])
    assert drawn.shape == (12, 2, d, d)
    assert (drawn**2).mean() * dt == pytest.approx(1 / (2 * d), rel=0.25)


@pytest.mark.slow
def test_many_tokens_overlap_like_the_logistic_law():
    # du/dt = u (1 - u) for d -> oo (arXiv:2604.01978); at finite d (1 - u) (d - 2 - u) u / d.
    d, n, t = 64, 24, 2.0
    rng = np.random.default_rng(0)
    x0 = tkf.normalize(rng.normal(size=(n, d)) + np.sqrt(d / 2) * np.eye(d)[0])
    attention = tkf.SelfAttention(0.0, ov=np.zeros((d, d)))
    flow = tkf.Flow(attention, noise=tkf.AttentionNoise(2 * d, attention))
    x = tkf.solve(flow, np.tile(x0, (24, 1, 1)), [0.0, t], step=0.04).x.data
    start, end = tkf.alignment(x[:, 0]).mean(), tkf.alignment(x[:, -1]).mean()
    logistic = start / (start + (1 - start) * np.exp(-t))
    assert end == pytest.approx(logistic, abs=0.04)
    assert end - start > 0.2


# ------------------------------------------------------------------------- prefixes, seeds, batches


SPEC = tkf.Spec(n=6, d=3, beta=2.0, kappa=4.0, mask="causal", t_end=0.2, samples=3, step=0.05)
KINDS = ("common", "common-matrix", "common-attention")


@pytest.mark.slow
@pytest.mark.parametrize("kind", KINDS)
def test_later_tokens_do_not_change_the_noise_of_the_first(kind):
    spec = SPEC.replace(noise=kind)
    whole = tkf.simulate(spec).x.data
    first = tkf.simulate(spec.replace(init=whole[0, :4], n=4)).x.data
    np.testing.assert_allclose(whole[:, :4], first, atol=1e-14)


def test_frozen_tokens_feel_no_noise():
    still = tkf.simulate(SPEC.replace(noise="common-attention", frozen=[1])).x.data
    np.testing.assert_array_equal(still[-1, 1], still[0, 1])
    assert np.abs(still[-1, 2] - still[0, 2]).max() > 1e-3


@pytest.mark.parametrize("kind", KINDS)
def test_runs_have_streams_of_their_own(kind):
    specs = tkf.grid(SPEC.replace(noise=kind, init=np.eye(3)[[0, 1, 2, 0, 1, 2]]), seed=range(3))
    runs = tkf.simulate(specs).x.data
    assert np.abs(runs[0, -1] - runs[1, -1]).min(axis=-1).max() > 1e-4
    alone = tkf.simulate(specs[1]).x.data
    np.testing.assert_allclose(runs[1], alone, atol=1e-13)


def test_more_saved_times_do_not_change_the_noise():
    flow = flow_of(SPEC.replace(noise="common-matrix"))
    x0 = tkf.tokens_of(SPEC)
    few = tkf.solve(flow, x0, [0.0, 1.0], step=0.05)
    many = tkf.solve(flow, x0, np.linspace(0.0, 1.0, 6), step=0.05)
    np.testing.assert_allclose(few.x.data[-1], many.x.data[-1], atol=1e-13)


@pytest.mark.parametrize(("fields", "said"), [
    ({"noise": "common"}, "`noise='common'` needs `kappa`"),
    ({"noise": "shared"}, "`noise` must be"),
    ({"ov": "white"}, "`ov='white'` is drawn anew with every layer"),
])  # fmt: skip
def test_bad_words_get_a_sentence(fields, said):
    with pytest.raises(tkf.InputError, match=said):
        tkf.Spec(**fields)


def test_weights_that_change_are_refused():
    spec = SPEC.replace(noise="common-attention", beta_end=3.0)
    with pytest.raises(tkf.InputError, match="needs weights that do not change with time"):
        flow_of(spec)
