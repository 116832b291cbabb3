"""What a page may say, as pydantic models around the fields of a `Spec`."""

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter, ValidationError

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
    """Send the spec of a preset that was only named."""

    type: Literal["preset"]
    name: Annotated[str, Field(max_length=100)]


class Verdict(Message):
    """Send the verdict on the last run in a slot."""

    type: Literal["verdict"]
    id: Number
    slot: Slot = "a"


class Sweep(Message):
    """Follow a spec for many beta, one row of the phase diagram each."""

    type: Literal["sweep"]
    id: Number
    spec: dict[str, Any]
    betas: Annotated[list[Annotated[float, Field(ge=-1e6, le=1e6)]], Field(min_length=1)]


class Save(Message):
    """Send the last run of a slot as a file; a page may hold the second run as well."""

    type: Literal["save"]
    slot: Slot = "a"
    kind: Literal["html", "netcdf"]
    second: bool = False


_ANY: TypeAdapter[Any] = TypeAdapter(
    Annotated[Run | Cancel | Open | Preset | Verdict | Sweep | Save, Field(discriminator="type")]
)


class MalformedError(Exception):
    """A message that no page of ours would send."""


def parse(text: str) -> Any:
    """The message that a text holds."""
    try:
        return _ANY.validate_json(text)
    except (ValidationError, RecursionError) as error:
        raise MalformedError(str(error).splitlines()[0]) from None
