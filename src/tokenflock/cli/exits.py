"""How the program ends: its status, one sentence, and no waiting for threads."""

import contextlib
import os
import signal
import sys
import threading
from collections.abc import Callable
from typing import Any, NoReturn


def leave(status: int, sentence: str = "") -> NoReturn:
    """End the process with a status and a sentence for stderr."""
    with contextlib.suppress(BrokenPipeError):
        if sentence:
            print(sentence, file=sys.stderr)
        sys.stderr.flush()
        sys.stdout.flush()
    # A thread may still be compiling: leave without waiting for it.
    os._exit(status)


def leave_for_usage(error: Exception) -> NoReturn:
    """Exit 2 with the sentence of a usage error; a bug keeps its traceback."""
    show: Callable[[], None] | None = getattr(error, "show", None)
    if show is None:
        raise error
    show()
    leave(2)


def resend_interrupt(lost: Any) -> None:
    """Send a Ctrl-C again that came during a callback of the garbage collector and was lost there.

    JAX has such a callback; Python prints what is raised in it, and goes on.
    """
    if lost.exc_type is not KeyboardInterrupt:
        sys.__unraisablehook__(lost)
        return
    main = threading.main_thread().ident or 0
    threading.Timer(0.05, signal.pthread_kill, (main, signal.SIGINT)).start()
