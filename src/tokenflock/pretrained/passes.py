"""The forward pass: from token numbers, or tokens of one's own, to every state in between.

    x <- x + dt (F(x) - x),     F one layer (see `layers`),     1 / dt steps for each layer:

dt = 1 is the model; dt -> 0 the flow dx/dt = F(x) - x, of which the model is an Euler scheme.
"""

import functools
from collections.abc import Callable
from typing import Any

import equinox as eqx
import numpy as np
import xarray as xr
from jaxtyping import Array, Bool

from tokenflock._jax import jax, jnp
from tokenflock.attention import as_mask, dense
from tokenflock.errors import InputError
from tokenflock.pretrained.layers import Tokens, Weights, normalized, one_layer, typed
from tokenflock.pretrained.model import Layer, Model
from tokenflock.results import dataset


def forward(
    model: Model,
    ids: Any = None,
    *,
    x0: Any = None,
    seen: Any = None,
    dt: float = 1.0,
    matrices: bool = True,
    dtype: Any = np.float64,
    progress: Callable[[int], None] | None = None,
) -> xr.Dataset:
    """Every state of a model, x (time, token, coord), and its attention, `attention`.

    The input is token numbers `ids`, (n,) or (run, n), or tokens `x0` in front of the first layer,
    (n, d) or (run, n, d).  Tokens where the boolean `seen` is False (padding) are not attended to.
    `time` counts layers; time 0 is the embedding.  `final` is the last state after the last norm.
    """
    x = jnp.asarray(embedded(model, ids) if x0 is None else _own(model, x0), dtype)
    steps = _steps(dt)
    visible = visible_to(model, x, seen)
    states, weights = [np.asarray(x)], []
    # Only the last layer is held: that of ALBERT comes again and again.
    read = functools.lru_cache(maxsize=1)(lambda k: typed(model.read_layer(k), dtype))
    for depth, k in enumerate(model.order):
        x, w = _passes(read(k), x, visible, steps)
        states.append(np.asarray(x))
        if matrices:
            weights.append(np.asarray(w))
        if progress is not None:
            progress(depth + 1)
    last = x if model.final_norm is None else normalized(typed(model.final_norm, dtype), x)
    return _labeled(model, states, weights, np.asarray(last), dt)


def embedded(model: Model, ids: Any) -> np.ndarray:
    """The tokens in front of the first layer, float64."""
    ids = _checked_ids(model, ids)
    e, n = model.embedding, ids.shape[-1]
    x = e.weights.rows(e.words, ids).astype(float)
    if e.positions is not None:
        x = x + e.weights.rows(e.positions, np.arange(n))
    if e.kinds is not None:
        x = x + e.weights.rows(e.kinds, np.zeros(1, int))
    if e.norm is not None:
        x = np.asarray(normalized(typed(e.norm, float), jnp.asarray(x)))
    if e.W is not None and e.b is not None:
        x = x @ e.W().astype(float).T + e.b()
    return x


@eqx.filter_jit
def _passes(
    layer: Layer, x: Tokens, visible: Bool[Array, "... 1 n n"], steps: Array
) -> tuple[Tokens, Weights]:
    """One layer in a number of steps, and the attention of the first."""
    first, w = one_layer(layer, x, visible)
    share = 1 / steps.astype(x.dtype)

    def step(_: Any, x: Tokens) -> Tokens:
        return x + share * (one_layer(layer, x, visible)[0] - x)

    # One step must be F(x) itself, not x + (F(x) - x).
    start = jnp.where(steps == 1, first, x + share * (first - x))
    return jax.lax.fori_loop(1, steps, step, start), w


def _steps(dt: float) -> Array:
    steps = round(1 / dt) if 0 < dt <= 1 else 0
    if not steps or abs(steps * dt - 1) > 1e-6:
        raise InputError(f"`dt` must be 1 / N for a whole number N of steps per layer. Got {dt!r}.")
    return jnp.asarray(steps)


def visible_to(model: Model, x: Tokens, seen: Any) -> Bool[Array, "... 1 n n"]:
    """Who may see whom, receivers in rows; a token that sees nobody sees itself."""
    n = x.shape[-2]
    visible = dense.visible(as_mask(model.mask), n)
    if seen is not None:
        seen = np.asarray(seen).astype(bool)
        if seen.shape != x.shape[:-1]:
            raise InputError(f"`seen` must have shape {x.shape[:-1]}. Got {seen.shape}.")
        visible = visible & jnp.asarray(seen)[..., None, :]
        alone = ~visible.any(axis=-1, keepdims=True)
        visible = visible | (alone & jnp.eye(n, dtype=bool))
    return visible[..., None, :, :]


def _checked_ids(model: Model, ids: Any) -> np.ndarray:
    ids, c = np.asarray(ids), model.config
    if ids.dtype.kind not in "iu" or ids.ndim not in (1, 2) or not ids.size:
        raise InputError(f"`ids` must be token numbers, (n,) or (run, n). Got shape {ids.shape}.")
    if ids.min() < 0 or ids.max() >= c.vocabulary:
        raise InputError(
            f"`ids` must lie between 0 and {c.vocabulary - 1}. Got {ids.min()} to {ids.max()}."
        )
    if ids.shape[-1] > c.positions:
        raise InputError(
            f"`{model.name}` knows {c.positions} positions. Got {ids.shape[-1]} tokens; shorten it."
        )
    return ids


def _own(model: Model, x0: Any) -> np.ndarray:
    x0 = np.asarray(x0, float)
    if x0.ndim not in (2, 3) or x0.shape[-1] != model.config.d or not np.isfinite(x0).all():
        raise InputError(
            f"`x0` must be finite tokens (n, {model.config.d}) or (run, n, {model.config.d}). "
            f"Got shape {x0.shape}."
        )
    return x0


def _labeled(
    model: Model, states: list[np.ndarray], weights: list[np.ndarray], last: np.ndarray, dt: float
) -> xr.Dataset:
    x = np.stack(states, axis=-3)
    about: dict[str, Any] = {"space": "sphere"}  # measures of states are those of directions
    times = np.arange(len(states), dtype=float)
    run = dataset(x, times, about, model=model.name, family=model.config.family, dt=dt)
    lead = ("run",) if x.ndim == 4 else ()
    run["final"] = ((*lead, "token", "coord"), last)
    if weights:
        run["attention"] = ((*lead, "layer", "head", "token", "source"), np.stack(weights, axis=-4))
    return run
