"""`tokenflock diagnose`: what attention does to the tokens of a model, as a page to read."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from tokenflock.cli.options import SENTENCE, Format, Out, check_choice, option

if TYPE_CHECKING:
    from tokenflock.diagnosis import Diagnosis

FORMATS = ("text", "json")


def command(
    source: Annotated[str, typer.Argument(metavar="MODEL", help="folder, file or hub name")],
    text: Annotated[Path | None, option("file with the text to read; a sentence of ours if none")]
    = None,
    compare: Annotated[str | None, option("another model, or another step of the same one")] = None,
    tokens: Annotated[int, typer.Option(min=2, help="read at most so many tokens")] = 2048,
    threshold: Annotated[
        list[str] | None,
        option("change what counts as unusual: sink=0.9; more than once, if need be"),
    ] = None,
    quick: Annotated[
        bool, typer.Option("--quick", help="no versions of the model, no influence by position")
    ] = False,
    out: Out = None,
    output: Format = "text",
) -> None:  # fmt: skip
    """Tell what attention does to the tokens of a model: findings, a page, numbers."""
    from rich.console import Console

    from tokenflock.runtime.blas import one_blas_thread

    one_blas_thread()
    from tokenflock.runtime.folders import fresh, next_free
    from tokenflock.runtime.interruptible import watched
    from tokenflock.runtime.memory import return_large_blocks

    check_choice("--format", output, FORMATS)
    limits = _limits(threshold)
    words = _text(text)
    folder = out if out is not None else next_free(Path("runs"), "diagnose")
    stage = ["reading"]
    return_large_blocks()

    def work(place: Path) -> "Diagnosis":
        from tokenflock.diagnosis import diagnose
        from tokenflock.pretrained import load_model

        def one(name: str) -> "Diagnosis":
            model = load_model(name)
            return diagnose(
                model, words, tokens=tokens, thresholds=limits, versions=not quick,
                influence=not quick, progress=lambda now: stage.append(f"{model.name}: {now}"),
            )  # fmt: skip

        found = one(source)
        if compare is not None:
            found = found.compared_with(one(compare))
        stage.append("writing the page")
        found.save(place)
        return found

    with fresh(folder) as partial, Console(stderr=True).status("reading") as status:
        found = watched(lambda: work(partial), lambda: status.update(stage[-1]))
    print(found.as_json() if output == "json" else _told(found, folder))


def _told(found: "Diagnosis", folder: Path) -> str:
    lines = [f"[{one.name}] {one.sentence}" for one in found.findings]
    rest = found.sentences()[max(1, len(found.findings)) if lines else 0 :]
    cut = [found.left_out()] if found.left_out() else []
    return "\n".join([*lines, *rest, *cut, f"The page: {folder / 'report.html'}"])


def _text(file: Path | None) -> str:
    from tokenflock.errors import InputError

    if file is None:
        return SENTENCE
    if not file.is_file():
        raise InputError(f"`--text` must be a file to read. There is no file `{file}`.")
    try:
        words = file.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError):
        raise InputError(f"`--text` must be a text in UTF-8. `{file}` is none.") from None
    if not words.strip():
        raise InputError(f"`--text` must hold some words. `{file}` is empty.")
    return words


def _limits(changes: list[str] | None) -> dict[str, float]:
    from tokenflock.diagnosis.thresholds import thresholds_of
    from tokenflock.errors import InputError

    found = {}
    for change in changes or ():
        name, _, value = change.partition("=")
        try:
            found[name.strip()] = float(value)
        except ValueError:
            raise InputError(
                f"`--threshold` must be a name and a number, as in sink=0.9. Got {change!r}."
            ) from None
    thresholds_of(found)  # before anything is read
    return found
