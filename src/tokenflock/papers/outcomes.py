"""Outcomes of claims: measured several at a time, kept as what a table or a page shows."""

import gc
import io
import math
import signal
import time as clock
import traceback
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from dataclasses import asdict, dataclass
from functools import partial
from multiprocessing import active_children, get_context
from pathlib import Path
from typing import Any

from tokenflock.papers.claims import Check, Effort, Finding, claim
from tokenflock.runtime.interruptible import watched
from tokenflock.spec import vocabulary

FAILED = "failed to run"


@dataclass(frozen=True)
class Outcome:
    """What measuring one claim gave, as plain values."""

    name: str
    source: str
    question: str
    statement: str
    recorded: str
    verdict: str
    checks: tuple[Check, ...]
    seconds: float
    cpu: float  # seconds of all threads: what a busy machine leaves unchanged
    hypotheses: str = ""
    note: str = ""
    ours: bool = False
    failure: str = ""
    figure: bytes | None = None

    @property
    def as_recorded(self) -> bool:
        """Whether the verdict is the one on record."""
        return self.verdict == self.recorded

    def plain(self) -> dict[str, Any]:
        """The outcome as JSON can hold it, without the figure."""
        known = asdict(self)
        known.pop("figure")
        known["checks"] = [
            {"statement": c.statement, "value": _finite(c.value), "error": _finite(c.error),
             "passed": bool(c.passed), "low": _finite(c.low), "high": _finite(c.high)}
            for c in self.checks
        ]  # fmt: skip
        return known


def _finite(value: float | None) -> float | None:
    """A number as JSON knows it: neither NumPy's nor infinite nor NaN."""
    return None if value is None or not math.isfinite(value) else float(value)


def outcome_of(name: str, *, quick: bool, offset: int = 0, figure: bool = False) -> Outcome:
    """The outcome of the claim of a name or a file, measured in this process."""
    measured = claim(name)
    begun, worked = clock.perf_counter(), clock.process_time()
    checks: tuple[Check, ...] = ()
    verdict, failure, picture = FAILED, "", None
    try:
        finding = measured.finding(Effort(quick, offset))
        checks, verdict = finding.checks, finding.verdict
        picture = _png(finding) if figure else None
    except Exception:  # also of the figure
        verdict, failure = FAILED, traceback.format_exc()
    return Outcome(
        name=measured.name, source=measured.source, question=measured.question,
        statement=measured.statement, recorded=measured.verdict, verdict=verdict, checks=checks,
        hypotheses=measured.hypotheses, note=measured.note, ours=measured.ours, failure=failure,
        figure=picture,
        seconds=clock.perf_counter() - begun, cpu=clock.process_time() - worked,
    )  # fmt: skip


def _png(finding: Finding) -> bytes | None:
    draw = finding.claim.draw
    if draw is None:
        return None
    from matplotlib.figure import Figure  # late: `check` draws nothing

    from tokenflock.plots.style import styled

    @styled
    def drawn() -> Figure:
        # Small enough for a phone to show its letters.
        figure = Figure(figsize=(5.6, 3.6), layout="constrained")
        draw(figure.subplots(), finding.data)
        return figure

    file = io.BytesIO()
    drawn().savefig(file, format="png", dpi=170)
    return file.getvalue()


def outcomes_of(
    names: Sequence[str], *, quick: bool, jobs: int, offset: int = 0, figures: bool = False
) -> Iterator[Outcome]:
    """The outcomes of claims as they come in; `jobs` processes work side by side."""
    measured = partial(outcome_of, quick=quick, offset=offset, figure=figures)
    if jobs == 1:
        # In the background, so that Ctrl-C need not wait for a measurement.
        yield from (watched(partial(measured, name), lambda: None) for name in names)
        return
    # JAX must not be forked once its threads run.
    pool = ProcessPoolExecutor(jobs, get_context("spawn"), _start, (vocabulary.sources(),))
    try:
        for future in as_completed([pool.submit(measured, name) for name in names]):
            yield future.result()
    except BaseException:
        # After Ctrl-C nobody waits for what is still being measured.
        for worker in active_children():
            worker.terminate()
        raise
    finally:
        pool.shutdown(cancel_futures=True)
        gc.collect()  # what the pool held is given back, or its tracker complains at the exit


def _start(sources: Sequence[Path]) -> None:
    """Begin a process: Ctrl-C is left to the one that started it, names of the user's are known."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    for path in sources:
        vocabulary.use(path)
