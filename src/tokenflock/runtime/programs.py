"""The compiled programs of this process: counted, and forgotten where they become too many.

JAX keeps every program it has compiled, a megabyte or two each, and compiles one for every shape of
arrays: a server or a notebook would grow without end.
"""

import ctypes
import gc
import threading

from tokenflock._jax import jax

MOST = 100  # held at a time; more are forgotten when the next solve begins
COMPILED = "/jax/core/compile/backend_compile_duration"

_lock = threading.Lock()
_held = 0


def held() -> int:
    """How many programs were compiled, or read from disk, since they were last forgotten."""
    return _held


def bound(most: int | None = None) -> None:
    """Forget all programs if there are too many; what is still used is compiled once more."""
    global _held
    with _lock:
        if _held <= (MOST if most is None else most):
            return
        _held = 0
    jax.clear_caches()
    gc.collect()
    _return_free_memory()


def _return_free_memory() -> None:
    """Give what the allocator keeps for later back to the system, where it can."""
    trim = getattr(ctypes.CDLL(None), "malloc_trim", None)
    if trim is not None:
        trim(0)


def _count(event: str, duration_secs: float, **kwargs: str | int) -> None:
    global _held
    if event == COMPILED:
        with _lock:
            _held += 1


jax.monitoring.register_event_duration_secs_listener(_count)
