"""Attention on the circle in linear time against 50-digit arithmetic and the dense sum."""

import mpmath
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tokenflock.attention import causal, full, harmonic, native
from tokenflock.backend import jax, jnp

EPS = np.finfo(float).eps
SETS = ("portable", "avx2", "avx512")

circle = jax.jit(harmonic.circle)
dense = jax.jit(native.attend, static_argnums=4)
needs_kernels = pytest.mark.skipif(not native.available(), reason=f"kernels: {native.engine()}")


def series(x, beta, qk, mask, masses=None):
    """The pure-JAX version behind the same door."""
    q = harmonic.queries(x, jnp.asarray(beta), qk)
    return _series(mask is causal, q, x, jnp.zeros(0) if masses is None else masses)


_series = jax.jit(harmonic.series, static_argnums=0)


def points(angle):
    return jnp.asarray(np.stack([np.cos(angle), np.sin(angle)], axis=-1))


def configuration(kind, n, rng):
    """Tokens that a truncated or rounded series could get wrong."""
    some = rng.uniform(0, 2 * np.pi, 3)
    return points(
        {
            "spread": rng.uniform(0, 2 * np.pi, n),
            "half": rng.uniform(0, np.pi, n),
            "one point": np.full(n, some[0]),
            "antipodal": some[0] + np.pi * rng.integers(0, 2, n),
            "clustered": rng.choice(some, n) + 1e-3 * rng.normal(size=n),
            "neighbours": np.nextafter(some[0], rng.choice([-np.inf, np.inf], n)),
            "isolated": np.where(np.arange(n) < n - 3, some[0], some[0] + 2.5),
            "lone": np.where(np.arange(n) == n // 2, some[0] + 2, some[0]),
        }[kind]
    )


KINDS = ("spread", "half", "one point", "antipodal", "clustered", "neighbours", "isolated", "lone")
MATRICES = {
    "identity": None,
    "minus identity": -np.eye(2)[None],
    "random, norm 2.3": np.random.default_rng(0).normal(size=(2, 2, 2)),
    "rank one": np.array([[[1.0, 2.0], [0.0, 0.0]]]),
    "nothing": np.zeros((1, 2, 2)),
}


def promise(beta, qk):
    norm = 1.0 if qk is None else np.linalg.norm(qk, 2, axis=(1, 2)).max()
    return max(1e-12, 8 * EPS * beta * norm)


def agree(found, expected, bound):
    np.testing.assert_allclose(found[0], expected[0], rtol=0, atol=bound)
    np.testing.assert_allclose(found[1], expected[1], rtol=0, atol=bound)


@needs_kernels
@pytest.mark.parametrize("mask", [full, causal], ids=repr)
@pytest.mark.parametrize("matrix", MATRICES)
@pytest.mark.parametrize("n", [1, 5, 400])
def test_no_configuration_gives_a_wrong_answer(n, matrix, mask):
    rng = np.random.default_rng(n)
    qk = MATRICES[matrix]
    for kind in KINDS:
        x = configuration(kind, n, rng)
        for beta in (0.0, 1e-9, 1.0, 9.0, 65.0, 560.0, 1e4, 1e6):
            arguments = (x, jnp.asarray(beta), None if qk is None else jnp.asarray(qk), mask)
            agree(circle(*arguments), dense(*arguments), 1.5 * promise(beta, qk))


@pytest.mark.parametrize("mask", [full, causal], ids=repr)
@pytest.mark.parametrize("matrix", MATRICES)
def test_the_pure_jax_series(matrix, mask):
    rng = np.random.default_rng(1)
    qk = None if MATRICES[matrix] is None else jnp.asarray(MATRICES[matrix])
    for kind in KINDS:
        x = configuration(kind, 100, rng)
        for beta in (0.0, 1.0, 65.0, 1e4):
            arguments = (x, jnp.asarray(beta), qk, mask)
            agree(series(*arguments), dense(*arguments), 1.5 * promise(beta, MATRICES[matrix]))


@needs_kernels
@pytest.mark.parametrize("name", SETS)
@pytest.mark.parametrize("mask", [full, causal], ids=repr)
def test_to_fifty_digits(name, mask):
    if not native.use(name):
        pytest.skip(f"{name} cannot run here")
    rng = np.random.default_rng(2)
    angle, qk = rng.uniform(0, 2 * np.pi, 40), rng.normal(size=(2, 2))
    x, masses = points(angle), rng.uniform(0.5, 2, 40)
    values, logs, _ = circle(x, jnp.asarray(20.0), jnp.asarray(qk)[None], mask, jnp.asarray(masses))
    native.use(None)
    with mpmath.workdps(50):
        y = mpmath.matrix(np.asarray(x).tolist())
        logit = 20 * y * mpmath.matrix(qk.tolist()) * y.T
        for i in range(40):
            seen = range(40 if mask is full else i + 1)
            w = [mpmath.mpf(masses[j]) * mpmath.exp(logit[i, j]) for j in seen]
            z = mpmath.fsum(w)
            for c in range(2):
                mean = mpmath.fsum(w[j] * y[j, c] for j in seen) / z
                assert abs(mean - float(values[0, i, c])) <= promise(20.0, qk[None])
            assert abs(mpmath.log(z) - float(logs[0, i])) <= promise(20.0, qk[None])


@needs_kernels
@pytest.mark.parametrize("name", SETS)
@pytest.mark.parametrize("n", [1, 3, 17, 2047, 5000, 20_000])
def test_large_numbers_of_tokens(name, n):
    if not native.use(name):
        pytest.skip(f"{name} cannot run here")
    x = points(np.random.default_rng(n).uniform(0, 2 * np.pi, n))
    qk = jnp.asarray(np.random.default_rng(3).normal(size=(1, 2, 2)))
    for matrix in (None, qk):
        for mask in (full, causal):
            arguments = (x, jnp.asarray(64.0), matrix, mask)
            agree(circle(*arguments), dense(*arguments), promise(64.0, matrix))
    native.use(None)


@needs_kernels
@settings(max_examples=40, deadline=None)
@given(
    kind=st.sampled_from(KINDS),
    n=st.sampled_from([2, 33, 300]),
    log_beta=st.floats(-6, 5),
    mask=st.sampled_from([full, causal]),
    log_mass=st.floats(0, 3),
    seed=st.integers(0, 2**32 - 1),
)
def test_masses_and_matrices(kind, n, log_beta, mask, log_mass, seed):
    rng = np.random.default_rng(seed)
    x, beta = configuration(kind, n, rng), 10**log_beta
    qk, masses = rng.normal(size=(2, 2, 2)), 10 ** rng.uniform(0, log_mass, n)
    found = circle(x, jnp.asarray(beta), jnp.asarray(qk), mask, jnp.asarray(masses))
    expected = dense(x, jnp.asarray(beta), jnp.asarray(qk), mask, False, jnp.asarray(masses))
    agree(found, expected, 1.5 * promise(beta, qk))


@needs_kernels
def test_rounding_stays_below_what_the_guard_assumes():
    # The guard takes 2 eps sqrt(modes) of the visible mass for the error of a normaliser; errors
    # of the dense sum itself, about eps beta, do not count.
    rng = np.random.default_rng(4)
    for beta in (9.0, 64.0, 560.0, 3000.0):
        angle = np.where(
            rng.random(4000) < 0.9, 0.3 * rng.normal(size=4000), rng.uniform(0, 6, 4000)
        )
        for mask in (full, causal):
            arguments = (points(angle), jnp.asarray(beta), None, mask)
            (found, *_), (expected, logs) = circle(*arguments), dense(*arguments)
            seen = np.arange(1, 4001) if mask is causal else 4000
            share = np.exp(logs[0] - beta) / seen
            error = np.abs(found - expected).max(axis=-1)[0] - 4 * EPS * beta
            modes = float(harmonic.mode_count(beta))
            assert (error * share <= 2 * EPS * np.sqrt(modes)).all()


@needs_kernels
def test_the_share_of_dense_rows_is_reported():
    spread = points(np.random.default_rng(5).uniform(0, 2 * np.pi, 1000))
    assert circle(spread, jnp.asarray(9.0), None, full)[2] == 0
    # QK = -1 and one cluster: every token looks where nobody is.
    cluster = points(np.full(1000, 0.3))
    assert circle(cluster, jnp.asarray(65.0), -jnp.eye(2)[None], full)[2] == 1


@needs_kernels
def test_batches_and_derivatives():
    rng = np.random.default_rng(6)
    x = points(rng.uniform(0, 2 * np.pi, (3, 60)))
    betas = jnp.asarray([1.0, 9.0, 30.0])
    batch = jax.vmap(lambda x, beta: harmonic.circle(x, beta, None, causal)[0])(x, betas)
    for found, x_one, beta in zip(batch, x, betas, strict=True):
        np.testing.assert_array_equal(found, harmonic.circle(x_one, beta, None, causal)[0])

    def value(attend):
        return lambda beta: attend(x[0], beta, None, causal)[0].ravel()

    for derivative in (jax.jacfwd, jax.jacrev):
        found, expected = (derivative(value(a))(betas[1]) for a in (harmonic.circle, native.attend))
        np.testing.assert_allclose(found, expected, atol=1e-12)


@needs_kernels
def test_threads_do_not_change_a_bit():
    x = points(np.random.default_rng(7).uniform(0, 2 * np.pi, 50_000))
    first = circle(x, jnp.asarray(64.0), None, causal)
    for _ in range(3):
        again = circle(x, jnp.asarray(64.0), None, causal)
        np.testing.assert_array_equal(first[0], again[0])
