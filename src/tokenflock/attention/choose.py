"""How an average is evaluated: in linear time, by native kernels, or in pure JAX.

All kernels compute the same formula, so the cheapest is taken, by this model of their costs in
nanoseconds of one core:

    pairs     n ROW + (number of visible pairs) (PAIR, and TOP where logits need their maximum)
    series    COEFFICIENT (number of terms) + n (TOKEN + TERM (number of terms)),

of every head, where the number of terms grows like sqrt(|beta M|) in each angle.  What is static
(mask, n, d, device, whether the kernels are there) decides at compile time, beta at run time.  The
numbers are constants: equal calls are always served alike.
"""

import functools
from typing import Any, NamedTuple

import numpy as np
from jaxtyping import Array, Float

from tokenflock._jax import jnp
from tokenflock.attention import dense, harmonic, native, row_blocks, spherical
from tokenflock.attention.masks import Causal, Mask, visible_rows
from tokenflock.errors import InputError
from tokenflock.spec.vocabulary import is_one_of, one_of

KERNELS = ("auto", "native", "harmonic", "dense")

SERIES = {2: harmonic.circle, 3: spherical.sphere}


class PairsCost(NamedTuple):
    """Nanoseconds per row, per visible pair, and more per pair of rows that need their maximum."""

    row: float
    pair: float
    top: float


class SeriesCost(NamedTuple):
    """Nanoseconds per term, per token, and per token and term."""

    coefficient: float
    token: float
    term: float


LARGEST_BOUNDED = 299.0  # logits, those of native/heads.h: larger ones need their maximum

# Measured over random systems in native steps (2026); only their ratios matter.  With AVX-512 pairs
# are 3.4 times as fast, series on the circle 2.4 times: theirs are between both instruction sets.
PAIRS = {2: PairsCost(48, 1.34, 0.49), 3: PairsCost(62, 1.61, 0.34)}
MUTUAL = {2: PairsCost(15, 1.02, 0), 3: PairsCost(32, 1.24, 0)}  # both of a pair at once
# By dimension, whether causal, and whether Q^T K is the identity, whose rows share coefficients.
COSTS = {
    (2, False, True): SeriesCost(12, 100, 1.5),
    (2, False, False): SeriesCost(12, 110, 3.0),
    (2, True, True): SeriesCost(12, 83, 1.55),
    (2, True, False): SeriesCost(12, 87, 4.0),
    (3, False, True): SeriesCost(5.2, 110, 0.54),
    (3, False, False): SeriesCost(5.2, 160, 0.77),
    (3, True, True): SeriesCost(5.2, 375, 0.82),
    (3, True, False): SeriesCost(5.2, 320, 1.06),
}


def checked_kernel(kernel: str, mask: Mask) -> str:
    """The name of a kernel that can serve a mask."""
    if not is_one_of(KERNELS, kernel):
        raise one_of("kernel", KERNELS, kernel)
    if kernel == "native" and not (native.available() and native.supports(mask, jnp.float64)):
        raise InputError(
            f"`kernel='native'` needs the native kernels ({native.instruction_set()}) and one of "
            f"the masks 'full', 'causal' and 'window:K'. Got {type(mask).__name__}; "
            "use `kernel='auto'`."
        )
    if kernel == "harmonic" and not harmonic.supports(mask, 2):
        raise InputError("`kernel='harmonic'` needs full or causal attention. Use `kernel='auto'`.")
    return kernel


def is_linear(mask: Mask, n: int, d: int, kernel: str) -> bool:
    """Whether unit tokens may be averaged in linear time, by harmonics on the circle or sphere."""
    if kernel == "harmonic" and d not in SERIES:
        raise InputError(f"`kernel='harmonic'` needs tokens in d=2 or d=3. Got d={d}.")
    if kernel not in ("auto", "harmonic") or d not in SERIES or not harmonic.supports(mask, 2):
        return False
    return kernel == "harmonic" or (native.runs_here() and _may_pay(mask, n, d))


def _may_pay(mask: Mask, n: int, d: int) -> bool:
    """Whether the shortest series, that of beta = 0 and Q^T K = I, may cost less than the pairs."""
    return bool(pays(np.zeros(1), mask, n, d, identity=True))


def linear(
    x: Float[Array, "... n d"],
    beta: Float[Array, ""],
    qk: Float[Array, "heads d d"] | None,
    mask: Mask,
    masses: Float[Array, " n"] | None = None,
) -> tuple[native.Values, native.Normalizers]:
    """The averages sum_j w_ij x_j of unit tokens of every head, and log Z, in linear time."""
    values, log_z, _ = SERIES[x.shape[-1]](x, beta, qk, mask, masses)
    return values, log_z


def pays(reach: Any, mask: Mask, n: int, d: int, *, identity: bool, mutual: bool = False) -> Any:
    """Whether series cost less than the pairs, from `reach`, the |beta M| of every head.

    `identity`: Q^T K = I.  `mutual`: every pair is summed once for both of its tokens.
    """
    xp = reach.__array_namespace__()
    series = series_cost(mask, n, d, identity, terms(d, xp.sqrt(reach)))
    return series.mean() < pairs_cost(mask, n, d, reach, mutual).mean()


def terms(d: int, root: Any) -> Any:
    """The number of terms of a series, an upper bound, from sqrt(|beta M|)."""
    return 8.7 * root + 8 if d == 2 else (9 * root + 7) ** 2


def series_cost(mask: Mask, n: int, d: int, identity: bool, terms: Any) -> Any:
    """Nanoseconds of n rows by series of some lengths."""
    cost = COSTS[d, isinstance(mask, Causal), identity]
    return cost.coefficient * terms + n * (cost.token + cost.term * terms)


def pairs_cost(mask: Mask, n: int, d: int, reach: Any, mutual: bool = False) -> Any:
    """Nanoseconds of n rows pair by pair, whose logits are no larger than `reach`."""
    cost = (MUTUAL if mutual else PAIRS)[d]
    pairs = n**2 / (2 if isinstance(mask, Causal) else 1)
    return n * cost.row + pairs * (cost.pair + cost.top * (reach > LARGEST_BOUNDED))


def attended(
    q: Float[Array, "... heads n r"],
    k: Float[Array, "... #heads n r"],
    v: Float[Array, "... #heads n c"],
    mask: Mask,
    kernel: str,
    relative: bool = False,
    masses: Float[Array, " n"] | None = None,
) -> tuple[native.Values, native.Normalizers]:
    """The averages sum_j w_ij v_j of every head, and log Z; where `relative`, of v_j - v_i."""
    if kernel != "dense" and native.available() and native.supports(mask, jnp.float64):
        return native.attend_heads(q, k, v, mask, relative, masses)
    seen = functools.partial(visible_rows, mask, n=v.shape[-2])
    return row_blocks.attended(q, k, v, seen, masses, dense.displacement if relative else None)
