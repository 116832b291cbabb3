"""Output folders: filled under a temporary name, visible only when complete."""

import itertools
import shutil
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from tokenflock.errors import InputError

_PARTIAL: set[Path] = set()  # what is being filled now


def discard() -> None:
    """Remove what is not finished, for a process that ends at once."""
    for path in _PARTIAL:
        shutil.rmtree(path, ignore_errors=True)
        path.unlink(missing_ok=True)


def next_free(parent: Path, name: str) -> Path:
    """The first of parent/name-1, parent/name-2, ... that does not exist."""
    candidates = (parent / f"{name}-{k}" for k in itertools.count(1))
    return next(path for path in candidates if not path.exists())


@contextmanager
def fresh(folder: Path) -> Iterator[Path]:
    """A folder to write into, renamed to `folder` at the end and removed if anything fails.

    It is made at once, so that a place that cannot be written is known before the work begins.
    """
    if folder.exists():
        raise InputError(
            f"`{folder}` exists already, and nothing is overwritten. "
            "Name another folder with --out, or remove it."
        )
    partial = folder.with_name(f".{folder.name}.partial")
    missing = [parent for parent in folder.parents if not parent.exists()]
    _PARTIAL.add(partial)
    try:
        shutil.rmtree(partial, ignore_errors=True)
        partial.mkdir(parents=True)
        yield partial
        partial.rename(folder)
    except OSError as error:
        raise InputError(f"`{folder}` cannot be written: {error}. Name another folder.") from error
    finally:
        shutil.rmtree(partial, ignore_errors=True)
        _PARTIAL.discard(partial)
        for parent in missing:  # those that were made for it, while nothing is in them
            with suppress(OSError):
                parent.rmdir()


UNFINISHED = "unfinished"  # the file that a folder has while it grows


@contextmanager
def growing(folder: Path) -> Iterator[Path]:
    """A folder that is there from the beginning: what is in it stays if the work ends early.

    Until the end it holds a file `unfinished`.
    """
    if folder.exists():
        raise InputError(
            f"`{folder}` exists already, and nothing is overwritten. "
            "Name another folder with --out, or remove it."
        )
    try:
        folder.mkdir(parents=True)
        (folder / UNFINISHED).touch()
        yield folder
        (folder / UNFINISHED).unlink()
    except OSError as error:
        raise InputError(f"`{folder}` cannot be written: {error}. Name another folder.") from error


@contextmanager
def fresh_file(path: Path) -> Iterator[Path]:
    """A file to write, renamed to `path` at the end: the twin of `fresh` for one file alone."""
    if path.exists():
        raise InputError(f"`{path}` exists already, and nothing is overwritten. Name another path.")
    partial = path.with_name(f".{path.name}.partial")
    _PARTIAL.add(partial)
    try:
        partial.touch()
        yield partial
        partial.rename(path)
    except OSError as error:
        raise InputError(f"`{path}` cannot be written: {error}. Name another path.") from error
    finally:
        partial.unlink(missing_ok=True)
        _PARTIAL.discard(partial)
