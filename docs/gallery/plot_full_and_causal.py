"""
Full and causal attention from the same start
=============================================

Under full attention every token sees all others, and clusters merge. Under causal attention a token
sees only those before it: the first never moves, and clusters stay near the Rényi centers of the
start.
"""

import matplotlib.pyplot as plt

import tokenflock as tkf

plt.rcParams.update(tkf.plots.STYLE)
spec = tkf.Spec(n=100, d=2, beta=36.0, t_end=100.0, spacing="log", seed=2)

fig, axes = plt.subplots(1, 2, figsize=(8.4, 3.2), layout="constrained", sharey=True)
for ax, mask in zip(axes, ["full", "causal"], strict=True):
    tkf.plots.circle_over_time(ax, tkf.simulate(spec.replace(mask=mask)).x)
    ax.set_title(mask, loc="left")
plt.show()
