"""Damage at random: a file of a small sweep's store is harmed, the store read, mended and compared.

    python benchmarks/damage.py [--seconds 60] [--seed 0]

Bytes are flipped, files cut off, emptied, removed, replaced by other JSON, values in JSON changed
or taken out.  Status, failed runs and figures must be right or a sentence; then the sweep is run
again, and the store must equal the whole one.  Prints every case that does not, and how many there
were; exit status 1 if there was one.
"""

import argparse
import random
import shutil
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))

import xarray as xr
from support.damage import HARMS, changed
from support.small_sweeps import finished, sweep

from tokenflock.cli.plot import plot
from tokenflock.errors import InputError
from tokenflock.sweeps import solving
from tokenflock.sweeps.engine import prepared, solve
from tokenflock.sweeps.failures import failures
from tokenflock.sweeps.status import status_of


def harmed(folder: Path, rng: random.Random) -> str:
    """Harm one file of a store; what was done."""
    file = rng.choice(sorted(p for p in folder.rglob("*") if p.is_file()))
    data, where = file.read_bytes(), file.relative_to(folder)
    if file.suffix == ".json" and rng.random() < 0.4:
        number = rng.randrange(10**9)
        file.write_bytes(changed(data, number))
        return f"{where} changed ({number})"
    if rng.random() < 0.4:
        at, bit = rng.randrange(len(data)), rng.randrange(8)
        file.write_bytes(data[:at] + bytes([data[at] ^ (1 << bit)]) + data[at + 1 :])
        return f"{where} flipped at byte {at}, bit {bit}"
    harm = rng.choice(sorted(HARMS))
    after = HARMS[harm](data)
    file.unlink()
    if after is not None:
        file.write_bytes(after)
    return f"{where} {harm}"


def faults(folder: Path, expected: xr.Dataset, counts: Counter) -> Iterator[str]:
    """What is wrong of a harmed store for its readers, and once it was mended."""
    url, figure = str(folder), folder.with_suffix(".png")
    readers: dict[str, Callable[[], Any]] = {
        "status": lambda: status_of(url), "failed": lambda: list(failures(url)),
        "plot": lambda: plot(url, figure, measure=None, x=None, y=None, facet=None),
        "mended": lambda: mended(folder, expected),
    }  # fmt: skip
    for name, read in readers.items():
        try:
            found = read()
        except InputError:
            counts[f"{name}: a sentence"] += 1
        except Exception as error:
            yield f"{name}: {type(error).__name__}: {error}"
        else:
            counts[f"{name}: read"] += 1
            if name == "mended" and not found:
                yield "mended: differs"
            if name == "failed" and found:
                yield "failed: runs that have not"
            if name == "status" and (found.done > expected.state.size or found.failed):
                yield f"status: {found.done} done, {found.failed} failed"


def mended(folder: Path, expected: xr.Dataset) -> bool:
    """Whether a store equals the whole one after another run."""
    solving.opened.cache_clear()
    solve(prepared(sweep(), str(folder)), workers=0)
    found = [xr.open_zarr(folder, consolidated=c).load() for c in (True, False)]
    return all(one.identical(expected) for one in found)


def main() -> int:
    """Harm, look and count."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--seconds", type=float, default=60.0)
    parser.add_argument("--seed", type=int, default=0)
    options = parser.parse_args()
    rng, counts, wrong = random.Random(options.seed), Counter[str](), 0
    with tempfile.TemporaryDirectory() as scratch:
        whole, folder = Path(scratch, "whole.zarr"), Path(scratch, "hurt.zarr")
        finished(sweep(), whole)
        expected, begun = xr.open_zarr(whole).load(), time.monotonic()
        while time.monotonic() < begun + options.seconds:
            shutil.rmtree(folder, ignore_errors=True)
            shutil.copytree(whole, folder)
            done = harmed(folder, rng)
            counts["harmed"] += 1
            for fault in faults(folder, expected, counts):
                wrong += 1
                print(f"{done}: {fault}", flush=True)
    print(", ".join(f"{name} {count}" for name, count in sorted(counts.items())), f"wrong {wrong}")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
