"""Attention by native kernels (C++, called by XLA): one pass over the visible pairs.

    values_i = sum_j w_ij x_j / Z_i,     w_ij = m_j exp(beta <x_i, M x_j>),     Z_i = sum_j w_ij,

and log Z_i, without any n x n array.  Derivatives, and devices other than the CPU, take the same
formula in pure JAX.
"""

import ctypes
import functools
import importlib.util
import os
from collections.abc import Callable
from typing import Any

import numpy as np
from jaxtyping import Array, Float

from tokenflock._jax import jax, jnp
from tokenflock.attention import dense, row_blocks
from tokenflock.attention.masks import Causal, Full, Mask, Window
from tokenflock.errors import InputError
from tokenflock.numerics import ffi

# The kernels' own names for the kinds of mask.
KINDS = {Full: "full", Causal: "causal", Window: "window"}
INSTRUCTION_SETS = ("avx512", "avx2", "neon", "portable")  # widest first

TARGETS = (
    "tokenflock_attend", "tokenflock_circle", "tokenflock_sphere", "tokenflock_advance",
    "tokenflock_take_steps", "tokenflock_resolution", "tokenflock_close_pairs",
    "tokenflock_causal_step",
)  # fmt: skip

Values = Float[Array, "... heads n d"]
Normalizers = Float[Array, "... heads n"]


def available() -> bool:
    """True where the native kernels can be called."""
    return _load()[0] is not None


def library() -> ctypes.CDLL:
    """The native kernels, where they are available."""
    found, reason = _load()
    if found is None:
        raise RuntimeError(f"The native kernels cannot be called: {reason}.")
    return found


def runs_here() -> bool:
    """True where the native kernels can be called, and arrays are on the CPU, as they need."""
    return available() and jax.default_backend() == "cpu"


def instruction_set() -> str:
    """The instruction set that runs, or why no native kernel does."""
    library, reason = _load()
    return reason if library is None else library.tokenflock_instruction_set().decode()


def supports(mask: Mask, dtype: Any) -> bool:
    """True where `attend` can serve this mask and type."""
    return type(mask) in KINDS and dtype in (jnp.float64, jnp.float32)


@functools.cache
def _load() -> tuple[ctypes.CDLL | None, str]:
    if os.environ.get("TOKENFLOCK_NATIVE", "").lower() in {"0", "off"}:
        return None, "disabled by TOKENFLOCK_NATIVE"
    found = importlib.util.find_spec("tokenflock._kernels")
    if found is None or found.origin is None:
        return None, "not built"
    try:
        library = _register(ctypes.CDLL(found.origin))
    except Exception as error:  # an old libc, a foreign API version: JAX serves as well
        return None, f"does not fit this system: {error}"
    if name := os.environ.get("TOKENFLOCK_ISA"):
        _limit(library, name)
    return library, ""


def _limit(library: ctypes.CDLL, name: str) -> None:
    """Run with the instruction set that the environment names, as a lesser machine would."""
    if not library.tokenflock_use(name.encode()):
        runs = [other for other in INSTRUCTION_SETS if library.tokenflock_use(other.encode())]
        library.tokenflock_use(None)
        raise InputError(
            f"`TOKENFLOCK_ISA` must be one of {', '.join(map(repr, runs))}, which this machine "
            f"runs. Got {name!r}. Unset it to take the widest."
        )


def _register(library: ctypes.CDLL) -> ctypes.CDLL:
    # A handler of a foreign version registered before the backend starts would disable it.
    jax.devices("cpu")
    for name in TARGETS:
        jax.ffi.register_ffi_target(name, jax.ffi.pycapsule(library[name]), platform="cpu")
    library.tokenflock_instruction_set.restype = ctypes.c_char_p
    return library


def use(name: str | None) -> bool:
    """Switch to an instruction set by name, None for the widest; False where it cannot run."""
    library, _ = _load()
    encoded = None if name is None else name.encode()
    return library is not None and bool(library.tokenflock_use(encoded))


def exp2(x: np.ndarray) -> np.ndarray:
    """The kernels' own 2^x, within 2 ulp where the result is normal and 0 below; x < 1024."""
    x = np.ascontiguousarray(x)
    y = np.empty_like(x)
    exp2_into(x, y)()
    return y


def exp2_into(x: np.ndarray, y: np.ndarray) -> Callable[[], None]:
    """A call that writes 2^x into y; both are contiguous and of one type."""
    library, reason = _load()
    if library is None:
        raise RuntimeError(f"The native kernels cannot be called: {reason}.")
    function = {8: library.tokenflock_exp2_64, 4: library.tokenflock_exp2_32}[x.itemsize]
    # The pointers keep their arrays alive.
    pointers = (a.ctypes.data_as(ctypes.c_void_p) for a in (x, y))
    return functools.partial(function, *pointers, ctypes.c_int64(x.size))


def attend(
    x: Float[Array, "... n d"],
    beta: Float[Array, ""],
    qk: Float[Array, "heads d d"] | None,
    mask: Mask,
    relative: bool = False,
    masses: Float[Array, "... n"] | None = None,
) -> tuple[Values, Normalizers]:
    """The average of every head, and the logarithm of every row's normalizer.

    With `relative` the average is seen from each token, sum_j w_ij (x_j - x_i), summed pairwise:
    coincident tokens contribute exactly nothing.
    """
    q, k = queries_and_keys(x, beta, qk)
    return attend_heads(q, k, x[..., None, :, :], mask, relative, masses)


def queries_and_keys(
    x: Float[Array, "... n d"], beta: Float[Array, ""], qk: Float[Array, "heads d d"] | None
) -> tuple[Float[Array, "... heads n d"], Float[Array, "... 1 n d"]]:
    """q_i and k_j with <q_i, k_j> = beta <x_i, M x_j>, that never overflows.

    As in `dense`: everything is divided by powers of two, and their product joins beta.
    """
    largest = jnp.asarray(1e300 if x.dtype == jnp.float64 else 1e30, x.dtype)

    def product(a: Array, b: Array) -> Array:
        return jnp.clip(a, -largest / b, largest / b) * b

    size = dense.power_of_two(x).astype(x.dtype)
    k = (x / size)[..., None, :, :]
    scale = product(size, size)
    if qk is None:
        return product(beta.astype(x.dtype), scale) * k, k
    stretch = dense.power_of_two(qk).astype(x.dtype)
    scale = product(beta.astype(x.dtype), product(scale, stretch))
    return scale * (k @ (qk / stretch).astype(x.dtype)), k


def attend_heads(
    q: Float[Array, "... heads n d"],
    k: Float[Array, "... #heads n d"],
    v: Float[Array, "... #heads n c"],
    mask: Mask,
    relative: bool = False,
    masses: Float[Array, "... n"] | None = None,
) -> tuple[Float[Array, "... heads n c"], Normalizers]:
    """Attention with given queries, keys and values; k and v may be shared by all heads.

    `relative` needs values of the receivers themselves: v_i is what row i starts from.
    """
    lead = q.shape[:-3]
    k, v = (jnp.broadcast_to(a, (*lead, *a.shape[-3:])) for a in (k, v))
    masses = jnp.zeros((*lead, 0), q.dtype) if masses is None else masses.astype(q.dtype)
    masses = jnp.broadcast_to(masses, (*lead, masses.shape[-1]))
    width = mask.width if isinstance(mask, Window) else 0
    width = jnp.broadcast_to(jnp.asarray(width, jnp.int64), lead)
    return _attend(type(mask), relative, q, k, v, masses, width)


@functools.partial(jax.custom_jvp, nondiff_argnums=(0, 1))
def _attend(
    kind: type[Mask], relative: bool, q: Array, k: Array, v: Array, masses: Array, width: Array
) -> tuple[Array, Array]:
    operands = (q, k, v, masses, width)
    plain = functools.partial(reference, kind, relative)
    if not available():
        return plain(*operands)
    call = functools.partial(_call, kind, relative)
    return jax.lax.platform_dependent(*operands, cpu=call, default=plain)


@_attend.defjvp
def _attend_jvp(kind: type[Mask], relative: bool, primals: Any, tangents: Any) -> Any:
    width = primals[-1]

    def plain(q: Array, k: Array, v: Array, masses: Array) -> tuple[Array, Array]:
        return reference(kind, relative, q, k, v, masses, width)

    _, tangent = jax.jvp(plain, tuple(primals[:-1]), tuple(tangents[:-1]))
    return _attend(kind, relative, *primals), tangent


def _call(
    kind: type[Mask], relative: bool, q: Array, k: Array, v: Array, masses: Array, width: Array
) -> tuple[Array, Array]:
    rows = jax.ShapeDtypeStruct(q.shape[:-1], q.dtype)
    tokens = jax.ShapeDtypeStruct((*q.shape[:-1], v.shape[-1]), q.dtype)
    found = ffi.call(
        "tokenflock_attend",
        operands={"q": q, "k": k, "v": v, "masses": masses, "width": width},
        results={"values": tokens, "normalizer": rows, "top": rows},
        attributes={"mask": KINDS[kind], "relative": relative},
        vmap_method="broadcast_all",
    )
    # The logarithm is left to XLA, which drops it where nobody asks.
    return found["values"], jnp.log(found["normalizer"]) + found["top"]


def reference(
    kind: type[Mask], relative: bool, q: Array, k: Array, v: Array, masses: Array, width: Array
) -> tuple[Array, Array]:
    """The same in pure JAX, some rows at a time."""
    mask = Window(width[..., None, None, None]) if kind is Window else kind()
    index = jnp.arange(q.shape[-2])

    def seen(rows: Array) -> Array:
        return mask.visible(rows[:, None], index[None, :])

    m = None if masses.shape[-1] == 0 else masses
    return row_blocks.attended(q, k, v, seen, m, dense.pairwise if relative else None)
