"""Derive src/tokenflock/solvers/dense_output.py: the curve of dopri8 between the ends of its steps.

    python tools/dense_output.py > src/tokenflock/solvers/dense_output.py

Every rooted tree t is a condition on weights b(s) of stages,

    b(s) . Phi(t) = s^|t| / gamma(t),     Phi([t_1 .. t_m]) = (A Phi(t_1)) .. (A Phi(t_m)),

and a curve that meets those up to order p errs by h^(p + 1) (Hairer, Norsett, Wanner, Solving
Ordinary Differential Equations I, II.2).  The 14 stages of dopri8 meet order five at every s, and
order six where 14 s^2 - 14 s + 3 = 0: there two stages are placed whose own values err by h^7.
With them order six holds everywhere, so a third stage goes to the middle, and order seven does.
"""

import functools
import math
from collections import Counter
from collections.abc import Iterator
from typing import NamedTuple

import diffrax
import numpy as np

NODES = ((1 - 1 / math.sqrt(7)) / 2, (1 + 1 / math.sqrt(7)) / 2, 0.5)  # of the new stages
ROW_ORDER, ORDER, HIGHEST = 6, 7, 9
DEGREE = 7  # of the polynomials b(s)
UNUSED = slice(1, 5)  # stages of low order, which no curve of order seven can use
Tree = tuple["Tree", ...]  # its branches


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
    def between(cls, low: int, high: int) -> "Conditions":
        """Orders low .. high.  On paths dopri8 estimates errors a hundred times smaller."""
        chosen = tuple(t for order in range(low, high + 1) for t in trees(order))
        weight = [
            (100 if is_unbranched(t) else 1) * 0.1 ** (size(t) - low) / symmetry(t) for t in chosen
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


def dopri8() -> tuple[np.ndarray, np.ndarray]:
    """The coefficients a (14, 14) and b (14,) of the method."""
    table = diffrax.Dopri8.tableau
    a = np.zeros((table.num_stages, table.num_stages))
    for i, row in enumerate(table.a_lower, start=1):
        a[i, :i] = row
    return a, np.array(table.b_sol)


def with_stage(a: np.ndarray, s: float) -> np.ndarray:
    """Stages with another at s, whose row is the smallest that meets ROW_ORDER there."""
    conditions, row, used = Conditions.between(1, ROW_ORDER), np.zeros(len(a) + 1), used_stages(a)
    left = conditions.left(a)[:, used]
    row[used], *_ = np.linalg.lstsq(left, conditions.right(s), rcond=1e-12)
    row[np.abs(row) < 1e-13] = 0
    return np.vstack([np.pad(a, ((0, 0), (0, 1))), row])


def used_stages(a: np.ndarray) -> np.ndarray:
    """All stages but those of low order."""
    return np.delete(np.arange(len(a)), UNUSED)


def powers(s: np.ndarray) -> np.ndarray:
    """Those of 2 s - 1, in which the polynomials have coefficients of moderate size."""
    return np.vander(2 * s - 1, DEGREE + 1, increasing=True)


def slopes(s: np.ndarray) -> np.ndarray:
    """The derivatives of `powers` by s."""
    degrees = np.arange(DEGREE + 1)
    return 2 * degrees * np.pad(powers(s)[:, :-1], ((0, 0), (1, 0)))


def chebyshev(count: int) -> np.ndarray:
    """So many times of a step, both ends among them."""
    return (1 - np.cos(np.pi * np.linspace(0, 1, count))) / 2


def demands(left: np.ndarray, b: np.ndarray) -> Iterator[tuple[np.ndarray, np.ndarray]]:
    """What the curve must meet: the order, and values and velocities at both ends."""
    unit, start, end = np.eye(len(b)), np.array([0.0]), np.array([1.0])
    u, sizes, vt = np.linalg.svd(left, full_matrices=False)
    rank = int((sizes > 1e-11).sum())
    right = Conditions.between(1, ORDER).right
    for s in chebyshev(DEGREE + 1):
        yield np.kron(powers(np.array([s])), vt[:rank]), u[:, :rank].T @ right(s) / sizes[:rank]
    yield np.kron(powers(start), unit), np.zeros(len(b))
    yield np.kron(slopes(start), unit), unit[0]
    yield np.kron(powers(end), unit), b
    yield np.kron(slopes(end), unit), unit[-1 - len(NODES)]


def errors(left: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """What the curve is to make small: the next orders, all along the step."""
    conditions, s = Conditions.between(ORDER + 1, HIGHEST), chebyshev(3 * DEGREE)
    right = [conditions.weight * conditions.right(one) for one in s]
    return np.kron(powers(s), conditions.weight[:, None] * left), np.concatenate(right)


def curve(a: np.ndarray, b: np.ndarray) -> np.ndarray:
    """The polynomials (DEGREE + 1, stages) that meet all demands with the smallest errors."""
    used = used_stages(a)
    met, next_ones = (
        Conditions.between(*orders).left(a)[:, used]
        for orders in ((1, ORDER), (ORDER + 1, HIGHEST))
    )
    C, d = (np.concatenate(part) for part in zip(*demands(met, b[used]), strict=True))
    u, sizes, vt = np.linalg.svd(C)
    rank = int((sizes > 1e-9 * sizes[0]).sum())
    inverse, free = (vt[:rank].T / sizes[:rank]) @ u[:, :rank].T, vt[rank:].T
    x = inverse @ d
    left, right = errors(next_ones)
    x += free @ np.linalg.lstsq(left @ free, right - left @ x, rcond=1e-13)[0]
    x += inverse @ (d - C @ x)  # once more, for the last digits
    found = np.zeros((DEGREE + 1, len(a)))
    found[:, used] = x.reshape(DEGREE + 1, -1)
    return found


def derived() -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """The new rows of a, their nodes, and the table w in powers of s - 1/2."""
    a, b = dopri8()
    for s in NODES:
        a = with_stage(a, s)
    weights = curve(a, np.pad(b, (0, len(NODES)))) * 2.0 ** np.arange(DEGREE + 1)[:, None]
    ends = np.zeros((DEGREE + 1, 2))
    ends[0, 0] = 1
    return a[len(b) :], np.array(NODES), np.hstack([ends, weights])


HEAD = '''"""Dense output of dopri8: three more stages, and a curve of order seven through all.

The curve of diffrax has order five: between the ends of steps it errs by up to a thousand times
the tolerance.  This one errs by h^8, as the error estimate of a step does, and by a sixth of it.
Rows of a, nodes c, and polynomials w as in `runge_kutta.Tables`; `python tools/dense_output.py`
derives them and prints this file.
"""

import numpy as np

# fmt: off
'''


def literal(name: str, array: np.ndarray) -> str:
    """An array as Python: rows of numbers, three to a line."""
    return f"{name} = np.array({_nested(array, '    ')})\n"


def _nested(array: np.ndarray, indent: str) -> str:
    if array.ndim == 1:
        numbers = [repr(float(number)) if number else "0.0" for number in array]
        lines = [", ".join(numbers[i : i + 3]) for i in range(0, len(numbers), 3)]
        return "[\n" + "".join(f"{indent}{line},\n" for line in lines) + indent[4:] + "]"
    rows = [f"{indent}{_nested(row, indent + '    ')},\n" for row in array]
    return "[\n" + "".join(rows) + indent[4:] + "]"


if __name__ == "__main__":
    parts = zip(("A", "C", "W"), derived(), strict=True)
    print(HEAD + "".join(literal(*part) for part in parts) + "# fmt: on")
