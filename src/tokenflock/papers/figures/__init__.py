"""Figures of the papers, one file each, made again from their own parameters."""

import importlib
import pkgutil

from tokenflock.errors import InputError, did_you_mean
from tokenflock.papers.paper_figure import PaperFigure

__all__ = ["PaperFigure", "figure", "names"]


def _modules() -> dict[str, str]:
    """The module of every figure, by the figure's name: the file's, with dashes."""
    files = sorted(module.name for module in pkgutil.iter_modules(__path__))
    return {name.replace("_", "-"): name for name in files}


def names() -> tuple[str, ...]:
    """The names of all figures."""
    return tuple(_modules())


def figure(name: str) -> PaperFigure:
    """The figure of a name."""
    modules = _modules()
    if name not in modules:
        raise InputError(
            f"There is no figure {name!r}.{did_you_mean(name, modules)} "
            "`tokenflock reproduce --list` shows all of them."
        )
    found: PaperFigure = importlib.import_module(f"{__name__}.{modules[name]}").FIGURE
    return found
