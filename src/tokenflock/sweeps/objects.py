"""Whole objects of a store by their key, on a local disk or behind any fsspec URL."""

import os
import uuid
from pathlib import Path
from typing import Any, Protocol


class Objects(Protocol):
    """Reads, writes and lists objects; a write is there as a whole or not at all."""

    def read(self, key: str) -> bytes | None:
        """The bytes under a key, None where there are none."""

    def write(self, key: str, data: bytes) -> None:
        """Put bytes under a key."""

    def names(self, folder: str) -> list[str]:
        """The names in a folder."""


def objects(url: str) -> Objects:
    """The objects below a path or an fsspec URL."""
    return Remote(url) if "://" in url else Local(Path(url))


class Local:
    """Files below a folder."""

    def __init__(self, root: Path) -> None:
        self.root = root

    def read(self, key: str) -> bytes | None:
        try:
            return (self.root / key).read_bytes()
        except (FileNotFoundError, NotADirectoryError):
            return None

    def write(self, key: str, data: bytes) -> None:
        path = self.root / key
        path.parent.mkdir(parents=True, exist_ok=True)
        partial = path.with_name(f".{path.name}.{uuid.uuid4().hex}")
        try:
            partial.write_bytes(data)
            os.replace(partial, path)
        finally:
            partial.unlink(missing_ok=True)

    def names(self, folder: str) -> list[str]:
        path = self.root / folder
        return [p.name for p in path.iterdir() if p.name[0] != "."] if path.is_dir() else []


class Remote:
    """Objects of a file system of fsspec; its uploads are atomic, as those of object stores are."""

    def __init__(self, url: str) -> None:
        from fsspec.core import url_to_fs

        self.fs: Any
        self.fs, self.root = url_to_fs(url)

    def read(self, key: str) -> bytes | None:
        try:
            return bytes(self.fs.cat_file(f"{self.root}/{key}"))
        except FileNotFoundError:
            return None

    def write(self, key: str, data: bytes) -> None:
        path = f"{self.root}/{key}"
        self.fs.makedirs(path.rpartition("/")[0], exist_ok=True)
        self.fs.pipe_file(path, data)

    def names(self, folder: str) -> list[str]:
        path = f"{self.root}/{folder}"
        found = self.fs.ls(path, detail=False) if self.fs.exists(path) else []
        return [name.rpartition("/")[2] for name in found]
