"""Spec: a simulation as a frozen record of plain values.  Equal specs give equal numbers."""

import json
import math
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, Self

from pydantic import BaseModel, ConfigDict, Field, ValidationError, model_validator

from tokenflock.errors import InputError, short
from tokenflock.spec import documents, fields
from tokenflock.spec.arrays import check_shape, is_row, plain, shape
from tokenflock.spec.perceptron_arrays import PerceptronArrays
from tokenflock.spec.sentences import complaint
from tokenflock.spec.vocabulary import SIGNED, WHITE, is_layered

MOST_SHOWN = 12  # numbers of an array that are written out where a spec is shown


class Spec(BaseModel):
    """One simulation: tokens, attention, space, time and seed.

    >>> tkf.Spec(n=200, beta=64.0, mask="causal")
    Spec(n=200, beta=64.0, mask='causal')
    >>> spec = tkf.Spec(n=200, beta=64.0, mask="causal", seed=1)
    >>> spec == tkf.Spec.from_toml(spec.to_toml())
    True
    >>> tkf.Spec(mask="casual")
    Traceback (most recent call last):
    tokenflock.errors.InputError: `mask` must be one of 'full', 'causal', 'window:K'...
    """

    model_config = ConfigDict(frozen=True, extra="forbid", validate_default=True)

    n: fields.Whole = Field(default=32, ge=1, description="number of tokens")
    d: fields.Whole = Field(default=2, ge=1, description="dimension of a token")
    beta: fields.Real = Field(default=1.0, description="inverse temperature, of either sign")
    mask: fields.Mask = Field(
        default="full", description="'full', 'causal', 'window:K' or a boolean (n, n) array"
    )
    qk: fields.QK | None = Field(
        default=None,
        description="M = Q^T K: a number times the identity, an array (d, d), (heads, d, d) or "
        "(layers, heads, d, d), or the name of a random law",
    )
    ov: fields.OV | None = Field(
        default=None,
        description="V, given like M; '+qk' and '-qk' are M / |M| and its negative; 'white' is "
        "drawn anew with every layer, as a Brownian motion",
    )
    heads: fields.Whole = Field(default=1, ge=1, description="number of heads of drawn matrices")
    layer_time: fields.Real | None = Field(
        default=None,
        gt=0,
        description="how long one set of weights is in force; then drawn ones change",
    )
    weighting: fields.Weighting = Field(default="softmax", description="how scores become weights")
    position: fields.Position | None = Field(
        default=None, description="'alibi:RATE', 'rotary' or 'rotary:BASE'"
    )
    masses: fields.Array | None = Field(default=None, description="masses of the tokens, (n,)")
    frozen: tuple[fields.Whole, ...] | None = Field(
        default=None, description="the tokens that never move"
    )
    gamma: fields.Real | None = Field(default=None, description="sets beta = gamma log n")
    beta_end: fields.Real | None = Field(
        default=None, description="beta at t_end; it changes linearly"
    )
    kappa: fields.Real | None = Field(
        default=None, gt=0, description="inverse temperature of noise"
    )
    noise: Literal["token", "common", "common-matrix", "common-attention"] = Field(
        default="token", description="whose noise `kappa` is: of each token, or one for all"
    )
    mlp: fields.MLP | None = Field(
        default=None,
        description="a perceptron beside attention: 'relu:WIDTH', 'gated-gelu:WIDTH', ... drawn by "
        "the seed, or a table of its arrays W, U, b, G, c and its activation",
    )
    mlp_scale: fields.Real = Field(default=1.0, description="multiplies the perceptron")
    linear: fields.Linear | None = Field(
        default=None,
        description="B of a term B x: a number times the identity, an array (d, d) or "
        "(layers, d, d), or the name of a random law",
    )
    external: fields.Array | None = Field(
        default=None, description="an external field, (d,) or one vector per token, (n, d)"
    )
    block: fields.Block = Field(
        default="sequential",
        description="whether a layer takes such terms after attention, or 'parallel' to it",
    )
    space: fields.Space = Field(
        default="sphere", description="where tokens live, and how they are normalized"
    )
    init: fields.Init = Field(
        default="uniform", description="the law of the starting tokens, or an (n, d) array"
    )
    t_end: fields.LastTime = Field(default=10.0, description="last time")
    samples: fields.Whole = Field(
        default=101, ge=2, description="number of saved times, from 0 to t_end"
    )
    spacing: Literal["linear", "log"] = Field(
        default="linear", description="spacing of the saved times"
    )
    tol: fields.Tolerance = Field(default=1e-8, description="tolerance, absolute and relative")
    method: fields.Method = Field(default="auto", description="a Runge-Kutta method, 'layers', ...")
    step: fields.Real | None = Field(
        default=None, gt=0, description="equal steps of this length, or the layer"
    )
    coarsen: bool | None = Field(
        default=None,
        description="whether tokens that met move as one; by default where t_end is long",
    )
    seed: fields.Whole = Field(default=0, ge=0, description="one seed for everything random")

    if not TYPE_CHECKING:  # editors know the fields themselves, by pydantic

        def __init__(self, **values: Any) -> None:
            try:
                super().__init__(**_completed(values))
            except ValidationError as error:
                raise InputError(complaint(error, Spec.model_fields)) from None

    @model_validator(mode="after")
    def _shapes_fit(self) -> Self:
        check_shape("init", self.init, {(self.n, self.d)})
        check_shape("mask", self.mask, {(self.n, self.n)})
        check_shape("masses", self.masses, {(self.n,)})
        for name in ("qk", "ov"):
            matrices = getattr(self, name)
            lead = shape(matrices)[:-2] if len(shape(matrices)) in (3, 4) else ()
            check_shape(name, matrices, {(), (self.d, self.d), (*lead, self.d, self.d)})
        self._terms_fit()
        return self

    def _terms_fit(self) -> None:
        """Refuse terms for tokens of another dimension or number."""
        check_shape("external", self.external, {(self.d,), (self.n, self.d)})
        lead = shape(self.linear)[:-2]
        check_shape("linear", self.linear, {(), (self.d, self.d), (*lead[:1], self.d, self.d)})
        if isinstance(self.mlp, PerceptronArrays):
            W = shape(self.mlp.W)
            check_shape("mlp.W", self.mlp.W, {(*W[:-1], self.d)} if len(W) in (2, 3) else {(0,)})

    @model_validator(mode="after")
    def _fields_agree(self) -> Self:
        if self.ov in SIGNED and self.qk is None:
            raise ValueError(f"`ov={self.ov!r}` is made of M = Q^T K, but `qk` is not given.")
        if self.weighting.startswith("hardmax") and min(self.beta, self.beta_end or 0.0) < 0:
            raise ValueError(
                "`weighting='hardmax'` is the limit beta -> +oo, so `beta` must be at least 0. "
                "For the smallest score give `qk` the other sign."
            )
        if self.mlp is None and self.mlp_scale != 1:
            raise ValueError("`mlp_scale` multiplies a perceptron, but `mlp` is not given.")
        if self.ov == WHITE and self.layer_time is None:
            raise ValueError("`ov='white'` is drawn anew with every layer: give `layer_time`.")
        if self.noise != "token" and self.kappa is None:
            raise ValueError(f"`noise={self.noise!r}` needs `kappa`, its inverse temperature.")
        if self.frozen is not None and not all(0 <= i < self.n for i in self.frozen):
            raise ValueError(f"`frozen` must hold token numbers from 0 to {self.n - 1}.")
        return self

    def __repr_args__(self) -> Iterator[tuple[str, Any]]:
        """The fields that differ from the default, and of large arrays the shape."""
        for name, field in Spec.model_fields.items():
            value = getattr(self, name)
            follows_from_gamma = name == "beta" and self.gamma is not None
            if value != field.default and not follows_from_gamma:
                yield name, _Shape(shape(value)) if _is_large(value) else value

    def __str__(self) -> str:
        return repr(self)

    @property
    def is_layered(self) -> bool:
        """Whether time is discrete: the layers of a transformer, with or without residual."""
        return is_layered(self.method)

    @property
    def has_terms(self) -> bool:
        """Whether something acts on tokens besides attention."""
        return any(part is not None for part in (self.mlp, self.linear, self.external))

    def replace(self, **changes: Any) -> "Spec":
        """The spec with some fields changed."""
        values = {name: getattr(self, name) for name in self.model_fields_set}
        if values.get("gamma") is not None:
            values.pop("beta")  # it follows from gamma and n
        return Spec(**(values | changes))

    def to_json(self) -> str:
        """The spec as one line of JSON; fields that are None are left out."""
        return self.model_dump_json(exclude_none=True)

    def to_toml(self) -> str:
        """The spec as TOML, one field per line."""
        return documents.to_toml(json.loads(self.to_json()))

    @classmethod
    def from_json(cls, text: str) -> "Spec":
        """The spec that `to_json` wrote."""
        return cls(**documents.modernized(documents.from_json(text)))

    @classmethod
    def from_toml(cls, text: str) -> "Spec":
        """The spec that `to_toml` wrote."""
        return cls(**documents.modernized(documents.from_toml(text)))

    @classmethod
    def from_file(cls, path: str | Path) -> "Spec":
        """The spec in a .toml or .json file; array files are looked up beside it."""
        return cls(**documents.modernized(documents.from_file(Path(path))))


def _completed(values: dict[str, Any]) -> dict[str, Any]:
    """Values with n and d read off an explicit array of tokens, and beta off gamma."""
    rows = plain(values.get("init"))
    if is_row(rows) and rows and is_row(rows[0]):
        values = {"n": len(rows), "d": len(rows[0])} | values
    if values.get("gamma") is None:
        return values
    return _scaled(values, values.get("n", Spec.model_fields["n"].default))


def _scaled(values: dict[str, Any], n: Any) -> dict[str, Any]:
    """Values with beta = gamma log n."""
    try:
        gamma = float(values["gamma"])
        beta = gamma * math.log(n) if math.isfinite(gamma) else math.nan
        agrees = "beta" not in values or math.isclose(values["beta"], beta, rel_tol=1e-12)
    except (TypeError, ValueError, OverflowError):
        return values  # the validators say what is wrong
    if not agrees:
        raise InputError(
            f"`gamma` sets beta = gamma log n = {beta:.6g}, so `beta` must be left out. "
            f"Got beta={short(values['beta'])}."
        )
    return values if math.isnan(beta) else values | {"beta": beta}


class _Shape(tuple[int, ...]):
    """The shape of an array, shown in its place."""

    def __repr__(self) -> str:
        return f"<array of shape {tuple(self)}>"


def _is_large(value: Any) -> bool:
    return math.prod(shape(value)) > MOST_SHOWN
