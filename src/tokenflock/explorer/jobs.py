"""Jobs: pieces of work in threads, which end when nobody waits and share the cores."""

import threading
import time as clock
from collections.abc import Iterator
from contextlib import contextmanager

from tokenflock.errors import InputError
from tokenflock.explorer.semaphore import FairSemaphore
from tokenflock.explorer.send_queue import CanceledError, SendQueue

TIME_SLICE = 0.3  # seconds a job computes before others that wait


class Job:
    """One piece of work in a thread: where its messages go, and when it must pause or end."""

    def __init__(self, queue: SendQueue, cores: FairSemaphore, seconds: float) -> None:
        self.queue, self.canceled = queue, threading.Event()
        self._cores, self._seconds = cores, seconds
        self._deadline = clock.monotonic() + seconds
        self._slice_began = clock.monotonic()

    @contextmanager
    def computing(self) -> Iterator[None]:
        """A core for the length of a block, shared at every `checkpoint`."""
        with self._cores.permit():
            self._slice_began = clock.monotonic()
            yield

    def yield_to_new(self) -> None:
        """Something was shown: let jobs compute first that have nothing to show yet."""
        self._cores.yield_to_new()
        self._slice_began = clock.monotonic()

    def checkpoint(self, _: float = 0.0) -> None:
        """Between two stretches of work: end if canceled or too long, let others compute."""
        if self.canceled.is_set():
            raise CanceledError
        now = clock.monotonic()
        if now > self._deadline:
            raise InputError(
                f"The page follows a run for at most {self._seconds:g} s, and this one takes "
                "longer. Ask for a smaller `t_end` or fewer tokens, or use `tokenflock run`."
            )
        # Most runs are short: all of them are there sooner if each is done before the next.
        if now - self._slice_began > TIME_SLICE:
            self._cores.rotate()
            self._slice_began = clock.monotonic()
        if self.queue.is_full:
            self._wait_for_reader()

    def _wait_for_reader(self) -> None:
        """A page that reads slowly, or sleeps, keeps no core from others."""
        with self._cores.lent():
            while self.queue.is_full and not self.canceled.is_set():
                self.queue.wait_for_room(0.1)
        self._slice_began = clock.monotonic()
