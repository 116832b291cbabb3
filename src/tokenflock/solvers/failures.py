"""Why a path cannot go on."""

import numpy as np

from tokenflock.errors import SolveError

LARGEST = 1e150  # squares of larger numbers overflow
COARSE = 1e-3  # time units: where float64 tells later times apart by more, no step is short


def stuck_error(t: float, x: np.ndarray, velocity: np.ndarray, tol: float) -> SolveError:
    """Why no step from x at time t is short enough."""
    return SolveError(_reason(float(t), x, velocity, tol), time=float(t), x=np.asarray(x))


def _reason(t: float, x: np.ndarray, velocity: np.ndarray, tol: float) -> str:
    if float(np.max(np.abs(x))) > LARGEST:
        return (
            f"The tokens grow beyond floating point: past {LARGEST:g} at t={t:.6g}. "
            "Use `space='rescaled'` or a smaller `t_end`."
        )
    if not np.isfinite(velocity).all():
        return f"The velocity must be finite, but at t={t:.6g} it is not. Mend the field."
    if np.spacing(abs(t)) > COARSE:
        return (
            f"Steps cannot be short enough: around t={t:.6g} float64 tells times apart by "
            f"{np.spacing(abs(t)):.2g} only. Let `times` begin at 0."
        )
    return (
        f"`tol={tol:g}` cannot be met: at t={t:.6g} even the smallest step has a larger error. "
        "Ask for a larger `tol`."
    )


def overflow_error(t: float, x: np.ndarray) -> SolveError:
    """That equal steps have led out of floating point."""
    return SolveError(
        f"The tokens must stay finite, but by t={t:.6g} equal steps have led some to infinity. "
        "Use a smaller `step`, or none for adaptive ones.",
        time=float(t), x=np.asarray(x),
    )  # fmt: skip
