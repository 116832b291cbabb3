"""One state in numbers: how far its tokens agree in direction, and how far in size.

Directions hide a collapse of norms: where one token is a hundred times as long as the others, the
tokens themselves are almost one vector while their directions are spread.  So ranks come twice.
"""

import numpy as np
from jaxtyping import Float

from tokenflock.observables import alignment, clusters, cosine_histogram

CLUSTER = 0.3  # radians: the diameter of a cluster; steps within it a third
BINS = 40  # of the histogram of cosines
SMALL = 1e-3  # of the largest: singular values below it do not count for the numerical rank

State = Float[np.ndarray, "n d"]


def quick_measures(x: State, most: int | None = None) -> dict[str, float]:
    """Cosines, ranks and norms of the tokens of one state, in time linear in n.

    Ranks cost most: they are those of at most `most` tokens, evenly chosen, if that is given.
    `distance` is the root mean square distance of directions to their mean, sqrt(1 - |mean|^2).
    `massive` is the largest entry over the median one, in absolute value.
    """
    norms = np.linalg.norm(x, axis=1)
    u = x / np.where(norms > 0, norms, 1.0)[:, None]
    few = _evenly(len(x), most)
    along, raw = _of_directions_and_tokens(x[few])
    middle, entry = max(float(np.median(norms)), 1e-30), np.abs(x)
    return {
        "mean_cosine": float(alignment(u)),
        "distance": float(np.sqrt(max(0.0, 1 - float(np.square(u.mean(axis=0)).sum())))),
        "effective_rank": _effective_rank(along),
        "raw_effective_rank": _effective_rank(raw),
        "numerical_rank": _numerical_rank(along),
        "raw_numerical_rank": _numerical_rank(raw),
        "median_norm": middle,
        "largest_norm": float(norms.max()),
        "norm_ratio": float(norms.max()) / middle,
        "first_norm_ratio": float(norms[0]) / middle,
        "longest_token": float(norms.argmax()),
        "massive": float(entry.max()) / max(_median(entry), 1e-30),
        "massive_coordinate": float(entry.max(axis=0).argmax()),
    }


def cosine_and_rank(x: State) -> tuple[float, float]:
    """Mean cosine and effective rank of directions, nan where a state is not finite."""
    if not np.isfinite(x).all():
        return float("nan"), float("nan")
    norms = np.linalg.norm(x, axis=1, keepdims=True)
    u = x / np.where(norms > 0, norms, 1.0)
    return float(alignment(u)), _effective_rank(_singular_values(u))


def pair_measures(x: State) -> dict[str, float | np.ndarray]:
    """What needs all pairs of tokens: clusters, tokens in none, and the histogram of cosines.

    A cluster is no wider than 0.3 radians.  The histogram sums to one.
    """
    labels = np.asarray(clusters(x, size=CLUSTER, threshold=CLUSTER / 3))
    return {
        "clusters": float(labels.max() + 1),
        "loose": float((labels < 0).sum()),
        "cosines": np.asarray(cosine_histogram(x, bins=BINS)) * 2 / BINS,
    }


def carried(before: State, after: State) -> float:
    """How much of a token is left after a layer: the mean cosine of x_i - mean and y_i - mean.

    1 where tokens move together or stretch, near 0 where a layer forgets what stood there.
    """
    a, b = before - before.mean(axis=0), after - after.mean(axis=0)
    sizes = np.linalg.norm(a, axis=1) * np.linalg.norm(b, axis=1)
    return float(((a * b).sum(axis=1) / np.where(sizes > 0, sizes, 1.0)).mean())


def skips(before: State, after: State, attention: State, mlp: State) -> tuple[float, float]:
    """How strong the two skip connections of a layer are: 1 as in every transformer, 0 if missing.

    With y - mean = p (x - mean) + q (a - mean) + r (f - mean) by least squares over all tokens,
    they are p / q and q / r: what attention passes by, and what the MLP passes by.  Exact where
    norms come before, and near 1 where they come after, since a norm acts on the sum.
    """
    y, *parts = (z.astype(float) - z.mean(axis=0) for z in (after, before, attention, mlp))
    sizes = np.array([max(float(np.linalg.norm(part)), 1e-30) for part in parts])
    inner = np.array([[np.vdot(a, b) for b in parts] for a in parts]) / np.outer(sizes, sizes)
    target = np.array([np.vdot(a, y) for a in parts]) / sizes
    # Scaled by their sizes, or three parts of very different size would not be told apart.
    p, q, r = np.linalg.lstsq(inner, target, rcond=1e-10)[0] / sizes
    return _quotient(p, q), _quotient(q, r)


def _quotient(a: float, b: float) -> float:
    return float(a / b) if abs(b) > 1e-12 else float("nan")


def share(part: State, x: State) -> float:
    """The median over tokens of |part_i| / |x_i|: what a layer adds, over what stands there."""
    sizes = np.linalg.norm(x, axis=1)
    return float(np.median(np.linalg.norm(part, axis=1) / np.where(sizes > 0, sizes, 1e-30)))


def _median(a: np.ndarray) -> float:
    """The median of all entries; one place to partition at takes a tenth of the time of two."""
    k = a.size // 2
    parted = np.partition(a, k, axis=None)
    return float(parted[k] if a.size % 2 else (parted[:k].max() + parted[k]) / 2)


def _evenly(n: int, most: int | None) -> np.ndarray:
    count = n if most is None else min(n, most)
    return np.linspace(0, n - 1, count).round().astype(int)


def _singular_values(x: State) -> np.ndarray:
    """Singular values by the smaller Gram matrix, in float64: good to 1e-7 of the largest."""
    y = x.astype(float)
    return _roots(y @ y.T if len(y) <= y.shape[1] else y.T @ y)


def _roots(gram: np.ndarray) -> np.ndarray:
    return np.sqrt(np.clip(np.linalg.eigvalsh(gram), 0.0, None))


def _of_directions_and_tokens(x: State) -> tuple[np.ndarray, np.ndarray]:
    """Singular values of the directions of tokens, and of the tokens.

    Where tokens are fewer than coordinates, one Gram matrix G gives both: the directions' is
    G_ij / (|x_i| |x_j|).
    """
    y = x.astype(float)
    norms = np.linalg.norm(y, axis=1)
    scale = 1 / np.where(norms > 0, norms, 1.0)
    if len(y) > y.shape[1]:
        return _singular_values(y * scale[:, None]), _singular_values(y)
    gram = y @ y.T
    return _roots(gram * np.outer(scale, scale)), _roots(gram)


def _effective_rank(s: np.ndarray) -> float:
    p = s / max(float(s.sum()), 1e-300)
    return float(np.exp(-(p * np.log(np.where(p > 0, p, 1.0))).sum()))


def _numerical_rank(s: np.ndarray) -> float:
    return float((s > SMALL * s.max()).sum())
