"""
The energy, the clusters and the attention matrix
=================================================

The energy of full attention never falls. When clusters have formed it rests, and the attention
matrix, with tokens in the order of their angles, is made of blocks.
"""

import matplotlib.pyplot as plt
import numpy as np

import tokenflock as tkf

plt.rcParams.update(tkf.plots.STYLE)
spec = tkf.Spec(n=100, d=2, beta=36.0, t_end=100.0, spacing="log", seed=2)
run = tkf.simulate(spec)
x = run.x[-1].data
order = np.argsort(np.arctan2(x[:, 1], x[:, 0]))
P = tkf.SelfAttention(beta=spec.beta).matrix(x[order])[0]

fig, axes = plt.subplots(1, 3, figsize=(8.4, 2.6), layout="constrained")
tkf.plots.energy_curve(axes[0], run.x)
tkf.plots.cluster_count(axes[1], run.x)
tkf.plots.attention_matrix(axes[2], P)
print("effective rank of the attention matrix:", round(float(tkf.effective_rank(np.asarray(P))), 2))
plt.show()
