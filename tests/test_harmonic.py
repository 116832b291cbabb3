"""Attention on the circle in linear time against the dense sum, whatever the configuration."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from series import (
    EPS,
    KINDS,
    agree,
    agree_on_some_rows,
    arguments,
    configuration,
    dense,
    instruction_set,
    matrices,
    needs_kernels,
    norms,
    promise,
    uniform,
    unit,
)

from tokenflock.attention import causal, full, harmonic, native
from tokenflock.backend import jax, jnp

__all__ = ["instruction_set"]

circle = jax.jit(harmonic.circle)
series = jax.jit(harmonic.series, static_argnums=0)

N = 400


def points(angle):
    return jnp.asarray(np.stack([np.cos(angle), np.sin(angle)], axis=-1))


@pytest.mark.no_cover
@needs_kernels
@pytest.mark.parametrize("mask", [full, causal], ids=repr)
@pytest.mark.parametrize("qk", [None, matrices(2)], ids=["identity", "matrices"])
@pytest.mark.parametrize("n", [1, N])
def test_no_configuration_gives_a_wrong_answer(n, qk, mask):
    rng = np.random.default_rng(n)
    for kind in KINDS:
        x = configuration(kind, n, 2, rng)
        for beta in (0.0, 1e-9, 1.0, 9.0, 65.0, 560.0, 1e4, 1e6):
            given = arguments(x, beta, qk, mask)
            # Each of the two may be off by what is promised.
            agree(circle(*given), dense(*given), 1.5 * promise(beta, qk))


@pytest.mark.parametrize("mask", [full, causal], ids=repr)
def test_the_pure_jax_series(mask):
    rng, qk = np.random.default_rng(1), matrices(2)
    for kind in ("spread", "isolated", "crowd"):
        x = configuration(kind, 60, 2, rng)
        for beta in (0.0, 65.0):
            given = arguments(x, beta, qk, mask)
            q, reach = harmonic.queries(*given[:3]), jnp.asarray(beta * norms(qk))
            found = series(mask is causal, q, given[0], jnp.zeros(0), reach)
            agree(found, dense(*given), 1.5 * promise(beta, qk))


@pytest.mark.no_cover
@needs_kernels
@pytest.mark.parametrize("n", [17, 2047])
def test_every_length(instruction_set, n):
    rng = np.random.default_rng(n)
    x, qk = uniform(rng, n, 2), rng.normal(size=(1, 2, 2))
    for matrix in (None, qk):
        for mask in (full, causal):
            given = arguments(x, 64.0, matrix, mask)
            agree_on_some_rows(circle(*given), given, promise(64.0, matrix))


@pytest.mark.no_cover
@needs_kernels
@settings(max_examples=40, deadline=None)
@given(
    kind=st.sampled_from(KINDS),
    log_beta=st.floats(-6, 5),
    mask=st.sampled_from([full, causal]),
    log_mass=st.floats(0, 3),
    seed=st.integers(0, 2**32 - 1),
)
def test_masses_and_matrices(kind, log_beta, mask, log_mass, seed):
    rng = np.random.default_rng(seed)
    x, beta = configuration(kind, N, 2, rng), 10**log_beta
    qk, masses = rng.normal(size=(4, 2, 2)), jnp.asarray(10 ** rng.uniform(0, log_mass, N))
    given = arguments(x, beta, qk, mask)
    agree(circle(*given, masses), dense(*given, False, masses), 1.5 * promise(beta, qk))


@needs_kernels
@pytest.mark.parametrize("qk", [None, matrices(2)[1:3]], ids=["identity", "matrices"])
def test_the_future_never_moves_the_past(qk):
    rng = np.random.default_rng(3)
    # The future turns to where M stretches most: a series for those tokens would be longer.
    x = unit([0.0, 1.0] + 0.1 * uniform(rng, 5000, 2))
    before = circle(*arguments(x, 5.0, qk, causal))
    x[3210:] = [1.0, 0.0]
    after = circle(*arguments(x, 5.0, qk, causal))
    np.testing.assert_array_equal(before[0][:, :3210], after[0][:, :3210])
    assert (before[0][:, 3210:] != after[0][:, 3210:]).any()


@needs_kernels
def test_tokens_longer_than_one_are_noticed():
    x = uniform(np.random.default_rng(10), 2047, 2)
    x[-1] *= 3
    given = arguments(x, 9.0, None, causal)
    found = circle(*given)
    assert found[2] >= 1 / 2047
    agree_on_some_rows(found, given, 1e-12)


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
    batch = jax.jit(jax.vmap(lambda x, beta: harmonic.circle(x, beta, None, causal)[0]))(x, betas)
    for found, x_one, beta in zip(batch, x, betas, strict=True):
        np.testing.assert_array_equal(found, circle(x_one, beta, None, causal)[0])

    def value(attend):
        return lambda beta: attend(x[0], beta, None, causal)[0].ravel()

    expected = jax.jit(jax.jacfwd(value(native.attend)))(betas[1])
    for derivative in (jax.jacfwd, jax.jacrev):
        found = jax.jit(derivative(value(harmonic.circle)))(betas[1])
        np.testing.assert_allclose(found, expected, atol=1e-12)


@needs_kernels
def test_threads_do_not_change_a_bit():
    x = points(np.random.default_rng(7).uniform(0, 2 * np.pi, 50_000))
    first = circle(x, jnp.asarray(64.0), None, causal)
    for _ in range(3):
        again = circle(x, jnp.asarray(64.0), None, causal)
        np.testing.assert_array_equal(first[0], again[0])
