"""Layer after layer, from any source, to one table: only one layer is held at a time."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import xarray as xr

from tokenflock.errors import InputError
from tokenflock.pretrained.measures.head_measures import (
    HeadSums,
    equiangular_beta,
    head_measures,
)
from tokenflock.pretrained.measures.token_measures import (
    BINS,
    carried,
    pair_measures,
    quick_measures,
    share,
    skips,
)

RANK_TOKENS = 128
Sequences = list[np.ndarray]  # tokens (n, d) of each sequence of a batch, without padding


@dataclass(frozen=True)
class LayerRecord:
    """What a source knows of one layer: the state after it, its two parts, its attention.

    The state in front of the first layer is a record of its own, with nothing but `x`.
    """

    x: Sequences
    attention: Sequences | None = None  # what attention adds
    mlp: Sequences | None = None  # what the MLP adds
    heads: HeadSums | None = None


@dataclass
class Trace:
    """Records turned into numbers as they come.

    `pairs`: with what needs all pairs of tokens; without, ranks are those of at most 128 tokens.
    """

    pairs: bool = True
    states: list[dict[str, Any]] = field(default_factory=list)
    layers: list[dict[str, Any]] = field(default_factory=list)
    tokens: float = 0.0
    room: float = 0.0  # the mean of log m_i, m_i the tokens in sight of token i
    before: Sequences = field(default_factory=list)

    def add(self, record: LayerRecord) -> None:
        """Measure a record, and keep its state until the next one comes."""
        if not all(np.isfinite(x).all() for x in record.x):
            raise InputError(
                f"Hidden states must be finite. State {len(self.states)} is not; look for an "
                "overflow in the layer before it."
            )
        self.states.append(_mean([self._state(x) for x in record.x]))
        if self.before:
            self.layers.append(_layer(record, self.before))
            self.layers[-1]["critical_gamma"] = 1 / max(1 - self.states[-2]["mean_cosine"], 1e-9)
        if record.heads is not None:
            self.room = float(np.mean(np.asarray(record.heads.room, float)) / record.heads.rows)
        self.tokens = float(np.mean([len(x) for x in record.x]))
        self.before = record.x

    def _state(self, x: np.ndarray) -> dict[str, Any]:
        found: dict[str, Any] = {**quick_measures(x, None if self.pairs else RANK_TOKENS)}
        return found | (pair_measures(x) if self.pairs else {})

    def dataset(self, **attrs: Any) -> xr.Dataset:
        """All measures: dims `state` (0 in front of the layers), `layer`, `head`, `bin`."""
        if not self.layers:
            raise InputError("Two states are needed to see what a layer does. Got fewer.")
        table = _table(self.states, "state", {"cosines": "bin"})
        table |= _table(self.layers, "layer", {})
        coords = {"bin": (np.arange(BINS) + 0.5) * 2 / BINS - 1} if self.pairs else {}
        found = xr.Dataset(table, coords=coords, attrs={"tokens": self.tokens, **attrs})
        return _with_beta(found, max(2, round(np.exp(self.room))))


def traced(records: Iterable[LayerRecord], *, pairs: bool = True, **attrs: Any) -> xr.Dataset:
    """The measures of a stream of records."""
    trace = Trace(pairs)
    for record in records:
        trace.add(record)
    return trace.dataset(**attrs)


def _layer(record: LayerRecord, before: Sequences) -> dict[str, Any]:
    found: dict[str, Any] = {
        "carried": np.mean([carried(a, b) for a, b in zip(before, record.x, strict=True)])
    }
    for name in ("attention", "mlp"):
        part = getattr(record, name)
        if part is not None:
            pairs = zip(part, before, strict=True)
            found[f"{name}_share"] = np.mean([share(p, x) for p, x in pairs])
    if record.attention is not None and record.mlp is not None:
        rows = zip(before, record.x, record.attention, record.mlp, strict=True)
        both = np.mean([skips(*row) for row in rows], axis=0)
        found |= {"attention_skip": both[0], "mlp_skip": both[1]}
    if record.heads is not None:
        found |= head_measures(record.heads)
    return found


def _with_beta(table: xr.Dataset, sight: int) -> xr.Dataset:
    """The table with the beta of equiangular tokens that attend as the heads do.

    `gamma` = beta / log n is above `critical_gamma` = 1 / (1 - rho) where a token mostly sees
    itself, below where it averages (arXiv:2510.05554); n as many as a token sees.  With the same
    beta a layer's median head would average beyond `critical_length` = e^(beta (1 - rho)) tokens.
    """
    if "relative_entropy" not in table:
        return table
    rho = np.broadcast_to(1 - 1 / table.critical_gamma.data[:, None], table.relative_entropy.shape)
    beta = equiangular_beta(table.relative_entropy.data, rho, sight)
    dims = table.relative_entropy.dims
    length = np.exp(np.nanmedian(beta * (1 - rho), axis=1))
    return table.assign(
        beta=(dims, beta),
        gamma=(dims, beta / np.log(sight)),
        critical_length=("layer", length),
    )


def _mean(rows: list[dict[str, Any]]) -> dict[str, Any]:
    """The mean over sequences; of places of tokens and coordinates, those of the first."""
    places = ("longest_token", "massive_coordinate")
    return {
        name: rows[0][name] if name in places else np.mean([row[name] for row in rows], axis=0)
        for name in rows[0]
    }


def _table(rows: list[dict[str, Any]], dim: str, extra: dict[str, str]) -> dict[str, Any]:
    """Columns (dim,) or (dim, extra); values that are arrays have one entry for each head."""
    table = {}
    for name in {name: None for row in rows for name in row}:
        values = [row.get(name, np.nan) for row in rows]
        width = max(np.ndim(value) for value in values)
        dims = (dim, extra.get(name, "head")) if width else (dim,)
        size = max(np.size(value) for value in values)
        shaped = [np.broadcast_to(value, (size,)) if width else value for value in values]
        table[name] = (dims, np.array(shaped, float))
    return table
