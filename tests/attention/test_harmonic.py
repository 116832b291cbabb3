"""Attention on the circle in linear time against the dense sum, whatever the configuration."""

import functools

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from support.series import (
    DRAWN,
    EPS,
    agree,
    agree_on_some_rows,
    arguments,
    assert_every_configuration_agrees,
    assert_long_tokens_are_noticed,
    assert_masses_and_matrices_agree,
    assert_the_future_does_not_count,
    assert_threads_do_not_change_a_bit,
    configuration,
    dense,
    formula,
    instruction_set,
    matrices,
    needs_kernels,
    norms,
    promise,
    uniform,
    unit,
)

from tokenflock._jax import jax, jnp
from tokenflock.attention import causal, full, harmonic, native

__all__ = ["instruction_set"]

circle = jax.jit(harmonic.circle)
mode_count = jax.jit(harmonic.mode_count)

N = 400


def points(angle):
    return np.stack([np.cos(angle), np.sin(angle)], axis=-1)


@needs_kernels
@pytest.mark.parametrize("mask", [full, causal], ids=repr)
@pytest.mark.parametrize(
    ("n", "qk"),
    [(1, matrices(2)), (N, None), (N, matrices(2))],
    ids=["one", "identity", "matrices"],
)
def test_no_configuration_gives_a_wrong_answer(n, qk, mask):
    betas = (0.0, 1e-9, 1.0, 9.0, 65.0, 560.0, 1e4, 1e6, -1e-9, -0.3, -4.0, -64.0, -560.0, -1e6)
    assert_every_configuration_agrees(circle, n, 2, betas, qk, mask)


@functools.partial(jax.jit, static_argnums=0)
def series(is_causal, x, beta, qk, reach):
    return harmonic.series(is_causal, harmonic.queries(x, beta, qk), x, jnp.zeros(0), reach)


@pytest.mark.parametrize("mask", [full, causal], ids=repr)
def test_the_pure_jax_series(mask):
    rng, qk = np.random.default_rng(1), matrices(2)
    for kind in ("spread", "isolated", "crowd"):
        x = configuration(kind, 60, 2, rng)
        for beta in (0.0, 65.0, -4.0, -64.0):
            found = series(mask is causal, x, beta, qk, abs(beta) * norms(qk))
            agree(found, formula(x, beta, qk, mask), 1.5 * promise(beta, qk))


@needs_kernels
@pytest.mark.parametrize("n", [17, 2047])
def test_every_length(instruction_set, n):
    rng = np.random.default_rng(n)
    x, qk = uniform(rng, n, 2), rng.normal(size=(1, 2, 2))
    for matrix in (None, qk):
        for mask in (full, causal):
            given = arguments(x, 64.0, matrix, mask)
            agree_on_some_rows(circle(*given), given, promise(64.0, matrix))


@needs_kernels
@settings(max_examples=40, deadline=None)
@given(log_beta=st.floats(-6, 5), **DRAWN)
def test_masses_and_matrices(log_beta, **drawn):
    assert_masses_and_matrices_agree(circle, N, 2, 10**log_beta, **drawn)


@needs_kernels
@pytest.mark.parametrize("qk", [None, matrices(2)[1:3]], ids=["identity", "matrices"])
def test_the_future_never_moves_the_past(qk):
    # The future turns to where M stretches most: a series for those tokens would be longer.
    x = unit([0.0, 1.0] + 0.1 * uniform(np.random.default_rng(3), 5000, 2))
    assert_the_future_does_not_count(circle, x, np.tile([1.0, 0.0], (1790, 1)), qk)


@needs_kernels
def test_tokens_longer_than_one_are_noticed():
    assert_long_tokens_are_noticed(circle, 2047, 2)


@needs_kernels
def test_rounding_stays_below_what_the_guard_assumes():
    # The guard takes 2 eps sqrt(modes) of the visible mass for the error of a normalizer; errors
    # of the dense sum itself, about eps beta, do not count.
    rng = np.random.default_rng(4)
    for beta in (9.0, 64.0, 560.0, 3000.0):
        angle = np.where(
            rng.random(4000) < 0.9, 0.3 * rng.normal(size=4000), rng.uniform(0, 6, 4000)
        )
        for mask in (full, causal):
            given = arguments(points(angle), beta, None, mask)
            found = np.asarray(circle(*given)[0])
            expected, logs = map(np.asarray, dense(*given))
            seen = np.arange(1, 4001) if mask is causal else 4000
            share = np.exp(logs[0] - beta) / seen
            error = np.abs(found - expected).max(axis=-1)[0] - 4 * EPS * beta
            assert (error * share <= 2 * EPS * np.sqrt(mode_count(beta))).all()


@needs_kernels
def test_the_share_of_dense_rows_is_reported():
    spread = points(np.random.default_rng(5).uniform(0, 2 * np.pi, 1000))
    assert circle(spread, 9.0, None, full)[2] == 0
    # QK = -1 and one cluster: every token looks where nobody is.
    cluster = points(np.full(1000, 0.3))
    assert circle(cluster, 65.0, -np.eye(2)[None], full)[2] == 1


@needs_kernels
def test_batches_and_derivatives():
    rng = np.random.default_rng(6)
    x = points(rng.uniform(0, 2 * np.pi, (3, 60)))
    betas = np.array([1.0, 9.0, 30.0])
    batch = jax.jit(jax.vmap(lambda x, beta: harmonic.circle(x, beta, None, causal)[0]))(x, betas)
    for found, x_one, beta in zip(np.asarray(batch), x, betas, strict=True):
        np.testing.assert_array_equal(found, circle(x_one, beta, None, causal)[0])

    def value(attend):
        return lambda beta: attend(jnp.asarray(x[0]), beta, None, causal)[0].ravel()

    @jax.jit
    def derivatives(beta):
        series = [way(value(harmonic.circle))(beta) for way in (jax.jacfwd, jax.jacrev)]
        return *series, jax.jacfwd(value(native.attend))(beta)

    forward, backward, expected = derivatives(betas[1])
    np.testing.assert_allclose(forward, expected, rtol=0, atol=1e-12)
    np.testing.assert_allclose(backward, expected, rtol=0, atol=1e-12)


@needs_kernels
def test_threads_do_not_change_a_bit():
    x = uniform(np.random.default_rng(7), 50_000, 2)
    assert_threads_do_not_change_a_bit(circle, x, 64.0)
