"""
Which pattern grows first
=========================

Uniformly spread tokens are an equilibrium that nothing keeps. On the circle the mode with *k* waves
grows at the rate k² Iₖ(β) / (β I₀(β)). Dotted: the fastest one, which is seen first.
"""

import matplotlib.pyplot as plt
import numpy as np

import tokenflock as tkf

plt.rcParams.update(tkf.plots.STYLE)
modes = np.arange(1, 25)
fig, ax = plt.subplots(figsize=(5, 3), layout="constrained")
for beta in (4.0, 16.0, 64.0):
    rates = tkf.theory.growth_rates(modes, beta=beta)
    (line,) = ax.plot(modes, rates, "o-", ms=3, label=f"β = {beta:g}")
    ax.axvline(tkf.theory.fastest_mode(beta), color=line.get_color(), lw=0.6, ls=":")
ax.set(xlabel="mode $k$", ylabel="growth rate")
ax.legend()
plt.show()
