"""One seed, several independent streams of random numbers."""

import numpy as np

INITIAL_TOKENS, WEIGHTS, NOISE = range(3)


def generator(seed: int, stream: int, *part: int) -> np.random.Generator:
    """The random numbers of one stream of a seed; of one `part`, where it has several."""
    return np.random.default_rng(np.random.SeedSequence(seed, spawn_key=(stream, *part)))


def key_data(seed: int, stream: int, *run: int) -> np.ndarray:
    """The same stream as the two numbers of a key of JAX; of one `run`, where there are several."""
    return np.random.SeedSequence(seed, spawn_key=(stream, *run)).generate_state(2)
