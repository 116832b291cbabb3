"""The master equation with the attention of a pretrained head, against the flow."""

import numpy as np
import xarray as xr

import tokenflock as tkf
from tokenflock.papers.figures.slides_heads import chosen_head
from tokenflock.papers.paper_figure import PaperFigure
from tokenflock.pretrained import attention_of

REFRESH = {"read once": np.inf, "every 1": 1.0, "every 0.25": 0.25}


def data(effort, model):
    n, times = effort.of(quick=24, full=96), np.linspace(0.0, 8.0, 33)
    head = chosen_head(model)
    whole = attention_of(model, 0, head)
    # The equation of the slides has no V: the head's Q and K, and V = I.
    flow = tkf.Flow(tkf.SelfAttention(whole.beta, whole.factors, None, whole.mask))
    x0 = tkf.normalize(np.random.default_rng(0).normal(size=(n, model.config.d)))
    path = tkf.solve(flow, x0, times, tol=1e-6).x
    paths = [tkf.frozen_path(flow, x0, times, refresh=step).x for step in REFRESH.values()]
    away = [np.linalg.norm(x.data - path.data, axis=-1).mean(axis=-1) for x in paths]
    cosine = [tkf.alignment(x.data) for x in (path, *paths)]
    return xr.Dataset(
        {"away": (("refresh", "time"), away), "cosine": (("path", "time"), cosine)},
        coords={
            "refresh": np.array(list(REFRESH), object), "time": times,
            "path": np.array(["flow", *REFRESH], object),
        },
        attrs={"model": model.name, "head": head, "n": n, "seed": 0},
    )  # fmt: skip


def draw(figure, data):
    left, right = figure.subplots(1, 2)
    for k, name in enumerate(data.refresh.data):
        left.semilogy(data.time[1:], data.away[k, 1:], f"C{k}", label=name)
    for k, name in enumerate(data.path.data):
        color = "k" if k == 0 else f"C{k - 1}"
        right.plot(data.time, data.cosine[k], color, ls="-" if k else "--", label=name)
    left.set(xlabel="time $t$", ylabel="mean distance to the flow's tokens")
    right.set(xlabel="time $t$", ylabel="mean cosine between tokens")
    left.legend(title="attention matrix", loc="lower right")
    right.legend(loc="lower right")


FIGURE = PaperFigure(
    name="slides-master",
    source="Sugolov and Aubry, slides on arXiv:2305.05465 (2023), master equation",
    title="the master equation with a pretrained head's attention, against the flow",
    caption="dx/dt = P x on the sphere with the Q and K of a pretrained head and V = I: the flow, "
    "and the master equation with P read once, and again every 1 and 0.25 units of time. "
    "Left: mean distance between tokens of the two. Right: mean cosine between tokens.",
    cost="quick: half a minute; full: not timed (albert-base)",
    data=data,
    draw=draw,
    weights="as an ALBERT",
)
