"""`tokenflock model`: pretrained transformers as flows.  Each verb saves a dataset and a figure."""

from pathlib import Path
from typing import Annotated

import typer

app = typer.Typer(
    no_args_is_help=True, help="Pretrained transformers as flows: ALBERT, BERT, GPT-2, Llama."
)

Source = Annotated[str, typer.Argument(metavar="PATH_OR_NAME", help="folder, file or hub name")]
Out = Annotated[Path | None, typer.Option(help="folder for the results; it must not exist")]
Picture = Annotated[str, typer.Option("--figure", help="png, svg, pdf or none")]
Form = Annotated[str, typer.Option("--format", help="text or json")]
Text = Annotated[str | None, typer.Option(help="a sentence, read by the model's own tokenizer")]
Depth = Annotated[int, typer.Option("--layer", help="layer, counted from 0")]
HeadOption = Annotated[int | None, typer.Option("--head", help="one head only, from 0")]
Repeat = Annotated[int | None, typer.Option(help="number of passes through layers")]
Seed = Annotated[int, typer.Option(help="random seed")]
Tolerance = Annotated[float, typer.Option("--tol", help="tolerance of the solver")]
LastTime = Annotated[float, typer.Option("--t-end", help="last time")]
Samples = Annotated[int, typer.Option(help="number of saved times")]


@app.command()
def info(source: Source, out: Out = None, figure: Picture = "png", output: Form = "text") -> None:
    """Tell the sizes of a model, and the effective beta and largest eigenvalue of every head."""
    from tokenflock.cli.model import frame, tables

    frame.make("info", source, tables.sizes, out, figure, output)


@app.command()
def spectra(
    source: Source,
    fold: Annotated[bool, typer.Option(help="the gains of the norms are part of V")] = True,
    out: Out = None,
    figure: Picture = "png",
    output: Form = "text",
) -> None:
    """Find the eigenvalues of every head's V, and say what the theory predicts of them."""
    from tokenflock.cli.model import frame, tables

    frame.make("spectra", source, tables.Spectra(fold), out, figure, output)


@app.command()
def flow(
    source: Source,
    layer: Depth = 0,
    head: HeadOption = None,
    tokens: Annotated[int, typer.Option(help="number of tokens")] = 64,
    init: Annotated[str, typer.Option(help="uniform, circle, cap:0.5, ...; or sentence")] = (
        "uniform"
    ),
    text: Text = None,
    t_end: LastTime = 10.0,
    samples: Samples = 101,
    tol: Tolerance = 1e-6,
    seed: Seed = 0,
    out: Out = None,
    figure: Picture = "png",
    output: Form = "text",
) -> None:
    """Follow tokens on the sphere under the heads of one layer, or under one head."""
    from tokenflock.cli.model import frame, paths

    start = paths.Start("sentence" if text is not None else init, tokens, text, seed)
    times = paths.times(t_end, samples)
    frame.make("flow", source, paths.Flowing(layer, head, start, times, tol), out, figure, output)


@app.command()
def sentence(
    source: Source,
    text: Text = None,
    layer: Annotated[int | None, typer.Option(help="repeat this layer only")] = None,
    repeat: Repeat = None,
    head: HeadOption = None,
    attention_only: Annotated[bool, typer.Option("--attention-only", help="no MLP")] = False,
    dt: Annotated[float, typer.Option(help="1 / steps per layer")] = 1.0,
    out: Out = None,
    figure: Picture = "png",
    output: Form = "text",
) -> None:
    """Follow a sentence through the layers: cosines, clusters, rank, and the words in a plane."""
    from tokenflock.cli.model import frame, paths

    work = paths.Reading(text, layer, repeat, head, attention_only, dt)
    frame.make("sentence", source, work, out, figure, output)


@app.command()
def compare(
    source: Source,
    text: Text = None,
    repeat: Repeat = None,
    coupling: Annotated[
        int, typer.Option(help="singular vectors of the layers' Jacobians to compare; 0: none")
    ] = 0,
    out: Out = None,
    figure: Picture = "png",
    output: Form = "text",
) -> None:
    """Measure where the flow of the heads and the states of the model part ways."""
    from tokenflock.cli.model import frame, tables

    frame.make("compare", source, tables.Comparison(text, repeat, coupling), out, figure, output)


@app.command()
def study(
    source: Source,
    layer: Depth = 0,
    tokens: Annotated[int, typer.Option(help="number of tokens where it is not varied")] = 32,
    text: Text = None,
    t_end: LastTime = 10.0,
    samples: Samples = 41,
    tol: Tolerance = 1e-4,
    seed: Seed = 0,
    out: Out = None,
    figure: Picture = "png",
    output: Form = "text",
) -> None:
    """Vary the number of tokens, their start and the number of heads: limits and rates of flows."""
    from tokenflock.cli.model import frame, paths, studies

    work = studies.Study(layer, tokens, text, paths.times(t_end, samples), tol, seed)
    frame.make("study", source, work, out, figure, output)
