"""Many layers of few random heads are as good as a flow of all heads."""

import numpy as np

import tokenflock as tkf
from tokenflock.papers.claims import chance, printed
from tokenflock.papers.claims.claim import Check, Claim

N, D, BETA, KINDS, FINE = 12, 3, 1.0, 16, 200
LAYERS, HEADS = (4, 16, 64), (1, 3, 9)


def runs(effort):
    draws = effort.of(quick=8, full=100)
    rng = chance.generator(59)
    M, V = rng.normal(size=(2, KINDS, D, D)) / np.sqrt(D)
    V = V + np.eye(D)
    x0 = tkf.normalize(rng.normal(size=(N, D)))
    limit = mean_flow(x0, M, V)
    own = tkf.Flow(tkf.SelfAttention(BETA, qk=M, ov=V / KINDS))
    end = tkf.solve(own, x0, [0.0, 1.0], tol=1e-10).x.data[-1]
    found = [
        {"layers": L, "heads": H, "error": error(x0, limit, M, V, L, H, draws)}
        for L in LAYERS for H in HEADS
    ]  # fmt: skip
    return {"errors": found, "flow": float(np.abs(end - limit).max())}


def mean_flow(x, M, V):
    """Tokens at time 1 under the mean of all heads: the printed equation, by Runge and Kutta."""
    law, h = printed.Law(BETA, qk=M, ov=V / KINDS), 1 / FINE
    for _ in range(FINE):
        a = law.velocity(x)
        b = law.velocity(x + h / 2 * a)
        c = law.velocity(x + h / 2 * b)
        x = x + h / 6 * (a + 2 * b + 2 * c + law.velocity(x + h * c))
    return x / np.linalg.norm(x, axis=-1, keepdims=True)


def error(x0, limit, M, V, layers, heads, draws):
    """The L2 error of networks whose heads are drawn anew in every layer."""
    rng = chance.generator([layers, heads])
    squares = []
    for _ in range(draws):
        x = x0
        for _ in range(layers):
            h = rng.integers(0, KINDS, heads)
            attention = tkf.SelfAttention(BETA, qk=M[h], ov=V[h] / heads)
            x = tkf.normalize(x + np.asarray(attention(x)) / layers)
        squares.append(((x - limit) ** 2).sum(axis=-1).mean())
    return float(np.sqrt(np.mean(squares)))


def of(runs, layers=None, heads=None):
    """The errors of some depths or numbers of heads."""
    some = [run for run in runs["errors"] if layers in (None, run["layers"])]
    return np.array([run["error"] for run in some if heads in (None, run["heads"])])


def slope(values, errors):
    return float(np.polyfit(np.log(values), np.log(errors), 1)[0])


def check(runs):
    scale = np.array([1 / r["layers"] + r["layers"] ** (-1 / 3) * r["heads"] ** -0.5
                      for r in runs["errors"]])  # fmt: skip
    deep = slope(LAYERS, of(runs, heads=1))
    wide = slope(HEADS, of(runs, layers=LAYERS[-1]))
    return [
        Check("error over 1/L + L^(-1/3) H^(-1/2), largest", float((of(runs) / scale).max()),
              bound=1.0),
        Check("exponent of L, one head", deep, target=-0.5, within=0.25),
        Check(f"exponent of H, {LAYERS[-1]} layers", wide, target=-0.5, within=0.25),
        Check("flow of all heads against the printed equation", runs["flow"], bound=1e-8),
    ]  # fmt: skip


def draw(ax, runs):
    for k, heads in enumerate(HEADS):
        ax.loglog(LAYERS, of(runs, heads=heads), f"C{k}o-", lw=1, label=f"$H = {heads}$")
    layers = np.array(LAYERS, float)
    for k, heads in enumerate(HEADS):
        bound = 1 / layers + layers ** (-1 / 3) * heads**-0.5
        ax.loglog(layers, bound, f"C{k}--", lw=0.8)
    ax.plot([], [], "k--", lw=0.8, label="$1/L + L^{-1/3} H^{-1/2}$")
    ax.set_xticks(LAYERS, [str(L) for L in LAYERS], minor=False)
    ax.set_xticks([], minor=True)
    ax.set(xlabel="layers $L$", ylabel="distance from the flow, $L^2$")
    ax.legend()


CLAIM = Claim(
    name="layers-and-heads",
    question="How many layers and heads make a network a flow?",
    source="arXiv:2605.11059 (as we read its abstract)",
    statement="L layers of H random heads differ from the flow of all heads by O(1/L + L^(-1/3) "
    "H^(-1/2)) in L2.",
    hypotheses=f"heads drawn anew in every layer from {KINDS} kinds with Q^T K and V not "
    f"symmetric, n = {N}, d = {D}; before training",
    runs=runs,
    check=check,
    draw=draw,
    note="Heads drawn anew do better than the bound, which is for trained ones: (L H)^(-1/2).",
)
