"""At initialization depth brings tokens together or apart, and gradients with them: two exponents.

    lambda_a = 1/L log (1 - rho_L) / (1 - rho_0) ,     lambda_g = 1/L log |ds/dx_0| / |ds/dx_L|

of a random network x <- N(x + A(x)), x <- N(x + U tanh(W x)), rho the cosine of tokens that nearly
agree, s linear in their differences.  With entries of V, U, W of deviation g / sqrt(d),
u / sqrt(d width) and s, in the limit of large d,

    e^lambda_a = 1 / (1 + g^2) (1 + u^2 chi) / (1 + u^2 q) = e^(2 lambda_g) ,
    q = E tanh^2(s z) ,     chi = s^2 E sech^4(s z) ,     z normal:

tokens that nearly agree get the same average, which leaves their difference as it is and makes both
longer; the derivative of the perceptron acts on differences, and transposed on gradients.
"""

import numpy as np

import tokenflock as tkf
from tokenflock.papers.claims import chance, printed
from tokenflock.papers.claims.claim import Check, Claim

FINITE = {"lambda_a": 0.02, "lambda_g": 0.01}  # by which exponents at this d may be off the limit
N, D, WIDTH, DEPTH = 6, 96, 384, 24
G, S, BETA, GAP = 0.4, 3.0, 1.0, 1e-6
NODES, WEIGHTS = np.polynomial.hermite_e.hermegauss(80)


def moments():
    """q and chi, by quadrature."""
    weights = WEIGHTS / WEIGHTS.sum()
    return weights @ np.tanh(S * NODES) ** 2, weights @ (S**2 / np.cosh(S * NODES) ** 4)


def predicted(u):
    """lambda_a at a gain of the perceptron; lambda_g is half of it."""
    q, chi = moments()
    return float(np.log((1 + u**2 * chi) / (1 + u**2 * q) / (1 + G**2)))


def edge():
    """The gain at which both exponents vanish."""
    q, chi = moments()
    return float(np.sqrt(G**2 / (chi - (1 + G**2) * q)))


def gains():
    return edge() * np.array([0.0, 0.6, 1.0, 2.5])


def runs(effort):
    return [one(u, seed) for u in gains() for seed in range(effort.of(quick=3, full=40))]


def one(u, seed):
    """Both exponents of a random network."""
    from tokenflock._jax import jax

    rng = chance.generator([seed, 62])
    x0 = tkf.normalize(rng.normal(size=(1, D)) + np.sqrt(GAP) * rng.normal(size=(N, D)))
    layers = [drawn(u, rng) for _ in range(DEPTH)]
    x, back = jax.vjp(lambda x: through([flow for flow, _ in layers], x), x0)
    probe = rng.normal(size=(N, D))
    probe -= probe.mean(axis=0)  # what all tokens have in common does not decay in attention
    probe -= (probe * x).sum(axis=-1, keepdims=True) * x
    gradient = np.asarray(back(probe)[0])
    gap = np.log(differences(np.asarray(x)) / differences(x0))
    growth = np.log(np.linalg.norm(gradient) / np.linalg.norm(probe))
    flow, law = layers[0]
    far = tkf.normalize(rng.normal(size=(N, D)))
    return {"u": u, "lambda_a": gap / DEPTH, "lambda_g": growth / DEPTH,
            "law": printed.error(flow, far, **law)}  # fmt: skip


def drawn(u, rng):
    """A layer with matrices of its own, and what it must be."""
    M = rng.normal(size=(D, D)) / np.sqrt(D)
    V = G * rng.normal(size=(D, D)) / np.sqrt(D)
    W, U = S * rng.normal(size=(WIDTH, D)), u * rng.normal(size=(D, WIDTH)) / np.sqrt(D * WIDTH)
    flow = tkf.Flow(
        tkf.SelfAttention(BETA, qk=M, ov=V), terms=tkf.Perceptron(W=W, U=U, activation="tanh")
    )
    return flow, {"beta": BETA, "qk": M, "ov": V, "term": lambda x: np.tanh(x @ W.T) @ U.T}


def through(flows, x):
    for flow in flows:
        x = flow.layer(0.0, x, 1.0)
    return x


def differences(x):
    """The mean of 1 - <x_i, x_j>, without cancellation."""
    return float(((x - x.mean(axis=0)) ** 2).sum())


def check(runs):
    rows = {u: [run for run in runs if run["u"] == u] for u in gains()}
    means = {u: mean(some, "lambda_a") for u, some in rows.items()}
    backs = {u: mean(some, "lambda_g") for u, some in rows.items()}
    low, high = gains()[0], gains()[-1]
    return [
        *near("lambda_a", "against its limit of large d", rows,
              max(abs(means[u] - predicted(u)) for u in rows)),
        *near("lambda_g", "against half of that", rows,
              max(abs(backs[u] - predicted(u) / 2) for u in rows)),
        *near("lambda_a", "at the edge", rows, abs(means[edge()])),
        *near("lambda_g", "at the edge", rows, abs(backs[edge()])),
        Check("without a perceptron: lambda_a, order", means[low], bound=-0.05),
        Check("with a strong one: lambda_a, chaos", means[high], least=0.1),
        printed.check(run["law"] for run in runs),
    ]  # fmt: skip


def near(name, what, rows, off):
    """That an exponent is off by no more than four standard errors and what a finite d does."""
    deviation = np.sqrt(
        np.mean([np.var([r[name] for r in some], ddof=1) for some in rows.values()])
    )
    error = deviation / np.sqrt(len(rows[edge()]))
    yield Check(f"{name} {what}, largest error, four s.e. allowed", off,
                bound=FINITE[name] + 4 * error, error=error)  # fmt: skip


def mean(some, name):
    return float(np.mean([run[name] for run in some]))


def draw(ax, runs):
    u = np.linspace(0.0, 1.05 * gains()[-1], 200)
    law = np.array([predicted(value) for value in u])
    for k, (name, share) in enumerate((("lambda_a", 1.0), ("lambda_g", 0.5))):
        ax.plot(u, share * law, f"C{k}", lw=1)
        ax.plot([run["u"] for run in runs], [run[name] for run in runs], f"C{k}o", ms=4,
                label=rf"$\lambda_{name[-1]}$")  # fmt: skip
    ax.axhline(0, color="0.6", lw=0.8)
    ax.axvline(edge(), color="0.6", ls="--", lw=0.8)
    ax.set(xlabel="gain $u$ of the perceptron", ylabel="exponent per layer")
    ax.legend(title="lines: large $d$")


CLAIM = Claim(
    name="initial-exponents",
    question="What does depth do to angles and gradients before training?",
    source="arXiv:2403.02579 (as we read its abstract)",
    statement="Tokens that nearly agree merge or part exponentially in the layers of a random "
    "network, at an angle exponent, and gradients vanish or explode at a gradient exponent; both "
    "are zero at one edge.",
    hypotheses=f"post-norm, g = {G:g}, s = {S:g}, d = {D}, width {WIDTH}, {DEPTH} layers; one "
    "network a point",
    runs=runs,
    check=check,
    draw=draw,
    ours=True,
    note="The two exponents and the edge are the paper's, the formula for these networks is ours. "
    "That networks at the edge train is not measured here.",
)
