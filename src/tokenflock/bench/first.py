"""The wait for a first result in a fresh process, for another run, and for another n.

Every process has an empty cache of compiled programs.  Beside it the same by NumPy and SciPy's
`solve_ivp`, for systems that take a few lines of those.
"""

import numpy as np

from tokenflock.bench.fresh_process import said_by
from tokenflock.bench.stopwatch import OURS, Row, Spread, Target
from tokenflock.spec import Spec

SMALL = Spec(n=64, d=3, beta=9.0, t_end=5.0, samples=20)
LARGE = SMALL.replace(d=2, mask="causal")
SYSTEMS = {
    "softmax, one head, sphere": SMALL,
    "USA": SMALL.replace(weighting="unnormalized:scaled"),
    "four heads, random Q, K, V": SMALL.replace(heads=4, qk="gaussian", ov="gaussian"),
    "Euclidean": SMALL.replace(space="euclidean", t_end=1.0),
    "rescaled": SMALL.replace(space="rescaled"),
    "Pre-LN": SMALL.replace(space="preln"),
    "noise": SMALL.replace(kappa=50.0),
    "layers": SMALL.replace(method="layers", step=0.25),
    "Sinkhorn": SMALL.replace(weighting="sinkhorn"),
    "ALiBi": SMALL.replace(mask="causal", position="alibi:2"),
    "n = 1000": LARGE.replace(n=1000),
    "n = 20 000": LARGE.replace(n=20_000),
}
SCIPY = "NumPy and solve_ivp"
IMPORTS = "import jax, diffrax, xarray"

# One process: a first result with its imports, then two further ones.  It prints seconds.
PROCESS = """
import json, time
start = time.perf_counter()
import tokenflock as tkf
spec = tkf.Spec.from_json({spec!r})
seconds = []
for changes in ({{}}, {{"seed": spec.seed + 1}}, {{"n": spec.n + 1}}):
    tkf.simulate(spec.replace(**changes))
    seconds.append(time.perf_counter() - start)
    start = time.perf_counter()
print(json.dumps(seconds))
"""

# What a script without us does: dense NumPy, and the tolerance of the spec.
BY_HAND = """
import json, time
start = time.perf_counter()
import numpy as np
from scipy.integrate import solve_ivp

n, d, beta, causal, sphere, t_end, tol = {system!r}
seconds = []
for n in (n, n, n + 1):
    x = np.random.default_rng(0).normal(size=(n, d))
    x /= np.linalg.norm(x, axis=1, keepdims=True)
    seen = np.tril(np.ones((n, n), bool)) if causal else np.ones((n, n), bool)

    def velocity(t, y):
        x = y.reshape(n, d)
        if sphere:
            x = x / np.linalg.norm(x, axis=1, keepdims=True)
        logits = np.where(seen, beta * x @ x.T, -np.inf)
        w = np.exp(logits - logits.max(axis=1, keepdims=True))
        a = (w / w.sum(axis=1, keepdims=True)) @ x
        if sphere:
            a -= (a * x).sum(axis=1, keepdims=True) * x
        return a.ravel()

    times = np.linspace(0.0, t_end, 20)
    solve_ivp(velocity, (0.0, t_end), x.ravel(), "DOP853", times, rtol=tol, atol=tol)
    seconds.append(time.perf_counter() - start)
    start = time.perf_counter()
print(json.dumps(seconds))
"""
PLAIN = ("softmax, one head, sphere", "Euclidean", "n = 1000")


def measure(quick: bool) -> list[Row]:
    """All systems, each in a process of its own; the time of the imports alone stands first."""
    turns = 1 if quick else 3
    alone = Spread.of([_imports() for _ in range(turns)])
    rows = [_row(name, spec, turns, alone.median) for name, spec in SYSTEMS.items()]
    return [_summary(alone, rows), *rows]


def _summary(alone: Spread, rows: list[Row]) -> Row:
    first = [row.figures["first result, times the imports"] for row in rows]
    other = [row.seconds[f"{OURS}, another n"].median for row in rows]
    return Row(
        f"first result, empty cache, {len(rows)} systems; alone: {IMPORTS}",
        {IMPORTS: alone},
        targets=[
            Target(
                "first result, times the imports, median", float(np.median(first)), "at most", 1.5
            ),
            Target("first result, times the imports, largest", max(first), "at most", 3.0),
            Target("another n, seconds, median", float(np.median(other)), "at most", 0.1),
            Target("another n, seconds, largest", max(other), "at most", 0.5),
        ],
    )


def _row(name: str, spec: Spec, turns: int, alone: float) -> Row:
    took = {OURS: [said_by(PROCESS.format(spec=spec.to_json())) for _ in range(turns)]}
    if name in PLAIN:
        took[SCIPY] = [said_by(_by_hand(spec)) for _ in range(turns)]
    words = ("first, with imports", "again", "another n")
    seconds = {
        f"{who}, {word}": Spread.of(column)
        for who, all_turns in took.items()
        for word, column in zip(words, np.transpose(all_turns), strict=True)
    }
    ratio = seconds[f"{OURS}, {words[0]}"].median / alone
    return Row(name, seconds, figures={"first result, times the imports": ratio})


def _by_hand(spec: Spec) -> str:
    causal, sphere = spec.mask == "causal", spec.space == "sphere"
    system = (spec.n, spec.d, spec.beta, causal, sphere, spec.t_end, spec.tol)
    return BY_HAND.format(system=system)


def _imports() -> float:
    timed = f"import time; start = time.perf_counter(); {IMPORTS}"
    return float(said_by(f"{timed}; print(time.perf_counter() - start)"))
