"""Proving: which theorem applies to tokens, tried one after the other."""

from typing import Any

import numpy as np

from tokenflock.certificates import balls, centers, equilibrium, hemisphere, separated
from tokenflock.certificates.certificate import Certificate
from tokenflock.certificates.system import System
from tokenflock.errors import InputError
from tokenflock.fields import VectorField
from tokenflock.numerics.reals import reals
from tokenflock.spec.vocabulary import is_one_of, one_of

THEOREMS = {
    "hemisphere": hemisphere.prove,
    "equilibrium": equilibrium.prove,
    "separated-clusters": separated.prove,
    "strong-centers": centers.prove,
}


def certify(field: VectorField, x: Any, theorem: str | None = None) -> Certificate:
    """A certificate for tokens x (n, d) under a flow: what they provably do, or `InputError`.

        hemisphere          all tokens meet, with a rate
        equilibrium         a stable equilibrium exists nearby, with a rate
        separated-clusters  clusters stay apart for at least a time
        strong-centers      Rényi centers stay in place for at least a time

    Hypotheses are inequalities, shown in ball arithmetic; without a `theorem` the first that
    applies is taken.  The sentence of a refusal says what failed; it proves nothing.

    >>> flow = tkf.Flow(tkf.SelfAttention(beta=1.0))
    >>> certificate = tkf.certify(flow, [[1.0, 0.0], [0.0, 1.0]])
    >>> certificate.theorem, f"{certificate.conclusion['rate'][0]:.4f}"
    ('hemisphere', '0.2601')
    """
    x = reals("x", x)
    system = _system(field, x)
    if theorem is None:
        return _first(system, x)
    if not is_one_of(tuple(THEOREMS), theorem):
        raise one_of("theorem", tuple(THEOREMS), theorem)
    with balls.precision(balls.PRECISION):
        return THEOREMS[theorem](system, x)


def _system(field: VectorField, x: np.ndarray) -> System:
    if (
        x.ndim != 2
        or not np.isfinite(x).all()
        or (np.abs(np.linalg.norm(x, axis=1) - 1) > 1e-6).any()
    ):
        raise InputError(
            f"`certify` needs one configuration (n, d) of unit tokens. Got shape {x.shape}."
        )
    system = System.of(field)
    field.check(x)
    return system


def _first(system: System, x: np.ndarray) -> Certificate:
    """The first certificate that there is."""
    refusals = []
    for name in THEOREMS:
        try:
            with balls.precision(balls.PRECISION):
                return THEOREMS[name](system, x)
        except InputError as refusal:
            refusals.append(f"{name}: {refusal}")
    raise InputError("No theorem applies. " + " ".join(refusals))
