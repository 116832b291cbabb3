"""A pretrained transformer as plain records: a configuration, layers of heads, norms and MLPs.

    x <- N1(x + a),     x <- N2(x + f)         a = A(x),       f = MLP(x)         norms after (BERT)
    x <- x + P1 a,      x <- x + P2 f          a = A(N1 x),    f = MLP(N2 x)      norms before (GPT)
    x <- x + P1 a + P2 f                       both of the same x                 parallel (NeoX)

    A_i(x) = b_O + sum_h W_O^h ( b_V^h + sum_j w^h_ij W_V^h x_j ),
    w^h_ij ~ exp( cap tanh( l_ij / cap ) + B^h(j - i) ),     without cap: exp( l_ij + B^h(j - i) ),
    l_ij = scale <R_i Nq(W_Q^h x_i + b_Q^h), R_j Nk(W_K^h x_j + b_K^h)>,

R the rotations of rotary positions, P norms of what is added, Nq and Nk norms of queries and keys,
B a bias by relative position: each only where a family has it.  Matrices act on columns.  Arrays
are those of the checkpoint, in its precision, read when a layer is asked for.  Nothing here needs
JAX, which alone takes as much memory as a small model: `forward_pass.layers` makes the records
known to it.
"""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from tokenflock.errors import InputError
from tokenflock.pretrained.files.checkpoint import Checkpoint
from tokenflock.pretrained.files.tensors import Weights

Array = Any  # NumPy as read, JAX in a pass; and what JAX puts in the place of leaves

# Under the names of transformers; `forward_pass.activations` has the functions.
ACTIVATIONS = (
    "gelu", "gelu_new", "gelu_pytorch_tanh", "gelu_fast", "relu", "silu", "swish", "quick_gelu",
    "relu2", "tanh",
)  # fmt: skip


def static(**options: Any) -> Any:
    """A field that is no array: another value of it makes another program."""
    return field(metadata={"static": True}, **options)


@dataclass(frozen=True)
class Config:
    """The numbers that fix the shapes of a model, under one name for all families.

    Unless given, `head_dim` is d / heads, and every head has keys and values of its own.
    """

    d: int  # of a token
    depth: int  # passes through layers
    heads: int
    vocabulary: int  # 0 where tokens are patches of an image
    positions: int
    hidden: int = 0  # width of the MLP; 0 where there is none
    activation: str = "gelu"
    eps: float = 1e-6  # of the norms
    kv_heads: int = 0  # heads of keys and values, each shared by heads / kv_heads of queries
    head_dim: int = 0

    def __post_init__(self) -> None:
        object.__setattr__(self, "kv_heads", self.kv_heads or self.heads)
        if self.heads % self.kv_heads:
            raise InputError(
                f"Heads must share keys and values evenly. Got {self.heads} heads and "
                f"{self.kv_heads} of keys; check the configuration."
            )
        if not self.head_dim and self.d % self.heads:
            raise InputError(
                f"The number of heads must divide the dimension of a token. Got {self.heads} "
                f"heads and d={self.d}; check the configuration."
            )
        object.__setattr__(self, "head_dim", self.head_dim or self.d // self.heads)


@dataclass(frozen=True)
class Norm:
    """gain * (x - mean) / sqrt(variance + eps) + shift; without the mean where not `centered`."""

    gain: Array
    shift: Array | None = None
    eps: float = static(default=1e-6)
    centered: bool = static(default=True)


@dataclass(frozen=True)
class PositionBias:
    """What logits get by the distance j - i of two tokens, one row of the table for each head.

    Distances fall into buckets: half of them for j > i; near ones have one each, far ones share
    one that grows as the logarithm, up to `farthest` (T5, arXiv:1910.10683).
    """

    table: Array  # (heads, buckets)
    farthest: int = static(default=128)


@dataclass(frozen=True)
class Heads:
    """The attention of one layer: all its heads, with the products kept as factors of rank r."""

    W_Q: Array  # (heads, r, d)
    W_K: Array  # (kv_heads, r, d)
    W_V: Array  # (kv_heads, r, d)
    W_O: Array  # (heads, d, r)
    b_Q: Array | None  # (heads, r)
    b_K: Array | None  # (kv_heads, r)
    b_V: Array | None  # (kv_heads, r)
    b_O: Array | None  # (d,)
    kept: Array  # (heads,): 1, or 0 for a head that is taken away
    scale: Array  # of the logits, 1 / sqrt(r)
    frequencies: Array | None = None  # (r / 2,), of rotary positions; 0 for pairs that stand still
    q_norm: Norm | None = None  # gain (r,): head by head; (heads, r): over all heads together
    k_norm: Norm | None = None
    cap: Array | None = None  # logits become cap tanh(logits / cap)
    bias: PositionBias | None = None


@dataclass(frozen=True)
class MLP:
    """W_out y + b_out,   y = phi(W_in x + b_in),  or  phi(W_gate x + b_gate) * (W_in x + b_in)."""

    W_in: Array  # (hidden, d)
    b_in: Array | None
    W_out: Array  # (d, hidden)
    b_out: Array | None
    W_gate: Array | None
    activation: str = static()
    b_gate: Array | None = None


@dataclass(frozen=True)
class Layer:
    """One layer.  A norm that is None is the identity, an MLP that is None contributes nothing."""

    heads: Heads
    mlp: MLP | None = None
    attention_norm: Norm | None = None  # N1
    mlp_norm: Norm | None = None  # N2
    norm_after: bool = static(default=False)
    parallel: bool = static(default=False)
    attention_output_norm: Norm | None = None  # P1
    mlp_output_norm: Norm | None = None  # P2


@dataclass(frozen=True)
class Embedding:
    """From token numbers to the tokens that enter the first layer,

        x = W N(scale words + positions + token types) + b,

    by the names of its tables among the weights, with only the parts that a family has.  The first
    token stands at the row `first_position` of the table of positions.  Tokens of the number
    `padding` take none, and have the row of that number (RoBERTa); with `counts_seen` those that an
    attention mask hides take none (OPT).
    """

    weights: Weights
    words: str
    positions: str | None = None
    token_types: str | None = None
    norm: Norm | None = None
    W: str | None = None
    b: str | None = None
    scale: float = 1.0
    first_position: int = 0
    padding: int | None = None
    counts_seen: bool = False


@dataclass(frozen=True)
class PatchEmbedding:
    """From pixels to the tokens that enter the first layer: one of the class, then the patches,

    x_0 = class + position_0,     x_k = W patch_k + b + position_k,     row by row.
    """

    weights: Weights
    W: str  # (d, channels, patch, patch)
    b: str
    first: str  # (1, 1, d)
    positions: str  # (1, 1 + patches, d)
    channels: int
    size: tuple[int, int]  # of an image, in pixels
    patch: tuple[int, int]


@dataclass(frozen=True)
class Unembedding:
    """From tokens to the logits of words,

        logits = W y + b,     y = x,  or  N(phi(D x + b_D)),

    and cap tanh(logits / cap) with a cap,

    by the names of its tables, with only the parts that a family has.
    """

    weights: Weights
    W: str  # (vocabulary, d); the table of words where the two are tied
    b: str | None = None
    D: str | None = None
    b_D: str | None = None
    activation: str = "gelu"
    norm: Norm | None = None
    cap: float | None = None


@dataclass(frozen=True)
class Model:
    """A pretrained transformer.

    `order` says which of the stored layers acts at each depth: unless given, all of them, once.
    """

    checkpoint: Checkpoint
    config: Config
    embedding: Embedding | PatchEmbedding
    read_layer: Callable[[int], Layer]
    mask: str  # full, causal, window:K, or band:K for |i - j| <= K
    final_norm: Norm | None = None
    order: tuple[int, ...] = ()
    masks: tuple[str, ...] = ()  # of the stored layers, where they differ
    unembedding: Unembedding | None = None

    def __post_init__(self) -> None:
        object.__setattr__(self, "order", self.order or tuple(range(self.config.depth)))

    @property
    def name(self) -> str:
        """The name of the folder or file of its weights."""
        return self.checkpoint.name

    @property
    def family(self) -> str:
        """The name under which transformers knows its family."""
        return self.checkpoint.model_type

    @property
    def stored(self) -> list[int]:
        """The stored layers that act at some depth."""
        return sorted(set(self.order))

    def layer(self, depth: int) -> Layer:
        """The layer that acts at a depth, counted from 0."""
        if not 0 <= depth < len(self.order):
            raise InputError(
                f"`layer` must lie between 0 and {len(self.order) - 1} for `{self.name}`. "
                f"Got {depth}."
            )
        return self.read_layer(self.order[depth])

    def mask_at(self, depth: int) -> str:
        """The mask of the layer that acts at a depth."""
        return self.masks[self.order[depth]] if self.masks else self.mask

    def check_head(self, head: int) -> int:
        """The number of a head, if there is such a head."""
        if not 0 <= head < self.config.heads:
            raise InputError(
                f"`head` must lie between 0 and {self.config.heads - 1} for `{self.name}`. "
                f"Got {head}."
            )
        return head

    def __repr__(self) -> str:
        c = self.config
        sizes = f"{len(self.order)} layers, {c.heads} heads, d={c.d}, mask={self.mask!r}"
        return f"<{self.family} model {self.name!r}: {sizes}>"


def joined_heads(
    config: Config,
    q: np.ndarray,
    k: np.ndarray,
    v: np.ndarray,
    o: np.ndarray,
    *,
    biases: tuple[np.ndarray | None, ...] = (None,) * 4,
    scale: float | None = None,
    frequencies: np.ndarray | None = None,
) -> Heads:
    """Heads from the matrices (heads r, d) of a layer and its output matrix (d, heads r).

    `biases` are those of q, k, v and o; `scale` is 1 / sqrt(r) unless given.
    """
    heads, kv_heads, r = config.heads, config.kv_heads, config.head_dim
    b_q, b_k, b_v, b_o = biases
    return Heads(
        W_Q=_split(q, heads), W_K=_split(k, kv_heads), W_V=_split(v, kv_heads),
        W_O=np.moveaxis(o.reshape(o.shape[0], heads, r), 1, 0),
        b_Q=None if b_q is None else _split(b_q, heads),
        b_K=None if b_k is None else _split(b_k, kv_heads),
        b_V=None if b_v is None else _split(b_v, kv_heads),
        b_O=b_o, kept=np.ones(heads), scale=np.asarray(r**-0.5 if scale is None else scale),
        frequencies=frequencies,
    )  # fmt: skip


def _split(rows: np.ndarray, heads: int) -> np.ndarray:
    """The rows of (heads r, ...) as one block per head, (heads, r, ...)."""
    return rows.reshape(heads, -1, *rows.shape[1:])
