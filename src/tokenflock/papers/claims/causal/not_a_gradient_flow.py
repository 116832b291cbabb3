"""Causal attention has no energy in common, but every token descends one of its own."""

import numpy as np

import tokenflock as tkf
from tokenflock.papers.claims import chance, circle
from tokenflock.papers.claims.claim import Check, Claim

BETA, N = 4.0, 12
# One token, a second at 1 rad, and a crowd at 2 rad that the second leaves behind.
CROWD = np.concatenate([[0.0, 1.0], np.full(20, 2.0)])
TIMES = np.linspace(0.0, 0.6, 61)


def runs(effort):
    return [one(seed) for seed in range(effort.of(quick=20, full=200))]


def one(seed):
    rng = chance.generator(seed)
    phi = rng.uniform(0, 2 * np.pi, N)
    order = rng.permutation(N)
    speed, other = turning("causal", phi), turning("causal", phi[order])
    full, again = turning("full", phi), turning("full", phi[order])
    jacobian, symmetric = derivative("causal", phi), derivative("full", phi, "unnormalized")
    return {
        "orderings": np.abs(speed[order] - other).max(), "full": np.abs(full[order] - again).max(),
        "skew": skew(jacobian), "usa": skew(symmetric),
        "identity": np.abs(speed + own_slope(phi) / own_mass(phi)).max(),
        "energy": crowd_energy() if seed == 0 else None,
    }  # fmt: skip


def turning(mask, phi, weighting="softmax"):
    """The angular velocities of tokens on the circle."""
    x = circle.points(phi)
    v = np.asarray(tkf.Flow(tkf.SelfAttention(BETA, mask=mask, weighting=weighting))(0.0, x))
    return x[:, 0] * v[:, 1] - x[:, 1] * v[:, 0]


def derivative(mask, phi, weighting="softmax", h=1e-5):
    columns = [
        (turning(mask, phi + e, weighting) - turning(mask, phi - e, weighting)) / (2 * h)
        for e in h * np.eye(N)
    ]
    return np.stack(columns, axis=1)


def skew(jacobian):
    return np.linalg.norm(jacobian - jacobian.T) / np.linalg.norm(jacobian)


def own_slope(phi):
    """dE_k / dphi_k for E_k = -1 / beta sum_{j<k} e^(beta (cos(phi_k - phi_j) - 1)), by hand."""
    apart = phi[:, None] - phi
    slope = np.sin(apart) * np.exp(BETA * (np.cos(apart) - 1))
    return np.tril(slope, -1).sum(axis=1)


def own_mass(phi):
    return np.tril(np.exp(BETA * (np.cos(phi[:, None] - phi) - 1))).sum(axis=1)


def crowd_energy():
    x0 = circle.points(CROWD)
    return {
        mask: tkf.normalized_energy(
            tkf.solve(tkf.Flow(tkf.SelfAttention(1.0, mask=mask)), x0, TIMES).x.data, beta=1.0
        )
        for mask in ("causal", "full")
    }


def check(runs):
    def least(name):
        return min(run[name] for run in runs)

    def most(name):
        return max(run[name] for run in runs)

    energy = runs[0]["energy"]
    return [
        Check("velocities under two orderings differ at least by", least("orderings"), least=0.05),
        Check("and under full attention at most by", most("full"), bound=1e-12),
        Check("asymmetric share of the Jacobian, smallest", least("skew"), least=0.2),
        Check("and of unnormalized full attention, largest", most("usa"), bound=1e-7),
        Check("energy lost in the example", energy["causal"][0] - energy["causal"].min(),
              least=1e-3),
        Check("energy full attention loses there", -np.diff(energy["full"]).min(), bound=1e-12),
        Check("error of dphi_k/dt = -(dE_k/dphi_k) / Z_k", most("identity"), bound=1e-12),
    ]  # fmt: skip


def draw(ax, runs):
    for mask, energy in runs[0]["energy"].items():
        ax.plot(TIMES, energy - energy[0], label=mask)
    ax.axhline(0, color="0.6", lw=0.8)
    ax.set(xlabel="time $t$", ylabel="change of the energy", title="a leader leaves its crowd")
    ax.legend()


CLAIM = Claim(
    name="not-a-gradient-flow",
    question="Does causal attention climb an energy, as full attention does?",
    source="arXiv:2411.04990, Sections 4 and 5",
    statement="No: its velocity is no function of the tokens' empirical measure, its Jacobian is "
    "not symmetric and the interaction energy can fall; yet each token descends an energy of "
    "its own, dphi_k/dt = -(dE_k/dphi_k) / Z_k.",
    hypotheses="circle, Q = K = V = I",
    runs=runs,
    check=check,
    draw=draw,
    note="An asymmetric Jacobian rules out a gradient flow for the round metric only; the two "
    "orderings rule out every mean-field one. E_k carries a factor 1 / beta here.",
)
