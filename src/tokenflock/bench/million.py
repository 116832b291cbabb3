"""A whole run of a million tokens in a fresh process: seconds and peak memory.

Clusters are counted as tokens are saved, so that nothing but the present state is held.
"""

from tokenflock.bench.fresh_process import PEAK, said_by
from tokenflock.bench.stopwatch import OURS, Row, Spread, Target
from tokenflock.spec import Spec

SPEC = Spec(n=10**6, d=2, beta=64.0, mask="causal", t_end=50.0, samples=20, tol=1e-6)

# One process, imports included.
PROCESS = """
import json, time
start = time.perf_counter()
import tokenflock as tkf
run = tkf.simulate(tkf.Spec.from_json({spec!r}), save=tkf.count_clusters)
seconds = time.perf_counter() - start
counts = run.count_clusters.data.tolist()
print(json.dumps([seconds, peak(), run.attrs["evaluations"], counts[-1]]))
"""


def measure(quick: bool) -> list[Row]:
    """One run to its end."""
    spec = SPEC.replace(n=2000, t_end=5.0) if quick else SPEC
    seconds, peak, evaluations, clusters = said_by(PEAK + PROCESS.format(spec=spec.to_json()))
    return [
        Row(
            f"causal, d=2, beta={spec.beta:g}, n={spec.n}, to t={spec.t_end:g}, tol={spec.tol:g}, "
            f"clusters counted at {spec.samples} times",
            {OURS: Spread.of([seconds])},
            figures={
                "peak GB": peak / 1e9,
                "evaluations of the field": evaluations,
                "clusters at the end": clusters,
            },
            targets=[] if quick else _targets(seconds, peak / 1e9),
        )
    ]


def _targets(seconds: float, peak: float) -> list[Target]:
    return [
        Target("seconds, imports included", seconds, "at most", 120.0),
        Target("peak GB", peak, "at most", 2.0),
    ]
