"""Verdicts: what the end of a path is, with evidence.

A small speed is evidence of nothing: clusters that will merge at t = 1e20 hardly move now.
"""

from dataclasses import dataclass

import numpy as np

from tokenflock.attention import dense
from tokenflock.attention.masks import Causal, Full
from tokenflock.backend import jnp
from tokenflock.errors import InputError
from tokenflock.flow import Flow
from tokenflock.linearisation import spectrum
from tokenflock.observables import clusters, consensus, leaders
from tokenflock.spaces import Sphere

CONSENSUS_ANGLE = 1e-3
BALANCED = 1e-10  # speed over the sum of all pulls: below, the pulls cancel by symmetry
RESTLESS = 3.0  # a merge sooner than this many relaxation times is motion, not metastability
MET = 1e-2  # radians
APART = 2.0  # clusters closer than beta (1 - cos gap) = 2 are within reach of each other
STILL = 1e-9
LARGEST_JACOBIAN = 1500


@dataclass(frozen=True)
class Verdict:
    """The end state, the reason in a sentence, and log10 of the time to the next merge."""

    state: str
    reason: str
    log10_next_merge: float | None = None


def verdict(flow: Flow, x: np.ndarray, t: float = 0.0) -> Verdict:
    """What a configuration of tokens is under a flow: one of

    `consensus`   every token within 1e-3 rad of the mean direction
    `stable`      an equilibrium all of whose perturbations decay
    `metastable`  clusters that attract each other, with the predicted time of the next merge
    `saddle`      an exact equilibrium that a perturbation leaves
    `moving`      tokens that still travel, between clusters or around the sphere
    `undecided`   none of these could be shown
    """
    x = np.asarray(x, float)
    if x.ndim != 2:
        raise InputError(f"`verdict` needs one configuration (n, d). Got shape {x.shape}.")
    if not isinstance(flow.space, Sphere):
        return _off_the_sphere(flow, x, t)
    angle = float(consensus(x))
    if angle < CONSENSUS_ANGLE:
        return Verdict("consensus", f"every token is within {angle:.1e} rad of the mean direction")
    return _attracted(flow, x) if flow.attention.ov is None else _by_spectrum(flow, x, t)


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
    labels = clusters(x, beta=float(flow.attention.beta))
    if _balanced(flow, x, labels):
        return _at_balance(flow, x)
    loose = int((labels < 0).sum())
    if loose > len(x) / 20:
        return Verdict("moving", f"{loose} of {len(x)} tokens are in no cluster")
    if labels.max() == 0:
        return Verdict("moving", "one cluster, still contracting")
    wait = next_merge(flow, x, labels)
    if wait is None:
        return Verdict("undecided", f"no two of {labels.max() + 1} clusters approach each other")
    if wait < np.log10(RESTLESS) or not _apart(flow, x, labels):
        return Verdict("moving", "clusters are merging", wait)
    when = f"{10**wait:.3g}" if wait < 4 else f"10^{wait:.1f}"
    reason = f"{labels.max() + 1} clusters, the next two are predicted to merge about {when} later"
    return Verdict("metastable", reason, wait)


def _at_balance(flow: Flow, x: np.ndarray) -> Verdict:
    # arXiv:2411.04990 Thm 4.1 (causal), arXiv:2312.10794 and its sequels (full, Q = K = I).
    attention = flow.attention
    if isinstance(attention.mask, Causal) or (
        isinstance(attention.mask, Full) and attention.qk is None
    ):
        return Verdict("saddle", "all pulls cancel exactly, and only consensus is stable for V = I")
    return _by_spectrum(flow, x, 0.0)


def _balanced(flow: Flow, x: np.ndarray, labels: np.ndarray) -> bool:
    """Whether the pulls on every token cancel to rounding, between clusters and within."""
    if _speeds(flow, x).max() > 2 * BALANCED * flow.attention.heads:
        return False  # pulls sum to two per head at most: spares the n x n x d array below
    w = np.asarray(flow.attention.weights(jnp.asarray(x))).sum(axis=-3)
    if not _cancels(w, x):
        return False
    # Pulls between clusters may underflow in w: weigh them once more, without the own cluster.
    others = (labels[:, None] != labels) | (labels < 0)[:, None]
    seen = np.asarray(dense.visible(flow.attention.mask, len(x))) & others
    s, scale = dense.scores(jnp.asarray(x), flow.attention.qk)
    far = dense.softmax(s, flow.attention.beta * scale, jnp.asarray(seen))
    return _cancels(np.nan_to_num(np.asarray(far)).sum(axis=-3), x)


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
    return float(flow.attention.beta) * (1 - closest) >= APART


def next_merge(flow: Flow, x: np.ndarray, labels: np.ndarray) -> float | None:
    """log10 of the predicted time until two clusters meet; None where none approach.

    Two clusters at gap g close it at the speed

        c(g) = r h(g) / (1 + r e(g)),     e = e^{beta (cos g - 1)},  h = e sin g,

    with r the ratio of the masses that pull, read off their speed now; the time is the integral of
    dg / c(g).  Other clusters are taken not to change it meanwhile.
    """
    led = leaders(labels)
    a, b = np.triu_indices(len(led), k=1)
    if not len(a):
        return None
    gap = _angle(x[led[a]], x[led[b]])
    speed = _log10_closing(flow, x, labels, led[a], led[b], gap)
    waits = [_log10_wait(g, c, float(flow.attention.beta)) for g, c in zip(gap, speed, strict=True)]
    return min((wait for wait in waits if np.isfinite(wait)), default=None)


def _log10_wait(gap: float, log10_speed: float, beta: float) -> float:
    """log10 of the time in which the gap closes to MET, from its speed now."""
    if not np.isfinite(log10_speed):
        return np.inf
    # Fine where the wait is spent: within 1 / (beta sin g) of the present gap.
    g = gap - (gap - min(MET, gap / 2)) * np.append(0.0, np.geomspace(1e-9, 1.0, 4000))
    log_e = beta * (np.cos(g) - 1)
    log_r = log10_speed * np.log(10) - log_e[0] - np.log(np.sin(gap))
    log_time = np.logaddexp(0.0, log_r + log_e) - log_r - log_e - np.log(np.sin(g))
    top = log_time.max()
    return float((top + np.log(-np.trapezoid(np.exp(log_time - top), g))) / np.log(10))


def _angle(x: np.ndarray, y: np.ndarray) -> np.ndarray:
    return 2 * np.arctan2(np.linalg.norm(x - y, axis=-1), np.linalg.norm(x + y, axis=-1))


def _log10_closing(
    flow: Flow, x: np.ndarray, labels: np.ndarray, a: np.ndarray, b: np.ndarray, gap: np.ndarray
) -> np.ndarray:
    """log10 of the speed at which the leaders a and b approach; -inf where they do not."""
    v = np.asarray(flow(0.0, jnp.asarray(x)))
    closing = ((v[a] * x[b]).sum(axis=-1) + (v[b] * x[a]).sum(axis=-1)) / np.sin(gap)
    with np.errstate(divide="ignore"):
        log10 = np.where(closing > 1e-290, np.log10(np.maximum(closing, 1e-300)), -np.inf)
    if np.isfinite(log10).any() or flow.attention.qk is not None:
        return log10
    return _log10_pull(flow, labels, a, b, gap)


def _log10_pull(
    flow: Flow, labels: np.ndarray, a: np.ndarray, b: np.ndarray, gap: np.ndarray
) -> np.ndarray:
    """The same in logarithms, pair by pair, where all velocities underflow."""
    beta, causal = float(flow.attention.beta), not isinstance(flow.attention.mask, Full)

    def seen(i: int, j: int) -> float:
        """Mass of j's cluster that i sees, over that of its own."""
        before = np.arange(len(labels)) <= i if causal else np.ones(len(labels), bool)
        return float(
            (before & (labels == labels[j])).sum() / (before & (labels == labels[i])).sum()
        )

    ratio = np.array([seen(i, j) + seen(j, i) for i, j in zip(a, b, strict=True)])
    return np.log10(np.sin(gap) * ratio) - beta * (1 - np.cos(gap)) / np.log(10)


def _by_spectrum(flow: Flow, x: np.ndarray, t: float) -> Verdict:
    """The verdict for a general V, from the speed and the linearisation."""
    speed = _speeds(flow, x, t).max()
    if speed > STILL:
        return Verdict("moving", f"the fastest token moves at {speed:.1e}")
    if x.size > LARGEST_JACOBIAN:
        return Verdict("undecided", f"{x.size} coordinates are too many for the spectrum")
    rates = spectrum(flow, x, t).real
    if rates.max(initial=-np.inf) > 1e-8:
        return Verdict("saddle", f"a perturbation grows like e^({rates.max():.2g} t)")
    if rates.max(initial=-np.inf) < -1e-8:
        return Verdict(
            "stable", f"every perturbation decays like e^({rates.max():.2g} t) or faster"
        )
    return Verdict("undecided", "the linearisation has a rate too close to zero to tell")
