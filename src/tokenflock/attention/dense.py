"""The attention weights as a full matrix, in pure JAX: any device, differentiable.

    w_ij = exp(beta <x_i, M x_j>) / sum_k exp(beta <x_i, M x_k>),     j, k visible to i.

Scores and their scale are kept apart, beta <x_i, M x_j> = scale * s_ij, and multiplied only after
the row maximum has been subtracted: nothing overflows, whatever beta, M and x.
"""

from typing import Any

from jaxtyping import Array, Float

from tokenflock._jax import jax, jnp

# Up to this dimension the pairwise sum costs less than the exponentials it weighs.
CHEAP_DIMENSION = 16

# Beyond this scale every gap between float64 scores decides a row: larger changes no weight.
LARGEST_SCALE = 1e300


def scores(
    x: Float[Array, "... n d"], qk: Float[Array, "heads d d"] | None
) -> tuple[Float[Array, "... heads n n"], Float[Array, ""]]:
    """Scores s_ij of order one at most and a power of two, with <x_i, M x_j> = scale * s_ij."""
    size = power_of_two(x)
    x = (x / size)[..., None, :, :]
    if qk is None:
        return x @ x.mT, product(size, size)
    stretch = power_of_two(qk)
    return (x @ (qk / stretch)) @ x.mT, product(product(size, size), stretch)


def power_of_two(a: Array) -> Array:
    """The power of two just above the largest entry of `a`: dividing by it loses no bit."""
    top = jnp.max(jnp.abs(jax.lax.stop_gradient(a))).astype(jnp.float64)
    # The exponent field of a float64, 1023 for numbers from 1 to 2; frexp compiles to far more.
    field = jax.lax.bitcast_convert_type(top, jnp.int64) >> 52
    field = jnp.where(top > 0, jnp.minimum(field + 1, 1023 + 1000), 1023)
    return jax.lax.bitcast_convert_type(field << 52, jnp.float64)


def product(a: Array, b: Array) -> Array:
    """a b with b > 0, at most LARGEST_SCALE in size."""
    return jnp.clip(a, -LARGEST_SCALE / b, LARGEST_SCALE / b) * b


def oriented(s: Array, scale: Array) -> tuple[Array, Array]:
    """Scores and a scale >= 0 with the same product: where beta < 0 the lowest score is the best.

    (A derivative at beta = 0 is that of s times beta, not of |beta|.)
    """
    away = scale < 0
    return jnp.where(away, -s, s), jnp.where(away, -scale, scale)


def softmax(s: Array, scale: Array, where: Array, masses: Array | None = None) -> Array:
    """Softmax of scale * s over the last axis, restricted to `where`; masses multiply e^."""
    return normalized(s, scale, where, masses)[0]


def normalized(
    s: Array, scale: Array | float, where: Array, masses: Array | None = None
) -> tuple[Array, Array]:
    """The weights w_ij = m_j exp(scale s_ij) / Z_i over `where`, and log Z_i, without overflow."""
    top = jnp.max(jax.lax.stop_gradient(s), axis=-1, where=where, initial=-jnp.inf, keepdims=True)
    # The inner `where` keeps infinities out of the derivative, the outer one out of the sum.
    gap = jnp.where(where, minus_top(s, top), 0.0)
    w = jnp.where(where, jnp.exp(scale * gap), 0.0)
    w = w if masses is None else w * masses[..., None, None, :]
    total = w.sum(axis=-1, keepdims=True)
    return w / total, (jnp.log(total) + scale * top)[..., 0]


@jax.custom_jvp
def minus_top(s: Array, top: Array) -> Array:
    """s - top, exactly 0 for the top itself; a constant top, for derivatives.

    On the line a score is one product, and XLA may join it with the subtraction: then it is not
    rounded here though it was in `top`, and a large scale blows up what is left.
    """
    return jnp.where(s >= top, 0.0, s - top)


@minus_top.defjvp
def _minus_top_jvp(primals: tuple[Array, Array], tangents: tuple[Array, Array]) -> Any:
    return minus_top(*primals), tangents[0]


def average(
    w: Float[Array, "... heads n n"], x: Float[Array, "... #heads n d"]
) -> Float[Array, "... heads n d"]:
    """The averages sum_j w_ij x_j of every head."""
    return w @ x


def displacement(
    w: Float[Array, "... heads rows n"],
    x: Float[Array, "... #heads n d"],
    own: Float[Array, "... #heads rows d"] | None = None,
) -> Float[Array, "... heads rows d"]:
    """The averages seen from each token, sum_j w_ij (x_j - x_i); rows may sum to anything.

    Summed pairwise: coincident tokens contribute exactly nothing, so that a drift of 1e-26
    towards a far cluster keeps all its digits.  The shortcut below would lose it.
    `own` are the tokens x_i of the rows, where these are not all.
    """
    own = x if own is None else own
    if x.shape[-1] <= CHEAP_DIMENSION:
        return pairwise(w, x, own)
    quick = w @ x - w.sum(axis=-1, keepdims=True) * own
    slow = jnp.max(jnp.abs(quick), axis=-1, keepdims=True) < 1e-3
    # Every row decides for itself: a later token must not change a bit of earlier rows.
    return jax.lax.cond(
        jnp.any(slow), lambda: jnp.where(slow, pairwise(w, x, own), quick), lambda: quick
    )


def pairwise(
    w: Float[Array, "... heads rows n"],
    v: Float[Array, "... #heads n c"],
    own: Float[Array, "... #heads rows c"],
) -> Float[Array, "... heads rows c"]:
    """sum_j w_ij (v_j - v_i), coordinate by coordinate: an array (n, n, c) would not fit."""

    def coordinate(part: tuple[Array, Array]) -> Array:
        c, own = part
        return jnp.sum(w * (c[..., None, :] - own[..., :, None]), axis=-1)

    columns = jnp.moveaxis(v, -1, 0), jnp.moveaxis(own, -1, 0)
    if v.shape[-1] <= CHEAP_DIMENSION:
        return jnp.stack([coordinate(part) for part in zip(*columns, strict=True)], axis=-1)
    # Differences are formed once more by a gradient, which would hold those of all coordinates.
    once_more = jax.checkpoint(coordinate, prevent_cse=False)
    return jnp.moveaxis(jax.lax.map(once_more, columns), 0, -1)
