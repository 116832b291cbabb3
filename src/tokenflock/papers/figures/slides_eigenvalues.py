"""Eigenvalues of the attention matrix of a pretrained head along its flow, few tokens and many."""

import numpy as np
import xarray as xr

import tokenflock as tkf
from tokenflock.papers.figures.slides_heads import SMALL, chosen_head, on_circle
from tokenflock.papers.paper_figure import PaperFigure
from tokenflock.pretrained import attention_of, head_spectra

SHOWN = 8  # eigenvalues, the largest


def data(effort, model):
    many = effort.of(quick=48, full=192)
    times = np.linspace(0.0, 30.0, 61)
    head = chosen_head(model)
    law = attention_of(model, 0, head)
    d, rng = model.config.d, np.random.default_rng(0)
    starts = {
        f"{SHOWN} tokens": tkf.normalize(rng.normal(size=(SHOWN, d))),
        f"{many} tokens": tkf.normalize(rng.normal(size=(many, d))),
        f"{many} tokens, unit circle": on_circle(many, d),
    }
    found = [moduli(law, x0, times) for x0 in starts.values()]
    leading = float(head_spectra(model)["real"].data[0, head, 0])
    return xr.Dataset(
        {"modulus": (("start", "time", "eigenvalue"), np.array(found))},
        coords={"start": np.array(list(starts), object), "time": times},
        attrs={"model": model.name, "head": head, "leading": leading, "seed": 0},
    )


def moduli(law, x0, times):
    """The largest moduli (time, eigenvalue) of the eigenvalues of P along a flow."""
    x = tkf.solve(tkf.Flow(law), x0, times, tol=1e-4).x.data
    values = [np.linalg.eigvals(np.asarray(law.matrix(state))[0]) for state in x]
    return [np.sort(np.abs(v))[::-1][:SHOWN] for v in values]


def draw(figure, data):
    axes = figure.subplots(1, data.sizes["start"], sharey=True)
    for ax, k in zip(axes, range(data.sizes["start"]), strict=True):
        ax.semilogy(data.time, np.clip(data.modulus.data[k], 1e-17, None))
        ax.set(xlabel="time $t$", title=str(data.start.data[k]), ylim=(SMALL, 2))
    axes[0].set_ylabel(r"$|\lambda_k|$ of the attention matrix")
    head = f"head {data.attrs['head'] + 1} ($\\lambda_1 = {data.attrs['leading']:.2f}$)"
    figure.suptitle(f"{head} of the first layer, {data.attrs['model']}")


FIGURE = PaperFigure(
    name="slides-eigenvalues",
    source="Sugolov and Aubry, slides on arXiv:2305.05465 (2023), eigenvalue analysis",
    title="eigenvalues of a pretrained head's attention matrix along its flow",
    caption="The eight largest moduli of the eigenvalues of P(x(t)) under the head of the first "
    "layer whose leading eigenvalue of V is real, positive and largest, on the sphere: few "
    "tokens, many tokens, and many that start on the unit circle of two coordinates. One "
    "eigenvalue is 1, since rows sum to one; each further one that stays near 1 stands for a "
    "group of tokens, or a lone one, that hears only itself.",
    cost="quick: half a minute; full: not timed (albert-base)",
    data=data,
    draw=draw,
    weights="as an ALBERT",
)
