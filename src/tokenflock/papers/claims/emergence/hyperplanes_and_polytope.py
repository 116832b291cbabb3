"""A multiple leading eigenvalue gives a polytope in its eigenspace, times the rest of space."""

import numpy as np
from scipy.spatial import ConvexHull

import tokenflock as tkf
from tokenflock.papers.claims import chance, printed
from tokenflock.papers.claims.claim import Check, Claim

N, T = 40, 18.0
SPECTRA = ((1.0, 1.0, -0.5), (1.0, 1.0, 0.5))


def runs(effort):
    seeds = range(effort.of(quick=4, full=40))
    return [run for spectrum in SPECTRA for run in several(spectrum, seeds)]


def several(spectrum, seeds):
    z0 = [chance.generator(seed).uniform(-5, 5, (N, 3)) for seed in seeds]
    flow = tkf.Flow(tkf.SelfAttention(1.0, ov=np.diag(spectrum)), tkf.Rescaled())
    paths = tkf.solve(flow, np.stack(z0), np.linspace(0.0, T, 49), tol=1e-7).x.data[..., :2]
    apart = printed.error(flow, z0[0] / 5, beta=1.0, ov=np.diag(spectrum), space="rescaled")
    return [
        {"path": z, "before": inside(z[0]).max(), "after": inside(z[-1]).max(), "printed": apart}
        for z in paths
    ]


def inside(y):
    """The distance of each point of the plane to the boundary of the hull, or to 0 if less."""
    hull = ConvexHull(y).equations
    depth = (-(y @ hull[:, :2].T) - hull[:, 2]).min(axis=1)
    return np.minimum(depth, np.linalg.norm(y, axis=1))


def check(runs):
    return [
        Check("distance to (boundary or 0) x G at the end", largest(runs, "after"), bound=1e-6),
        Check("the same at the start, smallest", min(r["before"] for r in runs), least=0.5),
        printed.check(run["printed"] for run in runs),
    ]


def largest(runs, name):
    return max(run[name] for run in runs)


def draw(ax, runs):
    tkf.plots.plane_paths(ax, runs[0]["path"], end=f"$t = {T:g}$")
    ax.set(aspect="equal", title="$V$ = diag(1, 1, −0.5), in the plane of the eigenvalue 1")
    ax.legend(loc="center left", bbox_to_anchor=(1, 0.5))


CLAIM = Claim(
    name="hyperplanes-and-polytope",
    question="What if the leading eigenvalue of V is multiple?",
    source="arXiv:2305.05465, Theorem 5.2",
    statement="In the eigenspace F of the leading eigenvalue tokens go to the boundary of a "
    "polytope, or to 0; along the rest G of space nothing is said.",
    hypotheses="V = I on F and smaller on G: diag(1, 1, -0.5) of the paper's code and "
    "diag(1, 1, 0.5); Q^T K = I, n = 40",
    runs=runs,
    check=check,
    draw=draw,
)
