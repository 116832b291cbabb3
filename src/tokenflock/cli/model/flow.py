"""`tokenflock model flow`: tokens on the sphere under the heads of one layer, or under one head."""

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from tokenflock.cli.model.options import (
    Depth,
    Head,
    LastTime,
    Picture,
    Samples,
    Seed,
    Source,
    Text,
    Tolerance,
    equal_times,
)
from tokenflock.cli.model.running import Output, Progress, Report, run
from tokenflock.cli.options import SENTENCE, Format, Out, Use

if TYPE_CHECKING:
    import numpy as np
    from matplotlib.figure import Figure

    from tokenflock.pretrained.model import Model


def command(
    source: Source,
    layer: Depth = 0,
    head: Head = None,
    tokens: Annotated[int, typer.Option(help="number of tokens")] = 64,
    init: Annotated[str, typer.Option(help="uniform, circle, cap:0.5, ...; or sentence")] = (
        "uniform"
    ),
    text: Text = None,
    space: Annotated[str, typer.Option(help="sphere, euclidean, preln, ngpt, ...")] = "sphere",
    t_end: LastTime = 10.0,
    samples: Samples = 101,
    tol: Tolerance = 1e-6,
    seed: Seed = 0,
    out: Out = None,
    figure: Picture = "png",
    output: Format = "text",
    files: Use = None,
) -> None:
    """Follow tokens, on the sphere or elsewhere, under the heads of one layer or under one head."""
    work = partial(
        draw_flow, layer=layer, head=head, init=init if text is None else "sentence", n=tokens,
        text=SENTENCE if text is None else text, times=equal_times(t_end, samples), tol=tol,
        seed=seed, space=space,
    )  # fmt: skip
    run("flow", source, work, Output(out, figure, output), files)


def draw_flow(
    model: "Model", store: Path, progress: Progress, *, layer: int, head: int | None, init: str,
    n: int, text: str, times: "np.ndarray", tol: float, seed: int, space: str,
) -> "tuple[Figure, Report]":  # fmt: skip
    """The figure and the measures of a path that is written to the store as it grows."""
    from tokenflock.cli.model.describing import describe
    from tokenflock.fields.flow import Flow
    from tokenflock.integrate import solve
    from tokenflock.pretrained import attention_of, random_tokens, text_tokens
    from tokenflock.spaces import named

    if init == "sentence":
        x0, labels = text_tokens(model, text)
    else:
        x0, labels = random_tokens(model, init, n, seed=seed), None
    flow = Flow(attention_of(model, layer, head), named(space))
    run = solve(
        flow, x0, times, tol=tol, save=store,
        progress=lambda t: progress(f"t = {t:.3g} of {times[-1]:g}"),
    )  # fmt: skip
    progress("measuring")
    heads = "all heads" if head is None else f"head {head}"
    title = f"{model.name}, layer {layer}, {heads}: {len(x0)} tokens ({init})"
    title += "" if space == "sphere" else f", {space}"
    facts = {"model": model.name, "layer": layer, "init": init, "title": title, "clock": "time"}
    return describe(run, store, labels, facts | ({} if head is None else {"head": head}))
