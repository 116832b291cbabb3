"""A feed-forward that is trained to spread the tokens lets them cluster, and parts them at the end.

Layers x <- N(x + h (A(x) + B_k x)) with noise, B_k trained on

    E |mean x_L|^2 + (c / 2) sum_k h |B_k|^2 :

what parts tokens early is undone by attention, so that it pays only near the last layers.
"""

from functools import cache

import numpy as np
from scipy.optimize import minimize

import tokenflock as tkf
from tokenflock.papers.claims import chance, printed
from tokenflock.papers.claims.claim import Check, Claim

N, D, LAYERS, STEP = 48, 2, 40, 0.15
BETA, KAPPA, COST = 2.0, 60.0, 0.02
SPREAD = 0.6  # of the starting tokens around one direction


def runs(effort):
    return [one(seed) for seed in range(effort.of(quick=4, full=12))]


def one(seed):
    """Train on some noise and starts; look at others."""
    rng = chance.generator([seed, 77])
    train, test = drawn(rng, 8), drawn(rng, 64)
    program = trained_on()
    first = 0.01 * rng.normal(size=LAYERS * D * D)
    found = minimize(program, first, train, jac=True, method="L-BFGS-B", options={"maxiter": 80})
    B = found.x.reshape(LAYERS, D, D)
    idle = np.zeros_like(B)
    effort = (B**2).sum(axis=(1, 2))
    x0, some = train[0][0], B[-1]
    flow = layer_flow(some)
    return {
        "trained": widths(B, *test), "idle": widths(idle, *test), "effort": effort / effort.sum(),
        "law": printed.error(flow, x0, beta=BETA, term=lambda x: x @ some.T),
    }  # fmt: skip


def drawn(rng, count):
    """Starts (count, n, d) around a direction, and noise (layer, count, n, d)."""
    x0 = tkf.normalize(np.eye(D)[0] + SPREAD * rng.normal(size=(count, N, D)))
    return x0, rng.normal(size=(LAYERS, count, N, D))


def layer_flow(B):
    return tkf.Flow(tkf.SelfAttention(BETA), terms=tkf.LinearMap(B), block="parallel")


def path(B, x0, noise):
    """Tokens after every layer, (layer, count, n, d)."""
    from tokenflock._jax import jax, jnp

    def layer(x, now):
        matrix, shake = now
        x = layer_flow(matrix).layer(0.0, x, STEP)
        shake = shake - (shake * x).sum(axis=-1, keepdims=True) * x
        x = x + (2 * STEP / KAPPA) ** 0.5 * shake
        x = x / jnp.linalg.norm(x, axis=-1, keepdims=True)
        return x, x

    return jax.lax.scan(layer, jnp.asarray(x0), (jnp.asarray(B), jnp.asarray(noise)))[1]


@cache
def trained_on():
    """The loss of flat matrices and its gradient, by derivatives through all layers."""
    from tokenflock._jax import jax

    def loss(flat, x0, noise):
        B = flat.reshape(LAYERS, D, D)
        mean = path(B, x0, noise)[-1].mean(axis=-2)
        return (mean**2).sum(axis=-1).mean() + COST / 2 * STEP * (B**2).sum()

    program = jax.jit(jax.value_and_grad(loss))
    return lambda flat, x0, noise: tuple(map(np.asarray, program(flat, x0, noise)))


def widths(B, x0, noise):
    """1 - |mean token|, by layer, over all starts."""
    mean = np.asarray(path(B, x0, noise)).mean(axis=-2)
    return 1 - np.linalg.norm(mean, axis=-1).mean(axis=-1)


def check(runs):
    trained, idle = (np.array([run[name] for run in runs]) for name in ("trained", "idle"))
    middle = slice(LAYERS // 3, LAYERS // 2)
    late = np.array([run["effort"][-LAYERS // 4 :].sum() for run in runs])
    return [
        Check("middle layers: width over that without feed-forward, median",
              np.median(trained[:, middle].mean(axis=1) / idle[:, middle].mean(axis=1)), bound=2.5),
        Check("last layer over the middle: width, median",
              np.median(trained[:, -1] / trained[:, middle].mean(axis=1)), least=3.0),
        Check("the same without feed-forward, largest",
              (idle[:, -1] / idle[:, middle].mean(axis=1)).max(), bound=1.3),
        Check("share of the effort in the last quarter of the layers, smallest", late.min(),
              least=0.6),
        printed.check(run["law"] for run in runs),
    ]  # fmt: skip


def draw(ax, runs):
    layers = np.arange(1, LAYERS + 1)
    for run in runs:
        ax.semilogy(layers, run["idle"], "0.6", lw=1)
        ax.semilogy(layers, run["trained"], "C0", lw=1.2)
        ax.semilogy(layers, run["effort"], "C1:", lw=1)
    ax.plot([], [], "C0", label="trained: width of the tokens")
    ax.plot([], [], "0.6", label="no feed-forward: width")
    ax.plot([], [], "C1:", label="share of the effort")
    ax.set(xlabel="layer", ylabel="width, share", ylim=(1e-6, 2))
    ax.legend(loc="lower left")


CLAIM = Claim(
    name="leaving-clusters",
    question="When do tokens leave their cluster if the feed-forward is trained to part them?",
    source="arXiv:2605.07772 (as we read its abstract)",
    statement="Under noise tokens cluster in the first layers and stay; a trained linear "
    "feed-forward makes them leave the cluster near the last layers.",
    hypotheses=f"circle, Q = K = V = I, beta = {BETA:g}, kappa = {KAPPA:g}, n = {N}, {LAYERS} "
    f"layers of {STEP:g}; one matrix a layer, trained to spread the tokens at a cost of its square",
    runs=runs,
    check=check,
    draw=draw,
    note="The task, to spread tokens, is ours; the paper's we have not seen.",
)
