"""Doubly stochastic weights: the scaling of e^l that gives every token as much as it takes.

    w_ij = m_j e^{f_i + l_ij + g_j},     sum_j w_ij = 1,     sum_i m_i w_ij = m_j.

Rows determine f from g.  The potentials g minimize the convex function

    F(g) = sum_i m_i log sum_j m_j e^{l_ij + g_j} - sum_j m_j g_j,

whose gradient is what the columns lack, and whose Hessian is diag(c) - w' diag(m) w with the column
sums c: Newton's method, where Sinkhorn's own iteration would take e^{|l|} sweeps.
"""

from typing import Any, NamedTuple

import numpy as np
from jaxtyping import Array, Bool, Float

from tokenflock._jax import jax, jnp
from tokenflock.errors import InputError

LACK = 1e-13  # of a column, relative: where Newton's method stops
ROUGH = 0.1  # the same, before the logits are scaled up further
MOST_STEPS = 400
RIDGE = 1e-13  # where tokens see only themselves the Hessian vanishes

# Logits beyond this decide every row: larger changes no weight.
LARGEST_LOGIT = 1e10


def balanced(
    s: Float[Array, "... n n"],
    scale: Array,
    seen: Bool[Array, "... n n"],
    masses: Float[Array, "... n"] | None,
) -> Float[Array, "... n n"]:
    """The doubly stochastic weights of the logits scale * s, restricted to `seen`."""
    reach = jnp.max(jnp.where(seen, s, -jnp.inf), axis=(-2, -1), keepdims=True)
    scale = jnp.minimum(scale, LARGEST_LOGIT)
    logits = jnp.where(seen, scale * jnp.where(seen, s - reach, 0.0), -jnp.inf)
    flat = logits.reshape(-1, *logits.shape[-2:])
    masses = jnp.ones(s.shape[-1]) if masses is None else masses
    m = masses / masses.mean(axis=-1, keepdims=True)
    m = jnp.broadcast_to(m[..., None, :], logits.shape[:-1]).reshape(flat.shape[:-1])
    return jax.vmap(_weights)(flat, m).reshape(logits.shape)


def _weights(logits: Float[Array, "n n"], m: Float[Array, " n"]) -> Float[Array, "n n"]:
    seen = jnp.isfinite(logits)
    logits = jnp.where(seen, logits, 0.0)

    def lack(g: Array) -> Array:
        """What the columns lack, relative; the mean of g, which nothing determines, must be 0."""
        return m @ _rows(logits, seen, m, g) / m - 1 + g.mean()

    def solve(_: object, g: Array) -> Array:
        return _potentials(logits, seen, m)

    def tangent_solve(linear: Any, y: Array) -> Array:
        matrix = jax.jacobian(linear)(jnp.zeros_like(y))
        return jnp.linalg.solve(matrix + RIDGE * jnp.eye(len(y)), y)

    g = jax.lax.custom_root(lack, jnp.zeros_like(m), solve, tangent_solve)
    return _rows(logits, seen, m, g)


def _rows(logits: Array, seen: Array, m: Array, g: Array) -> Array:
    """Weights with the potentials g of the columns, and rows that sum to one."""
    return jax.nn.softmax(jnp.where(seen, logits + g, -jnp.inf) + jnp.log(m), axis=-1, where=seen)


class _Search(NamedTuple):
    g: Array
    share: Array  # of the logits that is in force: it grows to one
    lack: Array
    steps: Array


def _potentials(logits: Array, seen: Array, m: Array) -> Array:
    """The potentials g of mean 0, by Newton's method along growing logits."""
    largest = jnp.max(jnp.abs(logits))

    def unfinished(at: _Search) -> Array:
        return ((at.share < 1) | (at.lack > LACK)) & (at.steps < MOST_STEPS)

    def step(at: _Search) -> _Search:
        ready = (at.lack < ROUGH) & (at.share < 1)
        share = jnp.where(ready, jnp.minimum(1.0, 2 * at.share), at.share)
        g = at.g * share / at.share
        w = _rows(share * logits, seen, m, g)
        g = g + _newton_step(w, m)
        lack = jnp.max(jnp.abs(m @ _rows(share * logits, seen, m, g) / m - 1))
        return _Search(g - g.mean(), share, lack, at.steps + 1)

    share, lack = 1 / jnp.maximum(1.0, largest), jnp.asarray(jnp.inf)
    start = _Search(jnp.zeros_like(m), share, lack, jnp.asarray(0))
    return jax.lax.while_loop(unfinished, step, start).g


def _newton_step(w: Array, m: Array) -> Array:
    """Newton's step for F, shortened by log(1 + D) / D with D its size: F always falls."""
    columns = m @ w
    hessian = jnp.diag(columns) - w.T @ (m[:, None] * w) + 1 / len(m)
    delta = jnp.linalg.solve(hessian + RIDGE * jnp.eye(len(m)), m - columns)
    size = 2 * jnp.max(jnp.abs(delta)) + 1e-300
    return delta * jnp.log1p(size) / size


def check_support(mask: np.ndarray) -> None:
    """Refuse a mask that no doubly stochastic matrix fills: an entry on no permutation in it."""
    from scipy.sparse import csr_array
    from scipy.sparse.csgraph import connected_components, maximum_bipartite_matching

    graph = csr_array(mask.astype(np.int8))
    match = maximum_bipartite_matching(graph, perm_type="column")
    if (match < 0).any():
        raise InputError(
            "`weighting='sinkhorn'` needs a mask that holds a permutation: under this one no "
            f"matrix is doubly stochastic, since token {int(np.argmax(match < 0))} and others "
            "compete for the same tokens. Use `mask='full'`."
        )
    # (i, j) lies on a permutation iff i and the partner of j reach each other.
    partner = np.empty_like(match)
    partner[match] = np.arange(len(match))
    _, part = connected_components(csr_array(mask[:, match].astype(np.int8)), connection="strong")
    i, j = np.nonzero(mask)
    lost = part[i] != part[partner[j]]
    if lost.any():
        at = int(np.argmax(lost))
        raise InputError(
            f"`weighting='sinkhorn'` needs a mask all of whose entries can be used, but token "
            f"{i[at]} can never attend to token {j[at]}: no permutation within the mask does. "
            "Set that entry to false, or use `mask='full'`."
        )
