"""The explorer in a notebook: the same page, answered by the kernel.

tokenflock.explorer.widget.Explorer("causal-circle")
"""

import asyncio
import contextlib
import json
import threading
from typing import Any

import anywidget
import xarray as xr

from tokenflock.explorer.export import PAGE
from tokenflock.explorer.hello import hello
from tokenflock.explorer.limits import Limits
from tokenflock.explorer.messages import MalformedError
from tokenflock.explorer.semaphore import FairSemaphore
from tokenflock.explorer.send_queue import SendQueue
from tokenflock.explorer.sessions import Session
from tokenflock.spec import Spec


class Explorer(anywidget.AnyWidget):
    """A page in a cell, starting at a preset, a spec or a finished run."""

    _esm = PAGE / "explorer.js"
    _css = PAGE / "explorer.css"

    def __init__(self, first: str | Spec | xr.Dataset = "causal-circle", **options: Any) -> None:
        super().__init__(**options)
        opened = first if isinstance(first, xr.Dataset) else None
        self._first = Spec.from_json(opened.attrs["spec"]) if opened is not None else first
        self._opened, self._limits = opened, Limits()
        self._loop = asyncio.new_event_loop()
        self._queue = SendQueue(self._loop)
        self._session = Session(self._queue, FairSemaphore(1), self._limits, opened)
        threading.Thread(target=self._serve, daemon=True).start()
        self.on_msg(self._on_message)

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
