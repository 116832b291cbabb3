"""Measures: which observable a sweep takes, at which times, and what is kept of it."""

from typing import Annotated, Any, Literal, Self

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, model_validator

from tokenflock.errors import did_you_mean

# Observables of one configuration that are one number: those JAX can trace, and the others.
TRACED = (
    "alignment", "spread", "order_parameter", "consensus", "distance_to_consensus", "energy",
    "normalized_energy", "dissipation", "close_pairs", "effective_rank",
)  # fmt: skip
ON_HOST = ("count_clusters", "unclustered", "consumed", "numerical_rank", "count_centers")
OBSERVABLES = (*TRACED, *ON_HOST)

Statistic = Literal["all", "mean", "quantiles", "histogram"]


def _numbers(value: Any) -> Any:
    from tokenflock.sweeps.axes import spaced

    return value if isinstance(value, str) else tuple(spaced("at", value))


class Measure(BaseModel):
    """One observable of every run.

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
    def _is_known(self) -> Self:
        if self.of not in OBSERVABLES:
            raise ValueError(
                f"`of` must be one of {', '.join(OBSERVABLES)}. Got {self.of!r}."
                f"{did_you_mean(self.of, OBSERVABLES)}"
            )
        if not self.keep or len(set(self.keep)) != len(self.keep):
            raise ValueError("`keep` must name statistics, each once.")
        if not self.range[0] < self.range[1]:
            raise ValueError(f"`range` must be two increasing numbers. Got {list(self.range)}.")
        return self

    @property
    def traced(self) -> bool:
        """Whether JAX can compile it."""
        return self.of in TRACED

    @property
    def reduced(self) -> bool:
        """Whether a statistic needs all seeds at once."""
        return set(self.keep) != {"all"}
