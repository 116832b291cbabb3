"""Jobs: pieces of work in threads, which stop when nobody waits and let others have a turn."""

import threading
import time as clock

from tokenflock.errors import InputError
from tokenflock.explorer.outbox import Outbox, StoppedError
from tokenflock.explorer.turns import Turns


class Job:
    """One piece of work in a thread: where it tells, whether it is still wanted, its turns."""

    def __init__(self, outbox: Outbox, turns: Turns, seconds: float) -> None:
        self.outbox, self.turns = outbox, turns
        self.cancelled = threading.Event()
        self._seconds, self._deadline = seconds, clock.monotonic() + seconds

    def breathe(self, _: float = 0.0) -> None:
        """Between two windows: stop if nobody waits, let others have a turn."""
        if self.cancelled.is_set():
            raise StoppedError
        if clock.monotonic() > self._deadline:
            raise InputError(
                f"The page follows a run for at most {self._seconds:g} s, and this one takes "
                "longer. Ask for a smaller `t_end` or fewer tokens, or use `tokenflock run`."
            )
        self.turns.pass_on()
        while self.outbox.crowded and not self.cancelled.is_set():
            self.outbox.wait(0.1)
