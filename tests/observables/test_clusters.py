"""Clusters against all pairs by brute force, and at the sizes where n^2 would not fit."""

import resource

import numpy as np
import pytest
import xarray as xr
from hypothesis import given, settings
from hypothesis import strategies as st

from tokenflock._jax import jnp
from tokenflock.errors import InputError
from tokenflock.observables import (
    clusters,
    count_clusters,
    leaders,
    linkage,
    sizes,
    timeline,
    unclustered,
)


def circle(*angles):
    angles = np.asarray(angles, float)
    return np.stack([np.cos(angles), np.sin(angles)], axis=-1)


def distances(x, metric):
    if metric == "angle":
        x = x / np.linalg.norm(x, axis=-1, keepdims=True)
        apart = np.linalg.norm(x[:, None] - x, axis=-1), np.linalg.norm(x[:, None] + x, axis=-1)
        return 2 * np.arctan2(*apart)
    return np.linalg.norm(x[:, None] - x, axis=-1)


def by_all_pairs(x, threshold, size, metric):
    """Flood fill from each unlabeled token, straight from the definition."""
    D, n = distances(x, metric), len(x)
    labels, seen, count = np.full(n, -1), np.zeros(n, bool), 0
    for first in range(n):
        group, front = [], [first] if not seen[first] else []
        while front:
            token = front.pop()
            if not seen[token]:
                seen[token] = True
                group.append(token)
                front += np.flatnonzero((D[token] <= threshold) & ~seen).tolist()
        if group and D[np.ix_(group, group)].max() <= size:
            labels[group] = count
            count += 1
    return labels


def scattered(seed, n, d):
    """Tokens at random, some in groups, some repeated."""
    rng = np.random.default_rng(seed)
    x = rng.normal(size=(n, d))
    centers = rng.normal(size=(rng.integers(1, 8), d))
    grouped = centers[rng.integers(len(centers), size=n)] + 10 ** rng.uniform(-3, 0) * x
    x = np.where(rng.random((n, 1)) < rng.random(), grouped, x)
    return x[rng.integers(n, size=n)] if rng.random() < 0.2 else x


@given(
    seed=st.integers(0, 2**32 - 1),
    n=st.integers(1, 60),
    d=st.sampled_from([1, 2, 3, 5, 20]),
    threshold=st.floats(-2.5, 0.6).map(lambda e: 10**e),
    ratio=st.floats(-0.5, 1.5).map(lambda e: 10**e),
    metric=st.sampled_from(["angle", "euclidean"]),
)
@settings(max_examples=200, deadline=None)
def test_labels_by_all_pairs(seed, n, d, threshold, ratio, metric):
    x, size = scattered(seed, n, d), ratio * threshold
    labels = clusters(x, threshold=threshold, size=size, metric=metric)
    np.testing.assert_array_equal(labels, by_all_pairs(x, threshold, size, metric))


@pytest.mark.parametrize("d", [3, 20])
def test_cells_and_pairs_in_small_parts(d, monkeypatch):
    monkeypatch.setattr(linkage, "PAIRS", 50)
    monkeypatch.setattr("tokenflock.observables.configuration.BLOCK", 500)
    for seed in range(40):
        x = scattered(seed, 80, d)
        labels = clusters(x, threshold=0.3, size=1.0)
        np.testing.assert_array_equal(labels, by_all_pairs(x, 0.3, 1.0, "angle"))


@pytest.mark.parametrize("d", [3, 20])
def test_cells_that_touch_away_from_their_leaders(d):
    # Leaders 2.5 apart, each with a follower: only the followers are within the threshold 1.
    line = np.zeros((4, d))
    line[:, 0] = [0.0, 2.5, 0.8, 1.7]
    np.testing.assert_array_equal(clusters(line, threshold=1, size=9, metric="euclidean"), 0)
    line[3, 0] = 1.8001
    labels = clusters(line, threshold=1, size=9, metric="euclidean")
    np.testing.assert_array_equal(labels, [0, 1, 0, 1])


@given(seed=st.integers(0, 2**32 - 1), radius=st.floats(0.01, 3), d=st.sampled_from([1, 3, 20]))
@settings(max_examples=50, deadline=None)
def test_cells_lie_within_reach_of_their_first_token(seed, radius, d):
    x = scattered(seed, 70, d)
    cell = linkage.cells(x, radius)
    assert set(cell) == set(range(cell.max() + 1))
    assert (np.linalg.norm(x - x[linkage.first_members(cell)[cell]], axis=1) <= radius).all()


@pytest.mark.parametrize("d", [10, 20])
def test_distances_next_to_the_threshold_far_from_the_origin(d):
    # Pairs 1 -+ 1e-11 apart, 1000 from each other: inner products near 1e6 round to 1e-10.
    rng, pairs = np.random.default_rng(0), 8
    step = rng.normal(size=(pairs, d))
    step /= np.linalg.norm(step, axis=1, keepdims=True)
    center = 1000 * np.eye(d)[np.arange(pairs)]
    for length, count in ((1 - 1e-11, pairs), (1 + 1e-11, 2 * pairs)):
        x = np.concatenate([center, center + length * step])
        assert count_clusters(x, threshold=1.0, size=2.0, metric="euclidean") == count


@pytest.mark.parametrize("d", [10, 20])
def test_only_coincident_tokens_meet_at_threshold_zero(d):
    near = np.eye(d) + 1e-9 * np.roll(np.eye(d), 1, axis=1)
    labels = clusters(np.concatenate([np.eye(d), near, np.eye(d)]), size=0.0, metric="euclidean")
    np.testing.assert_array_equal(labels, [*range(2 * d), *range(d)])


def test_equidistant_tokens_are_divided_in_few_rounds(monkeypatch):
    rounds, candidates = [], linkage._split_candidates
    monkeypatch.setattr(
        linkage, "_split_candidates", lambda *args: rounds.append(1) or candidates(*args)
    )
    assert count_clusters(np.eye(256), beta=1.0) == 256
    assert len(rounds) < 40


# What a cluster is


@pytest.mark.parametrize("d", [1, 2, 3, 17])
@pytest.mark.parametrize("n", [1, 2, 50])
def test_equal_tokens_are_one_cluster(n, d):
    x = np.tile(np.random.default_rng(0).normal(size=(1, d)), (n, 1))
    for options in (
        {"beta": 0.0},
        {"beta": 1e6},
        {"size": 0.0},
        {"metric": "euclidean"},
        {"metric": "euclidean", "size": 0.0},
    ):
        np.testing.assert_array_equal(clusters(x, **options), 0)


@pytest.mark.parametrize("d", [1, 2, 3, 17])
def test_opposite_tokens_are_two_clusters(d):
    x = np.zeros((5, d))
    x[:, 0] = [-1, 1, 1, -1, -1]
    np.testing.assert_array_equal(clusters(x, beta=0.0), [0, 1, 1, 0, 0])
    np.testing.assert_array_equal(clusters(x, metric="euclidean"), [0, 1, 1, 0, 0])
    np.testing.assert_array_equal(clusters(x, threshold=np.pi, size=np.pi), 0)
    np.testing.assert_array_equal(clusters(x, threshold=np.pi, size=3.0), -1)


@pytest.mark.parametrize("d", [2, 3])
@pytest.mark.parametrize(("length", "count", "left_over"), [(0.4, 2, 0), (0.6, 1, 16)])
def test_a_chain_longer_than_the_size_is_no_cluster(d, length, count, left_over):
    # beta = 4: size 0.5, threshold 0.05.  A chain of steps 0.04, and a token opposite to it.
    chain = np.arange(0.0, length + 0.01, 0.04)
    x = np.zeros((len(chain) + 1, d))
    x[:, :2] = circle(*chain, np.pi)
    assert count_clusters(x, beta=4.0) == count
    assert unclustered(x, beta=4.0) == left_over
    np.testing.assert_array_equal(clusters(x, beta=4.0)[:-1], 0 if count == 2 else -1)


@pytest.mark.parametrize(("beta", "size"), [(0.0, 1.0), (0.5, 1.0), (64.0, 0.125), (1e6, 1e-3)])
def test_defaults_on_the_sphere(beta, size):
    gap = size / 10
    assert count_clusters(circle(0.0, 0.999 * gap), beta=beta) == 1
    assert count_clusters(circle(0.0, 1.001 * gap), beta=beta) == 2
    assert count_clusters(circle(0.0, size * 0.999), beta=beta, threshold=size) == 1
    assert unclustered(circle(0.0, size * 1.001), beta=beta, threshold=2 * size) == 2


def test_defaults_in_flat_space_are_shares_of_the_box():
    x = 1e5 * np.array([[0.0, 0.0], [3.0, 4.0], [3.0, 4.049], [0.0, 0.06]])
    # The diagonal is 5.04e5, so that steps of 0.049e5 are within a hundredth of it, 0.06e5 is not.
    np.testing.assert_array_equal(clusters(x, metric="euclidean"), [0, 1, 1, 2])
    assert unclustered(x, metric="euclidean", threshold=1e6) == 4


def test_clusters_across_the_cut_of_the_angle():
    x = circle(np.pi - 0.01, 0.0, -np.pi + 0.01, np.pi, -np.pi)
    np.testing.assert_array_equal(clusters(x, size=0.1, threshold=0.02), [0, 1, 0, 0, 0])


def test_tokens_all_around_the_circle():
    # Linked all around: 5 tokens are at most 4 pi / 5 apart, 6 tokens reach pi.
    for n, diameter in ((5, 0.8 * np.pi), (6, np.pi)):
        x = circle(*(2 * np.pi * np.arange(n) / n + 0.1))
        assert count_clusters(x, threshold=1.5, size=diameter + 1e-9) == 1
        assert unclustered(x, threshold=1.5, size=diameter - 1e-9) == n


def test_an_arc_longer_than_half_the_circle():
    # Tokens at 0, 0.6 pi and 1.2 pi: the arc is 1.2 pi long, but the ends are 0.8 pi apart.
    x = circle(0.0, 0.6 * np.pi, 1.2 * np.pi)
    assert count_clusters(x, threshold=0.65 * np.pi, size=0.81 * np.pi) == 1
    assert unclustered(x, threshold=0.65 * np.pi, size=0.79 * np.pi) == 3


def test_many_scattered_tokens_do_not_percolate_into_a_cluster():
    x = np.random.default_rng(0).normal(size=(5000, 2))
    assert count_clusters(x, beta=9.0) == 0
    assert unclustered(x, beta=9.0) == 5000


def test_labels_are_numbered_by_leader():
    x = circle(2.0, 1.0, 2.0, 0.0, 1.0, 1.0)
    labels = clusters(x, beta=9.0)
    np.testing.assert_array_equal(labels, [0, 1, 0, 2, 1, 1])
    np.testing.assert_array_equal(leaders(labels), [0, 1, 3])
    np.testing.assert_array_equal(sizes(labels), [2, 3, 1])
    np.testing.assert_array_equal(leaders([-1, -1]), [])
    np.testing.assert_array_equal(sizes([-1, -1]), [])


@given(seed=st.integers(0, 2**32 - 1), d=st.sampled_from([2, 3]), beta=st.floats(0, 1e3))
@settings(max_examples=50, deadline=None)
def test_the_count_ignores_order_and_length(seed, d, beta):
    x, rng = scattered(seed, 40, d), np.random.default_rng(seed)
    moved = rng.permutation(x) * rng.uniform(0.5, 2.0, size=(40, 1))
    assert count_clusters(moved, beta=beta) == count_clusters(x, beta=beta)
    assert unclustered(moved, beta=beta) == unclustered(x, beta=beta)


# Sizes where all pairs would not fit


@pytest.mark.parametrize("d", [2, 3, 40])
def test_a_hundred_thousand_collapsed_tokens(d):
    rng = np.random.default_rng(0)
    centers = np.eye(d)[: min(d, 3)]
    belongs = np.arange(100_000) % len(centers)
    x = centers[belongs] + 1e-9 * rng.normal(size=(100_000, d))
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    labels = clusters(x, beta=64.0)
    np.testing.assert_array_equal(labels, belongs)
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before < 800_000  # kilobytes


def test_loose_clusters_of_many_tokens():
    # 20 caps of angular radius 0.05, four times the threshold, around points far from each other.
    rng, height = np.random.default_rng(1), np.linspace(-0.9, 0.9, 20)
    centers = np.column_stack(
        [np.sqrt(1 - height[:, None] ** 2) * circle(*2.4 * np.arange(20)), height]
    )
    belongs = np.concatenate([np.arange(20), rng.integers(20, size=20_000)])
    offsets = rng.uniform(-0.05, 0.05, size=(len(belongs), 3)) / np.sqrt(3)
    np.testing.assert_array_equal(clusters(centers[belongs] + offsets, beta=64.0), belongs)


# Paths


def merging_path():
    """Three tokens; 1 joins 2 at t = 2, both join 0 at t = 4; at t = 1 only positions change."""
    angles = [[0, 1, 2], [0, 1.1, 1.9], [0, 1.5, 1.5], [0, 1.4, 1.4], [0, 0, 0], [0, 0, 0]]
    x = np.stack([circle(*row) for row in angles])
    return xr.DataArray(
        x,
        dims=("time", "token", "coord"),
        coords={"time": np.arange(6.0)},
        attrs={"beta": 9.0, "space": "sphere"},
    )


def test_timeline_lists_the_events():
    epochs = timeline(merging_path())
    assert [epoch.time for epoch in epochs] == [0.0, 2.0, 4.0, 5.0]
    assert [epoch.count for epoch in epochs] == [3, 2, 1, 1]
    assert [epoch.leaders for epoch in epochs] == [(0, 1, 2), (0, 1), (0,), (0,)]
    assert [epoch.sizes for epoch in epochs] == [(1, 1, 1), (1, 2), (3,), (3,)]
    assert [epoch.unclustered for epoch in epochs] == [0, 0, 0, 0]
    assert all(isinstance(size, int) for epoch in epochs for size in epoch.sizes)


def test_timeline_sees_a_new_leader_of_as_many_clusters():
    path = merging_path().isel(time=[0, 1, 2])
    path.data = np.stack([circle(0, 0, 1), circle(0, 1, 1), circle(0, 1, 1)])
    epochs = timeline(path)
    assert [epoch.leaders for epoch in epochs] == [(0, 2), (0, 1), (0, 1)]
    assert [epoch.time for epoch in epochs] == [0.0, 1.0, 2.0]


def test_timeline_takes_the_options_of_clusters():
    assert [e.unclustered for e in timeline(merging_path(), threshold=3.0)] == [3, 0, 0]
    assert len(timeline(merging_path().isel(time=[0]))) == 1


def test_timeline_needs_one_labeled_path():
    with pytest.raises(InputError, match="ndarray"):
        timeline(merging_path().data)
    with pytest.raises(InputError, match="run"):
        timeline(merging_path().expand_dims("run"))


def test_jax_tokens_give_numpy_labels():
    labels = clusters(jnp.asarray(circle(0.0, 1.0)), beta=9.0)
    assert isinstance(labels, np.ndarray)
    np.testing.assert_array_equal(labels, [0, 1])


# Bad input


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        ({}, "needs `beta`"),
        ({"threshold": 0.1}, "needs `beta`"),
        ({"beta": 1.0, "metric": "euclidian"}, "Did you mean 'euclidean'"),
        ({"beta": 1.0, "space": "sphere"}, "`clusters` has no `space`: pass `metric='angle'`"),
        ({"beta": 1.0, "threshold": -0.1}, "`threshold` .* Got -0.1"),
        ({"size": float("nan")}, "`size` .* Got nan"),
    ],
)
def test_bad_options(options, sentence):
    with pytest.raises(InputError, match=sentence):
        clusters(circle(0.0, 1.0), **options)


def test_tokens_must_be_finite():
    x = np.stack([circle(0.0, 1.0), [[np.inf, 0.0], [np.nan, 1.0]]])
    with pytest.raises(InputError, match="2 of 4 are not"):
        clusters(x, metric="euclidean")
