"""The memory of this machine, and how freed memory returns to it."""

import ctypes
import os

M_MMAP_THRESHOLD, M_ARENA_MAX = -3, -8  # of glibc
LARGE = 2**20


def return_large_blocks() -> None:
    """Let every block of a megabyte or more go back to the system when it is freed.

    glibc raises that size as blocks are freed, and keeps the holes, for every thread anew: a long
    solve of large tokens would hold 200 MB more than it needs.  Other systems are left alone.
    """
    try:
        options = ctypes.CDLL(None).mallopt
    except (OSError, AttributeError, TypeError):
        return
    options(M_MMAP_THRESHOLD, LARGE)
    options(M_ARENA_MAX, 2)


def installed_bytes() -> int:
    """The memory of this machine."""
    return os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
