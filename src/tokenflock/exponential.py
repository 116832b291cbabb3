"""The matrix exponential without overflow, as a matrix of order one and a logarithm."""

from jaxtyping import Array, Float

from tokenflock.backend import jax, jnp

TAYLOR_TERMS = 18  # 1/19! < 1e-17: enough for a matrix of norm at most one


def scaled_expm(
    a: Float[Array, "d d"],
) -> tuple[Float[Array, "d d"], Float[Array, ""]]:
    """E and log_scale with e^a = e^log_scale E and largest entry |E_ij| of order one.

    Taylor series of a / 2^k, squared k times; each square is brought back to order one by a
    power of two, so that e^{1000 V} costs no more than e^V and overflows as little.
    """
    norm = jnp.abs(a).sum(axis=-1).max()
    k = jnp.maximum(jnp.ceil(jnp.log2(jnp.maximum(norm, 1.0))), 0.0).astype(int)
    start = (_taylor(a / 2.0**k), jnp.asarray(0.0))
    return jax.lax.fori_loop(0, k, lambda _, pair: _square(*pair), start)


def _taylor(a: Array) -> Array:
    identity = jnp.eye(a.shape[-1])
    total = identity
    for m in range(TAYLOR_TERMS, 0, -1):
        total = identity + a @ total / m
    return total


def _square(e: Array, log_scale: Array) -> tuple[Array, Array]:
    e = e @ e
    _, exponent = jnp.frexp(jnp.max(jnp.abs(e)))
    return jnp.ldexp(e, -exponent), 2 * log_scale + exponent * jnp.log(2.0)
