"""Measures: which observable a sweep takes, at which times, and what is kept of it."""

import math
from typing import Annotated, Any, Literal, Self

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, model_validator

from tokenflock.sweeps.axes import spaced

Statistic = Literal["all", "mean", "quantiles", "histogram"]


def _numbers(value: Any) -> Any:
    return value if isinstance(value, str) else tuple(spaced("at", value))


class Measure(BaseModel):
    """One observable of every run, known by its name: one of ours, or of a user's own.

    `keep` says what the store holds: every run ("all"), or the mean and standard deviation over
    seeds ("mean"), quantiles or a histogram.  `at` is "all" times, the "last", or a list of them.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")
    of: str
    options: dict[str, Any] = Field(default_factory=dict)
    keep: tuple[Statistic, ...] = ("mean",)
    at: Annotated[Literal["all", "last"] | tuple[float, ...], BeforeValidator(_numbers)] = "all"
    bins: int = Field(50, ge=1)
    range: tuple[float, float] = (0.0, 1.0)

    @model_validator(mode="after")
    def _fields_agree(self) -> Self:
        if not self.keep or len(set(self.keep)) != len(self.keep):
            raise ValueError("`keep` must name statistics, each once.")
        if not self.range[0] < self.range[1]:
            raise ValueError(f"`range` must be two increasing numbers. Got {list(self.range)}.")
        return self

    @property
    def reduced(self) -> bool:
        """Whether a statistic needs all seeds at once."""
        return set(self.keep) != {"all"}

    def places(self, times: tuple[float, ...]) -> list[int]:
        """Where the times that it is taken at stand among the saved ones."""
        if self.at == "all":
            return list(range(len(times)))
        if self.at == "last":
            return [len(times) - 1]
        return [_place(t, times) for t in self.at]


def _place(t: float, times: tuple[float, ...]) -> int:
    # As a person writes it: 0.3 is found among the multiples of 0.1.
    for k, saved in enumerate(times):
        if math.isclose(t, saved, rel_tol=1e-9, abs_tol=1e-12):
            return k
    raise ValueError(f"A measure asks for t = {t:g}, not among the times.")
