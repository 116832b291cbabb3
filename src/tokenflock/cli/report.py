"""`tokenflock report`: all claims, verdicts and figures as one HTML page."""

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from tokenflock.cli.options import Jobs, Quick

if TYPE_CHECKING:
    from tokenflock.papers.outcomes import Outcome


def command(
    out: Annotated[Path, typer.Option(help="the page; it must not exist")] = Path("report.html"),
    quick: Quick = False,
    jobs: Jobs = 1,
) -> None:
    """Write all claims, verdicts and figures as one HTML page."""
    raise typer.Exit(report(out, quick=quick, jobs=jobs))


def report(path: Path, *, quick: bool, jobs: int) -> int:
    """Measure all claims and write the page; 0 if all verdicts are as recorded, else 1."""
    from tokenflock.papers.page import page
    from tokenflock.runtime.folders import fresh_file

    with fresh_file(path) as partial:
        outcomes = _measured(quick, jobs)
        partial.write_text(page(outcomes, quick=quick), encoding="utf-8")
    print(f"{len(outcomes)} claims in {path}")
    return 0 if all(outcome.as_recorded for outcome in outcomes) else 1


def _measured(quick: bool, jobs: int) -> "Sequence[Outcome]":
    """The outcomes of all claims in the order of their names, found under a progress bar."""
    from rich.progress import Progress

    from tokenflock.papers import claims
    from tokenflock.papers.outcomes import outcomes_of

    names = claims.names()
    found = outcomes_of(names, quick=quick, jobs=jobs, figures=True)
    with Progress(transient=True) as bar:
        outcomes = list(bar.track(found, total=len(names), description="measuring"))
    return sorted(outcomes, key=lambda outcome: names.index(outcome.name))
