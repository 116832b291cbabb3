"""A stable equilibrium exists near given tokens, isolated, or isolated up to rotations.

Interval Newton (Krawczyk) for H(x, mu) = (G(x) + sum_a mu_a T_a, T'(x - p)): with R an approximate
inverse of DH(p), if

    -R H(p) + (1 - R DH(B)) (B - p)  lies inside  B - p,

the box B around p holds exactly one zero.  T spans the rotations S_a p of p where Q = K = c I,
V = v I and the mask is full; there sum_i m_i Z_i <S x_i, A_i> = 0, which makes mu zero.  Otherwise
there are no T and mu.  Then eigenvalues of DG(B), on what is left of R^(n d) by T, lie to the left.
"""

from dataclasses import dataclass
from itertools import chain
from typing import Any

import numpy as np

from tokenflock.certificates import balls
from tokenflock.certificates.balls import Ball
from tokenflock.certificates.certificate import Certificate, Hypothesis, tokens_of
from tokenflock.certificates.discs import largest_real_part
from tokenflock.certificates.law import Evaluated, evaluated
from tokenflock.certificates.system import System
from tokenflock.errors import InputError

MOST_COORDINATES = 150
NEAR = 1e-3  # Newton's method starts within this of a zero, or is not begun
ITERATIONS = 12
GIVEN_AWAY = 0.99  # of the rate: what a second proof by other means needs
STATEMENT = (
    "An equilibrium exists whose tokens are within `distance` of the given ones; it is the only "
    "one nearby, up to rotations of all tokens where `rotations` is not 0, and perturbations "
    "decay at least like e^(-rate t), up to rotations.  Frozen tokens are held, as is the first of "
    "causal attention with V = v I, which never moves."
)
SOURCE = "interval Newton method (Krawczyk) and Gershgorin's discs"


@dataclass(frozen=True)
class Frame:
    """What is solved for: the moving tokens, and rotations S_a with T_a = S_a p, (s, n, d)."""

    moving: np.ndarray
    S: np.ndarray
    T: np.ndarray
    sigma: float

    @property
    def rows(self) -> np.ndarray:
        """T_a over the coordinates that move, (s, number of them)."""
        moving = self.T[:, self.moving]
        return moving.reshape(len(moving), moving.shape[1] * moving.shape[2])


def prove(system: System, x: np.ndarray) -> Certificate:
    """The certificate of a stable equilibrium, or `InputError` where there is none."""
    if x.size > MOST_COORDINATES:
        raise InputError(
            f"An equilibrium is certified up to {MOST_COORDINATES} coordinates. Got {x.size}."
        )
    frame = frame_of(system, x)
    if not frame.moving.size:
        raise InputError("An equilibrium is certified where tokens move. Here all are held.")
    p = polished(system, x, frame)
    radius, at_box = enclosed(system, p, frame)
    known = hypotheses(system, p, frame, radius, at_box)
    failed = [name for name, value in known.items() if not balls.is_positive(value)]
    if failed:
        raise InputError(f"No stable equilibrium is certain here: `{failed[0]}` is not positive.")
    rate = known["- largest real part of an eigenvalue"]
    distance = _distance(x, p, radius)
    return Certificate(
        "equilibrium", STATEMENT, SOURCE, system, tokens_of(x),
        {"place": p.tolist(), "radius": radius},
        tuple(Hypothesis(name, *balls.interval(value)) for name, value in known.items()),
        {
            "rate": GIVEN_AWAY * balls.interval(rate)[0], "rotations": len(frame.S),
            "distance": balls.interval(distance)[1],
        }, balls.PRECISION,
    )  # fmt: skip


def frame_of(system: System, p: np.ndarray) -> Frame:
    """What is solved for near p."""
    n, d = p.shape
    free = system.scale("ov") is not None
    held = set(system.frozen) | ({0} if system.mask == "causal" and free else set())
    moving = np.array([i for i in range(n) if i not in held], int)
    turns = free and system.scale("qk") is not None and system.mask == "full" and not held
    S = rotations(p) if turns else np.zeros((0, d, d))
    return Frame(moving, S, np.einsum("akl,il->aik", S, p), 2.0 + 2 * pull_bound(system, d))


def pull_bound(system: System, d: int) -> float:
    """About the largest |A_i| on the sphere."""
    size = 0.0
    for h in range(system.heads):
        M, V = system.head(h, d)
        grown = abs(system.beta) * np.linalg.norm(M, 2) if system.weighting != "softmax" else 0.0
        size += np.linalg.norm(V, 2) * np.exp(grown)
    return float(size)


def rotations(p: np.ndarray) -> np.ndarray:
    """Skew matrices S_a (s, d, d), exactly skew, whose motions S_a p are close to orthonormal."""
    d = p.shape[1]
    i, j = np.triu_indices(d, k=1)
    skew = np.zeros((len(i), d, d))
    skew[np.arange(len(i)), i, j], skew[np.arange(len(i)), j, i] = 1.0, -1.0
    motions = np.einsum("akl,il->aik", skew, p).reshape(len(i), -1)
    left, size, _ = np.linalg.svd(motions, full_matrices=False)
    kept = size > 1e-6
    return np.einsum("ba,bkl->akl", left[:, kept] / size[kept], skew)


def polished(system: System, p: np.ndarray, frame: Frame) -> np.ndarray:
    """Newton's method to rounding: balls for the residual, floats for the steps."""
    for _ in range(ITERATIONS):
        here = evaluated(system, _box(p, frame), frame.sigma)
        residual, slope = _moving(here, frame)
        size = float(np.abs(balls.floats(residual)).max(initial=0.0))
        if not size < NEAR:
            raise InputError(f"No equilibrium is near: tokens move at {size:.1e} here.")
        bordered = _bordered(balls.floats(slope), frame)
        right = np.append(-balls.floats(residual)[:, 0], np.zeros(len(frame.T)))
        step = np.linalg.lstsq(bordered, right, rcond=1e-10)[0][: residual.nrows()]
        p = p.copy()
        p[frame.moving] += step.reshape(-1, p.shape[1])
        if np.abs(step).max(initial=0.0) < 1e-15:
            break
    return p


def _moving(here: Evaluated, frame: Frame) -> tuple[Any, Any]:
    """G and DG of the tokens that move."""
    d = here.G.nrows() // len(here.Z)
    kept = [int(i * d + k) for i in frame.moving for k in range(d)]
    G = balls.matrix([[here.G[a, 0]] for a in kept])
    return G, balls.matrix([[here.DG[a, b] for b in kept] for a in kept])


def _bordered(slope: np.ndarray, frame: Frame) -> np.ndarray:
    T = frame.rows
    return np.block([[slope, T.T], [T, np.zeros((len(T), len(T)))]])


def enclosed(system: System, p: np.ndarray, frame: Frame) -> tuple[float, Evaluated]:
    """The radius of a box around p that holds exactly one zero, and the field on that box."""
    at_p = evaluated(system, _box(p, frame), frame.sigma)
    residual, slope = _moving(at_p, frame)
    bordered = _bordered(balls.floats(slope), frame)
    if np.linalg.cond(bordered) > 1e12:
        raise InputError(
            "The equilibrium must be isolated, up to rotations where Q = K = c I and V = v I; the "
            "derivative is singular here."
        )
    R = balls.matrix(np.linalg.inv(bordered))
    first = R * balls.matrix([[a] for a in residual.entries()] + [[balls.zero()]] * len(frame.T))
    start = max(float(abs(a).upper()) for a in first.entries())
    for radius in (start * grown + 1e-18 for grown in (2.0, 8.0, 64.0, 1e4)):
        at_box = evaluated(system, _box(p, frame, radius), frame.sigma)
        if _is_inside(R, first, at_box, frame, radius):
            return radius, at_box
    raise InputError("Newton's method could not be shown to converge here.")


def _box(p: np.ndarray, frame: Frame, radius: float = 0.0) -> list[list[Ball]]:
    """Tokens that move with an error of `radius` in every coordinate, others exactly unit."""
    wide, tokens = balls.library("flint").arb(0, radius), [balls.unit(token) for token in p]
    for i in frame.moving:
        tokens[i] = [a + wide for a in balls.balls(p[i])]
    return tokens


def _is_inside(R: Any, first: Any, at_box: Evaluated, frame: Frame, radius: float) -> bool:
    """Whether Krawczyk's operator maps the box into its inside."""
    slope = _moving(at_box, frame)[1]
    T = frame.rows
    top = [[*row, *T[:, k]] for k, row in enumerate(slope.tolist())]
    bordered = balls.matrix([*top, *([*row, *np.zeros(len(T))] for row in T)])
    one = balls.matrix(np.eye(bordered.nrows()))
    wide = balls.library("flint").arb(0, radius)
    image = (one - R * bordered) * balls.matrix([[wide]] * bordered.nrows()) - first
    return all(balls.is_positive(radius - abs(a)) for a in image.entries())


def hypotheses(
    system: System, p: np.ndarray, frame: Frame, radius: float, at_box: Evaluated
) -> dict[str, Ball]:
    """What must be positive beside the inclusion that `enclosed` has shown."""
    known = {
        "radius of a box with exactly one zero": balls.ball(radius),
        "smallest <x_i, A_i> + sigma |x_i|^2, so that |x_i| = 1": balls.smallest(at_box.upright),
    }
    slope = _moving(at_box, frame)[1]
    if len(frame.S):
        known["rotations determine mu = 0"] = _independent(system, p, frame, radius, at_box)
        slope = _without_rotations(slope, p, frame, radius)
    return known | {"- largest real part of an eigenvalue": -largest_real_part(slope)}


def _independent(
    system: System, p: np.ndarray, frame: Frame, radius: float, at_box: Evaluated
) -> Ball:
    """|det C|, C_ba = sum_i m_i Z_i <S_b x_i, T_ai>: where it is not 0, C mu = 0 makes mu zero."""
    tokens, mass = _box(p, frame, radius), system.mass(len(p))
    turned = _turned(frame, tokens)
    C = [
        [
            sum(
                (balls.ball(mass[i]) * at_box.Z[i] * balls.dot(turned[b][i], balls.balls(T[i]))
                 for i in range(len(p))), balls.zero(),
            )
            for T in frame.T
        ]
        for b in range(len(frame.S))
    ]  # fmt: skip
    return abs(balls.matrix(C).det())


def _turned(frame: Frame, tokens: list[list[Ball]]) -> list[list[list[Ball]]]:
    """S_a x_i."""
    return [[balls.applied(balls.rows(S), token) for token in tokens] for S in frame.S]


def _without_rotations(slope: Any, p: np.ndarray, frame: Frame, radius: float) -> Any:
    """DG on what rotations leave: with W their complement, the rows of [S x, W]^-1 DG W below."""
    T = frame.rows
    W = np.linalg.svd(T)[2][len(T) :].T
    turned = [list(chain(*rows)) for rows in _turned(frame, _box(p, frame, radius))]
    basis = balls.matrix([[*(t[k] for t in turned), *W[k]] for k in range(len(W))])
    try:
        rows = (basis.inv() * slope * balls.matrix(W)).tolist()
    except ZeroDivisionError:
        raise InputError("The rotations of the tokens cannot be told from other motions.") from None
    return balls.matrix(rows[len(T) :])


def _distance(x: np.ndarray, p: np.ndarray, radius: float) -> Ball:
    """How far the equilibrium is at most from the given tokens."""
    moved = [
        balls.norm([a - b for a, b in zip(balls.unit(token), balls.balls(place), strict=True)])
        for token, place in zip(x, p, strict=True)
    ]
    return -balls.smallest([-m for m in moved]) + radius * balls.ball(float(p.shape[1])).sqrt()
