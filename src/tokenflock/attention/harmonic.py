"""Attention on the circle in linear time, by Fourier series.

For unit tokens x_j = (cos theta_j, sin theta_j), with beta M^T x_i = z_i (cos phi_i, sin phi_i),

    e^{z cos(phi - theta)} = sum_k c_k I_k(z) cos k(phi - theta),     c_0 = 1, c_k = 2,

so that every row needs only S_k = sum_j m_j e^{ik theta_j} over the tokens it sees: O(n sqrt(beta))
for full attention (one sum per k) and causal attention (prefix sums).  The error is absolute, near
1e-15 times the mass a row sees.  Rows whose normalizer is small against it are evaluated densely.
"""

import functools
from typing import Any, NamedTuple

import numpy as np
from jaxtyping import Array, Float

from tokenflock._jax import jax, jnp
from tokenflock.attention import dense, native
from tokenflock.attention.masks import Causal, Full, Mask
from tokenflock.numerics import ffi

EPS = float(np.finfo(float).eps)

Sums = tuple[native.Values, native.Normalizers, Float[Array, "... heads"]]


def supports(mask: Mask, d: int) -> bool:
    """True where `circle` can serve this mask and dimension."""
    return d == 2 and type(mask) in (Full, Causal)


def circle(
    x: Float[Array, "... n 2"],
    beta: Float[Array, ""],
    qk: Float[Array, "heads 2 2"] | None,
    mask: Mask,
    masses: Float[Array, "... n"] | None = None,
) -> Sums:
    """The average of every head, the logarithm of every row's normalizer, the share of dense rows.

    Tokens must have norm one.  Accurate to max(1e-12, 8 eps |beta M|), whatever the tokens.
    """
    return summed("circle", x, beta, qk, mask, masses)


def summed(
    kind: str, x: Array, beta: Array, qk: Array | None, mask: Mask, masses: Array | None
) -> Sums:
    """Attention by one of the kernels' series, 'circle' or 'sphere'."""
    x = x.astype(jnp.float64)
    q = queries(x, beta, qk)
    lead = q.shape[:-3]
    masses = jnp.zeros((*lead, 0)) if masses is None else masses.astype(jnp.float64)
    masses = jnp.broadcast_to(masses, (*lead, masses.shape[-1]))
    reach = jnp.broadcast_to(reach_of(x.shape[-1], beta, qk), q.shape[:-2])
    return _summed(kind, isinstance(mask, Causal), qk is None, q, x, masses, reach)


def queries(x: Array, beta: Array, qk: Array | None) -> Array:
    """The vectors beta M^T x_i, that never overflow."""
    if qk is None:
        return beta * x[..., None, :, :]
    stretch = dense.power_of_two(qk)
    return dense.product(beta, stretch) * (x[..., None, :, :] @ (qk / stretch))


def reach_of(d: int, beta: Array, qk: Array | None) -> Float[Array, " heads"]:
    """|beta M|, the length that no beta M^T x exceeds."""
    if qk is None:
        return jnp.abs(beta)[None]
    m = jax.lax.stop_gradient(queries(jnp.eye(d), beta, qk))
    return jnp.linalg.norm(m, 2, axis=(-2, -1)) if d > 2 else _norm_of_two_by_two(m)


def _norm_of_two_by_two(m: Float[Array, "heads 2 2"]) -> Float[Array, " heads"]:
    """The larger singular value: M is a rotation times a number, plus the same of a reflection."""
    (a, b), (c, d) = (m[..., 0, 0], m[..., 0, 1]), (m[..., 1, 0], m[..., 1, 1])
    return 0.5 * (jnp.hypot(a + d, b - c) + jnp.hypot(a - d, b + c))


@functools.partial(jax.custom_jvp, nondiff_argnums=(0, 1, 2))
def _summed(kind: str, causal: bool, identity: bool, *operands: Array) -> Sums:
    plain = functools.partial(series if kind == "circle" else densely, causal)
    if not native.available():
        return plain(*operands)
    call = functools.partial(_call, kind, causal, identity)
    return jax.lax.platform_dependent(*operands, cpu=call, default=plain)


@_summed.defjvp
def _summed_jvp(kind: str, causal: bool, identity: bool, primals: Any, tangents: Any) -> Any:
    _, tangent = jax.jvp(functools.partial(densely, causal), primals, tangents)
    return _summed(kind, causal, identity, *primals), tangent


def _call(
    kind: str, causal: bool, identity: bool, q: Array, x: Array, masses: Array, reach: Array
) -> Sums:
    tokens, rows, heads = (jax.ShapeDtypeStruct(q.shape[:end], q.dtype) for end in (None, -1, -2))
    found = ffi.call(
        f"tokenflock_{kind}",
        operands={"q": q, "x": x, "masses": masses, "reach": reach},
        results={"values": tokens, "normalizer": rows, "top": rows, "share": heads},
        attributes={"causal": causal, "identity": identity},
        vmap_method="broadcast_all",
    )
    return found["values"], jnp.log(found["normalizer"]) + found["top"], found["share"]


def densely(causal: bool, q: Array, x: Array, masses: Array, reach: Array) -> Sums:
    """The same in pure JAX, pair by pair, some rows at a time."""
    x = x[..., None, :, :]
    width = jnp.zeros(q.shape[:-3], jnp.int64)
    kind = Causal if causal else Full
    values, log_normalizer = native.reference(kind, False, q, x, x, masses, width)
    return values, log_normalizer, jnp.ones_like(reach)


def series(causal: bool, q: Array, x: Array, masses: Array, reach: Array) -> Sums:
    """The series of the circle in pure JAX, one mode at a time."""
    operands = (q, x, masses, reach)
    x = x[..., None, :, :]
    m = jnp.ones(x.shape[:-1]) if masses.shape[-1] == 0 else masses[..., None, :]
    z = jnp.hypot(q[..., 0], q[..., 1])
    phi = jnp.arctan2(q[..., 1], q[..., 0])
    seen = jnp.broadcast_to(_sums(causal, m), z.shape)
    # From `reach`, not from the tokens: a later token must not change a bit of earlier rows.
    longest = jnp.max(reach)
    short = longest < LONGEST_SERIES
    modes = jnp.where(short, mode_count(longest), 0)
    terms = _sum_modes(modes, causal, m, jnp.arctan2(x[..., 1], x[..., 0]), phi, z)
    unit = terms.here + 2 * terms.unit
    weight = 2 * terms.weight + terms.here * seen
    doubtful = ~(weight >= smallest_share(modes, z) * unit * seen) | ~short
    along, across = (terms.along + terms.upper * seen) / weight, terms.across / weight
    c, s = jnp.cos(phi), jnp.sin(phi)
    values = jnp.stack([c * along + s * across, s * along - c * across], axis=-1)
    log_normalizer = jnp.log(weight / unit) + z
    values, log_normalizer = jax.lax.cond(
        jnp.any(doubtful),
        lambda: _with_dense_rows(causal, doubtful, values, log_normalizer, *operands),
        lambda: (values, log_normalizer),
    )
    return values, log_normalizer, doubtful.mean(axis=-1, dtype=float)


# Beyond this z a series is longer than any list of tokens.
LONGEST_SERIES = 1e8


def mode_count(z: Float[Array, ""]) -> Array:
    """A number of modes that leaves out less than 1e-16 of e^z."""
    return jnp.ceil(8.7 * jnp.sqrt(z)).astype(int) + 8


def smallest_share(modes: Array, z: Array) -> Array:
    """The share of the mass it sees that a row's normalizer must reach to be trusted.

    Rounding, about 2 eps sqrt(modes) of that mass, may take half of the promised accuracy.
    """
    return 4 * EPS * jnp.sqrt(modes + 1.0) / jnp.maximum(1e-12, 8 * EPS * z)


class _Terms(NamedTuple):
    """Bessel functions up to a common factor, and what the modes from k on have summed up to."""

    k: Array
    upper: Array  # I_{k+1}
    here: Array  # I_k
    unit: Array
    weight: Array
    along: Array
    across: Array


def _sum_modes(modes: Array, causal: bool, m: Array, theta: Array, phi: Array, z: Array) -> _Terms:
    """All modes from the highest down to k = 1: the direction in which I_k is stable."""
    zero = jnp.zeros_like(z)
    z = jnp.maximum(z, 1e-20)

    def add(terms: _Terms) -> _Terms:
        k, upper, here, *sums = terms
        lower = upper + 2 * k / z * here
        c, d = _turned(
            k * phi, _sums(causal, m * jnp.cos(k * theta)), _sums(causal, m * jnp.sin(k * theta))
        )
        new = (here, here * c, (lower + upper) * c, (lower - upper) * d)
        # Where z is far below the largest the recurrence grows fast; what came before is nothing.
        factor = jnp.where(lower > 1e100, 1e-180, 1.0)
        return _Terms(
            k - 1,
            here * factor,
            lower * factor,
            *((a + b) * factor for a, b in zip(sums, new, strict=True)),
        )

    start = _Terms(modes, zero, jnp.full_like(z, 1e-290), *([zero] * 4))
    return jax.lax.while_loop(lambda terms: terms.k > 0, add, start)


def _turned(angle: Array, re: Array, im: Array) -> tuple[Array, Array]:
    """Real and imaginary part of e^{i angle} conj(re + i im)."""
    c, s = jnp.cos(angle), jnp.sin(angle)
    return c * re + s * im, s * re - c * im


def _sums(causal: bool, a: Array) -> Array:
    return jnp.cumsum(a, axis=-1) if causal else a.sum(axis=-1, keepdims=True)


def _with_dense_rows(
    causal: bool, doubtful: Array, values: Array, log_normalizer: Array, *operands: Array
) -> tuple[Array, Array]:
    """The answer with its doubtful rows replaced; all rows are computed, some at a time."""
    dense_values, dense_log, _ = densely(causal, *operands)
    return (
        jnp.where(doubtful[..., None], dense_values, values),
        jnp.where(doubtful, dense_log, log_normalizer),
    )
