"""How many threads NumPy's linear algebra takes."""

import os
import sys


def one_blas_thread() -> None:
    """Let NumPy's linear algebra run in one thread, unless the user said how many.

    Its threads spin while they wait for each other: beside anything else that computes, an
    eigenvalue problem of size 500 takes seconds instead of a twentieth of one.  It is read when
    NumPy is loaded; where that has happened, nothing changes.
    """
    if "numpy" not in sys.modules:
        os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
