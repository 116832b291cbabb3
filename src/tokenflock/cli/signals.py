"""Ctrl-C and SIGTERM: an exception that unwinds the work, or, while modules are loaded, the end.

An exception inside an extension that is half loaded may crash the process; so does one that is
raised while it calls Python.  A process that still loads has written nothing but folders that are
not finished, which go.
"""

import importlib
import signal
from types import FrameType

from tokenflock.cli.exits import leave
from tokenflock.runtime import folders

LOADER = importlib._bootstrap._find_and_load.__code__.co_filename  # type: ignore[attr-defined]


def heed() -> None:
    """Let both signals stop the program, in one way."""
    for number in (signal.SIGINT, signal.SIGTERM):
        if signal.getsignal(number) is not signal.SIG_IGN:  # as shells have it in the background
            signal.signal(number, stop)


def stop(number: int, frame: FrameType | None) -> None:
    """Raise `KeyboardInterrupt`, or end the process at once while it imports."""
    if _is_importing(frame):
        folders.discard()
        leave(130, "Stopped.")
    raise KeyboardInterrupt


def _is_importing(frame: FrameType | None) -> bool:
    while frame is not None:
        if frame.f_code.co_filename == LOADER:
            return True
        frame = frame.f_back
    return False
