"""
Clusters on the sphere
======================

Sixty-four tokens in three dimensions. Lines are the paths so far; what lies behind the sphere is
paler.
"""

import matplotlib.pyplot as plt

import tokenflock as tkf

plt.rcParams.update(tkf.plots.STYLE)
run = tkf.simulate(tkf.Spec(n=64, d=3, beta=9.0, t_end=20.0, samples=201, seed=1))
colors = tkf.plots.cluster_colors(run.x[-1])

fig, axes = plt.subplots(
    1, 4, figsize=(8.4, 2.5), layout="constrained", subplot_kw={"projection": "3d"}
)
for ax, t in zip(axes, [0, 2, 5, 20], strict=True):
    ax.view_init(elev=-25, azim=-60)
    so_far = run.x.sel(time=slice(0, t))
    tkf.plots.sphere_snapshot(ax, so_far[-1], colors=colors, trails=so_far if t else None)
plt.show()
