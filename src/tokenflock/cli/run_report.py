"""What `tokenflock run` prints: the system, its clusters in time, the end and the cost."""

import itertools
import math
import shlex
import shutil
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from rich.console import Console
from rich.markup import escape
from rich.table import Table

if TYPE_CHECKING:
    import xarray as xr

    from tokenflock.analysis.summaries import Centers, Summary
    from tokenflock.observables import Epoch
    from tokenflock.results.merges import Merge
    from tokenflock.spec import Spec

MOST_ROWS = 14  # of the timeline on the screen; the file has all
MOST_ITEMS = 8  # of sizes and leaders in a row


def headline(spec: "Spec") -> str:
    """The system in one line, in the markup of rich."""
    mask = spec.mask if isinstance(spec.mask, str) else "explicit"
    where = f"on the unit sphere of R^{spec.d}" if spec.space == "sphere" else f"in R^{spec.d}"
    where += f" ({spec.space})" if spec.space not in ("sphere", "euclidean") else ""
    laws = "".join(f", {law}" for law in _laws(spec))
    return (
        f"[bold]{spec.n} tokens[/] {where}, {mask} attention, beta = {spec.beta:g}{laws}, "
        f"to t = {spec.t_end:g}, seed {spec.seed}"
    )


def _laws(spec: "Spec") -> list[str]:
    """What distinguishes a spec from softmax attention with Q = K = V = I in continuous time."""
    drawn = {name: getattr(spec, name) for name in ("qk", "ov")}
    laws = [
        f"{name} {value if isinstance(value, str) else 'explicit'}"
        for name, value in drawn.items()
        if value is not None
    ]
    laws += [] if spec.weighting == "softmax" else [f"{spec.weighting} weights"]
    laws += [] if spec.position is None else [spec.position]
    laws += _terms(spec)
    kind = "" if spec.noise == "token" else f"{spec.noise.replace('-', ' ')} "
    laws += [] if spec.kappa is None else [f"{kind}noise of kappa = {spec.kappa:g}"]
    return laws + ([spec.method] if spec.is_layered else [])


def _terms(spec: "Spec") -> list[str]:
    """What acts on tokens besides attention."""
    times = "" if spec.mlp_scale == 1 else f"{spec.mlp_scale:g} times "
    given = {f"{times}MLP": spec.mlp, "linear map": spec.linear, "external field": spec.external}
    return [
        f"{name} {value}" if isinstance(value, str) else name
        for name, value in given.items()
        if value is not None
    ]


def print_report(
    console: Console, result: "xr.Dataset", summary: "Summary", folder: Path, files: list[str]
) -> None:
    """Print what happened to the tokens, how it ended, what it cost and where it is saved."""
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
    """The last merges: when, which clusters, and the energy from plateau to plateau."""
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
    known = solver_facts(result)
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


def _next_commands(spec: "Spec", folder: Path) -> str:
    from tokenflock.spec.vocabulary import sources

    command = "tokenflock" if shutil.which("tokenflock") else shlex.quote(sys.argv[0])
    other = "full" if spec.mask == "causal" else "causal"
    own = "".join(f" --use {shlex.quote(str(path))}" for path in sources())
    again = f"  {command} run {shlex.quote(str(folder / 'spec.toml'))}{own}"
    lines = [
        "\nTry next:",
        f"{again} --mask {other}",
        f"{again} --beta {spec.beta / 4 or 1:g} --seed 1",
        f"  {command} run {'sphere' if spec.d != 3 else 'polytope'}",
    ]
    return "\n".join(lines)


def solver_facts(result: "xr.Dataset") -> dict[str, Any]:
    """What a run tells of its solver."""
    from tokenflock.results.schema import solver_facts as facts  # xarray, which --help is spared

    return facts(result)
