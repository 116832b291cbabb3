"""The atlas of arXiv:2411.04990 in data: how causal tokens end for random V of every type."""

import numpy as np
import xarray as xr

from tokenflock.papers.claims import atlas
from tokenflock.papers.claims.causal import atlas_explorer
from tokenflock.papers.paper_figure import PaperFigure

ENDS = atlas.ENDS


def data(effort):
    """Counts by type of V and observed end, and the share that ends as predicted."""
    rows = atlas_explorer.runs(effort)
    counts = np.array([[row["observed"][end] for end in ENDS] for row in rows])
    interval = np.array([row["interval"] for row in rows])
    columns = {
        "count": (("type", "end"), counts),
        "agreed": ("type", [row["agreed"] for row in rows]),
        "total": ("type", [row["total"] for row in rows]),
        "low": ("type", interval[:, 0]),
        "high": ("type", interval[:, 1]),
        "predicted": ("type", words(row["predicted"].most_common(1)[0][0] for row in rows)),
    }
    return xr.Dataset(columns, {"type": words(row["kind"] for row in rows), "end": words(ENDS)})


def words(names):
    # Zarr has no standard for strings of fixed length.
    return np.array(list(names), object)


def draw(figure, data):
    table, shares = figure.subplots(1, 2, width_ratios=[2.2, 1], sharey=True)
    share = data["count"] / data.total
    table.imshow(share, cmap="Blues", vmin=0, vmax=1.4, aspect="auto")
    for (i, j), count in np.ndenumerate(data["count"].data):
        if count:
            dark = share[i, j] > 0.6
            table.text(j, i, count, ha="center", va="center", color="w" if dark else "k")
    table.set_xticks(range(len(ENDS)), ENDS, rotation=30, ha="right")
    table.set_yticks(range(data.sizes["type"]), data.type.data)
    table.set(title="how tokens end", ylabel="leading eigenvalue of V")
    middle, row = data.agreed / data.total, np.arange(data.sizes["type"])
    shares.errorbar(middle, row, xerr=[middle - data.low, data.high - middle], fmt="o")
    shares.set(xlim=(-0.05, 1.05), xlabel="as predicted, 95 % interval")


FIGURE = PaperFigure(
    name="atlas-table",
    source="arXiv:2411.04990, Table 1 in data",
    title="how causal tokens end for random V of every spectral type",
    caption="Causal attention, Q = K = I, n = 16, d = 2, 3, 4, 8, random V with a leading "
    "eigenvalue of each type (skewed eigenvectors), t = 3000; beta = 0.5, 1, 2 and gaps of at "
    "least 0.2, 0.4, 0.8 for positive, beta = 4 and a gap of at least 0.4 for negative leading "
    "eigenvalues. Counts of observed ends, and the share that "
    "ends as the spectrum predicts. Complex and defective rows extend the paper's table.",
    cost="quick: 19 s of CPU; full: about 7 minutes, estimated from the quick run",
    data=data,
    draw=draw,
)
