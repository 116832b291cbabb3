"""The page as one HTML file that opens from disk or from any web host, without us.

The file is the bundle of the page, which holds the kernels as WebAssembly, and perhaps a run as
frames, compressed and written as text.
"""

import base64
import gzip
import html
import json
from pathlib import Path

import numpy as np
import xarray as xr

from tokenflock.errors import InputError
from tokenflock.explorer import run_messages
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
<div id="tokenflock"{attributes}></div>
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


def page_of(run: xr.Dataset) -> str:
    """The HTML of a run."""
    spec = spec_of(run)
    text = base64.b64encode(compressed(run)).decode()
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


def compressed(run: xr.Dataset) -> bytes:
    """The frames of a run, compressed; a long run is thinned in time until it fits."""
    stride = 1
    while True:
        kept = np.unique(np.append(np.arange(0, run.sizes["time"], stride), -1 % run.sizes["time"]))
        data = gzip.compress(b"".join(map(_with_length, frames(run.isel(time=kept)))), 9, mtime=0)
        if len(data) <= LARGEST or len(kept) <= 2:
            return data
        stride = int(np.ceil(stride * max(1.3, len(data) / LARGEST)))


def _with_length(data: bytes) -> bytes:
    return len(data).to_bytes(8, "little") + data


def frames(run: xr.Dataset) -> list[bytes]:
    """Everything a page is sent of a run: hello, begin, rows, measures, end, verdict."""
    spec, header = spec_of(run), {"id": 0, "slot": "a"}
    x, times = run.x.data, np.asarray(run.time.data, float)
    found = {"rows": np.arange(len(x), dtype=np.int32)} | measures(x, spec)
    return [
        frame(common(preset_message(spec))),
        frame(run_messages.begin(header, spec, len(times), words=run_messages.words_of(run))),
        frame(header | {"type": "path", "first": 0}, times=times, x=x.astype(np.float32)),
        frame(header | {"type": "measures"}, **found),
        frame(run_messages.end(header, spec, run, found)),
        frame(header | {"type": "verdict", "verdict": run_messages.verdict_on(run)}),
    ]


def file_frame(run: xr.Dataset, kind: str) -> bytes:
    """A frame that holds a run as a file to keep."""
    if kind == "html":
        name, data = "tokenflock.html", page_of(run).encode()
    else:
        name, data = "tokenflock.nc", bytes(run.to_netcdf(engine="h5netcdf"))
    return frame({"type": "file", "name": name}, data=np.frombuffer(data, np.uint8))
