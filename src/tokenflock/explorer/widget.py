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
from tokenflock.explorer.messages import Limits, MalformedError, hello
from tokenflock.explorer.outbox import Outbox
from tokenflock.explorer.sessions import Visitor
from tokenflock.explorer.turns import Turns
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
        self._outbox = Outbox(self._loop)
        self._visitor = Visitor(self._outbox, Turns(1), self._limits, opened)
        threading.Thread(target=self._serve, daemon=True).start()
        self.on_msg(self._heard)

    def _heard(self, _: Any, content: Any, __: Any) -> None:
        if content == {"type": "ready"}:
            first: Any = self._first
            self._outbox.put(hello(self._limits, first, self._opened is not None))
            return
        with contextlib.suppress(MalformedError):  # not from our page: not for us
            self._visitor.receive(json.dumps(content))

    def _serve(self) -> None:
        """Send what is in the outbox, in a thread of its own, as long as the kernel lives."""
        self._loop.run_until_complete(self._forward())

    async def _forward(self) -> None:
        while True:
            packed = await self._outbox.get()
            if isinstance(packed, bytes):
                self.send({}, buffers=[packed])
            else:
                self.send(json.loads(packed))

    def close(self) -> None:
        """End the work behind the page, and the page."""
        self._visitor.close()
        super().close()
