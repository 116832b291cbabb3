"""Summaries: what a run shows, as plain values that a terminal, a file or a page can print."""

from dataclasses import asdict, dataclass
from typing import Any

import numpy as np
import xarray as xr

from tokenflock.analysis.verdicts import Verdict, verdict
from tokenflock.observables import (
    Epoch,
    center_distance,
    renyi_centers,
    strong_renyi_centers,
    timeline,
)
from tokenflock.results.merges import Merge, merges
from tokenflock.simulation import spec_of
from tokenflock.spec import Spec


@dataclass(frozen=True)
class Centers:
    """Rényi and strong Rényi centers of the starting tokens, at geodesic distance delta."""

    delta: float
    renyi: tuple[int, ...]
    strong: tuple[int, ...]


@dataclass(frozen=True)
class Summary:
    """The clusters of a run over time, its centers where it has any, and its end."""

    spec: Spec
    epochs: tuple[Epoch, ...]
    centers: Centers | None
    verdict: Verdict
    merges: tuple[Merge, ...] | None = None  # of a coarsened run

    def plain(self) -> dict[str, Any]:
        """The summary as JSON can hold it."""
        return {
            "spec": self.spec.model_dump(exclude_none=True, mode="json"),
            "timeline": [asdict(epoch) for epoch in self.epochs],
            "centers": None if self.centers is None else asdict(self.centers),
            "verdict": asdict(self.verdict),
            "merges": None if self.merges is None else [asdict(m) for m in self.merges],
        }


def summarize(run: xr.Dataset) -> Summary:
    """What a simulated run shows."""
    spec = spec_of(run)
    return Summary(
        spec=spec,
        epochs=tuple(timeline(run)),
        centers=centers_of(spec, run.x.data[0]),
        verdict=verdict(run),
        merges=tuple(merges(run)) if "merge_time" in run else None,
    )


def centers_of(spec: Spec, x0: np.ndarray) -> Centers | None:
    """The centers of causal tokens on a sphere, delta = 4 beta^(-1/2) (arXiv:2411.04990)."""
    if spec.mask != "causal" or spec.space != "sphere" or spec.beta <= 0 or spec.d == 1:
        return None
    if spec.has_terms:
        return None  # centers attract others where attention is all that happens
    delta = center_distance(spec.beta)
    kinds = [centers(x0, delta) for centers in (renyi_centers, strong_renyi_centers)]
    renyi, strong = (tuple(map(int, np.flatnonzero(kind))) for kind in kinds)
    return Centers(delta, renyi, strong)
