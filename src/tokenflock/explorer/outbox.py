"""The outbox of a visitor: threads put messages in, the event loop sends them."""

import asyncio
import json
import threading
from typing import Any

ROOM = 64 * 2**20  # bytes that may wait for a slow reader


class StoppedError(Exception):
    """Nobody waits for this work any more."""


class Outbox:
    """Messages on their way to one page, in order: JSON objects as text, frames as bytes."""

    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        self._loop = loop
        self._queue: asyncio.Queue[str | bytes] = asyncio.Queue()
        self._waiting = 0
        self._lock = threading.Lock()
        self._room = threading.Event()
        self._room.set()

    def put(self, message: dict[str, Any] | bytes) -> None:
        """Add a message, from any thread."""
        packed = message if isinstance(message, bytes) else json.dumps(message, allow_nan=False)
        self._count(len(packed))
        try:
            self._loop.call_soon_threadsafe(self._queue.put_nowait, packed)
        except RuntimeError:  # the loop is closed
            raise StoppedError from None

    async def get(self) -> str | bytes:
        """The next message to send."""
        packed = await self._queue.get()
        self._count(-len(packed))
        return packed

    @property
    def crowded(self) -> bool:
        """Whether the reader is far behind."""
        return not self._room.is_set()

    def wait(self, seconds: float) -> None:
        """Wait until there is room, at most so long."""
        self._room.wait(seconds)

    def _count(self, size: int) -> None:
        with self._lock:
            self._waiting += size
            if self._waiting <= ROOM:
                self._room.set()
            else:
                self._room.clear()
