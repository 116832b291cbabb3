"""How an average is evaluated: in linear time, by native kernels, or in pure JAX.

All kernels compute the same formula, so the cheapest is taken, by this model of their costs in
nanoseconds of one core:

    pairs     PAIR (number of visible pairs)
    series    START + n (TOKEN + TERM (number of terms)),     terms ~ sqrt(|beta M|) in each angle.

What is static (mask, n, d, device, whether the kernels are there) decides at compile time, beta at
run time.  The numbers are constants: equal calls are always served alike.
"""

import functools
from typing import Any, NamedTuple

from jaxtyping import Array, Float

from tokenflock._jax import jnp
from tokenflock.attention import dense, harmonic, native, row_blocks, spherical
from tokenflock.attention.masks import Causal, Mask, visible_rows
from tokenflock.errors import InputError
from tokenflock.spec.vocabulary import one_of

KERNELS = ("auto", "native", "harmonic", "dense")

SERIES = {2: harmonic.circle, 3: spherical.sphere}


class SeriesCost(NamedTuple):
    """Nanoseconds per token, and per token and term."""

    token: float
    term: float


# Measured by `tokenflock bench calibrate` (AVX2, 2026); only their ratios matter.
PAIR = {2: 0.97, 3: 1.16}
MUTUAL = {2: 0.6, 3: 0.7}  # of each ordered pair, where both are summed at once
START = 5e4
# By dimension, whether causal, and whether Q^T K is the identity, whose rows share coefficients.
COSTS = {
    (2, False, True): SeriesCost(37, 1.1),
    (2, False, False): SeriesCost(41, 2.0),
    (2, True, True): SeriesCost(41, 1.1),
    (2, True, False): SeriesCost(42, 2.4),
    (3, False, True): SeriesCost(65, 0.42),
    (3, False, False): SeriesCost(110, 0.40),
    (3, True, True): SeriesCost(200, 0.52),
    (3, True, False): SeriesCost(260, 0.52),
}


def checked_kernel(kernel: str, mask: Mask) -> str:
    """The name of a kernel that can serve a mask."""
    if kernel not in KERNELS:
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
    """Whether the shortest series, that of beta = 0 and Q^T K = I, costs less than the pairs."""
    return series_cost(mask, n, d, True, terms(d, 0.0)) < pairs_cost(mask, n, d)


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


def pays(beta: Any, qk: Any, mask: Mask, n: int, d: int, *, mutual: bool = False) -> Any:
    """Whether the series of `beta` and M = `qk`, arrays, costs less than the pairs.

    `mutual`: every pair is summed once for both of its tokens.
    """
    xp = beta.__array_namespace__()
    stretch = 1.0 if qk is None else xp.linalg.norm(qk, axis=(-2, -1)).max()
    length = terms(d, xp.sqrt(xp.abs(beta) * stretch))
    return series_cost(mask, n, d, qk is None, length) < pairs_cost(mask, n, d, mutual)


def terms(d: int, root: Any) -> Any:
    """The number of terms of a series, an upper bound, from sqrt(|beta M|)."""
    return 8.7 * root + 8 if d == 2 else (9 * root + 7) ** 2


def series_cost(mask: Mask, n: int, d: int, identity: bool, terms: Any) -> Any:
    """Nanoseconds of n rows by a series."""
    cost = COSTS[d, isinstance(mask, Causal), identity]
    return START + n * (cost.token + cost.term * terms)


def pairs_cost(mask: Mask, n: int, d: int, mutual: bool = False) -> float:
    """Nanoseconds of n rows pair by pair."""
    if mutual:
        return MUTUAL[d] * n**2
    return PAIR[d] * n**2 / (2 if isinstance(mask, Causal) else 1)


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
