"""The words and numbers a spec may use, checked without importing what they stand for.

Beside our own words, those of what a user has defined and named (see `registry`).
"""

from collections.abc import Sequence
from numbers import Real

from tokenflock.errors import InputError, did_you_mean, short
from tokenflock.spec.registry import Kind, names, own_words
from tokenflock.spec.registry import find as find
from tokenflock.spec.registry import register as register
from tokenflock.spec.registry import sources as sources
from tokenflock.spec.registry import use as use
from tokenflock.spec.registry import without_source as without_source

MASKS = ("full", "causal", "window:K")
INITS = (
    "uniform", "half-sphere", "cap", "orthogonal", "simplex", "circle", "cube", "gaussian",
    "clusters",
)  # fmt: skip
WEIGHTINGS = (
    "softmax", "unnormalized", "unnormalized:scaled", "hardmax", "hardmax:others", "sinkhorn",
)  # fmt: skip
POSITIONS = ("alibi:RATE", "rotary", "rotary:BASE")
SPACES = (
    "sphere", "euclidean", "rescaled", "preln", "periln", "mixln:TAU", "ngpt", "ngpt:ALPHA",
    "sqrtscaled",
)  # fmt: skip
MATRICES = ("gaussian", "product", "wigner", "goe", "wishart")
WHITE = "white"  # V redrawn layer by layer, with the scaling of a Brownian motion
SIGNED = ("+qk", "-qk")
ACTIVATIONS = ("relu", "gelu", "silu", "tanh")
MLPS = tuple(f"{gated}{sigma}:WIDTH" for gated in ("", "gated-") for sigma in ACTIVATIONS)
BLOCKS = ("sequential", "parallel")
NESTEROV = ("nesterov", "nesterov:MU")
LAYERS = ("layers", "no-residual")
METHODS = (
    "auto", *LAYERS, *NESTEROV, "euler", "midpoint", "heun", "ralston", "bosh3", "tsit5",
    "dopri5", "dopri8",
)  # fmt: skip

WORDS: dict[Kind, tuple[str, ...]] = {"mask": MASKS, "weighting": WEIGHTINGS, "space": SPACES}


def words(kind: Kind) -> tuple[str, ...]:
    """All words of a kind, ours and those of users; capitals stand for a number."""
    return names(kind) if kind == "observable" else WORDS[kind] + own_words(kind)


def is_one_of(valid: Sequence[str], got: object) -> bool:
    """Whether something is a word, and on the list."""
    return isinstance(got, str) and got in valid


def one_of(field: str, valid: Sequence[str], got: object, *, otherwise: str = "") -> InputError:
    """The error that `got` is none of the valid words of a field."""
    words = ", ".join(map(repr, valid)) + otherwise
    return InputError(
        f"`{field}` must be one of {words}. Got {short(got)}.{did_you_mean(str(got), valid)}"
    )


def check_mask(mask: str) -> str:
    """The name of a mask, checked; K of 'window:K' is a whole number."""
    kind, _, width = mask.partition(":")
    if mask in MASKS[:2] or (kind == "window" and width.isdecimal() and int(width) >= 1):
        return mask
    if kind != "window" and _is_word(own_words("mask"), mask):
        return mask
    raise one_of("mask", words("mask"), mask, otherwise=" or a boolean (n, n) array")


def check_init(init: str) -> str:
    """The name of a law of starting tokens, checked; its numbers are not."""
    name = init.partition(":")[0]
    if name in INITS:
        return init
    raise one_of("init", INITS, name, otherwise=" or an array of tokens")


def check_weighting(weighting: str) -> str:
    """The name of a weighting, checked."""
    if is_one_of(WEIGHTINGS, weighting) or _is_word(own_words("weighting"), weighting):
        return weighting
    raise one_of("weighting", words("weighting"), weighting)


def check_matrices(field: str, law: str) -> str:
    """The name of a law of random matrices, checked; V may follow M = Q^T K."""
    valid = (*MATRICES, WHITE, *SIGNED) if field == "ov" else MATRICES
    if law in valid:
        return law
    raise one_of(field, valid, law, otherwise=" or an array")


def check_position(position: str) -> str:
    """The name of a law of positions, checked, with its number."""
    return _with_number("position", POSITIONS, position)


def check_space(space: str) -> str:
    """The name of a space, checked, with its number."""
    return _with_number("space", words("space"), space)


def _with_number(field: str, valid: Sequence[str], got: str) -> str:
    if _is_word(valid, got):
        return got
    raise one_of(field, valid, got)


def _is_word(valid: Sequence[str], got: str) -> bool:
    """Whether a word is on the list; where that has capitals stands a positive number."""
    if not isinstance(got, str):
        return False
    name, colon, number = got.partition(":")
    same_name = [word for word in valid if word.partition(":")[0] == name]
    fits = any(bool(colon) == (":" in word) for word in same_name)
    return fits and (not colon or _positive(number))


def _positive(number: str) -> bool:
    try:
        return 0 < float(number) < float("inf")
    except ValueError:
        return False


def check_mlp(mlp: str) -> str:
    """The name of a law of perceptrons, checked; WIDTH is a whole number."""
    name, _, width = mlp.partition(":")
    known = [word.partition(":")[0] for word in MLPS]
    if name in known and width.isdecimal() and int(width) >= 1:
        return mlp
    raise one_of("mlp", MLPS, mlp, otherwise=" or a table of arrays W, U, ...")


def check_block(block: str) -> str:
    """The order of attention and terms in a layer, checked."""
    if is_one_of(BLOCKS, block):
        return block
    raise one_of("block", BLOCKS, block)


def check_method(method: str) -> str:
    """The name of a way to step, checked; MU is a momentum from 0 to below 1."""
    if not isinstance(method, str):
        raise one_of("method", METHODS, method)
    name, colon, mu = method.partition(":")
    if (method in METHODS and method not in NESTEROV[1:]) or (
        name == NESTEROV[0] and colon and _is_momentum(mu)
    ):
        return method
    raise one_of("method", METHODS, method)


def is_layered(method: str) -> bool:
    """Whether a method counts layers: those of a transformer, in one of its ways."""
    return method in LAYERS or method.partition(":")[0] == NESTEROV[0]


def _is_momentum(mu: str) -> bool:
    try:
        return 0 <= float(mu) < 1
    except ValueError:
        return False


SMALLEST_TOL = 1e-14


def check_tol(tol: float) -> float:
    """A tolerance, checked against what float64 can hold."""
    if isinstance(tol, Real) and SMALLEST_TOL <= tol < 1:
        return tol
    got = f"{tol:g}" if isinstance(tol, Real) else short(tol)
    raise InputError(
        f"`tol` must lie between {SMALLEST_TOL:g}, what float64 can hold, and 1. Got {got}."
    )


LONGEST_TIME = 1e300


def check_t_end(t: float) -> float:
    """A last time, checked against what float64 can hold."""
    if 0 < t <= LONGEST_TIME:
        return t
    raise InputError(
        f"`t_end` must be positive and at most {LONGEST_TIME:g}, where float64 ends. Got {t:g}. "
        "The verdict of a shorter run tells later merges as log10 of their time."
    )
