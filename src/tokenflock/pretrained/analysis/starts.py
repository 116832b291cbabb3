"""Where the tokens of a layer's flow begin: drawn on the sphere, or read from a text."""

import numpy as np
from jaxtyping import Float

from tokenflock.errors import InputError
from tokenflock.initial.configurations import tokens
from tokenflock.numerics.random_streams import INITIAL_TOKENS, generator
from tokenflock.pretrained.attention_heads.attention import unit_tokens
from tokenflock.pretrained.forward_pass.embedding import embed
from tokenflock.pretrained.model import Model
from tokenflock.pretrained.text.tokenization import tokenize
from tokenflock.spaces import normalize


def random_tokens(model: Model, init: str, n: int, *, seed: int = 0) -> Float[np.ndarray, "n d"]:
    """Unit tokens of a model's dimension: init 'uniform', 'circle', 'cap:0.5', as in a spec."""
    if n < 1:
        raise InputError(f"The number of tokens must be at least 1. Got {n}.")
    drawn = tokens(init, n, model.config.d, [generator(seed, INITIAL_TOKENS)])
    return normalize(drawn[0])


def text_tokens(model: Model, text: str) -> tuple[Float[np.ndarray, "n d"], list[str]]:
    """Unit tokens of a text as it enters the first layer, and their labels."""
    ids, labels = tokenize(model, text)
    return normalize(unit_tokens(model, embed(model, ids))), labels
