"""Equilibria: where a field vanishes, and what small changes do there.

Newton's method on the space of the tokens, regularized as Levenberg and Marquardt do,

    x <- R(x + E y),     (J' J + mu) y = -J' r,     r = E' f(x),  mu ~ |r|,

E an orthonormal basis of directions, R the retraction.  Rotations that the field does not notice
make J singular; with mu of the order of |r| the method converges quadratically all the same.
"""

from dataclasses import dataclass
from typing import Any

import numpy as np

from tokenflock._jax import jnp
from tokenflock.analysis.conditioning import refuse_noise
from tokenflock.analysis.linearization import frames, in_frames, velocity
from tokenflock.analysis.stability import complement
from tokenflock.analysis.symmetry import moving, rotations
from tokenflock.errors import InputError, SolveError
from tokenflock.fields import VectorField
from tokenflock.solvers import checks

RATE = 1e-8  # smaller rates cannot be distinguished from rounding
AT_REST = 1e-15
MOST_COORDINATES = 2000


@dataclass(frozen=True)
class Equilibrium:
    """A configuration at rest: its place, the fastest token there, and how perturbations grow.

    `spectrum` holds the eigenvalues of the linearization by falling real part, without those of the
    `rotations` that the field does not notice; `state` is 'stable', 'saddle' or 'undecided'.
    """

    x: np.ndarray
    residual: float
    spectrum: np.ndarray
    rotations: int
    state: str
    reason: str
    iterations: int


def equilibrium(
    field: VectorField, x: Any, t: float = 0.0, *, tol: float = 1e-11, iterations: int = 100
) -> Equilibrium:
    """The equilibrium that Newton's method finds from tokens x (n, d), stable or not.

    The field is that at time t.  `SolveError` where no place with speeds below `tol` is found: the
    method may end where the speed is smallest nearby, but not zero.

    >>> flow = tkf.Flow(tkf.SelfAttention(beta=1.0, ov=-np.eye(2)))  # tokens repel each other
    >>> angle = np.array([0.1, 2.0, 4.3])
    >>> found = tkf.equilibrium(flow, np.stack([np.cos(angle), np.sin(angle)], axis=-1))
    >>> found.state, found.rotations, np.round(tkf.alignment(found.x), 6)
    ('stable', 1, np.float64(-0.5))
    """
    refuse_noise(field, "equilibrium")
    x = checks.one_configuration(x, field)
    if x.size > MOST_COORDINATES:
        raise InputError(
            f"`equilibrium` takes at most {MOST_COORDINATES} coordinates. Got {x.size}; put tokens "
            "that have met into one of larger mass."
        )
    x, done = _newton(field, x, t, iterations)
    residual = float(np.linalg.norm(np.asarray(field(t, jnp.asarray(x))), axis=-1).max())
    if not residual <= tol:
        raise SolveError(
            f"No equilibrium was found near: after {done} steps of Newton's method the fastest "
            f"token still moves at {residual:.1e}. Start closer, as from the end of a solve.",
            time=t, x=x,
        )  # fmt: skip
    turns = rotations(field, x, t)
    values = rates(field, x, turns, t)
    return Equilibrium(x, residual, values, _dimension(turns, x), *_judged(values), done)


def _newton(field: VectorField, x: np.ndarray, t: float, most: int) -> tuple[np.ndarray, int]:
    r, J, E = linearized(field, x, t)
    damping = 1e-2
    for done in range(most):
        size = np.linalg.norm(r)
        if size <= AT_REST or damping > 1e12:
            return x, done
        left, values, right = np.linalg.svd(J)
        gain = values / (values**2 + damping * size)
        tried = moved(field, x, E, -right.T @ (gain * (left.T @ r)))
        there = linearized(field, tried, t)
        if np.linalg.norm(there[0]) < size:
            x, (r, J, E), damping = tried, there, damping / 10
        else:
            damping *= 10
    return x, most


def linearized(
    field: VectorField, x: np.ndarray, t: float = 0.0
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """The velocity and its derivative in coordinates of the tokens that move, and their frames."""
    E = frames(field, x)
    free = np.repeat(moving(field, len(x)), E.shape[1])
    v = np.asarray(velocity(field, jnp.asarray(t, float), jnp.asarray(x)))
    J = in_frames(field, x, E, t)
    return np.einsum("ika,ia->ik", E, v).ravel()[free], J[np.ix_(free, free)], E


def moved(field: VectorField, x: np.ndarray, E: np.ndarray, y: np.ndarray) -> np.ndarray:
    """Tokens moved by coordinates y of those that move, back in their space."""
    free = np.repeat(moving(field, len(x)), E.shape[1])
    whole = np.zeros(len(free))
    whole[free] = y
    step = np.einsum("ika,ik->ia", E, whole.reshape(E.shape[:2]))
    return np.asarray(field.retract(jnp.asarray(x + step)))


def motions(turns: np.ndarray, x: np.ndarray, E: np.ndarray, free: np.ndarray) -> np.ndarray:
    """The motions S x of rotations as columns, in coordinates of the tokens that move."""
    return np.einsum("ika,sab,ib->iks", E, turns, x).reshape(len(free), len(turns))[free]


def rates(field: VectorField, x: np.ndarray, turns: np.ndarray, t: float = 0.0) -> np.ndarray:
    """Eigenvalues at an equilibrium by falling real part, without those of rotations."""
    _, J, E = linearized(field, x, t)
    free = np.repeat(moving(field, len(x)), E.shape[1])
    rest = complement(motions(turns, x, E, free), len(J))
    values = np.linalg.eigvals(rest.T @ J @ rest)
    return values[np.lexsort((-values.imag, -values.real))]


def _dimension(turns: np.ndarray, x: np.ndarray) -> int:
    """How many independent motions rotations make: fewer than rotations where they fix tokens."""
    if not len(turns):
        return 0
    return int(np.linalg.matrix_rank((turns @ x.T).reshape(len(turns), -1), tol=1e-8))


def _judged(values: np.ndarray) -> tuple[str, str]:
    largest = float(values.real.max(initial=-np.inf))
    if largest > RATE:
        return "saddle", f"a perturbation grows like e^({largest:.3g} t)"
    if largest < -RATE:
        return "stable", f"every perturbation decays like e^({largest:.3g} t) or faster"
    return "undecided", "the linearization has a rate too close to zero to tell"
