"""Random perceptrons, by name: 'relu:WIDTH', 'gated-gelu:WIDTH', ...

    g(x) = U sigma(W x),     or gated,     g(x) = U (sigma(W x) * (G x)),

with independent Gaussian entries, of variance 1 in W and G and 1 / (d WIDTH) in U, and no biases:
on unit tokens the hidden units are of order one, and so is |g|, whatever d and WIDTH.
"""

import numpy as np


def drawn(word: str, d: int, rng: np.random.Generator) -> dict[str, np.ndarray]:
    """The arrays W, U and, where it is gated, G of a perceptron."""
    width = int(word.partition(":")[2])
    arrays = {
        "W": rng.standard_normal((width, d)),
        "U": rng.standard_normal((d, width)) / np.sqrt(d * width),
    }
    if is_gated(word):
        arrays["G"] = rng.standard_normal((width, d))
    return arrays


def activation_of(word: str) -> str:
    """The name of sigma in the name of a perceptron."""
    return word.partition(":")[0].removeprefix("gated-")


def is_gated(word: str) -> bool:
    """Whether a name is that of a gated perceptron."""
    return word.startswith("gated-")
