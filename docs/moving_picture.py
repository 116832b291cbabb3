"""Make the README's moving picture, docs/moving.gif: `make picture`.

The same 150 tokens under full and under causal attention, in logarithmic time.  A dot grows with
the cluster it belongs to.
"""

from pathlib import Path

import matplotlib.pyplot as plt
import numpy as np
from matplotlib.animation import FuncAnimation, PillowWriter

import tokenflock as tkf

TIMES = np.concatenate([[0.0], np.geomspace(0.25, 150.0, 59)])
START = tkf.simulate(tkf.Spec(n=150, d=2, beta=64.0, t_end=1.0, seed=3)).x[0].data
MASKS = {
    "full attention: all tokens see all": tkf.full,
    "causal: each sees those before it": tkf.causal,
}


def path(mask):
    """The tokens at all times."""
    return tkf.solve(tkf.Flow(tkf.SelfAttention(beta=64.0, mask=mask)), START, TIMES).x


def sizes(x):
    """How many tokens are in the cluster of each, (time, token)."""
    labels = tkf.clusters(x, beta=64.0).data
    return np.stack([np.where(row < 0, 1, (row[:, None] == row).sum(axis=1)) for row in labels])


def empty(ax, title):
    """A circle without tokens, and the words in it."""
    ax.set_aspect("equal")
    ax.set_axis_off()
    ax.set(xlim=(-1.2, 1.2), ylim=(-1.2, 1.2))
    ax.set_title(title, fontsize=10)
    ax.add_patch(plt.Circle((0, 0), 1, fill=False, color="0.8"))
    return ax.text(0, 0, "", ha="center", va="center", fontsize=11, linespacing=1.5)


def moving(ax, title, x):
    """Draw one panel; the function that puts it to the k-th time."""
    words, counts, mass = empty(ax, title), tkf.count_clusters(x, beta=64.0).data, sizes(x)
    colors = {"c": np.arange(len(START)), "cmap": "viridis"}
    dots = ax.scatter(*START.T, **colors, alpha=0.8, linewidths=0, zorder=2)

    def put(k):
        dots.set_offsets(x.data[k])
        dots.set_sizes(18 + 5 * mass[k])
        words.set_text(f"t = {TIMES[k]:.3g}\n{counts[k]} clusters")

    return put


def animated():
    """The figure, frame by frame; the end stays for a second."""
    figure, axes = plt.subplots(1, 2, figsize=(6.4, 3.4), dpi=100, layout="constrained")
    panels = [
        moving(ax, title, path(mask)) for ax, (title, mask) in zip(axes, MASKS.items(), strict=True)
    ]
    order = [*range(len(TIMES)), *[len(TIMES) - 1] * 12]
    return FuncAnimation(figure, lambda k: [put(k) for put in panels], order, blit=False)


if __name__ == "__main__":
    target = Path(__file__).with_name("moving.gif")
    animated().save(target, PillowWriter(fps=12))
    print(target)
