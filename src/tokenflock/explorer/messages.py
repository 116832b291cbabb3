"""What a page may say, as pydantic models around `Spec`, and what it is told first."""

import json
from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter, ValidationError

from tokenflock.errors import InputError
from tokenflock.explorer import controls
from tokenflock.papers import bibliography
from tokenflock.spec import ArrayFile, Spec
from tokenflock.spec.presets import PRESETS, preset

if TYPE_CHECKING:
    from tokenflock.explorer.heads import Reading

Slot = Literal["a", "b"]
Number = Annotated[int, Field(ge=0, lt=2**31)]


class Message(BaseModel):
    """Something a page says; unknown fields are an error."""

    model_config = ConfigDict(frozen=True, extra="forbid", strict=True)


class Run(Message):
    """Follow a spec; a `preview` is drawn while a hand still moves, to a coarse tolerance."""

    type: Literal["run"]
    id: Number
    slot: Slot = "a"
    spec: dict[str, Any]
    preview: bool = False


class Cancel(Message):
    """Stop what runs in a slot."""

    type: Literal["cancel"]
    slot: Slot | Literal["sweep"] = "a"


class Open(Message):
    """Show the run that was opened on the command line."""

    type: Literal["open"]
    id: Number


class Preset(Message):
    """Tell the spec of a preset that was only named."""

    type: Literal["preset"]
    name: Annotated[str, Field(max_length=100)]


class Judge(Message):
    """Tell what the end of the last run in a slot is."""

    type: Literal["judge"]
    id: Number
    slot: Slot = "a"


class Sweep(Message):
    """Follow a spec for many beta, one row of the phase diagram each."""

    type: Literal["sweep"]
    id: Number
    spec: dict[str, Any]
    betas: Annotated[list[Annotated[float, Field(ge=0, le=1e6)]], Field(min_length=1)]


class Save(Message):
    """Hand out the last run of a slot as a file."""

    type: Literal["save"]
    slot: Slot = "a"
    kind: Literal["html", "netcdf"]


_ANY: TypeAdapter[Any] = TypeAdapter(
    Annotated[Run | Cancel | Open | Preset | Judge | Sweep | Save, Field(discriminator="type")]
)


class MalformedError(Exception):
    """A message that no page of ours would send."""


def parsed(text: str) -> Any:
    """The message that a text holds."""
    try:
        return _ANY.validate_json(text)
    except (ValidationError, RecursionError) as error:
        raise MalformedError(str(error).splitlines()[0]) from None


@dataclass(frozen=True)
class Limits:
    """What one visitor may ask for."""

    tokens: int = 20_000
    coordinates: int = 200_000  # n d
    numbers: int = 12_000_000  # n d times the saved times: 48 MB as they travel
    pairs: int = 25_000_000  # n^2, where no linear method serves
    steps: float = 1e6  # equal steps or layers
    seconds: float = 120.0
    solves: int = 4
    rows: int = 64  # of a phase diagram


def checked(fields: dict[str, Any], limits: Limits) -> Spec:
    """The spec of a message, within limits and without files."""
    spec = Spec(**fields)
    for name, value in spec:
        if isinstance(value, ArrayFile):
            raise InputError(f"`{name}` must be written out: the page opens no files.")
    _within("n", spec.n, limits.tokens, "tokens")
    _within("n d", spec.n * spec.d, limits.coordinates, "coordinates")
    _within("n d samples", spec.n * spec.d * spec.samples, limits.numbers, "numbers to send")
    if not _is_linear(spec):
        _within("n^2", spec.n**2, limits.pairs, "pairs of tokens")
    if spec.step is not None:
        _within("t_end / step", spec.t_end / spec.step, limits.steps, "steps")
    return spec


def _is_linear(spec: Spec) -> bool:
    """Whether tokens on the circle or sphere are averaged in linear time."""
    return (
        spec.d in (2, 3)
        and spec.space == "sphere"
        and spec.mask in ("full", "causal")
        and spec.weighting in ("softmax", "unnormalized", "unnormalized:scaled")
    )


def _within(name: str, got: float, most: float, what: str) -> None:
    if got > most:
        raise InputError(
            f"The page follows at most {most:g} {what}. Got {name} = {got:g}; "
            "`tokenflock run` has no such limit."
        )


def hello(
    limits: Limits, first: str | Spec, opened: bool, reading: "Reading | None" = None
) -> dict[str, Any]:
    """What a page needs to know: the schema of its controls, the presets, the limits."""
    heads = [] if reading is None else reading.presets()
    return {
        "type": "hello",
        "schema": controls.schema(),
        "presets": [*heads, *(named(name) for name in PRESETS)],
        "first": named(first, reading),
        "opened": opened,
        "limits": {"tokens": limits.tokens, "rows": limits.rows, "solves": limits.solves},
    }


def named(first: str | Spec, reading: "Reading | None" = None) -> dict[str, Any]:
    """A preset, a head of a model or a spec as the page opens it."""
    if isinstance(first, Spec):
        return {"name": None, "title": "", "spec": fields_of(first)}
    if first in PRESETS or reading is None:
        spec = fields_of(preset(first))
        bibtex = bibliography.bibtex(bibliography.behind_preset(first))
        return {"name": first, "title": PRESETS[first][0], "spec": spec, "bibtex": bibtex}
    spec = fields_of(reading.spec(first))
    return {"name": first, "title": reading.title, "spec": spec, "words": reading.words}


def fields_of(spec: Spec) -> dict[str, Any]:
    """The fields of a spec that differ from their defaults, as JSON has them."""
    fields = json.loads(spec.model_dump_json(exclude_none=True, exclude_defaults=True))
    if "gamma" in fields:
        fields.pop("beta", None)
    return fields
