"""Whole objects of a store by their key, on a local disk or behind any fsspec URL."""

import errno
import os
import random
import time
import uuid
from collections.abc import Callable
from pathlib import Path
from typing import Any, Protocol, TypeVar

from tokenflock.errors import InputError

OBJECT_STORES = {"s3", "s3a", "gs", "gcs", "az", "abfs", "adl", "memory"}
PAUSES = (0.1, 0.5, 2.0, 5.0)  # seconds between tries, about
FINAL = (FileNotFoundError, PermissionError, IsADirectoryError, NotADirectoryError)
HOPELESS = {errno.ENOSPC, errno.EDQUOT, errno.EROFS}
Result = TypeVar("Result")


class Objects(Protocol):
    """Reads, writes and lists objects; a write is there as a whole or not at all."""

    def read(self, key: str) -> bytes | None:
        """The bytes under a key, None where there are none."""

    def write(self, key: str, data: bytes) -> None:
        """Put bytes under a key."""

    def names(self, folder: str) -> list[str]:
        """The names in a folder."""

    def attempt(self, call: Callable[[], None]) -> None:
        """Call what may be called again, as often as it takes where a network is between."""


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

    def attempt(self, call: Callable[[], None]) -> None:
        call()


class Remote:
    """Objects of a file system of fsspec; its uploads are atomic, as those of object stores are.

    A network drops requests: each is tried some times, after ever longer pauses.  Nothing is kept
    of listings, since others write at the same time.
    """

    def __init__(self, url: str) -> None:
        self.fs: Any
        self.fs, self.root = file_system(url)

    def read(self, key: str) -> bytes | None:
        return _patient(self._read, key)

    def _read(self, key: str) -> bytes | None:
        try:
            return bytes(self.fs.cat_file(f"{self.root}/{key}"))
        except FileNotFoundError:
            return None

    def write(self, key: str, data: bytes) -> None:
        path = f"{self.root}/{key}"
        if _has_folders(self.fs):
            _patient(self.fs.makedirs, path.rpartition("/")[0], exist_ok=True)
        _patient(self.fs.pipe_file, path, data)

    def names(self, folder: str) -> list[str]:
        return _patient(self._names, f"{self.root}/{folder}".rstrip("/"))

    def _names(self, path: str) -> list[str]:
        self.fs.invalidate_cache()
        try:
            found = self.fs.ls(path, detail=False)
        except FileNotFoundError:
            return []
        # An object store may list the folder itself.
        return [name.rpartition("/")[2] for name in found if name.rstrip("/") != path]

    def attempt(self, call: Callable[[], None]) -> None:
        _patient(call)


def file_system(url: str) -> tuple[Any, str]:
    """The fsspec file system of a URL, and the path in it; a sentence where it cannot be had."""
    from fsspec.core import url_to_fs

    try:
        fs, root = url_to_fs(url, use_listings_cache=False)
    except (ImportError, ValueError) as error:
        raise InputError(f"`{url}` needs a file system that is not there: {error}.") from error
    except TypeError:  # it knows nothing of listings
        fs, root = url_to_fs(url)
    return fs, root.rstrip("/")


def _has_folders(fs: Any) -> bool:
    """Whether folders must be made before there can be anything in them."""
    protocols = (fs.protocol,) if isinstance(fs.protocol, str) else fs.protocol
    return not set(protocols) & OBJECT_STORES


def _patient(call: Callable[..., Result], *args: Any, **options: Any) -> Result:
    """What a call returns, tried again while the network fails it."""
    for pause in PAUSES:
        try:
            return call(*args, **options)
        except FINAL:
            raise
        except Exception as error:  # every file system has exceptions of its own for a lost line
            if isinstance(error, OSError) and error.errno in HOPELESS:
                raise
            time.sleep(pause * random.uniform(0.5, 1.5))
    try:
        return call(*args, **options)
    except OSError:
        raise
    except Exception as error:
        raise OSError(None, f"{type(error).__name__}: {error}") from error
