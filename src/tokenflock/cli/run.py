"""`tokenflock run`: simulate a spec, print what happened, and save it in a folder."""

import csv
import json
import math
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer
from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn

from tokenflock.cli.options import Format, Out, Use, check_choice, option, use
from tokenflock.cli.run_report import headline, print_report, solver_facts
from tokenflock.errors import InputError

if TYPE_CHECKING:
    import xarray as xr

    from tokenflock.analysis.summaries import Summary
    from tokenflock.observables import Epoch
    from tokenflock.results.merges import Merge
    from tokenflock.spec import Spec


def _help_text() -> str:
    from tokenflock.spec.presets import PRESETS

    width = max(map(len, PRESETS))
    rows = "\n".join(f"  [bold]{name:<{width}}[/]  {text}" for name, (text, _) in PRESETS.items())
    return f"""Simulate tokens, print their clusters and the end state, save data and a figure.

SYSTEM is a preset or a spec file (.toml or .json); options change single fields of it.

\b
Presets:
{rows}
"""


class Command(typer.core.TyperCommand):
    """A command whose help lists the presets, built only when someone asks for it."""

    def get_help(self, ctx: Any) -> str:
        self.help = _help_text()
        return super().get_help(ctx)


def command(
    system: Annotated[str, typer.Argument(help="a preset or a spec file")] = "causal-circle",
    n: Annotated[int | None, option("number of tokens", "--n")] = None,
    d: Annotated[int | None, option("dimension of a token", "--d")] = None,
    beta: Annotated[float | None, option("inverse temperature")] = None,
    mask: Annotated[str | None, option("full, causal or window:K")] = None,
    weighting: Annotated[str | None, option("softmax, unnormalized, hardmax, sinkhorn")] = None,
    position: Annotated[str | None, option("alibi:RATE or rotary")] = None,
    qk: Annotated[str | None, option("Q^T K: a number times the identity, or goe, ...")] = None,
    ov: Annotated[str | None, option("V: a number times the identity, or wishart, ...")] = None,
    layer_time: Annotated[float | None, option("redraw random matrices after this time")] = None,
    mlp: Annotated[str | None, option("a random perceptron: relu:WIDTH, gated-gelu:WIDTH")] = None,
    mlp_scale: Annotated[float | None, option("multiplies the perceptron")] = None,
    linear: Annotated[str | None, option("B x: a number times the identity, or goe, ...")] = None,
    block: Annotated[str | None, option("terms in layers: sequential or parallel")] = None,
    space: Annotated[str | None, option("sphere, euclidean, rescaled, preln, ngpt, ...")] = None,
    init: Annotated[str | None, option("starting tokens, as uniform or cap:0.5")] = None,
    t_end: Annotated[float | None, option("last time")] = None,
    samples: Annotated[int | None, option("number of saved times")] = None,
    spacing: Annotated[str | None, option("linear or log")] = None,
    kappa: Annotated[float | None, option("inverse temperature of noise")] = None,
    noise: Annotated[str | None, option("token, common, common-matrix, common-attention")] = None,
    gamma: Annotated[float | None, option("sets beta = gamma log n")] = None,
    seed: Annotated[int | None, option("random seed")] = None,
    tol: Annotated[float | None, option("tolerance of the solver")] = None,
    method: Annotated[str | None, option("tsit5, dopri8, layers, ... or auto")] = None,
    step: Annotated[float | None, option("equal steps of this length")] = None,
    coarsen: Annotated[
        bool | None, option("tokens that met move as one", "--coarsen/--no-coarsen")
    ] = None,
    out: Out = None,
    figure: Annotated[str, typer.Option(help="png, svg, pdf or none")] = "png",
    output: Format = "text",
    files: Use = None,
) -> None:
    """Simulate tokens, print their clusters and the end state, save data and a figure."""
    fields = {k: v for k, v in locals().items() if v is not None and k not in _NOT_FIELDS}
    changes = {k: _number(v) if k in ("qk", "ov", "linear") else v for k, v in fields.items()}
    check_choice("--figure", figure, ("png", "svg", "pdf", "none"))
    check_choice("--format", output, ("text", "json"))
    use(files)
    from tokenflock.runtime.folders import next_free

    spec, name = spec_of(system, changes)
    folder = out if out is not None else next_free(Path("runs"), name)
    run(spec, folder, figure=figure, as_json=output == "json")


_NOT_FIELDS = {"system", "out", "figure", "output", "files"}


def _number(text: str) -> float | str:
    try:
        return float(text)
    except ValueError:
        return text


def spec_of(system: str, changes: dict[str, Any]) -> "tuple[Spec, str]":
    """The spec that a preset or a file names, with some fields changed, and a name for it."""
    from tokenflock.spec import Spec
    from tokenflock.spec.presets import preset

    path = Path(system)
    if path.suffix in (".toml", ".json"):
        spec, name = Spec.from_file(path), path.stem
    else:
        spec, name = preset(system), system
    if {"n", "d"} & set(changes) and not isinstance(spec.init, str) and "init" not in changes:
        raise InputError(f"`{system}` lists its tokens, so --n and --d need an --init as well.")
    if {"step", "tol"} <= set(changes):
        raise InputError(
            "`--step` asks for equal steps, whose error no tolerance controls. Leave out --step or "
            "--tol."
        )
    return spec.replace(**changes), name


def run(spec: "Spec", folder: Path, *, figure: str, as_json: bool) -> None:
    """Simulate, save into `folder` and print: a report, or one JSON object."""
    from tokenflock.runtime.folders import fresh

    console = Console(highlight=False)
    with fresh(folder) as partial:
        if not as_json:
            console.print(headline(spec))
        result, summary, files = _simulated(spec, partial, figure)
    if as_json:
        about = {"folder": str(folder), "files": files, "solver": solver_facts(result)}
        print(json.dumps(summary.plain() | about))
    else:
        print_report(console, result, summary, folder, files)


def _simulated(spec: "Spec", folder: Path, figure: str) -> "tuple[xr.Dataset, Summary, list[str]]":
    """The run, its summary and its files, made in the background under a progress bar."""
    from tokenflock.runtime.interruptible import watched

    reached = [0.0]

    def work() -> "tuple[xr.Dataset, Summary, list[str]]":
        from tokenflock.analysis.summaries import summarize
        from tokenflock.simulation import simulate

        result = simulate(spec, progress=lambda t: reached.__setitem__(0, t))
        summary = summarize(result)
        return result, summary, _saved(result, summary, folder, figure)

    bar = Progress(
        TextColumn("{task.description}"), BarColumn(), TextColumn("t = {task.fields[t]}"),
        TimeElapsedColumn(), console=Console(stderr=True), transient=True,
    )  # fmt: skip
    with bar:
        task = bar.add_task("starting", total=_share(spec, spec.t_end), t="0")

        def watch() -> None:
            t = reached[0]
            stage = "starting" if t == 0 else "integrating" if t < spec.t_end else "drawing"
            note = getattr(t, "note", "") if stage == "integrating" else ""
            bar.update(task, completed=_share(spec, t), description=note or stage, t=f"{t:.3g}")

        return watched(work, watch)


def _share(spec: "Spec", t: float) -> float:
    """Progress by time, or by its logarithm where the saved times are logarithmic."""
    if spec.spacing == "linear":
        return t
    return math.log1p(1e2 * t)


def _saved(result: "xr.Dataset", summary: "Summary", folder: Path, figure: str) -> list[str]:
    from tokenflock.results import save

    save(result, folder / "run.zarr")
    (folder / "spec.toml").write_text(summary.spec.to_toml(), encoding="utf-8")
    _write_timeline(folder / "timeline.csv", summary.epochs)
    if summary.merges is not None:
        _write_merges(folder / "merges.csv", summary.merges)
    if figure != "none":
        from tokenflock.plots import figure_of, save_figure

        save_figure(figure_of(result), folder / f"figure.{figure}")
    return sorted(path.name for path in folder.iterdir())


def _write_timeline(path: Path, epochs: "Sequence[Epoch]") -> None:
    with path.open("w", newline="", encoding="utf-8") as file:
        table = csv.writer(file)
        table.writerow(["time", "clusters", "unclustered", "sizes", "leaders"])
        for e in epochs:
            sizes, leaders = (" ".join(map(str, row)) for row in (e.sizes, e.leaders))
            table.writerow([e.time, e.count, e.unclustered, sizes, leaders])


def _write_merges(path: Path, merges: "Sequence[Merge]") -> None:
    from dataclasses import asdict, fields

    from tokenflock.results.merges import Merge

    with path.open("w", newline="", encoding="utf-8") as file:
        table = csv.DictWriter(file, [field.name for field in fields(Merge)])
        table.writeheader()
        table.writerows(asdict(merge) for merge in merges)
