"""A claim: a published statement as a number with a bound."""

import math
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from tokenflock.errors import InputError
from tokenflock.papers.claims import chance
from tokenflock.spec.vocabulary import one_of

if TYPE_CHECKING:
    import xarray as xr
    from matplotlib.axes import Axes

    from tokenflock.fields import VectorField
    from tokenflock.papers.search.quantified import Quantified
    from tokenflock.spec import Spec

    Configuration = tuple[VectorField, Any]  # a field and tokens (n, d)

HOLDS = "holds"
FAILS = "fails"
ERRATUM = "erratum"
EVIDENCE_FOR = "open: evidence for"
EVIDENCE_AGAINST = "open: evidence against"
VERDICTS = (HOLDS, FAILS, ERRATUM, EVIDENCE_FOR, EVIDENCE_AGAINST)
SIGMAS = 4.0  # standard errors within which a random value agrees with its target


@dataclass(frozen=True)
class Effort:
    """How much to spend: fewer runs say the same with wider errors.

    Another `offset` draws all random numbers anew, for a verdict must not depend on them.
    """

    quick: bool = False
    offset: int = 0

    def of(self, *, quick: Any, full: Any) -> Any:
        """One of two amounts."""
        return quick if self.quick else full


FULL = Effort()


@dataclass(frozen=True)
class Check:
    """A measured value and where it must lie; `error` is its standard error, if it is random.

    Exactly one of `bound` (at most), `least` (at least) and `target` (equal, up to `within`, or up
    to `sigmas` standard errors, four unless told).
    """

    statement: str
    value: float
    bound: float | None = None
    least: float | None = None
    target: float | None = None
    within: float | None = None
    error: float | None = None
    sigmas: float | None = None

    def __post_init__(self) -> None:
        limits = {name: getattr(self, name) for name in ("bound", "least", "target")}
        known = [name for name, limit in limits.items() if limit is not None]
        if len(known) != 1:
            raise self._refused("needs exactly one of `bound`, `least` and `target`", known)
        if self.target is None:
            if self.within is not None or self.sigmas is not None:
                raise self._refused("takes `within` and `sigmas` only beside a `target`", known)
        elif self.within is None and self.error is None:
            raise self._refused("with a `target` needs `within` or `error` as well", known)
        elif self.within is not None and self.sigmas is not None:
            raise self._refused("takes either `within` or `sigmas`", ["within", "sigmas"])

    def _refused(self, rule: str, known: list[str]) -> InputError:
        return InputError(
            f"The check {self.statement!r} {rule}. Got {' and '.join(known) or 'none'}."
        )

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
        if self.within is not None:
            return self.within
        return (SIGMAS if self.sigmas is None else self.sigmas) * (self.error or 0.0)

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
    one simulated path at a time, or `runs`, which does everything by itself.  What depends on the
    effort is a function of it; specs may also be listed as they are.  A claim is `ours` if its
    source raises the question, and the statement that answers it is not printed there.  What a
    statement says of all systems of a kind is `quantified`, for `tokenflock search`; the
    `configurations` that a theorem decides are certified by `tokenflock check --certify`.
    """

    name: str
    question: str
    source: str
    statement: str
    check: Callable[[Sequence[Any]], Iterable[Check]]
    verdict: str = HOLDS
    hypotheses: str = ""
    specs: "Iterable[Spec] | Callable[[Effort], Iterable[Spec]] | None" = None
    measure: "Callable[[xr.Dataset, Spec], Any] | None" = None
    runs: Callable[[Effort], Sequence[Any]] | None = None
    draw: "Callable[[Axes, Sequence[Any]], None] | None" = None
    note: str = ""
    ours: bool = False
    quantified: "Quantified | None" = None
    configurations: "Callable[[], Iterable[Configuration]] | None" = None

    def __post_init__(self) -> None:
        if self.verdict not in VERDICTS:
            raise one_of("verdict", VERDICTS, self.verdict)
        parts = (self.specs is not None, self.measure is not None, self.runs is not None)
        if parts not in ((True, True, False), (False, False, True)):
            raise InputError(
                f"The claim {self.name!r} needs either `specs` and `measure`, or `runs` alone."
            )

    def systems(self, effort: Effort = FULL) -> "tuple[Spec, ...]":
        """The specs to simulate; none for a claim that makes its runs by itself."""
        return tuple(self.specs(effort) if callable(self.specs) else self.specs or ())

    def decided(self, effort: Effort = FULL) -> "list[Configuration]":
        """The configurations of which a theorem can tell what they do, each with its field."""
        with chance.offset_by(effort.offset):
            return [] if self.configurations is None else list(self.configurations())

    def data(self, effort: Effort = FULL) -> Sequence[Any]:
        """What all runs show."""
        with chance.offset_by(effort.offset):
            return self.runs(effort) if self.runs is not None else self._simulated(effort)

    def _simulated(self, effort: Effort) -> Sequence[Any]:
        from tokenflock.simulation import simulate  # late: claims are listed without JAX

        assert self.measure is not None
        specs = [spec.replace(seed=chance.seed_of(spec.seed)) for spec in self.systems(effort)]
        return [self.measure(simulate(spec), spec) for spec in specs]

    def finding(self, effort: Effort = FULL) -> "Finding":
        """The claim, measured and checked."""
        data = self.data(effort)
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
