"""Negative beta: the weights of |beta| and -M, by every kernel, and what is not defined there."""

import itertools

import numpy as np
import pytest
from support.series import agree, arguments, configuration, dense, needs_kernels, promise

import tokenflock as tkf
from tokenflock._jax import jax, jnp
from tokenflock.attention import causal, full, harmonic, spherical, window

BETAS = (-0.3, -4.0, -64.0)


def drawn(d, heads=2, n=12):
    """Tokens, and matrices without any symmetry."""
    rng = np.random.default_rng(d)
    x = tkf.normalize(rng.normal(size=(n, d)))
    return x, rng.normal(size=(heads, d, d)), rng.normal(size=(heads, d, d))


@pytest.mark.slow
@pytest.mark.parametrize("kernel", ["dense", pytest.param("native", marks=needs_kernels)])
@pytest.mark.parametrize("weighting", ["softmax", "unnormalized:scaled", "sinkhorn"])
def test_the_sign_of_beta_is_that_of_the_matrix(weighting, kernel):
    x, qk, ov = drawn(3)
    for beta, mask in itertools.product(BETAS, (full, causal, window(4))):
        if weighting == "sinkhorn" and mask is not full:
            continue
        options = {"weighting": weighting, "kernel": kernel}
        one = tkf.SelfAttention(beta, qk, ov, mask, **options)
        other = tkf.SelfAttention(-beta, -qk, ov, mask, **options)
        np.testing.assert_allclose(one(x), other(x), rtol=1e-11, atol=1e-13)
        np.testing.assert_allclose(one.matrix(x), other.matrix(x), rtol=1e-11, atol=1e-13)


SERIES = {2: jax.jit(harmonic.circle), 3: jax.jit(spherical.sphere)}


@needs_kernels
@pytest.mark.parametrize("mask", [full, causal], ids=repr)
@pytest.mark.parametrize("d", [2, 3])
def test_harmonics_of_identities_take_masses(d, mask):
    # Receivers look away from their own tokens: I_k(-z) = (-1)^k I_k(z).
    rng, n = np.random.default_rng(d), 700
    for kind, beta in itertools.product(("spread", "antipodal", "crowd"), BETAS):
        x, masses = configuration(kind, n, d, rng), rng.uniform(0.2, 3.0, n)
        given = arguments(x, beta, None, mask)
        for m in (None, masses):
            found = SERIES[d](*given, m)
            agree(found, dense(*given, False, m), 1.5 * promise(beta, None))
        spread = kind == "spread" and beta > -10
        assert not spread or float(np.max(found[2])) < 0.5  # by the series, not row by row


@pytest.mark.slow
@pytest.mark.parametrize("weighting", ["softmax", "unnormalized", "sinkhorn"])
@pytest.mark.parametrize("beta", [-4.0, 0.0])
def test_derivatives_go_through_either_sign(weighting, beta):
    x, qk, ov = drawn(3, n=5)

    def total(beta, x, matrix):
        attention = tkf.SelfAttention(beta, qk / 4, ov, weighting=weighting)
        values = attention.matrix(x)[..., None] * x if matrix else attention(x)
        return (jnp.sin(values) * jnp.arange(1.0, 4.0)).sum()

    total = jax.jit(total, static_argnums=2)
    for matrix in (False, True):
        slopes = jax.jit(jax.grad(total, (0, 1)), static_argnums=2)(beta, jnp.asarray(x), matrix)
        h, shift = 1e-5, np.random.default_rng(1).normal(size=x.shape)
        along_beta = (total(beta + h, x, matrix) - total(beta - h, x, matrix)) / (2 * h)
        ends = (total(beta, x + sign * h * shift, matrix) for sign in (1, -1))
        along_x = np.subtract(*ends) / (2 * h)
        np.testing.assert_allclose(slopes[0], along_beta, rtol=1e-6, atol=1e-6)
        np.testing.assert_allclose((slopes[1] * shift).sum(), along_x, rtol=1e-6, atol=1e-6)


@pytest.mark.parametrize(("space", "size", "stretch"), [
    (tkf.Sphere(), 1.0, 1e300), (tkf.Euclidean(), 1e150, 1e300), (tkf.Rescaled(), 1.0, 1.0),
])  # fmt: skip
def test_no_beta_overflows(space, size, stretch):
    x, qk, _ = drawn(3, heads=1)
    x = size * x
    for beta, matrix in itertools.product((-1e6, -1e300), (None, stretch * qk)):
        flow = tkf.Flow(tkf.SelfAttention(beta, matrix), space)
        assert np.isfinite(np.asarray(flow(0.0, x))).all()
        # Everybody looks at whom it scores lowest.
        w = np.asarray(flow.attention.matrix(x))[0]
        scores = (x / np.abs(x).max()) @ (np.eye(3) if matrix is None else qk[0]) @ x.T
        np.testing.assert_array_equal(w.argmax(axis=-1), scores.argmin(axis=-1))


def test_a_spec_takes_either_sign():
    spec = tkf.Spec(n=4, beta=-0.3, beta_end=-2.0)
    assert spec == tkf.Spec.from_toml(spec.to_toml())
    assert tkf.Spec(n=4, gamma=-1.0).beta == pytest.approx(-np.log(4))
    for fields in ({"beta": -1.0}, {"beta": 1.0, "beta_end": -1.0}):
        with pytest.raises(
            tkf.InputError, match="is the limit beta -> \\+oo, so `beta` must be at"
        ):
            tkf.Spec(n=4, weighting="hardmax", **fields)
