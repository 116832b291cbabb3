"""The command line: parse, call, print.  Heavy imports stand inside the verbs."""

import json
import os
import signal
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Annotated, Any, NoReturn

import typer

from tokenflock import modelling
from tokenflock.errors import InputError

app = typer.Typer(
    add_completion=False,
    no_args_is_help=True,
    rich_markup_mode="rich",
    pretty_exceptions_enable=False,
    help="Attention is a vector field, depth is time, tokens are particles.",
)


app.add_typer(modelling.app, name="model")


def _preset_help() -> str:
    from tokenflock.presets import PRESETS

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
    qk: Annotated[float | None, _option("Q^T K as a number times the identity")] = None,
    ov: Annotated[float | None, _option("V as a number times the identity")] = None,
    space: Annotated[str | None, _option("sphere, euclidean or rescaled")] = None,
    init: Annotated[str | None, _option("starting tokens, as uniform or cap:0.5")] = None,
    t_end: Annotated[float | None, _option("last time")] = None,
    samples: Annotated[int | None, _option("number of saved times")] = None,
    spacing: Annotated[str | None, _option("linear or log")] = None,
    seed: Annotated[int | None, _option("random seed")] = None,
    tol: Annotated[float | None, _option("tolerance of the solver")] = None,
    method: Annotated[str | None, _option("tsit5, dopri8, layers, ... or auto")] = None,
    step: Annotated[float | None, _option("equal steps of this length")] = None,
    out: Annotated[Path | None, _option("folder for the results; it must not exist")] = None,
    figure: Annotated[str, typer.Option(help="png, svg, pdf or none")] = "png",
    output: Annotated[str, typer.Option("--format", help="text or json")] = "text",
) -> None:
    """Simulate tokens, tell their clusters and the end state, save data and a figure."""
    changes = {k: v for k, v in locals().items() if v is not None and k not in _NOT_FIELDS}
    _check_choice("--figure", figure, ("png", "svg", "pdf", "none"))
    _check_choice("--format", output, ("text", "json"))
    from tokenflock import running

    spec, name = running.spec_of(system, changes)
    folder = out if out is not None else running.free_folder(name)
    running.run(spec, folder, figure=figure, as_json=output == "json")


_NOT_FIELDS = {"system", "out", "figure", "output"}


@app.command()
def info(
    output: Annotated[str, typer.Option("--format", help="text or json")] = "text",
) -> None:
    """Tell versions, devices, precision and where compiled programs are kept."""
    _check_choice("--format", output, ("text", "json"))
    from tokenflock.machine import facts

    known = facts()
    if output == "json":
        print(json.dumps(known))
        return
    width = max(map(len, known))
    for name, value in known.items():
        print(f"{name:<{width}}  {value}")


def _check_choice(option: str, got: str, valid: tuple[str, ...]) -> None:
    from tokenflock.names import one_of

    if got not in valid:
        raise one_of(option, valid, got)


def main() -> None:
    """Run the command line: exit 0 when done, 2 for bad input, 130 for Ctrl-C."""
    # Ended by a scheduler or by hand, a run leaves as little behind.
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    for stream in (sys.stdout, sys.stderr):
        stream.reconfigure(errors="replace")  # type: ignore[union-attr]
    try:
        # Without standalone mode typer returns the status of an exit, 130 for Ctrl-C, or None.
        status = app(standalone_mode=False) or 0
    except InputError as error:
        _leave(2, f"Error: {error}")
    except BrokenPipeError:
        _leave(0)
    except Exception as error:
        _leave_usage(error)
    _leave(status, "Stopped. Nothing was written." if status == 130 else "")


def _leave_usage(error: Exception) -> NoReturn:
    """Exit 2 with the sentence of a usage error; a bug keeps its traceback."""
    show: Callable[[], None] | None = getattr(error, "show", None)
    if show is None:
        raise error
    show()
    _leave(2)


def _leave(status: int, sentence: str = "") -> NoReturn:
    if sentence:
        print(sentence, file=sys.stderr)
    sys.stdout.flush()
    sys.stderr.flush()
    # A thread may still be compiling: leave without waiting for it.
    os._exit(status)
