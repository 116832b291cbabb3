"""Flows of a pretrained layer: one head, all heads, other starts, and how fast they gather."""

import numpy as np
import xarray as xr

import tokenflock as tkf
from tokenflock.papers.paper_figure import PaperFigure
from tokenflock.pretrained import (
    attention_of,
    embed,
    head_spectra,
    principal_components,
    state_measures,
    tokenize,
    unit_tokens,
)

SMALL = 1e-8  # the square of the solver's tolerance: below, differences are its errors
TEXT = "Attention is a vector field, depth is time, tokens are particles."


def data(effort, model):
    n, times = effort.of(quick=32, full=128), np.linspace(0.0, 30.0, 121)
    head = chosen_head(model)
    one = attention_of(model, 0, head)
    scattered = tkf.normalize(np.random.default_rng(0).normal(size=(n, model.config.d)))
    cases = {
        "one head": (one, scattered),
        "all heads": (attention_of(model, 0), scattered),
        "one head, circle": (one, on_circle(n, model.config.d)),
        "one head, sentence": (one, of_sentence(model, n)),
    }
    runs = [summary(law, x0, times) for law, x0 in cases.values()]
    found = xr.concat(runs, xr.Variable("flow", np.array(list(cases), object)), join="override")
    leading = head_spectra(model)["real"].data[0, head, 0]
    return found.assign_attrs(model=model.name, head=head, leading=float(leading), n=n, seed=0)


def chosen_head(model):
    """The head of the first layer whose leading eigenvalue of V is real, positive and largest."""
    table = head_spectra(model).isel(layer=0)
    good = (table["imag"].data[:, 0] == 0) & (table["real"].data[:, 0] > 0)
    return int(np.where(good, table["real"].data[:, 0], -np.inf).argmax())


def on_circle(n, d):
    """Tokens on the unit circle of the first two coordinates, a little off equal angles."""
    angles = 2 * np.pi * np.random.default_rng(1).random(n)
    x = np.zeros((n, d))
    x[:, 0], x[:, 1] = np.cos(angles), np.sin(angles)
    return x


def of_sentence(model, n):
    """Exactly n tokens of a sentence, read again and again."""
    ids, _ = tokenize(model, TEXT)
    return tkf.normalize(unit_tokens(model, embed(model, np.resize(ids, n))))


def summary(law, x0, times):
    """Principal coordinates and mean cosine of a flow on the sphere."""
    x = tkf.solve(tkf.Flow(law), x0, times, tol=1e-4).x
    points, shares = principal_components(x, 3)
    return state_measures(x)[["alignment", "clusters"]].assign(
        plane=(("time", "token", "axis"), points), share=("axis", shares)
    )


def draw(figure, data):
    axes = [figure.add_subplot(2, 3, k) for k in (1, 2, 4, 5)]
    for ax, k in zip(axes, range(4), strict=True):
        one = data.isel(flow=k)
        ax.plot(*one.plane.data[..., :2].transpose(2, 0, 1), lw=0.6, alpha=0.7)
        ax.scatter(*one.plane.data[-1, :, :2].T, s=8, color="k", zorder=3)
        counted = f"clusters at the end: {int(one.clusters[-1])}"
        ax.set(title=f"{_named(data, k)}\n{counted}", xlabel=f"axis 1 ({one.share[0]:.0%})",
               ylabel=f"axis 2 ({one.share[1]:.0%})")  # fmt: skip
        ax.locator_params(nbins=5)
    space = figure.add_subplot(2, 3, 3, projection="3d")
    for path in data.plane.data[0].transpose(1, 0, 2):
        space.plot(*path.T, lw=0.6, alpha=0.7)
    space.set(
        title=f"{_named(data, 0)}, three axes", xticklabels=[], yticklabels=[], zticklabels=[]
    )
    space.set_box_aspect(None, zoom=1.25)
    rate = figure.add_subplot(2, 3, 6)
    for k, name in enumerate(data.flow.data):
        gap = 1 - data.alignment.data[k]
        legend = str(name).replace("one head", _head(data))
        rate.semilogy(data.time, np.where(gap > SMALL, gap, np.nan), color=f"C{k}", label=legend)
    rate.set(xlabel="time $t$", ylabel="1 - mean cosine", ylim=(SMALL, 2))
    # Above, where no curve is.
    rate.legend(fontsize=6.5, ncols=2, loc="lower center", bbox_to_anchor=(0.5, 1.0))


def _named(data, k):
    """A flow with the number of its head, from 1 as in the slides, and its leading eigenvalue."""
    eigenvalue = f"{_head(data)} ($\\lambda_1 = {data.attrs['leading']:.2f}$)"
    return str(data.flow.data[k]).replace("one head", eigenvalue)


def _head(data):
    return f"head {data.attrs['head'] + 1}"


FIGURE = PaperFigure(
    name="slides-heads",
    source="Sugolov and Aubry, slides on arXiv:2305.05465 (2023), ALBERT",
    title="principal components of flows of a pretrained layer",
    caption="Flows on the sphere under the first layer of a pretrained model (gains of the norm "
    "folded into the matrices, no biases, no MLP): the head whose leading eigenvalue of V is real, "
    "positive and largest, and all heads; from random tokens, from the unit circle of two "
    "coordinates, and from the tokens of a sentence. Lines are paths, dots the last state, in the "
    "principal axes of each flow; heads are numbered from 1, a cluster is at most 0.3 radians "
    "wide. Which ALBERT, step and time the slides used is not known.",
    cost="quick: a minute; full: not timed (albert-base)",
    data=data,
    draw=draw,
    weights="as an ALBERT, with its tokenizer",
)
