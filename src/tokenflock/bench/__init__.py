"""Speed, measured beside its peers: one file per case, each with `measure(quick) -> list[Row]`.

Every competitor runs in the same process, in turns, so that noise hits all alike; a ratio is that
of one turn, given with its quartiles over the turns.
"""

# In the order in which they run; a case is the module of that name.
CASES = {
    "dense": "attention in low dimension, pair by pair",
    "circle": "causal attention on the circle in linear time",
    "sphere": "causal attention on the sphere in linear time",
    "heads": "twelve heads of dimension 64",
    "ensemble": "64 whole runs and their errors",
    "batches": "batches of runs beside compiled steps: heads, USA, R^d, noise",
    "start": "one small run, from an empty cache and warm",
    "first": "first result, again, another n: twelve systems, empty cache",
    "memory": "peak memory of full attention",
    "roofline": "the share of this machine's exponentials and products",
    "scaling": "time against n, exponents and the figure",
    "calibrate": "the constants by which a method is chosen",
}
