"""Slopes of an excess by one pass back through the flow, instead of a solve for every coordinate.

    d excess / du_k = <d excess / d(flow, x0, times), d(flow, x0, times) / du_k> + d excess / d spec

The first factor is the derivative of a solve, by automatic differentiation; the second that of
what a point u stands for, by differences that need no solve; the last term is there where an excess
reads its spec, and takes differences along the same path.
"""

from collections.abc import Iterator
from functools import cache
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from tokenflock.errors import InputError
from tokenflock.papers.search.box import Point, Whole
from tokenflock.papers.search.quantified import Quantified
from tokenflock.spec import Spec
from tokenflock.spec.times import saved_times

if TYPE_CHECKING:
    from tokenflock.fields import Flow

STEP = 1e-6  # of the cube, for differences of what a point stands for
MOST = 1 << 16  # steps of a solve


def height_and_slope(quantified: Quantified, point: Point) -> tuple[float, np.ndarray]:
    """The excess at a point and its gradient there; whole numbers have slope zero."""
    from tokenflock._jax import jax

    spec = quantified.system(point)
    check(spec)
    try:
        path, height, gradient = _differentiated(quantified, spec)
    except jax.errors.JAXTypeError as error:
        raise InputError(
            "The excess of this claim must be written for arrays of JAX to have gradients "
            f"({type(error).__name__}). Search without --gradients."
        ) from None
    slope = np.zeros(len(point))
    for k in _smooth(quantified):
        ahead, behind = _moved(point, k)
        up, down = quantified.system(ahead), quantified.system(behind)
        change = jax.tree.map(lambda a, b: a - b, _leaves(up)[0], _leaves(down)[0])
        through = sum(map(np.vdot, jax.tree.leaves(gradient), jax.tree.leaves(change)))
        read = float(quantified.excess(path, up)) - float(quantified.excess(path, down))
        slope[k] = (through + read) / (ahead[k] - behind[k])
    return height, slope


def check(spec: Spec) -> None:
    """Refuse systems whose paths are not differentiated."""
    if spec.kappa is not None or spec.coarsen or spec.layer_time is not None:
        raise InputError(
            "Gradients through a flow need one that is smooth in time, without noise, coarsening "
            "or weights by layer. Search without --gradients."
        )


def _smooth(quantified: Quantified) -> Iterator[int]:
    """The coordinates of parts that are no whole numbers."""
    first = 0
    for part in quantified.parts.values():
        if not isinstance(part, Whole):
            yield from range(first, first + part.size)
        first += part.size


def _moved(point: Point, k: int) -> tuple[Point, Point]:
    """Two points around one along a coordinate, within the cube."""
    ahead, behind = point.copy(), point.copy()
    ahead[k], behind[k] = min(point[k] + STEP, 1.0), max(point[k] - STEP, 0.0)
    return ahead, behind


def _leaves(spec: Spec) -> tuple[Any, "Flow"]:
    """The arrays that a path depends on (of the flow, tokens, times, step), and the flow."""
    import equinox as eqx

    from tokenflock._jax import jnp
    from tokenflock.simulation import flow_of, tokens_of

    flow = flow_of(spec)
    arrays = eqx.filter(flow, eqx.is_inexact_array)
    step = 1.0 if spec.step is None else spec.step
    times = jnp.asarray(saved_times(spec))
    return (arrays, jnp.asarray(tokens_of(spec)), times, jnp.asarray(step)), flow


def _differentiated(quantified: Quantified, spec: Spec) -> tuple[np.ndarray, float, Any]:
    """The path of a system, its excess, and the derivative with respect to its leaves."""
    import equinox as eqx

    from tokenflock._jax import jax

    leaves, flow = _leaves(spec)
    rest = eqx.filter(flow, eqx.is_inexact_array, inverse=True)
    path, back = _programs()
    x = path(leaves, rest, _way(spec))
    height, slope = jax.value_and_grad(lambda x: quantified.excess(x, spec))(x)
    return np.asarray(x), float(height), back(leaves, rest, _way(spec), slope)


class _Way(NamedTuple):
    """How a path is followed: what a program is compiled for."""

    method: str
    is_layered: bool
    tol: float
    saved: tuple[int, ...]  # layers


def _way(spec: Spec) -> _Way:
    step = 1.0 if spec.step is None else spec.step
    saved = tuple(round(t / step) for t in saved_times(spec)) if spec.is_layered else ()
    return _Way(spec.method, spec.is_layered, spec.tol, saved)


@cache
def _programs() -> tuple[Any, Any]:
    """A path, and what a change along it says of its leaves; compiled once for every size."""
    import equinox as eqx

    from tokenflock._jax import jax

    def path(leaves: Any, rest: Any, way: _Way) -> Any:
        arrays, x0, times, step = leaves
        flow = eqx.combine(arrays, rest)
        if way.is_layered:
            return _layers(flow, x0, step, way)
        return _solved(flow, x0, times, way.tol)

    def back(leaves: Any, rest: Any, way: _Way, change: Any) -> Any:
        return jax.vjp(lambda leaves: path(leaves, rest, way), leaves)[1](change)[0]

    return eqx.filter_jit(path), eqx.filter_jit(back)


def _velocity(t: Any, x: Any, flow: "Flow") -> Any:
    return flow(t, x)


def _solved(flow: "Flow", x0: Any, times: Any, tol: float) -> Any:
    """The path of an adaptive solve of diffrax, which knows how to go back."""
    import diffrax as dfx

    path = dfx.diffeqsolve(
        dfx.ODETerm(_velocity), dfx.Tsit5(), times[0], times[-1], None, x0, flow,
        saveat=dfx.SaveAt(ts=times), max_steps=MOST,
        stepsize_controller=dfx.PIDController(rtol=tol, atol=tol),
    ).ys  # fmt: skip
    return flow.retract(path)


def _layers(flow: "Flow", x0: Any, step: Any, way: _Way) -> Any:
    """The path of layers, one after the other."""
    from tokenflock._jax import jax, jnp

    def layer(x: Any, k: Any) -> tuple[Any, Any]:
        bare = way.method == "no-residual"
        x = flow.without_residual(k * step, x) if bare else flow.layer(k * step, x, step)
        return x, x

    path = jax.lax.scan(layer, x0, jnp.arange(max(way.saved)))[1]
    return jnp.concatenate([x0[None], path])[jnp.array(way.saved)]
