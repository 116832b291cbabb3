"""A layer of a checkpoint by the names of its parts, whatever the family."""

from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from tokenflock.pretrained.families.norms import LAYER_NORM, NormKind
from tokenflock.pretrained.families.rotary import Turns
from tokenflock.pretrained.files.tensors import Shape, Weights
from tokenflock.pretrained.model import (
    MLP,
    Config,
    Heads,
    Layer,
    Norm,
    PositionBias,
    joined_heads,
)


@dataclass(frozen=True)
class Parts:
    """The parts of a layer under the names of a family; None for one that it lacks."""

    q: str
    k: str
    v: str
    o: str
    into: str  # the hidden layer of the MLP
    out_of: str
    gate: str | None = None
    attention_norm: str | None = None
    mlp_norm: str | None = None
    attention_output_norm: str | None = None
    mlp_output_norm: str | None = None
    q_norm: str | None = None
    k_norm: str | None = None
    attention_scale: str | None = None  # what the output is multiplied by, (d,)
    mlp_scale: str | None = None
    biases: tuple[str, ...] = ()  # the names of the linear maps that have one
    norm: NormKind = LAYER_NORM
    norms_heads_together: bool = False  # q_norm and k_norm over all heads at once
    norm_after: bool = False
    parallel: bool = False

    @property
    def maps(self) -> tuple[str, ...]:
        """The names of all linear maps."""
        gate = () if self.gate is None else (self.gate,)
        return (self.q, self.k, self.v, self.o, *gate, self.into, self.out_of)

    def with_biases(self, *, attention: bool = True, mlp: bool = True) -> "Parts":
        """The same with biases in all maps of the attention, of the MLP, or of both."""
        own = self.maps
        return replace(self, biases=(own[:4] if attention else ()) + (own[4:] if mlp else ()))


@dataclass(frozen=True)
class Logits:
    """What makes the logits of a layer besides its matrices."""

    turns: Turns | None = None
    scale: float | None = None  # 1 / sqrt(r) unless given
    cap: float | None = None
    bias: PositionBias | None = None


def layer_shapes(c: Config, parts: Parts, prefix: str) -> dict[str, Shape]:
    """The tensors of a layer whose names begin with a prefix."""
    rows, kv_rows = c.heads * c.head_dim, c.kv_heads * c.head_dim
    maps = {
        parts.q: (rows, c.d), parts.k: (kv_rows, c.d), parts.v: (kv_rows, c.d),
        parts.o: (c.d, rows), parts.into: (c.hidden, c.d), parts.out_of: (c.d, c.hidden),
    }  # fmt: skip
    maps |= {} if parts.gate is None else {parts.gate: (c.hidden, c.d)}
    shapes: dict[str, Shape] = {f"{name}.weight": shape for name, shape in maps.items()}
    shapes |= {f"{name}.bias": maps[name][:1] for name in parts.biases}
    for name, size in _norm_sizes(c, parts):
        shapes |= parts.norm.shapes(name, size)
    for scale in (parts.attention_scale, parts.mlp_scale):
        shapes |= {} if scale is None else {scale: (c.d,)}
    return {prefix + name: shape for name, shape in shapes.items()}


def _norm_sizes(c: Config, parts: Parts) -> list[tuple[str, int]]:
    of_tokens = (parts.attention_norm, parts.mlp_norm, parts.attention_output_norm,
                 parts.mlp_output_norm)  # fmt: skip
    together = parts.norms_heads_together
    q_size, k_size = (n * c.head_dim if together else c.head_dim for n in (c.heads, c.kv_heads))
    sizes = [(name, c.d) for name in of_tokens] + [(parts.q_norm, q_size), (parts.k_norm, k_size)]
    return [(name, size) for name, size in sizes if name is not None]


def read_layer(weights: Weights, c: Config, parts: Parts, prefix: str, logits: Logits) -> Layer:
    """The layer whose tensors begin with a prefix."""

    def norm(name: str | None) -> Norm | None:
        return None if name is None else parts.norm.read(weights, prefix + name, c.eps)

    return Layer(
        heads=_heads(weights, c, parts, prefix, logits),
        mlp=_mlp(weights, c, parts, prefix),
        attention_norm=norm(parts.attention_norm),
        mlp_norm=norm(parts.mlp_norm),
        attention_output_norm=norm(parts.attention_output_norm),
        mlp_output_norm=norm(parts.mlp_output_norm),
        norm_after=parts.norm_after,
        parallel=parts.parallel,
    )


def _heads(weights: Weights, c: Config, parts: Parts, prefix: str, logits: Logits) -> Heads:
    q, k, v, o = (_map(weights, parts, prefix, name) for name in parts.maps[:4])
    o = _scaled(weights, prefix, parts.attention_scale, o)
    turns, has_norms = logits.turns, parts.q_norm is not None
    if turns is not None:
        # A norm of queries comes after their matrix, and takes the magnitude.
        q, k = (
            tuple(None if m is None else turns.ordered(m, n, scaled=not has_norms) for m in pair)
            for pair, n in ((q, c.heads), (k, c.kv_heads))
        )
    heads = joined_heads(
        c, q[0], k[0], v[0], o[0], biases=(q[1], k[1], v[1], o[1]), scale=logits.scale,
        frequencies=None if turns is None else turns.frequencies,
    )  # fmt: skip
    return replace(
        heads,
        q_norm=_head_norm(weights, c, parts, prefix, parts.q_norm, c.heads, turns),
        k_norm=_head_norm(weights, c, parts, prefix, parts.k_norm, c.kv_heads, turns),
        cap=None if logits.cap is None else np.asarray(logits.cap),
        bias=logits.bias,
    )


def _head_norm(
    weights: Weights, c: Config, parts: Parts, prefix: str, name: str | None, heads: int,
    turns: Turns | None,
) -> Norm | None:  # fmt: skip
    if name is None:
        return None
    norm = parts.norm.read(weights, prefix + name, c.eps)
    if parts.norms_heads_together:
        norm = replace(norm, gain=norm.gain.reshape(heads, c.head_dim))
    return norm if turns is None else turns.ordered_norm(norm)


def _mlp(weights: Weights, c: Config, parts: Parts, prefix: str) -> MLP:
    W_in, b_in = _map(weights, parts, prefix, parts.into)
    out_of = _map(weights, parts, prefix, parts.out_of)
    W_out, b_out = _scaled(weights, prefix, parts.mlp_scale, out_of)
    W_gate, b_gate = (
        (None, None) if parts.gate is None else _map(weights, parts, prefix, parts.gate)
    )
    return MLP(
        W_in=W_in, b_in=b_in, W_out=W_out, b_out=b_out, W_gate=W_gate, b_gate=b_gate,
        activation=c.activation,
    )  # fmt: skip


def _map(weights: Weights, parts: Parts, prefix: str, name: str) -> Any:
    """The matrix of a linear map, and its bias or None."""
    bias = weights(f"{prefix}{name}.bias") if name in parts.biases else None
    return weights(f"{prefix}{name}.weight"), bias


def _scaled(weights: Weights, prefix: str, scale: str | None, pair: Any) -> Any:
    """A map whose outputs are multiplied by a learned factor each, if there is one."""
    if scale is None:
        return pair
    gain = weights(prefix + scale).astype(float)
    W, b = pair
    return gain[:, None] * W, None if b is None else gain * b
