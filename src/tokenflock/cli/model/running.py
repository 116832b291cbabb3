"""What all verbs share: load in the background under a progress line, work, save, print."""

import json
from collections.abc import Callable
from dataclasses import dataclass
from importlib.metadata import version
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tokenflock.cli.options import check_choice, use

if TYPE_CHECKING:
    from matplotlib.figure import Figure

    from tokenflock.pretrained.model import Model

Progress = Callable[[str], None]  # what is being done, for the progress line
Report = dict[str, Any]  # values, lists of rows, and rows with names
Work = Callable[["Model", Path, Progress], "tuple[Figure, Report]"]

FIGURES = ("png", "svg", "pdf", "none")
FORMATS = ("text", "json")


@dataclass(frozen=True)
class Output:
    """Where results go and in which form."""

    out: Path | None
    figure: str
    format: str


def run(
    verb: str,
    source: str,
    work: Work,
    output: Output,
    files: list[Path] | None,
    *,
    keeps: bool = False,
) -> None:
    """Run `work(model, store, progress)`, which writes its data to the store; print its report.

    With `keeps` the folder is there from the beginning, and what is in it stays if work ends early.
    """
    from rich.console import Console

    from tokenflock.cli.model.printing import print_report
    from tokenflock.runtime.folders import fresh, growing, next_free
    from tokenflock.runtime.interruptible import watched
    from tokenflock.runtime.memory import return_large_blocks

    check_choice("--figure", output.figure, FIGURES)
    check_choice("--format", output.format, FORMATS)
    use(files)
    folder = output.out if output.out is not None else next_free(Path("runs"), f"model-{verb}")
    stage = ["reading"]
    return_large_blocks()
    place = growing(folder) if keeps else fresh(folder)
    with place as partial, Console(stderr=True).status("reading") as status:
        _write_spec(partial, verb, source, work)
        report = watched(
            lambda: _made(work, source, partial / f"{verb}.zarr", output.figure, stage),
            lambda: status.update(stage[-1]),
        )
    if output.format == "json":
        print(json.dumps(report | {"folder": str(folder)}))
    else:
        print_report(report, folder)


def _write_spec(folder: Path, verb: str, source: str, work: Work) -> None:
    """Say in the folder what made it: the verb, the model, the text and every option."""
    import click

    from tokenflock.cli.options import SENTENCE

    context = click.get_current_context(silent=True)
    # Called from Python, a verb has no context: then what its work is told.
    options = {"source": source} | dict(
        context.params if context else getattr(work, "keywords", {})
    )
    if "text" in options and options["text"] is None:
        options["text"] = SENTENCE
    spec = {"verb": f"model {verb}", "tokenflock": version("tokenflock")} | options
    text = json.dumps(spec, indent=2, ensure_ascii=False, default=str)
    (folder / "spec.json").write_text(text + "\n", encoding="utf-8")


def _made(work: Work, source: str, store: Path, figure: str, stage: list[str]) -> Report:
    """The report of some work on a model, whose data and figure are in the folder of the store."""
    from tokenflock.plots import save_figure
    from tokenflock.pretrained import load_model

    drawn, report = work(load_model(source), store, stage.append)
    if figure != "none":
        save_figure(drawn, store.parent / f"figure.{figure}")
    return report
