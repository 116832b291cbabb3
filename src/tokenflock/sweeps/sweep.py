"""A sweep: a base spec, axes, seeds, times and measures; what one file describes."""

import functools
import hashlib
import json
import math
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Self

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, ValidationError, model_validator

from tokenflock.errors import InputError
from tokenflock.spec import Spec
from tokenflock.spec.times import saved_times
from tokenflock.sweeps import batches, forms, old_words
from tokenflock.sweeps.axes import Axis
from tokenflock.sweeps.batches import OPERANDS, Batch
from tokenflock.sweeps.measures import Measure

if TYPE_CHECKING:
    import xarray as xr

    from tokenflock.sweeps.tally import Display

CLOCK = ("t_end", "samples", "spacing", "method", "step")  # the fields that say when to save


class Seeds(BaseModel):
    """The seeds of a sweep: `count` of them from `first` on."""

    model_config = ConfigDict(frozen=True, extra="forbid")
    first: int = Field(0, ge=0)
    count: int = Field(1, ge=1)


class Sweep(BaseModel):
    """A grid of simulations, all combinations of the axes for every seed.

    >>> sweep = tkf.Sweep(base={"n": 8}, axes={"beta": [1.0, 4.0]}, seeds=3, measure=["alignment"])
    >>> sweep.shape, sweep.runs
    ((2, 3), 6)
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    name: str = "sweep"
    title: str = ""
    base: Annotated[dict[str, Any], BeforeValidator(forms.base)] = Field(default_factory=dict)
    axes: Annotated[tuple[Axis, ...], BeforeValidator(forms.axes)] = ()
    seeds: Annotated[Seeds, BeforeValidator(forms.seeds)] = Seeds(first=0, count=1)
    times: Annotated[tuple[float, ...] | None, BeforeValidator(forms.times)] = None
    measure: Annotated[dict[str, Measure], BeforeValidator(forms.measures)]
    quantiles: tuple[float, ...] = (0.1, 0.5, 0.9)
    batch: int | None = Field(None, ge=1, description="runs per batch, about")
    plan: tuple[int, ...] | None = Field(None, description="chunks of a sweep that was extended")

    def __init__(self, **fields: Any) -> None:
        try:
            super().__init__(**fields)
        except ValidationError as error:
            raise InputError(forms.sentence(error, type(self).model_fields)) from None

    @model_validator(mode="after")
    def _fields_agree(self) -> Self:
        fields = [*self.base, *(field for ax in self.axes for field in ax.fields)]
        twice = {field for field in fields if fields.count(field) > 1}
        if twice:
            raise ValueError(f"`{min(twice)}` must stand in `base` or in one axis, not in both.")
        if "seed" in self.base:
            raise ValueError("The base spec of a sweep has no `seed`: write `seeds`.")
        clock = {"t_end", "samples", "spacing"} & set(self.base)
        if self.times is not None and clock:
            raise ValueError(f"`times` are given, so leave `{min(clock)}` out of the base.")
        dims = [ax.dim for ax in self.axes]
        if len(set(dims)) != len(dims) or set(dims) & set(self.measure):
            raise ValueError(f"Axes and measures need names of their own. Got {dims}.")
        if not all(0 <= q <= 1 for q in self.quantiles):
            raise ValueError(f"`quantiles` must lie between 0 and 1. Got {list(self.quantiles)}.")
        return self

    @model_validator(mode="after")
    def _measured_times_are_saved(self) -> Self:
        for measure in self.measure.values():
            measure.places(self.saved if isinstance(measure.at, tuple) else (0.0,))
        return self

    @functools.cached_property
    def saved(self) -> tuple[float, ...]:
        """The times at which runs are measured: as given, or those of the base spec."""
        if self.times is not None:
            return self.times
        # Not of the whole spec: to read a store, nobody needs the names of a user's own.
        fields = self._fields(tuple(0 for _ in self.axes))
        return saved_times(Spec(**{name: fields[name] for name in CLOCK if name in fields}))

    def spec(self, point: tuple[int, ...]) -> Spec:
        """The spec at a point of the grid, with the first seed."""
        return Spec(**self._fields(point))

    def _fields(self, point: tuple[int, ...]) -> dict[str, Any]:
        fields = dict(self.base) | {"seed": self.seeds.first}
        if self.times is not None:
            fields["t_end"] = self.times[-1]
        for ax, k in zip(self.axes, point, strict=True):
            fields |= ax.at(k)
        return fields

    @property
    def shape(self) -> tuple[int, ...]:
        """The numbers of values of the axes, then of seeds."""
        return (*(ax.size for ax in self.axes), self.seeds.count)

    @property
    def dims(self) -> tuple[str, ...]:
        """The names of the dimensions of the grid."""
        return (*(ax.dim for ax in self.axes), "seed")

    @property
    def runs(self) -> int:
        """How many runs there are."""
        return math.prod(self.shape)

    @functools.cached_property
    def chunks(self) -> tuple[int, ...]:
        """How many values of every axis, and how many seeds, a batch holds.

        Only numbers that a compiled program takes as operands share a batch, and all seeds where
        a statistic needs them.
        """
        if self.plan is not None:
            return self.plan
        return batches.chunks(
            self.shape,
            [set(ax.fields) <= OPERANDS for ax in self.axes],
            self.batch or batches.runs_per_batch(self._most_tokens),
            all_seeds=any(measure.reduced for measure in self.measure.values()),
        )

    @property
    def _most_tokens(self) -> int:
        sizes = [n for ax in self.axes for n in ax.fields.get("n", ())]
        return max(sizes, default=Spec(**{k: v for k, v in self.base.items() if k == "n"}).n)

    @functools.cached_property
    def batches(self) -> tuple[Batch, ...]:
        """All batches, in the order of their numbers."""
        return batches.batches(self.shape, self.chunks)

    def to_json(self) -> str:
        """The sweep as one line of JSON; equal sweeps give equal lines."""
        return self.model_dump_json(exclude_none=True)

    @property
    def checksum(self) -> str:
        """The SHA-256 of its JSON."""
        return hashlib.sha256(self.to_json().encode()).hexdigest()

    @classmethod
    def from_json(cls, text: str) -> "Sweep":
        """The sweep that `to_json` wrote, also before words were renamed."""
        return cls(**old_words.modernized(json.loads(text)))

    @classmethod
    def from_file(cls, path: str | Path) -> "Sweep":
        """The sweep in a .toml file; its name is that of the file unless it says otherwise."""
        path = Path(path)
        return cls(**({"name": path.stem} | forms.read(path)))

    def run(
        self,
        store: str | Path,
        *,
        workers: int | None = None,
        scheduler: str | None = None,
        extend: bool = False,
        retry: bool = False,
        display: "Display | None" = None,
    ) -> "xr.Dataset":
        """Solve all runs into a store, or those that it does not hold yet; the store, opened.

        `store` is a path or an fsspec URL of a Zarr store.  By default there is one local worker
        per core, with `workers=0` none but this process; `scheduler`, tcp://host:port, is a running
        Dask cluster instead.  `extend` adds values or seeds to the store of a smaller sweep,
        `retry` solves failed runs again.  A script that calls it needs
        `if __name__ == "__main__":`, since workers import the script.
        """
        # Dask, Zarr and xarray take a second to import, which a description is spared.
        import xarray as xr

        from tokenflock.sweeps.engine import prepared, solve

        job = prepared(self, str(store), extend=extend, retry=retry)
        solve(job, workers=workers, scheduler=scheduler, display=display)
        if job.tally.lost:
            raise RuntimeError(f"{job.tally.sentence()}: {job.tally.error}. Run it again.")
        return xr.open_zarr(str(store))
