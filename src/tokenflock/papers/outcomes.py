"""Examine claims: measure them, several at a time, and keep what a table or a page shows."""

import gc
import io
import math
import signal
import time as clock
import traceback
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from dataclasses import asdict, dataclass
from functools import partial
from multiprocessing import active_children, get_context
from typing import Any

from tokenflock.papers.claims import Check, Effort, Finding, claim
from tokenflock.runtime.interruptible import watched

FAILED = "failed to run"


@dataclass(frozen=True)
class Examination:
    """The outcome of one claim, as plain values."""

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
    failure: str = ""
    figure: bytes | None = None

    @property
    def as_recorded(self) -> bool:
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


def examined(name: str, quick: bool, with_figure: bool) -> Examination:
    """The outcome of one claim, in this process."""
    wanted = claim(name)
    begun, worked = clock.perf_counter(), clock.process_time()
    checks: tuple[Check, ...] = ()
    verdict, failure, figure = FAILED, "", None
    try:
        finding = wanted.found(Effort(quick))
        checks, verdict = finding.checks, finding.verdict
        figure = _png(finding) if with_figure else None
    except Exception:  # also of the figure
        verdict, failure = FAILED, traceback.format_exc()
    return Examination(
        name=wanted.name, source=wanted.source, question=wanted.question,
        statement=wanted.statement, recorded=wanted.verdict, verdict=verdict, checks=checks,
        hypotheses=wanted.hypotheses, note=wanted.note, failure=failure, figure=figure,
        seconds=clock.perf_counter() - begun, cpu=clock.process_time() - worked,
    )  # fmt: skip


def _png(finding: Finding) -> bytes | None:
    draw = finding.claim.draw
    if draw is None:
        return None
    from matplotlib.figure import Figure

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


def examinations(
    names: Sequence[str],
    *,
    quick: bool,
    jobs: int,
    with_figures: bool = False,
    started: Callable[[str], None] = lambda name: None,
) -> Iterator[Examination]:
    """The outcomes of claims as they come in; `jobs` processes work side by side."""
    if jobs == 1:
        for name in names:
            started(name)
            yield watched(partial(examined, name, quick, with_figures), lambda: None)
        return
    # JAX must not be forked once its threads run.
    pool = ProcessPoolExecutor(jobs, get_context("spawn"), _deaf)
    try:
        futures = [pool.submit(examined, name, quick, with_figures) for name in names]
        for future in as_completed(futures):
            yield future.result()
    except BaseException:
        # After Ctrl-C nobody waits for what is still being measured.
        for worker in active_children():
            worker.terminate()
        raise
    finally:
        pool.shutdown(cancel_futures=True)
        gc.collect()  # what the pool held is given back, or its tracker complains at the exit


def _deaf() -> None:
    """Leave Ctrl-C to the process that started this one."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
