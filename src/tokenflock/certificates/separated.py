"""Separated clusters stay where they are for a time exponential in beta.

Tokens lie in caps <x, w_q> >= 1 - eps around k >= 2 unit vectors; alpha is the largest cosine of
points of two caps <x, w_q> >= 1 - 2 eps.  With Q = K = V = I and the softmax every token stays in
its cap of 2 eps up to

    T = (eps / n) e^((1 - alpha) beta),

if eps < 1/16 and gamma = 1 - alpha - 8 eps - log(2 n^2 / eps) / beta > 0 (arXiv:2410.06833; the
persistence is proved again in docs/certificates.md, where eps < 1/4 suffices).
"""

import itertools

import numpy as np

from tokenflock.certificates import balls
from tokenflock.certificates.balls import Ball
from tokenflock.certificates.certificate import Certificate, Hypothesis, tokens_of
from tokenflock.certificates.system import System
from tokenflock.errors import InputError
from tokenflock.observables import clusters

LARGEST = 1 / 16
TRIES = 200
STATEMENT = (
    "Every token stays in its cap <x, w_q> >= 1 - 2 eps for at least the time T, as does each "
    "cluster: T = (eps / n) e^((1 - alpha) beta)."
)
SOURCE = "arXiv:2410.06833, dynamic metastability, as we read it; persistence proved in the docs"


def prove(system: System, x: np.ndarray) -> Certificate:
    """The certificate of separated clusters, or `InputError` where there is none."""
    check(system)
    labels, centers = groups(x)
    eps = radius(system, x, labels, centers)
    known = hypotheses(system, x, labels, centers, eps)
    failed = [name for name, value in known.items() if not balls.is_positive(value)]
    if failed:
        raise InputError(
            f"Clusters must be separated, but `{failed[0]}` is not positive: "
            f"{known[failed[0]].str(6)}."
        )
    time = (balls.ball(eps) / len(x)).log() + (1 - alpha(centers, eps)) * balls.ball(system.beta)
    witness = {"centers": centers.tolist(), "labels": labels.tolist(), "eps": eps}
    return Certificate(
        "separated-clusters", STATEMENT, SOURCE, system, tokens_of(x), witness,
        tuple(Hypothesis(name, *balls.interval(value)) for name, value in known.items()),
        {"log10_time": balls.interval(time / balls.ball(10.0).log())}, balls.PRECISION,
    )  # fmt: skip


def check(system: System) -> None:
    """Raise `InputError` unless the theorem is about the system."""
    plain = system.scale("qk") == 1 and system.scale("ov") == 1 and system.masses is None
    plain = plain and not system.frozen and system.beta > 0
    if not (plain and system.mask == "full" and system.weighting == "softmax"):
        raise InputError(
            "Separated clusters are about full softmax attention with Q = K = V = I, beta > 0, "
            "without masses or frozen tokens."
        )


def groups(x: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Clusters that caps may hold, and the directions of their means."""
    reach = float(np.arccos(1 - LARGEST))
    labels = clusters(x, threshold=reach, size=2 * reach)
    count = int(labels.max()) + 1
    if (labels < 0).any() or count < 2:
        raise InputError("Separated clusters need at least two, and every token in one of them.")
    means = np.array([x[labels == q].mean(axis=0) for q in range(count)])
    return labels, means / np.linalg.norm(means, axis=1, keepdims=True)


def radius(system: System, x: np.ndarray, labels: np.ndarray, centers: np.ndarray) -> float:
    """The eps with the longest time among those whose caps hold the tokens, by floats."""
    least = max(1 - float((x * centers[labels]).sum(axis=1).min()), 1e-15) * (1 + 1e-9) + 1e-15
    tried = np.geomspace(least, max(LARGEST * (1 - 1e-9), least), TRIES)
    closest = _closest(centers)
    a = np.cos(np.maximum(np.arccos(closest) - 2 * np.arccos(1 - 2 * tried), 0.0))
    gamma = 1 - a - 8 * tried - np.log(2 * len(x) ** 2 / tried) / system.beta
    gain = np.where(gamma > 0, np.log(tried) + (1 - a) * system.beta, -np.inf)
    return float(tried[gain.argmax() if np.isfinite(gain).any() else gamma.argmax()])


def _closest(centers: np.ndarray) -> float:
    gram = np.clip(centers @ centers.T, -1, 1)
    return float(gram[np.triu_indices(len(gram), k=1)].max())


def hypotheses(
    system: System, x: np.ndarray, labels: np.ndarray, centers: np.ndarray, eps: float
) -> dict[str, Ball]:
    """What must be positive."""
    e, n = balls.ball(eps), len(x)
    w = [balls.unit(center) for center in centers]
    inside = [
        balls.dot(balls.unit(token), w[q]) - (1 - e) for token, q in zip(x, labels, strict=True)
    ]
    crowd = (2 * n**2 / e).log() / balls.ball(system.beta)
    return {
        "1/16 - eps": balls.ball(LARGEST) - e,
        "smallest <x_i, w_q> - (1 - eps)": balls.smallest(inside),
        "gamma = 1 - alpha - 8 eps - log(2 n^2 / eps) / beta": 1
        - alpha(centers, eps)
        - 8 * e
        - crowd,
    }


def alpha(centers: np.ndarray, eps: float) -> Ball:
    """The largest cosine between points of two caps of 2 eps: cos of the smallest angle left."""
    reach = 2 * (1 - 2 * balls.ball(eps)).acos()
    w = [balls.unit(center) for center in centers]
    angles = [balls.angle(p, q) for p, q in itertools.combinations(w, 2)]
    return (balls.smallest(angles) - reach).max(balls.zero()).cos()
