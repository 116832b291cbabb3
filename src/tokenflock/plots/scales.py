"""Axes: time from 0 over decades, angles in multiples of pi, and the check of what is drawn."""

from typing import Any, Literal

import numpy as np
import xarray as xr
from matplotlib.axes import Axes
from matplotlib.ticker import FixedLocator, FuncFormatter, NullFormatter

from tokenflock.errors import InputError

TimeScale = Literal["log", "linear"]
UNIT = 1.0  # attention moves unit tokens at speeds up to 1: before t = 1 time is drawn linearly
LINEAR_UP_TO = 3.0


def path(x: Any, d: int | None = None) -> xr.DataArray:
    """The tokens of a path in NumPy, with dims (time, token, coord) in this order."""
    return _checked(x, ("time", "token", "coord"), d)


def configuration(x: Any, d: int | None = None) -> xr.DataArray:
    """The tokens at one time in NumPy, with dims (token, coord) in this order."""
    return _checked(x, ("token", "coord"), d)


def _checked(x: Any, dims: tuple[str, ...], d: int | None) -> xr.DataArray:
    if not isinstance(x, xr.DataArray) or set(x.dims) != set(dims):
        raise InputError(
            f"Tokens to draw must be a DataArray with dims {dims}. "
            f"Got {x.dims if isinstance(x, xr.DataArray) else type(x).__name__}. "
            "Take one path as `x.isel(run=0)`, one time as `x.isel(time=-1)`."
        )
    if d is not None and x.sizes["coord"] != d:
        raise InputError(f"Tokens to draw must have d = {d}. Got d = {x.sizes['coord']}.")
    x = x.transpose(*dims)
    return x.copy(data=x.values)


def time_axis(ax: Axes, times: np.ndarray, scale: TimeScale = "log") -> None:
    """Lay out the horizontal axis for these times; "log" is linear up to t = 1, so that 0 shows."""
    if scale not in ("log", "linear"):
        raise InputError(f"`time_scale` must be 'log' or 'linear'. Got {scale!r}.")
    start, end = float(times[0]), float(times[-1])
    if scale == "log" and start == 0 and end > LINEAR_UP_TO:
        ax.set_xscale("asinh", linear_width=UNIT)
        ax.xaxis.set_major_locator(FixedLocator(_major(end)))
        ax.xaxis.set_minor_locator(FixedLocator(_minor(end)))
        ax.xaxis.set_major_formatter(FuncFormatter(_plain))
        ax.xaxis.set_minor_formatter(NullFormatter())
    ax.set_xlim(start, end if end > start else start + 1)
    ax.set_xlabel("time $t$")


def even_times(times: np.ndarray, count: int) -> np.ndarray:
    """Indices of at most `count` times, from the first to the last, even on the time axis."""
    place = np.arcsinh((times - times[0]) / UNIT)
    even = np.linspace(place[0], place[-1], count)
    return np.unique(np.abs(place[:, None] - even).argmin(axis=0))


def snapshots(x: xr.DataArray, count: int = 4) -> list[xr.DataArray]:
    """A path at its first time, at its last, and in between, at most `count` in all."""
    return [x.isel(time=k) for k in even_times(x["time"].data, count)]


def time_name(x: xr.DataArray) -> str:
    """The time of a configuration as text; empty when it has none."""
    if "time" not in x.coords:
        return ""
    mantissa, _, exponent = f"{float(x['time']):.3g}".partition("e")
    power = rf" \cdot 10^{{{int(exponent)}}}" if exponent else ""
    return f"$t = {mantissa}{power}$"


def angle_axis(ax: Axes) -> None:
    """Lay out the vertical axis for angles from -pi to pi."""
    ax.set_ylim(-np.pi, np.pi)
    names = [r"$-\pi$", r"$-\pi/2$", "$0$", r"$\pi/2$", r"$\pi$"]
    ax.set_yticks(np.pi * np.array([-1, -0.5, 0, 0.5, 1]), names)
    ax.set_yticks(np.pi * np.arange(-3, 4, 2) / 4, minor=True)
    ax.set_ylabel(r"angle $\theta$")


def legend_above(ax: Axes, columns: int = 2) -> None:
    """A legend in one row above the axes, where it covers no data."""
    ax.legend(
        loc="lower right", bbox_to_anchor=(1.0, 1.0), ncols=columns, borderaxespad=0.2,
        handlelength=1.2, handletextpad=0.5, columnspacing=1.4,
    )  # fmt: skip


def share_time(upper: Axes, lower: Axes) -> None:
    """Leave the time labels to the lower of two axes with the same times."""
    upper.tick_params(axis="x", which="both", labelbottom=False)
    upper.set_xlabel("")
    lower.set_xlim(upper.get_xlim())


def _major(end: float) -> list[float]:
    top = int(np.log10(end) + 1e-9)
    if end < 100:
        return [0.0, *(t for t in (1, 2, 5, 10, 20, 50) if t <= end)]
    stride = 1 + top // 8
    first = 0 if stride < 3 else stride  # 0 and 1 would touch
    return [0.0, *(10.0**k for k in range(first, top + 1, stride))]


def _minor(end: float) -> list[float]:
    top = int(np.log10(end) + 1e-9)
    if top > 8:
        return [10.0**k for k in range(top + 1)]
    return [m * 10.0**k for k in range(-1, top + 1) for m in range(2, 10) if m * 10.0**k <= end]


def _plain(t: float, _: int = 0) -> str:
    return f"{t:g}" if t < 1e4 else f"$10^{{{round(np.log10(t))}}}$"
