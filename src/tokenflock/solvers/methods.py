"""Ways to step, by name: adaptive, by equal steps, by layers, or with noise."""

from dataclasses import dataclass

import numpy as np

from tokenflock.attention import Hardmax
from tokenflock.errors import InputError
from tokenflock.fields import Flow, VectorField
from tokenflock.numerics.reals import number
from tokenflock.solvers.runge_kutta import METHODS
from tokenflock.spaces import Euclidean, Sphere
from tokenflock.spec.vocabulary import check_method, check_tol, is_layered

SPLITTING = "splitting"  # noise, drift, noise
NOISY_STEP = 0.01


@dataclass(frozen=True)
class Stepping:
    """A method, and its tolerance or its equal steps: `step` is None for adaptive ones."""

    method: str
    tol: float = 1e-8
    step: float | None = None

    @property
    def is_adaptive(self) -> bool:
        """Whether the length of a step follows from its error."""
        return self.step is None

    @property
    def is_smooth(self) -> bool:
        """Whether steps assume a smooth field: then none may pass a break."""
        return self.method in METHODS

    def about(self) -> dict[str, str | float]:
        """What a dataset says about how it was made."""
        kept = {"tol": self.tol} if self.step is None else {"step": self.step}
        return {"method": self.method, **kept}


def stepping(field: VectorField, method: str, tol: float, step: float | None) -> Stepping:
    """The method that serves a field, with its equal steps if it has any."""
    check_method(method)
    check_tol(tol)
    if step is not None and not 0 < number("step", step) < np.inf:
        raise InputError(f"`step` must be positive and finite. Got {step!r}.")
    if field.is_noisy:
        return _noisy(method, step)
    if is_layered(method):
        _check_layers(field, method)
        return Stepping(method, tol, 1.0 if step is None else step)
    if step is None:
        _check_adaptive(field, method)
    if method == "auto":
        method = "dopri8" if tol <= 1e-8 and step is None else "tsit5"
    return Stepping(method, tol, step)


def _noisy(method: str, step: float | None) -> Stepping:
    if method != "auto":
        raise InputError(
            f"A flow with noise has a method of its own. Got method={method!r}; leave it 'auto'."
        )
    return Stepping(SPLITTING, step=NOISY_STEP if step is None else step)


def _check_layers(field: VectorField, method: str) -> None:
    if method != "no-residual" or not isinstance(field, Flow):
        return
    if not isinstance(field.space, Sphere | Euclidean):
        raise InputError(
            "`method='no-residual'` replaces tokens by their averages, x <- N(A), on the sphere or "
            f"in R^d. Got {type(field.space).__name__}; use `space='sphere'`."
        )


def _check_adaptive(field: VectorField, method: str) -> None:
    if isinstance(field, Flow) and isinstance(field.attention.at(0.0).weighting, Hardmax):
        raise InputError(
            "`weighting='hardmax'` jumps where the nearest token changes, so no adaptive step is "
            "accurate across. Use `method='layers'`, or equal steps by `step`."
        )
    if method == "euler":
        raise InputError("`method='euler'` has no error estimate, so it needs a `step`. Got none.")
