"""`tokenflock model`: pretrained transformers as flows.  Each verb saves a dataset and a figure."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from tokenflock.errors import InputError

if TYPE_CHECKING:
    import numpy as np
    import xarray as xr
    from matplotlib.figure import Figure

    from tokenflock.pretrained.model import Model

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
SENTENCE = "Attention is a vector field, depth is time, tokens are particles."

Made = tuple["xr.Dataset", "Figure", dict[str, Any]]  # data, figure, and what is printed


@app.command()
def info(source: Source, out: Out = None, figure: Picture = "png", output: Form = "text") -> None:
    """Tell the sizes of a model, and the effective beta and largest eigenvalue of every head."""

    def work(model: "Model", progress: Callable[[str], None]) -> Made:
        from tokenflock.plots.models import model_figure
        from tokenflock.pretrained.spectra import head_spectra

        table = head_spectra(model, progress=lambda k: progress(f"layer {k} of {model.stored}"))
        config = vars(model.config) | {"layers_stored": model.stored, "mask": str(model.mask)}
        said = config | {
            "beta": f"{float(table.beta.min()):.3g} to {float(table.beta.max()):.3g}",
        }
        return table, model_figure(table), said

    _made("info", source, out, figure, output, work)


@app.command()
def spectra(
    source: Source,
    fold: Annotated[bool, typer.Option(help="the gains of the norms are part of V")] = True,
    out: Out = None,
    figure: Picture = "png",
    output: Form = "text",
) -> None:
    """Find the eigenvalues of every head's V, and say what the theory predicts of them."""

    def work(model: "Model", progress: Callable[[str], None]) -> Made:
        from tokenflock.plots.models import spectra_figure
        from tokenflock.pretrained.spectra import head_spectra

        table = head_spectra(
            model, fold=fold, progress=lambda k: progress(f"layer {k} of {model.stored}")
        )
        return table, spectra_figure(table), {"heads": _heads(table)}

    _made("spectra", source, out, figure, output, work)


@app.command()
def flow(
    source: Source,
    layer: Depth = 0,
    head: HeadOption = None,
    tokens: Annotated[int, typer.Option(help="number of tokens")] = 64,
    init: Annotated[str, typer.Option(help="as uniform, circle or cap:0.5; or sentence")] = (
        "uniform"
    ),
    text: Text = None,
    t_end: Annotated[float, typer.Option(help="last time")] = 10.0,
    samples: Annotated[int, typer.Option(help="number of saved times")] = 101,
    tol: Annotated[float, typer.Option(help="tolerance of the solver")] = 1e-6,
    seed: Annotated[int, typer.Option(help="random seed")] = 0,
    out: Out = None,
    figure: Picture = "png",
    output: Form = "text",
) -> None:
    """Follow tokens on the sphere under the heads of one layer, or under one head."""

    def work(model: "Model", progress: Callable[[str], None]) -> Made:
        import numpy as np

        from tokenflock.attention import SelfAttention
        from tokenflock.flow import Flow
        from tokenflock.integrate import solve

        x0, labels = _start(model, init, tokens, text, seed)
        which = {} if head is None else {"head": model.check_head(head)}
        attention = (
            SelfAttention.from_layer(model, layer)
            if head is None
            else SelfAttention.from_head(model, layer, head)
        )
        times = np.linspace(0.0, t_end, samples)
        run = solve(
            Flow(attention), x0, times, tol=tol, progress=lambda t: progress(f"t = {t:.3g}")
        )
        heads = "all heads" if head is None else f"head {head}"
        title = f"{model.name}, layer {layer}, {heads}: flow of {len(x0)} tokens ({init})"
        run = run.assign_attrs(which | {"model": model.name, "layer": layer, "init": init})
        return _path(run, labels, title, "time")

    _made("flow", source, out, figure, output, work)


@app.command()
def sentence(
    source: Source,
    text: Text = None,
    layer: Annotated[int | None, typer.Option(help="repeat this layer only")] = None,
    repeat: Annotated[int | None, typer.Option(help="number of passes through layers")] = None,
    head: HeadOption = None,
    attention_only: Annotated[bool, typer.Option(help="no MLP")] = False,
    dt: Annotated[float, typer.Option(help="1 / steps per layer")] = 1.0,
    out: Out = None,
    figure: Picture = "png",
    output: Form = "text",
) -> None:
    """Follow a sentence through the layers: cosines, clusters, rank, and the words in a plane."""

    def work(model: "Model", progress: Callable[[str], None]) -> Made:
        from tokenflock.pretrained import ablations
        from tokenflock.pretrained.passes import forward
        from tokenflock.pretrained.sentences import tokenised

        ids, labels = tokenised(model, SENTENCE if text is None else text)
        if head is not None:
            model = ablations.only_head(model, head)
        if attention_only:
            model = ablations.attention_only(model)
        if repeat is not None or layer is not None:
            model = ablations.repeated(model, repeat or len(model.order), layer)
        depth = len(model.order)
        run = forward(
            model, ids, dt=dt, matrices=depth * len(ids) ** 2 < 2e5,
            progress=lambda k: progress(f"layer {k} of {depth}"),
        )  # fmt: skip
        part = ", attention only" if attention_only else ""
        title = f"{model.name}, {depth} passes{part}: {len(ids)} tokens of a sentence"
        return _path(run, labels, title, "layer")

    _made("sentence", source, out, figure, output, work)


@app.command()
def compare(
    source: Source,
    text: Text = None,
    repeat: Annotated[int | None, typer.Option(help="number of passes through layers")] = None,
    out: Out = None,
    figure: Picture = "png",
    output: Form = "text",
) -> None:
    """Measure where the flow of the heads and the states of the model part ways."""

    def work(model: "Model", progress: Callable[[str], None]) -> Made:
        from tokenflock.plots.models import comparison_figure
        from tokenflock.pretrained.ablations import repeated
        from tokenflock.pretrained.comparison import compared
        from tokenflock.pretrained.sentences import tokenised

        ids, labels = tokenised(model, SENTENCE if text is None else text)
        model = model if repeat is None else repeated(model, repeat)
        table = compared(model, ids, progress=lambda k: progress(f"version {k}"))
        table = table.assign_coords(label=_words(labels))
        rows = {
            str(name): {
                "angle_at_the_end": round(float(table.angle[k, -1]), 4),
                "parted_at_layer": _number(table.parted[k]),
                "cosine_at_the_end": round(float(table.cosine[k, -1]), 4),
            }
            for k, name in enumerate(table.version.data)
        }
        return table, comparison_figure(table), rows

    _made("compare", source, out, figure, output, work)


def _start(
    model: "Model", init: str, n: int, text: str | None, seed: int
) -> "tuple[np.ndarray, list[str] | None]":
    """Starting tokens on the sphere, and their words if they come from a sentence."""
    from tokenflock.initial import tokens
    from tokenflock.pretrained.comparison import seen_directions
    from tokenflock.pretrained.passes import embedded
    from tokenflock.pretrained.sentences import tokenised
    from tokenflock.randomness import INITIAL_TOKENS, generator
    from tokenflock.spaces import normalize

    if init == "sentence" or text is not None:
        ids, labels = tokenised(model, SENTENCE if text is None else text)
        return normalize(seen_directions(model, embedded(model, ids))), labels
    if n < 1:
        raise InputError(f"`--tokens` must be at least 1. Got {n}.")
    return normalize(tokens(init, n, model.config.d, generator(seed, INITIAL_TOKENS))), None


def _path(run: "xr.Dataset", labels: list[str] | None, title: str, clock: str) -> Made:
    """A path with its words, measures, principal plane and figure."""
    import xarray as xr

    from tokenflock.plots.models import states_figure
    from tokenflock.pretrained.measures import measured, principal

    if labels is not None:
        run = run.assign_coords(label=_words(labels))
    run = run.assign_attrs(title=title, clock=clock)
    measures = measured(run.x)
    points, shares = principal(measures_of(run.x), 3)
    about = {"shares": " ".join(f"{share:.0%}" for share in shares)}
    plane = xr.DataArray(points, dims=("time", "token", "axis"), attrs=about)
    plane = plane.assign_coords(time=run.time, **({"label": run.label} if labels else {}))
    fig = states_figure(run, measures, plane)
    data = run.merge(measures).assign(plane=plane)
    first, last = measures.isel(time=0), measures.isel(time=-1)
    names = ("alignment", "effective_rank", "clusters", "unclustered", "energy")
    said = {
        name: {"start": round(float(first[name]), 4), "end": round(float(last[name]), 4)}
        for name in names
    }
    return data, fig, said


def measures_of(x: "xr.DataArray") -> "np.ndarray":
    """The directions of a path's tokens, as an array (time, token, coord)."""
    from tokenflock.observables.configuration import directions

    return directions(x.data)


def _heads(table: "xr.Dataset") -> list[dict[str, Any]]:
    """One row per head, for the screen or JSON."""
    return [
        {
            "layer": int(table.layer[k]),
            "head": h,
            "leading": [round(float(table[part][k, h, 0]), 4) for part in ("real", "imag")],
            "kind": str(table.kind.data[k, h]),
            "attraction": round(float(table.attraction[k, h]), 5),
            "positive_share": round(float(table.positive_share[k, h]), 3),
            "beta": round(float(table.beta[k, h]), 3),
        }
        for k in range(table.sizes["layer"])
        for h in range(table.sizes["head"])
    ]


def _words(labels: list[str]) -> Any:
    import numpy as np

    return ("token", np.array(labels, object))


def _number(value: Any) -> int | None:
    return None if value != value else int(value)


def _made(
    verb: str, source: str, out: Path | None, figure: str, output: str, work: Callable
) -> None:
    """Load, work in the background under a progress line, save, print."""
    from rich.console import Console

    from tokenflock.background import watched
    from tokenflock.folders import fresh, next_free
    from tokenflock.names import one_of

    for option, got, valid in (
        ("--figure", figure, ("png", "svg", "pdf", "none")),
        ("--format", output, ("text", "json")),
    ):
        if got not in valid:
            raise one_of(option, valid, got)
    folder = out if out is not None else next_free(Path("runs"), f"model-{verb}")
    stage = ["reading"]

    def run(partial: Path) -> dict[str, Any]:
        from tokenflock.pretrained.loading import load_model
        from tokenflock.results import save

        data, fig, said = work(load_model(source), lambda text: stage.__setitem__(0, text))
        stage[0] = "saving"
        save(data, partial / f"{verb}.zarr")
        if figure != "none":
            from tokenflock.plots import save_figure

            save_figure(fig, partial / f"figure.{figure}")
        return said

    with fresh(folder) as partial:
        console = Console(stderr=True)
        with console.status("reading") as status:
            said = watched(lambda: run(partial), lambda: status.update(stage[0]))
    if output == "json":
        print(json.dumps(said | {"folder": str(folder)}))
        return
    _print(said, folder)


def _print(said: dict[str, Any], folder: Path) -> None:
    from rich.console import Console
    from rich.markup import escape

    console = Console(highlight=False)
    if "heads" in said and isinstance(said["heads"], list):
        console.print(_table(said["heads"]))
    elif all(isinstance(value, dict) for value in said.values()):
        console.print(_table([{"": name} | row for name, row in said.items()]))
    else:
        width = max(map(len, said))
        for name, value in said.items():
            print(f"{name:<{width}}  {value}")
    console.print(f"\nSaved in [bold]{escape(str(folder))}[/]")


def _table(rows: list[dict[str, Any]]) -> Any:
    from rich.table import Table

    table = Table(box=None, pad_edge=False, header_style="bold")
    for name in rows[0]:
        table.add_column(name.replace("_", " "))
    for row in rows:
        table.add_row(*(_shown(value) for value in row.values()))
    return table


def _shown(value: Any) -> str:
    if isinstance(value, list):  # a complex number
        real, imag = value
        return f"{real:.3f}" if not imag else f"{real:.3f} {'+-'[imag < 0]} {abs(imag):.3f}i"
    return "-" if value is None else f"{value:g}" if isinstance(value, float) else str(value)
