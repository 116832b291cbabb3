"""Paths of tokens: under the heads of a layer, or of a sentence through the layers."""

from dataclasses import dataclass
from pathlib import Path

import numpy as np
import xarray as xr
from matplotlib.figure import Figure

from tokenflock.attention import SelfAttention
from tokenflock.cli.model.frame import Said, Tell
from tokenflock.cli.options import SENTENCE
from tokenflock.errors import InputError
from tokenflock.fields.flow import Flow
from tokenflock.initial.configurations import tokens
from tokenflock.numerics.random_streams import INITIAL_TOKENS, generator
from tokenflock.plots.states import states_figure
from tokenflock.pretrained import ablations
from tokenflock.pretrained.comparison import seen_directions
from tokenflock.pretrained.measures import measured, principal
from tokenflock.pretrained.model import Model
from tokenflock.pretrained.passes import embedded, forward
from tokenflock.pretrained.portions import opened, written
from tokenflock.pretrained.text.sentences import tokenized
from tokenflock.results import save
from tokenflock.spaces import normalize

MOST_WEIGHTS = 200_000  # attention weights that are saved with a sentence, per head
SHOWN = ("alignment", "effective_rank", "clusters", "unclustered", "energy")


def times(t_end: float, samples: int) -> np.ndarray:
    """Equal times from 0 to t_end."""
    if not 0 < t_end < np.inf:
        raise InputError(f"`--t-end` must be positive and finite. Got {t_end:g}.")
    if not 2 <= samples <= 100_000:
        raise InputError(f"`--samples` must lie between 2 and 100000. Got {samples}.")
    return np.linspace(0.0, t_end, samples)


@dataclass(frozen=True)
class Start:
    """Where the tokens of a flow begin: a name of `initial`, or the tokens of a sentence."""

    init: str
    n: int
    text: str | None
    seed: int

    def of(self, model: Model) -> tuple[np.ndarray, list[str] | None]:
        """Tokens on the sphere, and their words if they come from a sentence."""
        if self.init == "sentence":
            ids, labels = tokenized(model, SENTENCE if self.text is None else self.text)
            return normalize(seen_directions(model, embedded(model, ids))), labels
        if self.n < 1:
            raise InputError(f"`--tokens` must be at least 1. Got {self.n}.")
        rng = generator(self.seed, INITIAL_TOKENS)
        return normalize(tokens(self.init, self.n, model.config.d, rng)), None


@dataclass(frozen=True)
class Flowing:
    """Tokens on the sphere under the heads of one layer, or under one head."""

    layer: int
    head: int | None
    start: Start
    times: np.ndarray
    tol: float

    def __call__(self, model: Model, store: Path, tell: Tell) -> tuple[Figure, Said]:
        x0, labels = self.start.of(model)
        if self.head is None:
            attention = SelfAttention.from_layer(model, self.layer)
        else:
            attention = SelfAttention.from_head(model, self.layer, self.head)
        run = written(
            Flow(attention), x0, self.times, store, tol=self.tol,
            progress=lambda t: tell(f"t = {t:.3g} of {self.times[-1]:g}"),
        )  # fmt: skip
        heads = "all heads" if self.head is None else f"head {self.head}"
        title = f"{model.name}, layer {self.layer}, {heads}: {len(x0)} tokens ({self.start.init})"
        about = {"model": model.name, "layer": self.layer, "init": self.start.init}
        about |= {} if self.head is None else {"head": self.head}
        tell("measuring")
        return _described(run.assign_attrs(about), store, labels, title, "time")


@dataclass(frozen=True)
class Reading:
    """A sentence through the layers of a model, or of the model with parts taken away."""

    text: str | None
    layer: int | None
    repeat: int | None
    head: int | None
    attention_only: bool
    dt: float

    def __call__(self, model: Model, store: Path, tell: Tell) -> tuple[Figure, Said]:
        ids, labels = tokenized(model, SENTENCE if self.text is None else self.text)
        model, part = self._changed(model)
        depth = len(model.order)
        run = forward(
            model, ids, dt=self.dt, matrices=depth * len(ids) ** 2 < MOST_WEIGHTS,
            progress=lambda k: tell(f"layer {k} of {depth}"),
        )  # fmt: skip
        save(run, store)
        title = f"{model.name}, {depth} passes{part}: {len(ids)} tokens of a sentence"
        tell("measuring")
        return _described(opened(store), store, labels, title, "layer")

    def _changed(self, model: Model) -> tuple[Model, str]:
        """The model that is read with, and what was changed, in words."""
        part = ""
        if self.head is not None:
            model, part = ablations.only_head(model, self.head), f", head {self.head} only"
        if self.attention_only:
            model, part = ablations.attention_only(model), part + ", attention only"
        if self.layer is not None:
            part += f", layer {self.layer} repeated"
        if self.repeat is not None or self.layer is not None:
            passes = len(model.order) if self.repeat is None else self.repeat
            model = ablations.repeated(model, passes, self.layer)
        return model, part if self.dt == 1 else part + f", dt = {self.dt:g}"


def _described(
    run: xr.Dataset, store: Path, labels: list[str] | None, title: str, clock: str
) -> tuple[Figure, Said]:
    """The figure of a stored path, to which its words, measures and principal axes are added."""
    measures = measured(run.x)
    points, shares = principal(run.x, 3)
    about = {"shares": " ".join(f"{share:.0%}" for share in shares)}
    plane = xr.DataArray(points, dims=("time", "token", "axis"), attrs=about)
    added = measures.assign(plane=plane).drop_vars("time")
    if labels is not None:
        added = added.assign_coords(label=("token", np.array(labels, object)))
    about = {**run.attrs, "title": title, "clock": clock}
    added.assign_attrs(about).to_zarr(store, mode="a", consolidated=False)
    found = added.assign_coords(time=run["time"].load()).assign_attrs(about)
    first, last = found.isel(time=0), found.isel(time=-1)
    return states_figure(found), {
        name: {"start": round(float(first[name]), 4), "end": round(float(last[name]), 4)}
        for name in SHOWN
    }
