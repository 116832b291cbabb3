"""The staircase of arXiv:2410.06833: the energy over time for several beta."""

import numpy as np
import xarray as xr

import tokenflock as tkf
from tokenflock.papers.paper_figure import PaperFigure
from tokenflock.spec.presets import preset

BETAS = (500.0, 1000.0, 1500.0, 2000.0, 3000.0, 4000.0)
PLATEAUS = (0.2, 0.28, 0.36, 0.44, 0.52, 0.68, 1.0)


def data(effort):
    return xr.concat([one(beta, effort) for beta in BETAS], "beta").assign_coords(beta=list(BETAS))


def one(beta, effort):
    """The energy against log10(t) / beta, in which merges keep their places as beta grows."""
    last = 10.0 ** (80 * beta / 2000 + 10)
    spec = preset("staircase").replace(
        beta=beta, t_end=last, samples=effort.of(quick=401, full=2001)
    )
    run = tkf.simulate(spec)
    energy = tkf.normalized_energy(run.x.data, beta=beta)
    sample = np.arange(len(energy))
    return xr.Dataset(
        {"energy": ("sample", energy), "time": ("sample", run.time.data)}, {"sample": sample}
    )


def draw(figure, data):
    ax = figure.subplots()
    for beta in data.beta.data:
        one = data.sel(beta=beta)
        ax.plot(np.log10(one.time[1:]) / beta, one.energy[1:], label=f"β = {beta:g}")
    for level in PLATEAUS:
        ax.axhline(level, color="0.85", lw=0.8, zorder=0)
    ax.set(xlabel=r"$\log_{10}(t) / \beta$", ylabel="normalized energy")
    ax.legend(title=r"gray: $\sum_a (m_a / n)^2$")


FIGURE = PaperFigure(
    name="energy-staircase",
    source="arXiv:2410.06833, staircase figure",
    title="the energy climbs in steps as five clusters merge",
    caption="Unnormalized attention on the circle, five tokens from the start of the paper's code "
    "(beta_0 = 2000), normalized energy for beta = 500 to 4000 against log10(t) / beta; the paper "
    "plots it against arc length. Gray: the plateaus that five tokens allow.",
    cost="quick: 13 s of CPU; full: 25 s",
    data=data,
    draw=draw,
)
