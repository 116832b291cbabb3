"""Heads as the theory has them: factors of M = Q^T K and V = W_O W_V, in NumPy.

Biases are left out.  With `fold`, the gains of the norm in front of the heads are part of the
matrices, which then act on tokens whose norm is sqrt(d), or on unit tokens with

    beta = scale d,     scale = 1 / sqrt(r).
"""

from dataclasses import dataclass

import numpy as np
from jaxtyping import Float

from tokenflock.pretrained.model import Embedding, Layer, Model, Norm

Array = np.ndarray


@dataclass(frozen=True)
class Factors:
    """The matrices of all heads of a layer, float64, keys and values repeated where shared."""

    Q: Float[Array, "heads r d"]
    K: Float[Array, "heads r d"]
    O: Float[Array, "heads d r"]  # noqa: E741
    V: Float[Array, "heads r d"]
    scale: float
    frequencies: Float[Array, " pairs"] | None  # of rotary positions

    def value_sum(self) -> Float[Array, "d d"]:
        """The sum of W_O W_V over the heads: what attention does to tokens that agree."""
        side_by_side = np.moveaxis(self.O, 0, 1).reshape(self.O.shape[1], -1)
        return side_by_side @ self.V.reshape(-1, self.V.shape[-1])


def factors_of(model: Model, layer: int, *, fold: bool = True) -> Factors:
    """The factors of all heads at a depth; `fold` puts the gains of the norm before them inside."""
    here = model.layer(layer)
    h = here.heads
    shared = h.W_Q.shape[0] // h.W_K.shape[0]
    Q, K, V, O = (np.asarray(m, float) for m in (h.W_Q, h.W_K, h.W_V, h.W_O))  # noqa: E741
    K, V = np.repeat(K, shared, axis=0), np.repeat(V, shared, axis=0)
    if fold:
        norm = _norm_before(model, layer, here)
        Q, K, V = (folded(m, norm) for m in (Q, K, V))
    O = O * np.asarray(h.kept, float)[:, None, None]  # noqa: E741
    return Factors(Q=Q, K=K, O=O, V=V, scale=float(h.scale), frequencies=h.frequencies)


def _norm_before(model: Model, layer: int, here: Layer) -> Norm | None:
    """The norm that the tokens which enter a layer's attention have just passed."""
    if not here.norm_after:
        return here.attention_norm
    # ALBERT maps its tokens into R^d after the norm of the embedding; later passes see its own.
    embedding = model.embedding
    if layer == 0 and isinstance(embedding, Embedding) and embedding.W is None:
        return embedding.norm
    before = model.layer(layer - 1) if layer else here
    return before.mlp_norm if before.mlp_norm is not None else before.attention_norm


def folded(W: Float[Array, "heads r d"], norm: Norm | None) -> Float[Array, "heads r d"]:
    """W diag(gain), and nothing of the mean of a token where the norm takes it away."""
    if norm is None:
        return W
    W = W * np.asarray(norm.gain, float)
    return W - W.mean(axis=-1, keepdims=True) if norm.centered else W


def effective_beta(f: Factors) -> Float[Array, " heads"]:
    """The beta of identity attention whose logits vary as much between random tokens,

        beta = sqrt(d) |sym(M)|_F scale,     tokens of norm sqrt(d),

    as in the code of arXiv:2305.05465.  Traces of r x r products, no d x d matrix:
    |M + M^T|^2 = 2 |M|^2 + 2 tr(M M).
    """
    qq, kk, kq = f.Q @ f.Q.mT, f.K @ f.K.mT, f.K @ f.Q.mT
    square = np.einsum("hab,hba->h", qq, kk) + np.einsum("hab,hba->h", kq, kq)
    return np.sqrt(f.Q.shape[-1] * square / 2) * f.scale
