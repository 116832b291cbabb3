"""Measures of neural collapse, against loops and simplices."""

import numpy as np
import pytest

import tokenflock as tkf

MEASURES = [tkf.within_class_variability, tkf.equinorm_deviation, tkf.equiangular_deviation]


def simplex(classes, d):
    """Vertices of a regular simplex around the origin in R^d, d >= classes."""
    return np.eye(classes, d) - np.eye(classes, d).mean(axis=0)


def loops(x, labels):
    """NC1, NC2 (norms), NC2 (angles) as in their definitions, class by class."""
    kinds = sorted(set(labels) - {-1})
    means = [np.mean([v for v, c in zip(x, labels, strict=True) if c == k], axis=0) for k in kinds]
    center, d = np.mean(means, axis=0), x.shape[1]
    within, held = np.zeros((d, d)), 0
    for v, c in zip(x, labels, strict=True):
        if c >= 0:
            away = v - means[kinds.index(c)]
            within += np.outer(away, away)
            held += 1
    between = sum(np.outer(m - center, m - center) for m in means) / len(kinds)
    norms = [np.linalg.norm(m - center) for m in means]
    cosines = [
        (a - center) @ (b - center) / np.linalg.norm(a - center) / np.linalg.norm(b - center)
        for k, a in enumerate(means)
        for b in means[:k]
    ]
    return (
        np.trace(within / held @ np.linalg.pinv(between, rcond=1e-12)) / len(kinds),
        np.std(norms) / np.mean(norms),
        np.mean([abs(c + 1 / (len(kinds) - 1)) for c in cosines]),
    )


def test_the_definitions():
    rng = np.random.default_rng(0)
    x, labels = rng.normal(size=(2, 30, 5)), rng.integers(-1, 4, size=(2, 30))
    for k, measure in enumerate(MEASURES):
        expected = [loops(x[run], labels[run])[k] for run in range(2)]
        np.testing.assert_allclose(measure(x, labels), expected, rtol=1e-10)
        np.testing.assert_allclose(measure(x[0], labels[0]), expected[0], rtol=1e-10)


def test_a_collapsed_simplex_and_what_leaves_it():
    means = simplex(4, 6)
    labels = np.repeat(np.arange(4), 5)
    for measure in MEASURES:
        assert abs(measure(means[labels] + 7.0, labels)) < 1e-12
    noise = np.random.default_rng(1).normal(size=(20, 6))
    small, large = (
        tkf.within_class_variability(means[labels] + s * noise, labels) for s in (1e-3, 1e-2)
    )
    assert large == pytest.approx(100 * small, rel=0.1)
    stretched = means * np.array([[1.0], [1.0], [1.0], [3.0]])
    assert tkf.equinorm_deviation(stretched[labels], labels) > 0.1
    assert tkf.equiangular_deviation((means * [5, 1, 1, 1, 1, 1])[labels], labels) > 0.1


def test_clusters_that_attention_makes_collapse():
    # Orthogonal centers on the sphere: attention contracts each cluster, and keeps them a simplex.
    centers, labels = np.eye(3), np.array([0, 0, 0, 1, 1, 2, 2, 2])
    noise = 0.1 * np.random.default_rng(2).normal(size=(8, 3))
    flow = tkf.Flow(tkf.SelfAttention(12.0))
    times = [0.0, 5.0, 20.0]
    x0 = tkf.normalize(centers[labels] + noise)
    path = tkf.solve(flow, x0, times, tol=1e-9, method="tsit5")
    given, found = (
        tkf.within_class_variability(path.x, labels),
        tkf.within_class_variability(path.x.isel(time=[1, 2])),
    )
    assert given.dims == ("time",)
    assert given[0] > 1e2 * given[1] > 1e4 * given[2]
    np.testing.assert_allclose(given[1:], found, rtol=1e-12)
    assert tkf.equiangular_deviation(path.x)[-1] < 0.1


def test_special_cases_and_refusals():
    x = np.random.default_rng(3).normal(size=(6, 3))
    two = np.array([0, 0, 0, 1, 1, -1])
    assert tkf.equinorm_deviation(x, two) < 1e-14
    assert tkf.equiangular_deviation(x, two) < 1e-14
    for measure in MEASURES:
        assert np.isnan(measure(x, np.zeros(6, int)))
        assert measure(np.stack([x] * 3), two).shape == (3,)
        with pytest.raises(tkf.InputError, match="one for each of 6 tokens"):
            measure(x, np.zeros(5, int))
        with pytest.raises(tkf.InputError, match="needs `beta`"):
            measure(x)
