"""Verdicts: what the end of a path is, with evidence.

A small speed is evidence of nothing: clusters that will merge at t = 1e20 hardly move now.
"""

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, overload

import numpy as np
import xarray as xr
from numpy.typing import ArrayLike

from tokenflock._jax import jnp
from tokenflock.analysis.attraction import (
    are_apart,
    are_balanced,
    is_attractive,
    is_mutual,
    next_merge,
    weights_of,
)
from tokenflock.analysis.linearization import spectrum
from tokenflock.analysis.stability import largest_rate
from tokenflock.attention.masks import Causal, Full
from tokenflock.coarsening.forces import law_of
from tokenflock.errors import InputError
from tokenflock.fields import Flow, VectorField
from tokenflock.numerics.reals import reals
from tokenflock.observables import clusters, consensus_angle
from tokenflock.simulation import flow_of, spec_of
from tokenflock.spaces import Sphere

if TYPE_CHECKING:
    from tokenflock.certificates import Certificate

CONSENSUS_ANGLE = 1e-3
RESTLESS = 3.0  # a merge sooner than this many relaxation times is motion, not metastability
STILL = 1e-9
RATE = 1e-8  # smaller rates cannot be distinguished from rounding
LARGEST_JACOBIAN = 1500


@dataclass(frozen=True)
class Verdict:
    """The end state, the reason in a sentence, and log10 of the time to the next merge.

    Where it was asked for, a certificate of what tokens provably do from here on.
    """

    state: str
    reason: str
    log10_next_merge: float | None = None
    certificate: "Certificate | None" = None


@overload
def verdict(field: xr.Dataset, *, certify: bool = False) -> Verdict: ...
@overload
def verdict(
    field: VectorField, x: ArrayLike, t: float = 0.0, *, certify: bool = False
) -> Verdict: ...
def verdict(field: Any, x: Any = None, t: float = 0.0, *, certify: bool = False) -> Verdict:
    """What the end of a simulated run is, or any tokens x (n, d) are under a field: one of

        consensus   every token within 1e-3 rad of the mean direction
        stable      an equilibrium all of whose perturbations decay
        metastable  clusters that attract each other, with the predicted time of the next merge
        saddle      an exact equilibrium that a perturbation leaves
        moving      tokens that still travel, between clusters or around the sphere
        undecided   none of these could be shown

    These are judgments of floating point.  `certify=True` adds a certificate, proved in ball
    arithmetic (see `certify`), or says in the reason why there is none.

    >>> flow = tkf.Flow(tkf.SelfAttention(beta=64.0))
    >>> tkf.verdict(flow, [[1.0, 0.0], [0.0, 1.0]]).reason
    '2 clusters, the next two are predicted to merge about 10^25.7 later'
    """
    if isinstance(field, VectorField):
        x = _one_configuration(x)
        found = _of_tokens(field, x, t)
        return _certified(found, field, x) if certify else found
    if isinstance(field, xr.Dataset) and x is None:
        return _of_end(field, certify)
    raise InputError(
        "`verdict` takes a run of `simulate`, or a field and tokens: `verdict(run)`, "
        f"`verdict(flow, x)`. Got {type(field).__name__} and {type(x).__name__}."
    )


def _certified(found: Verdict, field: VectorField, x: np.ndarray) -> Verdict:
    """The verdict with a certificate, or with the reason why there is none."""
    from tokenflock.certificates import certify  # scipy.optimize, which few pay

    try:
        return replace(found, certificate=certify(field, x))
    except InputError as refusal:
        return replace(found, reason=f"{found.reason}; no certificate: {refusal}")


def _of_end(run: xr.Dataset, certify: bool) -> Verdict:
    if "spec" not in run.attrs:
        raise InputError(
            "`verdict(run)` needs the spec that `simulate` writes into a run, and there is none. "
            "Pass the field and the last tokens, `verdict(flow, path.x[-1])`."
        )
    flow = flow_of(spec_of(run))
    end = run["x"].isel(time=-1) if "x" in run else run["x_last"]
    return verdict(flow, end.data, float(run["time"].data[-1]), certify=certify)


def _one_configuration(x: Any) -> np.ndarray:
    x = reals("x", x)
    if x.ndim != 2:
        raise InputError(f"`verdict` needs one configuration (n, d). Got shape {x.shape}.")
    return x


def _of_tokens(field: VectorField, x: np.ndarray, t: float) -> Verdict:
    field = field.at(t) if isinstance(field, Flow) else field.during(t)
    if field.is_noisy:
        return Verdict("moving", "noise never lets tokens rest")
    angle = float(consensus_angle(x))
    if field.about()["metric"] == "angle" and angle < CONSENSUS_ANGLE:
        return Verdict("consensus", f"every token is within {angle:.1e} rad of the mean direction")
    if isinstance(field, Flow) and not isinstance(field.space, Sphere):
        return _by_speed(field, x, t)
    if isinstance(field, Flow) and is_attractive(field):
        return _attracted(field, x)
    return _by_spectrum(field, x, t)


def _by_speed(field: VectorField, x: np.ndarray, t: float) -> Verdict:
    """The verdict where nothing but the speed is known, which proves no rest."""
    relative = _speeds(field, x, t).max() / max(float(np.abs(x).max()), STILL)
    if relative > 1e-6:
        return Verdict("moving", f"the fastest token moves at {relative:.1e} of its norm")
    return Verdict(
        "undecided", f"tokens move at {relative:.1e} of their norm, which proves nothing"
    )


def _speeds(field: VectorField, x: np.ndarray, t: float) -> np.ndarray:
    return np.linalg.norm(np.asarray(field(t, jnp.asarray(x))), axis=-1)


def _attracted(flow: Flow, x: np.ndarray) -> Verdict:
    """The verdict for V = I, where every pair of tokens attracts."""
    if x.shape[1] == 1:
        return Verdict("stable", "the sphere of R^1 is two points: nothing can move")
    labels = clusters(x, beta=float(weights_of(flow).beta))
    if are_balanced(flow, x, labels):
        return _at_balance(flow, x)
    loose = int((labels < 0).sum())
    if loose > len(x) / 20:
        return Verdict("moving", f"{loose} of {len(x)} tokens are in no cluster")
    if labels.max() == 0:
        return Verdict("moving", "one cluster, still contracting")
    if not are_apart(flow, x, labels):
        return Verdict("moving", "clusters are merging")
    wait = next_merge(flow, x, labels)
    if wait is None:
        return _by_spectrum(flow, x, 0.0)
    if wait < np.log10(RESTLESS):
        return Verdict("moving", "clusters are merging", wait)
    return _metastable(labels, wait)


def _at_balance(flow: Flow, x: np.ndarray) -> Verdict:
    # arXiv:2411.04990 Thm 4.1 (causal), arXiv:2312.10794 and its sequels (full, Q = K = I).
    attention = weights_of(flow)
    if isinstance(attention.mask, Causal) or (
        isinstance(attention.mask, Full) and attention.qk is None
    ):
        return Verdict("saddle", "all pulls cancel exactly, and only consensus is stable for V = I")
    return _by_spectrum(flow, x, 0.0)


def _by_spectrum(field: VectorField, x: np.ndarray, t: float) -> Verdict:
    """The verdict for a general field, from the speed, the linearization, and merges to come."""
    speed = _speeds(field, x, t).max()
    if speed > STILL:
        return Verdict("moving", f"the fastest token moves at {speed:.1e}")
    if x.size > LARGEST_JACOBIAN:
        return Verdict("undecided", f"{x.size} coordinates are too many for the spectrum")
    rate = _rate(field, x, t)
    if rate > RATE:
        return Verdict("saddle", f"a perturbation grows like e^({rate:.2g} t)")
    if rate < -RATE:
        return Verdict("stable", f"every perturbation decays like e^({rate:.2g} t) or faster")
    return _almost_neutral(field, x)


def _almost_neutral(field: VectorField, x: np.ndarray) -> Verdict:
    """The verdict where the linearization says nothing: clusters may creep towards each other."""
    if isinstance(field, Flow) and weights_of(field).qk is None and is_mutual(field):
        labels = clusters(x, beta=float(weights_of(field).beta))
        wait = next_merge(field, x, labels)
        if wait is not None and wait > np.log10(RESTLESS):
            return _metastable(labels, wait)
    return Verdict("undecided", "the linearization has a rate too close to zero to tell")


def _rate(field: VectorField, x: np.ndarray, t: float) -> float:
    """The largest rate of a perturbation that no symmetry makes."""
    if isinstance(field, Flow) and is_mutual(field):
        attention = weights_of(field)
        free = attention.position is None and field.frozen is None and attention.masses is None
        if isinstance(attention.mask, Full | Causal) and free:
            return largest_rate(law_of(attention), x, attention.mask)
    return float(spectrum(field, x, t).real.max(initial=-np.inf))


def _metastable(labels: np.ndarray, wait: float) -> Verdict:
    when = f"{10**wait:.3g}" if wait < 4 else f"10^{wait:.1f}"
    reason = f"{labels.max() + 1} clusters, the next two are predicted to merge about {when} later"
    return Verdict("metastable", reason, wait)
