"""The page as one HTML file that opens from disk or from any web host, without us.

The file is the bundle of the page, which holds the kernels as WebAssembly, and perhaps a run as
frames, compressed and written as text.
"""

import base64
import gzip
import html
import json
from pathlib import Path
from typing import Any

import numpy as np
import xarray as xr

from tokenflock.errors import InputError
from tokenflock.explorer import run_messages
from tokenflock.explorer.controls import fields_of
from tokenflock.explorer.frames import frame
from tokenflock.explorer.hello import common, preset_message
from tokenflock.explorer.measures import measures
from tokenflock.simulation import spec_of
from tokenflock.spec import Spec

PAGE = Path(__file__).parent / "page"
LARGEST = 1_500_000  # compressed bytes of a run: with the bundle, and as text, under 3 MB
POLICY = (
    "default-src 'none'; script-src 'unsafe-inline' 'wasm-unsafe-eval'; worker-src blob:; "
    "style-src 'unsafe-inline'; img-src data: blob:; base-uri 'none'; form-action 'none'"
)
TEMPLATE = """<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="{policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<link rel="icon" href="data:,">
<title>{title}</title>
<style>{style}</style>
</head>
<body>
<main id="tokenflock"{attributes}></main>
{data}<script type="module">{script}</script>
</body>
</html>
"""


def save_page(run: xr.Dataset, path: str | Path) -> Path:
    """Write a run as one HTML file."""
    path = Path(path)
    if path.exists():
        raise InputError(f"`{path}` exists already, and nothing is overwritten. Name another path.")
    try:
        path.write_text(page_of(run), encoding="utf-8")
    except OSError as error:
        raise InputError(f"`{path}` cannot be written: {error.strerror}.") from None
    return path


def page_of(run: xr.Dataset, second: xr.Dataset | None = None) -> str:
    """The HTML of a run, or of two side by side."""
    spec = spec_of(run)
    text = base64.b64encode(compressed(run, second)).decode()
    kept = f'<script type="application/octet-stream" id="tokenflock-run">{text}</script>\n'
    return _page(f"tokenflock: {spec.n} tokens, beta = {spec.beta:g}", data=kept)


def save_static(folder: str | Path, first: str | Spec = "causal-circle") -> Path:
    """Write a folder with the page that needs no server, which begins at a preset or a spec."""
    path = Path(folder) / "index.html"
    if path.exists():
        raise InputError(f"`{path}` exists already, and nothing is overwritten. Name another path.")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(static_page(first), encoding="utf-8")
    except OSError as error:
        raise InputError(f"`{path}` cannot be written: {error.strerror}.") from None
    return path


def static_page(first: str | Spec = "causal-circle") -> str:
    """The HTML of the page that computes by itself."""
    begins = html.escape(json.dumps(preset_message(first)), quote=True)
    return _page("tokenflock explorer", attributes=f' data-first="{begins}"')


def _page(title: str, *, attributes: str = "", data: str = "") -> str:
    return TEMPLATE.format(
        policy=POLICY,
        title=title,
        style=_bundled("explorer.css"),
        script=_bundled("explorer.js").replace("</script", "<\\/script"),
        attributes=attributes,
        data=data,
    )


def _bundled(name: str) -> str:
    return (PAGE / name).read_text(encoding="utf-8")


def compressed(run: xr.Dataset, second: xr.Dataset | None = None) -> bytes:
    """The frames of a run, or of two, compressed; long runs are thinned in time until they fit."""
    stride, longest = 1, max(r.sizes["time"] for r in (run, second) if r is not None)
    while True:
        other = None if second is None else _thinned(second, stride)
        parts = frames(_thinned(run, stride), other)
        data = gzip.compress(b"".join(map(_with_length, parts)), 9, mtime=0)
        if len(data) <= LARGEST or stride >= longest:
            return data
        stride = int(np.ceil(stride * max(1.3, len(data) / LARGEST)))


def _thinned(run: xr.Dataset, stride: int) -> xr.Dataset:
    """One saved time in `stride`, and the last."""
    last = run.sizes["time"] - 1
    return run.isel(time=np.unique(np.append(np.arange(0, last + 1, stride), last)))


def _with_length(data: bytes) -> bytes:
    return len(data).to_bytes(8, "little") + data


def frames(run: xr.Dataset, second: xr.Dataset | None = None) -> list[bytes]:
    """Everything a page is sent of a run, or of two: hello, and what `_run_frames` has."""
    pinned = None if second is None else fields_of(spec_of(second))
    first = frame(common(preset_message(spec_of(run))) | {"pinned": pinned})
    others = [] if second is None else _run_frames(second, "b")
    return [first, *_run_frames(run, "a"), *others]


def _run_frames(run: xr.Dataset, slot: str) -> list[bytes]:
    """What a page is sent of a run in a slot: begin, rows, measures, end, verdict."""
    spec, header = spec_of(run), {"id": 0, "slot": slot}
    x, times = run.x.data, np.asarray(run.time.data, float)
    found = {"rows": np.arange(len(x), dtype=np.int32)} | measures(x, spec)
    return [
        frame(run_messages.begin(header, spec, len(times), words=run_messages.words_of(run))),
        frame(header | {"type": "path", "first": 0}, times=times, x=x.astype(np.float32)),
        frame(header | {"type": "measures"}, **found),
        frame(run_messages.end(header, spec, run, found)),
        frame(header | {"type": "verdict", "verdict": run_messages.verdict_on(run)}),
    ]


def file_frame(
    header: dict[str, Any], run: xr.Dataset, kind: str, second: xr.Dataset | None = None
) -> bytes:
    """A frame that holds a run as a file to keep, a page perhaps with the one beside it."""
    if kind == "html":
        name, data = "tokenflock.html", page_of(run, second).encode()
    else:
        name, data = "tokenflock.nc", bytes(run.to_netcdf(engine="h5netcdf"))
    return frame(header | {"type": "file", "name": name}, data=np.frombuffer(data, np.uint8))
