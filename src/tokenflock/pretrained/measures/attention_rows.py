"""The attention of one layer and the sums over its weights, some rows at a time.

Of a long text the weights of all heads would fill gigabytes: those of a block of rows are formed,
summed, applied to the values, and dropped.
"""

from typing import Any, NamedTuple

from jaxtyping import Array, Bool, Float, Int

from tokenflock._jax import jax, jnp
from tokenflock.attention import dense
from tokenflock.pretrained.forward_pass.layers import (
    Tokens,
    Visible,
    attention_sum,
    biases,
    queries_keys_values,
)
from tokenflock.pretrained.measures.head_measures import HeadSums, binary_entropy, log_odds
from tokenflock.pretrained.model import Heads

ROWS = 256  # of a block; shorter texts are one


class _Rows(NamedTuple):
    """What a block of rows needs to attend."""

    q: Float[Array, "heads rows r"]
    visible: Bool[Array, "rows n"]
    bias: Float[Array, "heads rows n"] | None
    place: Int[Array, " rows"]  # which tokens they are
    fresh: Bool[Array, " rows"]  # not in the block before


def attention_and_sums(heads: Heads, x: Tokens, visible: Visible) -> tuple[Tokens, tuple[Any, ...]]:
    """What all heads make of tokens (n, d), and the fields of `HeadSums` in their order."""
    q, k, v = queries_keys_values(heads, x)
    n = x.shape[0]
    bias = None if heads.bias is None else biases(heads.bias, n)
    size = min(n, ROWS)
    count = -(-n // size)

    def attend(block: Int[Array, ""]) -> tuple[Array, dict[str, Array]]:
        # The last block begins earlier, so that it is as long as the others.
        start = jnp.minimum(block * size, n - size)
        place = start + jnp.arange(size)
        rows = _Rows(_cut(q, start, size), _cut(visible[0], start, size),
                     None if bias is None else _cut(bias, start, size), place,
                     place >= block * size)  # fmt: skip
        return _attended(heads, rows, k, v)

    if count == 1:
        out, sums = attend(jnp.asarray(0))
    else:
        blocks, parts = jax.lax.map(attend, jnp.arange(count))
        out = _joined(blocks, n)
        largest = parts.pop("largest_logit").max(axis=0)
        sums = {name: part.sum(axis=0) for name, part in parts.items()}
        sums["largest_logit"] = largest
    sums |= {"others": jnp.full(q.shape[0], n - 1.0), "rows": jnp.asarray(float(n))}
    return attention_sum(heads, out), tuple(sums[name] for name in HeadSums.__dataclass_fields__)


def _cut(a: Array, start: Int[Array, ""], size: int) -> Array:
    return jax.lax.dynamic_slice_in_dim(a, start, size, axis=-2)


def _joined(blocks: Float[Array, "blocks heads rows r"], n: int) -> Float[Array, "heads n r"]:
    """All rows, of the last block those that are not in the one before."""
    size = blocks.shape[-2]
    last = n - (blocks.shape[0] - 1) * size
    return jnp.concatenate([*blocks[:-1], blocks[-1][:, size - last :]], axis=-2)


def _attended(
    heads: Heads, rows: _Rows, k: Float[Array, "heads n r"], v: Float[Array, "heads n r"]
) -> tuple[Float[Array, "heads rows r"], dict[str, Array]]:
    """The averages of values of some rows, and the sums over their weights."""
    logits = heads.scale * (rows.q @ k.mT)
    logits = logits if heads.cap is None else heads.cap * jnp.tanh(logits / heads.cap)
    logits = logits if rows.bias is None else logits + rows.bias
    w = dense.softmax(logits, jnp.ones((), logits.dtype), rows.visible)
    return w @ v, _sums(w, logits, rows)


def _sums(
    w: Float[Array, "heads rows n"], logits: Float[Array, "heads rows n"], rows: _Rows
) -> dict[str, Array]:
    """Fields of `HeadSums` by name.  Many small terms: summed in float64."""
    visible, fresh = rows.visible, rows.fresh
    m = visible.sum(axis=-1)
    first, later, w_rest = w[..., 0], rows.place > 0, w[..., 1:]
    others = w_rest.sum(axis=-1, dtype=jnp.float64)
    terms = w_rest * jnp.log(jnp.where(w_rest > 0, w_rest, 1.0))
    inside = terms.sum(axis=-1, dtype=jnp.float64)
    rest = others * jnp.log(jnp.where(others > 0, others, 1.0)) - inside
    mean = jnp.where(visible, logits, 0.0).sum(axis=-1) / m
    away = jnp.where(visible, logits - mean[..., None], 0.0)
    odds = log_odds(jnp, first.astype(jnp.float64), others) * later
    gap = (odds + jnp.log(jnp.maximum(m - 1, 1))) * later

    def total(values: Array) -> Array:
        shaped = jnp.broadcast_to(values, first.shape)
        return jnp.where(fresh, shaped, 0.0).sum(axis=-1, dtype=jnp.float64)

    return {
        "entropy": total(rest + binary_entropy(jnp, first, others)),
        "room": total(jnp.log(m)),
        "first": total(first * later),
        "rest": total(rest),
        "rest_room": total(others * jnp.log(jnp.maximum(m - 1, 1))),
        "spread": total(jnp.sqrt((away * away).sum(axis=-1) / m)),
        "odds": total(odds),
        "gap": total(gap),
        "gap_square": total(gap * gap),
        "received": jnp.where(fresh[:, None], w, 0.0).sum(axis=-2, dtype=jnp.float64),
        "largest_logit": jnp.where(visible, logits, -jnp.inf).max(axis=(-2, -1)),
    }
