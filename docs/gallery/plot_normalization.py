"""
Normalization decides how fast tokens meet
==========================================

Orthogonal tokens stay equiangular under every law of normalization, and one equation for their
common cosine tells how fast they meet (arXiv:2510.22026). Lines are simulations, dots the theory.
"""

import matplotlib.pyplot as plt

import tokenflock as tkf
from tokenflock.theory import ngpt, normalized_equiangular, post_ln, pre_ln, sqrt_scaling

plt.rcParams.update(tkf.plots.STYLE)
spec = tkf.Spec(n=16, d=16, beta=2.0, init="orthogonal", t_end=12.0, samples=49)
laws = {"sphere": post_ln, "preln": pre_ln, "ngpt:0.5": ngpt(0.5), "sqrtscaled": sqrt_scaling}

fig, ax = plt.subplots(figsize=(5.6, 3.2), layout="constrained")
for space, law in laws.items():
    run = tkf.simulate(spec.replace(space=space))
    predicted = normalized_equiangular(run.time.data, law, n=spec.n, beta=spec.beta)
    (line,) = ax.plot(run.time, tkf.alignment(run.x), label=space)
    ax.plot(run.time[::3], predicted.gamma[::3], "o", ms=3, color=line.get_color())
ax.set(xlabel="time $t$", ylabel=r"cosine $\gamma(t)$")
ax.legend()
plt.show()
