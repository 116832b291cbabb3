"""An equilibrium proved once more: derivatives by the chain rule, stability by Lyapunov's equation.

The zero of H is enclosed as in `equilibrium`, with derivatives that nobody wrote down.  All
eigenvalues of J = DG have real part below -rate if for some X > 0, which floats suggest,

    (J + rate)' X + X (J + rate) < 0.
"""

from collections.abc import Iterable
from fractions import Fraction
from itertools import chain
from typing import Any

import numpy as np
from scipy.linalg import solve_continuous_lyapunov

from tokenflock.certificates import intervals as il
from tokenflock.certificates.certificate import Certificate
from tokenflock.certificates.equilibrium import Frame, frame_of
from tokenflock.certificates.fixed_point import (
    ONE,
    FixedMatrix,
    inverse,
    is_nearly_one,
    is_positive_definite,
    stacked,
)
from tokenflock.certificates.intervals import Interval
from tokenflock.certificates.jets import Jet, dot
from tokenflock.certificates.system import System


def equilibrium(certificate: Certificate) -> list[str]:
    """What is wrong with the certificate of an equilibrium."""
    system, x, p = (
        certificate.system,
        np.array(certificate.tokens),
        np.array(certificate.witness["place"]),
    )
    frame, radius = frame_of(system, p), certificate.witness["radius"]
    at_p, at_box = (_evaluated(system, p, frame, r) for r in (0.0, radius))
    if len(frame.S) != certificate.conclusion["rotations"]:
        return ["rotations are miscounted"]
    checks = {
        "the box may hold no equilibrium": _is_enclosed(at_p, at_box, frame, radius),
        "tokens may leave the sphere": all(il.is_positive(u) for u in at_box.upright),
        "the zero may turn": _stands(system, p, frame, radius),
        "the rate is not certain": _decays(
            at_box, p, frame, radius, certificate.conclusion["rate"]
        ),
        "the equilibrium is farther": _is_near(x, p, radius, certificate.conclusion["distance"]),
    }
    return [sentence for sentence, holds in checks.items() if not holds]


class _Evaluated:
    """G (N, 1), DG (N, N) over the coordinates that move, and <x_i, A_i> + sigma |x_i|^2."""

    def __init__(self, G: list[Jet], upright: list[Interval]) -> None:
        zero = il.number(0.0)
        slopes = [[jet.slopes.get(k, zero) for k in range(len(G))] for jet in G]
        self.G = FixedMatrix.of(np.array([[jet.value] for jet in G], object))
        self.DG = FixedMatrix.of(np.array(slopes, object))
        self.upright = upright


def _box(p: np.ndarray, frame: Frame, radius: float) -> list[list[Interval]]:
    wide = il.number(radius) * il.iv().mpf([-1, 1])
    held = set(range(len(p))) - set(frame.moving.tolist())
    return [
        il.unit(token) if i in held else [a + wide for a in il.row(token)]
        for i, token in enumerate(p)
    ]


def _evaluated(system: System, p: np.ndarray, frame: Frame, radius: float) -> _Evaluated:
    d, box = p.shape[1], _box(p, frame, radius)
    x: list[list[Jet]] = [[Jet(a) for a in token] for token in box]
    for place, i in enumerate(frame.moving):
        x[i] = [Jet(a, {place * d + k: il.number(1.0)}) for k, a in enumerate(box[i])]
    G: list[Jet] = []
    upright = []
    for i in frame.moving:
        A = _average(system, x, int(i))
        inner, square = dot(x[i], A), dot(x[i], x[i])
        factor = (1 - square) * il.number(frame.sigma) - inner
        G += [a + factor * b for a, b in zip(A, x[i], strict=True)]
        upright.append((inner + square * il.number(frame.sigma)).value)
    return _Evaluated(G, upright)


def _average(system: System, x: list[list[Jet]], i: int) -> list[Jet]:
    """sum_h sum_j w_ij V x_j."""
    n, d = len(x), len(x[0])
    total = [Jet(il.number(0.0)) for _ in range(d)]
    for h in range(system.heads):
        M, V = system.head(h, d)
        weights = _weights(system, x, M, i)
        mean = [Jet(il.number(0.0)) for _ in range(d)]
        for j in range(n):
            if system.sees(i, j):
                mean = [m + weights[j] * a for m, a in zip(mean, x[j], strict=True)]
        sent = [dot(mean, il.row(line)) for line in V]
        total = [a + b for a, b in zip(total, sent, strict=True)]
    return total


def _weights(system: System, x: list[list[Jet]], M: np.ndarray, i: int) -> dict[int, Jet]:
    mass, seen = il.row(system.mass(len(x))), [j for j in range(len(x)) if system.sees(i, j)]
    query = [dot(x[i], il.row(column)) * il.number(system.beta) for column in M.T]
    e = {j: dot(query, x[j]).exp() * mass[j] for j in seen}
    z: Any = sum(e.values(), Jet(il.number(0.0)))
    if system.weighting != "softmax":
        z = Jet(sum((mass[j] for j in seen), il.number(0.0)))
    return {j: value * z.inverse() for j, value in e.items()}


def _bordered(slope: FixedMatrix, frame: Frame) -> FixedMatrix:
    T = FixedMatrix.exactly(frame.rows)
    corner = FixedMatrix.exactly(np.zeros((len(T), len(T))))
    return stacked([[slope, T.T], [T, corner]])


def _is_enclosed(at_p: _Evaluated, at_box: _Evaluated, frame: Frame, radius: float) -> bool:
    """Whether Krawczyk's operator maps the box into its inside."""
    R = FixedMatrix.exactly(np.linalg.inv(_bordered(at_p.DG, frame).floats()))
    H = stacked([[at_p.G], [FixedMatrix.exactly(np.zeros((len(frame.S), 1)))]])
    error = FixedMatrix.exactly(np.eye(len(H))) - R @ _bordered(at_box.DG, frame)
    wide = np.array([[Fraction(radius)]] * len(H), object)
    image = (R @ H).largest() + error.largest() @ wide
    return bool((image < wide * ONE).all())


def _stands(system: System, p: np.ndarray, frame: Frame, radius: float) -> bool:
    """Whether C_ba = sum_i m_i Z_i <S_b x_i, T_ai> has no kernel."""
    if not len(frame.S):
        return True
    x, T = _box(p, frame, radius), [[il.row(token) for token in each] for each in frame.T]
    scales = _normalizers(system, x)
    C = [
        [_sum(z * il.dot(u, t) for z, u, t in zip(scales, turned, each, strict=True)) for each in T]
        for turned in _turned(frame, x)
    ]
    found = FixedMatrix.of(np.array(C, object))
    return is_nearly_one(FixedMatrix.exactly(np.linalg.inv(found.floats())) @ found)


def _normalizers(system: System, x: list[list[Interval]]) -> list[Interval]:
    """m_i Z_i, which make the pulls between two tokens opposite."""
    mass = il.row(system.mass(len(x)))
    if system.weighting != "softmax":
        return [m * _sum(mass) for m in mass]
    s = il.number(system.beta) * il.number(system.scale("qk") or 0.0)
    exp = il.iv().exp
    return [
        m * _sum(k * exp(s * il.dot(y, z)) for k, z in zip(mass, x, strict=True))
        for m, y in zip(mass, x, strict=True)
    ]


def _sum(values: Iterable[Interval]) -> Interval:
    return sum(values, il.number(0.0))


def _turned(frame: Frame, x: list[list[Interval]]) -> list[list[list[Interval]]]:
    """S_a x_i."""
    rows = [[il.row(row) for row in S] for S in frame.S]
    return [[[il.dot(row, token) for row in S] for token in x] for S in rows]


def _decays(at_box: _Evaluated, p: np.ndarray, frame: Frame, radius: float, rate: float) -> bool:
    """Whether all eigenvalues, but those of rotations, have real part below -rate < 0."""
    J = at_box.DG if not len(frame.S) else _without_rotations(at_box.DG, p, frame, radius)
    J = J + FixedMatrix.exactly(rate * np.eye(len(J)))
    found = solve_continuous_lyapunov(J.floats().T, -np.eye(len(J)))
    X = FixedMatrix.exactly((found + found.T) / 2)
    fall = -(J.T @ X + X @ J)
    return rate > 0 and is_positive_definite(X) and is_positive_definite(fall)


def _without_rotations(
    slope: FixedMatrix, p: np.ndarray, frame: Frame, radius: float
) -> FixedMatrix:
    """Rows of [S x, W]^-1 DG W below those of rotations."""
    W = np.linalg.svd(frame.rows)[2][len(frame.S) :].T
    turned = [list(chain(*each)) for each in _turned(frame, _box(p, frame, radius))]
    basis = stacked([[FixedMatrix.of(np.array(turned, object)).T, FixedMatrix.exactly(W)]])
    return (inverse(basis) @ slope @ FixedMatrix.exactly(W))[len(frame.S) :]


def _is_near(x: np.ndarray, p: np.ndarray, radius: float, distance: float) -> bool:
    apart = [
        [a - il.number(b) for a, b in zip(il.unit(u), v, strict=True)]
        for u, v in zip(x, p, strict=True)
    ]
    room = il.number(distance) - il.number(radius) * il.iv().sqrt(il.number(float(p.shape[1])))
    return all(il.is_positive(room**2 - il.dot(a, a)) for a in apart) and il.is_positive(room)
