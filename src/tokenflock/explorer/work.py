"""The work behind a message: follow a spec and tell of it, judge its end, sweep beta."""

from dataclasses import asdict
from typing import Any

import xarray as xr

from tokenflock.analysis.verdicts import verdict
from tokenflock.explorer import live
from tokenflock.explorer.frames import frame
from tokenflock.explorer.jobs import Job
from tokenflock.explorer.measures import measures
from tokenflock.explorer.telling import Teller, begin, end, finite, words_of
from tokenflock.simulation import flow_of, times_of
from tokenflock.spec import Spec

PREVIEW_TOL = 1e-3  # a quarter of a pixel
PREVIEW_SAMPLES = 101
PREVIEW_STRIDE = 12  # one row in twelve is measured
MOST_JUDGED = 2000  # tokens


def preview_of(spec: Spec) -> Spec:
    """The spec as it is followed while a hand still moves."""
    samples = min(spec.samples, PREVIEW_SAMPLES)
    if spec.t_end > live.LONGEST or spec.coarsen:
        return spec.replace(samples=samples)
    return spec.replace(tol=max(spec.tol, PREVIEW_TOL), samples=samples)


def follow(job: Job, head: dict[str, Any], spec: Spec, *, preview: bool) -> xr.Dataset:
    """Follow a spec and tell of it: begin, rows, measures, end."""
    asked, spec = spec, preview_of(spec) if preview else spec
    total = len(times_of(spec))
    job.outbox.put(begin(head, asked, total, preview=preview))
    teller = Teller(job, head, spec, total, PREVIEW_STRIDE if preview else 1)
    with job.turn():
        run = live.follow(spec, progress=job.breathe, saved=teller.saved)
        teller.send()
        job.step_back()
        teller.measure()
        job.outbox.put(end(head, spec, run, None if preview else teller.told))
    return run


def show(job: Job, head: dict[str, Any], run: xr.Dataset) -> xr.Dataset:
    """Tell of a run that was opened."""
    spec = Spec.from_json(run.attrs["spec"])
    job.outbox.put(begin(head, spec, run.sizes["time"], words=words_of(run)))
    teller = Teller(job, head, spec, run.sizes["time"])
    for start in range(0, run.sizes["time"], 64):
        part = run.isel(time=slice(start, start + 64))
        teller.saved(part.time.data, part.x.data)
    teller.send()
    teller.measure()
    job.outbox.put(end(head, spec, run, teller.told))
    return run


def judge(job: Job, head: dict[str, Any], run: xr.Dataset) -> None:
    """Tell what the end of a run is."""
    with job.turn():
        job.breathe()
        told = judged(run)
    job.outbox.put(head | {"type": "verdict", "verdict": told})


def judged(run: xr.Dataset) -> dict[str, Any]:
    """What the end of a run is, with the reason."""
    spec = Spec.from_json(run.attrs["spec"])
    if spec.n > MOST_JUDGED:
        return {"state": "undecided", "reason": f"{spec.n} tokens are too many to judge here"}
    last = run.isel(time=-1)
    return dict(finite(asdict(verdict(flow_of(spec), last.x.data, float(last.time)))))


def sweep(job: Job, head: dict[str, Any], specs: list[Spec]) -> None:
    """Follow specs that differ in beta, and send one row of the phase diagram for each."""
    for index, spec in enumerate(specs):
        with job.turn():
            job.breathe()
            run = live.follow(spec, progress=job.breathe)
            told = measures(run.x.data, spec)
        row = {name: told[name] for name in ("count", "alignment", "energy")}
        about = {"type": "row", "row": index, "rows": len(specs), "beta": spec.beta}
        job.outbox.put(frame(head | about, times=run.time.data, **row))
    job.outbox.put(head | {"type": "swept"})
