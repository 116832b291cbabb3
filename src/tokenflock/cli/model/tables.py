"""Tables of a model: its sizes, the spectra of its heads, its versions with parts taken away."""

from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import xarray as xr
from matplotlib.figure import Figure

from tokenflock.cli.model.frame import Said, Tell
from tokenflock.cli.options import SENTENCE
from tokenflock.plots.comparisons import comparison_figure
from tokenflock.plots.heads import model_figure, spectra_figure
from tokenflock.pretrained.model import Model
from tokenflock.pretrained.spectra import KINDS, head_spectra
from tokenflock.results import save


def sizes(model: Model, store: Path, tell: Tell) -> tuple[Figure, Said]:
    """The sizes of a model, and the effective beta and largest eigenvalue of every head."""
    table = head_spectra(model, sums=False, progress=_layers(model, tell))
    save(table, store)
    beta = f"{float(table.beta.min()):.3g} to {float(table.beta.max()):.3g}"
    said = {"name": model.name} | vars(model.config)
    said |= {"layers_stored": model.stored, "mask": model.mask, "effective_beta": beta}
    return model_figure(table), said


@dataclass(frozen=True)
class Spectra:
    """The eigenvalues of every head's V, and what the theory predicts of them."""

    fold: bool

    def __call__(self, model: Model, store: Path, tell: Tell) -> tuple[Figure, Said]:
        table = head_spectra(model, fold=self.fold, progress=_layers(model, tell))
        save(table, store)
        rows = _heads(table)
        found = {row["kind"] for row in rows}
        return spectra_figure(table), {
            "heads": rows,
            "predicted": [
                {"kind": kind, "rescaled tokens": text}
                for kind, text in KINDS.items()
                if kind in found
            ],
        }


@dataclass(frozen=True)
class Comparison:
    """Where the flow of the heads and the states of the model part ways."""

    text: str | None
    repeat: int | None
    coupling: int

    def __call__(self, model: Model, store: Path, tell: Tell) -> tuple[Figure, Said]:
        from tokenflock.pretrained.ablations import repeated
        from tokenflock.pretrained.comparison import compared
        from tokenflock.pretrained.text.sentences import tokenized

        ids, labels = tokenized(model, SENTENCE if self.text is None else self.text)
        model = model if self.repeat is None else repeated(model, self.repeat)
        table = compared(model, ids, progress=lambda k: tell(f"version {k}"))
        table = table.assign_coords(label=("token", np.array(labels, object)))
        if self.coupling:
            tell("Jacobians of the layers")
            table = table.merge(_coupled(model, ids, self.coupling))
        save(table, store)
        return comparison_figure(table), _versions(table)


def _coupled(model: Model, ids: np.ndarray, K: int) -> xr.Dataset:
    """Block coupling of the Jacobians of all layers, at the last token."""
    from tokenflock.pretrained.coupling import block_coupling
    from tokenflock.pretrained.passes import forward

    states = forward(model, ids, matrices=False).x.data
    found = block_coupling(model, states, K=K)
    return xr.Dataset({"coupling": (("layer", "other"), found, {"K": K})})


def _layers(model: Model, tell: Tell) -> Any:
    return lambda k: tell(f"layer {k} of {model.stored}")


def _versions(table: xr.Dataset) -> Said:
    said: Said = {
        str(name): {
            "end_angle": round(float(table.angle[k, -1]), 4),
            "parted_at": _layer(float(table.parted[k])),
            "end_cosine": round(float(table.cosine[k, -1]), 4),
        }
        for k, name in enumerate(table.version.data)
    }
    if "coupling" in table:
        apart = table.coupling.data[~np.eye(table.sizes["layer"], dtype=bool)]
        mean = float(apart.mean()) if apart.size else 0.0
        said["mean_coupling_of_different_layers"] = round(mean, 4)
    return said


def _layer(value: float) -> int | None:
    return None if np.isnan(value) else int(value)


def _heads(table: xr.Dataset) -> list[Said]:
    """One row per head, for the screen or JSON."""
    return [
        {
            "layer": int(table.layer[k]),
            "head": h,
            "leading": [round(float(table[part][k, h, 0]), 4) for part in ("real", "imag")],
            "kind": str(table.kind.data[k, h]),
            "attraction": round(float(table.attraction[k, h]), 5),
            "positive_share": round(float(table.positive_share[k, h]), 3),
            "beta": round(float(table.beta[k, h]), 3),
        }
        for k in range(table.sizes["layer"])
        for h in range(table.sizes["head"])
    ]
