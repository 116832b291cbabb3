"""A fair semaphore: many solves share a few cores, a while each, in the order of asking.

Jobs that have shown nothing yet come before those that have, but of every few permits one is for
the latter.
"""

import threading
from collections import deque
from collections.abc import Iterator
from contextlib import contextmanager

IN_A_ROW = 4  # permits for jobs that have shown nothing, before one of the others gets one


class FairSemaphore:
    """A number of permits to compute, handed to the job that has waited longest."""

    def __init__(self, count: int) -> None:
        self._free = count
        self._new: deque[threading.Event] = deque()  # jobs that have shown nothing yet
        self._shown: deque[threading.Event] = deque()
        self._in_a_row = 0
        self._lock = threading.Lock()

    @contextmanager
    def permit(self) -> Iterator[None]:
        """A permit for the length of a block."""
        self._acquire(self._new)
        try:
            yield
        finally:
            self._release()

    @contextmanager
    def lent(self) -> Iterator[None]:
        """The permit is free for others, for the length of a block."""
        self._release()
        try:
            yield
        finally:
            self._acquire(self._shown)

    def rotate(self) -> None:
        """Hand the permit to the next job in line, if there is one, and wait for another."""
        if self._new or self._shown:
            self._release()
            self._acquire(self._new)

    def yield_to_new(self) -> None:
        """Hand the permit to a job that has shown nothing, if there is one, and wait behind it."""
        if self._new:
            self._release()
            self._acquire(self._shown)

    def _acquire(self, queue: deque[threading.Event]) -> None:
        with self._lock:
            if self._free:
                self._free -= 1
                return
            ready = threading.Event()
            queue.append(ready)
        ready.wait()

    def _release(self) -> None:
        """Free the permit, or hand it over: it never lies free while somebody waits."""
        with self._lock:
            if not (self._new or self._shown):
                self._free += 1
                return
            self._in_a_row = (self._in_a_row + 1) % (IN_A_ROW + 1)
            others_turn = not self._new or (self._in_a_row == 0 and self._shown)
            (self._shown if others_turn else self._new).popleft().set()
