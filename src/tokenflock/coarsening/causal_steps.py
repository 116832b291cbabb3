"""Implicit steps of causal tokens.

Token k sees only j <= k, so the linearization is block lower triangular: a stiff step of all tokens
is a forward substitution, O(n^2 d^2), however slow the leaders are and however fast the followers.
The kernel `causal_step` (`native/implicit.h`) takes it; where it cannot, `slow_dynamics` does, with
every token a site.
"""

import dataclasses
from dataclasses import dataclass
from typing import Any

import numpy as np
from jaxtyping import Bool, Float

from tokenflock._jax import jax
from tokenflock.attention import native
from tokenflock.coarsening.causal_law import CausalLaw, time_unit, with_positive_beta
from tokenflock.coarsening.derivatives import jacobian
from tokenflock.coarsening.forces import Law
from tokenflock.coarsening.slow_dynamics import Chart, Sites, Stride
from tokenflock.numerics import ffi
from tokenflock.observables.configuration import norms

CLOSE = 1e-2  # radians: tokens closer than that to an earlier one do not set the pace
MOST_DIMENSIONS = 8  # that the kernel is made for


@dataclass(frozen=True, kw_only=True)
class Trial:
    """What a step leads to: the tokens, and the estimated error of each; how long it takes by the

    clock, and the error of that; the unit of time at its beginning; the largest rate at which
    tokens leave places where they do not rest; which tokens set the pace.
    """

    x: Float[np.ndarray, "n d"]
    error: Float[np.ndarray, " n"]
    tau: float
    late: float
    unit: float
    growth: float
    leads: Bool[np.ndarray, " n"]

    @property
    def is_finite(self) -> bool:
        """Whether all of it is numbers: a step may be too long by far."""
        return bool(np.isfinite(self.x.sum() + self.error.sum() + self.tau + self.late))


def step(law: CausalLaw, x: np.ndarray, h: float, *, paced: bool) -> Trial:
    """A step of length h, by the clock, or by one that ticks with the leaders (`paced`)."""
    known = native.available() and x.shape[1] <= MOST_DIMENSIONS
    return (kernel_step if known else sites_step)(law, x, h, paced=paced)


def kernel_step(law: CausalLaw, x: np.ndarray, h: float, *, paced: bool) -> Trial:
    """The step by the kernel."""
    sizes, law = law.sizes, with_positive_beta(law, x.shape[1])
    parts = {field.name: getattr(law, field.name) for field in dataclasses.fields(law)}
    given = {name: EMPTY[name] if part is None else part for name, part in parts.items()}
    numbers = {"h": h, "close": CLOSE, "beta": law.beta}
    given |= {name: np.float64(number) for name, number in numbers.items()}
    given |= {"x": x, "paced": np.int64(paced), "size": sizes}
    # On the CPU, where the kernel is, whatever device JAX prefers.
    with jax.default_device(jax.local_devices(backend="cpu")[0]):
        found = {name: np.asarray(part) for name, part in _step(given).items()}
    scalars = {name: float(found[name]) for name in SCALARS}
    return Trial(x=found["x"], error=found["error"], leads=found["leader"] != 0, **scalars)


EMPTY = {
    "qk": np.zeros((0, 0, 0)), "ov": np.zeros((0, 0, 0)), "log_seen": np.zeros(0),
    "visible": np.zeros((0, 0), np.int64), "frozen": np.zeros(0, np.int64),
}  # fmt: skip
SCALARS = ("tau", "late", "unit", "growth")


@jax.jit
def _step(given: dict[str, Any]) -> dict[str, Any]:
    if not native.available():  # which also registers them
        raise RuntimeError(f"The native kernels cannot be called: {native.instruction_set()}.")
    n, d = given["x"].shape
    shapes: dict[str, tuple[int, ...]] = {"x": (n, d), "error": (n,)} | dict.fromkeys(SCALARS, ())
    results = {name: jax.ShapeDtypeStruct(shape, float) for name, shape in shapes.items()}
    results["leader"] = jax.ShapeDtypeStruct((n,), np.int64)
    return ffi.call("tokenflock_causal_step", operands=given, results=results)


def sites_step(law: CausalLaw, x: np.ndarray, h: float, *, paced: bool) -> Trial:
    """The same step with every token a site: the formulas in NumPy, O(n^3) from d = 3 on."""
    chart = Chart(_law(law), Sites(x, law.counts, causal=True))
    unit = np.exp(-chart.scale)
    found = chart.step(Stride(h / unit, paced))
    found_x = found.y if law.frozen is None else np.where(law.frozen[:, None] != 0, x, found.y)
    return Trial(
        x=found_x, error=found.error, tau=found.tau * unit, late=found.late * unit,
        unit=time_unit(law, x), growth=_growth(chart), leads=_leads(x),
    )  # fmt: skip


def _law(law: CausalLaw) -> Law:
    """The law of sites, which measures unnormalized weights by e^beta."""
    if law.log_seen is None:
        return Law(law.beta, law.qk, law.ov)
    unit = law.beta - float((law.log_seen - np.log(law.counts.sum(axis=1))).mean())
    return Law(law.beta, law.qk, law.ov, "unnormalized", unit)


def _growth(chart: Chart) -> float:
    """The largest rate at which a token leaves its place by itself."""
    n, p = len(chart.sites.y), chart.bases.shape[-1]
    J = jacobian(chart.law, chart.sites.y, chart.log_counts, chart.bases, 0.0)
    own = J.reshape(n, p, n, p)[np.arange(n), :, np.arange(n), :]
    return max(float(np.linalg.eigvals(own).real.max(initial=0.0)), 0.0)


def _leads(x: np.ndarray) -> np.ndarray:
    """Which tokens are further than CLOSE from all earlier leaders."""
    leads = np.zeros(len(x), bool)
    for k in range(len(x)):
        leads[k] = bool((norms(x[leads] - x[k]) > CLOSE).all())
    return leads
