"""Block coupling: do the Jacobians of different layers act along the same directions?

    m_K(J_1, J_2) = | U_2K^T J_1 V_2K - S_1K |_F / | s_1K |,     J = U S V^T,

0 when the leading K singular vectors of layer 2 are those of layer 1 (arXiv:2407.07810).
"""

import equinox as eqx
import numpy as np
from jaxtyping import Array, Float, Int

from tokenflock._jax import jax, jnp
from tokenflock.errors import InputError
from tokenflock.pretrained.forward_pass.layers import Tokens, layer_output, on_device
from tokenflock.pretrained.forward_pass.visibility import Visible, visible_tokens
from tokenflock.pretrained.model import Layer, Model

Svd = tuple[np.ndarray, np.ndarray, np.ndarray]  # U, s, V^T


def block_coupling(
    model: Model, states: Float[np.ndarray, "states n d"], *, token: int = -1, K: int = 10
) -> Float[np.ndarray, "depth depth"]:
    """m_K between all pairs of layers (depth, depth), from the states (depth + 1, n, d) of a run.

    J of a layer is the derivative of what it adds to one token with respect to that token.
    """
    d = states.shape[-1]
    if not 1 <= K <= d:
        raise InputError(f"`K` must lie between 1 and d={d}. Got {K}.")
    parts = [np.linalg.svd(_jacobian(model, k, states[k], token)) for k in range(len(model.order))]
    return np.array([[mismatch(a, b, K) for b in parts] for a in parts])


def mismatch(first: Svd, second: Svd, K: int) -> float:
    """m_K of two matrices given by their singular value decompositions (U, s, V^T)."""
    U1, s1, Vt1 = first
    U2, _, Vt2 = second
    in_second = U2[:, :K].T @ ((U1 * s1) @ Vt1) @ Vt2[:K].T
    return float(np.linalg.norm(in_second - np.diag(s1[:K])) / np.linalg.norm(s1[:K]))


def _jacobian(
    model: Model, depth: int, x: Float[np.ndarray, "n d"], token: int
) -> Float[np.ndarray, "d d"]:
    """The derivative, at one token, of what the layer at a depth adds to it."""
    layer, tokens = on_device(model.layer(depth), float), jnp.asarray(x, float)
    visible = visible_tokens(model.mask_at(depth), tokens.shape[:-1], None)
    return np.asarray(_derivative(layer, tokens, visible, jnp.asarray(token)))


@eqx.filter_jit
def _derivative(
    layer: Layer, x: Tokens, visible: Visible, token: Int[Array, ""]
) -> Float[Array, "d d"]:
    def added(y: Float[Array, " d"]) -> Float[Array, " d"]:
        return layer_output(layer, x.at[token].set(y), visible)[0][token] - y

    return jax.jacfwd(added)(x[token])
