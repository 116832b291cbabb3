"""Turns: many solves share a few cores, a window each, in the order of asking."""

import threading
from collections import deque
from collections.abc import Iterator
from contextlib import contextmanager


class Turns:
    """A number of permits to compute; who waits longest is next."""

    def __init__(self, count: int) -> None:
        self._free = count
        self._queue: deque[threading.Event] = deque()
        self._lock = threading.Lock()

    @contextmanager
    def turn(self) -> Iterator[None]:
        """A permit for the length of a block."""
        self._take()
        try:
            yield
        finally:
            self._give()

    def pass_on(self) -> None:
        """Give the permit to who waits longest, if anybody does, and queue for the next."""
        if self._queue:
            self._give()
            self._take()

    def _take(self) -> None:
        with self._lock:
            if self._free:
                self._free -= 1
                return
            ready = threading.Event()
            self._queue.append(ready)
        ready.wait()

    def _give(self) -> None:
        with self._lock:
            if self._queue:
                self._queue.popleft().set()  # the permit changes hands
            else:
                self._free += 1
