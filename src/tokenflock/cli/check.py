"""`tokenflock check`: a table of claims with their verdicts, filled as they come in."""

import json
from collections.abc import Iterable, Sequence

from rich.console import Console
from rich.live import Live
from rich.markup import escape
from rich.table import Table

from tokenflock.papers.claims import addresses, chosen, claim
from tokenflock.papers.outcomes import Examination, examinations
from tokenflock.runtime.interruptible import watched

COLORS = {"holds": "green", "fails": "yellow", "erratum": "yellow", "open": "cyan"}


def check(
    wanted: tuple[str, ...], source: str | None, *, quick: bool, jobs: int, as_json: bool
) -> int:
    """Examine claims and print their verdicts; 0 if all are as recorded, else 1."""
    # In the background: Ctrl-C in the middle of importing NumPy or JAX may crash.
    names = watched(lambda: _known(wanted, source), lambda: None)
    outcomes = examinations(names, quick=quick, jobs=jobs)
    done = list(outcomes) if as_json else _watched(outcomes, len(names))
    if as_json:
        print(json.dumps([outcome.plain() for outcome in done]))
    else:
        _conclude(Console(highlight=False), done)
    return 0 if all(outcome.as_recorded for outcome in done) else 1


def _known(wanted: tuple[str, ...], source: str | None) -> tuple[str, ...]:
    """Names and paths of claims, all of which exist."""
    names = addresses(wanted, source)
    for name in names:
        claim(name)
    return names


def _watched(outcomes: Iterable[Examination], total: int) -> list[Examination]:
    done: list[Examination] = []
    console = Console(highlight=False)
    with Live(_table(done, total), console=console, refresh_per_second=4) as live:
        for outcome in outcomes:
            done.append(outcome)
            live.update(_table(done, total))
    if not console.is_terminal:
        console.print()  # a live table that is not watched ends without a new line
    return done


def _table(done: Sequence[Examination], total: int) -> Table:
    table = Table(box=None, caption=f"{len(done)} of {total}", caption_justify="left")
    for name in ("claim", "source", "verdict", "what was measured"):
        table.add_column(name, overflow="fold")
    table.add_column("s", justify="right")
    for outcome in done:
        table.add_row(
            outcome.name, outcome.source, _colored(outcome),
            escape(_headline(outcome)), f"{outcome.seconds:.1f}",
        )  # fmt: skip
    return table


def _colored(outcome: Examination) -> str:
    if not outcome.as_recorded:
        return f"[bold red]{outcome.verdict}[/]"
    return f"[{COLORS[outcome.verdict.split(':')[0]]}]{outcome.verdict}[/]"


def _headline(outcome: Examination) -> str:
    """The first check that failed, or the first of all."""
    if outcome.failure:
        return outcome.failure.strip().splitlines()[-1]
    first = next((c for c in outcome.checks if not c.passed), outcome.checks[0])
    return first.sentence()


def _conclude(console: Console, done: Sequence[Examination]) -> None:
    changed = [outcome for outcome in done if not outcome.as_recorded]
    for outcome in changed:
        console.print(f"\n[bold]{outcome.name}[/] was recorded as '{outcome.recorded}':")
        for check in outcome.checks:
            console.print(f"  {'ok ' if check.passed else 'NOT'}  {escape(check.sentence())}")
        if outcome.failure:
            console.print(escape(outcome.failure))
    seconds = sum(outcome.cpu for outcome in done)
    verdict = "all as recorded" if not changed else f"{len(changed)} changed"
    claims = "1 claim" if len(done) == 1 else f"{len(done)} claims"
    console.print(f"{claims}, {verdict}, {seconds:.0f} s of CPU")


def list_claims() -> None:
    """Print every claim with its source, verdict on record and question."""
    table = Table(box=None)
    for name in ("claim", "source", "on record", "question"):
        table.add_column(name, overflow="fold")
    for known in chosen((), None):
        table.add_row(known.name, known.source, known.verdict, escape(known.question))
    Console(highlight=False).print(table)
