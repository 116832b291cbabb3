"""Without skip connections tokens collapse to one doubly exponentially; with them they do not."""

import numpy as np

import tokenflock as tkf
from tokenflock.papers.claims import chance
from tokenflock.papers.claims.claim import Check, Claim

LAYERS, N, D = 8, 16, 16
SIZES = (0.2, 0.1, 0.05)  # of what is not common to all tokens, where the bound says something


def runs(effort):
    return [one(seed) | cubic(seed) for seed in range(effort.of(quick=5, full=40))]


def one(seed):
    spec = tkf.Spec(
        n=N, d=D, beta=0.5, space="euclidean", init="gaussian:1", qk="gaussian", ov="gaussian",
        layer_time=1.0, t_end=LAYERS, samples=LAYERS + 1, seed=chance.seed_of(seed),
    )  # fmt: skip
    return {
        name: residual(tkf.simulate(spec.replace(method=method)).x.data)
        for name, method in (("bare", "no-residual"), ("with skips", "layers"))
    }


def residual(x):
    """The part of the tokens that is not common to all, relative to the tokens."""
    away = np.linalg.norm(x - x.mean(axis=1, keepdims=True), axis=(1, 2))
    return away / np.linalg.norm(x, axis=(1, 2))


def cubic(seed):
    """Residuals of tokens close to each other by layer, three layers of the same weights."""
    rng = chance.generator(seed)
    M, V = rng.normal(size=(2, D, D)) / np.sqrt(D)
    common, apart = rng.normal(size=D), rng.normal(size=(N, D)) / np.sqrt(D)
    flow = tkf.Flow(tkf.SelfAttention(1.0, M, V), tkf.Euclidean())
    starts = np.stack([common + size * apart for size in SIZES])
    x = tkf.solve(flow, starts, np.arange(3.0), method="no-residual", step=1.0).x.data
    sizes = np.array([[norm(tokens) for tokens in path] for path in x])  # (start, layer)
    constant = 4 * np.abs(M).sum(axis=0).max() * mixed(V)
    return {
        "exponent": np.polyfit(np.log(sizes[:, 0]), np.log(sizes[:, 1]), 1)[0],
        "ratios": sizes[:, 1:] / [constant, constant**4] / sizes[:, :1] ** [3, 9],
        "by hand": np.abs(x[0, 1] - by_hand(starts[0], M, V)).max(),
    }


def norm(x):
    """The norm of the theorem, sqrt(|r|_1 |r|_inf), of what is not common to all tokens."""
    return mixed(x - x.mean(axis=0))


def mixed(r):
    return np.sqrt(np.abs(r).sum(axis=0).max() * np.abs(r).sum(axis=1).max())


def by_hand(x, M, V):
    w = np.exp(x @ M @ x.T)
    return w / w.sum(axis=1, keepdims=True) @ x @ V.T


def check(runs):
    # Doubly exponential: a cubic law multiplies log(residual) by three per layer.
    factors = np.concatenate([growth(np.log(run["bare"])) for run in runs])
    lost = max(run["bare"][-1] for run in runs)
    kept = min(run["with skips"][-1] for run in runs)
    farthest = max((run["exponent"] for run in runs), key=lambda p: abs(p - 3))
    return [
        Check("power of the residual after one layer, farthest from 3", farthest, target=3.0,
              within=0.15),
        Check("residual over the printed bound, one and two layers",
              max(run["ratios"].max() for run in runs), bound=1.0),
        Check("one layer against the formula by hand", max(run["by hand"] for run in runs),
              bound=1e-12),
        Check("growth of log(residual) per layer, median", np.median(factors), least=2.0),
        Check("residual after eight layers without skips, largest", lost, bound=1e-14),
        Check("residual after eight layers with skips, smallest", kept, least=0.1),
    ]  # fmt: skip


def growth(log_residual):
    """The factors between layers once collapse has begun, until rounding ends it."""
    used = (log_residual[:-1] < -1) & (log_residual[1:] > -30)
    return (log_residual[1:] / log_residual[:-1])[used]


def draw(ax, runs):
    for run in runs:
        ax.semilogy(run["bare"], "C0o-", ms=3, lw=0.8)
        ax.semilogy(run["with skips"], "C1s-", ms=3, lw=0.8)
    ax.plot([], [], "C0o-", label=r"$x \leftarrow A$")
    ax.plot([], [], "C1s-", label=r"$x \leftarrow x + A$")
    ax.set(xlabel="layer", ylabel="residual share", ylim=(1e-16, 2))
    ax.legend()


CLAIM = Claim(
    name="rank-collapse",
    question="What do skip connections do for attention?",
    source="arXiv:2103.03404",
    statement="Without them |res(X_L)| <= (4 gamma |M|_1 |V|)^((3^L - 1) / 2) |res(X)|^(3^L), in "
    "the norm sqrt(|.|_1 |.|_inf): the residual is cubed by every layer; with them tokens stay "
    "apart.",
    hypotheses="one head, beta = 1, n = d = 16, the bound with gamma = 1 for one and two layers; "
    "collapse and skips with random weights in every layer",
    runs=runs,
    check=check,
    draw=draw,
    note="gamma depends on the entries of the attention matrix; as we read it, it is at least 1.",
)
