"""A run in a Zarr store that grows as it is solved: paths too large to hold.

256 tokens of dimension 768 at 101 times are 160 MB, three times an ALBERT.
"""

import shutil
from pathlib import Path
from typing import Any

import numpy as np
import xarray as xr

from tokenflock.errors import InputError
from tokenflock.results.files import check_free


class GrowingStore:
    """A store under a temporary name, whose `x` is filled state by state and named at the end.

    `template` has everything but `x`: coordinates and attributes.
    """

    def __init__(self, path: str | Path, dims: tuple[str, ...], shape: tuple[int, ...]) -> None:
        import zarr  # half a second, which few pay

        self.path = Path(path)
        check_free(self.path)
        self._partial = self.path.with_name(f".{self.path.name}.partial")
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            shutil.rmtree(self._partial, ignore_errors=True)
            group = zarr.open_group(self._partial, mode="w", zarr_format=3)
        except OSError as error:
            raise InputError(f"`{path}` cannot be written: {error}. Name another path.") from error
        # A chunk is one state: each is read alone.
        chunks = (*(1 for _ in shape[:-2]), *shape[-2:])
        self._x: Any = group.create_array(
            "x", shape=shape, chunks=chunks, dtype=float, fill_value=np.nan, dimension_names=dims
        )

    def write(self, where: tuple[int, ...], x: np.ndarray) -> None:
        """Put one state (n, d) at its place in front of the last two dims."""
        self._x[where] = x

    def lazy_x(self) -> xr.Variable:
        """What was written so far, which stays in its file until it is used."""
        return opened(self._partial).x.variable

    def finish(self, template: xr.Dataset, about_x: dict[str, Any]) -> xr.Dataset:
        """The complete run, opened but not loaded."""
        self._x.attrs.update(about_x)
        template.to_zarr(self._partial, mode="a", zarr_format=3, consolidated=False)
        self._partial.rename(self.path)
        return opened(self.path)

    def abandon(self) -> None:
        """Leave nothing behind, unless it is complete."""
        shutil.rmtree(self._partial, ignore_errors=True)


def opened(path: Path) -> xr.Dataset:
    """A dataset whose numbers stay in their file until they are used."""
    return xr.open_dataset(path, engine="zarr", consolidated=False, chunks=None, cache=False)
