"""Options that several verbs of `tokenflock model` have."""

from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    import numpy as np

Source = Annotated[str, typer.Argument(metavar="PATH_OR_NAME", help="folder, file or hub name")]
Picture = Annotated[str, typer.Option("--figure", help="png, svg, pdf or none")]
Text = Annotated[str | None, typer.Option(help="a sentence, read by the model's own tokenizer")]
Depth = Annotated[int, typer.Option("--layer", help="layer, counted from 0")]
Head = Annotated[int | None, typer.Option("--head", help="one head only, from 0")]
Repeat = Annotated[int | None, typer.Option(help="number of passes through layers")]
Seed = Annotated[int, typer.Option(help="random seed")]
Tolerance = Annotated[float, typer.Option("--tol", help="tolerance of the solver")]
LastTime = Annotated[float, typer.Option("--t-end", help="last time")]
Samples = Annotated[int, typer.Option(help="number of saved times")]


def equal_times(t_end: float, samples: int) -> "np.ndarray":
    """Equal times from 0 to t_end."""
    import numpy as np

    from tokenflock.errors import InputError

    if not 0 < t_end < np.inf:
        raise InputError(f"`--t-end` must be positive and finite. Got {t_end:g}.")
    if not 2 <= samples <= 100_000:
        raise InputError(f"`--samples` must lie between 2 and 100000. Got {samples}.")
    return np.linspace(0.0, t_end, samples)
