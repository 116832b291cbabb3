"""Rényi centers against their definition and against the parking problem's exact counts."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tokenflock import theory
from tokenflock.errors import InputError
from tokenflock.observables import center_distance, renyi_centers, strong_renyi_centers


def uniform(seed, *shape):
    x = np.random.default_rng(seed).normal(size=shape)
    return x / np.linalg.norm(x, axis=-1, keepdims=True)


def angle(x, y):
    return 2 * np.arctan2(np.linalg.norm(x - y), np.linalg.norm(x + y))


def by_definition(x, delta):
    """Rényi and strong Rényi centers, token after token."""
    centers, strong = [], []
    for k, token in enumerate(x):
        if all(angle(token, x[i]) > delta for i in centers):
            centers.append(k)
        if all(angle(token, x[i]) > delta for i in range(k)):
            strong.append(k)
    return centers, strong


@pytest.mark.slow
@given(
    seed=st.integers(0, 2**32 - 1),
    n=st.integers(1, 40),
    d=st.sampled_from([1, 2, 3, 8]),
    delta=st.floats(0.001, 3.3),
)
@settings(max_examples=200, deadline=None)
def test_centers_by_definition(seed, n, d, delta):
    x = uniform(seed, n, d)
    x = np.concatenate([x, x[: n // 3]])  # repeated tokens are never centers
    centers, strong = by_definition(x, delta)
    assert np.flatnonzero(renyi_centers(3.0 * x, delta)).tolist() == centers
    assert np.flatnonzero(strong_renyi_centers(3.0 * x, delta)).tolist() == strong


def test_a_sequence_that_tells_the_two_kinds_apart():
    # 0.4 is within 0.5 of the center 0, so not one itself; 0.8 is far from 0 but not from 0.4.
    angles = np.array([0.0, 0.4, 0.8, 2.0, -0.45, 6.0])
    x = np.stack([np.cos(angles), np.sin(angles)], axis=-1)
    assert renyi_centers(x, 0.5).tolist() == [True, False, True, True, False, False]
    assert strong_renyi_centers(x, 0.5).tolist() == [True, False, False, True, False, False]


@pytest.mark.parametrize("d", [2, 3])
def test_the_default_separation(d):
    x = uniform(1, 3, 200, d)
    for centers in (renyi_centers, strong_renyi_centers):
        np.testing.assert_array_equal(centers(x, beta=64.0), centers(x, 0.5))
        np.testing.assert_array_equal(centers(x, 0.7, beta=64.0), centers(x, 0.7))
        assert centers(x, beta=0.0).sum() == 3  # the first token of each


@pytest.mark.parametrize("d", [2, 3])
def test_centers_of_a_hundred_thousand_tokens(d):
    x = uniform(2, 100_000, d)
    delta = 0.1 * d - 0.15
    centers, strong = renyi_centers(x, delta), strong_renyi_centers(x, delta)
    assert (strong <= centers).all()
    chosen = x[centers]
    cosines = np.triu(chosen @ chosen.T, 1)
    assert cosines.max() < np.cos(delta)  # no two centers are close
    nearest = np.concatenate([(part @ chosen.T).max(axis=1) for part in np.array_split(x, 50)])
    assert nearest.min() >= np.cos(delta) - 1e-12  # every token is close to one


def mean_and_error(counts):
    return counts.mean(), counts.std(ddof=1) / np.sqrt(len(counts))


def test_strong_centers_on_the_circle_and_the_sphere():
    # Lemma C.1 of arXiv:2411.04990; on S^2 the endless count is 1 / sin^2(delta/2).
    for d, delta, n in ((2, 0.5, 200), (3, 0.8, 300), (4, 1.0, 50), (1, 1.0, 5)):
        counts = strong_renyi_centers(uniform(d, 500, n, d), delta).sum(axis=-1)
        mean, error = mean_and_error(counts)
        assert abs(mean - theory.strong_renyi_count(delta, d, n)) < 4 * error


def test_renyi_centers_fill_the_circle_to_the_parking_constant():
    # n = 200, delta = 0.5: 9.138 (Monte Carlo); long sequences approach m 2 pi / delta = 9.3946.
    mean, error = mean_and_error(renyi_centers(uniform(5, 1000, 200, 2), 0.5).sum(axis=-1))
    assert abs(mean - 9.138) < 4 * np.hypot(error, 0.012)
    mean, error = mean_and_error(renyi_centers(uniform(6, 200, 10_000, 2), 0.5).sum(axis=-1))
    assert abs(mean - theory.renyi_count(0.5)) < 4 * error + 0.01


def test_separation_must_be_given():
    with pytest.raises(InputError, match="`delta`, or `beta`"):
        renyi_centers(uniform(0, 3, 2))
    with pytest.raises(InputError, match="Got -1"):
        strong_renyi_centers(uniform(0, 3, 2), -1)


def test_the_distance_of_centers():
    assert center_distance(64.0) == 0.5
    with pytest.raises(InputError, match="`beta` >= 0 only"):
        center_distance(-64.0)
    assert center_distance(0.0) == np.inf
