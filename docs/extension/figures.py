"""Scripts of the papers' figures for the gallery, and the table of all of them."""

from pathlib import Path

from extension.docstrings import inline
from extension.markdown import plain, table
from tokenflock.papers import figures
from tokenflock.papers.figures import PaperFigure

# Too long for a build of this site: 70 s of CPU.
LEFT_OUT = ("phase-diagrams",)

SCRIPT = '''"""
{title}
{line}

{source}. {caption}

Also made by ``tokenflock reproduce {name}``, with its data and provenance.
"""

import matplotlib.pyplot as plt

import tokenflock as tkf
from tokenflock.papers.claims import Effort
from tokenflock.papers.figures import figure

plt.rcParams.update(tkf.plots.STYLE)
paper_figure = figure("{name}")
data = paper_figure.data(Effort(quick=True))
paper_figure.draw(plt.figure(figsize=(8.4, 4.8), layout="constrained"), data)
plt.show()

# %%
# The whole file of this figure, with the parameters and the drawing:
#
# .. literalinclude:: /../src/tokenflock/papers/figures/{module}.py
#    :language: python
'''


def write(folder: Path) -> None:
    """Write a script for every figure that is quick and needs no pretrained model."""
    folder.mkdir(parents=True, exist_ok=True)
    title = "Figures of the papers"
    _write(folder / "GALLERY_HEADER.rst", f"{title}\n{'-' * len(title)}\n\nMade again, each from "
           "its own parameters, at the smaller of two sizes.\n")  # fmt: skip
    for figure in all_figures():
        if figure.weights is None and figure.name not in LEFT_OUT:
            _write(folder / f"plot_{figure.name.replace('-', '_')}.py", _script(figure))


def _write(path: Path, text: str) -> None:
    # An equal script keeps its date; sphinx-gallery compares contents anyway.
    if not path.exists() or path.read_text(encoding="utf-8") != text:
        path.write_text(text, encoding="utf-8")


def all_figures() -> list[PaperFigure]:
    """Every figure on record."""
    return [figures.figure(name) for name in figures.names()]


def _script(figure: PaperFigure) -> str:
    title = figure.title[0].upper() + figure.title[1:]
    return SCRIPT.format(
        title=title, line="=" * len(title), name=figure.name, source=figure.source,
        module=figure.name.replace("-", "_"), caption=inline(figure.caption).replace("\\", "\\\\"),
    )  # fmt: skip


def listing() -> str:
    """From paper to command, for all figures."""
    rows = ((plain(f.source), plain(f.title), _command(f), plain(f.cost)) for f in all_figures())
    return table(("paper", "what it shows", "command", "cost"), rows)


def _command(figure: PaperFigure) -> str:
    model = " --model PATH" if figure.weights else ""
    return f"`tokenflock reproduce {figure.name}{model}`"
