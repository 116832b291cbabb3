"""How limit and rate of a layer's flow depend on the number of tokens, the start and the heads."""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import xarray as xr
from matplotlib.figure import Figure

from tokenflock.attention import SelfAttention
from tokenflock.cli.model.frame import Said, Tell
from tokenflock.cli.model.paths import Start
from tokenflock.errors import InputError
from tokenflock.fields.flow import Flow
from tokenflock.integrate import solve
from tokenflock.plots.comparisons import study_figure
from tokenflock.pretrained.measures import measured
from tokenflock.pretrained.model import Model
from tokenflock.results import save

KEPT = ("alignment", "rate", "effective_rank", "clusters", "unclustered", "energy")


@dataclass(frozen=True)
class Case:
    """One flow: what is varied, and the three choices."""

    varied: str
    start: Start
    heads: int  # the first so many of the layer

    @property
    def value(self) -> str:
        """The value of what is varied, in words."""
        words = {"tokens": self.start.n, "start": self.start.init, "heads": self.heads}
        return str(words[self.varied])


@dataclass(frozen=True)
class Study:
    """Flows of one layer that differ in one thing at a time."""

    layer: int
    tokens: int
    text: str | None
    times: np.ndarray
    tol: float
    seed: int

    def __call__(self, model: Model, store: Path, tell: Tell) -> tuple[Figure, Said]:
        if self.tokens < 4:
            raise InputError(f"`--tokens` must be at least 4 in a study. Got {self.tokens}.")
        whole = SelfAttention.from_layer(model, self.layer)
        cases = list(self.cases(model.config.heads))
        rows = []
        for k, case in enumerate(cases):
            tell(f"flow {k + 1} of {len(cases)}: {case.varied} {case.value}")
            rows.append(self.followed(model, whole, case))
        table = xr.concat(rows, "run").assign_coords(
            varied=("run", np.array([case.varied for case in cases], object)),
            value=("run", np.array([case.value for case in cases], object)),
        )
        table = table.assign_attrs(model=model.name, layer=self.layer, tol=self.tol, seed=self.seed)
        save(table, store)
        return study_figure(table), {"flows": _rows(table)}

    def cases(self, heads: int) -> Iterator[Case]:
        """The flows of a study of a layer with so many heads."""
        for n in (self.tokens // 4, self.tokens, 4 * self.tokens):
            yield Case("tokens", Start("uniform", n, None, self.seed), heads)
        # An odd number: opposite tokens of an even circle would stay opposite for ever.
        sizes = {"uniform": self.tokens, "circle": self.tokens | 1, "cap:0.5": self.tokens}
        for init, n in {**sizes, "sentence": 0}.items():
            yield Case("start", Start(init, n, self.text, self.seed), heads)
        for count in sorted({1, 2, max(1, heads // 2), heads}):
            yield Case("heads", Start("uniform", self.tokens, None, self.seed), count)

    def followed(self, model: Model, whole: SelfAttention, case: Case) -> xr.Dataset:
        """The measures of one flow by time."""
        x0, _ = case.start.of(model)
        run = solve(Flow(_first_heads(whole, case.heads)), x0, self.times, tol=self.tol)
        return measured(run.x)[list(KEPT)].assign(n=len(x0), heads=case.heads)


def _first_heads(attention: SelfAttention, count: int) -> SelfAttention:
    """The attention with the first heads only."""
    if attention.factors is None or attention.output is None:
        raise InputError("A study needs the heads of a pretrained layer, as factors.")
    (Q, K), (W_O, W_V) = attention.factors, attention.output
    return SelfAttention(
        attention.beta, (Q[:count], K[:count]), (W_O[:count], W_V[:count]), attention.mask,
        position=attention.position,
    )  # fmt: skip


def _rows(table: xr.Dataset) -> list[Said]:
    """One row per flow: what it ends as, and how fast."""
    rows = []
    for k in range(table.sizes["run"]):
        one = table.isel(run=k)
        late = one["rate"].data[3 * len(table.time) // 4 :]
        rate = float(np.nanmedian(late)) if np.isfinite(late).any() else None
        rows.append({
            "varied": str(one["varied"].data), "value": str(one["value"].data),
            "tokens": int(one["n"]), "heads": int(one["heads"]),
            "end_cosine": round(float(one["alignment"][-1]), 4),
            "clusters": int(one["clusters"][-1]), "loose": int(one["unclustered"][-1]),
            "effective_rank": round(float(one["effective_rank"][-1]), 2),
            "late_rate": None if rate is None else round(rate, 4),
        })  # fmt: skip
    return rows
