"""Work in the background, watched from the main thread.

A compilation cannot be interrupted, so Ctrl-C must not wait for it: the work runs in a thread that
dies with the process, while the main thread watches, draws the progress and receives the signal.
"""

import threading
from collections.abc import Callable
from typing import Any, TypeVar

Result = TypeVar("Result")


def watched(work: Callable[[], Result], watch: Callable[[], None], every: float = 0.05) -> Result:
    """What `work()` returns or raises; `watch()` is called meanwhile, some times a second."""
    outcome: dict[str, Any] = {}

    def run() -> None:
        try:
            outcome["result"] = work()
        except BaseException as error:
            outcome["error"] = error

    thread = threading.Thread(target=run, daemon=True)
    thread.start()
    while thread.is_alive():
        thread.join(every)
        watch()
    if "error" in outcome:
        raise outcome["error"]
    return outcome["result"]
