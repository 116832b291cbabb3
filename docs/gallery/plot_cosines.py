"""
All cosines of a run
====================

In sixteen dimensions random tokens are nearly orthogonal, so all cosines start around zero and rise
together. The color is the share of pairs.
"""

import matplotlib.pyplot as plt

import tokenflock as tkf

plt.rcParams.update(tkf.plots.STYLE)
run = tkf.simulate(tkf.Spec(n=64, d=16, beta=2.0, t_end=10.0, seed=0))

fig, axes = plt.subplots(1, 2, figsize=(8.4, 3.0), layout="constrained")
tkf.plots.alignment_over_time(axes[0], run.x)
tkf.plots.alignment_histogram(axes[1], run.x, times=[0.0, 2.0, 5.0])
plt.show()
