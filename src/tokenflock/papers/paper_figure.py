"""A figure of a paper: where its data come from, how it is drawn, and what its caption says."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import xarray as xr
    from matplotlib.figure import Figure


@dataclass(frozen=True)
class PaperFigure:
    """One figure.  `data` computes a dataset, `draw` only draws it.

    `cost` says in words how long the two efforts take, as measured on two cores.  A figure of
    `weights` is made of a pretrained model, which its `data` takes as second argument.
    """

    name: str
    source: str
    title: str
    caption: str
    cost: str
    data: "Callable[..., xr.Dataset]"
    draw: "Callable[[Figure, xr.Dataset], None]"
    weights: str | None = None  # which model, in words
