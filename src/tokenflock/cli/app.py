"""The command line: parse, call, print.  Heavy imports stand inside the verbs."""

import contextlib
import json
import os
import signal
import sys
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Annotated, Any, NoReturn

import typer

from tokenflock.cli import model
from tokenflock.errors import InputError

app = typer.Typer(
    add_completion=False,
    no_args_is_help=True,
    rich_markup_mode="rich",
    pretty_exceptions_enable=False,
    help="Attention is a vector field, depth is time, tokens are particles.",
)


app.add_typer(model.app, name="model")


def _preset_help() -> str:
    from tokenflock.spec.presets import PRESETS

    width = max(map(len, PRESETS))
    rows = "\n".join(f"  [bold]{name:<{width}}[/]  {text}" for name, (text, _) in PRESETS.items())
    return f"""Simulate tokens, tell their clusters and the end state, save data and a figure.

SYSTEM is a preset or a spec file (.toml or .json); options change single fields of it.

\b
Presets:
{rows}
"""


def _option(text: str, *names: str) -> Any:
    return typer.Option(*names, help=text, show_default=False)


class _Lazy(typer.core.TyperCommand):
    """A command whose help lists the presets, built only when someone asks for it."""

    def get_help(self, ctx: Any) -> str:
        self.help = _preset_help()
        return super().get_help(ctx)


@app.command(cls=_Lazy)
def run(
    system: Annotated[str, typer.Argument(help="a preset or a spec file")] = "causal-circle",
    n: Annotated[int | None, _option("number of tokens", "--n")] = None,
    d: Annotated[int | None, _option("dimension of a token", "--d")] = None,
    beta: Annotated[float | None, _option("inverse temperature")] = None,
    mask: Annotated[str | None, _option("full, causal or window:K")] = None,
    weighting: Annotated[str | None, _option("softmax, unnormalized, hardmax, sinkhorn")] = None,
    position: Annotated[str | None, _option("alibi:RATE or rotary")] = None,
    qk: Annotated[str | None, _option("Q^T K: a number times the identity, or goe, ...")] = None,
    ov: Annotated[str | None, _option("V: a number times the identity, or wishart, ...")] = None,
    layer_time: Annotated[float | None, _option("redraw random matrices after this time")] = None,
    space: Annotated[str | None, _option("sphere, euclidean, rescaled, preln, ngpt, ...")] = None,
    init: Annotated[str | None, _option("starting tokens, as uniform or cap:0.5")] = None,
    t_end: Annotated[float | None, _option("last time")] = None,
    samples: Annotated[int | None, _option("number of saved times")] = None,
    spacing: Annotated[str | None, _option("linear or log")] = None,
    kappa: Annotated[float | None, _option("inverse temperature of noise")] = None,
    gamma: Annotated[float | None, _option("sets beta = gamma log n")] = None,
    seed: Annotated[int | None, _option("random seed")] = None,
    tol: Annotated[float | None, _option("tolerance of the solver")] = None,
    method: Annotated[str | None, _option("tsit5, dopri8, layers, ... or auto")] = None,
    step: Annotated[float | None, _option("equal steps of this length")] = None,
    coarsen: Annotated[
        bool | None, _option("tokens that met move as one", "--coarsen/--no-coarsen")
    ] = None,
    out: Annotated[Path | None, _option("folder for the results; it must not exist")] = None,
    figure: Annotated[str, typer.Option(help="png, svg, pdf or none")] = "png",
    output: Annotated[str, typer.Option("--format", help="text or json")] = "text",
) -> None:
    """Simulate tokens, tell their clusters and the end state, save data and a figure."""
    given = {k: v for k, v in locals().items() if v is not None and k not in _NOT_FIELDS}
    changes = {k: _number(v) if k in ("qk", "ov") else v for k, v in given.items()}
    _check_choice("--figure", figure, ("png", "svg", "pdf", "none"))
    _check_choice("--format", output, ("text", "json"))
    from tokenflock.cli import run

    spec, name = run.spec_of(system, changes)
    folder = out if out is not None else run.free_folder(name)
    run.run(spec, folder, figure=figure, as_json=output == "json")


_NOT_FIELDS = {"system", "out", "figure", "output"}


def _number(text: str) -> float | str:
    try:
        return float(text)
    except ValueError:
        return text


def _case_help() -> str:
    from tokenflock.bench import CASES

    width = max(map(len, CASES))
    rows = "\n".join(f"  [bold]{name:<{width}}[/]  {text}" for name, text in CASES.items())
    return f"""Measure speed, memory and errors beside the peers; save numbers and a figure.

\b
Cases, all of them by default:
{rows}
"""


@app.command(help=_case_help())
def bench(
    cases: Annotated[
        list[str] | None, typer.Argument(metavar="CASE", help="what to measure")
    ] = None,
    quick: Annotated[bool, typer.Option("--quick", help="small sizes, few repetitions")] = False,
    out: Annotated[Path | None, _option("folder for the results; it must not exist")] = None,
    output: Annotated[str, typer.Option("--format", help="text or json")] = "text",
) -> None:
    """Measure speed, memory and errors beside the peers; save numbers and a figure."""
    _check_choice("--format", output, ("text", "json"))
    from tokenflock.bench import report
    from tokenflock.runtime.folders import next_free

    names = report.checked(cases or [])
    folder = out if out is not None else next_free(Path("runs"), "bench")
    report.bench(names, folder, quick=quick, as_json=output == "json")


@app.command()
def check(
    names: Annotated[
        list[str] | None,
        typer.Argument(metavar="CLAIM", help="claims, files of your own (.py), or all"),
    ] = None,
    source: Annotated[str | None, _option("all claims of a paper, as 2411.04990")] = None,
    quick: Annotated[bool, typer.Option("--quick", help="fewer runs, wider errors")] = False,
    jobs: Annotated[int, typer.Option(min=1, help="claims examined at a time")] = 1,
    listed: Annotated[bool, typer.Option("--list", help="show all claims")] = False,
    output: Annotated[str, typer.Option("--format", help="text or json")] = "text",
) -> None:
    """Measure what papers claim: exit 0 if all verdicts are as recorded, 1 if one changed."""
    _check_choice("--format", output, ("text", "json"))
    from tokenflock.cli import check

    if listed:
        check.list_claims()
        return
    wanted = tuple(names or ())
    status = check.check(wanted, source, quick=quick, jobs=jobs, as_json=output == "json")
    raise typer.Exit(status)


@app.command()
def report(
    out: Annotated[Path, typer.Option(help="the page; it must not exist")] = Path("report.html"),
    quick: Annotated[bool, typer.Option("--quick", help="fewer runs, wider errors")] = False,
    jobs: Annotated[int, typer.Option(min=1, help="claims examined at a time")] = 1,
) -> None:
    """Write all claims, verdicts and figures as one HTML page."""
    from tokenflock.cli import report

    raise typer.Exit(report.report(out, quick=quick, jobs=jobs))


@app.command()
def reproduce(
    figure: Annotated[str | None, typer.Argument(help="a figure of a paper")] = None,
    full: Annotated[bool, typer.Option("--full", help="at the size of the paper")] = False,
    listed: Annotated[bool, typer.Option("--list", help="show all figures")] = False,
    model: Annotated[str | None, _option("pretrained model, for figures made of one")] = None,
    out: Annotated[Path | None, _option("folder for the results; it must not exist")] = None,
) -> None:
    """Make a figure of a paper again: data, picture, caption and provenance."""
    from tokenflock.cli import reproduce
    from tokenflock.runtime.folders import next_free

    if listed or figure is None:
        reproduce.list_figures()
        return
    folder = out if out is not None else next_free(Path("runs"), figure)
    reproduce.reproduce(figure, folder, full=full, model=model)


@app.command()
def sweep(
    file: Annotated[Path, typer.Argument(help="a sweep file (.toml)")],
    out: Annotated[str | None, _option("path or URL of the store; runs/NAME.zarr")] = None,
    dry_run: Annotated[bool, typer.Option("--dry-run", help="only tell shape, size, time")] = False,
    workers: Annotated[int | None, _option("local workers; one per core")] = None,
    scheduler: Annotated[str | None, _option("a running cluster, tcp://host:port")] = None,
    extend: Annotated[bool, typer.Option("--extend", help="add axis values or seeds")] = False,
    retry: Annotated[bool, typer.Option("--retry", help="solve failed runs again")] = False,
    events: Annotated[str | None, _option("json: one event per line")] = None,
) -> None:
    """Solve a grid of simulations into one store, or continue where that stopped."""
    from tokenflock.cli import sweep

    if events is not None:
        _check_choice("--events", events, ("json",))
    if workers is not None and workers < 1:
        raise InputError(f"`--workers` must be at least 1. Got {workers}.")
    if dry_run:
        sweep.dry_run(file, out, workers)
        return
    status = sweep.sweep(
        file, out, workers=workers, scheduler=scheduler, extend=extend, retry=retry,
        events=events is not None,
    )  # fmt: skip
    if status == 130:
        _leave(status)  # what is there was said
    raise typer.Exit(status)


@app.command()
def plot(
    store: Annotated[str, typer.Argument(help="path or URL of a sweep's store")],
    measure: Annotated[str | None, _option("what to draw; the first measure")] = None,
    x: Annotated[str | None, _option("the dimension across")] = None,
    y: Annotated[str | None, _option("the dimension upwards; makes a heat map")] = None,
    facet: Annotated[str | None, _option("the dimension with a panel per value")] = None,
    out: Annotated[Path | None, _option("the file: .png, .svg or .pdf")] = None,
) -> None:
    """Draw a sweep: heat map with theory, lines with error bands, or histogram."""
    from tokenflock.cli import plot

    print(plot.plot(store, out, measure=measure, x=x, y=y, facet=facet))


@app.command()
def explore(
    system: Annotated[
        str, typer.Argument(help="a preset, a spec file or a saved run (.zarr, .nc)")
    ] = "causal-circle",
    html: Annotated[Path | None, _option("write one HTML file and serve nothing")] = None,
    model: Annotated[str | None, _option("weights whose heads are explored, as in `model`")] = None,
    text: Annotated[str | None, _option("with --model: the sentence whose tokens move")] = None,
    host: Annotated[str, typer.Option(help="address to serve at")] = "127.0.0.1",
    port: Annotated[int, typer.Option(help="port to serve at; 0 takes a free one")] = 8642,
    browser: Annotated[bool, typer.Option(help="open a browser")] = True,
) -> None:
    """See, touch and share a system on a page, served on this machine or as one HTML file."""
    from tokenflock.cli import explore

    if html is not None:
        explore.write_page(system, html)
    else:
        explore.explore(system, host=host, port=port, browser=browser, model=model, text=text)


@app.command()
def cite(
    names: Annotated[
        list[str] | None,
        typer.Argument(metavar="NAME", help="presets, spec files, claims, figures, arXiv numbers"),
    ] = None,
    output: Annotated[str, typer.Option("--format", help="bibtex or json")] = "bibtex",
) -> None:
    """Print BibTeX for the program and for what a spec, claim or figure stands on."""
    _check_choice("--format", output, ("bibtex", "json"))
    from tokenflock.cli import cite

    cite.cite(tuple(names or ()), as_json=output == "json")


@app.command()
def info(
    output: Annotated[str, typer.Option("--format", help="text or json")] = "text",
) -> None:
    """Tell versions, devices, precision and where compiled programs are kept."""
    _check_choice("--format", output, ("text", "json"))
    from tokenflock.results.provenance import facts

    known = facts()
    if output == "json":
        print(json.dumps(known))
        return
    width = max(map(len, known))
    for name, value in known.items():
        print(f"{name:<{width}}  {value}")


def _check_choice(option: str, got: str, valid: tuple[str, ...]) -> None:
    from tokenflock.spec.vocabulary import one_of

    if got not in valid:
        raise one_of(option, valid, got)


def main() -> None:
    """Run the command line: exit 0 when done, 2 for bad input, 130 for Ctrl-C."""
    # Ended by a scheduler or by hand, a run leaves as little behind.
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    sys.unraisablehook = _heard_again
    for stream in (sys.stdout, sys.stderr):
        stream.reconfigure(errors="replace")  # type: ignore[union-attr]
    try:
        # Without standalone mode typer returns the status of an exit, 130 for Ctrl-C, or None.
        status = app(standalone_mode=False) or 0
    except InputError as error:
        _leave(2, f"Error: {error}")
    except (BrokenPipeError, SystemExit) as left:
        # Nobody reads on, as after `| head`; rich leaves by the second kind, out of the first.
        if BrokenPipeError not in (type(left), type(left.__context__)):
            raise
        _leave(0)
    except Exception as error:
        _leave_usage(error)
    _leave(status, "Stopped. Nothing was written." if status == 130 else "")


def _heard_again(lost: Any) -> None:
    """Send a Ctrl-C again that came during a callback of the garbage collector and was lost there.

    JAX has such a callback; Python prints what is raised in it, and goes on.
    """
    if lost.exc_type is not KeyboardInterrupt:
        sys.__unraisablehook__(lost)
        return
    main = threading.main_thread().ident or 0
    threading.Timer(0.05, signal.pthread_kill, (main, signal.SIGINT)).start()


def _leave_usage(error: Exception) -> NoReturn:
    """Exit 2 with the sentence of a usage error; a bug keeps its traceback."""
    show: Callable[[], None] | None = getattr(error, "show", None)
    if show is None:
        raise error
    show()
    _leave(2)


def _leave(status: int, sentence: str = "") -> NoReturn:
    with contextlib.suppress(BrokenPipeError):
        if sentence:
            print(sentence, file=sys.stderr)
        sys.stderr.flush()
        sys.stdout.flush()
    # A thread may still be compiling: leave without waiting for it.
    os._exit(status)
