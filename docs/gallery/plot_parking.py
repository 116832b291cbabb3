"""
How many tokens may lead
========================

Rényi centers of uniform tokens on the circle, counted, against what theory predicts for an endless
sequence: 2π times Rényi's constant over δ. Of strong centers, π over δ.
"""

import matplotlib.pyplot as plt
import numpy as np

import tokenflock as tkf

plt.rcParams.update(tkf.plots.STYLE)
angle = np.random.default_rng(0).uniform(0, 2 * np.pi, (200, 2000))
tokens = np.stack([np.cos(angle), np.sin(angle)], axis=-1)
deltas = np.geomspace(0.1, 1.5, 12)

fig, ax = plt.subplots(figsize=(5, 3), layout="constrained")
for strong, name in [(False, "Rényi centers"), (True, "strong ones")]:
    counted = [tkf.count_centers(tokens, delta, strong=strong).mean() for delta in deltas]
    ax.loglog(deltas, counted, "o", label=f"{name}, 200 draws of 2000 tokens")
ax.loglog(deltas, [tkf.theory.renyi_count(delta) for delta in deltas], "C0-", label="theory")
ax.loglog(deltas, [tkf.theory.strong_renyi_count(delta, d=2) for delta in deltas], "C1-")
ax.set(xlabel="distance δ", ylabel="number of centers")
ax.set_yticks([2, 5, 10, 20, 50], labels=["2", "5", "10", "20", "50"])
ax.set_yticks([], minor=True)
ax.legend()
plt.show()
