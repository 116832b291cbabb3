"""Some rows of attention at a time, in pure JAX: any device, differentiable, nothing n x n.

    values_i = sum_j w_ij v_j,     w_ij = m_j exp(<q_i, k_j>) / Z_i,     j visible to i.

Few pairs are one block.  Derivatives compute the weights of a block once more instead of keeping
them, so that a gradient holds no n x n array either.
"""

import math
from collections.abc import Callable
from typing import Any

from jaxtyping import Array, Bool, Float, Int, Shaped

from tokenflock._jax import jax, jnp
from tokenflock.attention import dense

PAIRS = 2**21  # of all heads and runs in a block, at most: 16 MB of weights

Rows = Int[Array, " rows"]


def attended(
    q: Float[Array, "... heads n r"],
    k: Float[Array, "... #heads n r"],
    v: Float[Array, "... #heads n c"],
    seen: Callable[[Rows], Bool[Array, "... rows n"]],
    masses: Float[Array, "... n"] | None = None,
    relative: Callable[[Array, Array, Array], Array] | None = None,
) -> tuple[Float[Array, "... heads n c"], Float[Array, "... heads n"]]:
    """The averages of every head, and log Z_i; `seen(rows)` says what these rows see.

    With `relative`, `dense.displacement` or `dense.pairwise`, averages of v_j - v_i.
    """

    def block(rows: Rows, q: Array, own: Array) -> tuple[Array, Array]:
        w, log_z = dense.normalized(q @ k.mT, 1.0, seen(rows), masses)
        return (w @ v if relative is None else relative(w, v, own)), log_z[..., None]

    n = q.shape[-2]
    values, log_z = by_rows(block, n, n * math.prod(q.shape[:-2]), q, v)
    return values, log_z[..., 0]


def by_rows(block: Callable[..., Any], n: int, pairs: int, *arrays: Array) -> Any:
    """block(rows, *parts of the arrays) of all n rows, each of so many pairs, by blocks.

    Rows are the last axis but one of every array and result.
    """
    size = max(1, min(n, PAIRS // pairs))
    if size == n:
        return block(jnp.arange(n), *arrays)
    count = -(-n // size)
    size = -(-n // count)
    # Rows beyond the last are the last again: they see something, as every row must.
    rows = jnp.minimum(jnp.arange(count * size), n - 1).reshape(count, size)
    once_more = jax.checkpoint(lambda part: block(*part), prevent_cse=False)
    found = jax.lax.map(once_more, (rows, *(_split(a, count, size) for a in arrays)))
    return jax.tree.map(lambda a: _joined(a)[..., :n, :], found)


def _split(a: Shaped[Array, "... n c"], count: int, size: int) -> Shaped[Array, "count ... size c"]:
    *lead, n, c = a.shape
    padded = jnp.pad(a, [*[(0, 0)] * len(lead), (0, count * size - n), (0, 0)])
    return jnp.moveaxis(padded.reshape(*lead, count, size, c), -3, 0)


def _joined(a: Shaped[Array, "count ... size c"]) -> Shaped[Array, "... rows c"]:
    a = jnp.moveaxis(a, 0, -3)
    return a.reshape(*a.shape[:-3], -1, a.shape[-1])
