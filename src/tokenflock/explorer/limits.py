"""What a page may ask for: specs of known words, written out, and small enough to be watched."""

from dataclasses import dataclass
from typing import Any

from tokenflock.errors import InputError
from tokenflock.spec import ArrayFile, Spec


@dataclass(frozen=True)
class Limits:
    """What one page may ask for."""

    tokens: int = 20_000
    coordinates: int = 200_000  # n d
    numbers: int = 12_000_000  # n d times the saved times: 48 MB as they travel
    pairs: int = 25_000_000  # n^2, where no linear method serves
    steps: float = 1e6  # equal steps or layers
    seconds: float = 120.0
    solves: int = 4
    rows: int = 64  # of a phase diagram


def checked_spec(fields: dict[str, Any], limits: Limits) -> Spec:
    """The spec of a message, within limits and without files.

    `Spec` knows the words of its vocabulary and the names that the user of this process has
    registered; nothing in a message opens a file or imports code.
    """
    spec = Spec(**fields)
    for name, value in spec:
        if isinstance(value, ArrayFile):
            raise InputError(f"`{name}` must be written out: the page opens no files.")
    _check("n", spec.n, limits.tokens, "tokens")
    _check("n d", spec.n * spec.d, limits.coordinates, "coordinates")
    _check("n d samples", spec.n * spec.d * spec.samples, limits.numbers, "numbers to send")
    if not _is_linear(spec):
        _check("n^2", spec.n**2, limits.pairs, "pairs of tokens")
    if spec.step is not None:
        _check("t_end / step", spec.t_end / spec.step, limits.steps, "steps")
    return spec


def _is_linear(spec: Spec) -> bool:
    """Whether tokens on the circle or sphere are averaged in linear time."""
    return (
        spec.d in (2, 3)
        and spec.space == "sphere"
        and spec.mask in ("full", "causal")
        and spec.weighting in ("softmax", "unnormalized", "unnormalized:scaled")
    )


def _check(name: str, got: float, most: float, what: str) -> None:
    if got > most:
        raise InputError(
            f"The page follows at most {most:g} {what}. Got {name} = {got:g}; "
            "`tokenflock run` has no such limit."
        )
