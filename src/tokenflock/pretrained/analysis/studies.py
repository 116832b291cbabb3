"""How limit and rate of a layer's flow depend on the number of tokens, the start and the heads."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass

import numpy as np
import xarray as xr
from jaxtyping import Float

from tokenflock.errors import InputError
from tokenflock.fields.flow import Flow
from tokenflock.integrate import solve
from tokenflock.pretrained.analysis.starts import random_tokens, text_tokens
from tokenflock.pretrained.analysis.states import state_measures
from tokenflock.pretrained.attention_heads.attention import attention_of
from tokenflock.pretrained.model import Model

KEPT = ("alignment", "rate", "effective_rank", "clusters", "unclustered", "energy")
SENTENCE = "sentence"  # the start that is no word of a spec


@dataclass(frozen=True)
class Case:
    """One flow of a study: what is varied, the start, the number of tokens and of heads."""

    varied: str
    init: str
    n: int
    heads: int  # the first so many of the layer

    @property
    def value(self) -> str:
        """The value of what is varied, in words."""
        return str({"tokens": self.n, "start": self.init, "heads": self.heads}[self.varied])


def cases(n: int, heads: int) -> Iterator[Case]:
    """The flows of a study of a layer with so many heads, n tokens where they are not varied."""
    for count in (n // 4, n, 4 * n):
        yield Case("tokens", "uniform", count, heads)
    # An odd number: opposite tokens of an even circle would stay opposite for ever.
    for init, count in {"uniform": n, "circle": n | 1, "cap:0.5": n, SENTENCE: 0}.items():
        yield Case("start", init, count, heads)
    for count in sorted({1, 2, max(1, heads // 2), heads}):
        yield Case("heads", "uniform", n, count)


def study(
    model: Model,
    text: str,
    *,
    layer: int = 0,
    n: int = 32,
    times: Float[np.ndarray, " times"],
    tol: float = 1e-4,
    seed: int = 0,
    progress: Callable[[str], None] | None = None,
    keep: Callable[[xr.Dataset], None] | None = None,
) -> xr.Dataset:
    """Measures (run, time) of flows of one layer that differ in one thing at a time.

    `varied` and `value` (run) say what; one of the starts is a text.  `progress` is called with a
    sentence about the flow that is followed, `keep` with all that is known after each of them.
    """
    if n < 4:
        raise InputError(f"A study needs at least 4 tokens. Got {n}.")
    found = list(cases(n, model.config.heads))
    rows = []
    facts = {"model": model.name, "layer": layer, "tol": tol, "seed": seed}
    for k, case in enumerate(found):
        title = f"flow {k + 1} of {len(found)}: {case.varied} {case.value}"
        told = _at_times(progress, title, float(times[-1]))
        x0 = _start(model, case, text, seed)
        flow = Flow(attention_of(model, layer, range(case.heads)))
        path = state_measures(solve(flow, x0, times, tol=tol, progress=told).x)
        rows.append(path[list(KEPT)].assign(n=len(x0), heads=case.heads))
        table = _joined(rows, found).assign_attrs(facts)
        if keep is not None:
            keep(table)
    return table


def _at_times(
    progress: Callable[[str], None] | None, title: str, end: float
) -> Callable[[float], None] | None:
    """What tells how far a flow has come; None where nobody listens."""
    if progress is None:
        return None
    progress(title)
    return lambda t: progress(f"{title}, t = {t:.3g} of {end:g}")


def _joined(rows: list[xr.Dataset], found: list[Case]) -> xr.Dataset:
    """The flows that are known, and what each of them varies."""
    done = found[: len(rows)]
    return xr.concat(rows, "run").assign_coords(
        varied=("run", np.array([case.varied for case in done], object)),
        value=("run", np.array([case.value for case in done], object)),
    )


def _start(model: Model, case: Case, text: str, seed: int) -> Float[np.ndarray, "n d"]:
    if case.init == SENTENCE:
        return text_tokens(model, text)[0]
    return random_tokens(model, case.init, case.n, seed=seed)
