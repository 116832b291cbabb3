"""Sweeps as figures: lines with error bands, heat maps with the curve of theory, histograms."""

import json
from typing import Any, NamedTuple

import numpy as np
import xarray as xr
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from tokenflock import theory
from tokenflock.errors import InputError, did_you_mean
from tokenflock.plots.run_statistics import spread
from tokenflock.plots.style import BLUE, PALETTE, STRONG, styled

MOST_COLORS = 8  # more values than this make a heat map
PANEL = (3.3, 2.9)  # inches
GREEK = {"beta": "β", "gamma": "γ", "kappa": "κ", "beta_end": "final β"}


class Measured(NamedTuple):
    """A measure over the grid: its middle, a band around it if there is one, and what these are."""

    name: str
    middle: xr.DataArray
    low: xr.DataArray | None
    high: xr.DataArray | None
    about: str


class Layout(NamedTuple):
    """Which dimension goes where; `y` makes a heat map, else `lines` are colored."""

    x: str
    y: str | None
    lines: str | None
    facet: str | None


@styled
def sweep_figure(
    data: xr.Dataset, *, measure: str | None = None, x: str | None = None, y: str | None = None,
    facet: str | None = None,
) -> Figure:  # fmt: skip
    """The figure of a sweep that suits its axes: heat map, lines with error bands, or histogram."""
    name = _measure(data, measure)
    if f"{name}_histogram" in data and name not in data and f"{name}_mean" not in data:
        return _histograms(data, name, facet)
    found = measured(data, name)
    if found.middle.ndim == 0:
        return _histograms(data, name, None)
    layout = layout_for(found.middle, x, y, facet)
    panels = [{layout.facet: v} for v in data[layout.facet].data] if layout.facet else [{}]
    fig, axes = _panels(len(panels))
    for ax, at in zip(axes, panels, strict=True):
        middle, low, high = (_at(a, at) for a in found[1:4])
        part = Measured(found.name, middle, low, high, found.about)
        (heat_map if layout.y else lines)(ax, part, layout, data)
        ax.set_title(", ".join(f"{_name(k)} = {_value(v)}" for k, v in at.items()))
    _finish(fig, axes, found, layout, data)
    return fig


def measured(data: xr.Dataset, name: str) -> Measured:
    """The mean over seeds with twice its standard error, or the median with quantiles."""
    if f"{name}_quantiles" in data:
        levels = data[f"{name}_quantiles"]
        low, high = levels.isel(quantile=0), levels.isel(quantile=-1)
        middle = levels.sel(quantile=0.5, method="nearest")
        band = f"{100 * float(low['quantile']):g} to {100 * float(high['quantile']):g} %"
        kind = "median"
        if f"{name}_mean" in data:
            middle, kind = data[f"{name}_mean"], "mean"
        about = f"{kind}, {band} of runs"
        return Measured(name, _bare(middle), _bare(low), _bare(high), about)
    if name in data:
        mean, low, high, share = spread(data[name])
        of = "runs" if share == 1 else f"every {round(1 / share)}th run"
        about = f"mean, 10 to 90 % of {of}"
        return Measured(name, _bare(mean), _bare(low), _bare(high), about)
    if f"{name}_mean" not in data:
        raise InputError(f"`{name}` has only a histogram; name another with --measure.")
    count = (data["state"] == 1).sum("seed")
    mean, error = data[f"{name}_mean"], data[f"{name}_deviation"] / np.sqrt(count)
    low, high = _bare(mean - 2 * error), _bare(mean + 2 * error)
    return Measured(name, _bare(mean), low, high, "mean ± 2 standard errors")


def layout_for(a: xr.DataArray, x: str | None, y: str | None, facet: str | None) -> Layout:
    """What goes where: as asked for, then many times or the longest axis across."""
    for option, dim in (("--x", x), ("--y", y), ("--facet", facet)):
        if dim is not None and dim not in a.dims:
            raise InputError(
                f"{option} must be one of {', '.join(map(str, a.dims))}. Got {dim!r}."
                f"{did_you_mean(dim, map(str, a.dims))}"
            )
    free = [str(d) for d in a.dims if d not in (x, y, facet)]
    numeric = [d for d in free if a[d].dtype.kind in "if"]
    times = [d for d in free if "time" in d and a.sizes[d] > MOST_COLORS]
    x = x or next(iter(times or sorted(numeric, key=lambda d: -a.sizes[d]) or free))
    free = [d for d in free if d != x]
    long = [d for d in free if d in numeric and a.sizes[d] > MOST_COLORS]
    y = y or next(iter(long), None)
    free = [d for d in free if d != y]
    line = free.pop() if free and y is None else None
    facet = facet or (free.pop() if free else None)
    if free:
        raise InputError(f"There are too many axes for one figure: select from {', '.join(free)}.")
    return Layout(x, y, line, facet)


def lines(ax: Axes, m: Measured, layout: Layout, data: xr.Dataset) -> None:
    """One line per value of a dimension, with its band."""
    values = m.middle[layout.lines].data if layout.lines else [None]
    for k, value in enumerate(values):
        at = {} if value is None else {layout.lines: value}
        color = PALETTE[k % len(PALETTE)]
        label = None if value is None else _value(value)
        middle, low, high = (_at(a, at) for a in m[1:4])
        where = _positions(middle[layout.x])
        ax.plot(where, middle, color=color, label=label, marker="o" if len(where) < 12 else None,
                ms=3)  # fmt: skip
        if low is not None and high is not None:
            ax.fill_between(where, low, high, color=color, alpha=0.2, lw=0)
    _scale(ax, "x", m.middle[layout.x])


def heat_map(ax: Axes, m: Measured, layout: Layout, data: xr.Dataset) -> None:
    """Colors over two dimensions, and where theory expects a change."""
    values = m.middle.transpose(layout.y, layout.x)
    x, y = values[layout.x], values[layout.y]
    low, high = float(m.middle.min()), float(m.middle.max())
    unit = low >= -1e-9 and high <= 1 + 1e-9
    ax.pcolormesh(
        x, y, values, shading="nearest", rasterized=True,
        vmin=0 if unit else low, vmax=1 if unit else high,
    )  # fmt: skip
    _scale(ax, "x", x)
    _scale(ax, "y", y)
    _meeting_curve(ax, m, layout, data)


def _meeting_curve(ax: Axes, m: Measured, layout: Layout, data: xr.Dataset) -> None:
    """Where gamma_beta(t) of orthogonal tokens reaches the cosine that counts as having met."""
    about = _observable(data, m.name)
    base = json.loads(data.attrs["sweep"])["base"]
    plain = not {"qk", "ov", "masses", "kappa", "position"} & set(base)
    known = base.get("mask", "full") == "full" and base.get("space", "sphere") == "sphere"
    softmax = base.get("weighting", "softmax") == "softmax"
    if about.get("observable") != "close_pairs" or {layout.x, layout.y} != {"time", "beta"}:
        return
    if not (plain and known and softmax and "n" in base):
        return
    times, betas = (np.linspace(*_ends(m.middle[dim]), 60) for dim in ("time", "beta"))
    gamma = np.array([theory.equiangular(times, n=base["n"], beta=beta) for beta in betas])
    grid = (times, betas, gamma) if layout.x == "time" else (betas, times, gamma.T)
    level = about.get("option_above", 0.999)
    ax.contour(*grid, [level], colors=STRONG, linewidths=1.3)
    ax.plot([], [], color=STRONG, label=f"$\\gamma_\\beta(t) = {level:g}$")


def _ends(values: xr.DataArray) -> tuple[float, float]:
    return float(values[0]), float(values[-1])


def _histograms(data: xr.Dataset, name: str, facet: str | None) -> Figure:
    counts, centers = _counts(data, name)
    free = [str(d) for d in counts.dims if d != centers.dims[0]]
    facet = facet or (free[0] if free else None)
    rest = [d for d in free if d != facet]
    counts = counts.isel(dict.fromkeys(rest, -1))  # the last time, the last value
    panels = [{facet: v} for v in counts[facet].data] if facet else [{}]
    fig, axes = _panels(len(panels))
    for ax, at in zip(axes, panels, strict=True):
        width = float(centers[1] - centers[0]) if len(centers) > 1 else 1.0
        ax.bar(centers, _at(counts, at), width=0.95 * width, color=BLUE)
        ax.set(title=", ".join(f"{_name(k)} = {_value(v)}" for k, v in at.items()),
               xlabel=_label(data, name))  # fmt: skip
    axes[0].set_ylabel("runs")
    return fig


def _counts(data: xr.Dataset, name: str) -> tuple[xr.DataArray, xr.DataArray]:
    """How many runs lie in which bin."""
    if f"{name}_histogram" in data:
        return data[f"{name}_histogram"], data[f"{name}_bin"]
    counts, edges = np.histogram(data[name].data[np.isfinite(data[name].data)], bins="auto")
    centers = xr.DataArray((edges[1:] + edges[:-1]) / 2, dims="bin")
    return xr.DataArray(counts, dims="bin"), centers


def _measure(data: xr.Dataset, name: str | None) -> str:
    known = list(json.loads(data.attrs["sweep"])["measure"])
    if name is None:
        return known[0]
    if name not in known:
        raise InputError(
            f"--measure must be one of {', '.join(known)}. Got {name!r}.{did_you_mean(name, known)}"
        )
    return name


def _panels(count: int) -> tuple[Figure, list[Axes]]:
    columns = min(count, 3)
    rows = -(-count // columns)
    width = PANEL[0] * columns * (1.45 if count == 1 else 1) + 0.6
    fig = Figure(
        figsize=(width, PANEL[1] * rows * (1.2 if count == 1 else 1)), layout="constrained"
    )
    grid = fig.subplots(rows, columns, squeeze=False, sharex=True, sharey=True)
    for ax in grid.flat[count:]:
        ax.remove()
    return fig, list(grid.flat[:count])


def _finish(fig: Figure, axes: list[Axes], m: Measured, layout: Layout, data: xr.Dataset) -> None:
    label, columns = _label(data, m.name), min(len(axes), 3)
    for k, ax in enumerate(axes):
        if k + columns >= len(axes):
            ax.set_xlabel(_name(layout.x))
        if k % columns == 0:
            ax.set_ylabel(_name(layout.y) if layout.y else label)
    if layout.y and axes[0].get_legend_handles_labels()[0]:
        axes[0].legend(loc="upper left", labelcolor="white")
    elif layout.lines:
        count = m.middle.sizes[layout.lines]
        axes[0].legend(title=_name(layout.lines), ncols=1 + (count > 4))
    if layout.y:
        kind = m.about.partition(" ±")[0].partition(",")[0]
        fig.colorbar(axes[0].collections[0], ax=axes, label=f"{label}, {kind}")
    done = int((data["state"] == 1).sum())
    left = "" if done == data["state"].size else f", {done} of {data['state'].size} runs done"
    about = "" if layout.y else f" ({m.about})"
    fig.suptitle(f"{data.attrs['title']}{about}{left}", fontsize=9)


def _at(a: xr.DataArray | None, at: dict[Any, Any]) -> Any:
    return None if a is None else a.sel(at)


def _bare(a: xr.DataArray) -> xr.DataArray:
    """The array without dimensions of a single value."""
    return a.squeeze(drop=True).reset_coords(drop=True).compute()


def _positions(x: xr.DataArray) -> Any:
    return x.data if x.dtype.kind in "if" else np.arange(x.size)


def _scale(ax: Axes, which: str, values: xr.DataArray) -> None:
    """A logarithmic axis for values in equal ratios, names for words."""
    if values.dtype.kind not in "if":
        set_ticks = ax.set_xticks if which == "x" else ax.set_yticks
        set_ticks(list(range(values.size)), [str(v) for v in values.data])
        return
    set_scale = ax.set_xscale if which == "x" else ax.set_yscale
    steps = np.diff(values.data)
    if len(steps) > 2 and steps[-1] > 5 * steps[1] > 0:
        positive = float(values.data[values.data > 0][0])
        set_scale("log") if values.data[0] > 0 else set_scale("symlog", linthresh=positive)


def _observable(data: xr.Dataset, name: str) -> dict[str, Any]:
    kinds = (name, f"{name}_mean", f"{name}_quantiles", f"{name}_histogram")
    return next(dict(data[kind].attrs) for kind in kinds if kind in data)


def _label(data: xr.Dataset, name: str) -> str:
    about = _observable(data, name)
    if about.get("observable") == "close_pairs":
        return f"pairs with cosine > {about.get('option_above', 0.999):g}"
    of = str(about.get("observable", name)).replace("_", " ")
    return of if of == name.replace("_", " ") else f"{name.replace('_', ' ')}: {of}"


def _name(dim: str | None) -> str:
    if dim is None:
        return ""
    return "time $t$" if dim == "time" else GREEK.get(dim, dim.replace("_", " "))


def _value(value: Any) -> str:
    return f"{value:.4g}" if isinstance(value, float) else str(value)
