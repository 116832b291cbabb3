"""The inequalities of certificates once more: exact fractions where they decide a sign, other
formulas (cosines in place of angles), another library and more digits.

Every function returns the sentences of what is wrong, none for a certificate that holds.
"""

import itertools
from fractions import Fraction

import numpy as np

from tokenflock.certificates import intervals as il
from tokenflock.certificates.certificate import Certificate
from tokenflock.certificates.intervals import Interval


def hemisphere(certificate: Certificate) -> list[str]:
    """All <x_i, w> > 0, exactly; then the margin, the rate and the spread."""
    w = [Fraction(a) for a in certificate.witness["pole"]]
    heights = [sum(Fraction(a) * b for a, b in zip(x, w, strict=True)) for x in certificate.tokens]
    if min(heights) <= 0:
        return ["a token lies outside the hemisphere"]
    pole = il.unit(certificate.witness["pole"])
    c = il.smallest([il.dot(il.unit(x), pole) for x in certificate.tokens])
    tangent = il.iv().sqrt(_nonnegative(1 / c**2 - 1))
    return [
        *_recorded(certificate, {"smallest <x_i, w>": c}),
        *_concluded(certificate, "rate", _rate(certificate, c)),
        *_concluded(certificate, "spread", 2 * tangent),
    ]


def _nonnegative(value: Interval) -> Interval:
    """The part of an interval from zero on: rounding alone makes a square negative."""
    return il.iv().mpf([max(value.a, 0), max(value.b, 0)])


def _rate(certificate: Certificate, c: Interval) -> Interval:
    """v c times the weight that all rows share over the cap."""
    system, n = certificate.system, len(certificate.tokens)
    v, scale = system.scale("ov"), system.scale("qk")
    if v is None or v <= 0 or system.frozen or system.heads > 1:
        return il.number(-1.0)
    exp, sqrt, sine = il.iv().exp, il.iv().sqrt, _nonnegative(1 - c**2)
    if scale is None:
        entries = [a for line in (system.qk or ())[0] for a in line]
        size = abs(il.number(system.beta)) * sqrt(il.dot(il.row(entries), il.row(entries)))
        low, width = -size, 2 * size * sqrt(sine)
    else:
        s = il.number(system.beta) * il.number(scale)
        low, width = (s - 2 * s * sine if s > 0 else -abs(s)), 2 * abs(s) * sine
    mass = il.row(system.mass(n))
    share = il.number(1.0) if system.mask == "full" else mass[0] / sum(mass, il.number(0.0))
    return il.number(v) * c * share * (exp(-width) if system.weighting == "softmax" else exp(low))


def separated(certificate: Certificate) -> list[str]:
    """Caps, their largest cosine without angles, gamma, and the time."""
    system, n = certificate.system, len(certificate.tokens)
    if not _is_plain(certificate, "full"):
        return ["the theorem is about another system"]
    e = il.number(certificate.witness["eps"])
    w = [il.unit(center) for center in certificate.witness["centers"]]
    homes = zip(certificate.tokens, certificate.witness["labels"], strict=True)
    inside = il.smallest([il.dot(il.unit(x), w[q]) for x, q in homes]) - (1 - e)
    a, log, beta = _largest_cosine(w, e), il.iv().log, il.number(system.beta)
    gamma = 1 - a - 8 * e - log(2 * n**2 / e) / beta
    names = [hypothesis.name for hypothesis in certificate.hypotheses]
    values = (il.number(1.0) / 16 - e, inside, gamma)
    if len(names) != len(values):
        return ["hypotheses are missing"]
    time = (log(e / n) + (1 - a) * beta) / log(il.number(10.0))
    known = dict(zip(names, values, strict=True))
    return [*_recorded(certificate, known), *_concluded(certificate, "log10_time", time)]


def _largest_cosine(w: list[list[Interval]], e: Interval) -> Interval:
    """max cos(angle - 2 r) = g cos 2r + sqrt(1 - g^2) sin 2r, cos r = 1 - 2 eps; 1 if caps meet."""
    sqrt, near = il.iv().sqrt, 1 - 2 * e
    cosine, sine = 2 * near**2 - 1, 2 * near * sqrt(_nonnegative(1 - near**2))
    largest = il.number(-1.0)
    for p, q in itertools.combinations(w, 2):
        g = il.dot(p, q)
        apart = (g < cosine) is True
        value = g * cosine + sqrt(_nonnegative(1 - g**2)) * sine if apart else il.number(1.0)
        largest = -il.smallest([-largest, -value])
    return largest


def centers(certificate: Certificate) -> list[str]:
    """Distances and the peak by their cosines, and the times."""
    if not _is_plain(certificate, "causal") or len(certificate.tokens[0]) != 2:
        return ["the lemma is about another system"]
    witness = certificate.witness
    chosen = zip(
        witness["tokens"], witness["a"], certificate.conclusion["log10_times"], strict=True
    )
    return [problem for s, a, time in chosen for problem in _center(certificate, s, a, time)]


def _center(certificate: Certificate, s: int, a: float, claimed: list[float]) -> list[str]:
    cos, sin, log, sqrt = il.iv().cos, il.iv().sin, il.iv().log, il.iv().sqrt
    eps, beta, reach = (
        il.number(certificate.witness["eps"]), il.number(certificate.system.beta), il.number(a)
    )  # fmt: skip
    if not 0 < s < len(certificate.tokens) or not 0 < a < np.pi / (
        1 + 2 * certificate.witness["eps"]
    ):
        return [f"token {s} is no center"]
    own = il.unit(certificate.tokens[s])
    margin = cos((1 + 2 * eps) * reach)
    near = [
        x for x in certificate.tokens[:s] if not il.is_positive(margin - il.dot(il.unit(x), own))
    ]
    peak = (sqrt(4 * beta**2 + 1) - 1) / (2 * beta)
    time = (log(eps * reach / ((s + 1) * sin(reach))) + beta * (1 - cos(reach))) / log(
        il.number(10.0)
    )
    return [
        *([f"a token before token {s} is too near"] if near else []),
        *([] if il.is_positive(peak - cos(reach)) else [f"token {s}: a is below the peak"]),
        *([] if il.is_within(time, claimed) else [f"token {s}: another time"]),
    ]


def _is_plain(certificate: Certificate, mask: str) -> bool:
    system = certificate.system
    plain = system.scale("qk") == 1 and system.scale("ov") == 1 and system.masses is None
    weights = system.weighting == "softmax" and system.mask == mask and system.beta > 0
    return plain and weights and not system.frozen


def _recorded(certificate: Certificate, values: dict[str, Interval]) -> list[str]:
    """What is wrong with hypotheses: not positive, or not what the certificate says."""
    bounds = {each.name: (each.low, each.high) for each in certificate.hypotheses}
    problems = [f"`{name}` is not positive" for name, v in values.items() if not il.is_positive(v)]
    missing = [name for name in values if name not in bounds]
    differ = [n for n, v in values.items() if n in bounds and not il.is_within(v, bounds[n])]
    return [*problems, *(f"`{name}` is not as recorded" for name in [*missing, *differ])]


def _concluded(certificate: Certificate, name: str, value: Interval) -> list[str]:
    same = il.is_within(value, certificate.conclusion[name])
    return [] if same else [f"the conclusion `{name}` does not follow"]
