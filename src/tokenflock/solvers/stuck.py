"""Why a path cannot go on."""

import numpy as np

from tokenflock.errors import SolveError

LARGEST = 1e150  # squares of larger numbers overflow


def stuck_error(t: float, x: np.ndarray, tol: float) -> SolveError:
    """Why no step from x at time t is short enough."""
    if float(np.max(np.abs(x))) > LARGEST:
        sentence = (
            f"The tokens grow beyond floating point: past {LARGEST:g} at t={t:.6g}. "
            "Use `space='rescaled'` or a smaller `t_end`."
        )
    else:
        sentence = (
            f"`tol={tol:g}` cannot be met: at t={t:.6g} even the smallest step has a larger error. "
            "Ask for a larger `tol`."
        )
    return SolveError(sentence, time=float(t), x=np.asarray(x))
