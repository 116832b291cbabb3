"""ALBERT repeated on a real sentence: `python docs/albert.py FOLDER [TEXT]` writes docs/albert.md.

One shared layer is a map iterated: 12 passes are the model, 96 show where it goes.  Every number
and every sentence of the page that follows from numbers is made here.
"""

import sys
from pathlib import Path
from textwrap import fill

import numpy as np
from matplotlib.figure import Figure

from tokenflock.plots import save_figure
from tokenflock.plots.states import draw_cosines
from tokenflock.plots.style import PALETTE, styled
from tokenflock.pretrained import (
    attention_only,
    forward,
    head_spectra,
    load_model,
    repeated,
    state_measures,
    tokenize,
)

TEXT = (
    "오늘 아침 서울에는 비가 많이 내렸습니다. "
    "사람들은 우산을 쓰고 지하철역으로 빠르게 걸어갔습니다. "
    "오후에는 날씨가 맑아져서 공원에서 아이들이 축구를 했습니다."
)
PASSES = (0, 12, 24, 48, 96)
HERE = Path(__file__).parent
PAGE = """# ALBERT, repeated: what the spectrum predicted and what happened

`{name}` (one shared layer, {heads} heads, d = {d}) reads a text of {n} tokens and passes its
layer 96 times instead of 12. Made by `python docs/albert.py FOLDER [TEXT]`. The gains of the norm
are folded into V, tokens are measured by direction, and a cluster is at most 0.3 radians wide.

![cosines, effective rank and clusters by pass](albert.png)

{predicted}

{happened}

One model and one text: no more than evidence, and no law of ALBERTs. Of another trained one
the opposite was reported to us: after 96 passes a mean cosine near 0.33 and an effective rank of 32
of 43 tokens, that is, no collapse (not measured by this script).

{spectra}

{measures}
"""


def paths(model, ids):
    """The measured states of the model and of its attention alone, 96 passes each."""
    versions = {"model": model, "attention only": attention_only(model)}
    return {
        name: state_measures(forward(repeated(m, PASSES[-1]), ids, matrices=False).x)
        for name, m in versions.items()
    }


@styled
def figure(found, n):
    fig = Figure(figsize=(9.6, 5.6), layout="constrained")
    axes = fig.subplots(2, 2)
    for ax, (name, one) in zip(axes[0], found.items(), strict=True):
        draw_cosines(ax, one.assign_coords(token=np.arange(n)))
        ax.set(xlabel="pass", title=name)
    for k, (name, one) in enumerate(found.items()):
        look = {"color": PALETTE[k], "label": name}
        axes[1, 0].plot(one.time, one.effective_rank, **look)
        axes[1, 1].step(one.time, one.clusters, where="post", **look)
    axes[1, 0].set(xlabel="pass", ylabel="effective rank", ylim=(0, None))
    axes[1, 1].set(xlabel="pass", ylabel="clusters (0.3 rad)", ylim=(0, None))
    axes[1, 0].legend()
    return fig


def predicted(table):
    """What Theorem 4.2 says of these heads, and of how many it says nothing."""
    kinds = table.kind.data[0].tolist()
    good = [str(h) for h, kind in enumerate(kinds) if kind == "good triple"]
    others = "; ".join(f"{k}: {kinds.count(k)}" for k in dict.fromkeys(kinds) if k != "good triple")
    total = complex(float(table.sum_real[0, 0]), abs(float(table.sum_imag[0, 0])))
    sign = f"{total.real:.3f} ± {total.imag:.3f}i" if total.imag else f"{total.real:.3f}"
    return (
        f"Of the {len(kinds)} heads, {_heads(good)} a good triple of arXiv:2305.05465, Theorem "
        "4.2. For such a head, alone and without norms, rescaled tokens "
        "approach at most three parallel hyperplanes. About the other heads "
        f"({others}), about the sum of all, whose leading eigenvalue is {sign}, and about layers "
        "with norms, biases and an MLP the theorem says nothing."
    )


def _heads(numbers):
    """'head 7 is', 'heads 2 and 7 are each', 'none is'."""
    if len(numbers) < 2:
        return f"head {numbers[0]} is" if numbers else "none is"
    return f"heads {', '.join(numbers[:-1])} and {numbers[-1]} are each"


def history(name, one, n):
    """What one version did, by its measures."""
    count, rank, cosine = (one[k].data for k in ("clusters", "effective_rank", "alignment"))
    apart = int(np.flatnonzero(count == n)[-1])
    below = np.flatnonzero(rank < 2)
    rises = int((np.diff(count) > 0).sum())
    near = f"first below 2 at pass {below[0]}" if len(below) else "never below 2"
    return (
        f"{name.capitalize()}: all {n} tokens are clusters of their own up to pass {apart}; at "
        f"pass 96 the number of clusters is {count[-1]}, the mean cosine {cosine[-1]:.3f}. The "
        f"effective rank is {rank[12]:.1f} at pass 12 and {rank[-1]:.1f} at pass 96, {near}. From "
        f"one pass to the next the number of clusters rises {rises} times."
    )


def spectra(table):
    yield "| head | leading eigenvalue of V | share with positive real part | kind |"
    yield "|---|---|---|---|"
    for h in range(table.sizes["head"]):
        real, imag = float(table["real"][0, h, 0]), float(table["imag"][0, h, 0])
        value = f"{real:.3f}" + (f" ± {abs(imag):.3f}i" if imag else "")
        share = float(table.positive_share[0, h])
        yield f"| {h} | {value} | {share:.2f} | {table.kind.data[0, h]} |"


def measures(found):
    yield "| version | passes | mean cosine | effective rank | clusters | loose tokens |"
    yield "|---|---|---|---|---|---|"
    for name, one in found.items():
        for k in PASSES:
            f = one.isel(time=k)
            numbers = f"{float(f.alignment):.3f} | {float(f.effective_rank):.1f}"
            yield f"| {name} | {k} | {numbers} | {int(f.clusters)} | {int(f.unclustered)} |"


def main():
    model = load_model(sys.argv[1])
    ids, _ = tokenize(model, sys.argv[2] if len(sys.argv) > 2 else TEXT)
    found, table = paths(model, ids), head_spectra(model)
    save_figure(figure(found, len(ids)), HERE / "albert.png")
    page = PAGE.format(
        name=model.name, heads=model.config.heads, d=model.config.d, n=len(ids),
        predicted=fill("**Predicted.** " + predicted(table), 100),
        happened="\n\n".join(
            fill(("**Happened.** " if k == 0 else "") + history(name, one, len(ids)), 100)
            for k, (name, one) in enumerate(found.items())
        ),
        spectra="\n".join(spectra(table)), measures="\n".join(measures(found)),
    )  # fmt: skip
    (HERE / "albert.md").write_text(page, encoding="utf-8")


if __name__ == "__main__":
    main()
