"""Mutual attraction: what pulls between clusters of tokens on the sphere tell about their end."""

from typing import Any

import equinox as eqx
import numpy as np

from tokenflock._jax import jnp
from tokenflock.attention import SelfAttention, Softmax, Unnormalized, dense
from tokenflock.attention.masks import Full, visible_pairs
from tokenflock.attention.positions import Alibi
from tokenflock.coarsening.eligibility import is_causal
from tokenflock.coarsening.forces import Law, law_of, pairs
from tokenflock.coarsening.prediction import next_meeting
from tokenflock.coarsening.slow_dynamics import Sites, first_meeting
from tokenflock.fields import Flow
from tokenflock.observables import leaders
from tokenflock.results.merges import MET

BALANCED = 1e-10  # speed over the sum of all pulls: below, the pulls cancel by symmetry
APART = 2.0  # clusters closer than beta (1 - cos gap) = 2 are within reach of each other
MOST_FOLLOWED = 40  # clusters that are followed to the next merge


def weights_of(flow: Flow) -> SelfAttention:
    """The attention of a flow that is held at one time."""
    return flow.attention.at(0.0)


def is_mutual(flow: Flow) -> bool:
    """Whether pulls between tokens by softmax or unnormalized weights are all that happens.

    What long runs follow: under causal masks the past may fade, and some tokens be frozen.
    """
    if flow.terms:
        return False
    attention = weights_of(flow)
    known = isinstance(attention.weighting, Softmax | Unnormalized)
    plain = attention.position is None and flow.frozen is None
    fades = attention.position is None or isinstance(attention.position, Alibi)
    return known and (plain or (fades and not isinstance(attention.mask, Full)))


def is_attractive(flow: Flow) -> bool:
    """Whether tokens pull each other, the more the closer they are: V = I and beta >= 0."""
    attention = weights_of(flow)
    return attention.ov is None and float(attention.beta) >= 0 and is_mutual(flow)


def are_balanced(flow: Flow, x: np.ndarray, labels: np.ndarray) -> bool:
    """Whether the pulls on every token cancel to rounding, between clusters and within."""
    attention = weights_of(flow)
    speeds = np.linalg.norm(np.asarray(flow(0.0, jnp.asarray(x))), axis=-1)
    if speeds.max() > 2 * BALANCED * attention.heads:
        return False  # pulls sum to two per head at most: spares the n x n x d array below
    w = np.asarray(attention.matrix(jnp.asarray(x))).sum(axis=-3)
    if not _cancel(w, x):
        return False
    # Pulls between clusters may underflow in w: weigh them once more, without the own cluster.
    others = (labels[:, None] != labels) | (labels < 0)[:, None]
    seen = np.asarray(visible_pairs(attention.mask, len(x))) & others
    far = _weights_among(attention, jnp.asarray(x), jnp.asarray(seen))
    return _cancel(np.nan_to_num(np.asarray(far)).sum(axis=-3), x)


@eqx.filter_jit
def _weights_among(attention: SelfAttention, x: Any, seen: Any) -> Any:
    """The weights as they would be if tokens saw only `seen`."""
    s, scale = dense.scores(x, attention.qk)
    return dense.softmax(*dense.oriented(s, attention.beta * scale), seen)


def _cancel(w: np.ndarray, x: np.ndarray) -> bool:
    difference = x[None] - x[:, None]
    pull = np.einsum("ij,ijk->ik", w, difference)
    net = pull - (pull * x).sum(axis=-1, keepdims=True) * x
    total = np.einsum("ij,ij->i", w, np.linalg.norm(difference, axis=-1))
    return bool((np.linalg.norm(net, axis=-1) <= BALANCED * total).all())


def are_apart(flow: Flow, x: np.ndarray, labels: np.ndarray) -> bool:
    """Whether every pair of leaders is out of the range of the interaction."""
    led = x[leaders(labels)]
    closest = (led @ led.T)[np.triu_indices(len(led), k=1)].max()
    return float(weights_of(flow).beta) * (1 - closest) >= APART


def next_merge(flow: Flow, x: np.ndarray, labels: np.ndarray) -> float | None:
    """log10 of the time until two clusters meet; None where none will.

    Causal tokens are all followed, as a long run would; under full attention the clusters at the
    places of their leaders.
    """
    if labels.max() < 1:
        return None
    if is_causal(flow, len(x)):
        time = next_meeting(flow, x, leaders(labels))
        return None if time is None else float(np.log10(max(time, 1e-300)))
    if not isinstance(weights_of(flow).mask, Full):
        return None
    law = law_of(weights_of(flow))
    log_time = first_meeting(law, _foremost(law, _led(flow, x, labels)), MET)
    return log_time / np.log(10) if np.isfinite(log_time) else None


def _led(flow: Flow, x: np.ndarray, labels: np.ndarray) -> Sites:
    """The clusters as sites, with their masses; loose tokens are left out."""
    led = leaders(labels)
    member = labels[None, :] == np.arange(len(led))[:, None]
    masses = weights_of(flow).masses
    mass = np.ones(len(x)) if masses is None else np.asarray(masses)
    return Sites(x[led], np.broadcast_to(member @ mass, (len(led), len(led))))


def _foremost(law: Law, sites: Sites) -> Sites:
    """Of very many sites those that count: the two that pull the most, and what pulls them."""
    if len(sites.y) <= MOST_FOLLOWED:
        return sites
    pull = pairs(law, sites.y, sites.log_counts).log_weight.max(axis=0)
    np.fill_diagonal(pull, -np.inf)
    a, b = np.unravel_index(pull.argmax(), pull.shape)
    nearest = np.argsort(-np.maximum(pull[a], pull[b]), kind="stable")
    kept = np.unique([a, b, *nearest[: MOST_FOLLOWED - 2]])
    return Sites(sites.y[kept], sites.counts[np.ix_(kept, kept)])
