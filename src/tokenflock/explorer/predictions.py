"""What theory says about a spec: the spectrum of V and its limit, and parking."""

import functools
from typing import Any

import numpy as np

from tokenflock.explorer.weights import LARGEST_SHOWN
from tokenflock.simulation import matrices_of
from tokenflock.spec import Spec
from tokenflock.theory import limit_set, renyi_constant, renyi_count, strong_renyi_count

LARGEST_DRAGGED = 16
LIMIT = ("kind", "prediction", "rate", "leading")  # what `limit_set` says
WORST_BASIS = 1e6  # condition of eigenvectors that may still be dragged along


def value_matrix(spec: Spec) -> np.ndarray:
    """V of the first head and layer."""
    _, ov = next(iter(matrices_of(spec)))
    return np.eye(spec.d) if ov is None else ov.reshape(-1, spec.d, spec.d)[0]


def spectrum(spec: Spec) -> dict[str, Any]:
    """The eigenvalues of V, a real basis in which they can be moved, and the predicted limit.

    V = B D B^-1 with blocks a or ((a, b), (-b, a)) on the diagonal of D.  Of the limit nothing is
    known where more than attention acts on tokens.
    """
    found = _spectrum(value_matrix(spec).tobytes(), spec.d)
    return {k: v for k, v in found.items() if k not in LIMIT} if spec.has_terms else found


@functools.lru_cache(64)  # while a token is dragged V stays
def _spectrum(numbers: bytes, d: int) -> dict[str, Any]:
    v = np.frombuffer(numbers).reshape(d, d)
    values, vectors = np.linalg.eig(v)
    blocks, columns = _real_blocks(values, vectors)
    basis = np.stack(columns, axis=1)
    movable = d <= LARGEST_DRAGGED and np.linalg.cond(basis) < WORST_BASIS
    found = {
        "re": values.real.tolist(),
        "im": values.imag.tolist(),
        "blocks": blocks if movable else None,
        "basis": basis.tolist() if movable else None,
    }
    return found | (_limit(v) if d <= LARGEST_SHOWN else {})


def _real_blocks(
    values: np.ndarray, vectors: np.ndarray
) -> tuple[list[list[float]], list[np.ndarray]]:
    """Blocks [a] and [a, b], b > 0, and the columns of their real basis."""
    blocks: list[list[float]] = []
    columns: list[np.ndarray] = []
    for value, vector in zip(values, vectors.T, strict=True):
        if value.imag == 0:
            blocks.append([float(value.real)])
            columns.append(vector.real)
        elif value.imag > 0:
            # V (u + iw) = (a + ib)(u + iw), so V u = a u - b w and V w = b u + a w.
            blocks.append([float(value.real), float(value.imag)])
            columns += [vector.real, vector.imag]
    return blocks, columns


def _limit(v: np.ndarray) -> dict[str, Any]:
    found = limit_set(v)
    return {
        "kind": found.kind,
        "prediction": found.prediction,
        "rate": found.rate,
        "leading": found.leading.T.tolist(),
    }


def parking(spec: Spec, delta: float) -> dict[str, float | None]:
    """The mean numbers of Rényi and strong Rényi centers of uniform tokens, None if unknown; and
    the density of cars that are parked at random.

    A full street is what many tokens fill: where they are fewer than it holds, nothing is known.
    """
    full = renyi_count(delta) if spec.d == 2 and delta < 2 else None
    return {
        "density": renyi_constant(),
        "renyi": None if full is None or full > spec.n else full,
        "strong": strong_renyi_count(delta, spec.d, spec.n),
    }
