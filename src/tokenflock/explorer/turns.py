"""Turns: many solves share a few cores, a while each, in the order of asking.

Who has not shown anything yet comes before who has, but of every few turns one is for the latter.
"""

import threading
from collections import deque
from collections.abc import Iterator
from contextlib import contextmanager

FIRST = 4  # turns in a row for those who have not shown anything


class Turns:
    """A number of permits to compute; who waits longest is next."""

    def __init__(self, count: int) -> None:
        self._free = count
        self._first: deque[threading.Event] = deque()
        self._later: deque[threading.Event] = deque()
        self._row = 0
        self._lock = threading.Lock()

    @contextmanager
    def turn(self) -> Iterator[None]:
        """A permit for the length of a block."""
        self._take(self._first)
        try:
            yield
        finally:
            self._give()

    def pass_on(self) -> None:
        """Give the permit to who waits longest, if anybody does, and queue for the next."""
        if self._first or self._later:
            self._give()
            self._take(self._first)

    def step_back(self) -> None:
        """Give the permit to who has not shown anything yet, if anybody has not, and wait."""
        if self._first:
            self._give()
            self._take(self._later)

    def _take(self, queue: deque[threading.Event]) -> None:
        with self._lock:
            if self._free:
                self._free -= 1
                return
            ready = threading.Event()
            queue.append(ready)
        ready.wait()

    def _give(self) -> None:
        with self._lock:
            if not (self._first or self._later):
                self._free += 1
                return
            self._row = (self._row + 1) % (FIRST + 1)
            patient = not self._first or (self._row == 0 and self._later)
            # The permit changes hands.
            (self._later if patient else self._first).popleft().set()
