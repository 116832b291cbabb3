"""`tokenflock run`: simulate a spec, print what happened, and save it in a folder."""

import csv
import itertools
import json
import math
import shlex
import shutil
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from rich.console import Console
from rich.markup import escape
from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn
from rich.table import Table

from tokenflock.errors import InputError
from tokenflock.runtime.folders import fresh, next_free
from tokenflock.runtime.interruptible import watched
from tokenflock.spec import Spec
from tokenflock.spec.presets import preset

if TYPE_CHECKING:
    import xarray as xr

    from tokenflock.analysis.summaries import Centers, Summary
    from tokenflock.coarsening.merging import Merge
    from tokenflock.observables import Epoch

MOST_ROWS = 14  # of the timeline on the screen; the file has all
MOST_ITEMS = 8  # of sizes and leaders in a row


def spec_of(system: str, changes: dict[str, Any]) -> tuple[Spec, str]:
    """The spec that a preset or a file names, with some fields changed, and a name for it."""
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


def free_folder(name: str) -> Path:
    """A folder below runs/ that does not exist yet."""
    return next_free(Path("runs"), name)


def run(spec: Spec, folder: Path, *, figure: str, as_json: bool) -> None:
    """Simulate, save into `folder` and print: a report, or one JSON object."""
    console = Console(highlight=False)
    with fresh(folder) as partial:
        if not as_json:
            console.print(_headline(spec))
        result, summary, files = _simulated(spec, partial, figure)
    if as_json:
        about = {"folder": str(folder), "files": files, "solver": _solver(result)}
        print(json.dumps(summary.plain() | about))
    else:
        _report(console, result, summary, folder, files)


def _simulated(spec: Spec, folder: Path, figure: str) -> "tuple[xr.Dataset, Summary, list[str]]":
    """The run, its summary and its files, made in the background under a progress bar."""
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
            bar.update(task, completed=_share(spec, t), description=stage, t=f"{t:.3g}")

        return watched(work, watch)


def _share(spec: Spec, t: float) -> float:
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

    from tokenflock.coarsening.merging import Merge

    with path.open("w", newline="", encoding="utf-8") as file:
        table = csv.DictWriter(file, [field.name for field in fields(Merge)])
        table.writeheader()
        table.writerows(asdict(merge) for merge in merges)


def _solver(result: "xr.Dataset") -> dict[str, Any]:
    wanted = ("method", "tol", "step", "layers", "steps_accepted", "steps_rejected", "evaluations",
              "slow_steps", "wall_time")  # fmt: skip
    return {name: result.attrs[name] for name in wanted if name in result.attrs}


def _headline(spec: Spec) -> str:
    mask = spec.mask if isinstance(spec.mask, str) else "explicit"
    where = {
        "sphere": f"on the unit sphere of R^{spec.d}", "euclidean": f"in R^{spec.d}",
        "rescaled": f"in R^{spec.d}, rescaled",
    }.get(spec.space, f"in R^{spec.d} ({spec.space})")  # fmt: skip
    laws = "".join(f", {law}" for law in _laws(spec))
    return (
        f"[bold]{spec.n} tokens[/] {where}, {mask} attention, beta = {spec.beta:g}{laws}, "
        f"to t = {spec.t_end:g}, seed {spec.seed}"
    )


def _laws(spec: Spec) -> list[str]:
    """What distinguishes a spec from softmax attention with Q = K = V = I in continuous time."""
    drawn = {name: getattr(spec, name) for name in ("qk", "ov")}
    laws = [
        f"{name} {value if isinstance(value, str) else 'given'}"
        for name, value in drawn.items()
        if value is not None
    ]
    laws += [] if spec.weighting == "softmax" else [f"{spec.weighting} weights"]
    laws += [] if spec.position is None else [spec.position]
    laws += [] if spec.kappa is None else [f"noise of kappa = {spec.kappa:g}"]
    return laws + ([spec.method] if spec.method in ("layers", "no-residual") else [])


def _report(
    console: Console, result: "xr.Dataset", summary: "Summary", folder: Path, files: list[str]
) -> None:
    merges = summary.merges
    console.print(_merges_table(merges) if merges else _timeline_table(summary.epochs))
    if summary.centers is not None:
        console.print(_centers_lines(summary.centers))
    console.print(f"\n[bold]{summary.verdict.state}[/]: {summary.verdict.reason}")
    console.print(_cost_line(result))
    console.print(f"\nSaved in [bold]{escape(str(folder))}[/]: {', '.join(files)}", soft_wrap=True)
    console.print(escape(_next_commands(summary.spec, folder)), soft_wrap=True)


def _timeline_table(epochs: "Sequence[Epoch]") -> Table:
    table = Table(box=None, pad_edge=False, header_style="bold")
    for name in ("time", "clusters", "loose"):
        table.add_column(name, justify="right")
    table.add_column("sizes, largest first")
    table.add_column("leaders")
    for e in _spread_out(epochs):
        sizes = _shortened(sorted(e.sizes, reverse=True))
        row = (f"{e.time:.3g}", e.count, e.unclustered, sizes, _shortened(e.leaders))
        table.add_row(*map(str, row))
    if len(epochs) > MOST_ROWS:
        table.caption = f"{table.row_count} of {len(epochs)} changes; timeline.csv has all"
        table.caption_justify = "left"
    return table


def _merges_table(merges: "Sequence[Merge]") -> Table:
    """The last merges: when, who joined whom, and the energy from plateau to plateau."""
    table = Table(box=None, pad_edge=False, header_style="bold")
    for name in ("merge at t", "clusters left", "masses", "tokens", "energy / maximum"):
        table.add_column(name, justify="left" if name == "masses" else "right")
    for m in merges[-MOST_ROWS:]:
        masses, tokens = f"{m.leader_mass:g} + {m.joiner_mass:g}", f"{m.leader} and {m.joiner}"
        energies = f"{m.before:.4f} -> {m.after:.4f}"
        table.add_row(f"{m.time:.6g}", str(m.count), masses, tokens, energies)
    if len(merges) > MOST_ROWS:
        table.caption = f"the last {MOST_ROWS} of {len(merges)} merges; merges.csv has all"
        table.caption_justify = "left"
    return table


def _spread_out(epochs: "Sequence[Epoch]") -> "list[Epoch]":
    """At most MOST_ROWS epochs: the first, the last, and those that lasted longest in log time."""
    if len(epochs) <= MOST_ROWS:
        return list(epochs)
    times = [math.log1p(e.time) for e in epochs]
    lasted = [later - t for t, later in itertools.pairwise(times)]
    inner = sorted(range(1, len(epochs) - 1), key=lambda k: -lasted[k])[: MOST_ROWS - 2]
    return [epochs[k] for k in [0, *sorted(inner), len(epochs) - 1]]


def _shortened(items: Sequence[int]) -> str:
    shown = " ".join(map(str, items[:MOST_ITEMS]))
    more = len(items) - MOST_ITEMS
    return f"{shown} (+{more})" if more > 0 else shown


def _centers_lines(centers: "Centers") -> str:
    delta = f"delta = 4 beta^(-1/2) = {centers.delta:.3g}"
    return (
        f"\nRényi centers ({delta}): {len(centers.renyi)}, tokens {_all(centers.renyi)}\n"
        f"strong Rényi centers: {len(centers.strong)}, tokens {_all(centers.strong)}"
    )


def _all(items: Sequence[int]) -> str:
    return " ".join(map(str, items[:40])) + (" ..." if len(items) > 40 else "")


def _cost_line(result: "xr.Dataset") -> str:
    known = _solver(result)
    if "slow_steps" in known:
        explicit = known.get("steps_accepted", 0)
        return (
            f"[dim]{explicit} explicit and {known['slow_steps']} slow steps, tol {known['tol']:g}, "
            f"{known['wall_time']:.2f} s[/]"
        )
    steps = known.get("steps_accepted", known.get("layers"))
    s = "" if steps == 1 else "s"
    what = f"layer{s}" if known["method"] == "layers" else f"step{s} of {known['method']}"
    tol = f", tol {known['tol']:g}" if "tol" in known else ""
    return f"[dim]{steps} {what}{tol}, {known['wall_time']:.2f} s[/]"


def _next_commands(spec: Spec, folder: Path) -> str:
    command = "tokenflock" if shutil.which("tokenflock") else shlex.quote(sys.argv[0])
    other = "full" if spec.mask == "causal" else "causal"
    again = f"  {command} run {shlex.quote(str(folder / 'spec.toml'))}"
    lines = [
        "\nTry next:",
        f"{again} --mask {other}",
        f"{again} --beta {spec.beta / 4 or 1:g} --seed 1",
        f"  {command} run {'sphere' if spec.d != 3 else 'polytope'}",
    ]
    return "\n".join(lines)
