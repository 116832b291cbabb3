"""With k eigenvalues of V to the right, tokens gather on at most three subspaces of codimension k.

In the k coordinates of the left eigenvectors with positive real parts tokens come together within
each hyperplane of Theorem 4.2, the last of them at the rate of the smallest of these eigenvalues.
"""

import numpy as np
from scipy.linalg import block_diag

import tokenflock as tkf
from tokenflock.papers.claims import chance, printed
from tokenflock.papers.claims.claim import EVIDENCE_FOR, Check, Claim
from tokenflock.papers.search.box import Interval
from tokenflock.papers.search.ends import REACHED
from tokenflock.papers.search.quantified import Quantified

N = 20
SCALED = np.linspace(0.0, 30.0, 31)  # times the leading eigenvalue: float64 resolves leaders so far
PUBLISHED = np.array([
    [0.92761287, 0.94333073, 0.3827744],
    [0.94333073, 0.59991396, 0.47825472],
    [0.3827744, 0.47825472, 0.46668605],
])  # fmt: skip
TURN = [[0.6, 0.4], [-0.4, 0.6]]


def matrices():
    """The V of the paper's code, and three in general position."""
    return {
        "published, k = 2": PUBLISHED,
        "k = 2": bent(np.diag([1.0, 0.6, -0.5])),
        "k = 3": bent(np.diag([1.0, 0.7, 0.5, -0.5])),
        "k = 3, complex": bent(block_diag(1.0, TURN, -0.4)),
    }


def bent(V):
    rng, d = chance.generator(0), len(V)
    basis = np.linalg.qr(rng.normal(size=(d, d)))[0] + 0.2 * rng.normal(size=(d, d))
    return basis @ V @ np.linalg.inv(basis)


def runs(effort):
    seeds = range(effort.of(quick=1, full=25))
    return [run for name, V in matrices().items() for run in several(name, V, seeds)]


def several(name, V, seeds):
    first, forms, rates = right_forms(V)
    z0 = [chance.generator(seed).uniform(-5, 5, (N, len(V))) for seed in seeds]
    law = {"beta": 1.0, "qk": product(len(V)) if name == "k = 2" else None, "ov": V}
    flow = tkf.Flow(tkf.SelfAttention(**law), tkf.Rescaled())
    times = SCALED / rates[-1]
    paths = tkf.solve(flow, np.stack(z0), times, tol=1e-6).x.data
    apart = printed.error(flow, z0[0] / 5, **law, space="rescaled")
    return [
        {"name": name, "y": z @ forms, "slowest": rates[0] / rates[-1], "printed": apart}
        | grouped(z, first, forms)
        for z in paths
    ]


def product(d):
    """A Q^T K that is not symmetric."""
    return np.eye(d) + 0.2 * chance.generator(d).normal(size=(d, d))


def right_forms(V):
    """phi_1*, an orthonormal basis of the forms of eigenvalues to the right, and those, sorted."""
    values, vectors = np.linalg.eig(V.T)
    right = values.real > 0
    first = vectors[:, values.real.argmax()].real
    span = np.concatenate([vectors[:, right].real, vectors[:, right].imag], axis=1)
    return first, np.linalg.svd(span)[0][:, : right.sum()], np.sort(values.real[right])


def grouped(z, first, forms):
    """The number of hyperplanes at the end, and how wide each is in the k coordinates, by time."""
    order = np.argsort(z[-1] @ first)
    cuts = np.flatnonzero(np.diff((z[-1] @ first)[order]) > 1e-3) + 1
    width = [np.ptp(z[:, group] @ forms, axis=1).max(axis=-1) for group in np.split(order, cuts)]
    return {"count": len(width), "width": np.max(width, axis=0)}


def check(runs):
    counts = [run["count"] for run in runs]
    yield Check("subspaces, most", max(counts), bound=3)
    yield Check("subspaces, fewest", min(counts), least=2)
    rates = [exponent(run) for run in runs]
    farthest = max(rates, key=lambda rate: abs(rate - 1))
    yield Check("rate at which they thin, over the smallest eigenvalue to the right, farthest",
                farthest, target=1, within=0.1)  # fmt: skip
    general = [run for run in runs if run["name"] != "published, k = 2"]
    thin = max(run["width"][-1] / run["width"][0] for run in general)
    yield Check("width of a subspace at the end, relative (not the published V)", thin, bound=1e-4)
    yield printed.check(run["printed"] for run in runs)


def exponent(run):
    late = SCALED >= 15
    return -np.polyfit(SCALED[late], np.log(run["width"][late]), 1)[0] / run["slowest"]


def draw(ax, runs):
    for k, name in enumerate(dict.fromkeys(run["name"] for run in runs)):
        chosen = [run for run in runs if run["name"] == name]
        ax.semilogy(SCALED, np.transpose([run["width"] for run in chosen]), f"C{k}", lw=0.9)
        law = chosen[0]["width"][15] * np.exp(-chosen[0]["slowest"] * (SCALED - SCALED[15]))
        ax.semilogy(SCALED[10:], law[10:], f"C{k}:", lw=2, alpha=0.5)
        counts = sorted({run["count"] for run in chosen})
        ax.plot([], [], f"C{k}", label=f"{name}: {' or '.join(map(str, counts))} subspaces")
    ax.set(xlabel=r"$\lambda_1 t$", ylabel="width of the widest subspace")
    ax.legend(title=r"dotted: $e^{-\lambda_k t}$")


def in_space(values, bend, z0):
    """Rescaled tokens in R^3, V with two eigenvalues to the right and one to the left."""
    basis = np.eye(3) + bend
    V = basis @ np.diag([1.0, *values, -0.5]) @ np.linalg.inv(basis)
    return tkf.Spec(init=z0, ov=V, space="rescaled", t_end=12.0, samples=3, tol=1e-6)


def thick(z, spec):
    """The widest of three groups in the k coordinates at the end, relative, over REACHED."""
    return thickness(z[-1], np.array(spec.ov)) / thickness(z[0], np.array(spec.ov)) - REACHED


def thickness(z, V):
    """The width of the widest group of tokens, cut where phi_1* has its two largest gaps."""
    first, forms, _ = right_forms(V)
    order = np.argsort(z @ first)
    cuts = np.sort(np.argsort(np.diff((z @ first)[order]))[-2:]) + 1
    return max(np.ptp(z[group] @ forms, axis=0).max() for group in np.split(order, cuts))


def stays_thick(run, spec):
    """Whether it is as thick much later.

    Of leaders whose phi_1* nearly agree each follows itself, until e^(2 (lambda_1 - lambda_2) t)
    exceeds what they differ by otherwise over that gap; then one goes to the other.
    """
    later = tkf.simulate(spec.replace(t_end=LATE, samples=2, tol=1e-6))
    end, late = (thickness(r.x.data[-1], np.array(spec.ov)) for r in (run, later))
    return bool(late > 0.5 * end)


LATE = 60.0
PARTS = {
    "values": Interval(0.5, 0.9, (1,)), "bend": Interval(-0.25, 0.25, (3, 3)),
    "z0": Interval(-2.0, 2.0, (6, 3)),
}  # fmt: skip


CLAIM = Claim(
    name="codimension",
    question="Do tokens gather on subspaces of codimension k if k eigenvalues lie to the right?",
    source="arXiv:2305.05465, Conjecture 4.3",
    statement="With k eigenvalues of positive real part, rescaled tokens approach at most three "
    "parallel subspaces of codimension k.",
    hypotheses="leading eigenvalue real and simple, Q^T K = I, n = 20; the V of the paper's code "
    "(k = 2, d = 3) and V in general position with k = 2 (and a random Q^T K), 3, also with a "
    "complex pair",
    verdict=EVIDENCE_FOR,
    runs=runs,
    check=check,
    draw=draw,
    note="Slow where the k-th eigenvalue is small against the first: with the published V (1.96, "
    "0.25) tokens are still e^-3.9 of their first distance apart when float64 no longer tells "
    "their leader, so that only the rate can be seen there.",
    quantified=Quantified(PARTS, in_space, thick, stays_thick),
)
