"""Layers descend an energy, attention and MLP in turn; with momentum they need fewer of them."""

import numpy as np

import tokenflock as tkf
from tokenflock.papers.claims import chance
from tokenflock.papers.claims.claim import Check, Claim

N, D, BETA, STEP, LAYERS = 16, 4, 1.0, 0.1, 500
SLOW = 0.1  # the smallest difference of curvatures


F = SLOW * np.diag([0.0, 1.0, 2.0, 4.0])
WAYS = ("layers", "nesterov:0.8")


def runs(effort):
    systems = [drawn(seed) for seed in range(effort.of(quick=4, full=60))]
    flows, x0, masses = zip(*systems, strict=True)
    times = STEP * np.arange(LAYERS + 1)
    paths = [tkf.solve(flows, np.stack(x0), times, method=how, step=STEP).x.data for how in WAYS]
    least = -np.exp(BETA) / (2 * BETA)
    return [
        {how: energy(path[k], masses[k]) - least for how, path in zip(WAYS, paths, strict=True)}
        | {"identity": identity(*system)}
        for k, system in enumerate(systems)
    ]


def drawn(seed):
    """A flow, tokens near each other and away from the minimum, and their masses."""
    rng = chance.generator([seed, 36])
    masses = rng.uniform(0.3, 2.0, N)
    attention = tkf.SelfAttention(BETA, weighting="unnormalized", masses=masses)
    x0 = np.array([0.3, 1.0, 0, 0]) + 0.3 * rng.normal(size=(N, D))
    x0[:, 0] = np.abs(x0[:, 0])  # in one hemisphere, so that all ways lead to one minimum
    return tkf.Flow(attention, terms=tkf.LinearMap(-F)), tkf.normalize(x0), masses


def energy(x, masses):
    """sum_i m_i <x_i, F x_i> / 2 - sum_ij m_i m_j e^(beta <x_i, x_j>) / (2 beta), sum m_i = 1."""
    m = masses / masses.sum()
    pairs = np.exp(BETA * x @ np.swapaxes(x, -1, -2))
    interaction = np.einsum("i,...ij,j->...", m, pairs, m) / (2 * BETA)
    return np.einsum("i,...ia,ab,...ib->...", m, x, F, x) / 2 - interaction


def identity(flow, x, masses):
    """How far the loss of a short layer, over its length, is from sum_i m_i |v_i|^2."""
    short, m = 1e-5, masses / masses.sum()
    y, v = np.asarray(flow.layer(0.0, x, short)), np.asarray(flow(0.0, x))
    gained = (m * (v**2).sum(axis=-1)).sum()
    loss = (energy(x, masses) - energy(y, masses)) / short
    return float(abs(loss / gained - 1))


def layers_to(gap, target):
    """The first layer whose energy is within `target` of the minimum for good."""
    above = np.flatnonzero(gap > target)
    return int(above[-1]) + 1


def check(runs):
    risen = max(np.diff(run["layers"]).max() for run in runs)
    need = [[layers_to(run[how], 1e-4) for how in WAYS] for run in runs]
    saved = min(plain / fast for plain, fast in need)
    return [
        Check("loss of a short layer against sum m |v|^2, largest difference",
              max(run["identity"] for run in runs), bound=1e-3),
        Check("plain layers: largest rise of the energy", risen, bound=1e-12),
        Check("layers to 1e-4 of the minimum: plain over accelerated, smallest", saved, least=2.0),
    ]  # fmt: skip


def draw(ax, runs):
    for run in runs:
        ax.semilogy(run["layers"], "C0", lw=0.8)
        ax.semilogy(run["nesterov:0.8"], "C1", lw=0.8)
    ax.plot([], [], "C0", label="plain layers")
    ax.plot([], [], "C1", label="with Nesterov's momentum, μ = 0.8")
    ax.set(xlabel="layer", ylabel="energy above its minimum", ylim=(1e-14, 3))
    ax.legend()


CLAIM = Claim(
    name="accelerated-layers",
    question="What do layers of attention and MLP minimize, and can they do so faster?",
    source="arXiv:2601.23236 (as we read its abstract)",
    statement="Attention is a gradient step of an interaction energy, the MLP one of a potential; "
    "a layer takes both in turn, and energy falls. With Nesterov's momentum it takes fewer layers.",
    hypotheses=f"unnormalized attention, Q = K = V = I, beta = {BETA:g}, random masses, a linear "
    f"MLP -F x with curvatures from {SLOW:g}, steps {STEP:g}",
    runs=runs,
    check=check,
    draw=draw,
)
