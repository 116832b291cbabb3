"""`tokenflock explore`: serve the live page on this machine, or write it as a file or a folder."""

import socket
import threading
import webbrowser
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer
from rich.console import Console

from tokenflock.cli.options import SENTENCE, Use, option, use
from tokenflock.errors import InputError, SolveError

if TYPE_CHECKING:
    import xarray as xr

    from tokenflock.explorer.heads import ModelHeads
    from tokenflock.spec import Spec

LARGEST_MESSAGE = 8 * 2**20  # bytes: tokens written out by a page


def command(
    system: Annotated[
        str, typer.Argument(help="a preset, a spec file or a saved run (.zarr, .nc)")
    ] = "causal-circle",
    html: Annotated[Path | None, option("write one HTML file and serve nothing")] = None,
    static: Annotated[
        Path | None, option("write a folder for any web host: a page that needs no server")
    ] = None,
    model: Annotated[str | None, option("weights whose heads are explored, as in `model`")] = None,
    text: Annotated[str | None, option("with --model: the sentence whose tokens move")] = None,
    host: Annotated[str, typer.Option(help="address to serve at")] = "127.0.0.1",
    port: Annotated[int, typer.Option(help="port to serve at; 0 takes a free one")] = 8642,
    allow_host: Annotated[
        list[str] | None, option("another name under which the page is reached; may be repeated")
    ] = None,
    browser: Annotated[bool, typer.Option(help="open a browser")] = True,
    files: Use = None,
) -> None:
    """See, touch and share a system on a page, served on this machine or as one HTML file."""
    use(files)
    if html is not None and static is not None:
        raise InputError("`--html` writes a run, `--static` a page without one. Give one of them.")
    if html is not None:
        write_page(system, html)
    elif static is not None:
        write_static(system, static)
    else:
        explore(
            system, host=host, port=port, browser=browser, model=model, text=text,
            names=allow_host or (),
        )  # fmt: skip


def explore(
    system: str,
    *,
    host: str,
    port: int,
    browser: bool,
    model: str | None = None,
    text: str | None = None,
    names: Iterable[str] = (),
) -> None:
    """Serve the page until Ctrl-C; with a model its heads are among the presets, and come first.

    It answers to its host, to `localhost`, to this machine's name and to other `names`.
    """
    from tokenflock.runtime.memory import return_large_blocks

    return_large_blocks()  # before there are threads that would keep some
    uvicorn = _uvicorn()
    heads = None if model is None else _heads(model, text)
    first, opened = _start(system) if heads is None else (heads.first, None)
    from tokenflock.explorer.server import application

    with _listening(host, port) as listener:
        port = listener.getsockname()[1]
        hosts = {host, "localhost", socket.gethostname(), *names}
        app = application(first, hosts=hosts, opened=opened, heads=heads)
        address = f"http://{_shown(host)}:{port}/"
        Console(highlight=False).print(f"The explorer is at [bold]{address}[/] (Ctrl-C ends it).")
        shown = first if heads is None else heads.spec(heads.first)
        threading.Thread(target=_warm_up, args=(shown,), daemon=True).start()
        if browser:
            threading.Timer(0.3, webbrowser.open, [address]).start()
        config = uvicorn.Config(
            app, log_level="warning", ws_max_size=LARGEST_MESSAGE, timeout_graceful_shutdown=1
        )
        uvicorn.Server(config).run(sockets=[listener])


def _heads(model: str, text: str | None) -> "ModelHeads":
    from tokenflock.explorer.heads import heads_of
    from tokenflock.pretrained import load_model

    return heads_of(load_model(model), SENTENCE if text is None else text)


def write_page(system: str, out: Path) -> None:
    """Write a saved run, or a preset that is run first, as one HTML file."""
    from tokenflock.explorer.export import save_page

    first, run = _start(system)
    if run is None:
        from tokenflock.simulation import simulate
        from tokenflock.spec.presets import preset

        run = simulate(preset(first) if isinstance(first, str) else first)
    path = save_page(run, out)
    size = path.stat().st_size / 1e6
    Console(highlight=False).print(f"Saved [bold]{path}[/], {size:.2f} MB, which opens offline.")


def write_static(system: str, folder: Path) -> None:
    """Write a folder with the page that needs no server, beginning at a preset or a spec."""
    from tokenflock.explorer.export import save_static

    first, run = _start(system)
    if run is not None:
        raise InputError("`--static` begins at a preset or a spec file. Use `--html` for a run.")
    path = save_static(folder, first)
    size = path.stat().st_size / 1e6
    Console(highlight=False).print(f"Saved [bold]{path}[/], {size:.2f} MB, for any web host.")


def _start(system: str) -> "tuple[str | Spec, xr.Dataset | None]":
    """What the page begins with: a preset's name or a spec, and the run that was opened."""
    from tokenflock.spec import Spec
    from tokenflock.spec.presets import PRESETS

    path = Path(system)
    if system in PRESETS:
        return system, None
    if path.suffix in (".toml", ".json"):
        return Spec.from_file(path), None
    if path.suffix not in (".zarr", ".nc"):
        from tokenflock.spec.presets import preset

        preset(system)  # says what there is
    from tokenflock.results import load

    run = load(path)
    if "spec" not in run.attrs or "run" in run.dims:
        raise InputError(f"`{path}` holds no single run of a spec. Save what `simulate` returns.")
    return Spec.from_json(run.attrs["spec"]), run


def _uvicorn() -> Any:
    try:
        import starlette  # noqa: F401
        import uvicorn
        import websockets  # noqa: F401
    except ImportError as error:
        raise InputError(
            f"The page needs {error.name}. Install it with `pip install 'tokenflock[explore]'`."
        ) from None
    return uvicorn


def _shown(host: str) -> str:
    """The host of an address that a browser on this machine opens."""
    if host in ("0.0.0.0", "::"):
        return "localhost"
    return f"[{host}]" if ":" in host else host


def _listening(host: str, port: int) -> socket.socket:
    if not 0 <= port <= 65535:
        raise InputError(f"`--port` must lie between 0 and 65535; 0 takes a free one. Got {port}.")
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listener = socket.socket(family, socket.SOCK_STREAM)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listener.bind((host, port))
    except OSError as error:
        listener.close()
        raise InputError(
            f"The page cannot be served at {host}:{port}: {error.strerror}. Name another --port."
        ) from None
    return listener


def _warm_up(first: "str | Spec") -> None:
    """Compile what the first picture and the first drag need, before anybody asks."""
    from tokenflock.explorer.padding import simulate_padded
    from tokenflock.explorer.work import preview_of
    from tokenflock.spec.presets import preset

    spec = preset(first) if isinstance(first, str) else first
    for shown in (spec, preview_of(spec)):
        try:
            simulate_padded(shown)
        except (InputError, SolveError):
            return  # the page will say so
