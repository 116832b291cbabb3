"""Two causal tokens that do not end at the leading eigenvector of V: why, how, and for which V."""

import numpy as np
import xarray as xr

import tokenflock as tkf
from tokenflock import theory
from tokenflock.papers.claims import circle
from tokenflock.papers.paper_figure import PaperFigure
from tokenflock.plots.style import BLUE, GRAY, INK

BETA, MU, ALPHA = 0.5, 0.8, 0.1
BETAS = (0.0, 0.25, 0.5, 1.0)
TIMES = np.append(0.0, np.geomspace(0.05, 200.0, 160))


def data(effort):
    count = effort.of(quick=40, full=400)
    phi = np.random.default_rng(0).uniform(0, 2 * np.pi, (count, 2))
    law = tkf.SelfAttention(BETA, ov=theory.skewed(MU, ALPHA), mask="causal")
    x = tkf.solve(tkf.Flow(law), circle.points(phi), TIMES, tol=1e-9).x.data
    turned = circle.angles(x[..., 1, :]) - circle.angles(x[..., 0, :])
    angle = np.linspace(0.0, 2 * np.pi, 721)
    alpha = np.linspace(0.01, np.pi / 2, 120)
    edges = [[theory.resting_interval(beta=beta, alpha=a) for a in alpha] for beta in BETAS]
    return xr.Dataset(
        {
            "apart": (("run", "time"), np.mod(turned, 2 * np.pi)),
            "off": ("run", np.abs(x[:, -1, 1, 1]) > 1e-3),
            "speed": ("angle", theory.turning_speed(angle, beta=BETA, mu=MU, alpha=ALPHA)),
            "edge": (("beta", "alpha", "side"), np.array(edges)),
        },
        {"time": TIMES, "angle": angle, "alpha": alpha, "beta": list(BETAS)},
        {"beta": BETA, "mu": MU, "alpha": ALPHA, "seed": 0,
         "rest": theory.resting_angle(beta=BETA, mu=MU, alpha=ALPHA)},
    )  # fmt: skip


def draw(figure, data):
    figure.set_size_inches(8.4, 2.9)
    speed, paths, region = figure.subplots(1, 3)
    _draw_speed(speed, data)
    _draw_paths(paths, data)
    _draw_region(region, data)


def _draw_speed(ax, data):
    rest = data.attrs["rest"]
    ax.plot(data.angle, data.speed, color=BLUE)
    ax.axhline(0, color=GRAY, lw=0.7)
    ax.plot([np.pi], [0], "o", mfc="white", mec=INK, ms=4, label=r"$-\xi$, unstable")
    ax.plot([rest], [0], "o", color="C1", ms=5, label=f"rest, {rest:.3f}")
    ax.set(title="speed of the second token", xlabel=r"angle $\varphi$ from the first, at $\xi$",
           ylabel=r"$\dot\varphi$", xlim=(2.95, 3.2), ylim=(-0.005, 0.02))  # fmt: skip
    ax.legend(loc="upper center")


def _draw_paths(ax, data):
    for k in range(data.sizes["run"]):
        look = {"color": "C1" if data.off[k] else BLUE, "lw": 0.6, "alpha": 0.8}
        ax.semilogx(TIMES[1:], _cut(data.apart.data[k, 1:]), **look)
    ax.set(title=f"{float(data.off.mean()):.0%} of random starts rest", xlabel="time $t$",
           ylabel=r"angle $\varphi$ between the two", ylim=(0, 2 * np.pi))  # fmt: skip
    ax.set_yticks([0, np.pi, 2 * np.pi], ["0", "π", "2π"])


def _cut(angle):
    """A line that stops where the angle passes the seam."""
    jumps = np.abs(np.diff(angle, prepend=angle[0])) > np.pi
    return np.where(jumps, np.nan, angle)


def _draw_region(ax, data):
    for k, beta in enumerate(data.beta.data):
        low, high = data.edge.data[k].T
        ax.fill_between(data.alpha, low, high, color=f"C{k}", alpha=0.3, lw=0)
        ax.plot(data.alpha, high, f"C{k}", lw=0.9, label=f"β = {beta:g}")
        ax.plot(data.alpha, low, f"C{k}", lw=0.9)
    ax.plot(data.attrs["alpha"], data.attrs["mu"], "k*", ms=7)
    ax.set(title="V for which tokens rest off ±ξ", xlabel=r"angle $\alpha$ of the eigenvectors",
           ylabel=r"smaller eigenvalue $\mu$", xlim=(0, np.pi / 2), ylim=(0, 1))  # fmt: skip
    ax.set_xticks([0, np.pi / 4, np.pi / 2], ["0", "π/4", "π/2"])
    ax.legend(loc="lower left")


FIGURE = PaperFigure(
    name="counterexample",
    source="arXiv:2411.04990, Conjecture thm1.5 (the counterexample is ours)",
    title="two causal tokens that do not end at the leading eigenvector of V",
    caption="Causal attention, two tokens of the plane, Q = K = I, beta = 0.5, "
    "V = [[1, -1.99332888], [0, 0.8]]: eigenvalues 1 (xi) and mu = 0.8, eigenvectors alpha = 0.1 "
    "rad apart. Left: the speed of the second token while the first is at xi vanishes at a stable "
    "angle beside -xi. Middle: random starts (seed 0); orange ones rest there. Right: the V with "
    "such a rest lie between 1 - e^(-2 beta) < mu < 1 - min f sin(alpha) / sin(phi - alpha), "
    "f = e^(beta (cos(phi) - 1)); star: this V.",
    cost="quick: 2 s of CPU; full: 3 s",
    data=data,
    draw=draw,
)
