"""One seed, several independent streams of random numbers."""

from typing import Any

import numpy as np

INITIAL_TOKENS, WEIGHTS, NOISE = range(3)


def generator(seed: int, stream: int) -> np.random.Generator:
    """The random numbers of one stream of a seed."""
    return np.random.default_rng(np.random.SeedSequence(seed, spawn_key=(stream,)))


def key(seed: int, stream: int) -> Any:
    """The same stream as a key of JAX."""
    from tokenflock._jax import jax, jnp

    state = np.random.SeedSequence(seed, spawn_key=(stream,)).generate_state(2)
    return jax.random.wrap_key_data(jnp.asarray(state))
