"""ALBERT repeated on a real sentence: `python docs/albert.py FOLDER [TEXT]` fills docs/albert.md.

One shared layer is a map iterated: 12 passes are the model, 96 show where it goes.
"""

import sys
from pathlib import Path

import numpy as np
import xarray as xr
from matplotlib.figure import Figure

from tokenflock.plots import save_figure
from tokenflock.plots.pairs import alignment_over_time
from tokenflock.plots.style import PALETTE, styled
from tokenflock.pretrained import (
    attention_only,
    forward,
    head_spectra,
    load_model,
    measured,
    repeated,
    tokenised,
)

TEXT = (
    "오늘 아침 서울에는 비가 많이 내렸습니다. "
    "사람들은 우산을 쓰고 지하철역으로 빠르게 걸어갔습니다. "
    "오후에는 날씨가 맑아져서 공원에서 아이들이 축구를 했습니다."
)
PASSES = (0, 12, 24, 48, 96)
HERE = Path(__file__).parent


def paths(model, ids):
    """The states of the model and of its attention alone, 96 passes each."""
    versions = {"model": model, "attention only": attention_only(model)}
    return {
        name: forward(repeated(m, PASSES[-1]), ids, matrices=False) for name, m in versions.items()
    }


@styled
def figure(runs, measures):
    fig = Figure(figsize=(9.6, 5.6), layout="constrained")
    axes = fig.subplots(2, 2)
    for ax, (name, run) in zip(axes[0], runs.items(), strict=True):
        u = run.x / np.sqrt((run.x**2).sum("coord"))
        alignment_over_time(ax, u, time_scale="linear")
        ax.set(xlabel="pass", title=name)
    for k, (name, found) in enumerate(measures.items()):
        look = {"color": PALETTE[k], "label": name}
        axes[1, 0].plot(found.time, found.effective_rank, **look)
        axes[1, 1].step(found.time, found.clusters, where="post", **look)
    axes[1, 0].set(xlabel="pass", ylabel="effective rank", ylim=(0, None))
    axes[1, 1].set(xlabel="pass", ylabel="clusters (0.3 rad)", ylim=(0, None))
    axes[1, 0].legend()
    return fig


def rows(measures: dict[str, xr.Dataset]):
    yield "| version | passes | mean cosine | effective rank | clusters | loose tokens |"
    yield "|---|---|---|---|---|---|"
    for name, found in measures.items():
        for k in PASSES:
            f = found.isel(time=k)
            numbers = f"{float(f.alignment):.3f} | {float(f.effective_rank):.1f}"
            yield f"| {name} | {k} | {numbers} | {int(f.clusters)} | {int(f.unclustered)} |"


def heads(table):
    yield "| head | leading eigenvalue of V | share with positive real part | kind |"
    yield "|---|---|---|---|"
    for h in range(table.sizes["head"]):
        real, imag = float(table["real"][0, h, 0]), float(table["imag"][0, h, 0])
        value = f"{real:.3f}" + (f" ± {abs(imag):.3f}i" if imag else "")
        share = float(table.positive_share[0, h])
        yield f"| {h} | {value} | {share:.2f} | {table.kind.data[0, h]} |"
    first = complex(float(table.sum_real[0, 0]), abs(float(table.sum_imag[0, 0])))
    yield f"\nLeading eigenvalue of the sum over all heads: {first.real:.3f} ± {first.imag:.3f}i"


def main():
    model = load_model(sys.argv[1])
    ids, _ = tokenised(model, sys.argv[2] if len(sys.argv) > 2 else TEXT)
    runs = paths(model, ids)
    measures = {name: measured(run.x) for name, run in runs.items()}
    save_figure(figure(runs, measures), HERE / "albert.png")
    print(f"{len(ids)} tokens\n")
    print("\n".join([*heads(head_spectra(model)), "", *rows(measures)]))


if __name__ == "__main__":
    main()
