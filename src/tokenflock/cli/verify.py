"""`tokenflock verify`: a second, independent look at certificates."""

from pathlib import Path
from typing import Annotated

import typer


def command(
    files: Annotated[list[Path], typer.Argument(metavar="FILE", help="certificates (.json)")],
) -> None:
    """Evaluate certificates again, independently, with more digits: exit 0 if all hold, else 1."""
    from tokenflock.certificates import Certificate, verify_certificate
    from tokenflock.runtime.interruptible import watched

    held = True
    for file in files:
        certificate = Certificate.load(file)
        found = watched(lambda given=certificate: verify_certificate(given), lambda: None)  # type: ignore[misc]
        held = held and found.holds
        verdict = "holds" if found.holds else f"DOES NOT HOLD: {'; '.join(found.problems)}"
        print(f"{file}: {certificate.theorem}, {found.precision} bits: {verdict}")
    raise typer.Exit(0 if held else 1)
