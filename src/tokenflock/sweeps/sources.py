"""Files in which a user has defined masks, spaces, observables, ...: they travel with every batch.

A worker imports the file itself where it sees it unchanged, as on a shared disk, so that the file
may import others beside it; else a copy.
"""

import atexit
import functools
import hashlib
import itertools
import shutil
import tempfile
from pathlib import Path
from typing import NamedTuple

from tokenflock.errors import InputError
from tokenflock.spec import vocabulary
from tokenflock.sweeps.sweep import Sweep


class Source(NamedTuple):
    """A Python file: where the client found it, and its text."""

    path: str
    text: str

    @property
    def checksum(self) -> str:
        """The SHA-256 of the text."""
        return hashlib.sha256(self.text.encode()).hexdigest()


def sources() -> tuple[Source, ...]:
    """The files that this process has taken definitions from."""
    return tuple(
        Source(str(path), path.read_text(encoding="utf-8")) for path in vocabulary.sources()
    )


def check_portable(sweep: Sweep) -> None:
    """Raise `InputError` where a sweep uses a name that only this process knows."""
    words = {word for field in ("mask", "weighting", "space") for word in _words(sweep, field)}
    used = words | {measure.of for measure in sweep.measure.values()}
    for name in used & set(vocabulary.without_source()):
        raise InputError(
            f"Workers cannot import `{name}`, which was defined in a notebook or at a prompt. Put "
            "it into a file and call `tkf.use('that_file.py')`, or solve here with `workers=0`."
        )


def _words(sweep: Sweep, field: str) -> list[str]:
    """The names that a field of the specs has anywhere, without their numbers."""
    values = [ax.fields[field] for ax in sweep.axes if field in ax.fields]
    found = [sweep.base.get(field), *itertools.chain(*values)]
    return [word.partition(":")[0] for word in found if isinstance(word, str)]


@functools.cache
def use(source: Source) -> None:
    """Import a file of the client, once in a process."""
    path = Path(source.path)
    vocabulary.use(path if _is_here(source, path) else _copied(source, path.name))


def _is_here(source: Source, path: Path) -> bool:
    try:
        return path.read_text(encoding="utf-8") == source.text
    except (OSError, UnicodeDecodeError):
        return False


def _copied(source: Source, name: str) -> Path:
    folder = tempfile.mkdtemp(prefix="tokenflock-")
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    path = Path(folder, name)
    path.write_text(source.text, encoding="utf-8")
    return path
