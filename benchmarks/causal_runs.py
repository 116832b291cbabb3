"""Causal runs to t = 1e30: how long they take, whether any is refused, whether merges are true.

    python benchmarks/causal_runs.py times N D BETA SEEDS TOL   # one row of the table
    python benchmarks/causal_runs.py table                      # all rows, an hour on two cores
    python benchmarks/causal_runs.py merges                     # 100 causal and 20 full runs
    python benchmarks/causal_runs.py predictions                # next merges of 50 Fig. 2 systems

Tables are markdown; every run is told on stderr.  Seconds are of CPU time, of all threads, so that
a busy machine tells about the same as a quiet one, where a run ends at least as soon.
"""

import sys
import time as clock

import numpy as np
import xarray as xr

import tokenflock as tkf
from tokenflock.errors import InputError, SolveError
from tokenflock.simulation import flow_of, tokens_of

ROWS = [
    (200, 2, 64.0, 100, 1e-6), (200, 2, 64.0, 100, 1e-8), (200, 2, 64.0, 100, 1e-10),
    (1000, 2, 64.0, 20, 1e-6), (1000, 2, 64.0, 20, 1e-8), (1000, 2, 64.0, 20, 1e-10),
    (200, 3, 25.0, 20, 1e-8), (200, 3, 64.0, 20, 1e-8),
    (5000, 2, 64.0, 3, 1e-6), (5000, 2, 64.0, 3, 1e-8), (5000, 2, 64.0, 3, 1e-10),
]  # fmt: skip


def times(n: int, d: int, beta: float, seeds: int, tol: float) -> str:
    """A row: how many runs were refused, and how many seconds of CPU time they took."""
    took, refused = [], 0
    for seed in range(seeds):
        spec = tkf.Spec(n=n, d=d, beta=beta, mask="causal", seed=seed)
        begun = clock.process_time()
        try:
            tkf.solve(flow_of(spec), tokens_of(spec), [0.0, 150.0, 1e12, 1e30], tol=tol)
        except (InputError, SolveError) as error:
            refused += 1
            print(f"seed {seed}: {error}", file=sys.stderr)
        took.append(clock.process_time() - begun)
        print(f"n={n} d={d} beta={beta:g} {tol:g} seed {seed}: {took[-1]:.2f} s", file=sys.stderr)
    middle, worst = np.median(took), max(took)
    return f"| {n} | {d} | {beta:g} | {tol:g} | {seeds} | {refused} | {middle:.2f} | {worst:.2f} |"


def table() -> None:
    """All rows."""
    print("| n | d | beta | tol | runs | refused | median, CPU s | worst, CPU s |")
    print("|---|---|---|---|---|---|---|---|")
    for row in ROWS:
        print(times(*row), flush=True)


def merges() -> None:
    """Whether tokens said to have merged are together at every saved time, and how many."""
    print("| mask | runs | merges | said to be together, but apart | masses that are not counts |")
    print("|---|---|---|---|---|")
    for mask, count in (("causal", 100), ("full", 20)):
        found = np.array([_checked(mask, seed) for seed in range(count)]).sum(axis=0)
        print(f"| {mask} | {count} | {found[0]} | {found[1]} | {found[2]} of {found[3]} |")


def _checked(mask: str, seed: int) -> tuple[int, int, int, int]:
    rng = np.random.default_rng([seed, 17])
    d, beta = int(rng.integers(2, 5)), float(np.exp(rng.uniform(np.log(9), np.log(120))))
    n = int(rng.integers(20, 300))
    spec = tkf.Spec(
        n=n, d=d, beta=beta, mask=mask, seed=seed, t_end=1e20, samples=120, spacing="log",
        coarsen=True,
    )  # fmt: skip
    run = tkf.simulate(spec)
    wrong, compared = _masses(run)
    print(f"{mask} seed {seed} n={n} d={d} beta={beta:.3g}", file=sys.stderr)
    return len(tkf.merges(run)), _apart(run), wrong, compared


def _apart(run: xr.Dataset) -> int:
    """How many merges have a joiner away from its leader, or from that of all, later on."""
    joined = {merge.joiner: merge for merge in tkf.merges(run)}
    x, saved, apart = run.x.data, run.time.data, 0
    for merge in joined.values():
        later = np.flatnonzero(saved >= merge.time)
        leaders = [_leader(joined, merge.leader, t) for t in saved[later]]
        for other in (np.full(len(later), merge.leader), np.array(leaders, int)):
            gap = np.linalg.norm(x[later, merge.joiner] - x[later, other], axis=1)
            apart += bool((gap > 1.0000001e-3).any())
    return apart


def _leader(joined: dict[int, tkf.Merge], token: int, t: float) -> int:
    while token in joined and joined[token].time <= t:
        token = joined[token].leader
    return token


def _is_alone(x: np.ndarray, leader: int, told: list[tkf.Merge]) -> bool:
    """Whether no other leader is about to meet this one, with tokens between the two."""
    others = np.setdiff1d(np.arange(len(x)), [leader, *(merge.joiner for merge in told)])
    return bool((np.linalg.norm(x[others] - x[leader], axis=1) > 3e-3).all())


def _masses(run: xr.Dataset) -> tuple[int, int]:
    """Late merges whose masses are not the number of tokens around them soon after, of how many."""
    saved, x, wrong, compared = run.time.data, run.x.data, 0, 0
    events = tkf.merges(run)
    for k, merge in enumerate(events):
        after = int(np.searchsorted(saved, merge.time))
        ahead = events[k + 1].time if k + 1 < len(events) else np.inf
        if merge.time < 1e4 or after == len(saved) or saved[after] > ahead:
            continue
        if saved[after] < merge.time + 100:  # some may still be on their way
            continue
        if not _is_alone(x[after], merge.leader, events[: k + 1]):
            continue
        near = np.linalg.norm(x[after] - x[after, merge.leader], axis=1) < 1e-3
        compared += 1
        wrong += int(near.sum() != merge.leader_mass + merge.joiner_mass)
    return wrong, compared


def predictions(seeds: range = range(50)) -> None:
    """The next merge after t = 150 as predicted there, against what happens a little later.

    Not much later: tokens that have merged may part for a moment when another cluster runs into
    them, and then count as merged from their second meeting on.
    """
    off = []
    for seed in seeds:
        spec = tkf.Spec(n=200, d=2, beta=64.0, mask="causal", seed=seed)
        flow, x0 = flow_of(spec), tokens_of(spec)
        verdict = tkf.verdict(flow, tkf.solve(flow, x0, [0.0, 150.0]).x.data[-1])
        if verdict.log10_next_merge is None:
            print(f"seed {seed}: {verdict.reason}", file=sys.stderr)
            continue
        wait = 10**verdict.log10_next_merge
        run = tkf.solve(flow, x0, [0.0, 150.0, 150.0 + 1.05 * wait], coarsen=True)
        late = [merge.time - 150 for merge in tkf.merges(run) if merge.time > 150]
        off.append(min((abs(wait / time - 1) for time in late), default=np.inf))
        print(f"seed {seed}: {verdict.reason}; off by {off[-1]:.1e}", file=sys.stderr)
    within = sum(error < 0.01 for error in off)
    print(f"{len(off)} predictions, {within} within 1 %, the worst off by {max(off):.2g}")


def main() -> None:
    """The command line."""
    verb, *rest = sys.argv[1:] or ["help"]
    if verb == "times":
        n, d, beta, seeds, tol = rest
        print(times(int(n), int(d), float(beta), int(seeds), float(tol)))
    elif verb in ("table", "merges", "predictions"):
        {"table": table, "merges": merges, "predictions": predictions}[verb]()
    else:
        sys.exit(__doc__)


if __name__ == "__main__":
    main()
