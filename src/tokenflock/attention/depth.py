"""Weights that change with depth: one set per layer, or an inverse temperature that anneals."""

from collections.abc import Callable, Sequence
from typing import Any

import equinox as eqx
import numpy as np

from tokenflock._jax import jax, jnp
from tokenflock.attention.attention import Attention
from tokenflock.attention.self_attention import SelfAttention
from tokenflock.errors import InputError, short
from tokenflock.numerics.reals import number


class Layered(Attention):
    """One attention per layer, each in force for `duration`; the last one ever after.

    All of them share the kind of mask, weighting and position, and the number of heads.
    """

    layers: SelfAttention  # with a leading axis on every array
    duration: Any
    depth: int = eqx.field(static=True)

    def __init__(self, layers: Sequence[SelfAttention], duration: float = 1.0) -> None:
        if not _are_attentions(layers):
            raise InputError(
                f"`Layered` needs a list of `SelfAttention`, one per layer. Got {short(layers)}."
            )
        duration = float(number("duration", duration))
        if not layers or not 0 < duration < np.inf:
            raise InputError(
                "`Layered` needs at least one layer and a positive duration. "
                f"Got {len(layers)} layers and duration={duration:g}."
            )
        self.layers = _stacked(layers)
        self.duration = jnp.asarray(duration, float)
        self.depth = len(layers)

    def at(self, t: Any) -> SelfAttention:
        found: SelfAttention = of_layer(self.layers, t, self.duration, self.depth)
        return found

    def breaks(self, start: float, end: float) -> tuple[float, ...]:
        return layer_starts(float(self.duration), self.depth, start, end)

    def during(self, t: float) -> SelfAttention:
        return self.at(t)


def _are_attentions(layers: Any) -> bool:
    return isinstance(layers, Sequence) and all(isinstance(one, SelfAttention) for one in layers)


def of_layer(layers: Any, t: Any, duration: Any, depth: int) -> Any:
    """Of arrays with a leading axis those in force at time t, each for `duration`."""
    # A layer begins at its time, also where t has been summed up from steps.
    k = jnp.clip(jnp.floor(t / duration + 1e-9).astype(int), 0, depth - 1)
    return jax.tree.map(lambda leaf: leaf[k] if eqx.is_array(leaf) else leaf, layers)


def layer_starts(duration: float, depth: int, start: float, end: float) -> tuple[float, ...]:
    """The times strictly between `start` and `end` at which a layer takes over."""
    times = duration * np.arange(1, depth)
    return tuple(times[(times > start) & (times < end)].tolist())


def _stacked(layers: Sequence[SelfAttention]) -> SelfAttention:
    """All layers as one attention with a leading axis on every array."""
    first = layers[0]
    if not all(eqx.tree_equal(_kind(layer), _kind(first)) for layer in layers):
        raise InputError(
            "The layers of `Layered` must be alike: the same mask, weighting and position. "
            "They differ."
        )

    def layer(beta: Any, masses: Any, qk: Any, ov: Any) -> SelfAttention:
        return SelfAttention(
            beta, qk, ov, first.mask, weighting=first.weighting, masses=masses,
            position=first.position, kernel=first.kernel,
        )  # fmt: skip

    columns: dict[str, list[Any]] = {
        "beta": [layer.beta for layer in layers],
        "masses": [layer.masses for layer in layers],
        "qk": [layer.factors or layer.dense_qk for layer in layers],
        "ov": [layer.output or layer.dense_ov for layer in layers],
    }
    return eqx.filter_vmap(layer)(*(_column(values, name) for name, values in columns.items()))


def _kind(layer: SelfAttention) -> tuple[Any, ...]:
    return layer.mask, layer.weighting, layer.position, layer.kernel


def _column(values: list[Any], name: str) -> Any:
    """The values of one field over all layers; identities are spelled out among matrices."""
    given = [value for value in values if value is not None]
    if not given:
        return None
    if any(isinstance(value, tuple) for value in given):
        return _pairs(values, name)
    if name in ("qk", "ov"):
        values = [jnp.eye(given[0].shape[-1])[None] if m is None else m for m in values]
    if any(value is None or value.shape != given[0].shape for value in values):
        raise InputError(f"The layers of `Layered` must have `{name}` of one shape. They differ.")
    return jnp.stack(values)


def _pairs(values: list[Any], name: str) -> tuple[Any, Any]:
    """Pairs of factors over all layers."""
    if not all(isinstance(value, tuple) for value in values):
        raise InputError(
            f"The layers of `Layered` must all have `{name}` as a pair of factors, or none."
        )
    first, second = (_column([value[k] for value in values], f"{name} factors") for k in (0, 1))
    return first, second


class Annealed(Attention):
    """An attention whose inverse temperature follows a schedule, beta(t) = `schedule(t)`."""

    attention: SelfAttention
    schedule: Callable[[Any], Any]

    def at(self, t: Any) -> SelfAttention:
        beta = jnp.asarray(self.schedule(t), float)
        return eqx.tree_at(lambda attention: attention.beta, self.attention, beta)


class Ramp(eqx.Module):
    """The straight line from one value at time 0 to another at time `end`, constant after it."""

    first: Any = eqx.field(converter=jnp.asarray)
    last: Any = eqx.field(converter=jnp.asarray)
    end: Any = eqx.field(converter=jnp.asarray)

    def __call__(self, t: Any) -> Any:
        return self.first + (self.last - self.first) * jnp.clip(t / self.end, 0.0, 1.0)
