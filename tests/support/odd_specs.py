"""Fields of specs as hands, links and notebooks may give them: right, wrong, and nearly right.

Nothing is here that pydantic turns into something else: "2" for 2, true for 1.
"""

import numpy as np

FULL, SEEN = [[True] * 4] * 4, [[True, False, False, False]] * 4
M, SHEAR, EMPTY = [[1, 0], [0, 1]], [[1, 2], [3, 4]], {}
CROSS = [[1, 0], [0, 1], [-1, 0], [0, -1]]

# Of each field values that are right in most systems first, then others.
VALUES = {
    "n": [4, 1, 2, 0, -1, 2.5, None, [4]],
    "d": [2, 1, 3, 0, -2, 2.5],
    "beta": [0, 1.5, -2, 1e6, "x", None, [1]],
    "mask": ["full", "causal", FULL, SEEN, "window:2", "window:0", "window:-1", "window:1.5",
             "window:x", "window", "casual", "", None, 3, [[1, 0, 0, 0]] * 4, [[True] * 3] * 3,
             [[True] * 3] * 4, [[False] * 4] * 4, []],
    "qk": [None, 0.7, -1, 0, "goe", "product", "wishart", SHEAR, [M, SHEAR], [[M], [SHEAR]],
           "identity", "x", "", [[1, 2]], [[1, 2], [3]], [[["a", 2], [3, 4]]], [1, 2], EMPTY, []],
    "ov": [None, 0.7, -1, "gaussian", "wigner", "+qk", "-qk", "white", SHEAR, [M, SHEAR],
           [[M], [SHEAR]], "+x", [[1, 2]], [], EMPTY],
    "heads": [1, 2, 3, 0, -1, 1.5, None],
    "layer_time": [None, 0.05, 0.1, 0, -1, "x", [1]],
    "weighting": ["softmax", "unnormalized", "unnormalized:scaled", "sinkhorn", "soft",
                  "softmax:2", "unnormalized:x", None, 3, "", []],
    "position": [None, "alibi:3", "alibi", "alibi:-1", "alibi:0", "alibi:x", "", 3, [], EMPTY],
    "masses": [None, [1, 2, 3, 4], [0.5] * 4, [1, 2, 3], [1, 2, 3, 0], [1, 2, 3, -1],
               ["a", 1, 1, 1], 2, "x", [], [[1, 2, 3, 4]], [1, 2, 3, None]],
    "frozen": [None, [0], [3], [], [0, 0], [4], [-1], [1.5], ["a"], 1, "x", [[0]]],
    "gamma": [None, 0.5, -1, 0, "x", [1]],
    "kappa": [None, 4, 1e9, 0, -1, "x"],
    "noise": ["token", "x", None, 3],
    "mlp_scale": [1, 2, "x", None],
    "linear": [None, 0.5, -0.3, SHEAR, [[1, 2]], [1, 2], "x", [], EMPTY],
    "external": [None, [1, 0], [[1, 0]] * 4, [1, 0, 0], [[1, 0]] * 3, "x", 1, [], [["a", 0]] * 4],
    "block": ["sequential", "parallel", "x", None, 3, []],
    "space": ["sphere", "euclidean", "rescaled", "preln", "periln", "mixln:0.6", "ngpt",
              "ngpt:0.8", "sqrtscaled", "mixln", "mixln:0", "mixln:-1", "mixln:x", "ngpt:0",
              "ngpt:-1", "sphere:2", "spher", "", None, 3, []],
    "init": ["uniform", "half-sphere", "cap", "cap:0.7", "circle", "cube:2", "gaussian:0.8",
             "clusters:3,0.2", CROSS, "orthogonal", "uniform:2", "cap:-1", "cap:0", "cap:9",
             "cap:x", "cap:1,2", "circle:2", "cube:0", "clusters:3", "clusters:0,0.2",
             "clusters:1.5,0.2", "clusters:1,2,3", "x", "", None, 3, M[:1], [[1, 0], [0]],
             [[1, 0], [0, 3]], [[0, 0], *CROSS[1:]], [], [[]], [1, 0], [["a", 0]]],
    "t_end": [0.2, 1, 0.1, 0.25, 0, -1, "x", None, [1]],
    "samples": [3, 2, 5, 1, 0, 2.5, None],
    "spacing": ["linear", "log", "x", None, 2],
    "tol": [1e-8, 1e-3, 1e-13, 1e-15, 0, 1, -1, 2, "x", None],
    "method": ["auto", "tsit5", "dopri8", "dopri5", "bosh3", "heun", "layers", "no-residual",
               "midpoint", "ralston", "euler", "x", "", None, 3],
    "step": [None, 0.1, 0.05, 1, 0.07, 0, -1, "x"],
    "coarsen": [None, False, "x", 2],
    "seed": [0, 1, 7, -1, 1.5, "x", None],
    "bata": [1],
}  # fmt: skip


def odd_specs(count, seed=0):
    """Fields of small systems, one to three of them chosen at random, right ones more often."""
    rng = np.random.default_rng(seed)
    return [_odd(rng) for _ in range(count)]


def _odd(rng):
    fields = {"n": 4, "d": 2, "t_end": 0.2, "samples": 3, "beta": 1.0}
    for _ in range(int(rng.integers(1, 4))):
        name = list(VALUES)[int(rng.integers(len(VALUES)))]
        fields[name] = VALUES[name][int(len(VALUES[name]) * rng.random() ** 1.8)]
    if rng.random() < 0.3:
        del fields["beta"]
    return fields
