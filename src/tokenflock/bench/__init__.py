"""Speed, measured beside its peers: one file per case, each with `measure(quick) -> list[Row]`.

Every competitor runs in the same process, in turns, so that noise hits all alike; a ratio is that
of one turn, given with its quartiles over the turns.
"""

# In the order in which they run; a case is the module of that name.
CASES = {
    "dense": "attention in low dimension: jnp, PyTorch, KeOps and NumPy beside the kernels",
    "circle": "causal attention on the circle in linear time, up to a million tokens",
    "sphere": "causal attention on the sphere in linear time",
    "heads": "twelve heads of dimension 64",
    "ensemble": "64 whole runs, and their errors, beside the papers' Euler script",
    "start": "one small run, from an empty cache and warm",
    "memory": "peak memory of full attention among many tokens",
    "roofline": "exponentials and matrix products of this machine, and the share we reach",
    "scaling": "time against n, with fitted exponents and a figure",
}
