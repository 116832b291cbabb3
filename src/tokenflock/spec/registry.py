"""What a name of a spec stands for: masks, weightings, spaces and observables, also a user's own.

    class Ring(tkf.Mask, name="ring"): ...         Spec(mask="ring"), --mask ring

A spec is data and never imports code.  Whoever runs one imports the file that defines the name
first: `use(path)` here, `--use FILE.py` on the command line.
"""

import importlib.util
import inspect
import re
import sys
from pathlib import Path
from typing import Any, Literal, NamedTuple

from tokenflock.errors import InputError, did_you_mean

Kind = Literal["mask", "weighting", "space", "observable"]
KINDS: tuple[Kind, ...] = ("mask", "weighting", "space", "observable")


class Entry(NamedTuple):
    """A class or function with a name, and the file that defines it; None in a notebook."""

    thing: Any
    file: Path | None

    @property
    def is_own(self) -> bool:
        """Whether a user defined it, and not this package."""
        return _module_of(self.thing).partition(".")[0] != "tokenflock"


_ENTRIES: dict[Kind, dict[str, Entry]] = {kind: {} for kind in KINDS}
_USED: set[Path] = set()


def register(kind: Kind, name: str, thing: Any) -> None:
    """Let a name stand for a class or function; the same file may define it again."""
    if not re.fullmatch(r"[A-Za-z][\w-]*", name):
        raise InputError(
            f"A name, here of some {kind}, must be letters, digits, '-' and '_'. Got {name!r}."
        )
    entry = Entry(thing, _file_of(thing))
    taken = _ENTRIES[kind].get(name)
    if taken is not None and _clash(taken, entry):
        raise InputError(
            f"{name!r} names another {kind} already, defined in `{taken.file}`. "
            f"Give that of `{entry.file}` another."
        )
    _ENTRIES[kind][name] = entry


def _clash(old: Entry, new: Entry) -> bool:
    """Whether two files want one name.  A cell of a notebook may be run again."""
    return old.file != new.file and (not old.is_own or None not in (old.file, new.file))


def _file_of(thing: Any) -> Path | None:
    file = getattr(sys.modules.get(_module_of(thing)), "__file__", None)
    return None if file is None else Path(file).resolve()


def _module_of(thing: Any) -> str:
    """The name of the module that defines something; empty for code without one."""
    return getattr(thing, "__module__", None) or ""


def find(kind: Kind, name: str) -> Any:
    """The class or function that a name stands for."""
    if name not in _ENTRIES[kind]:
        known = _ENTRIES[kind]
        raise InputError(
            f"There is no {kind} {name!r}.{did_you_mean(name, known)} Those there are: "
            f"{', '.join(known)}. One of your own must be imported first, as by `--use FILE.py`."
        )
    return _ENTRIES[kind][name].thing


def build(kind: Kind, text: str) -> Any:
    """The object that 'name' or 'name:NUMBER' stands for."""
    name, _, number = text.partition(":")
    return find(kind, name)(*([_number(number)] if number else []))


def _number(text: str) -> float:
    return int(text) if text.isdecimal() else float(text)


def names(kind: Kind) -> tuple[str, ...]:
    """All names of a kind that have been defined so far."""
    return tuple(_ENTRIES[kind])


def own_words(kind: Kind) -> tuple[str, ...]:
    """The words for what users defined: 'ring', or 'ring:K' where it takes a number."""
    own = [(name, entry.thing) for name, entry in _ENTRIES[kind].items() if entry.is_own]
    return tuple(word for name, thing in own for word in _words(name, thing))


def _words(name: str, thing: Any) -> tuple[str, ...]:
    """One word without a number where it may be left out, one with it where there may be one."""
    parameters = list(inspect.signature(thing).parameters.values())
    if not inspect.isclass(thing) or not parameters:
        return (name,)
    with_number = f"{name}:{parameters[0].name.upper()}"
    return (with_number,) if parameters[0].default is inspect.Parameter.empty else (
        name, with_number,
    )  # fmt: skip


def sources() -> tuple[Path, ...]:
    """The files that define what users named, for whoever must import them elsewhere."""
    entries = [entry for known in _ENTRIES.values() for entry in known.values() if entry.is_own]
    return tuple(dict.fromkeys(entry.file for entry in entries if entry.file is not None))


def without_source() -> tuple[str, ...]:
    """The names that were defined in no file, as in a notebook: no other process knows them."""
    return tuple(
        name for known in _ENTRIES.values()
        for name, entry in known.items() if entry.is_own and entry.file is None
    )  # fmt: skip


def use(path: str | Path) -> None:
    """Import a user's file, so that what it names is known; once."""
    path = Path(path).resolve()
    if path in _USED or path in sources():
        return
    if path.suffix != ".py" or not path.is_file():
        raise InputError(f"`{path}` must be an existing Python file, ending in .py.")
    _import(path)
    _USED.add(path)


def _import(path: Path) -> None:
    name = f"tokenflock_use_{path.stem}_{len(_USED)}"
    spec = importlib.util.spec_from_file_location(name, path)
    assert spec is not None  # it ends in .py
    assert spec.loader is not None
    module = sys.modules[name] = importlib.util.module_from_spec(spec)
    try:
        spec.loader.exec_module(module)
    except Exception as error:
        del sys.modules[name]
        raise InputError(f"`{path}` cannot be used: {type(error).__name__}: {error}.") from error
