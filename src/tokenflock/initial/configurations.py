"""Starting tokens, by name: `tokens("cap:0.5", n, d, generators)`.

A name may carry numbers after a colon.  All laws are for R^d with d coordinates; those on the
sphere return unit tokens.
"""

from collections.abc import Callable, Iterable

import numpy as np
from jaxtyping import Float

from tokenflock.errors import InputError
from tokenflock.spec.vocabulary import check_init

Law = Callable[..., np.ndarray]


def tokens(
    init: str, n: int, d: int, generators: Iterable[np.random.Generator]
) -> Float[np.ndarray, "runs n d"]:
    """n tokens of R^d drawn from the law that `init` names, by every one of some generators."""
    name, _, rest = check_init(init).partition(":")
    numbers = _numbers(init, rest, most=LAWS[name].__code__.co_argcount - 3)
    return np.stack([LAWS[name](rng, n, d, *numbers) for rng in generators])


def _numbers(init: str, rest: str, most: int) -> list[float]:
    try:
        numbers = [float(word) for word in rest.split(",")] if rest else []
    except ValueError:
        numbers = [np.nan]
    if len(numbers) > most or not all(np.isfinite(v) and v > 0 for v in numbers):
        raise InputError(
            f"`init={init!r}` may carry {most or 'no'} positive numbers after its colon, as "
            "'cap:0.5' carries one and 'clusters:3,0.1' two."
        )
    return numbers


def uniform(rng: np.random.Generator, n: int, d: int) -> np.ndarray:
    """Independent uniform points of the sphere."""
    x = rng.standard_normal((n, d))
    return x / np.linalg.norm(x, axis=1, keepdims=True)


def half_sphere(rng: np.random.Generator, n: int, d: int) -> np.ndarray:
    """Uniform points of the half-sphere <x, e_1> > 0: one cluster is certain (Wendel's event)."""
    x = uniform(rng, n, d)
    x[:, 0] = np.abs(x[:, 0])
    return x


def cap(rng: np.random.Generator, n: int, d: int, angle: float = 0.5) -> np.ndarray:
    """Uniform points within `angle` of the first axis e_1.

    On the sphere (1 - <x, e_1>) / 2 has the Beta((d-1)/2, (d-1)/2) law, here cut at the angle.
    """
    x = uniform(rng, n, d)
    if d == 1:
        return np.abs(x)
    # SciPy's special functions take a quarter of a second to import.
    from scipy.special import betainc, betaincinv

    a = (d - 1) / 2
    inside = betainc(a, a, np.sin(min(angle, np.pi) / 2) ** 2)
    half = betaincinv(a, a, inside * rng.random(n))
    side = x[:, 1:] / np.linalg.norm(x[:, 1:], axis=1, keepdims=True)
    x[:, 0], x[:, 1:] = 1 - 2 * half, 2 * np.sqrt(half * (1 - half))[:, None] * side
    return x / np.linalg.norm(x, axis=1, keepdims=True)


def orthogonal(rng: np.random.Generator, n: int, d: int) -> np.ndarray:
    """The first n coordinate axes."""
    if n > d:
        raise InputError(
            f'`init="orthogonal"` needs n <= d: R^{d} holds at most {d} orthogonal tokens. '
            f"Got n={n}."
        )
    return np.eye(n, d)


def simplex(rng: np.random.Generator, n: int, d: int) -> np.ndarray:
    """The n corners of a regular simplex, <x_i, x_j> = -1 / (n - 1)."""
    if n < 2 or n > d + 1:
        raise InputError(
            f'`init="simplex"` needs 2 <= n <= d + 1: R^{d} holds at most {d + 1} corners. '
            f"Got n={n}."
        )
    centered = np.eye(n) - 1 / n
    corners = centered @ np.linalg.svd(centered)[2][: n - 1].T
    x = np.pad(corners, ((0, 0), (0, d - n + 1)))
    return x / np.linalg.norm(x, axis=1, keepdims=True)


def circle(rng: np.random.Generator, n: int, d: int) -> np.ndarray:
    """Equally spaced points of the circle through the first two axes."""
    if d < 2:
        raise InputError(f'`init="circle"` needs d >= 2. Got d={d}.')
    angle = 2 * np.pi * np.arange(n) / n
    return np.pad(np.stack([np.cos(angle), np.sin(angle)], axis=1), ((0, 0), (0, d - 2)))


def cube(rng: np.random.Generator, n: int, d: int, half_side: float = 1.0) -> np.ndarray:
    """Uniform points of the cube [-half_side, half_side]^d."""
    return rng.uniform(-half_side, half_side, (n, d))


def gaussian(rng: np.random.Generator, n: int, d: int, deviation: float = 1.0) -> np.ndarray:
    """Centered Gaussian points of R^d."""
    return deviation * rng.standard_normal((n, d))


def clusters(
    rng: np.random.Generator, n: int, d: int, count: float = 3, spread: float = 0.1
) -> np.ndarray:
    """Tokens around `count` uniform centers of the sphere, token i around center i mod count."""
    if count != int(count):
        raise InputError(f'`init="clusters:K,SPREAD"` needs a whole number K. Got {count}.')
    centers = uniform(rng, int(count), d)
    x = centers[np.arange(n) % int(count)] + spread * rng.standard_normal((n, d))
    return x / np.linalg.norm(x, axis=1, keepdims=True)


LAWS: dict[str, Law] = {
    "uniform": uniform,
    "half-sphere": half_sphere,
    "cap": cap,
    "orthogonal": orthogonal,
    "simplex": simplex,
    "circle": circle,
    "cube": cube,
    "gaussian": gaussian,
    "clusters": clusters,
}
