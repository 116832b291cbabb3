"""Messages on their way to a page: threads put them in, the event loop sends them."""

import asyncio
import json
import threading
from typing import Any

CAPACITY = 64 * 2**20  # bytes that may wait for a slow reader


class CanceledError(Exception):
    """Nobody waits for this work any more."""


class SendQueue:
    """Messages to one page, in order: JSON objects as text, frames as bytes."""

    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        self._loop = loop
        self._queue: asyncio.Queue[str | bytes] = asyncio.Queue()
        self._bytes = 0
        self._lock = threading.Lock()
        self._has_room = threading.Event()
        self._has_room.set()

    def put(self, message: dict[str, Any] | bytes) -> None:
        """Add a message, from any thread."""
        data = message if isinstance(message, bytes) else json.dumps(message, allow_nan=False)
        self._count(len(data))
        try:
            self._loop.call_soon_threadsafe(self._queue.put_nowait, data)
        except RuntimeError:  # the loop is closed
            raise CanceledError from None

    async def get(self) -> str | bytes:
        """The next message to send."""
        data = await self._queue.get()
        self._count(-len(data))
        return data

    @property
    def is_full(self) -> bool:
        """Whether the reader is far behind."""
        return not self._has_room.is_set()

    def wait_for_room(self, seconds: float) -> None:
        """Wait until there is room, at most so long."""
        self._has_room.wait(seconds)

    def _count(self, size: int) -> None:
        with self._lock:
            self._bytes += size
            if self._bytes <= CAPACITY:
                self._has_room.set()
            else:
                self._has_room.clear()
