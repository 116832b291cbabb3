"""A claim: a published statement as a number with a bound."""

import math
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import xarray as xr
    from matplotlib.axes import Axes

    from tokenflock.spec import Spec

HOLDS = "holds"
FAILS = "fails"
ERRATUM = "erratum"
EVIDENCE_FOR = "open: evidence for"
EVIDENCE_AGAINST = "open: evidence against"
VERDICTS = (HOLDS, FAILS, ERRATUM, EVIDENCE_FOR, EVIDENCE_AGAINST)


@dataclass(frozen=True)
class Effort:
    """How much to spend: fewer runs say the same with wider errors."""

    quick: bool = False

    def of(self, *, quick: Any, full: Any) -> Any:
        """One of two amounts."""
        return quick if self.quick else full


@dataclass(frozen=True)
class Check:
    """A measured value and where it must lie; `error` is its standard error, if it is random.

    Exactly one of: `bound` (at most), `least` (at least), `target` (equal, within `sigmas` standard
    errors or within `within`).
    """

    statement: str
    value: float
    bound: float | None = None
    least: float | None = None
    target: float | None = None
    within: float | None = None
    error: float | None = None
    sigmas: float = 4.0

    @property
    def low(self) -> float:
        """The smallest value that passes."""
        if self.target is not None:
            return self.target - self._tolerance
        return -math.inf if self.least is None else self.least

    @property
    def high(self) -> float:
        """The largest value that passes."""
        if self.target is not None:
            return self.target + self._tolerance
        return math.inf if self.bound is None else self.bound

    @property
    def passed(self) -> bool:
        """Whether the value lies where it must; a NaN lies nowhere."""
        return self.low <= self.value <= self.high

    @property
    def _tolerance(self) -> float:
        return self.within if self.within is not None else self.sigmas * (self.error or 0.0)

    def sentence(self) -> str:
        """What was measured against what, in one line."""
        value = f"{self.value:.4g}" + ("" if self.error is None else f" ± {self.error:.2g}")
        if self.target is not None:
            return f"{self.statement}: {value}, expected {self.target:.4g} ± {self._tolerance:.2g}"
        sign, limit = ("≤", self.bound) if self.bound is not None else ("≥", self.least)
        return f"{self.statement}: {value} {sign if self.passed else f'not {sign}'} {limit:.4g}"


@dataclass(frozen=True)
class Claim:
    """A statement of a paper, how to measure it, and what we found.

    `verdict` is what the measurement shows when all checks pass: for an erratum they show that the
    printed statement is wrong and a corrected one holds.  Either `specs` and `measure`, which sees
    one simulated path at a time, or `runs`, which does everything by itself.
    """

    name: str
    question: str
    source: str
    statement: str
    check: Callable[[Sequence[Any]], Iterable[Check]]
    verdict: str = HOLDS
    hypotheses: str = ""
    specs: "Callable[[Effort], Iterable[Spec]] | None" = None
    measure: "Callable[[xr.Dataset, Spec], Any] | None" = None
    runs: Callable[[Effort], Sequence[Any]] | None = None
    draw: "Callable[[Axes, Sequence[Any]], None] | None" = None
    note: str = ""

    def measured(self, effort: Effort) -> Sequence[Any]:
        """What all runs show."""
        if self.runs is not None:
            return self.runs(effort)
        from tokenflock.simulation import simulate

        assert self.specs is not None
        assert self.measure is not None
        return [self.measure(simulate(spec), spec) for spec in self.specs(effort)]

    def found(self, effort: Effort) -> "Finding":
        """The claim, measured and checked."""
        data = self.measured(effort)
        return Finding(self, tuple(self.check(data)), data)


@dataclass(frozen=True)
class Finding:
    """A claim that was measured."""

    claim: Claim
    checks: tuple[Check, ...]
    data: Sequence[Any] = field(repr=False)

    @property
    def as_recorded(self) -> bool:
        """Whether the measurement shows what we have on record."""
        return bool(self.checks) and all(check.passed for check in self.checks)

    @property
    def verdict(self) -> str:
        """The verdict on record, or that it changed."""
        return self.claim.verdict if self.as_recorded else "changed"
