"""Attention on the sphere in linear time against closed forms and the dense sum."""

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
    rotation,
    uniform,
    unit,
)

from tokenflock._jax import jax, jnp
from tokenflock.attention import causal, full, native, spherical, window

__all__ = ["instruction_set"]

sphere = jax.jit(spherical.sphere)

N = 1500  # enough tokens that a series is taken at beta = 20 and below
LONG = 4095


def test_what_it_serves():
    assert spherical.supports(full, 3)
    assert spherical.supports(causal, 3)
    assert not spherical.supports(causal, 2)
    assert not spherical.supports(window(4), 3)


@pytest.mark.parametrize("beta", [0.0, 0.1, 9.0, 40.0])
def test_many_tokens_are_an_integral(beta):
    # A product rule with Gauss points in w = cos(theta) integrates over the sphere exactly:
    #   mean of e^{b u.x} = sinh(b) / b,    mean of x e^{b u.x} = (cosh(b)/b - sinh(b)/b^2) u.
    w, weight = np.polynomial.legendre.leggauss(60)
    phi = 2 * np.pi * np.arange(120) / 120
    rho = np.sqrt(1 - w**2)[:, None]
    x = np.stack(np.broadcast_arrays(rho * np.cos(phi), rho * np.sin(phi), w[:, None]), axis=-1)
    masses = np.broadcast_to(weight[:, None] / 240, (60, 120)).ravel()
    x = unit(x.reshape(-1, 3))
    values, logs, share = sphere(*arguments(x, beta, None, full), masses)
    radius = 1 / np.tanh(beta) - 1 / beta if beta else 0.0
    np.testing.assert_allclose(values, [radius * x], rtol=0, atol=1e-13)
    expected = np.log(np.sinh(beta) / beta) if beta else 0.0
    np.testing.assert_allclose(logs, expected, rtol=1e-14, atol=1e-13)
    assert share == (0 if native.available() else 1)


def test_at_beta_zero_attention_is_the_mean():
    x = uniform(np.random.default_rng(0), LONG, 3)
    values, logs, _ = sphere(*arguments(x, 0.0, None, causal))
    count = np.arange(1, LONG + 1)
    np.testing.assert_allclose(values, [np.cumsum(x, axis=0) / count[:, None]], rtol=0, atol=1e-14)
    np.testing.assert_allclose(logs, [np.log(count)], rtol=0, atol=1e-14)


def test_two_antipodal_crowds():
    # Half of the tokens at p, half at -p: the average is tanh(beta) x_i.
    p = unit([1.0, -2.0, 0.5])
    x = p * np.where(np.arange(LONG + 1) % 2, 1.0, -1.0)[:, None]
    for beta in (0.5, 3.0, 9.0):
        values = sphere(*arguments(x, beta, None, full))[0]
        np.testing.assert_allclose(values, [np.tanh(beta) * x], rtol=0, atol=1e-13)


@needs_kernels
@pytest.mark.parametrize("mask", [full, causal], ids=repr)
@pytest.mark.parametrize(
    ("n", "qk"),
    [(1, matrices(3)), (N, None), (N, matrices(3))],
    ids=["one", "identity", "matrices"],
)
def test_no_configuration_gives_a_wrong_answer(n, qk, mask):
    betas = (0.0, 9.0, 20.0)
    assert_every_configuration_agrees(sphere, n, 3, betas, qk, mask)


@needs_kernels
@settings(max_examples=30, deadline=None)
@given(log_beta=st.floats(-6, 2.5), **DRAWN)
def test_masses_and_matrices(log_beta, **drawn):
    assert_masses_and_matrices_agree(sphere, N, 3, 10**log_beta, **drawn)


@needs_kernels
@settings(max_examples=15, deadline=None)
@given(beta=st.floats(0, 12), mask=st.sampled_from([full, causal]), seed=st.integers(0, 10**6))
def test_rotations_turn_the_averages(beta, mask, seed):
    # The poles of the harmonics are nothing special: with x -> R x and M -> R M R^T, A -> R A.
    rng = np.random.default_rng(seed)
    x, turn, matrix = uniform(rng, N, 3), rotation(rng, 3), rotation(rng, 3)
    values, logs, _ = sphere(*arguments(x, beta, matrix[None], mask))
    turned = sphere(*arguments(x @ turn.T, beta, (turn @ matrix @ turn.T)[None], mask))
    agree(turned, (np.asarray(values) @ turn.T, logs), 1e-12)


@needs_kernels
@pytest.mark.parametrize("qk", [None, matrices(3)[1:3]], ids=["identity", "matrices"])
def test_the_future_never_moves_the_past(qk):
    rng = np.random.default_rng(3)
    future = configuration("one point", 1679, 3, rng)
    assert_the_future_does_not_count(sphere, uniform(rng, 6000, 3), future, qk)


@needs_kernels
def test_tokens_longer_than_one_are_noticed():
    assert_long_tokens_are_noticed(sphere, LONG, 3)


@needs_kernels
def test_the_last_causal_row_sees_what_every_full_row_sees():
    x = uniform(np.random.default_rng(4), LONG, 3)
    every, causally = (np.asarray(sphere(*arguments(x, 9.0, None, m))[0]) for m in (full, causal))
    np.testing.assert_allclose(every[0, -1], causally[0, -1], rtol=0, atol=1e-14)


@needs_kernels
@pytest.mark.parametrize("n", [1201, LONG])
def test_every_length(instruction_set, n):
    rng = np.random.default_rng(n)
    x, qk = uniform(rng, n, 3), 0.7 * rotation(rng, 3)[None]
    for matrix in (None, qk):
        for mask in (full, causal):
            given = arguments(x, 9.0, matrix, mask)
            found = sphere(*given)
            assert found[2] < 0.01
            agree_on_some_rows(found, given, 2e-14)


@pytest.mark.slow
@needs_kernels
def test_rounding_stays_below_what_the_guard_assumes():
    # The guard takes eps (2 + degree / 32) of the visible mass, at most, for the error of a
    # normalizer, with degree about 9 sqrt(beta).  Errors of the dense sum itself, relative ones, do
    # not count: only rows with a small normalizer are compared, to within eps beta.
    rng = np.random.default_rng(5)
    for beta, n in ((9.0, 4000), (64.0, 6000), (100.0, 9000)):
        degree = 9 * np.sqrt(beta) + 6
        for kind in ("crowd", "cap"):
            given = arguments(configuration(kind, n, 3, rng), beta, rotation(rng, 3)[None], full)
            found = np.asarray(sphere(*given)[0])
            expected, logs = map(np.asarray, dense(*given))
            share = np.exp(logs[0] - beta) / n
            error = np.abs(found - expected).max(axis=-1)[0] - 4 * EPS * beta
            assert (error * share <= EPS * (2 + degree / 32))[share < 0.02].all()


@needs_kernels
def test_the_share_of_dense_rows_is_reported():
    rng = np.random.default_rng(6)
    assert sphere(*arguments(uniform(rng, LONG, 3), 9.0, None, full))[2] == 0
    # QK = -1 and one cluster: every token looks where nobody is.
    crowd = np.tile(uniform(rng, 1, 3), (9000, 1))
    assert sphere(*arguments(crowd, 65.0, -np.eye(3)[None], full))[2] == 1
    # Three late tokens far from all others need the pairs, nobody else.
    crowd[-3:] *= -1
    assert sphere(*arguments(crowd, 40.0, None, causal))[2] == pytest.approx(3 / 9000)
    # Few tokens, or a long series: pairs are cheaper.
    assert sphere(*arguments(uniform(rng, 50, 3), 9.0, None, full))[2] == 1
    assert sphere(*arguments(uniform(rng, LONG, 3), 1e4, None, full))[2] == 1


@needs_kernels
def test_batches_and_heads():
    rng = np.random.default_rng(7)
    x, betas = uniform(rng, 2400, 3).reshape(3, 800, 3), np.array([0.5, 1.0, 2.0])
    qk, masses = rng.normal(size=(2, 3, 3)), rng.uniform(1, 2, (3, 800))

    def attend(x, beta, masses):
        return spherical.sphere(x, beta, jnp.asarray(qk), causal, masses)[0]

    batch, alone = np.asarray(jax.jit(jax.vmap(attend))(x, betas, masses)), jax.jit(attend)
    assert batch.shape == (3, 2, 800, 3)
    for found, *one in zip(batch, x, betas, masses, strict=True):
        np.testing.assert_array_equal(found, alone(*one))
    for h in range(2):
        head = sphere(x[0], betas[0], qk[h : h + 1], causal, masses[0])[0]
        np.testing.assert_array_equal(batch[0, h : h + 1], head)


@needs_kernels
def test_derivatives():
    rng = np.random.default_rng(11)
    x, qk = jnp.asarray(uniform(rng, 20, 3)), rng.normal(size=(2, 3, 3))

    def total(kernel):
        # A few numbers that depend on everything.
        return lambda beta, qk: jnp.sin(kernel(x, beta, qk, causal)[0]).sum(axis=(0, 1))

    @jax.jit
    def derivatives(beta, qk):
        ways = (
            (jax.jacfwd, native.attend), (jax.jacfwd, spherical.sphere),
            (jax.jacrev, spherical.sphere),
        )  # fmt: skip
        return [way(total(kernel), argnums=(0, 1))(beta, qk) for way, kernel in ways]

    expected, *both = derivatives(1.0, qk)
    for found in both:
        for a, b in zip(found, expected, strict=True):
            np.testing.assert_allclose(a, b, rtol=0, atol=1e-10)


@needs_kernels
def test_threads_do_not_change_a_bit():
    x = uniform(np.random.default_rng(8), 20_000, 3)
    assert_threads_do_not_change_a_bit(sphere, x, 9.0)


def test_without_kernels(monkeypatch):
    monkeypatch.setattr(native, "available", lambda: False)
    rng = np.random.default_rng(9)
    x, qk = uniform(rng, 40, 3), rng.normal(size=(2, 3, 3))
    for mask in (full, causal):
        found = jax.jit(lambda *given: spherical.sphere(*given))(*arguments(x, 9.0, qk, mask))
        agree(found, formula(x, 9.0, qk, mask), 1e-13)
        np.testing.assert_array_equal(found[2], [1.0, 1.0])
