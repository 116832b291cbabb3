"""Capture: when tokens come to a Rényi center for good."""

from typing import TYPE_CHECKING

import numpy as np

from tokenflock.errors import InputError
from tokenflock.observables.configuration import chord, directions
from tokenflock.observables.labels import is_labeled
from tokenflock.observables.renyi import renyi_centers, strong_renyi_centers

if TYPE_CHECKING:
    import xarray as xr


def capture_times(
    path: "xr.Dataset", *, radius: float = 0.1, delta: float | None = None, strong: bool = False
) -> "xr.Dataset":
    """When each center of the start of a path captures each token, and who captured whom.

    A token is captured at the first saved time from which it stays within `radius`, as an angle, of
    the present place of the center.  Centers are the Rényi centers of the first tokens, or the
    `strong` ones, at distance `delta`, by default 4 beta^(-1/2).  The dataset has

        capture_time (center, token)  NaN if never
        captor (token)                the center that captured it first; -1 for none
        captured (center)             how many tokens a center captured first, itself included
        first_capture (center)        when the first other token came; NaN if none did
        lost (center)                 when the center itself came to an earlier one; NaN if never

    >>> run = tkf.simulate(tkf.Spec(n=40, beta=64.0, mask="causal", t_end=50.0, seed=1))
    >>> tkf.capture_times(run).captured.data.sum() <= 40
    np.True_
    """
    x, times, beta = _path(path)
    if not 0 < radius < np.inf:
        raise InputError(f"`radius` is an angle and must be positive. Got {radius!r}.")
    marks = (strong_renyi_centers if strong else renyi_centers)(x[0], delta, beta=beta)
    centers = np.flatnonzero(marks)
    entered = np.array([_entered(x, times, int(center), radius) for center in centers])
    return _dataset(centers, entered, x.shape[1])


def _path(path: "xr.Dataset") -> tuple[np.ndarray, np.ndarray, float | None]:
    if not (is_labeled(path) and "x" in path and path["x"].dims == ("time", "token", "coord")):
        raise InputError(
            "`capture_times` needs the path of one run, as `solve` and `simulate` give it. Pick "
            "one of several with `isel(run=k)`."
        )
    x = directions(np.asarray(path["x"].data))
    return x, np.asarray(path["time"].data), path["x"].attrs.get("beta", path.attrs.get("beta"))


def _entered(x: np.ndarray, times: np.ndarray, center: int, radius: float) -> np.ndarray:
    """The first time from which each token stays at a center; NaN where there is none."""
    near = np.linalg.norm(x - x[:, center, None], axis=-1) <= chord(radius)
    stays = np.logical_and.accumulate(near[::-1], axis=0)[::-1]
    return np.where(stays.any(axis=0), times[stays.argmax(axis=0)], np.nan)


def _dataset(centers: np.ndarray, entered: np.ndarray, n: int) -> "xr.Dataset":
    import xarray as xr

    filled = np.where(np.isnan(entered), np.inf, entered)
    first = filled.argmin(axis=0)
    captor = np.where(np.isfinite(filled.min(axis=0)), centers[first], -1)
    captor[centers] = centers
    others = np.where(np.arange(n) == centers[:, None], np.inf, filled).min(axis=1)
    earlier = np.where(centers[:, None] < centers, filled[:, centers], np.inf).min(axis=0)
    return xr.Dataset(
        {
            "capture_time": (("center", "token"), entered),
            "captor": ("token", captor),
            "captured": ("center", (captor == centers[:, None]).sum(axis=1)),
            "first_capture": ("center", np.where(np.isfinite(others), others, np.nan)),
            "lost": ("center", np.where(np.isfinite(earlier), earlier, np.nan)),
        },
        coords={"center": centers, "token": np.arange(n)},
    )
