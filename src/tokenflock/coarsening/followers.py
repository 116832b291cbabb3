"""Causal attention over long times: leaders move, followers are slaved to them.

Coincident tokens do not stay coincident when each sees more than the one before it.  But token k
near the first token of its cluster, its leader, is pulled to it at a rate r_k = 1 - 1/k or more, so
while the leader drifts slowly k stays at an offset

    |x_k - x_leader| <= |v_k - v_leader| / r_k,

with v_k the velocity k would have at the leader's place.  Where that is below a tolerance, the
slack, k is put at its leader; as soon as it is not, k is released and moves on its own.  A leader
sees in another cluster only the tokens before it, and itself with mass one.  Places are then within
the slack of the true ones as long as it takes to decay, and the pulls they exert are off by beta
times the slack, relatively.
"""

from dataclasses import replace

import numpy as np

from tokenflock.coarsening.derivatives import receiving
from tokenflock.coarsening.forces import Law, Pairs, pairs, velocity
from tokenflock.coarsening.sites import Settled
from tokenflock.coarsening.slow_dynamics import Sites
from tokenflock.observables.configuration import angle
from tokenflock.observables.linkage import components, first_members


def slaved(law: Law, x: np.ndarray, mass: np.ndarray, slack: float) -> Settled:
    """Tokens x (n, d) with those put at their leaders that are slaved to them."""
    component = components(x, slack / 2)
    wished, alone = first_members(component)[component], np.arange(len(x))
    wished = np.where(angle(x, x[wished]) <= slack / 2, wished, alone)
    return _measured(law, _accepted(law, alone, wished, x, mass, slack / 2), x, mass)


def regrouped(law: Law, now: Settled, slack: float) -> tuple[Settled, bool]:
    """Tokens with those released that lag behind, and those slaved that have caught up.

    And whether there are any.
    """
    off = offsets(law, now)
    late, wished = off > slack, _reunited(now, slack / 2)
    if not late.any() and wished is None:
        return replace(now, bound=off), False
    owner = np.where(late, np.arange(len(late)), owners(now))
    if wished is not None:
        owner = _accepted(law, owner, wished, now.x, now.mass, slack / 2)
    return _measured(law, owner, now.x, now.mass), True


def freed(law: Law, now: Settled, there: Settled, slack: float) -> Settled | None:
    """Tokens now, with those released that lag too far behind after a step; None if none do."""
    late = offsets(law, there) > slack
    if not late.any():
        return None
    return _measured(law, np.where(late, np.arange(len(late)), owners(now)), now.x, now.mass)


def _measured(law: Law, owner: np.ndarray, x: np.ndarray, mass: np.ndarray) -> Settled:
    now = seated(owner, x, mass)
    return replace(now, bound=offsets(law, now))


def owners(now: Settled) -> np.ndarray:
    """The token at whose place each token is, (n,): the first of its site."""
    return np.unique(now.home, return_index=True)[1][now.home]


def seated(owner: np.ndarray, x: np.ndarray, mass: np.ndarray) -> Settled:
    """Tokens at the places x[owner], seen by those after them."""
    acting, home = np.unique(owner, return_inverse=True)
    counts = _seen(home, mass, len(acting))[acting]
    return Settled(home, mass, np.zeros(len(mass)), Sites(x[acting], counts, causal=True))


def _seen(home: np.ndarray, mass: np.ndarray, sites: int) -> np.ndarray:
    """The mass that token k sees at site b, (n, m)."""
    placed = np.zeros((len(home), sites))
    placed[np.arange(len(home)), home] = mass
    return placed.cumsum(axis=0)


def offsets(law: Law, now: Settled) -> np.ndarray:
    """How far each token lags behind its place at most, (n,); infinite if it is not held there."""
    owner, follower = owners(now), np.arange(len(now.home))
    out = np.zeros(len(owner))
    follower = follower[owner != follower]
    if not len(follower):
        return out
    seen = _seen(now.home, now.mass, len(now.sites.y))
    with np.errstate(divide="ignore"):
        at = pairs(law, now.sites.y, np.log(seen[follower]), now.sites.y[now.home[follower]])
        leader = pairs(law, now.sites.y, now.sites.log_counts)
    lag = velocity(at, np.zeros(())) - velocity(leader, np.zeros(()))[now.home[follower]]
    itself = now.mass[follower] / seen[follower, now.home[follower]]
    size = 1.0 if law.ov is None else float(np.linalg.norm(law.ov, 2, axis=(-2, -1)).sum())
    rate = -receiving(law, at) - itself * size * _own_weight(at, now.home[follower])
    held = np.maximum(rate, 1e-300)
    out[follower] = np.where(rate > 0, np.linalg.norm(lag, axis=-1) / held, np.inf)
    return out


def _own_weight(at: Pairs, home: np.ndarray) -> np.ndarray:
    """The largest weight over heads that each receiver gives to its site."""
    own = at.log_weight[:, np.arange(len(home)), home]
    return np.exp(np.minimum(own, 0.0)).max(axis=0)


def _reunited(now: Settled, distance: float) -> np.ndarray | None:
    """The owners if every site within a distance of an earlier one moved there; None if none is."""
    y = now.sites.y
    near = np.tril(angle(y[:, None], y) <= distance, k=-1)
    if not near.any():
        return None
    target = np.arange(len(y))
    for a in np.flatnonzero(near.any(axis=1)):
        target[a] = target[near[a].argmax()]
    return np.unique(owners(now))[target][now.home]


def _accepted(
    law: Law, owner: np.ndarray, wished: np.ndarray, x: np.ndarray, mass: np.ndarray, slack: float
) -> np.ndarray:
    """The owners as wished where tokens would be held within the slack; else they act alone."""
    held = offsets(law, seated(wished, x, mass)) <= slack
    moved = np.where(held, wished, np.arange(len(owner)))
    return np.where(wished == owner, owner, moved)
