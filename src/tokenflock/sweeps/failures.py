"""The failed runs of a store: where they stand in the grid, and why they failed."""

import json
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict, dataclass
from typing import Any

import numpy as np

from tokenflock.errors import InputError
from tokenflock.sweeps.batches import Batch
from tokenflock.sweeps.layout import FAILED
from tokenflock.sweeps.store import Store, damaged, key, stored_sweep


@dataclass(frozen=True)
class Failure:
    """A run that failed: the values of all axes and its seed, and why."""

    at: dict[str, Any]
    error: str

    def as_json(self) -> str:
        """One line for machines."""
        return json.dumps(asdict(self))

    def sentence(self) -> str:
        """One line for people."""
        return f"{', '.join(f'{name}={value}' for name, value in self.at.items())}: {self.error}"


def failures(url: str) -> Iterator[Failure]:
    """The failed runs of a store, in the order of the grid's batches.

    Only batches whose record counts failures are read.
    """
    sweep = stored_sweep(url)
    if sweep is None:
        raise InputError(f"There is no store at `{url}`. Name the store of a sweep.")
    store = Store(url, sweep)
    store.check()
    known = store.committed()
    batches = [batch for batch in sweep.batches if key(batch) in known]
    with ThreadPoolExecutor(8) as pool:
        for batch, record in zip(batches, pool.map(store.told, batches), strict=True):
            if record is not None and record["failed"]:
                yield from _of_batch(store, batch)


def _of_batch(store: Store, batch: Batch) -> Iterator[Failure]:
    state, error = (_region(store, name, batch) for name in ("state", "error"))
    for place in np.argwhere(state == FAILED):
        where = tuple(int(k) + a for k, a in zip(place, batch.start, strict=True))
        yield Failure(_labels(store, where), str(error[tuple(place)]))


def _region(store: Store, name: str, batch: Batch) -> np.ndarray:
    array: Any = store.group[name]
    try:
        return np.asarray(array[store.variables[name].region(batch)])
    except Exception as error:  # every codec has exceptions of its own
        raise damaged(store.url, f"a chunk of `{name}` cannot be read") from error


def _labels(store: Store, where: tuple[int, ...]) -> dict[str, Any]:
    sweep = store.sweep
    at = {ax.dim: ax.coordinates()[ax.dim][k] for ax, k in zip(sweep.axes, where, strict=False)}
    return at | {"seed": sweep.seeds.first + where[-1]}
