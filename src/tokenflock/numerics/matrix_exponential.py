"""The matrix exponential to 23 digits and without overflow: a matrix of order one, a logarithm."""

from jaxtyping import Array, Float

from tokenflock._jax import jax, jnp
from tokenflock.numerics.double_double import Doubled, doubled, matmul

TAYLOR_TERMS = 24  # 1/25! < 1e-25: enough digits for a matrix of norm at most one


@jax.jit
def scaled_expm(a: Float[Array, "d d"]) -> tuple[Doubled, Float[Array, ""]]:
    """E and log_scale with e^a = e^log_scale E and largest entry |E_ij| of order one.

    Taylor series of a / 2^k, squared k times; each square is brought back to order one by a
    power of two, so that e^{1000 V} costs no more than e^V and overflows as little.
    """
    norm = jnp.abs(a).sum(axis=-1).max()
    k = jnp.maximum(jnp.ceil(jnp.log2(jnp.maximum(norm, 1.0))), 0.0).astype(int)
    start = (_taylor(doubled(a / 2.0**k)), jnp.asarray(0))
    e, exponent = jax.lax.fori_loop(0, k, lambda _, pair: _square(*pair), start)
    return e, exponent * jnp.log(2.0)


def _taylor(a: Doubled) -> Doubled:
    """1 + a (1 + a/2 (1 + a/3 (...)))."""
    # Not a constant: compilers regroup sums of constants, (a + 1) - 1 = a, and the digits are gone.
    identity = doubled(jnp.eye(a.hi.shape[-1]) + 0.0 * a.hi)

    def nested(m: Array, total: Doubled) -> Doubled:
        return identity + matmul(a, total) * _inverse(TAYLOR_TERMS - m)

    return jax.lax.fori_loop(0, TAYLOR_TERMS, nested, identity)


def _inverse(m: Array) -> Doubled:
    """1 / m for a small whole number m."""
    hi = 1.0 / m
    return Doubled(hi, _remainder(hi, m) / m)


def _remainder(hi: Array, m: Array) -> Array:
    """1 - hi m, exactly: both factors fit into 53 bits together with m below 2^5."""
    product = doubled(hi) * doubled(m * 1.0)
    return (1.0 - product.hi) - product.lo


def _square(e: Doubled, exponent: Array) -> tuple[Doubled, Array]:
    e = matmul(e, e)
    _, size = jnp.frexp(jnp.max(jnp.abs(e.hi)))
    return e.scaled(jnp.ldexp(1.0, -size)), 2 * exponent + size
