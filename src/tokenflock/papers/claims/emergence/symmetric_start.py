"""From an odd symmetric start the middle token attends to all alike, for ever."""

import numpy as np
from scipy.integrate import solve_ivp
from scipy.special import logsumexp

import tokenflock as tkf
from tokenflock.papers.claims import chance, printed
from tokenflock.papers.claims.claim import Check, Claim

HALF, T = 20, 11.0  # 41 tokens: -u, 0, u
EARLY = 1.5  # up to here rounding has not yet pushed the middle token aside


def runs(effort):
    return [one(seed) for seed in range(effort.of(quick=4, full=40))]


def one(seed):
    u = np.sort(chance.generator(seed).uniform(0.05, 1, HALF))
    path = solve_ivp(reduced, (0, T), u, "DOP853", rtol=1e-10, atol=1e-12)
    z = unfolded(path.y[:, -1])
    flow = tkf.Flow(tkf.SelfAttention(1.0), tkf.Rescaled())
    velocity = np.asarray(flow(0.0, unfolded(u)[:, None]))[:, 0]
    P = np.asarray(flow.space.weights(T, z[:, None], flow.attention))[0]
    early = solve_ivp(reduced, (0, EARLY), u, "DOP853", rtol=1e-12, atol=1e-13).y[:, -1]
    tokens = printed.path(flow, unfolded(u)[:, None], np.array([0.0, EARLY]))[-1, :, 0]
    return {
        "P": P, "reduction": np.abs(velocity - unfolded(reduced(0.0, u))).max(),
        "followed": np.abs(tokens - unfolded(early)).max(),
    }  # fmt: skip


def reduced(t, w):
    """dw/dt of the positive half of rescaled tokens -w, 0, w: symmetry holds by construction,

    dw_k/dt = sum_j w_j 2 sinh(s_kj) / (1 + sum_j 2 cosh(s_kj)) - w_k,     s_kj = e^2t w_k w_j.
    """
    s = np.exp(2 * t) * np.outer(w, w)
    total = logsumexp(np.concatenate([s, -s, np.zeros((len(w), 1))], axis=1), axis=1)
    pull = np.exp(s - total[:, None]) - np.exp(-s - total[:, None])
    return pull @ w - w


def unfolded(half):
    return np.concatenate([-half[::-1], [0.0], half])


def check(runs):
    wrong, followed = (max(run[name] for run in runs) for name in ("reduction", "followed"))
    middle = max(np.abs(run["P"][HALF] - 1 / len(run["P"])).max() for run in runs)
    others = max(tkf.distance_to_boolean(np.delete(run["P"], HALF, axis=0)) for run in runs)
    ranks = [int(tkf.numerical_rank(run["P"], tol=1e-6)) for run in runs]
    return [
        Check("reduced against full velocity, largest difference", wrong, bound=1e-13),
        Check("tokens of the flow against reduced ones at t = 1.5", followed, bound=1e-8),
        Check("middle row against 1/n, largest difference", middle, bound=1e-15),
        Check("distance of the other rows to Boolean, largest", float(others), bound=1e-9),
        Check("rank of the attention matrix, smallest", min(ranks), target=3, within=0),
    ]


def draw(ax, runs):
    image = ax.imshow(runs[0]["P"], cmap="viridis", vmin=0, vmax=1)
    ax.figure.colorbar(image, ax=ax, label="weight")
    ax.set(xlabel="sending token", ylabel="receiving token", title=f"$t = {T:g}$, 41 tokens")


CLAIM = Claim(
    name="symmetric-start",
    question="Does the exceptional row of the Boolean limit occur?",
    source="arXiv:2305.05465, Theorem 2.1 (at most one exceptional row)",
    statement="Tokens -u, 0, u stay symmetric: the middle row is 1/n at all times, the others "
    "become Boolean, and the limit has rank 3.",
    hypotheses="d = 1, V = QK = 1, 41 tokens, in the coordinates u of the positive half",
    runs=runs,
    check=check,
    draw=draw,
    note="The middle token is unstable: in the full coordinates rounding would push it aside, so "
    "the half u is integrated, where symmetry holds by construction.",
)
