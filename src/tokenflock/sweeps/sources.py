"""Files in which a user has defined masks, spaces, observables, ...: they travel with every batch.

A worker imports the file itself where it sees it unchanged, as on a shared disk, so that the file
may import others beside it; else a copy.
"""

import atexit
import hashlib
import itertools
import shutil
import sys
import tempfile
from pathlib import Path
from typing import NamedTuple

from tokenflock.errors import InputError
from tokenflock.spec import registry
from tokenflock.spec.registry import Kind
from tokenflock.sweeps.sweep import Sweep

SPEC_FIELDS: tuple[Kind, ...] = ("mask", "weighting", "space")
_USED: dict[str, "Source"] = {}  # what this process has imported, by path


class Source(NamedTuple):
    """A Python file: where the client found it, and its text."""

    path: str
    text: str

    @property
    def checksum(self) -> str:
        """The SHA-256 of the text."""
        return hashlib.sha256(self.text.encode()).hexdigest()


def sources(sweep: Sweep) -> tuple[Source, ...]:
    """The files of a user that define what a sweep names."""
    own = set(registry.sources())
    files = {path for kind, name in _used(sweep) if (path := _file(kind, name)) in own}
    return tuple(Source(str(path), path.read_text(encoding="utf-8")) for path in sorted(files))


def check_portable(sweep: Sweep) -> None:
    """Raise `InputError` where a sweep uses a name that only this process knows."""
    here = {name for _, name in _used(sweep)} & set(registry.without_source())
    for name in here:
        raise InputError(
            f"Workers cannot import `{name}`, which was defined in a notebook or at a prompt. "
            "Import it from a file, or solve in this process, with `workers=0`."
        )


def _used(sweep: Sweep) -> set[tuple[Kind, str]]:
    """The kinds and names of all that a sweep names anywhere, without their numbers."""
    words = {(kind, word) for kind in SPEC_FIELDS for word in _words(sweep, kind)}
    return words | {("observable", measure.of) for measure in sweep.measure.values()}


def _words(sweep: Sweep, field: str) -> list[str]:
    values = [ax.fields[field] for ax in sweep.axes if field in ax.fields]
    found = [sweep.base.get(field), *itertools.chain(*values)]
    return [word.partition(":")[0] for word in found if isinstance(word, str)]


def _file(kind: Kind, name: str) -> Path | None:
    if name not in registry.names(kind):
        return None  # one of ours, which nobody has imported yet
    module = sys.modules.get(registry.find(kind, name).__module__)
    file = getattr(module, "__file__", None)
    return None if file is None else Path(file).resolve()


def use(source: Source) -> None:
    """Import a file of the client, once in a process."""
    used = _USED.get(source.path)
    if used == source:
        return
    if used is not None:
        raise InputError(
            f"The workers have imported `{source.path}` before it was changed. Restart them, as by "
            "Dask's `client.restart()`, and run the sweep again."
        )
    path = Path(source.path)
    registry.use(path if _is_here(source, path) else _copied(source))
    _USED[source.path] = source


def _is_here(source: Source, path: Path) -> bool:
    try:
        return path.read_text(encoding="utf-8") == source.text
    except (OSError, UnicodeDecodeError):
        return False


def _copied(source: Source) -> Path:
    folder = tempfile.mkdtemp(prefix="tokenflock-")
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    path = Path(folder, Path(source.path).name)
    path.write_text(source.text, encoding="utf-8")
    return path
