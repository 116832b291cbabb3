"""How an average is evaluated: by native kernels where they can serve, else in pure JAX.

All methods compute the same formula; the choice depends on the mask and the machine alone.
"""

from jaxtyping import Array, Float

from tokenflock.attention import dense, native
from tokenflock.attention.masks import Mask
from tokenflock.backend import jnp
from tokenflock.errors import InputError
from tokenflock.names import one_of

METHODS = ("auto", "native", "dense")


def checked(method: str, mask: Mask) -> str:
    """The name of a method that can serve a mask."""
    if method not in METHODS:
        raise one_of("method", METHODS, method)
    if method == "native" and not (native.available() and native.supports(mask, jnp.float64)):
        raise InputError(
            f"`method='native'` needs the native kernels ({native.engine()}) and a mask other than "
            "an array. Use `method='auto'`."
        )
    return method


def average(
    x: Float[Array, "... n d"],
    beta: Float[Array, ""],
    qk: Float[Array, "heads d d"] | None,
    mask: Mask,
    method: str,
) -> Float[Array, "... heads n d"]:
    """The averages sum_j w_ij x_j of every head."""
    if _is_native(mask, method):
        return native.attend(x, beta, qk, mask)[0]
    return dense.average(dense.weights(x, beta, qk, mask), x)


def displacement(
    x: Float[Array, "... n d"],
    beta: Float[Array, ""],
    qk: Float[Array, "heads d d"] | None,
    mask: Mask,
    method: str,
) -> Float[Array, "... heads n d"]:
    """The averages seen from each token, sum_j w_ij (x_j - x_i), of every head."""
    if _is_native(mask, method):
        return native.attend(x, beta, qk, mask, relative=True)[0]
    return dense.displacement(dense.weights(x, beta, qk, mask), x)


def _is_native(mask: Mask, method: str) -> bool:
    return method != "dense" and native.available() and native.supports(mask, jnp.float64)
