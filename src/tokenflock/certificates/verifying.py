"""Verifying: a certificate is looked at a second time, independently and with more digits."""

from dataclasses import dataclass
from pathlib import Path

from tokenflock.certificates import (
    centers,
    equilibrium,
    hemisphere,
    intervals,
    second_look,
    separated,
)
from tokenflock.certificates.certificate import Certificate
from tokenflock.certificates.second_equilibrium import equilibrium as second_equilibrium

SECOND = {
    "hemisphere": (hemisphere.STATEMENT, second_look.hemisphere),
    "equilibrium": (equilibrium.STATEMENT, second_equilibrium),
    "separated-clusters": (separated.STATEMENT, second_look.separated),
    "strong-centers": (centers.STATEMENT, second_look.centers),
}


@dataclass(frozen=True)
class Verification:
    """Whether a certificate holds, the bits it was evaluated with, and what is wrong with it."""

    holds: bool
    precision: int
    problems: tuple[str, ...]


def verify_certificate(certificate: Certificate | str | Path) -> Verification:
    """A second, independent evaluation of a certificate, or of its file, at twice the precision.

    Other formulas and another library (mpmath instead of FLINT): signs by exact fractions, angles
    by cosines, derivatives by the chain rule, stability by Lyapunov's equation.

    >>> flow = tkf.Flow(tkf.SelfAttention(beta=1.0))
    >>> tkf.verify_certificate(tkf.certify(flow, [[1.0, 0.0], [0.0, 1.0]])).holds
    True
    """
    if not isinstance(certificate, Certificate):
        certificate = Certificate.load(certificate)
    bits = 2 * max(certificate.precision, 128)
    with intervals.precision(bits):
        problems = _problems(certificate)
    return Verification(not problems, bits, tuple(problems))


def _problems(certificate: Certificate) -> list[str]:
    if certificate.theorem not in SECOND:
        return [f"the theorem {certificate.theorem!r} is unknown"]
    statement, second = SECOND[certificate.theorem]
    if certificate.statement != statement:
        return ["the statement is not that of the theorem"]
    try:
        return second(certificate)
    except (ArithmeticError, KeyError, IndexError, TypeError, ValueError) as error:
        return [f"it cannot be evaluated: {type(error).__name__}, {error}"]
