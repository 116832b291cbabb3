"""Single linkage: tokens joined whenever they are at most a threshold apart.

Exact, and in memory linear in the number of tokens even when they all coincide and n^2 pairs are
close.  A *cell* gathers tokens within a threshold of its first token, its leader, so that a cell is
connected without looking at its pairs; only pairs of nearby cells remain to be compared.
"""

from collections.abc import Iterator

import numpy as np
from scipy.sparse import coo_array
from scipy.sparse.csgraph import connected_components
from scipy.spatial import cKDTree
from scipy.spatial.distance import cdist

from tokenflock.observables.configuration import norms, row_blocks

PAIRS = 10**7  # pairs of cells listed at a time
TREE_DIMENSIONS = 16

Pairs = tuple[np.ndarray, np.ndarray, np.ndarray, float]


def components(x: np.ndarray, threshold: float) -> np.ndarray:
    """Component numbers (n,) of the graph that joins tokens (n, d) at most `threshold` apart."""
    cell = cells(x, threshold)
    leader = first_members(cell)
    reach = _largest(norms(x - x[leader[cell]]), cell)
    component, doubtful = _join_leaders(x[leader], reach, threshold)
    i, j = doubtful[:, component[doubtful[0]] != component[doubtful[1]]]
    touch = _touching(x, cell, i, j, threshold)
    return _joined(component, i[touch], j[touch])[cell]


def compact(x: np.ndarray, component: np.ndarray, size: float) -> np.ndarray:
    """Which components have a diameter of at most `size`.

    Distances r to the first member decide most: the diameter lies between max r and 2 max r.
    """
    reach = _largest(norms(x - x[first_members(component)[component]]), component)
    small = 2 * reach <= size
    tokens = members(component)
    for c in np.flatnonzero(~small & (reach <= size)):
        small[c] = _within(x[tokens[c]], size)
    return small


def cells(x: np.ndarray, radius: float) -> np.ndarray:
    """Cell numbers (n,), such that every token is within `radius` of the first one of its cell.

    A cell with a token too far is split into those nearer to that token and those nearer to the
    first; all cells at once, so the rounds grow with log n.
    """
    cell = np.zeros(len(x), int)
    active, count, turn = np.arange(len(x)), 1, 0
    while active.size:
        active, far = _split_candidates(x, cell, active, radius)
        gap = norms(x[active] - x[first_members(cell)[cell[active]]]) - norms(x[active] - x[far])
        # Orthogonal tokens are all equally far: the bits of their numbers divide ties evenly.
        moving = (gap > 0) | ((gap == 0) & ((active >> turn % 32) & 1 == 1))
        wide, new = np.unique(cell[active[moving]], return_inverse=True)
        cell[active[moving]] = count + new
        count, turn = count + len(wide), turn + 1
    return cell


def first_members(group: np.ndarray) -> np.ndarray:
    """The smallest index in each group, for groups numbered 0, 1, ... without gaps."""
    first = np.empty(group.max() + 1, int)
    first[group[::-1]] = np.arange(len(group))[::-1]  # of equal targets the last one written stays
    return first


def members(group: np.ndarray) -> list[np.ndarray]:
    """The indices in each group, ascending, for groups numbered 0, 1, ... without gaps."""
    return np.split(np.argsort(group, kind="stable"), np.cumsum(np.bincount(group))[:-1])


def _split_candidates(
    x: np.ndarray, cell: np.ndarray, active: np.ndarray, radius: float
) -> tuple[np.ndarray, np.ndarray]:
    """The active tokens whose cell is too wide, each with a token of its cell that is too far."""
    outside = active[norms(x[active] - x[first_members(cell)[cell[active]]]) > radius]
    witness = np.full(cell.max() + 1, -1)
    witness[cell[outside]] = outside
    far = witness[cell[active]]
    return active[far >= 0], far[far >= 0]


def _join_leaders(
    x: np.ndarray, reach: np.ndarray, threshold: float
) -> tuple[np.ndarray, np.ndarray]:
    """Components of the cells whose leaders x are close, and the pairs of cells left in doubt.

    Two cells may touch when their leaders are at most threshold + reach_i + reach_j apart.
    """
    component, doubtful = np.arange(len(x)), [np.empty((2, 0), int)]
    list_pairs = _pairs_from_tree if x.shape[1] <= TREE_DIMENSIONS else _pairs_from_products
    for i, j, square, error in list_pairs(x, threshold + 2 * reach.max()):
        near = square <= threshold**2 - error
        doubt = ~near & (square <= (threshold + reach[i] + reach[j]) ** 2 + error)
        component = _joined(component, i[near], j[near])
        doubtful.append(np.stack([i[doubt], j[doubt]]))
    return component, np.concatenate(doubtful, axis=1)


def _pairs_from_tree(x: np.ndarray, radius: float) -> Iterator[Pairs]:
    """All pairs i < j at most `radius` apart, their squared distances and the error of these."""
    tree = cKDTree(x)
    parts = 1 + int(tree.count_neighbors(tree, radius)) // PAIRS
    for k in range(parts):
        part = np.arange(k, len(x), parts)
        near = cKDTree(x[part]).sparse_distance_matrix(tree, radius, output_type="ndarray")
        i, j = part[near["i"]], near["j"]
        yield i[i < j], j[i < j], near["v"][i < j] ** 2, 0.0


def _pairs_from_products(x: np.ndarray, radius: float) -> Iterator[Pairs]:
    """The same from |x_i|^2 - 2 <x_i, x_j> + |x_j|^2: trees do not prune in high dimension."""
    x = x - x.mean(axis=0)
    squares = (x * x).sum(axis=1)
    error = 1e-14 * x.shape[1] * float(squares.max())
    for rows in row_blocks(x):
        later = slice(rows.start, None)
        square = squares[rows, None] - 2 * x[rows] @ x[later].T + squares[later]
        i, j = np.nonzero(np.triu(square <= radius**2 + error, 1))
        yield rows.start + i, rows.start + j, square[i, j], error


def _joined(component: np.ndarray, i: np.ndarray, j: np.ndarray) -> np.ndarray:
    """The components after joining those of i and j, pair by pair."""
    count = component.max() + 1
    links = coo_array((np.ones(len(i)), (component[i], component[j])), shape=(count, count))
    return connected_components(links, directed=False)[1].astype(int)[component]


def _touching(
    x: np.ndarray, cell: np.ndarray, i: np.ndarray, j: np.ndarray, threshold: float
) -> np.ndarray:
    """Whether the cells i[p] and j[p] hold tokens at most `threshold` apart, for every pair p.

    One query answers all: each pair is lifted to a height of its own, out of reach of the others.
    """
    touch = np.zeros(len(i), bool)
    if len(i):
        tokens, step = members(cell), 3 * threshold or 1.0
        here, _ = _lifted(x, [tokens[c] for c in i], step)
        there, pair = _lifted(x, [tokens[c] for c in j], step)
        gap, _ = cKDTree(here).query(there)
        touch[pair[gap <= threshold]] = True
    return touch


def _lifted(x: np.ndarray, groups: list[np.ndarray], step: float) -> tuple[np.ndarray, np.ndarray]:
    """Tokens of all groups with the height step * p added as a coordinate, and p."""
    p = np.repeat(np.arange(len(groups)), [len(group) for group in groups])
    return np.column_stack([x[np.concatenate(groups)], step * p]), p


def _largest(values: np.ndarray, group: np.ndarray) -> np.ndarray:
    """The largest of the nonnegative values in each group."""
    largest = np.zeros(group.max() + 1)
    np.maximum.at(largest, group, values)
    return largest


def _within(x: np.ndarray, size: float) -> bool:
    """Whether no two tokens are farther apart than `size`, comparing those that may be.

    With r the distance to the mean, both ends of a longer pair have r > size - max r.
    """
    r = norms(x - x.mean(axis=0))
    shell = x[r >= (size - r.max()) * (1 - 1e-12)]
    return all(cdist(shell[rows], shell).max() <= size for rows in row_blocks(shell))
