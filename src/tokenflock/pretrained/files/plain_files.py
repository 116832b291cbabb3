"""Plain files only: what is read to its end must have one."""

from pathlib import Path

from tokenflock.errors import InputError


def plain_file(path: Path) -> Path:
    """The path, if a plain file is there: a pipe would wait for ever, a device never end."""
    if path.exists() and not path.is_file():
        kind = "a folder" if path.is_dir() else "a pipe, a device or the like"
        raise InputError(f"`{path}` must be a plain file. It is {kind}.")
    return path
