"""Neural collapse of clusters of tokens: within, and of their means."""

import numpy as np
import xarray as xr

from tokenflock.papers.claims.emergence import neural_collapse
from tokenflock.papers.paper_figure import PaperFigure

LATE = np.linspace(0.0, 60.0, 49)


def data(effort):
    runs = neural_collapse.runs(effort)
    columns = {
        name: (("run", along), np.array([run[name] for run in runs]))
        for name, along in (("within", "time"), ("angles", "time"), ("repelled", "late"))
    }
    return xr.Dataset(columns, {"time": neural_collapse.TIMES, "late": LATE},
                      {"beta": neural_collapse.BETA, "seed": 0})  # fmt: skip


def draw(figure, data):
    figure.set_size_inches(8.4, 3.0)
    panels = figure.subplots(1, 3)
    shown = (
        ("within", "within clusters (NC1)", "variability, relative", "time"),
        ("angles", "means, V = I (NC2)", "distance from a simplex", "time"),
        ("repelled", "tokens that repel, V = −I (NC2)", "distance from a simplex", "late"),
    )
    for ax, (name, title, label, along) in zip(panels, shown, strict=True):
        ax.semilogy(data[along], np.maximum(data[name], 1e-14).T, color="C0", lw=0.9)
        ax.set(title=title, xlabel="time $t$", ylabel=label, ylim=(1e-14, 3))
    law = 0.05 * np.exp(-2 * data.time)
    panels[0].semilogy(data.time, law, "k:", label="$e^{-2t}$")
    panels[0].legend()


FIGURE = PaperFigure(
    name="neural-collapse",
    source="Sugolov and Aubry, slides on arXiv:2305.05465 (2023), neural collapse as future work",
    title="clusters of tokens collapse within, and their means do not form a simplex",
    caption="Four clusters of eight tokens on the sphere of R^3, Q = K = V = I, beta = 40, several "
    "random starts: the variability within clusters relative to that between them decays like "
    "e^-2t; the means keep their angles. Four tokens that repel each other (V = -I) do end in a "
    "simplex.",
    cost="quick: 2 s of CPU; full: 10 s",
    data=data,
    draw=draw,
)
