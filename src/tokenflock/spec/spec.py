"""Spec: a simulation as a frozen record of plain values.  Equal specs give equal numbers."""

import itertools
import json
import math
import re
import tomllib
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Annotated, Any, Literal, Self

from pydantic import (
    AfterValidator,
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Field,
    ValidationError,
    model_validator,
)

from tokenflock.errors import InputError, did_you_mean
from tokenflock.spec.vocabulary import (
    SIGNED,
    check_init,
    check_mask,
    check_matrices,
    check_method,
    check_position,
    check_space,
    check_t_end,
    check_tol,
    check_weighting,
)

LARGEST_ARRAY = 100_000  # numbers written out in a spec; larger arrays go by path and checksum


def _plain(value: Any) -> Any:
    """NumPy and JAX values as Python's own; sequences as tuples."""
    value = value.tolist() if hasattr(value, "tolist") else value
    return tuple(map(_plain, value)) if isinstance(value, list | tuple | range) else value


def _numbers(value: Any) -> Any:
    """A nested tuple of equally long rows of finite numbers."""
    value = _plain(value)
    flat = list(_entries(value))
    if len(flat) > LARGEST_ARRAY:
        raise ValueError(
            f"must have at most {LARGEST_ARRAY} entries when written out. Save it with `np.save` "
            "and pass `ArrayFile.of(path)`"
        )
    if not all(isinstance(v, int | float) and math.isfinite(v) for v in flat):
        raise ValueError("must hold finite numbers only")
    shape(value)
    return value


def _entries(value: Any) -> Iterable[Any]:
    return itertools.chain.from_iterable(map(_entries, value)) if _is_row(value) else (value,)


def _is_row(value: Any) -> bool:
    return isinstance(value, tuple)


def shape(value: Any) -> tuple[int, ...]:
    """The shape of a nested tuple; () for a number."""
    if not _is_row(value):
        return ()
    shapes = {shape(row) for row in value}
    if len(shapes) != 1:
        raise ValueError("must be a full array: its rows differ in length, or there are none")
    return (len(value), *shapes.pop())


class ArrayFile(BaseModel):
    """A large array by the path of its .npy file and the checksum of that file."""

    model_config = ConfigDict(frozen=True, extra="forbid")
    path: str
    sha256: str = Field(pattern="^[0-9a-f]{64}$")

    @classmethod
    def of(cls, path: str | Path) -> Self:
        """The record of an existing file."""
        return cls(path=str(path), sha256=checksum(path))


def checksum(path: str | Path) -> str:
    """The SHA-256 of a file, as 64 hexadecimal digits."""
    from hashlib import file_digest

    try:
        with open(path, "rb") as file:
            return file_digest(file, "sha256").hexdigest()
    except OSError as error:
        raise InputError(f"`{path}` cannot be read: {error.strerror}.") from None


def _array(value: Any) -> Any:
    if isinstance(value, ArrayFile):
        return value
    return ArrayFile(**value) if isinstance(value, Mapping) else _numbers(value)


def _init(value: Any) -> Any:
    return check_init(value) if isinstance(value, str) else _array(value)


def _mask(value: Any) -> Any:
    if isinstance(value, str):
        return check_mask(value)
    value = _array(value)
    if not isinstance(value, ArrayFile) and not all(isinstance(v, bool) for v in _entries(value)):
        raise ValueError("must be 'full', 'causal', 'window:K' or an array of true and false")
    return value


def _weights(field: str) -> BeforeValidator:
    """The validator of matrices that are given, or drawn from the law of a name."""

    def validate(value: Any) -> Any:
        return check_matrices(field, value) if isinstance(value, str) else _array(value)

    return BeforeValidator(validate)


Scalar = BeforeValidator(_plain)
Whole = Annotated[int, Scalar]
Real = Annotated[float, Scalar, Field(allow_inf_nan=False)]
Array = Annotated[Any, BeforeValidator(_array)]
Name = Annotated[str, BeforeValidator(str)]


class Spec(BaseModel):
    """One simulation: tokens, attention, space, time and seed.

    >>> spec = tkf.Spec(n=200, d=2, beta=64.0, mask="causal")
    >>> spec.replace(seed=1) == tkf.Spec.from_toml(spec.replace(seed=1).to_toml())
    True
    >>> tkf.Spec(mask="casual")
    Traceback (most recent call last):
    tokenflock.errors.InputError: `mask` must be one of 'full', 'causal', 'window:K' or ...
    """

    model_config = ConfigDict(frozen=True, extra="forbid", validate_default=True)

    n: Whole = Field(32, ge=1, description="number of tokens")
    d: Whole = Field(2, ge=1, description="dimension of a token")
    beta: Real = Field(1.0, ge=0, description="inverse temperature")
    mask: Annotated[Any, BeforeValidator(_mask)] = Field(
        "full", description="'full', 'causal', 'window:K' or a boolean (n, n) array"
    )
    qk: Annotated[Any, _weights("qk")] | None = Field(
        None,
        description="M = Q^T K: a number times the identity, an array (d, d), (heads, d, d) or "
        "(layers, heads, d, d), or the name of a random law",
    )
    ov: Annotated[Any, _weights("ov")] | None = Field(
        None, description="V, given like M; '+qk' and '-qk' are M / |M| and its negative"
    )
    heads: Whole = Field(1, ge=1, description="number of heads of drawn matrices")
    layer_time: Real | None = Field(
        None, gt=0, description="how long one set of weights is in force; then drawn ones change"
    )
    weighting: Annotated[Name, AfterValidator(check_weighting)] = Field(
        "softmax", description="how scores become weights"
    )
    position: Annotated[Name, AfterValidator(check_position)] | None = Field(
        None, description="'alibi:RATE', 'rotary' or 'rotary:BASE'"
    )
    masses: Array | None = Field(None, description="masses of the tokens, (n,)")
    frozen: tuple[Whole, ...] | None = Field(None, description="the tokens that never move")
    gamma: Real | None = Field(None, ge=0, description="sets beta = gamma log n")
    beta_end: Real | None = Field(None, ge=0, description="beta at t_end; it grows linearly")
    kappa: Real | None = Field(None, gt=0, description="inverse temperature of noise")
    space: Annotated[Name, AfterValidator(check_space)] = Field(
        "sphere", description="where tokens live, and how they are normalized"
    )
    init: Annotated[Any, BeforeValidator(_init)] = Field(
        "uniform", description="the law of the starting tokens, or an (n, d) array"
    )
    t_end: Annotated[Real, AfterValidator(check_t_end)] = Field(10.0, description="last time")
    samples: Whole = Field(101, ge=2, description="number of saved times, from 0 to t_end")
    spacing: Literal["linear", "log"] = Field("linear", description="spacing of the saved times")
    tol: Annotated[Real, AfterValidator(check_tol)] = Field(
        1e-8, description="tolerance, absolute and relative"
    )
    method: Annotated[str, AfterValidator(check_method)] = Field(
        "auto", description="a Runge-Kutta method, or 'layers'"
    )
    step: Real | None = Field(None, gt=0, description="equal steps of this length, or the layer")
    coarsen: bool | None = Field(
        None, description="whether tokens that met move as one; by default where t_end is long"
    )
    seed: Whole = Field(0, ge=0, description="one seed for everything random")

    def __init__(self, **fields: Any) -> None:
        try:
            super().__init__(**_sized(fields))
        except ValidationError as error:
            raise InputError(_sentence(error)) from None

    @model_validator(mode="after")
    def _shapes_fit(self) -> Self:
        _check_array("init", self.init, {(self.n, self.d)})
        _check_array("mask", self.mask, {(self.n, self.n)})
        for name in ("qk", "ov"):
            given = getattr(self, name)
            given = None if isinstance(given, str) else given
            lead = shape(given)[:-2] if len(shape(given)) in (3, 4) else ()
            _check_array(name, given, {(), (self.d, self.d), (*lead, self.d, self.d)})
        _check_array("masses", self.masses, {(self.n,)})
        return self

    @model_validator(mode="after")
    def _fields_agree(self) -> Self:
        if self.ov in SIGNED and self.qk is None:
            raise ValueError(f"`ov={self.ov!r}` is made of M = Q^T K, but `qk` is not given.")
        if self.frozen is not None and not all(0 <= i < self.n for i in self.frozen):
            raise ValueError(f"`frozen` must hold token numbers from 0 to {self.n - 1}.")
        return self

    def replace(self, **changes: Any) -> "Spec":
        """The spec with some fields changed."""
        fields = {name: getattr(self, name) for name in self.model_fields_set}
        if fields.get("gamma") is not None:
            fields.pop("beta")  # it follows from gamma and n
        return Spec(**(fields | changes))

    def to_json(self) -> str:
        """The spec as one line of JSON; fields that are None are left out."""
        return self.model_dump_json(exclude_none=True)

    def to_toml(self) -> str:
        """The spec as TOML, one field per line."""
        fields = json.loads(self.to_json())
        return "".join(f"{name} = {_toml(value)}\n" for name, value in fields.items())

    @classmethod
    def from_json(cls, text: str) -> "Spec":
        """The spec that `to_json` wrote."""
        return cls(**_mapping("JSON", json.loads, text))

    @classmethod
    def from_toml(cls, text: str) -> "Spec":
        """The spec that `to_toml` wrote."""
        return cls(**_mapping("TOML", tomllib.loads, text))

    @classmethod
    def from_file(cls, path: str | Path) -> "Spec":
        """The spec in a .toml or .json file; array files are looked up beside it."""
        path = Path(path)
        try:
            text = path.read_text(encoding="utf-8")
        except (OSError, UnicodeDecodeError) as error:
            raise InputError(f"The spec `{path}` cannot be read: {error}.") from None
        parse = (json.loads, "JSON") if path.suffix == ".json" else (tomllib.loads, "TOML")
        fields = _mapping(parse[1], parse[0], text)
        return cls(**{name: _beside(path, value) for name, value in fields.items()})


def sweep(spec: Spec, **axes: Iterable[Any]) -> tuple[Spec, ...]:
    """One spec for every combination of the given values, the last axis running fastest.

    >>> [(s.beta, s.seed) for s in tkf.sweep(tkf.Spec(), beta=[1.0, 4.0], seed=range(2))]
    [(1.0, 0), (1.0, 1), (4.0, 0), (4.0, 1)]
    """
    for name in axes:
        if name not in Spec.model_fields:
            raise InputError(_unknown(name))
    values = itertools.product(*(list(axis) for axis in axes.values()))
    return tuple(spec.replace(**dict(zip(axes, point, strict=True))) for point in values)


def _sized(fields: dict[str, Any]) -> dict[str, Any]:
    """Fields with n and d read off an explicit array of tokens, and beta off gamma."""
    rows = _plain(fields.get("init"))
    if _is_row(rows) and rows and _is_row(rows[0]):
        fields = {"n": len(rows), "d": len(rows[0])} | fields
    if fields.get("gamma") is None:
        return fields
    return _scaled(fields, fields.get("n", Spec.model_fields["n"].default))


def _scaled(fields: dict[str, Any], n: Any) -> dict[str, Any]:
    """Fields with beta = gamma log n."""
    try:
        gamma = float(fields["gamma"])
        beta = gamma * math.log(n) if math.isfinite(gamma) else math.nan
        agrees = "beta" not in fields or math.isclose(fields["beta"], beta, rel_tol=1e-12)
    except (TypeError, ValueError, OverflowError):
        return fields  # the validators say what is wrong
    if not agrees:
        raise InputError(
            f"`gamma` sets beta = gamma log n = {beta:.6g}, so `beta` must be left out. "
            f"Got beta={_short(fields['beta'])}."
        )
    return fields if math.isnan(beta) else fields | {"beta": beta}


def _check_array(name: str, value: Any, allowed: set[tuple[int, ...]]) -> None:
    # A number is a matrix too; a name has no shape; the shape of a file is checked on loading.
    if value is None or isinstance(value, str | ArrayFile):
        return
    if shape(value) not in allowed:
        wanted = " or ".join(str(s) for s in sorted(allowed - {()}))
        raise ValueError(f"`{name}` must have shape {wanted}. Got shape {shape(value)}.")


def _beside(spec_file: Path, value: Any) -> Any:
    if isinstance(value, dict) and isinstance(value.get("path"), str):
        return value | {"path": str((spec_file.parent / value["path"]).resolve())}
    return value


def _mapping(language: str, parse: Any, text: str) -> dict[str, Any]:
    try:
        fields = parse(text)
    except (ValueError, RecursionError) as error:
        raise InputError(f"A spec must be valid {language}: {error}.") from None
    if not isinstance(fields, dict):
        raise InputError(f"A spec must be a table of fields. Got {type(fields).__name__}.")
    return fields


def _toml(value: Any) -> str:
    # Strings, numbers, booleans and arrays are written alike in JSON and TOML; tables are not.
    if isinstance(value, dict):
        return "{ " + ", ".join(f"{k} = {_toml(v)}" for k, v in value.items()) + " }"
    return json.dumps(value)


def _unknown(name: str) -> str:
    valid = ", ".join(Spec.model_fields)
    return (
        f"`Spec` has no field {name!r}.{did_you_mean(name, Spec.model_fields)} "
        f"The fields are {valid}."
    )


def _sentence(error: ValidationError) -> str:
    """The first complaint of pydantic, as one sentence of ours."""
    first = error.errors()[0]
    name = ".".join(str(part) for part in first["loc"] if part != "function-before")
    if first["type"] == "extra_forbidden":
        return _unknown(name)
    text = re.sub("^(Input|String) should", "must", first["msg"].removeprefix("Value error, "))
    text = text.replace("Field required", "is missing").rstrip(".?")
    if not name or text.startswith("`"):
        return first["msg"].removeprefix("Value error, ")
    return f"`{name}` {text}. Got {_short(first['input'])}."


def _short(value: Any) -> str:
    text = " ".join(repr(value).split())
    return text if len(text) <= 60 else text[:57] + "..."
