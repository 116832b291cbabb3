"""How far the end of a path is from what is claimed of it; and whether it is an end at all.

What measures a path takes arrays of NumPy or JAX, so that `gradients` can differentiate it.
"""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import numpy as np

from tokenflock.spec import Spec

if TYPE_CHECKING:
    import xarray as xr

REACHED = 0.01  # in units of the radius: closer tokens have arrived, but for time
TINY = 1e-300  # at zero a root has no slope


def length(x: Any) -> Any:
    """The norms of vectors along the last axis, of NumPy or JAX; smooth at zero."""
    return ((x * x).sum(axis=-1) + TINY) ** 0.5


def off_axis(x: Any, spec: Spec) -> Any:
    """The largest sine of a token with the first axis at the end, over REACHED."""
    return length(x[-1, :, 1:]).max() - REACHED


def apart(x: Any, spec: Spec) -> Any:
    """The largest distance of a token from the first one at the end, over REACHED."""
    return length(x[-1, 1:] - x[-1, 0]).max() - REACHED


def away_from(place: Callable[[Any], Any]) -> Callable[[Any, Spec], Any]:
    """The largest distance at the end from a place that follows from the start, over REACHED."""

    def excess(x: Any, spec: Spec) -> Any:
        return length(x[-1] - place(x[0])).max() - REACHED

    return excess


def still(run: "xr.Dataset", spec: Spec, *, slowest: float = 1e-8) -> bool:
    """Whether no token moves any more."""
    from tokenflock.simulation import flow_of  # late: claims are listed without JAX

    x = np.asarray(run.x.data[-1])
    velocity = np.asarray(flow_of(spec)(spec.t_end, x))
    return float(np.linalg.norm(velocity, axis=-1).max()) < slowest


def rests(run: "xr.Dataset", spec: Spec, *, margin: float = 1e-6) -> bool:
    """Whether tokens end at a stable rest: none moves, and every mode decays.

    Where V = I whole turns of the tokens are modes of rate zero: there `still` must do.
    """
    from tokenflock.analysis.linearization import spectrum
    from tokenflock.simulation import flow_of

    exponents = np.asarray(spectrum(flow_of(spec), np.asarray(run.x.data[-1])))
    return still(run, spec) and float(exponents.real.max()) < -margin
