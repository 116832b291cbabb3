"""`diagnose`: what attention does to the tokens of a model, and what of it is unusual."""

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np
import xarray as xr

from tokenflock.diagnosis import sources
from tokenflock.diagnosis.changes import changes_between, findings_apart
from tokenflock.diagnosis.findings import Finding, findings_of
from tokenflock.diagnosis.rules import critical_spread
from tokenflock.diagnosis.thresholds import Thresholds, thresholds_of
from tokenflock.errors import InputError
from tokenflock.results import save

NOTHING = "Nothing unusual."


@dataclass(frozen=True)
class Diagnosis:
    """Measures of a model on a text, and what is unusual about them."""

    table: xr.Dataset
    findings: tuple[Finding, ...]
    thresholds: Thresholds
    other: "Diagnosis | None" = None  # what it is compared with

    @property
    def warnings(self) -> tuple[Finding, ...]:
        """The findings that say that something is broken."""
        return tuple(found for found in self.findings if found.severity == "warning")

    def compared_with(self, other: "Diagnosis") -> "Diagnosis":
        """This one beside another: a second checkpoint, or the same at another step."""
        name = other.table.attrs["model"]
        if name == self.table.attrs["model"]:
            other = replace(other, table=other.table.assign_attrs(model=f"the other {name}"))
        return replace(self, other=other)

    def changes(self) -> list[str]:
        """What tells it from the other one: findings of either alone, and measures that differ."""
        if self.other is None:
            return []
        return [
            *findings_apart(self.table, self.findings, self.other.table, self.other.findings),
            *changes_between(self.table, self.other.table),
        ]

    def sentences(self) -> list[str]:
        """The findings, warnings first; one sentence that nothing is unusual where so."""
        found = [finding.sentence for finding in self.findings] or [NOTHING]
        return found + self.changes()

    def left_out(self) -> str:
        """A sentence where only the beginning of a text was read; else empty."""
        about = self.table.attrs
        given, read = about.get("given_tokens", 0), round(about["tokens"])
        if given <= read:
            return ""
        why = "the model has no more positions" if read == about["positions"] else "as asked"
        return f"Only the first {read} of {given} tokens were read: {why}."

    def as_json(self) -> str:
        """Findings, thresholds and measures."""
        return json.dumps(self._plain(), indent=1)

    def _plain(self) -> dict[str, Any]:
        plain: dict[str, Any] = {
            "about": {name: _plain_value(value) for name, value in self.table.attrs.items()},
            "findings": [asdict(found) for found in self.findings],
            "sentences": self.sentences(),
            "thresholds": self.thresholds.asdict(),
            "measures": {
                str(name): {"dims": list(values.dims), "values": _listed(values.data)}
                for name, values in self.table.data_vars.items()
            },
        }
        return plain if self.other is None else plain | {"compared_with": self.other._plain()}

    def as_html(self) -> str:
        """One page that stands alone: findings, then figures."""
        from tokenflock.diagnosis.page import page

        return page(self)

    def save(self, folder: str | Path) -> Path:
        """Write report.html, report.json and the table of measures into a folder."""
        folder = Path(folder)
        folder.mkdir(parents=True, exist_ok=True)
        (folder / "report.html").write_text(self.as_html(), encoding="utf-8")
        (folder / "report.json").write_text(self.as_json(), encoding="utf-8")
        save(self.table, folder / "measures.zarr")
        if self.other is not None:
            save(self.other.table, folder / "measures-other.zarr")
        return folder

    def __str__(self) -> str:
        return "\n".join(self.sentences())


def diagnose(
    model: Any = None,
    text: str | None = None,
    *,
    ids: Any | None = None,
    batch: Mapping[str, Any] | None = None,
    hidden_states: Sequence[Any] | None = None,
    attentions: Sequence[Any] | None = None,
    attention_mask: Any | None = None,
    layers: Sequence[Any] | None = None,
    thresholds: Mapping[str, float] | None = None,
    tokens: int | None = None,
    versions: bool = True,
    influence: bool = True,
    progress: Callable[[str], None] | None = None,
) -> Diagnosis:
    """What attention does to the tokens of a model, layer by layer, and what is unusual about it.

    One of three: a checkpoint (folder, file, name on the hub, or a loaded model) with a `text` or
    token numbers `ids`; a PyTorch module with a `batch`, its arguments by name, and `layers` where
    they are not found; or `hidden_states` and `attentions` with the axes of transformers.
    `versions` adds what the checkpoint would do without MLP, skip connections and so on,
    `influence` how much each position moves the output.  `thresholds` changes some by name.  Of a
    text that is longer than `tokens`, or than the checkpoint has positions, the beginning is read.
    """
    limits = thresholds_of(thresholds)
    if tokens is not None and tokens < 2:
        raise InputError(f"`tokens` must be at least 2. Got {tokens}.")
    tell = progress or (lambda stage: None)
    if hidden_states is not None:
        if model is not None:
            raise InputError("Give a `model` or `hidden_states`, not both.")
        table = sources.table_of_arrays(hidden_states, attentions, attention_mask)
    elif model is None:
        raise InputError("There is nothing to diagnose: give a `model`, or `hidden_states`.")
    elif hasattr(model, "named_modules"):
        if batch is None:
            raise InputError("A live model reads `batch`, its arguments by name. Got none.")
        table = sources.table_of_live(
            model, dict(batch), layers=layers, influence=influence, progress=tell
        )
    else:
        table = sources.table_of_model(
            model, text, ids, most=tokens, versions=versions, influence=influence, progress=tell
        )
    if "logit_spread" in table:
        table = table.assign(critical_spread=("layer", critical_spread(table)))
    return Diagnosis(table, tuple(findings_of(table, limits)), limits)


def _plain_value(value: Any) -> Any:
    return value.item() if isinstance(value, np.generic) else value


def _listed(values: np.ndarray) -> Any:
    """Nested lists with None where JSON has no number."""
    if values.dtype.kind != "f":
        return values.tolist()
    return np.where(np.isfinite(values), values, None).tolist()  # type: ignore[call-overload]
