"""The forward pass: from token numbers, or tokens of one's own, to every state in between.

    x <- x + dt (F(x) - x),     F one layer (see `layers`),     1 / dt steps for each layer:

dt = 1 is the model; dt -> 0 the flow dx/dt = F(x) - x, of which the model is an Euler scheme.
"""

import functools
from collections.abc import Callable

import equinox as eqx
import numpy as np
import xarray as xr
from jaxtyping import Array, Float, Int
from numpy.typing import ArrayLike

from tokenflock._jax import jax, jnp
from tokenflock.errors import InputError
from tokenflock.pretrained.forward_pass.embedding import embed, embed_pixels
from tokenflock.pretrained.forward_pass.layers import (
    Tokens,
    Weights,
    layer_output,
    norm_output,
    on_device,
)
from tokenflock.pretrained.forward_pass.visibility import Visible, visible_tokens
from tokenflock.pretrained.model import Layer, Model
from tokenflock.results import dataset
from tokenflock.spaces import Sphere


def forward(
    model: Model,
    ids: ArrayLike | None = None,
    *,
    x0: ArrayLike | None = None,
    pixels: ArrayLike | None = None,
    attention_mask: ArrayLike | None = None,
    token_type_ids: ArrayLike | None = None,
    dt: float = 1.0,
    matrices: bool = True,
    dtype: type[np.floating] = np.float64,
    progress: Callable[[int], None] | None = None,
) -> xr.Dataset:
    """Every state of a model, x (time, token, coord), and its attention, `attention`.

    The input is token numbers `ids`, (n,) or (run, n); or `pixels` (channels, height, width) or
    several such images, where tokens are patches; or tokens `x0` in front of the first layer,
    (n, d) or (run, n, d).  Tokens where `attention_mask` is 0 (padding) are not attended to;
    `token_type_ids` say which of two texts a token is of.  `pretrained.logits(model, run.x)` are
    the words that states stand for.
    `time` counts layers; time 0 is the embedding.  `final` is the last state after the last norm.
    `matrices=False` leaves the attention out; `progress` is called with the layers done.
    """
    start = _start(
        model, ids, x0, pixels, attention_mask=attention_mask, token_type_ids=token_type_ids
    )
    x = jnp.asarray(start, dtype)
    steps = _steps(dt)
    shape = x.shape[:-1]
    visible = functools.cache(lambda mask: visible_tokens(mask, shape, attention_mask))
    states, weights = [np.asarray(x)], []
    # Only the last layer is held: that of ALBERT comes again and again.
    read = functools.lru_cache(maxsize=1)(lambda k: on_device(model.read_layer(k), dtype))
    for depth, k in enumerate(model.order):
        x, w = _in_steps(read(k), x, visible(model.mask_at(depth)), steps)
        states.append(np.asarray(x))
        if matrices:
            weights.append(np.asarray(w))
        if progress is not None:
            progress(depth + 1)
    last = x if model.final_norm is None else norm_output(on_device(model.final_norm, dtype), x)
    return _labeled(model, states, weights, np.asarray(last), dt)


@eqx.filter_jit
def _in_steps(
    layer: Layer, x: Tokens, visible: Visible, steps: Int[Array, ""]
) -> tuple[Tokens, Weights]:
    """One layer in a number of steps, and the attention of the first."""
    first, w = layer_output(layer, x, visible)
    share = 1 / steps.astype(x.dtype)

    def step(_: Int[Array, ""], x: Tokens) -> Tokens:
        return x + share * (layer_output(layer, x, visible)[0] - x)

    # One step must be F(x) itself, not x + (F(x) - x).
    start = jnp.where(steps == 1, first, x + share * (first - x))
    return jax.lax.fori_loop(1, steps, step, start), w


def _steps(dt: float) -> Int[Array, ""]:
    steps = round(1 / dt) if 0 < dt <= 1 else 0
    if not steps or abs(steps * dt - 1) > 1e-6:
        raise InputError(f"`dt` must be 1 / N for a whole number N of steps per layer. Got {dt!r}.")
    return jnp.asarray(steps)


def _start(
    model: Model,
    ids: ArrayLike | None,
    x0: ArrayLike | None,
    pixels: ArrayLike | None,
    *,
    attention_mask: ArrayLike | None,
    token_type_ids: ArrayLike | None,
) -> Float[np.ndarray, "*run n d"]:
    """The tokens in front of the first layer: embedded, or the caller's own."""
    if sum(given is not None for given in (ids, x0, pixels)) != 1:
        raise InputError(
            "`forward` takes token numbers `ids`, an image's `pixels` or tokens `x0`. Give one."
        )
    if ids is not None:
        return embed(model, ids, attention_mask=attention_mask, token_type_ids=token_type_ids)
    if token_type_ids is not None:
        raise InputError("`token_type_ids` belong to `ids`. Leave them out, or give `ids`.")
    if pixels is not None:
        return embed_pixels(model, pixels)
    x, d = np.asarray(x0, float), model.config.d
    if x.ndim not in (2, 3) or x.shape[-1] != d or not np.isfinite(x).all():
        raise InputError(
            f"`x0` must be finite tokens (n, {d}) or (run, n, {d}). Got shape {x.shape}."
        )
    return x


def _labeled(
    model: Model, states: list[np.ndarray], weights: list[np.ndarray], last: np.ndarray, dt: float
) -> xr.Dataset:
    x = np.stack(states, axis=-3)
    about = Sphere().about()  # measures of states are those of directions
    times = np.arange(len(states), dtype=float)
    run = dataset(x, times, about, model=model.name, family=model.family, dt=dt)
    lead = ("run",) if x.ndim == 4 else ()
    run["final"] = ((*lead, "token", "coord"), last)
    if weights:
        run["attention"] = ((*lead, "layer", "head", "token", "source"), np.stack(weights, axis=-4))
    return run
