"""Time against n, on two logarithmic axes, one panel per dimension."""

from collections.abc import Mapping

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.ticker import LogLocator, NullFormatter

from tokenflock.bench.scaling import BETAS, HARMONIC, NATIVE, curves, exponent
from tokenflock.bench.stopwatch import Row
from tokenflock.plots.style import BLUE, GRAY, PALETTE, styled

# Color, mark, width: ours are heavy.
LOOKS = {
    HARMONIC: (BLUE, "o", 2.0),
    NATIVE: (PALETTE[4], "s", 2.0),
    "PyTorch SDPA": (PALETTE[1], "^", 1.2),
    "jnp": (PALETTE[3], "v", 1.2),
    "KeOps": (PALETTE[2], "D", 1.2),
    "NumPy": (GRAY, "P", 1.2),
}
PLACES = {2: "circle", 3: "sphere"}


@styled
def figure_of(rows: list[Row]) -> Figure:
    """The measured curves of both dimensions, with fitted exponents."""
    fig = Figure(figsize=(9.0, 4.8), layout="constrained")
    panels = fig.subplots(1, len(BETAS), sharey=True)
    for ax, (d, beta) in zip(panels, BETAS.items(), strict=True):
        draw(ax, curves([row for row in rows if row.about.get("d") == d]))
        ax.set_title(rf"full attention on the {PLACES[d]}, $\beta = {beta:g}$", loc="left")
    panels[0].set_ylabel("seconds for one average")
    return fig


def draw(ax: Axes, found: Mapping[str, Mapping[float, float]]) -> None:
    """One line per method, the fitted exponent in its label."""
    for name, (color, mark, width) in LOOKS.items():
        if name not in found:
            continue
        n, seconds = np.array(sorted(found[name].items())).T
        power = rf", $n^{{{exponent(found[name]):.2f}}}$" if len(n) > 1 else ""
        ax.plot(n, seconds, color=color, marker=mark, ms=4.5, lw=width, label=name + power)
    ax.set(xscale="log", yscale="log", xlabel=r"tokens $n$")
    ax.yaxis.set_major_locator(LogLocator(numticks=12))
    ax.yaxis.set_minor_formatter(NullFormatter())
    ax.grid(True, which="major", color="#e6e6e6", lw=0.6)
    ax.legend(loc="upper left", bbox_to_anchor=(-0.02, -0.14), ncols=2, handlelength=2.4)
