"""The explorer in a notebook: the same page, answered by the kernel.

page = tokenflock.explorer.widget.Explorer("causal-circle")
page                                         # in a cell: the page
page.spec, page.run, page.time, page.selection
page.spec = page.spec.replace(beta=4.0)      # the page follows
"""

import asyncio
import contextlib
import json
import threading
from typing import Any

import anywidget
import traitlets
import xarray as xr

from tokenflock.explorer.controls import fields_of
from tokenflock.explorer.export import PAGE
from tokenflock.explorer.hello import hello
from tokenflock.explorer.limits import Limits
from tokenflock.explorer.messages import MalformedError
from tokenflock.explorer.semaphore import FairSemaphore
from tokenflock.explorer.send_queue import SendQueue
from tokenflock.explorer.sessions import Session
from tokenflock.simulation import spec_of
from tokenflock.spec import Spec
from tokenflock.spec.presets import preset


class RunTrait(traitlets.Instance[xr.Dataset]):
    """A run, told of whenever it is another one.

    Other traits compare by `==`.  Of datasets that is a dataset, which counts as true: nobody
    would be told.
    """

    def set(self, obj: Any, value: Any) -> None:
        """Take the run, and tell whoever looks at it."""
        before, run = obj._trait_values.get(self.name), self._validate(obj, value)
        obj._trait_values[self.name] = run
        if run is not before:
            obj._notify_trait(self.name, before, run)


class Explorer(anywidget.AnyWidget):
    """A page in a cell, starting at a preset, a spec or a finished run.

    `spec` is the system that is shown, `run` the last run that was followed to its end, `time`
    where the cursor is, `selection` the tokens that are chosen.  All of them can be read and set.
    """

    _esm = PAGE / "explorer.js"
    _css = PAGE / "explorer.css"
    spec = traitlets.Instance(Spec).tag(
        sync=True,
        to_json=lambda spec, _: fields_of(spec),
        from_json=lambda fields, _: Spec(**fields),
    )
    run = RunTrait(xr.Dataset, allow_none=True)
    time = traitlets.Float(0.0).tag(sync=True)
    selection = traitlets.List(traitlets.Int()).tag(sync=True)

    def __init__(self, first: str | Spec | xr.Dataset = "causal-circle", **options: Any) -> None:
        opened = first if isinstance(first, xr.Dataset) else None
        spec = _spec_of(first)
        super().__init__(spec=spec, run=opened, **options)
        self._first = first if isinstance(first, str) else spec
        self._shown = opened  # the run that the page knows of
        self._opened, self._limits = opened, Limits()
        self._loop = asyncio.new_event_loop()
        self._queue = SendQueue(self._loop)
        self._session = Session(
            self._queue, FairSemaphore(1), self._limits, opened, on_finished=self._on_finished
        )
        threading.Thread(target=self._serve, daemon=True).start()
        self.on_msg(self._on_message)
        self.observe(self._on_run, "run")

    def _on_finished(self, run: xr.Dataset) -> None:
        """The page has followed a run to its end."""
        self._shown = self.run = run

    @traitlets.validate("run")
    def _known_run(self, proposal: Any) -> xr.Dataset | None:
        """A run whose spec is known, or none."""
        run: xr.Dataset | None = proposal["value"]
        if run is not None:
            spec_of(run)
        return run

    def _on_run(self, change: Any) -> None:
        """Somebody gave a run to look at: the page shows it, and its spec is the page's."""
        run = change["new"]
        if run is None or run is self._shown:
            return
        spec = spec_of(run)
        self._first, self._opened, self._shown = spec, run, run
        self._session.open_later(run)
        self._queue.put({"type": "opened", "spec": fields_of(spec)})
        self.spec = spec

    def _on_message(self, _: Any, content: Any, __: Any) -> None:
        if content == {"type": "ready"}:
            first: Any = self._first
            self._queue.put(hello(self._limits, first, self._opened is not None))
            return
        with contextlib.suppress(MalformedError):  # not from our page: not for us
            self._session.receive(json.dumps(content))

    def _serve(self) -> None:
        """Send what is in the queue, in a thread of its own, as long as the kernel lives."""
        self._loop.run_until_complete(self._forward())

    async def _forward(self) -> None:
        while True:
            data = await self._queue.get()
            if isinstance(data, bytes):
                self.send({}, buffers=[data])
            else:
                self.send(json.loads(data))

    def close(self) -> None:
        """End the work behind the page, and the page."""
        self._session.close()
        super().close()


def _spec_of(first: str | Spec | xr.Dataset) -> Spec:
    if isinstance(first, xr.Dataset):
        return spec_of(first)
    return preset(first) if isinstance(first, str) else first
