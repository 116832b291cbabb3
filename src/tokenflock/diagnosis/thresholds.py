"""Where a measure begins to be worth a sentence: stated in every report, and changeable."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, fields
from typing import Any

from tokenflock.errors import InputError, did_you_mean


def _limit(default: float, meaning: str) -> Any:
    return field(default=default, metadata={"meaning": meaning})


@dataclass(frozen=True)
class Thresholds:
    """What counts as unusual.  Healthy MiniLM and SmolLM2 stay well inside the first six."""

    collapse_cosine: float = _limit(0.9, "mean cosine above: tokens agree")
    collapse_rank: float = _limit(0.1, "effective rank below this share of min(n, d)")
    skip: float = _limit(0.3, "strength of a skip connection below: missing")
    carried: float = _limit(0.15, "without knowing the parts of a layer: what is left of a token")
    idle: float = _limit(0.05, "|a| / |x| and |f| / |x| both below: the layer does nothing")
    logits: float = _limit(2.0, "spread of logits over the critical one, median head of a layer")
    sink: float = _limit(0.98, "share of the first token above: the head looks nowhere else")
    departure: float = _limit(1e-13, "chance that a query looks elsewhere below: a forced head")
    massive: float = _limit(20.0, "norm of a token over the median norm")
    uniform: float = _limit(0.995, "relative entropy above: the head averages")
    context: float = _limit(0.7, "gamma over 1 / (1 - rho), median head, below: attention averages")
    middle: float = _limit(0.5, "influence of the middle half over that of the outer half")

    def asdict(self) -> dict[str, float]:
        """By name."""
        return asdict(self)

    def meanings(self) -> dict[str, str]:
        """What each one says, by name."""
        return {one.name: one.metadata["meaning"] for one in fields(self)}


def thresholds_of(changes: Mapping[str, float] | None) -> Thresholds:
    """The thresholds, with some changed by name."""
    names = [field.name for field in fields(Thresholds)]
    for name, value in (changes or {}).items():
        if name not in names:
            raise InputError(
                f"There is no threshold `{name}`.{did_you_mean(name, names)} They are "
                f"{', '.join(names)}."
            )
        if not 0 <= value < float("inf"):
            raise InputError(f"The threshold `{name}` must be a number >= 0. Got {value!r}.")
    return Thresholds(**(changes or {}))
