"""Verdicts: what the end of a path is, with evidence.

A small speed is evidence of nothing: clusters that will merge at t = 1e20 hardly move now.
"""

from dataclasses import dataclass
from typing import Any

import equinox as eqx
import numpy as np

from tokenflock._jax import jnp
from tokenflock.analysis.linearization import spectrum
from tokenflock.analysis.stability import largest_rate
from tokenflock.attention import SelfAttention, dense
from tokenflock.attention.masks import Causal, Full, visible_pairs
from tokenflock.coarsening.forces import Law, law_of, pairs
from tokenflock.coarsening.merging import MET
from tokenflock.coarsening.slow import Sites, first_meeting
from tokenflock.errors import InputError
from tokenflock.fields.flow import Flow
from tokenflock.observables import clusters, consensus_angle, leaders
from tokenflock.spaces import Euclidean, Rescaled, Sphere

CONSENSUS_ANGLE = 1e-3
BALANCED = 1e-10  # speed over the sum of all pulls: below, the pulls cancel by symmetry
RESTLESS = 3.0  # a merge sooner than this many relaxation times is motion, not metastability
APART = 2.0  # clusters closer than beta (1 - cos gap) = 2 are within reach of each other
STILL = 1e-9
RATE = 1e-8  # smaller rates are told from rounding by what they lead to only
LARGEST_JACOBIAN = 1500
MOST_FOLLOWED = 40  # clusters that are followed to the next merge


@dataclass(frozen=True)
class Verdict:
    """The end state, the reason in a sentence, and log10 of the time to the next merge."""

    state: str
    reason: str
    log10_next_merge: float | None = None


def verdict(flow: Flow, x: np.ndarray, t: float = 0.0) -> Verdict:
    """What a configuration of tokens is under a flow: one of

        consensus   every token within 1e-3 rad of the mean direction
        stable      an equilibrium all of whose perturbations decay
        metastable  clusters that attract each other, with the predicted time of the next merge
        saddle      an exact equilibrium that a perturbation leaves
        moving      tokens that still travel, between clusters or around the sphere
        undecided   none of these could be shown

    >>> flow = tkf.Flow(tkf.SelfAttention(beta=64.0))
    >>> tkf.verdict(flow, [[1.0, 0.0], [0.0, 1.0]]).reason
    '2 clusters, the next two are predicted to merge about 10^25.7 later'
    """
    x = np.asarray(x, float)
    if x.ndim != 2:
        raise InputError(f"`verdict` needs one configuration (n, d). Got shape {x.shape}.")
    flow = flow.at(t)
    if flow.noise is not None:
        return Verdict("moving", "noise never lets tokens rest")
    if isinstance(flow.space, Euclidean | Rescaled):
        return _off_the_sphere(flow, x, t)
    angle = float(consensus_angle(x))
    if angle < CONSENSUS_ANGLE:
        return Verdict("consensus", f"every token is within {angle:.1e} rad of the mean direction")
    if not isinstance(flow.space, Sphere):
        return _off_the_sphere(flow, x, t)
    attracted = attention_of(flow).ov is None and _is_mutual(flow)
    return _attracted(flow, x) if attracted else _by_spectrum(flow, x, t)


def _is_mutual(flow: Flow) -> bool:
    """Whether the pulls between sites (`pulls`) describe all that happens."""
    attention = attention_of(flow)
    return attention.weighting.exponential and attention.position is None and flow.frozen is None


def attention_of(flow: Flow) -> SelfAttention:
    """The weights of a flow that is held at one time."""
    return flow.attention.at(0.0)


def _off_the_sphere(flow: Flow, x: np.ndarray, t: float) -> Verdict:
    relative = _speeds(flow, x, t).max() / max(float(np.abs(x).max()), STILL)
    if relative > 1e-6:
        return Verdict("moving", f"the fastest token moves at {relative:.1e} of its norm")
    return Verdict(
        "undecided", f"tokens move at {relative:.1e} of their norm, which proves nothing"
    )


def _speeds(flow: Flow, x: np.ndarray, t: float = 0.0) -> np.ndarray:
    return np.linalg.norm(np.asarray(flow(t, jnp.asarray(x))), axis=-1)


def _attracted(flow: Flow, x: np.ndarray) -> Verdict:
    """The verdict for V = I, where every pair of tokens attracts."""
    if x.shape[1] == 1:
        return Verdict("stable", "the sphere of R^1 is two points: nothing can move")
    labels = clusters(x, beta=float(attention_of(flow).beta))
    if _balanced(flow, x, labels):
        return _at_balance(flow, x)
    loose = int((labels < 0).sum())
    if loose > len(x) / 20:
        return Verdict("moving", f"{loose} of {len(x)} tokens are in no cluster")
    if labels.max() == 0:
        return Verdict("moving", "one cluster, still contracting")
    if not _apart(flow, x, labels):
        return Verdict("moving", "clusters are merging")
    wait = next_merge(flow, x, labels)
    if wait is None:
        return _by_spectrum(flow, x, 0.0)
    if wait < np.log10(RESTLESS):
        return Verdict("moving", "clusters are merging", wait)
    return _metastable(labels, wait)


def _at_balance(flow: Flow, x: np.ndarray) -> Verdict:
    # arXiv:2411.04990 Thm 4.1 (causal), arXiv:2312.10794 and its sequels (full, Q = K = I).
    attention = attention_of(flow)
    if isinstance(attention.mask, Causal) or (
        isinstance(attention.mask, Full) and attention.qk is None
    ):
        return Verdict("saddle", "all pulls cancel exactly, and only consensus is stable for V = I")
    return _by_spectrum(flow, x, 0.0)


def _balanced(flow: Flow, x: np.ndarray, labels: np.ndarray) -> bool:
    """Whether the pulls on every token cancel to rounding, between clusters and within."""
    if _speeds(flow, x).max() > 2 * BALANCED * attention_of(flow).heads:
        return False  # pulls sum to two per head at most: spares the n x n x d array below
    w = np.asarray(attention_of(flow).matrix(jnp.asarray(x))).sum(axis=-3)
    if not _cancels(w, x):
        return False
    # Pulls between clusters may underflow in w: weigh them once more, without the own cluster.
    others = (labels[:, None] != labels) | (labels < 0)[:, None]
    seen = np.asarray(visible_pairs(attention_of(flow).mask, len(x))) & others
    far = _weights_among(attention_of(flow), jnp.asarray(x), jnp.asarray(seen))
    return _cancels(np.nan_to_num(np.asarray(far)).sum(axis=-3), x)


@eqx.filter_jit
def _weights_among(attention: SelfAttention, x: Any, seen: Any) -> Any:
    """The weights as they would be if tokens saw only those they are told to."""
    s, scale = dense.scores(x, attention.qk)
    return dense.softmax(s, attention.beta * scale, seen)


def _cancels(w: np.ndarray, x: np.ndarray) -> bool:
    difference = x[None] - x[:, None]
    pull = np.einsum("ij,ijk->ik", w, difference)
    net = pull - (pull * x).sum(axis=-1, keepdims=True) * x
    total = np.einsum("ij,ij->i", w, np.linalg.norm(difference, axis=-1))
    return bool((np.linalg.norm(net, axis=-1) <= BALANCED * total).all())


def _apart(flow: Flow, x: np.ndarray, labels: np.ndarray) -> bool:
    """Whether every pair of leaders is out of the range of the interaction."""
    led = x[leaders(labels)]
    closest = (led @ led.T)[np.triu_indices(len(led), k=1)].max()
    return float(attention_of(flow).beta) * (1 - closest) >= APART


def next_merge(flow: Flow, x: np.ndarray, labels: np.ndarray) -> float | None:
    """log10 of the time until two clusters meet; None where none will.

    The clusters are followed at the places of their leaders, by the slow dynamics.
    """
    if labels.max() < 1 or not isinstance(attention_of(flow).mask, Full | Causal):
        return None
    law = law_of(attention_of(flow))
    log_time = first_meeting(law, _foremost(law, _led(flow, x, labels)), MET)
    return log_time / np.log(10) if np.isfinite(log_time) else None


def _led(flow: Flow, x: np.ndarray, labels: np.ndarray) -> Sites:
    """The clusters as sites, and the mass each leader sees in them; loose tokens are left out."""
    led = leaders(labels)
    member = labels[None, :] == np.arange(len(led))[:, None]
    seen = np.asarray(visible_pairs(attention_of(flow).mask, len(x)))[led]
    masses = attention_of(flow).masses
    mass = np.ones(len(x)) if masses is None else np.asarray(masses)
    return Sites(x[led], (seen[:, None, :] & member[None]) @ mass)


def _foremost(law: Law, sites: Sites) -> Sites:
    """Of very many sites those that count: the two that pull the most, and who pulls them."""
    if len(sites.y) <= MOST_FOLLOWED:
        return sites
    pull = pairs(law, sites.y, sites.log_counts).log_weight.max(axis=0)
    np.fill_diagonal(pull, -np.inf)
    a, b = np.unravel_index(pull.argmax(), pull.shape)
    nearest = np.argsort(-np.maximum(pull[a], pull[b]), kind="stable")
    kept = np.unique([a, b, *nearest[: MOST_FOLLOWED - 2]])
    return Sites(sites.y[kept], sites.counts[np.ix_(kept, kept)])


def _by_spectrum(flow: Flow, x: np.ndarray, t: float) -> Verdict:
    """The verdict for a general V, from the speed, the linearization, and the merges to come."""
    speed = _speeds(flow, x, t).max()
    if speed > STILL:
        return Verdict("moving", f"the fastest token moves at {speed:.1e}")
    if x.size > LARGEST_JACOBIAN:
        return Verdict("undecided", f"{x.size} coordinates are too many for the spectrum")
    rate = _rate(flow, x, t)
    if rate > RATE:
        return Verdict("saddle", f"a perturbation grows like e^({rate:.2g} t)")
    if rate < -RATE:
        return Verdict("stable", f"every perturbation decays like e^({rate:.2g} t) or faster")
    labels = clusters(x, beta=float(attention_of(flow).beta))
    followed = attention_of(flow).qk is None and _is_mutual(flow)
    wait = next_merge(flow, x, labels) if followed else None
    if wait is not None and wait > np.log10(RESTLESS):
        return _metastable(labels, wait)
    return Verdict("undecided", "the linearization has a rate too close to zero to tell")


def _rate(flow: Flow, x: np.ndarray, t: float) -> float:
    """The largest rate of a perturbation that no symmetry makes."""
    mask = attention_of(flow).mask
    if isinstance(mask, Full | Causal) and _is_mutual(flow) and attention_of(flow).masses is None:
        return largest_rate(law_of(attention_of(flow)), x, mask)
    return float(spectrum(flow, x, t).real.max(initial=-np.inf))


def _metastable(labels: np.ndarray, wait: float) -> Verdict:
    when = f"{10**wait:.3g}" if wait < 4 else f"10^{wait:.1f}"
    reason = f"{labels.max() + 1} clusters, the next two are predicted to merge about {when} later"
    return Verdict("metastable", reason, wait)
