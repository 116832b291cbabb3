"""Figures as files: the same figure gives the same bytes."""

from pathlib import Path
from typing import Any

from matplotlib.figure import Figure

from tokenflock.errors import InputError
from tokenflock.plots.style import styled

DPI = 200
UNDATED: dict[str, dict[str, Any]] = {
    ".png": {},
    ".svg": {"Date": None},
    ".pdf": {"CreationDate": None},
}


@styled
def save_figure(fig: Figure, path: str | Path) -> Path:
    """Write a figure as PNG (200 dpi), SVG or PDF, by the suffix of `path`."""
    path = Path(path)
    suffix = path.suffix.lower()
    if suffix not in UNDATED:
        raise InputError(
            f"A figure is saved as {', '.join(UNDATED)}. Got `{path}`; give it such a suffix."
        )
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        fig.savefig(path, format=suffix[1:], dpi=DPI, metadata=UNDATED[suffix])
    except OSError as error:
        raise InputError(f"`{path}` cannot be written: {error}. Name another path.") from error
    return path
