"""The work behind a message: runs and their verdicts, sweeps over beta, files."""

from typing import Any

import xarray as xr

from tokenflock.explorer import padding
from tokenflock.explorer.export import file_frame
from tokenflock.explorer.frames import frame
from tokenflock.explorer.jobs import Job
from tokenflock.explorer.measures import measures
from tokenflock.explorer.run_messages import Header, begin, end, verdict_on, words_of
from tokenflock.explorer.stream import RunStream
from tokenflock.simulation import spec_of, times_of
from tokenflock.spec import Spec

PREVIEW_TOL = 1e-3  # a quarter of a pixel
PREVIEW_SAMPLES = 101
PREVIEW_STRIDE = 12  # one row in twelve is measured


def preview_of(spec: Spec) -> Spec:
    """The spec as it is followed while a hand still moves."""
    samples = min(spec.samples, PREVIEW_SAMPLES)
    if spec.t_end > padding.LONGEST or spec.coarsen:
        return spec.replace(samples=samples)
    return spec.replace(tol=max(spec.tol, PREVIEW_TOL), samples=samples)


def run_and_send(
    job: Job, header: Header, spec: Spec, *, preview: bool
) -> tuple[xr.Dataset, dict[str, Any]]:
    """The run of a spec, sent on the way: begin, rows, measures; and the end, still to be sent."""
    asked, spec = spec, preview_of(spec) if preview else spec
    total = len(times_of(spec))
    job.queue.put(begin(header, asked, total, preview=preview))
    stream = RunStream(job, header, spec, total, PREVIEW_STRIDE if preview else 1)
    with job.computing():
        run = padding.simulate_padded(spec, progress=job.checkpoint, on_save=stream.on_save)
        stream.send()
        job.yield_to_new()
        stream.measure()
        ended = end(header, spec, run, None if preview else stream.measures)
    return run, ended


def show(job: Job, header: Header, run: xr.Dataset) -> dict[str, Any]:
    """Send a run that was opened; its end is still to be sent."""
    spec = spec_of(run)
    job.queue.put(begin(header, spec, run.sizes["time"], words=words_of(run)))
    stream = RunStream(job, header, spec, run.sizes["time"])
    with job.computing():
        for start in range(0, run.sizes["time"], 64):
            part = run.isel(time=slice(start, start + 64))
            stream.on_save(part.time.data, part.x.data)
        stream.send()
        stream.measure()
        return end(header, spec, run, stream.measures)


def send_verdict(job: Job, header: Header, run: xr.Dataset) -> None:
    """Send what the end of a run is."""
    with job.computing():
        job.checkpoint()
        found = verdict_on(run)
    job.queue.put(header | {"type": "verdict", "verdict": found})


def sweep(job: Job, header: Header, specs: list[Spec]) -> None:
    """Follow specs that differ in beta, and send one row of the phase diagram for each."""
    for index, spec in enumerate(specs):
        with job.computing():
            job.checkpoint()
            run = padding.simulate_padded(spec, progress=job.checkpoint)
            found = measures(run.x.data, spec)
        row = {name: found[name] for name in ("count", "alignment", "energy")}
        about = {"type": "row", "row": index, "rows": len(specs), "beta": spec.beta}
        job.queue.put(frame(header | about, times=run.time.data, **row))
    job.queue.put(header | {"type": "swept"})


def send_file(
    job: Job, header: Header, kind: str, run: xr.Dataset, second: xr.Dataset | None
) -> None:
    """Send a run as a file to keep, perhaps with the one beside it."""
    job.queue.put(file_frame(header, run, kind, second))
