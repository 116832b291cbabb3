"""`tokenflock check`: a table of claims with their verdicts, filled as they come in."""

import json
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from rich.console import Console
from rich.live import Live
from rich.markup import escape
from rich.table import Table

from tokenflock.cli.options import Format, Jobs, Quick, Use, check_choice, option, use

if TYPE_CHECKING:
    from tokenflock.papers.certified import Certified
    from tokenflock.papers.claims import Claim
    from tokenflock.papers.outcomes import Outcome

CERTIFICATES = Path("certificates")
COLORS = {"holds": "green", "fails": "yellow", "erratum": "yellow", "open": "cyan"}


def command(
    names: Annotated[
        list[str] | None,
        typer.Argument(metavar="CLAIM", help="claims, files of your own (.py), or all"),
    ] = None,
    source: Annotated[str | None, option("all claims of a paper, as 2411.04990")] = None,
    quick: Quick = False,
    jobs: Jobs = 1,
    offset: Annotated[
        int, typer.Option("--seed-offset", min=0, help="draw all random numbers anew")
    ] = 0,
    certify: Annotated[
        bool,
        typer.Option(
            "--certify", help="also prove what theorems decide, into the folder `certificates`"
        ),
    ] = False,
    listed: Annotated[bool, typer.Option("--list", help="show all claims")] = False,
    output: Format = "text",
    files: Use = None,
) -> None:
    """Measure what papers claim: exit 0 if all verdicts are as recorded, 1 if one changed."""
    check_choice("--format", output, ("text", "json"))
    if listed:
        print_claims()
        return
    use(files)
    raise typer.Exit(
        check(
            names or (), source, quick=quick, jobs=jobs, offset=offset, certify=certify,
            as_json=output == "json",
        )
    )  # fmt: skip


def check(
    names: Sequence[str],
    source: str | None = None,
    *,
    quick: bool,
    jobs: int,
    as_json: bool,
    offset: int = 0,
    certify: bool = False,
) -> int:
    """Measure claims and print their verdicts; 0 if all are as recorded and proved, else 1."""
    from tokenflock.papers import claims
    from tokenflock.papers.outcomes import outcomes_of
    from tokenflock.runtime.interruptible import watched

    # In the background: Ctrl-C in the middle of importing NumPy or JAX may crash.
    selected = watched(lambda: claims.selection(tuple(names), source), lambda: None)
    coming = outcomes_of(selected, quick=quick, jobs=jobs, offset=offset)
    outcomes = list(coming) if as_json else _shown(coming, len(selected))
    proofs = [_proved(name, offset) for name in selected] if certify else []
    if as_json:
        proved = {found.claim: found.plain() for found in proofs}
        print(json.dumps([outcome.plain() | proved.get(outcome.name, {}) for outcome in outcomes]))
    else:
        _conclude(Console(highlight=False), outcomes)
        _tell(Console(highlight=False, soft_wrap=True), proofs)
    refused = any(found.refusals for found in proofs)
    return 0 if all(outcome.as_recorded for outcome in outcomes) and not refused else 1


def _proved(name: str, offset: int) -> "Certified":
    from tokenflock.papers.certified import certified
    from tokenflock.runtime.interruptible import watched

    return watched(lambda: certified(name, CERTIFICATES, offset=offset), lambda: None)


def _tell(console: Console, proofs: "Sequence[Certified]") -> None:
    """Which configurations are certified, and how to check the certificates."""
    told = [found for found in proofs if found.files or found.refusals]
    for found in told:
        console.print(escape(found.sentence))
        for refusal in found.refusals:
            console.print(escape(f"  refused: {refusal}"))
    if len(told) < len(proofs):
        count = len(proofs) - len(told)
        claims = "1 claim names" if count == 1 else f"{count} claims name"
        console.print(
            f"{claims} no configuration that a theorem decides; `tokenflock certify RUN` tries any."
        )
    if any(found.files for found in told):
        console.print(f"Check them with: tokenflock verify {CERTIFICATES}/*.json")


def _shown(coming: "Iterable[Outcome]", total: int) -> "list[Outcome]":
    """All outcomes, in a table that grows as they come."""
    outcomes: list[Outcome] = []
    console = Console(highlight=False)
    with Live(_table(outcomes, total), console=console, refresh_per_second=4) as live:
        for outcome in coming:
            outcomes.append(outcome)
            live.update(_table(outcomes, total))
    if not console.is_terminal:
        console.print()  # a live table that is not watched ends without a new line
    return outcomes


def _table(outcomes: "Sequence[Outcome]", total: int) -> Table:
    table = Table(box=None, caption=f"{len(outcomes)} of {total}", caption_justify="left")
    for name in ("claim", "source", "verdict", "what was measured"):
        table.add_column(name, overflow="fold")
    table.add_column("s", justify="right")
    for outcome in outcomes:
        table.add_row(
            outcome.name, _origin(outcome), _colored(outcome),
            escape(_headline(outcome)), f"{outcome.seconds:.1f}",
        )  # fmt: skip
    return table


def _origin(claim: "Outcome | Claim") -> str:
    """The source, and whether the statement is ours."""
    return escape(claim.source) + (" [dim](statement: ours)[/]" if claim.ours else "")


def _colored(outcome: "Outcome") -> str:
    if not outcome.as_recorded:
        return f"[bold red]{outcome.verdict}[/]"
    return f"[{COLORS[outcome.verdict.split(':')[0]]}]{outcome.verdict}[/]"


def _headline(outcome: "Outcome") -> str:
    """The first check that failed, or the first of all."""
    if outcome.failure:
        return outcome.failure.strip().splitlines()[-1]
    first = next((c for c in outcome.checks if not c.passed), outcome.checks[0])
    return first.sentence()


def _conclude(console: Console, outcomes: "Sequence[Outcome]") -> None:
    changed = [outcome for outcome in outcomes if not outcome.as_recorded]
    for outcome in changed:
        console.print(f"\n[bold]{outcome.name}[/] was recorded as '{outcome.recorded}':")
        for check in outcome.checks:
            console.print(f"  {'ok ' if check.passed else 'NOT'}  {escape(check.sentence())}")
        if outcome.failure:
            console.print(escape(outcome.failure))
    seconds = sum(outcome.cpu for outcome in outcomes)
    verdict = "all as recorded" if not changed else f"{len(changed)} changed"
    count = "1 claim" if len(outcomes) == 1 else f"{len(outcomes)} claims"
    ours = sum(outcome.ours for outcome in outcomes)
    count += f" ({ours} with a statement of ours)" if ours else ""
    console.print(f"{count}, {verdict}, {seconds:.0f} s of CPU")


def print_claims() -> None:
    """Print every claim with its source, verdict on record and question."""
    from tokenflock.papers.claims import all_claims

    table = Table(box=None)
    for name in ("claim", "source", "on record", "question"):
        table.add_column(name, overflow="fold")
    for claim in all_claims():
        table.add_row(claim.name, _origin(claim), claim.verdict, escape(claim.question))
    Console(highlight=False).print(table)
