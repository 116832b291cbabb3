"""Jobs: pieces of work in threads, which stop when nobody waits and let others have a turn."""

import threading
import time as clock
from collections.abc import Iterator
from contextlib import contextmanager

from tokenflock.errors import InputError
from tokenflock.explorer.outbox import Outbox, StoppedError
from tokenflock.explorer.turns import Turns

TURN = 0.3  # seconds


class Job:
    """One piece of work in a thread: where it tells, whether it is still wanted, its turns."""

    def __init__(self, outbox: Outbox, turns: Turns, seconds: float) -> None:
        self.outbox, self.turns = outbox, turns
        self.canceled = threading.Event()
        self._seconds, self._deadline = seconds, clock.monotonic() + seconds
        self._since = clock.monotonic()  # when its turn began

    @contextmanager
    def turn(self) -> Iterator[None]:
        """A turn for the length of a block, passed on in `breathe`."""
        with self.turns.turn():
            self._since = clock.monotonic()
            yield

    def step_back(self) -> None:
        """Something was shown: let those have a turn who have nothing to show yet."""
        self.turns.step_back()
        self._since = clock.monotonic()

    def breathe(self, _: float = 0.0) -> None:
        """Between two windows: stop if nobody waits, let others have a turn."""
        if self.canceled.is_set():
            raise StoppedError
        now = clock.monotonic()
        if now > self._deadline:
            raise InputError(
                f"The page follows a run for at most {self._seconds:g} s, and this one takes "
                "longer. Ask for a smaller `t_end` or fewer tokens, or use `tokenflock run`."
            )
        # Most runs are short: all of them are there sooner if each is done before the next.
        if now - self._since > TURN:
            self.turns.pass_on()
            self._since = clock.monotonic()
        while self.outbox.crowded and not self.canceled.is_set():
            self.outbox.wait(0.1)
