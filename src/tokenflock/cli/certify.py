"""`tokenflock certify`: what the tokens of a run provably do, as a file that others can check."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from tokenflock.cli.options import option
from tokenflock.errors import InputError

if TYPE_CHECKING:
    import numpy as np

    from tokenflock.certificates import Certificate
    from tokenflock.fields import Flow


def command(
    run: Annotated[Path, typer.Argument(help="a folder of `tokenflock run`, or a spec file")],
    theorem: Annotated[str | None, option("the theorem; by default the first that applies")] = None,
    start: Annotated[bool, option("the starting tokens instead of the last", "--start")] = False,
    out: Annotated[
        Path | None, option("the file; by default certificate.json in the folder")
    ] = None,
) -> None:
    """Prove in ball arithmetic what tokens do from here on: exit 0 with a file, 2 if nothing is.

    The tokens are the last of a run, or those that a spec starts from.
    """
    from tokenflock.runtime.interruptible import watched

    target = out or (
        run / "certificate.json" if run.is_dir() else run.with_suffix(".certificate.json")
    )
    if target.exists():
        raise InputError(f"`{target}` exists already. Name another file with --out.")
    certificate = watched(lambda: _certified(run, theorem, start), lambda: None)
    certificate.save(target)
    print(_report(certificate))
    print(f"Saved as {target}. Check it with: tokenflock verify {target}")


def _certified(run: Path, theorem: str | None, start: bool) -> "Certificate":
    from tokenflock.certificates import certify

    flow, x = _tokens(run, start)
    return certify(flow, x, theorem)


def _tokens(run: Path, start: bool) -> "tuple[Flow, np.ndarray]":
    """The flow of a run or a spec, and tokens of it."""
    from tokenflock.results import load
    from tokenflock.simulation import flow_of, spec_of, tokens_of
    from tokenflock.spec import Spec

    if run.suffix in (".toml", ".json"):
        spec = Spec.from_file(run)
        return flow_of(spec), tokens_of(spec)
    data = load(run / "run.zarr" if (run / "run.zarr").exists() else run)
    spec = spec_of(data)
    return flow_of(spec), data["x"].data[0 if start else -1]


def _report(certificate: "Certificate") -> str:
    hypotheses = [f"  {h.low:.6g} <= {h.name} <= {h.high:.6g}" for h in certificate.hypotheses]
    conclusion = [f"  {name} = {_shown(value)}" for name, value in certificate.conclusion.items()]
    return "\n".join(
        [
            f"certified: {certificate.theorem} ({certificate.source})",
            f"{certificate.statement}",
            f"shown to be positive, with {certificate.precision} bits:",
            *hypotheses,
            "so that:",
            *conclusion,
        ]
    )


def _shown(value: object) -> str:
    if isinstance(value, tuple | list) and value and isinstance(value[0], float):
        return f"{value[0]:.6g}"  # the lower end of an interval that both ends agree on
    return ", ".join(map(_shown, value)) if isinstance(value, list) else f"{value:.6g}"
