"""Neural collapse: how far clusters of tokens have shrunk to a simplex of equal means.

For C classes with means mu_c, their mean mu and centered means m_c = mu_c - mu (Papyan, Han,
Donoho 2020).  Classes are labels given by the caller, or the `clusters` of the tokens.
"""

from collections.abc import Callable
from typing import Any

import numpy as np

from tokenflock.errors import InputError
from tokenflock.observables.clustering import clusters
from tokenflock.observables.decorator import observable

Found = tuple[np.ndarray, np.ndarray, np.ndarray]  # tokens in classes, their class, centered means


@observable(traceable=False)
def within_class_variability(
    x: Any, labels: Any = None, *, beta: float | None = None, metric: str = "angle"
) -> np.ndarray:
    """Variability within classes over that between them (NC1),

        tr(S_W S_B^+) / C,     S_W = mean_i (x_i - mu_c(i))(...)^T,   S_B = mean_c m_c m_c^T,

    with + the pseudo-inverse.  0 when every class is one point; NaN for a single class.
    """
    return _each(_variability, x, _classes(x, labels, beta, metric))


@observable(traceable=False)
def equinorm_deviation(
    x: Any, labels: Any = None, *, beta: float | None = None, metric: str = "angle"
) -> np.ndarray:
    """How unequal the centered means are in length (NC2), std_c |m_c| / mean_c |m_c|.

    0 for a simplex, and for two classes, whose centered means are opposite; NaN for one.
    """
    return _each(
        lambda found: _relative_spread(np.linalg.norm(found[2], axis=1)),
        x,
        _classes(x, labels, beta, metric),
    )


@observable(traceable=False)
def equiangular_deviation(
    x: Any, labels: Any = None, *, beta: float | None = None, metric: str = "angle"
) -> np.ndarray:
    """How far the centered means are from a simplex in angle (NC2),

        mean over pairs c != c' of |cos(m_c, m_c') + 1 / (C - 1)|.

    0 for a simplex, where all cosines are -1 / (C - 1), and for two classes; NaN for one.
    """
    return _each(_angular, x, _classes(x, labels, beta, metric))


def _variability(found: Found) -> float:
    tokens, label, means = found
    classes = len(means)
    away = tokens - _class_means(tokens, label)[label]
    # Eigenvalues of S_B below rounding are directions between no two classes.
    between = np.linalg.pinv(means.T @ means / classes, rcond=1e-12, hermitian=True)
    return float(np.einsum("ia,ab,ib->", away, between, away) / len(tokens) / classes)


def _relative_spread(values: np.ndarray) -> float:
    return float(values.std() / values.mean())


def _angular(found: Found) -> float:
    means = found[2] / np.linalg.norm(found[2], axis=1, keepdims=True)
    classes = len(means)
    pairs = np.triu_indices(classes, k=1)
    return float(np.abs((means @ means.T)[pairs] + 1 / (classes - 1)).mean())


def _each(measure: Callable[[Found], float], x: Any, labels: np.ndarray) -> np.ndarray:
    """`measure` of every configuration in x (..., n, d); tokens with the label -1 are left out."""
    x = np.asarray(x, float)
    if labels.dtype.kind not in "iu" or labels.shape[-1:] != x.shape[-2:-1]:
        raise InputError(
            f"`labels` must be whole numbers, one for each of {x.shape[-2]} tokens. "
            f"Got an array of shape {labels.shape} and type {labels.dtype}."
        )
    labels = np.broadcast_to(labels, x.shape[:-1])
    values = [_one(measure, x[index], labels[index]) for index in np.ndindex(x.shape[:-2])]
    return np.reshape(values, x.shape[:-2])


def _classes(x: Any, labels: Any, beta: float | None, metric: str) -> np.ndarray:
    return clusters(x, beta=beta, metric=metric) if labels is None else np.asarray(labels)


def _one(measure: Callable[[Found], float], x: np.ndarray, labels: np.ndarray) -> float:
    kinds, label = np.unique(labels[labels >= 0], return_inverse=True)
    if len(kinds) < 2:
        return np.nan
    tokens = x[labels >= 0]
    means = _class_means(tokens, label)
    return measure((tokens, label, means - means.mean(axis=0)))


def _class_means(tokens: np.ndarray, label: np.ndarray) -> np.ndarray:
    total = np.zeros((label.max() + 1, tokens.shape[1]))
    np.add.at(total, label, tokens)
    return total / np.bincount(label)[:, None]
