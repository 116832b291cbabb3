"""The program `tokenflock`: its verbs put together, and how it ends."""

import sys

import typer

from tokenflock.cli import (
    bench,
    certify,
    check,
    cite,
    diagnose,
    explore,
    info,
    init,
    model,
    plot,
    report,
    reproduce,
    run,
    search,
    sweep,
    verify,
)
from tokenflock.cli.exits import leave, leave_for_usage, resend_interrupt
from tokenflock.cli.signals import heed
from tokenflock.errors import InputError, SolveError

app = typer.Typer(
    add_completion=False,
    no_args_is_help=True,
    rich_markup_mode="rich",
    pretty_exceptions_enable=False,
    help="Attention is a vector field, depth is time, tokens are particles.",
)
app.command("run", cls=run.Command)(run.command)
app.command("reproduce")(reproduce.command)
app.command("check")(check.command)
app.command("certify")(certify.command)
app.command("verify")(verify.command)
app.command("report")(report.command)
app.command("search")(search.command)
app.add_typer(model.app, name="model")
app.command("diagnose")(diagnose.command)
app.command("init")(init.command)
app.command("sweep")(sweep.command)
app.command("plot")(plot.command)
app.command("explore")(explore.command)
app.command("bench", help=bench.help_text())(bench.command)
app.command("cite")(cite.command)
app.command("info")(info.command)


def main() -> None:
    """Run the command line: exit 0 when done, 1 if it failed, 2 for bad input, 130 for Ctrl-C."""
    # Ended by a scheduler or by hand, a run leaves as little behind.
    heed()
    sys.unraisablehook = resend_interrupt
    for stream in (sys.stdout, sys.stderr):
        stream.reconfigure(errors="replace")  # type: ignore[union-attr]
    try:
        # Without standalone mode typer returns the status of an exit, 130 for Ctrl-C, or None.
        status = app(standalone_mode=False) or 0
    except InputError as error:
        leave(2, f"Error: {error}")
    except SolveError as error:
        leave(1, f"Error: {error}")
    except (BrokenPipeError, SystemExit) as left:
        # Nobody reads on, as after `| head`; rich leaves by the second kind, out of the first.
        if BrokenPipeError not in (type(left), type(left.__context__)):
            raise
        leave(0)
    except Exception as error:
        leave_for_usage(error)
    leave(status, "Stopped. Nothing was written." if status == 130 else "")
