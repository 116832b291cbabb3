"""Solve: follow a flow through given times, to a tolerance.

Explicit Runge-Kutta methods with error control (diffrax), equal steps of any of them, or the
discrete layers of a transformer.  The result is a labeled dataset.
"""

import time as clock
from typing import TYPE_CHECKING, Any

import diffrax as dfx
import equinox as eqx
import numpy as np
import xarray as xr

from tokenflock._jax import jax, jnp
from tokenflock.attention import Hardmax
from tokenflock.errors import InputError
from tokenflock.fields.flow import Flow
from tokenflock.numerics.random_streams import NOISE, key
from tokenflock.results import dataset
from tokenflock.solvers import checks, lanes, paths, windows
from tokenflock.solvers.paths import Progress, Saved
from tokenflock.spaces import Euclidean, Rescaled, Sphere
from tokenflock.spec.vocabulary import about_space, check_method, check_tol

if TYPE_CHECKING:
    from tokenflock.coarsening.long_paths import Long

METHODS: dict[str, type] = {
    "euler": dfx.Euler,
    "midpoint": dfx.Midpoint,
    "heun": dfx.Heun,
    "ralston": dfx.Ralston,
    "bosh3": dfx.Bosh3,
    "tsit5": dfx.Tsit5,
    "dopri5": dfx.Dopri5,
    "dopri8": dfx.Dopri8,
}
LAYERS = {"layers": windows.descend, "no-residual": windows.collapse}
SPLITTING = "splitting"  # noise, drift, noise
NOISY_STEP = 0.01
EXPLICIT_TIME = 1e4  # explicit steps are about 3 time units long, so up to here they are cheap


def solve(
    flow: Flow,
    x0: Any,
    times: Any,
    *,
    tol: float = 1e-8,
    method: str = "auto",
    step: float | None = None,
    coarsen: bool | None = None,
    seed: int = 0,
    progress: Progress | None = None,
    saved: Saved | None = None,
) -> xr.Dataset:
    """The path of tokens that start at x0 at the first of `times`, saved at all of them.

    `tol` bounds the estimated error of a step, absolute and relative, in the largest token norm;
    the error of the path is of that order.  With `step` the method takes equal steps of at most
    that length instead; `method="layers"` iterates x <- N(x + step A), "no-residual" x <- N(A).
    A flow with noise takes equal steps, 0.01 by default, of weak order two; `seed` draws the
    noise.  x0 has shape (n, d), or (runs, n, d) for independent runs with step sizes of their own.
    `progress(t)` is called between windows of at most a fraction of a second; what it raises stops
    the solve.  `saved(times, x)` is told of one run what was saved since its last call.

    With `coarsen` tokens that have met move as one, up to t = 1e300, and the dataset lists the
    merges (see `merges`); None leaves it to the length of time, see `coarsening.wanted`.

    >>> flow = tkf.Flow(tkf.SelfAttention(beta=0.0))  # a plain mean: <x_1, x_2> = tanh t
    >>> path = tkf.solve(flow, np.eye(2), [0.0, 1.0])
    >>> print(f"{float(tkf.alignment(path.x)[-1]):.6f} {np.tanh(1.0):.6f}")
    0.761594 0.761594
    """
    x0, times = checks.tokens(x0, flow), checks.increasing(times)
    checks.check_memory(len(times), x0.shape)
    told = _told(saved, x0, times)
    if is_long(flow, x0, times, method, step, coarsen):
        check_tol(tol)
        return _long(flow, x0, times, tol, progress, told)
    method, step = stepping(flow, method, tol, step)
    begun = clock.perf_counter()
    x, cost = _followed(flow, x0, times, method, tol, step, seed, progress, told)
    wall_time = clock.perf_counter() - begun
    kept = {"step": step} if step is not None else {"tol": tol}
    run = dataset(x, times, _about(flow), method=method, wall_time=wall_time, **kept, **cost)
    return run.assign(resolved=_resolved(flow, run)) if isinstance(flow.space, Rescaled) else run


def _followed(
    flow: Flow,
    x0: np.ndarray,
    times: np.ndarray,
    method: str,
    tol: float,
    step: float | None,
    seed: int,
    progress: Progress | None,
    told: Saved | None,
) -> tuple[np.ndarray, paths.Cost]:
    """The path by the way to step that was chosen, and its cost."""
    if step is None:
        solver = METHODS[method]()

        def follow(flow: Flow, x: np.ndarray, times: np.ndarray) -> tuple[np.ndarray, paths.Cost]:
            if x.ndim == 3:
                return lanes.adaptive_runs(flow, solver, x, times, tol, progress)
            return lanes.adaptive_run(flow, solver, x, times, tol, progress, told)

        return paths.piecewise(flow, x0, times, follow)
    if method in LAYERS:
        return paths.layers(flow, LAYERS[method], x0, times, step, progress, told)
    if method == SPLITTING:
        return paths.noisy(flow, x0, times, step, key(seed, NOISE), progress, told)
    solver = METHODS[method]()
    return paths.piecewise(
        flow,
        x0,
        times,
        lambda flow, x, times: paths.equal_steps(flow, solver, x, times, step, progress, told),
    )


def _told(saved: Saved | None, x0: np.ndarray, times: np.ndarray) -> Saved | None:
    """The same for the times that were asked for, without the breaks of a flow in between."""
    if saved is None:
        return None
    if x0.ndim == 3:
        raise InputError("`saved` is told of one run (n, d). Got several runs; leave it out.")
    saved(times[:1], x0[None])

    def told(some: np.ndarray, x: np.ndarray) -> None:
        asked = np.isin(some, times)
        saved(some[asked], x[asked])

    return told


def is_long(
    flow: Flow, x0: np.ndarray, times: np.ndarray, method: str, step: float | None,
    coarsen: bool | None,
) -> bool:  # fmt: skip
    """Whether tokens that have met are to move as one; see `coarsening.wanted`."""
    if not coarsen and times[-1] - times[0] <= EXPLICIT_TIME:
        return False
    # Half a second to import, which short runs are spared.
    from tokenflock.coarsening import long_paths

    return long_paths.wanted(flow, x0, times, method, step, coarsen)


def _long(
    flow: Flow, x0: np.ndarray, times: np.ndarray, tol: float,
    progress: Progress | None, told: Saved | None,
) -> xr.Dataset:  # fmt: skip
    from tokenflock.coarsening import long_paths

    begun = clock.perf_counter()
    path = long_paths.follow(flow, x0, times, tol, progress, told)
    return long_dataset(flow, path, times, tol=tol, wall_time=clock.perf_counter() - begun)


def long_dataset(flow: Flow, path: "Long", times: np.ndarray, **attrs: float) -> xr.Dataset:
    """The path over a long time, with its merges and the bounds of what was merged."""
    from tokenflock.coarsening.merging import dataset_of

    run = dataset(path.x, times, _about(flow), method="coarsened", **attrs, **path.cost)
    bound = ("time", "token"), path.bound, {"long_name": "distance from the cluster at most"}
    return run.assign({"merged_within": bound} | dataset_of(path.groups.merges))


def _about(flow: Flow) -> dict[str, str | float]:
    attention = flow.attention.at(0.0)
    return {"beta": float(attention.beta)} | about_space(flow.space)


def _resolved(flow: Flow, run: xr.Dataset) -> xr.DataArray:
    """Which rows of the attention matrix the saved tokens determine (see `Rescaled.resolved`)."""
    x = jnp.asarray(run.x.transpose("time", ...).data)
    rows = _resolved_rows(flow, jnp.asarray(run.time.data), x)
    dims = ("time", *(dim for dim in run.x.dims if dim not in ("time", "coord")))
    return xr.DataArray(np.asarray(rows), dims=dims)


@eqx.filter_jit
def _resolved_rows(flow: Flow, times: Any, x: Any) -> Any:
    space: Any = flow.space

    def row(pair: Any) -> Any:
        return space.resolved(pair[0], pair[1], flow.attention.at(pair[0]))

    return jax.lax.map(row, (times, x))


def stepping(flow: Flow, method: str, tol: float, step: float | None) -> tuple[str, float | None]:
    """The method that serves a flow, and its equal steps; None for adaptive ones."""
    check_method(method)
    check_tol(tol)
    if step is not None and not 0 < step < np.inf:
        raise InputError(f"`step` must be positive and finite. Got {step!r}.")
    if flow.noise is not None:
        return _noisy_stepping(method, step)
    if method in LAYERS:
        _check_layers(flow, method)
        return method, 1.0 if step is None else step
    if step is None and isinstance(flow.attention.at(0.0).weighting, Hardmax):
        raise InputError(
            "`weighting='hardmax'` jumps where the nearest token changes, so no adaptive step is "
            "accurate across. Use `method='layers'`, or equal steps by `step`."
        )
    if method == "euler" and step is None:
        raise InputError("`method='euler'` has no error estimate, so it needs a `step`. Got none.")
    if method == "auto":
        return ("dopri8" if tol <= 1e-8 and step is None else "tsit5"), step
    return method, step


def _noisy_stepping(method: str, step: float | None) -> tuple[str, float]:
    if method != "auto":
        raise InputError(
            f"A flow with noise has a method of its own. Got method={method!r}; leave it 'auto'."
        )
    return SPLITTING, NOISY_STEP if step is None else step


def _check_layers(flow: Flow, method: str) -> None:
    if method == "no-residual" and not isinstance(flow.space, Sphere | Euclidean):
        raise InputError(
            "`method='no-residual'` replaces tokens by their averages, x <- N(A), on the sphere or "
            f"in R^d. Got {type(flow.space).__name__}; use `space='sphere'`."
        )
