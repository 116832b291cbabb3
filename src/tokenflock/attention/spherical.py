"""Attention on the sphere S^2 in linear time, by spherical harmonics.

For unit tokens x_j in R^3, with beta M^T x_i = z_i u_i and |u_i| = 1,

    e^{z u.x} = sum_l (2l + 1) i_l(z) P_l(u.x) = 4 pi sum_l i_l(z) sum_m Y_lm(u) Y_lm(x)*,

so that every row needs only sum_j m_j Y_lm(x_j) over the tokens it sees.  The smallest degree L
that leaves out 1e-17 of e^z is 31 at z = 9, 73 at z = 64, then about 8.9 sqrt(z): O(n beta) for
full attention (one sum per l, m) and causal attention (prefix sums over chunks, pairs inside one).
The error is absolute, near 1e-15 times the mass a row sees.  Rows whose normaliser is small against
it are evaluated densely, and so are all rows where (L + 1)^2 terms cost more than the pairs.
"""

import functools
from typing import Any

from jaxtyping import Array, Float

from tokenflock.attention import harmonic, native
from tokenflock.attention.masks import Causal, Full, Mask
from tokenflock.backend import jax, jnp


def supports(mask: Mask, d: int) -> bool:
    """True where `sphere` can serve this mask and dimension."""
    return d == 3 and isinstance(mask, Full | Causal)


def sphere(
    x: Float[Array, "... n 3"],
    beta: Float[Array, ""],
    qk: Float[Array, "heads 3 3"] | None,
    mask: Mask,
    masses: Float[Array, "... n"] | None = None,
) -> tuple[native.Values, native.Normalisers, harmonic.Shares]:
    """The average of every head, the logarithm of every row's normaliser, the share of dense rows.

    Tokens must have norm one.  Accurate to max(1e-12, 8 eps beta |M|), whatever the tokens.
    Without native kernels all rows are dense.
    """
    x = x.astype(jnp.float64)
    q = harmonic.queries(x, beta, qk)
    lead = q.shape[:-3]
    masses = jnp.zeros((*lead, 0)) if masses is None else masses.astype(jnp.float64)
    masses = jnp.broadcast_to(masses, (*lead, masses.shape[-1]))
    reach = jnp.broadcast_to(_reach(beta, qk), q.shape[:-2])
    return _sphere(isinstance(mask, Causal), qk is None, q, x, masses, reach)


def _reach(beta: Array, qk: Array | None) -> Float[Array, " heads"]:
    """beta |M|, the length that no beta M^T x exceeds."""
    if qk is None:
        return jnp.abs(beta)[None]
    matrices = jax.lax.stop_gradient(harmonic.queries(jnp.eye(3), beta, qk))
    return jnp.linalg.norm(matrices, 2, axis=(-2, -1))


@functools.partial(jax.custom_jvp, nondiff_argnums=(0, 1))
def _sphere(causal: bool, identity: bool, q: Array, x: Array, masses: Array, reach: Array) -> Any:
    plain = functools.partial(_densely, causal)
    if not native.available():
        return plain(q, x, masses, reach)
    call = functools.partial(_call, causal, identity)
    return jax.lax.platform_dependent(q, x, masses, reach, cpu=call, default=plain)


@_sphere.defjvp
def _sphere_jvp(causal: bool, identity: bool, primals: Any, tangents: Any) -> Any:
    _, tangent = jax.jvp(functools.partial(_densely, causal), primals, tangents)
    return _sphere(causal, identity, *primals), tangent


def _call(causal: bool, identity: bool, *operands: Array) -> tuple[Array, Array, Array]:
    q, *_ = operands
    tokens, rows, heads = (jax.ShapeDtypeStruct(q.shape[:end], q.dtype) for end in (None, -1, -2))
    call = jax.ffi.ffi_call(
        "tokenflock_sphere", (tokens, rows, rows, heads), vmap_method="broadcast_all"
    )
    values, normaliser, top, share = call(*operands, causal=causal, identity=identity)
    return values, jnp.log(normaliser) + top, share


def _densely(
    causal: bool, q: Array, x: Array, masses: Array, reach: Array
) -> tuple[Array, Array, Array]:
    """The same in pure JAX, with the n x n weights in memory."""
    x = x[..., None, :, :]
    width = jnp.zeros(q.shape[:-3], jnp.int64)
    kind = Causal if causal else Full
    values, log_normaliser = native.reference(kind, False, q, x, x, masses, width)
    return values, log_normaliser, jnp.ones_like(reach)
