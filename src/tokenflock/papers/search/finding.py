"""What a search found: a sentence, and a folder with its journal and the worst system."""

import json
import math
import time as clock
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

from tokenflock.errors import InputError
from tokenflock.papers.claims.claim import Claim
from tokenflock.papers.search.hunt import Candidate, Evaluations, hunt
from tokenflock.papers.search.journal import Journal
from tokenflock.papers.search.quantified import Quantified
from tokenflock.papers.search.recheck import Recheck, rechecked


@dataclass(frozen=True)
class Searched:
    """The outcome of a search: how many systems were tried, and the worst of them, rechecked."""

    claim: str
    seed: int
    evaluations: int
    worst: Recheck
    seconds: float

    @property
    def sentence(self) -> str:
        """What was found, in one sentence."""
        tried = f"{self.evaluations} evaluations"
        if self.worst.is_violation:
            return f"{self.claim}: violated by {min(self.worst.excess):.3g}, found in {tried}"
        if self.worst.margin > 0:
            return f"{self.claim}: no violation in {tried}; closest margin {self.worst.margin:.2g}"
        return (
            f"{self.claim}: no violation that lasts in {tried}; the closest is off by "
            f"{-self.worst.margin:.2g} and still on its way"
        )

    def plain(self) -> dict[str, Any]:
        """The outcome as JSON can hold it."""
        excess = [value if math.isfinite(value) else None for value in self.worst.excess]
        margin = self.worst.margin if math.isfinite(self.worst.margin) else None
        return {
            "claim": self.claim, "seed": self.seed, "evaluations": self.evaluations,
            "violated": self.worst.is_violation, "margin": margin, "excess": excess,
            "seconds": self.seconds, "spec": json.loads(self.worst.spec.to_json()),
        }  # fmt: skip


class Search:
    """A search for a violation of a claim, kept in a folder: begun there, or gone on with."""

    def __init__(
        self, claim: Claim, folder: Path, *, budget: int, seed: int, gradients: bool = False
    ) -> None:
        self.claim, self.folder, self.seed, self.budget = claim, folder, seed, budget
        self.gradients = gradients
        self.quantified = quantified_of(claim)
        self._seen: dict[bytes, Recheck] = {}

    def run(self, watch: Callable[[Evaluations], None] = lambda evaluations: None) -> Searched:
        """Look until the budget is used up, or a violation stands; write down what was found."""
        begun = clock.perf_counter()
        evaluations = Evaluations(
            self.quantified, self.budget, self._journal, watch, self.gradients
        )
        hunt(evaluations, self.seed, lambda: self._stands(evaluations.best))
        worst = self._worst(evaluations)
        seconds = clock.perf_counter() - begun
        found = Searched(self.claim.name, self.seed, evaluations.spent, worst, seconds)
        self._write(found)
        return found

    @cached_property
    def _journal(self) -> Journal:
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
            return Journal(self.folder / "journal.jsonl")
        except OSError as error:
            raise InputError(
                f"`{self.folder}` cannot be written: {error}. Name another folder."
            ) from None

    def _stands(self, best: list[Candidate]) -> bool:
        """Whether the best candidate is a violation when it is looked at again."""
        return bool(best) and best[0].excess > 0 and self._rechecked(best[0]).is_violation

    def _worst(self, evaluations: Evaluations) -> Recheck:
        """The candidate that stands, or comes closest, when all are looked at again."""
        if not evaluations.best:
            raise InputError(
                f"None of {evaluations.spent} systems of the claim {self.claim.name!r} could be "
                "solved. Ask for a larger --evaluations."
            )
        return max(
            map(self._rechecked, evaluations.best), key=lambda r: (r.is_violation, max(r.excess))
        )

    def _rechecked(self, candidate: Candidate) -> Recheck:
        key = candidate.point.tobytes()
        if key not in self._seen:
            system = self.quantified.system(candidate.point)
            self._seen[key] = rechecked(self.quantified, system)
        return self._seen[key]

    def _write(self, found: Searched) -> None:
        outcome = json.dumps(found.plain(), indent=2)
        (self.folder / "search.json").write_text(outcome + "\n", encoding="utf-8")
        (self.folder / "worst.toml").write_text(found.worst.spec.to_toml(), encoding="utf-8")


def quantified_of(claim: Claim) -> Quantified:
    """What a claim quantifies over; refused if it does not say."""
    if claim.quantified is None:
        raise InputError(
            f"The claim {claim.name!r} does not say what it quantifies over, so there is nothing "
            "to search. `tokenflock search --list` shows those that do."
        )
    return claim.quantified
