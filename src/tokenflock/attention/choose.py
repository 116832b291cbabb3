"""How an average is evaluated: in linear time, by native kernels, or in pure JAX.

All methods compute the same formula.  What is static (mask, n, d, whether the kernels are there)
decides at compile time, beta at run time; equal calls are always served alike.
"""

from jaxtyping import Array, Float

from tokenflock.attention import dense, harmonic, native, spherical
from tokenflock.attention.masks import Mask
from tokenflock.backend import jnp
from tokenflock.errors import InputError
from tokenflock.names import one_of

METHODS = ("auto", "native", "harmonic", "dense")

# From here on linear time pays, if beta is small enough: benchmarks/circle.py, sphere.py.
MANY_TOKENS = 2048

SERIES = {2: harmonic.circle, 3: spherical.sphere}


def checked(method: str, mask: Mask) -> str:
    """The name of a method that can serve a mask."""
    if method not in METHODS:
        raise one_of("method", METHODS, method)
    if method == "native" and not (native.available() and native.supports(mask, jnp.float64)):
        raise InputError(
            f"`method='native'` needs the native kernels ({native.engine()}) and a mask other than "
            "an array. Use `method='auto'`."
        )
    if method == "harmonic" and not harmonic.supports(mask, 2):
        raise InputError("`method='harmonic'` needs full or causal attention. Use `method='auto'`.")
    return method


def is_linear(mask: Mask, n: int, d: int, method: str) -> bool:
    """Whether unit tokens may be averaged in linear time, by harmonics on the circle or sphere."""
    if method == "harmonic" and d not in SERIES:
        raise InputError(f"`method='harmonic'` needs tokens in d=2 or d=3. Got d={d}.")
    wanted = method == "harmonic" or (method == "auto" and n >= MANY_TOKENS and native.available())
    return wanted and d in SERIES and harmonic.supports(mask, 2)


def linear(
    x: Float[Array, "... n d"],
    beta: Float[Array, ""],
    qk: Float[Array, "heads d d"] | None,
    mask: Mask,
    masses: Float[Array, " n"] | None = None,
) -> tuple[native.Values, native.Normalisers]:
    """The averages sum_j w_ij x_j of unit tokens of every head, and log Z, in linear time."""
    values, log_z, _ = SERIES[x.shape[-1]](x, beta, qk, mask, masses)
    return values, log_z


def pays(beta: Float[Array, ""], qk: Float[Array, "heads d d"] | None, n: int, d: int) -> Array:
    """Whether a series, of about 9 sqrt(beta |M|) terms in each angle, is shorter than n pairs."""
    stretch = 1.0 if qk is None else jnp.linalg.norm(qk, axis=(-2, -1)).max()
    terms = 9 * jnp.sqrt(beta * stretch) + 16
    return 8 * terms < n if d == 2 else terms**2 < n


def attended(
    q: Float[Array, "... heads n r"],
    k: Float[Array, "... #heads n r"],
    v: Float[Array, "... #heads n c"],
    mask: Mask,
    method: str,
    relative: bool = False,
    masses: Float[Array, " n"] | None = None,
) -> tuple[native.Values, native.Normalisers]:
    """The averages sum_j w_ij v_j of every head, and log Z; where `relative`, of v_j - v_i."""
    if _is_native(mask, method):
        return native.attend_heads(q, k, v, mask, relative, masses)
    s, one, seen = q @ k.mT, jnp.asarray(1.0), dense.visible(mask, v.shape[-2])
    w = dense.softmax(s, one, seen, masses)
    values = (dense.displacement if relative else dense.average)(w, v)
    return values, dense.log_normaliser(s, one, seen, masses)


def _is_native(mask: Mask, method: str) -> bool:
    return method != "dense" and native.available() and native.supports(mask, jnp.float64)
