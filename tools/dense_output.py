"""Derive src/tokenflock/solvers/dense_output.py: curves of dopri5 and dopri8 between ends of steps.

    python tools/dense_output.py > src/tokenflock/solvers/dense_output.py

Every rooted tree t is a condition on weights b(s) of stages,

    b(s) . Phi(t) = s^|t| / gamma(t),     Phi([t_1 .. t_m]) = (A Phi(t_1)) .. (A Phi(t_m)),

and a curve that meets those up to order p errs by h^(p + 1) (Hairer, Norsett, Wanner, Solving
Ordinary Differential Equations I, II.2).  The 14 stages of dopri8 meet order five at every s, and
order six where 14 s^2 - 14 s + 3 = 0: there two stages are placed whose own values err by h^7.
With them order six holds everywhere, so a third stage goes to the middle, and order seven does.
Those of dopri5 meet order four, but err ten times more than it estimates where the field hardly
depends on x: one stage in the middle mends that.
"""

import functools
import math
from collections import Counter
from collections.abc import Iterator
from typing import NamedTuple

import diffrax
import numpy as np

Tree = tuple["Tree", ...]  # its branches


class Recipe(NamedTuple):
    """Where new stages stand, the orders that their values and the curve meet, and its degree."""

    nodes: tuple[float, ...]
    row_order: int
    order: int
    degree: int
    unused: slice  # stages of low order, which no such curve can use
    paths: float  # what trees without branches count for: the less, the larger the estimate there


RECIPES = {
    "dopri5": Recipe((0.5,), row_order=4, order=4, degree=5, unused=slice(1, 2), paths=0.1),
    "dopri8": Recipe(
        ((1 - 1 / math.sqrt(7)) / 2, (1 + 1 / math.sqrt(7)) / 2, 0.5),
        row_order=6, order=7, degree=7, unused=slice(1, 5), paths=100.0,
    ),
}  # fmt: skip


def trees(order: int) -> tuple[Tree, ...]:
    """All rooted trees of an order."""
    return tuple(sorted({tuple(sorted(branches)) for branches in _forests(order - 1)}))


@functools.cache
def _forests(order: int) -> tuple[tuple[Tree, ...], ...]:
    if order == 0:
        return ((),)
    return tuple(
        (first, *rest)
        for size in range(1, order + 1)
        for first in trees(size)
        for rest in _forests(order - size)
    )


def size(t: Tree) -> int:
    """|t|, the number of vertices."""
    return 1 + sum(map(size, t))


def density(t: Tree) -> int:
    """gamma(t) = |t| prod gamma(branch)."""
    return size(t) * math.prod(map(density, t))


def symmetry(t: Tree) -> int:
    """sigma(t): what the elementary differential of t is divided by in the error."""
    return math.prod(math.factorial(m) * symmetry(b) ** m for b, m in Counter(t).items())


def is_unbranched(t: Tree) -> bool:
    """Whether a tree is a path: the only ones that a linear field knows."""
    return len(t) <= 1 and all(map(is_unbranched, t))


class Conditions(NamedTuple):
    """Trees of some orders, and what the errors of their conditions count for."""

    trees: tuple[Tree, ...]
    weight: np.ndarray

    @classmethod
    def between(cls, low: int, high: int, paths: float = 1.0) -> "Conditions":
        """Orders low .. high; paths count `paths` times as much as other trees."""
        chosen = tuple(t for order in range(low, high + 1) for t in trees(order))
        weight = [
            (paths if is_unbranched(t) else 1) * 0.1 ** (size(t) - low) / symmetry(t)
            for t in chosen
        ]
        return cls(chosen, np.array(weight))

    def left(self, a: np.ndarray) -> np.ndarray:
        """Phi (trees, stages) of stages with coefficients a."""
        known: dict[Tree, np.ndarray] = {}

        def phi(t: Tree) -> np.ndarray:
            if t not in known:
                known[t] = np.prod([a @ phi(b) for b in t], axis=0) * np.ones(len(a))
            return known[t]

        return np.array([phi(t) for t in self.trees])

    def right(self, s: float) -> np.ndarray:
        """s^|t| / gamma(t)."""
        return np.array([s ** size(t) / density(t) for t in self.trees])


def coefficients(method: str) -> tuple[np.ndarray, np.ndarray]:
    """a (stages, stages) and b (stages,) of a method whose last stage is the end of its step."""
    table = diffrax.Dopri8.tableau if method == "dopri8" else diffrax.Dopri5.tableau
    a = np.zeros((table.num_stages, table.num_stages))
    for i, row in enumerate(table.a_lower, start=1):
        a[i, :i] = row
    return a, np.array(table.b_sol)


def with_stage(recipe: Recipe, a: np.ndarray, s: float) -> np.ndarray:
    """Stages with another at s, whose row is the smallest that meets its order there."""
    conditions, row = Conditions.between(1, recipe.row_order), np.zeros(len(a) + 1)
    used = np.delete(np.arange(len(a)), recipe.unused)
    left = conditions.left(a)[:, used]
    row[used], *_ = np.linalg.lstsq(left, conditions.right(s), rcond=1e-12)
    row[np.abs(row) < 1e-13] = 0
    return np.vstack([np.pad(a, ((0, 0), (0, 1))), row])


def powers(s: np.ndarray, degree: int) -> np.ndarray:
    """Those of 2 s - 1, in which the polynomials have coefficients of moderate size."""
    return np.vander(2 * s - 1, degree + 1, increasing=True)


def slopes(s: np.ndarray, degree: int) -> np.ndarray:
    """The derivatives of `powers` by s."""
    return 2 * np.arange(degree + 1) * np.pad(powers(s, degree)[:, :-1], ((0, 0), (1, 0)))


def chebyshev(count: int) -> np.ndarray:
    """So many times of a step, both ends among them."""
    return (1 - np.cos(np.pi * np.linspace(0, 1, count))) / 2


def demands(
    recipe: Recipe, left: np.ndarray, b: np.ndarray
) -> Iterator[tuple[np.ndarray, np.ndarray]]:
    """What the curve must meet: the order, and values and velocities at both ends."""
    unit, degree, start, end = np.eye(len(b)), recipe.degree, np.array([0.0]), np.array([1.0])
    u, sizes, vt = np.linalg.svd(left, full_matrices=False)
    rank = int((sizes > 1e-11).sum())
    right = Conditions.between(1, recipe.order).right
    for s in chebyshev(degree + 1):
        solved = u[:, :rank].T @ right(s) / sizes[:rank]
        yield np.kron(powers(np.array([s]), degree), vt[:rank]), solved
    yield np.kron(powers(start, degree), unit), np.zeros(len(b))
    yield np.kron(slopes(start, degree), unit), unit[0]
    yield np.kron(powers(end, degree), unit), b
    yield np.kron(slopes(end, degree), unit), unit[-1 - len(recipe.nodes)]


def errors(recipe: Recipe, left: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """What the curve is to make small: the next orders, all along the step."""
    conditions = Conditions.between(recipe.order + 1, recipe.order + 2, recipe.paths)
    s = chebyshev(3 * recipe.degree)
    right = [conditions.weight * conditions.right(one) for one in s]
    weighted = conditions.weight[:, None] * left
    return np.kron(powers(s, recipe.degree), weighted), np.concatenate(right)


def curve(recipe: Recipe, a: np.ndarray, b: np.ndarray) -> np.ndarray:
    """The polynomials (degree + 1, stages) that meet all demands with the smallest errors."""
    used, order = np.delete(np.arange(len(a)), recipe.unused), recipe.order
    met, next_ones = (
        Conditions.between(*orders).left(a)[:, used]
        for orders in ((1, order), (order + 1, order + 2))
    )
    C, d = (np.concatenate(part) for part in zip(*demands(recipe, met, b[used]), strict=True))
    u, sizes, vt = np.linalg.svd(C)
    rank = int((sizes > 1e-9 * sizes[0]).sum())
    inverse, free = (vt[:rank].T / sizes[:rank]) @ u[:, :rank].T, vt[rank:].T
    x = inverse @ d
    left, right = errors(recipe, next_ones)
    x += free @ np.linalg.lstsq(left @ free, right - left @ x, rcond=1e-13)[0]
    x += inverse @ (d - C @ x)  # once more, for the last digits
    found = np.zeros((recipe.degree + 1, len(a)))
    found[:, used] = x.reshape(recipe.degree + 1, -1)
    return found


def derived(method: str) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """The new rows of a, their nodes, and the table w in powers of s - 1/2."""
    recipe, (a, b) = RECIPES[method], coefficients(method)
    stages = len(b)
    for s in recipe.nodes:
        a = with_stage(recipe, a, s)
    weights = curve(recipe, a, np.pad(b, (0, len(recipe.nodes))))
    weights *= 2.0 ** np.arange(recipe.degree + 1)[:, None]
    ends = np.zeros((recipe.degree + 1, 2))
    ends[0, 0] = 1
    return a[stages:], np.array(recipe.nodes), np.hstack([ends, weights])


HEAD = '''"""Dense output of dopri5 and dopri8: further stages, and curves through all of them.

The curve of dopri8 in diffrax has order five: between the ends of steps it errs by up to a thousand
times the tolerance.  This one errs by h^8, as the error estimate of a step does, and by a sixth of
it.  That of dopri5 errs by up to ten times the tolerance where the field hardly depends on x; here
by less than one.  Rows of a, nodes c, and polynomials w as in `runge_kutta.Tables`;
`python tools/dense_output.py` derives them and prints this file.
"""

from typing import NamedTuple

import numpy as np


class DenseOutput(NamedTuple):
    """Further stages of a method, and its curve."""

    a: np.ndarray  # (further stages, all stages)
    c: np.ndarray  # (further stages,)
    w: np.ndarray  # (degree + 1, 2 + all stages)


# fmt: off
'''


def literal(method: str) -> str:
    """The dense output of a method as Python: rows of numbers, three to a line."""
    parts = zip("acw", derived(method), strict=True)
    arrays = "".join(f"    {name}=np.array({_nested(part, ' ' * 8)}),\n" for name, part in parts)
    return f"{method.upper()} = DenseOutput(\n{arrays})\n"


def _nested(array: np.ndarray, indent: str) -> str:
    if array.ndim == 1:
        numbers = [repr(float(number)) if number else "0.0" for number in array]
        lines = [", ".join(numbers[i : i + 3]) for i in range(0, len(numbers), 3)]
        return "[\n" + "".join(f"{indent}{line},\n" for line in lines) + indent[4:] + "]"
    rows = [f"{indent}{_nested(row, indent + '    ')},\n" for row in array]
    return "[\n" + "".join(rows) + indent[4:] + "]"


if __name__ == "__main__":
    tables = "".join(map(literal, RECIPES))
    print(HEAD + tables + '# fmt: on\n\nCURVES = {"dopri5": DOPRI5, "dopri8": DOPRI8}')
