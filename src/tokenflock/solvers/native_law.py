"""The law of motion as the kernels take it: which fields they know, and the arrays of those.

    A_i = sum_h sum_j w^h_ij V_h x_j,     w^h_ij ~ m_j exp(beta <x_i, M_h x_j>),

in all of our spaces, and terms besides (`native_terms`).  Everything here is NumPy: nothing needs
to be compiled before a run begins.
"""

from typing import Any

import numpy as np

from tokenflock._jax import jax, jnp
from tokenflock.attention import SelfAttention, choose, native
from tokenflock.attention.masks import Explicit, Full, Mask, Window, seen_mass, visible_pairs
from tokenflock.attention.positions import Alibi, Rotary, fading
from tokenflock.attention.weightings import Sinkhorn, Softmax, Unnormalized, Weighting
from tokenflock.fields import Brownian, Flow, VectorField
from tokenflock.solvers import native_terms
from tokenflock.solvers.family import Family
from tokenflock.solvers.native_call import Kind, Law
from tokenflock.spaces import NGPT, Euclidean, PeriLN, PreLN, Rescaled, Sphere, SqrtScaled
from tokenflock.spaces.mixln import Shells

# The kernels' own names for our spaces.
SPACES: dict[type, str] = {
    Sphere: "sphere", Euclidean: "euclidean", PreLN: "preln", PeriLN: "periln", Shells: "shells",
    NGPT: "ngpt", SqrtScaled: "sqrtscaled", Rescaled: "rescaled",
}  # fmt: skip
WEIGHTINGS: dict[type, str] = {
    Softmax: "softmax", Unnormalized: "unnormalized", Sinkhorn: "sinkhorn",
}  # fmt: skip
AVERAGED = ("euclidean", "preln", "periln", "rescaled")  # where pulls do not move tokens

LARGEST_LOGIT = 1e150
LARGEST_MATRIX = 24  # rows: larger products are better left to BLAS
LARGEST_TABLES = 2**26  # pairs of the explicit masks of all runs


def is_known(family: Family, n: int, d: int) -> bool:
    """Whether the kernels know the law of n tokens in R^d of a family."""
    field: Any = family.first
    return (
        native.available()
        and jax.default_backend() == "cpu"
        and _is_plain(field)
        and (not is_tabulated(field.attention.mask) or _tables(family, n) <= LARGEST_TABLES)
        and (d <= LARGEST_MATRIX or (field.attention.dimension is None and not field.terms))
        and max(_largest_logit(flow, d) for flow in family.fields) < LARGEST_LOGIT
    )


def _is_plain(field: VectorField) -> bool:
    """Whether a field is a flow of our own parts, with constant weights."""
    return (
        type(field) is Flow
        and native_terms.are_known(field)
        and type(field.attention) is SelfAttention
        and field.attention.kernel in ("auto", "native")
        and type(field.attention.weighting) in WEIGHTINGS
        and type(field.space) in SPACES
        and type(field.noise) in (type(None), Brownian)
        and not (isinstance(field.space, Rescaled) and not _is_softmax(field.attention))
        and not (isinstance(field.space, NGPT) and callable(field.space.alpha))
    )


def _tables(family: Family, n: int) -> int:
    return len(family.which) * n**2


def _is_softmax(attention: SelfAttention) -> bool:
    return type(attention.weighting) is Softmax


def is_tabulated(mask: Mask) -> bool:
    """Whether the kernels need a table of who sees whom."""
    return not native.supports(mask, jnp.float64)


def _largest_logit(flow: Any, d: int) -> float:
    qk, beta = flow.attention.dense_qk, float(flow.attention.beta)
    return abs(beta) * d * (1.0 if qk is None else float(np.abs(np.asarray(qk)).max()))


def kind_of(flow: Any) -> Kind:
    """Which of the kernels' laws a flow follows."""
    attention = flow.attention
    return Kind(
        mask="table" if is_tabulated(attention.mask) else native.KINDS[type(attention.mask)],
        weighting=_name(attention.weighting),
        space=SPACES[type(flow.space)],
        block=flow.block,
    )


def _name(weighting: Weighting) -> str:
    is_scaled = isinstance(weighting, Unnormalized) and weighting.scaled
    return "scaled" if is_scaled else WEIGHTINGS[type(weighting)]


def law_of(family: Family, runs: np.ndarray, n: int, d: int) -> Law:
    """The arrays of some runs, run first."""
    flows, which = np.unique(family.which[runs], return_inverse=True)
    laws = [_arrays(family.fields[flow], n, d) for flow in flows]

    def of_runs(name: str) -> Any:
        parts = [law[name] for law in laws]
        return None if parts[0] is None else np.stack(parts)[which]

    return Law(**{name: of_runs(name) for name in laws[0]})


def _arrays(flow: Any, n: int, d: int) -> dict[str, Any]:
    """The arrays of one flow, by the names of `Law`."""
    attention, noise = flow.attention, flow.noise
    multiplied = isinstance(flow.space, Rescaled)  # e^{tV} needs V itself
    query, key = _pair(None if multiplied else attention.factors)
    output, value = _pair(None if multiplied else attention.output)
    mask = attention.mask
    return {
        "beta": np.asarray(attention.beta),
        "qk": _array(attention.qk if multiplied else attention.dense_qk),
        "ov": _array(attention.ov if multiplied else attention.dense_ov),
        "query": query,
        "key": key,
        "output": output,
        "value": value,
        "frequency": _frequency(attention, d if query is None else query.shape[1]),
        "masses": _sender_masses(attention, n),
        "log_seen": _log_seen(attention, n),
        "reach": _reach(flow, n, d),
        "frozen": _array(flow.frozen),
        "seen": _table(mask, n) if is_tabulated(mask) else None,
        "width": np.asarray(mask.width, np.int64) if isinstance(mask, Window) else None,
        "alpha": np.asarray(flow.space.alpha) if isinstance(flow.space, NGPT) else None,
        "kappa": None if noise is None else np.asarray(noise.kappa),
    } | native_terms.arrays(flow.terms, n, d)


def _array(part: Any) -> np.ndarray | None:
    return None if part is None else np.asarray(part)


def _pair(pair: Any) -> tuple[Any, Any]:
    return (None, None) if pair is None else (np.asarray(pair[0]), np.asarray(pair[1]))


def _table(mask: Mask, n: int) -> np.ndarray:
    return np.asarray(mask.array if isinstance(mask, Explicit) else visible_pairs(mask, n))


def _frequency(attention: SelfAttention, rank: int) -> np.ndarray | None:
    position = attention.position
    if not isinstance(position, Rotary):
        return None
    return np.asarray(position.turns(rank, np.asarray(position.base)))


def _sender_masses(attention: SelfAttention, n: int) -> np.ndarray | None:
    """`SelfAttention.sender_masses` in NumPy."""
    masses = _array(attention.masses)
    if not isinstance(attention.position, Alibi):
        return masses
    fades = np.exp(fading(float(attention.position.rate), n))
    return fades if masses is None else masses * fades


def _log_seen(attention: SelfAttention, n: int) -> np.ndarray | None:
    """`SelfAttention.log_seen` in NumPy, where weights depend on it."""
    if not isinstance(attention.weighting, Unnormalized):
        return None
    masses = np.ones(n) if attention.masses is None else np.asarray(attention.masses)
    log_seen = np.log(np.asarray(seen_mass(attention.mask, masses)))
    if not isinstance(attention.position, Alibi):
        return log_seen
    return log_seen + fading(float(attention.position.rate), n)


def _reach(flow: Any, n: int, d: int) -> np.ndarray | None:
    """|beta M| of every head, where a series costs less than the pairs."""
    attention = flow.attention
    if SPACES[type(flow.space)] in AVERAGED or not attention.is_linear(n, d):
        return None
    reach, identity = reach_of(attention), attention.qk is None
    mutual = _is_mutual(flow)
    is_paying = choose.pays(reach, attention.mask, n, d, identity=identity, mutual=mutual)
    return reach if is_paying else None


def reach_of(attention: SelfAttention) -> np.ndarray:
    """beta |M| of every head, by which the length of a series is chosen."""
    stretch = 1.0 if attention.qk is None else np.linalg.norm(attention.qk, 2, axis=(-2, -1))
    return np.broadcast_to(np.abs(np.asarray(attention.beta)) * stretch, attention.heads).copy()


def _is_mutual(flow: Any) -> bool:
    """Whether the kernels sum every pair once for both of its tokens (`Flow` in native/flow.h)."""
    attention = flow.attention
    return (
        isinstance(attention.mask, Full)
        and _is_softmax(attention)
        and attention.dimension is None
        and attention.masses is None
        and attention.position is None
        and abs(float(attention.beta)) <= choose.LARGEST_BOUNDED
    )
