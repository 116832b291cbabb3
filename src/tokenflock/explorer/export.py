"""A run as one HTML file that opens from disk, without a network and without us.

The file is the bundle of the page and the run as frames, compressed and written as text.
"""

import base64
import gzip
from pathlib import Path

import numpy as np
import xarray as xr

from tokenflock.errors import InputError
from tokenflock.explorer import run_messages
from tokenflock.explorer.frames import frame
from tokenflock.explorer.hello import common, preset_message
from tokenflock.explorer.measures import measures
from tokenflock.simulation import spec_of

PAGE = Path(__file__).parent / "page"
LARGEST = 1_500_000  # compressed bytes of a run: with the bundle, and as text, under 3 MB
POLICY = (
    "default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; "
    "img-src data: blob:; base-uri 'none'; form-action 'none'"
)
TEMPLATE = """<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="{policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<link rel="icon" href="data:,">
<title>tokenflock: {title}</title>
<style>{style}</style>
</head>
<body>
<div id="tokenflock"></div>
<script type="application/octet-stream" id="tokenflock-run">{data}</script>
<script type="module">{script}</script>
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
    return TEMPLATE.format(
        policy=POLICY,
        title=f"{spec.n} tokens, beta = {spec.beta:g}",
        style=_bundled("explorer.css"),
        script=_bundled("explorer.js").replace("</script", "<\\/script"),
        data=base64.b64encode(compressed(run)).decode(),
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
