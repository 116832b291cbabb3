"""Tokens of any size up to 1e140: logits of 1e280, whose rounding errors alone exceed every exp.

Truth is exact: logits are whole numbers of a power of two, so the gaps between them lose nothing.
A row is known up to the rounding of its logits; where that exceeds one, whoever is that close to
the top may lead.
"""

import functools
import math
from fractions import Fraction

import numpy as np
import pytest
from support.series import EPS, SETS

import tokenflock as tkf
from tokenflock._jax import jax, jnp
from tokenflock.attention import as_mask, native

SIZES = (1e0, 3e3, 1e8, 7e8, 1e12, 1e16, 1e40, 1e75, 1e140)
DIMENSIONS = (1, 2, 3, 8)
KERNELS = (*SETS, "dense")


@pytest.fixture(params=KERNELS)
def kernel(request):
    """Every instruction set of this machine in turn, and pure JAX."""
    if request.param == "dense":
        yield "dense"
        return
    native.use(request.param)
    yield "native"
    native.use(None)


# As users compile, not as the suite does: only then does XLA join products and subtractions.
# Apart: in one program they would share their logits, and those would be rounded on the way.
WELL = {"xla_backend_optimization_level": 3}
average = jax.jit(lambda attention, x: attention(x), compiler_options=WELL)
displacement = jax.jit(lambda attention, x: attention.displacement(x), compiler_options=WELL)


def tokens(n, d, size, seed):
    """Random tokens, the last ones within a few units in the last place of the first."""
    x = np.random.default_rng(seed).normal(size=(n, d)) * size
    close = x[: n // 3] * (1 + EPS * np.arange(n // 3)[:, None])
    return np.concatenate([x[: n - n // 3], close])


def visible(mask, n):
    index = np.arange(n)
    return np.broadcast_to(np.asarray(as_mask(mask).visible(index[:, None], index)), (n, n))


def whole_numbers(x):
    """Integers m and an exponent e with x = m 2^-e, exactly."""
    e = max(Fraction(v).denominator for v in x.ravel().tolist()).bit_length() - 1
    return [[int(Fraction(v) * 2**e) for v in row] for row in x.tolist()], e


@functools.cache
def exact_rows(n, d, size, seed, mask, beta):
    """Of every eighth row: what it sees, exact weights and gaps to the top, rounding of logits.

    Once for all kernels: long integers take longer than any of them.
    """
    x, see = tokens(n, d, size, seed), visible(mask, n)
    whole, e = whole_numbers(x)
    unit = Fraction(beta) / 4**e
    return {i: exact_row(i, x, whole, unit, see[i]) for i in range(0, n, max(1, n // 8))}


def exact_row(i, x, whole, unit, seen):
    products = [list(map(int.__mul__, whole[i], whole[j])) for j in np.flatnonzero(seen)]
    logits = [sum(row) for row in products]
    below = [unit * (max(logits) - logit) for logit in logits]
    w = [math.exp(-min(b, 10**4)) for b in below]
    reach = unit * max(sum(map(abs, row)) for row in products)
    noise = reach * Fraction(2 * (x.shape[1] + 2) * EPS)
    return x[seen], np.array(w) / math.fsum(w), below, noise


def assert_row_is_right(found, x, w, below, noise):
    """One average against the exact one, up to the rounding of its logits."""
    scale = np.abs(x).max() + 1e-300
    if noise < 1e-3:
        error = np.abs(found / scale - w @ (x / scale)).max()
        assert error <= max(1e-12, 2 * float(noise))
    else:
        near = x[[b <= noise + 40 for b in below]]
        assert (found >= near.min(axis=0) - 1e-12 * scale).all()
        assert (found <= near.max(axis=0) + 1e-12 * scale).all()


MASKS = ("full", "causal", "window:3")
# Many tokens with every dimension and mask; of few, each by itself: all compile anew.
CASES = [(d, 64, mask) for d in DIMENSIONS for mask in MASKS]
CASES += [(1, 2, "causal"), (2, 5, "window:3"), (3, 1, "full"), (8, 2, "full")]


@pytest.mark.parametrize(("d", "n", "mask"), CASES)
def test_averages_are_right_to_the_rounding_of_logits(kernel, d, n, mask):
    for seed, size in enumerate(SIZES):
        beta = [1.0, 0.3, 40.0][seed % 3]
        x = tokens(n, d, size, seed)
        attention = tkf.SelfAttention(beta, mask=mask, kernel=kernel)
        found, apart = (np.asarray(f(attention, jnp.asarray(x))) for f in (average, displacement))
        assert np.isfinite(found).all()
        assert np.isfinite(apart).all()
        for i, row in exact_rows(n, d, size, seed, mask, beta).items():
            assert_row_is_right(found[i], *row)
        np.testing.assert_allclose(found, x + apart, rtol=0, atol=1e-11 * np.abs(x).max())


@pytest.mark.parametrize("sign", [1.0, -1.0])
@pytest.mark.parametrize("size", SIZES)
def test_on_the_line_the_largest_logit_has_weight_one(kernel, size, sign):
    # Rounded once and once not, x_i x_j would differ from itself by far more than exp can take.
    x = size * np.random.default_rng(5).uniform(0.1, 1.0, (33, 1))
    attention = tkf.SelfAttention(1e6, sign * np.eye(1), kernel=kernel)
    found = np.asarray(average(attention, jnp.asarray(x)))
    ends = x.max() if sign > 0 else x.min()
    if size > 1e3:
        np.testing.assert_array_equal(found, np.full_like(x, ends))
    np.testing.assert_allclose(np.asarray(attention.matrix(x)).sum(axis=-1), 1.0, rtol=1e-14)


@pytest.mark.parametrize("size", [1.0, 1e8, 1e14])
@pytest.mark.skipif(not SETS, reason="no kernels")
def test_on_the_line_float32_is_finite(size):
    x = (size * np.random.default_rng(2).normal(size=(70, 1))).astype(np.float32)
    for name in SETS:
        native.use(name)
        found = native.attend(jnp.asarray(x), jnp.asarray(1.0), None, tkf.full)[0]
        assert (np.asarray(found) <= x.max() * (1 + 1e-6)).all()
        assert (np.asarray(found) >= x.min() * (1 + 1e-6)).all()
    native.use(None)


@pytest.mark.slow
@pytest.mark.skipif(not SETS, reason="no kernels")
def test_on_the_line_a_huge_later_token_changes_no_bit_of_earlier_ones():
    # Rows of one block are treated apart: some need their products rounded, others do not.
    x = jnp.asarray(np.random.default_rng(0).normal(size=(37, 1)) * np.logspace(1, 30, 37)[:, None])
    for name in SETS:
        native.use(name)
        whole, _ = native.attend_heads(x[None], x[None], x[None], tkf.causal)
        for m in range(1, 37, 3):
            part, _ = native.attend_heads(*[x[None, :m]] * 3, tkf.causal)
            np.testing.assert_array_equal(part, whole[:, :m])
    native.use(None)


@pytest.mark.slow
def test_on_the_line_derivatives_see_the_top_too():
    # sum_j w_ij x_j of two tokens is differentiated as the formula is.
    x = np.array([[0.8], [-0.3]])

    def by_hand(x):
        w = jnp.exp(2 * x * x.T)
        return (w / w.sum(axis=1, keepdims=True)) @ x

    attention = tkf.SelfAttention(2.0, kernel="dense")
    expected = jax.jacobian(by_hand)(x)
    np.testing.assert_allclose(jax.jacobian(attention)(x), expected, rtol=0, atol=1e-14)
    np.testing.assert_allclose(jax.jacrev(attention)(x), expected, rtol=0, atol=1e-14)
