"""`tokenflock model sentence`: a sentence through the layers of a model, or of parts of it."""

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from tokenflock.cli.model.options import Head, Picture, Repeat, Source, Text
from tokenflock.cli.model.running import Output, Progress, Report, run
from tokenflock.cli.options import SENTENCE, Format, Out, Use

if TYPE_CHECKING:
    from matplotlib.figure import Figure

    from tokenflock.pretrained.model import Model

MOST_WEIGHTS = 200_000  # attention weights that are saved with a sentence, per head


def command(
    source: Source,
    text: Text = None,
    layer: Annotated[int | None, typer.Option(help="repeat this layer only")] = None,
    repeat: Repeat = None,
    head: Head = None,
    attention_only: Annotated[bool, typer.Option("--attention-only", help="no MLP")] = False,
    dt: Annotated[float, typer.Option(help="1 / steps per layer")] = 1.0,
    out: Out = None,
    figure: Picture = "png",
    output: Format = "text",
    files: Use = None,
) -> None:
    """Follow a sentence through the layers: cosines, clusters, rank, and the words in a plane."""
    version = partial(
        version_of, layer=layer, repeat=repeat, head=head, without_mlps=attention_only
    )
    work = partial(read, text=SENTENCE if text is None else text, version=version, dt=dt)
    run("sentence", source, work, Output(out, figure, output), files)


def version_of(
    model: "Model", *, layer: int | None, repeat: int | None, head: int | None, without_mlps: bool
) -> "tuple[Model, str]":
    """The model that reads the sentence, and what was changed, in words."""
    from tokenflock.pretrained import attention_only, only_head, repeated

    changes = ""
    if head is not None:
        model, changes = only_head(model, head), f", head {head} only"
    if without_mlps:
        model, changes = attention_only(model), changes + ", attention only"
    if layer is not None:
        changes += f", layer {layer} repeated"
    if repeat is not None or layer is not None:
        model = repeated(model, len(model.order) if repeat is None else repeat, layer)
    return model, changes


def read(
    model: "Model", store: Path, progress: Progress, *, text: str, version: partial, dt: float
) -> "tuple[Figure, Report]":
    """The figure and the measures of the states of a sentence."""
    from tokenflock.cli.model.describing import describe
    from tokenflock.pretrained import forward, tokenize
    from tokenflock.results import save
    from tokenflock.results.growing import opened

    ids, labels = tokenize(model, text)
    model, changes = version(model)
    depth = len(model.order)
    has_weights = depth * len(ids) ** 2 < MOST_WEIGHTS
    run = forward(
        model, ids, dt=dt, matrices=has_weights,
        progress=lambda k: progress(f"layer {k} of {depth}"),
    )  # fmt: skip
    save(run, store)
    progress("measuring")
    steps = "" if dt == 1 else f", dt = {dt:g}"
    title = f"{model.name}, {depth} passes{changes}{steps}: {len(ids)} tokens of a sentence"
    figure, report = describe(opened(store), store, labels, {"title": title, "clock": "layer"})
    left_out = f"left out: {depth} layers of {len(ids)} tokens are more than {MOST_WEIGHTS} weights"
    return figure, {"attention": "saved" if has_weights else left_out} | report
