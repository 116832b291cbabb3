"""A sweep: a base spec, axes, seeds, times and measures; and the batches it is solved in.

The plan is a function of the sweep file alone: never of workers, cores or free memory, since the
last digits of a run depend on the batch that it is solved in.
"""

import functools
import itertools
import json
import math
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated, Any, NamedTuple, Self

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, ValidationError, model_validator

from tokenflock.errors import InputError
from tokenflock.spec import Spec
from tokenflock.sweeps.axes import Axis, axis, spaced
from tokenflock.sweeps.measures import Measure

OPERANDS = {"beta", "gamma", "kappa", "beta_end"}  # numbers: one compiled program serves all


def lanes_for(n: int, d: int) -> int:
    """How many runs of n tokens in R^d step together on one core: what its caches hold."""
    fitting = min(2**14 // (n * d), 2**19 // n**2)
    return 1 << (min(64, max(8, fitting)).bit_length() - 1)


def runs_for(n: int) -> int:
    """How many runs of n tokens a batch holds, about: seconds of work, to be lost by a crash."""
    return min(512, max(64, 2**19 // n**2))


class Seeds(BaseModel):
    """The seeds of a sweep: `count` of them from `first` on."""

    model_config = ConfigDict(frozen=True, extra="forbid")
    first: int = Field(0, ge=0)
    count: int = Field(1, ge=1)


class Block(NamedTuple):
    """One batch: its number, its place among the chunks, and where it lies in the grid."""

    number: int
    chunk: tuple[int, ...]  # along the axes and the seeds
    start: tuple[int, ...]
    stop: tuple[int, ...]

    @property
    def shape(self) -> tuple[int, ...]:
        """How many values of every axis, and how many seeds, it holds."""
        return tuple(b - a for a, b in zip(self.start, self.stop, strict=True))

    @property
    def runs(self) -> int:
        """How many runs it holds."""
        return math.prod(self.shape)


class Sweep(BaseModel):
    """Many simulations, described by one file."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    name: str = "sweep"
    title: str = ""
    base: dict[str, Any] = Field(default_factory=dict)
    axes: Annotated[tuple[Axis, ...], BeforeValidator(lambda form: _axes(form))] = ()
    seeds: Annotated[Seeds, BeforeValidator(lambda form: _seeds(form))] = Seeds(first=0, count=1)
    times: Annotated[tuple[float, ...] | None, BeforeValidator(lambda t: _times(t))] = None
    measure: Annotated[dict[str, Measure], BeforeValidator(lambda form: _measures(form))]
    quantiles: tuple[float, ...] = (0.1, 0.5, 0.9)
    batch: int | None = Field(None, ge=1, description="runs per batch, about")
    plan: tuple[int, ...] | None = Field(None, description="chunks of a sweep that was extended")

    def __init__(self, **fields: Any) -> None:
        try:
            super().__init__(**fields)
        except ValidationError as error:
            raise InputError(_sentence(error)) from None

    @model_validator(mode="after")
    def _agrees(self) -> Self:
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
        for measure in self.measure.values():
            missing = set(measure.at) - set(self.saved) if isinstance(measure.at, tuple) else ()
            if missing:
                raise ValueError(f"A measure asks for t = {min(missing):g}, not among the times.")
        return self

    @functools.cached_property
    def saved(self) -> tuple[float, ...]:
        """The times at which runs are measured."""
        if self.times is not None:
            return self.times
        # The times of a spec, without importing what solves it.
        spec = Spec(**self.base)
        if spec.spacing == "linear":
            return tuple(spaced("times", {"linspace": [0.0, spec.t_end, spec.samples]}))
        first = min(1e-2, 1e-3 * spec.t_end)
        return (0.0, *spaced("times", {"logspace": [first, spec.t_end, spec.samples - 1]}))

    def spec(self, point: tuple[int, ...]) -> Spec:
        """The spec at a point of the grid, with the first seed."""
        fields = dict(self.base) | {"seed": self.seeds.first}
        if self.times is not None:
            fields["t_end"] = self.times[-1]
        for ax, k in zip(self.axes, point, strict=True):
            fields |= ax.at(k)
        return Spec(**fields)

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
    def largest(self) -> int:
        """The largest number of tokens of any run."""
        sizes = [n for ax in self.axes for n in ax.fields.get("n", ())]
        return max(sizes, default=Spec(**{k: v for k, v in self.base.items() if k == "n"}).n)

    @functools.cached_property
    def chunks(self) -> tuple[int, ...]:
        """How many values of every axis, and how many seeds, a batch holds.

        Only numbers that a compiled program takes as operands share a batch, and all seeds where
        a statistic needs them.
        """
        if self.plan is not None:
            return self.plan
        room = self.batch or runs_for(self.largest)
        whole = any(measure.reduced for measure in self.measure.values())
        seeds = self.seeds.count if whole else block_size(self.seeds.count, room)
        sizes, room = [seeds], room // seeds
        for ax in reversed(self.axes):
            sizes.append(block_size(ax.size, room) if set(ax.fields) <= OPERANDS else 1)
            room //= sizes[-1]
        return tuple(reversed(sizes))

    @functools.cached_property
    def blocks(self) -> tuple[Block, ...]:
        """All batches, in the order of their numbers."""
        counts = [range(-(-size // c)) for size, c in zip(self.shape, self.chunks, strict=True)]
        return tuple(self._block(k, at) for k, at in enumerate(itertools.product(*counts)))

    def _block(self, number: int, chunk: tuple[int, ...]) -> Block:
        start = tuple(k * c for k, c in zip(chunk, self.chunks, strict=True))
        stop = tuple(min(a + c, s) for a, c, s in zip(start, self.chunks, self.shape, strict=True))
        return Block(number, chunk, start, stop)

    def points(self, block: Block) -> Iterator[tuple[int, ...]]:
        """The points of the grid in a batch, without seeds."""
        pairs = zip(block.start[:-1], block.stop[:-1], strict=True)
        return itertools.product(*(range(a, b) for a, b in pairs))

    def to_json(self) -> str:
        """The sweep as one line of JSON; equal sweeps give equal lines."""
        return self.model_dump_json(exclude_none=True)

    @classmethod
    def from_json(cls, text: str) -> "Sweep":
        """The sweep that `to_json` wrote."""
        return cls(**json.loads(text))

    @classmethod
    def from_file(cls, path: str | Path) -> "Sweep":
        """The sweep in a .toml file; its name is that of the file unless it says otherwise."""
        path = Path(path)
        try:
            fields = tomllib.loads(path.read_text(encoding="utf-8"))
        except (OSError, UnicodeDecodeError) as error:
            raise InputError(f"The sweep `{path}` cannot be read: {error}.") from None
        except tomllib.TOMLDecodeError as error:
            raise InputError(f"A sweep must be valid TOML: {error}.") from None
        return cls(**({"name": path.stem} | fields))


def block_size(size: int, room: int) -> int:
    """How many of `size` values go into a block with room for some: a divisor, if one is near."""
    room = max(1, min(room, size))
    divisors = [c for c in range(room, 0, -1) if size % c == 0]
    return divisors[0] if 2 * divisors[0] >= room else room


def _axes(form: Any) -> Any:
    if not isinstance(form, dict):
        return form
    return tuple(axis(dim, values) for dim, values in form.items())


def _seeds(form: Any) -> Any:
    return {"count": form} if isinstance(form, int) else form


def _times(form: Any) -> Any:
    if form is None:
        return None
    times = tuple(map(float, spaced("times", form)))
    if not times or times[0] < 0 or any(b <= a for a, b in itertools.pairwise(times)):
        raise ValueError("`times` must be increasing numbers from 0 or later on.")
    return times


def _measures(form: Any) -> Any:
    if not isinstance(form, dict) or not form:
        raise ValueError("A sweep needs a table `measure.NAME` for everything it measures.")
    return {
        name: one if isinstance(one, Measure) else {"of": name} | dict(one)
        for name, one in form.items()
    }


def _sentence(error: ValidationError) -> str:
    first = error.errors()[0]
    name, text = ".".join(map(str, first["loc"])), first["msg"].removeprefix("Value error, ")
    if first["type"] == "extra_forbidden":
        return f"A sweep has no field `{name}`. Its fields are {', '.join(Sweep.model_fields)}."
    if not name or text[0] in "`AT":
        return text
    text = text.replace("Input should", "must").replace("Field required", "is missing").rstrip(".")
    return f"`{name}` {text}. Got {str(first['input'])[:60]}."
