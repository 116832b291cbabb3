"""What rounding decides of rescaled tokens, by the kernels: nothing needs to be compiled.

The way of `fields.resolution`, on the means of `native/rescaled.h`.
"""

import functools
from collections.abc import Iterator
from typing import Any

import numpy as np
from jaxtyping import Array

from tokenflock._jax import jax
from tokenflock.fields.resolution import Means, resolved
from tokenflock.fields.vector_field import Closely, VectorField
from tokenflock.numerics import ffi
from tokenflock.solvers import native_law
from tokenflock.solvers.family import Family
from tokenflock.solvers.native_call import Kind, arrays_of
from tokenflock.spaces import Rescaled
from tokenflock.spaces.rescaled import LARGEST_RATE


def serves(field: VectorField, n: int, d: int) -> bool:
    """Whether tokens of a field are rescaled, and the kernels know its law."""
    is_rescaled = isinstance(getattr(field, "space", None), Rescaled)
    return is_rescaled and native_law.is_known(Family.of(field, 1), n, d)


def diagnostics(
    flow: Any, times: np.ndarray, x: Any, tol: float, closely: Closely
) -> dict[str, np.ndarray]:
    """As `Flow.diagnostics`."""
    return {"resolved": resolved(flow, times, x, tol, closely, BY_KERNELS)}


def _rows(flow: Any, x: np.ndarray, times: np.ndarray) -> np.ndarray:
    """Which rows of attention tokens determine (`Rescaled.resolved`)."""
    return _found(flow, x, times)["determined"]


def _growth(flow: Any, x: np.ndarray, middles: np.ndarray, duration: np.ndarray) -> np.ndarray:
    """The logarithm of each token's growth over the given durations, in which tokens rest."""
    rates = np.mean(list(_rates(flow, x, middles)), axis=0)
    growth = rates * duration.reshape(-1, *(1,) * (rates.ndim - 1))
    return growth if flow.frozen is None else np.where(np.asarray(flow.frozen), 0.0, growth)


def _rates(flow: Any, x: np.ndarray, middles: np.ndarray) -> Iterator[np.ndarray]:
    """`Rescaled.growth_rates` at one of the middles of each time after the other."""
    for times in middles.T:
        yield largest_real(_found(flow, x, times)["departure"])


def largest_real(matrices: np.ndarray) -> np.ndarray:
    """`spaces.rescaled.largest_real` in NumPy, which refuses what is not a number."""
    known = ~np.isnan(matrices).any(axis=(-2, -1))
    bounded = np.clip(np.nan_to_num(matrices), -LARGEST_RATE, LARGEST_RATE)
    return np.where(known, np.linalg.eigvals(bounded).real.max(axis=-1), np.nan)


def _found(flow: Any, x: np.ndarray, times: np.ndarray) -> dict[str, np.ndarray]:
    """What the kernels say of tokens (time, ..., n, d), each at its time."""
    *lead, n, d = x.shape
    law = arrays_of(native_law.law_of(Family.of(flow, 1), np.zeros(1, int), n, d))
    each = np.repeat(times, int(np.prod(lead[1:])))
    given = {"x": x.reshape(-1, n, d), "t": each} | law
    found = _call(native_law.kind_of(flow), given)
    return {name: np.asarray(a).reshape(*lead, *a.shape[1:]) for name, a in found.items()}


@functools.partial(jax.jit, static_argnums=0)
def _call(kind: Kind, given: dict[str, Any]) -> dict[str, Array]:
    times, n, d = given["x"].shape
    results = {
        "determined": jax.ShapeDtypeStruct((times, n), bool),
        "departure": jax.ShapeDtypeStruct((times, n, d, d), float),
    }
    return ffi.call("tokenflock_resolution", operands=given, results=results, attributes=vars(kind))


BY_KERNELS = Means(_rows, _growth)
