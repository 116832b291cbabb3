"""A simple leading eigenvalue of V gathers rescaled tokens on at most three hyperplanes."""

import numpy as np

import tokenflock as tkf
from tokenflock.papers.claims import chance, printed
from tokenflock.papers.claims.claim import Check, Claim

N = 40
# The matrices of the paper's code: d = 2, and d = 3 with the other eigenvalues left and right.
PUBLISHED = {
    "d = 2": [[0.64709742, 0.81911926], [0.61210449, 0.63263484]],
    "d = 3, others negative": [
        [0.2362413, 0.0599536, 0.40506019],
        [0.81321448, 0.49948705, 0.33754772],
        [0.2160645, 0.38505272, 0.14588075],
    ],
    "d = 3, others positive": [
        [0.18608476, 0.34391026, 0.13905949],
        [0.35244288, 0.6694859, 0.39992145],
        [0.46685606, 0.17094454, 0.42092308],
    ],
}
SCALED = np.linspace(0.0, 18.0, 37)  # times the leading eigenvalue


def runs(effort):
    seeds = range(effort.of(quick=2, full=25))
    return [run for name in PUBLISHED for run in several(name, seeds)]


def several(name, seeds):
    V = np.array(PUBLISHED[name])
    rate, form = leading_form(V)
    z0 = [chance.generator(seed).uniform(-5, 5, (N, len(V))) for seed in seeds]
    law = {"beta": 1.0, "qk": None if name == "d = 2" else good_product(V), "ov": V}
    flow = tkf.Flow(tkf.SelfAttention(**law), tkf.Rescaled())
    paths = tkf.solve(flow, np.stack(z0), SCALED / rate, tol=1e-7).x.data
    apart = printed.error(flow, z0[0] / 5, **law, space="rescaled")
    return [
        {"path": z, "height": z @ form, "planes": planes(z[-1] @ form), "printed": apart}
        for z in paths
    ]


def good_product(V):
    """A random Q^T K, not symmetric, with <Q phi_1, K phi_1> > 0.3, phi_1 leading."""
    values, vectors = np.linalg.eig(V)
    phi, rng = vectors[:, values.real.argmax()].real, chance.generator(len(V))
    draws = (np.eye(len(V)) + 0.4 * rng.normal(size=V.shape) for _ in range(1000))
    return next(M for M in draws if phi @ M @ phi > 0.3)


def leading_form(V):
    """The leading eigenvalue and the linear form phi_1* that is constant on the hyperplanes."""
    values, vectors = np.linalg.eig(V.T)
    top = values.real.argmax()
    return values[top].real, vectors[:, top].real / np.linalg.norm(vectors[:, top].real)


def planes(height):
    """How many values there are, tokens closer than 1e-4 counting as one."""
    return 1 + int((np.diff(np.sort(height)) > 1e-4).sum())


def spread(run):
    """How far tokens are from the nearest of their hyperplanes at the end."""
    height = np.sort(run["height"][-1])
    groups = np.split(height, np.flatnonzero(np.diff(height) > 1e-4) + 1)
    return max(np.ptp(group) for group in groups)


def check(runs):
    planes = [run["planes"] for run in runs]
    return [
        Check("hyperplanes, most", max(planes), bound=3),
        Check("hyperplanes, fewest", min(planes), least=2),
        Check("distance within a hyperplane, largest", max(map(spread, runs)), bound=1e-5),
        printed.check(run["printed"] for run in runs),
    ]


def draw(ax, runs):
    tkf.plots.plane_paths(ax, runs[0]["path"], end=f"end: {runs[0]['planes']} lines")
    ax.set(title="published $V$, d = 2")
    ax.legend()


CLAIM = Claim(
    name="hyperplanes",
    question="Where do tokens go when V has a simple leading eigenvalue?",
    source="arXiv:2305.05465, Theorem 4.2",
    statement="Rescaled tokens approach at most three parallel hyperplanes phi_1* = const.",
    hypotheses="leading eigenvalue real, positive, simple; <Q phi_1, K phi_1> > 0; the three V of "
    "the paper's code, Q^T K = I (d = 2) and random (d = 3), n = 40",
    runs=runs,
    check=check,
    draw=draw,
)
