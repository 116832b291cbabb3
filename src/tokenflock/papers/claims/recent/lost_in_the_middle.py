"""With residual the last token remembers both ends of a text, and least what stands between."""

import numpy as np

import tokenflock as tkf
from tokenflock._jax import jax, jnp
from tokenflock.papers.claims import chance
from tokenflock.papers.claims.claim import Check, Claim

N, D, DEPTH, STEP = 48, 4, 12, 0.5
BETAS = (0.0, 1.0, 3.0)
WIDTH = 5  # positions that are averaged before the profile is read


def runs(effort):
    seeds = effort.of(quick=24, full=400)
    return [exact(), *(profile(beta, seeds) for beta in BETAS)]


def exact():
    """Uniform attention in R^n from unit vectors: the path is (1 + h C)^L, C the Cesaro matrix."""
    flow = tkf.Flow(tkf.SelfAttention(0.0, mask="causal"), space=tkf.Euclidean())
    times = [0.0, DEPTH * STEP]
    x = tkf.solve(flow, np.eye(N), times, method="layers", step=STEP).x.data[-1]
    power = np.linalg.matrix_power(np.eye(N) + STEP * np.tri(N) / np.arange(1, N + 1)[:, None],
                                   DEPTH)  # fmt: skip
    return {"beta": None, "influence": x[-1] / x[-1].sum(), "error": np.abs(x - power).max()}


def profile(beta, seeds):
    """The influence of every position on the last token after all layers, averaged over starts."""
    flow = tkf.Flow(tkf.SelfAttention(beta, mask="causal"))

    def last(x):
        for k in range(DEPTH):
            x = flow.layer(k * STEP, x, STEP)
        return x[-1]

    starts = tkf.normalize(chance.generator(5).normal(size=(seeds, N, D)))
    sizes = jax.jit(jax.vmap(lambda x: jnp.linalg.norm(jax.jacrev(last)(x), axis=(0, 2))))
    influence = np.array(sizes(jnp.asarray(starts)))
    influence /= influence.sum(axis=1, keepdims=True)
    error = influence.std(axis=0, ddof=1) / np.sqrt(seeds)
    return {"beta": beta, "influence": influence.mean(axis=0), "error": error}


def smooth(influence):
    return np.convolve(influence, np.full(WIDTH, 1 / WIDTH), mode="valid")


def lowest(run):
    """Where the profile is lowest, as a share of the positions."""
    curve = smooth(run["influence"])
    return curve.argmin() / (len(curve) - 1)


def bends(influence):
    """How often a smooth profile turns from falling to rising or back; one for a U."""
    rising = np.sign(np.diff(smooth(influence)))
    return int((np.diff(rising[rising != 0]) != 0).sum())


def check(runs):
    plain, *profiles = runs
    yield Check("uniform attention: distance from (1 + h C)^L", plain["error"], bound=1e-12)
    yield Check("uniform attention: turns of the profile", bends(plain["influence"]), target=1.0,
                within=0.0)  # fmt: skip
    for run in profiles:
        curve, at = smooth(run["influence"]), f"beta = {run['beta']:g}: "
        yield Check(at + "position of the lowest influence", lowest(run), target=0.6, within=0.38)
        yield Check(at + "first positions over the lowest", curve[0] / curve.min(), least=1.3)
        yield Check(at + "last positions over the lowest", curve[-1] / curve.min(), least=1.3)


def draw(ax, runs):
    positions = np.arange(1, N + 1)
    for k, run in enumerate(runs):
        name = "uniform, $R^n$" if run["beta"] is None else f"β = {run['beta']:g}"
        ax.semilogy(positions, run["influence"], f"C{k}", label=name)
    ax.set(xlabel="position", ylabel="influence on the last token")
    ax.legend()


CLAIM = Claim(
    name="lost-in-the-middle",
    question="Is what stands in the middle of a text forgotten before anything is learned?",
    source="arXiv:2603.10123",
    statement="For causal attention with residual and a uniform start the influence of a position "
    "on the last token is U-shaped, with one minimum inside.",
    hypotheses=f"Q = K = V = I, n = {N}, d = {D}, {DEPTH} layers of length {STEP}; influence is "
    "the norm of the derivative of the last token by the one at that position",
    runs=runs,
    check=check,
    draw=draw,
    note="No training is involved: the first tokens are seen by all that follow, the last one by "
    "itself through the residual. The right arm of the U is that one token: influence falls up to "
    "the last but one.",
)
