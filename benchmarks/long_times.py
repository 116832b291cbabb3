"""How far long runs get, how fast, and how exact they are.

    python benchmarks/long_times.py survey [count] [seconds]   # random systems to t = 1e30
    python benchmarks/long_times.py survey --only K            # the system of seed K alone
    python benchmarks/long_times.py survey --first K --journal FILE   # goes on where it ended
    python benchmarks/long_times.py table FILE...              # the record of docs/measured
    python benchmarks/long_times.py accuracy                   # beside explicit steps, to t = 2e4
    python benchmarks/long_times.py prefixes                   # causal tokens without later ones

`survey` prints how many systems reached the end by kind, then all that did not, with the reason
that was given; seconds are of CPU time, of all threads, so that a busy machine tells the same as a
quiet one.  A journal holds a line of JSON for every system; those in it are not run again, and
`table` makes docs/measured/long-times.md of one or several.  `accuracy` compares tokens with
explicit steps at a tolerance of 1e-12, and the times of merges with those at which explicit steps
have the same tokens 1e-3 rad apart.  All tables are markdown; progress goes to stderr.
"""

import argparse
import json
import os
import sys
import time as clock
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # threads wait for each other on busy cores

import numpy as np
import xarray as xr

import tokenflock as tkf
from tokenflock.errors import InputError, SolveError
from tokenflock.results.merges import MET

TOL = 1e-8
TIMES = (0.0, 1.0, 1e3, 1e30)
ALL = 200  # systems of a whole survey


class OverTimeError(Exception):
    """A solve that took longer than it may, with the time it had reached."""


@dataclass(frozen=True)
class System:
    """A random system: everything is drawn from its seed."""

    seed: int
    mask: str
    weighting: str
    qk_kind: str
    ov_kind: str
    heads: int
    n: int
    d: int
    beta: float
    flow: tkf.Flow
    x0: np.ndarray

    @property
    def kinds(self) -> dict[str, str]:
        """What it is sorted by."""
        return {
            "mask": self.mask, "weights": self.weighting.split(":")[0], "V": self.ov_kind,
            "Q, K": self.qk_kind, "heads": str(self.heads),
        }  # fmt: skip

    def __str__(self) -> str:
        size = f"n={self.n}, d={self.d}, beta={self.beta:.3g}, heads={self.heads}"
        return f"{self.mask}, {self.weighting}, {size}, Q,K {self.qk_kind}, V {self.ov_kind}"


def random_system(seed: int) -> System:
    """The system of a seed."""
    rng = np.random.default_rng([seed, 1030])
    mask, heads = str(rng.choice(["full", "causal"])), int(rng.choice([1, 4]))
    weighting = str(rng.choice(["softmax", "unnormalized:scaled"]))
    qk_kind = str(rng.choice(["identity", "positive", "gaussian"]))
    ov_kind = str(rng.choice(["identity", "diagonal", "projection"]))
    n, d = int(np.exp(rng.uniform(np.log(16), np.log(400)))), int(rng.integers(2, 5))
    beta = float(np.exp(rng.uniform(np.log(4), np.log(256))))
    qk = _stacked(MATRICES[qk_kind], rng, heads, d)
    ov = _stacked(MATRICES[ov_kind], rng, heads, d)
    attention = tkf.SelfAttention(beta, qk, ov, mask=mask, weighting=weighting)
    x0 = tkf.normalize(rng.normal(size=(n, d)))
    flow = tkf.Flow(attention)
    return System(seed, mask, weighting, qk_kind, ov_kind, heads, n, d, beta, flow, x0)


def _stacked(
    matrix: Callable[[np.random.Generator, int], np.ndarray] | None, rng: np.random.Generator,
    heads: int, d: int,
) -> np.ndarray | None:  # fmt: skip
    """One matrix per head; None for the identity, which all heads share."""
    return None if matrix is None else np.stack([matrix(rng, d) for _ in range(heads)])


def _positive(rng: np.random.Generator, d: int) -> np.ndarray:
    a = rng.normal(size=(d, d))
    return a @ a.T / np.linalg.norm(a @ a.T, 2)


def _gaussian(rng: np.random.Generator, d: int) -> np.ndarray:
    return rng.normal(size=(d, d)) / np.sqrt(d)


def _diagonal(rng: np.random.Generator, d: int) -> np.ndarray:
    return np.diag(rng.uniform(0.2, 1.0, d))


def _projection(rng: np.random.Generator, d: int) -> np.ndarray:
    """Onto a random subspace of dimension 1 to d."""
    basis = np.linalg.qr(rng.normal(size=(d, d)))[0][:, : int(rng.integers(1, d + 1))]
    return basis @ basis.T


MATRICES = {
    "identity": None, "positive": _positive, "gaussian": _gaussian, "diagonal": _diagonal,
    "projection": _projection,
}  # fmt: skip


@dataclass(frozen=True)
class Outcome:
    """How a survey's solve ended: 'reached', 'refused' or 'over time', and with which words."""

    system: System
    end: str
    words: str
    seconds: float
    steps: int

    @property
    def line(self) -> str:
        """The outcome as a line of a journal."""
        told = {name: value for name, value in vars(self).items() if name != "system"}
        return json.dumps({"seed": self.system.seed, **told})


def recorded(journal: Path) -> dict[int, Outcome]:
    """The outcomes of a journal, by seed; none where there is no such file."""
    lines = journal.read_text().splitlines() if journal.exists() else []
    told = [json.loads(line) for line in lines]
    return {one["seed"]: Outcome(random_system(one.pop("seed")), **one) for one in told}


def followed(system: System, seconds: float) -> Outcome:
    """What becomes of a system on its way to t = 1e30."""
    begun, steps = clock.process_time(), 0

    def watch(t: float) -> None:
        if clock.process_time() - begun > seconds:
            raise OverTimeError(f"stopped at t = {t:.3g}")

    try:
        path = tkf.solve(system.flow, system.x0, TIMES, tol=TOL, progress=watch)
        end, words, steps = "reached", "", int(path.attrs.get("slow_steps", 0))
    except (InputError, SolveError) as refusal:
        end, words = "refused", str(refusal)
    except OverTimeError as late:
        end, words = "over time", str(late)
    return Outcome(system, end, words, clock.process_time() - begun, steps)


def survey(seeds: Iterable[int], seconds: float, journal: Path | None) -> None:
    """Follow the systems of some seeds that are not in the journal yet, and print the outcomes."""
    known = {} if journal is None else recorded(journal)
    outcomes = [known.get(seed) or _told(random_system(seed), seconds, journal) for seed in seeds]
    print(_tables(outcomes))


def _told(system: System, seconds: float, journal: Path | None) -> Outcome:
    """What becomes of a system, told to those who wait and to the journal."""
    last = followed(system, seconds)
    work = f"{last.seconds:.1f} s, {last.steps} slow steps"
    words = f"{system.seed}: {last.end}, {work}; {system}. {last.words}"
    print(words, file=sys.stderr, flush=True)
    if journal is not None:
        with journal.open("a") as file:
            file.write(last.line + "\n")
    return last


def table(journals: list[Path]) -> None:
    """Write the tables of some journals to docs/measured/long-times.md."""
    found = {seed: one for journal in journals for seed, one in recorded(journal).items()}
    outcomes = [found[seed] for seed in sorted(found)]
    ran = f"{len(outcomes)} of {ALL} systems, seeds {min(found)} to {max(found)}"
    RECORD.write_text(f"{ran}, {COMMAND}\n\n{_tables(outcomes)}\n")


RECORD = Path(__file__).parent.parent / "docs" / "measured" / "long-times.md"
COMMAND = "`benchmarks/long_times.py survey --journal FILE`, then `table FILE`:"


def _tables(outcomes: list[Outcome]) -> str:
    return "\n".join([*_by_kind(outcomes), "", *_failures(outcomes)])


def _by_kind(outcomes: list[Outcome]) -> Iterator[str]:
    """The share that reached the end and the times of those, of every kind and of all."""
    yield "| systems | count | reached 1e30 | refused | over time | median s | worst s |"
    yield "|---|---:|---:|---:|---:|---:|---:|"
    yield _row("all", outcomes)
    for kind in outcomes[0].system.kinds:
        for word in sorted({o.system.kinds[kind] for o in outcomes}):
            yield _row(f"{kind}: {word}", [o for o in outcomes if o.system.kinds[kind] == word])
    for mask in ("causal", "full"):
        for qk in ("identity", "positive", "gaussian"):
            some = [o for o in outcomes if (o.system.mask, o.system.qk_kind) == (mask, qk)]
            yield from [_row(f"{mask}, Q, K: {qk}", some)] if some else []


def _row(name: str, outcomes: list[Outcome]) -> str:
    ends = [o.end for o in outcomes]
    seconds = [o.seconds for o in outcomes]
    counts = " | ".join(str(ends.count(end)) for end in ("refused", "over time"))
    share = f"{ends.count('reached') / len(ends):.0%}"
    times = f"{np.median(seconds):.1f} | {max(seconds):.1f}"
    return f"| {name} | {len(ends)} | {share} | {counts} | {times} |"


def _failures(outcomes: list[Outcome]) -> Iterator[str]:
    """All that did not reach the end, each with the words it was refused by."""
    yield "| seed | system | s | what was said |"
    yield "|---:|---|---:|---|"
    for o in outcomes:
        if o.end != "reached":
            yield f"| {o.system.seed} | {o.system} | {o.seconds:.1f} | {o.end}: {o.words} |"


LATE = 10.0  # time units, from which on merges are compared
COMPARED = 2e4  # time units that explicit steps can follow
NEARBY = np.array([-1e-3, -1e-5, -1e-6, -1e-7, 0.0, 1e-7, 1e-6, 1e-5, 1e-3])  # relative


@dataclass(frozen=True)
class Case:
    """A system that is small enough for explicit steps."""

    name: str
    flow: tkf.Flow
    x0: np.ndarray


def case(k: int) -> Case:
    """The k-th of 20 systems: masks, masses, matrices and weights by turns."""
    rng = np.random.default_rng([k, 2000])
    n, d, beta = int(rng.integers(12, 61)), int(rng.integers(2, 4)), float(rng.choice(BETAS))
    mask = ("causal", "full", "causal", "full", "window:8")[k % 5]
    masses = rng.uniform(0.5, 2.0, n) if k % 4 == 3 else None
    qk_kind = ("identity", "positive", "gaussian")[k % 3]
    ov_kind = "diagonal" if k % 7 == 6 else "identity"
    qk, ov = (_stacked(MATRICES[kind], rng, 1, d) for kind in (qk_kind, ov_kind))
    weighting = "unnormalized:scaled" if k % 8 == 7 else "softmax"
    attention = tkf.SelfAttention(beta, qk, ov, mask=mask, masses=masses, weighting=weighting)
    held = "" if masses is None else ", masses"
    name = f"{mask}, {weighting}{held}, n={n}, d={d}, beta={beta:g}, Q,K {qk_kind}, V {ov_kind}"
    return Case(name, tkf.Flow(attention), tkf.normalize(rng.normal(size=(n, d))))


BETAS = (4.0, 9.0, 16.0, 32.0, 64.0)


def accuracy(count: int = 20) -> None:
    """Print errors of tokens and of the times of late merges, beside explicit steps.

    Regrouped are those who were together before: when a leader leaves its group, the next of them
    leads, and joins whoever is there, at the time it is seen.
    """
    names = "late merges | timed to 1e-6 | regrouped"
    print(f"| system | tokens, in tol | explicit steps, in tol | {names} |")
    print("|---|---:|---:|---:|---:|---:|")
    for one in map(case, range(count)):
        times = np.concatenate([[0.0], np.geomspace(0.1, COMPARED, 40)])
        long = tkf.solve(one.flow, one.x0, times, tol=TOL, coarsen=True)
        late = [m for m in tkf.merges(long) if LATE < m.time < 0.99 * COMPARED]
        exact = _exact(one, times, late)
        plain = tkf.solve(one.flow, one.x0, times, tol=TOL, coarsen=False)
        errors = (_largest(path.x.data, exact.sel(time=times).x.data) for path in (long, plain))
        shifts = np.array([_shift(merge, exact) for merge in late])
        timed, regrouped = (shifts < 1e-6).sum(), np.isnan(shifts).sum()
        tokens, explicit = (f"{error / TOL:.2g}" for error in errors)
        counts = f"{len(late)} | {timed} | {regrouped}"
        print(f"| {one.name} | {tokens} | {explicit} | {counts} |", flush=True)


def _exact(one: Case, times: np.ndarray, late: list[tkf.Merge]) -> xr.Dataset:
    """The path by explicit steps, at some times and around those of late merges."""
    around = [merge.time * (1 + NEARBY) for merge in late]
    every = np.unique(np.concatenate([times, *around]))
    return tkf.solve(one.flow, one.x0, every, tol=1e-12, method="dopri8", coarsen=False)


def _largest(x: np.ndarray, exact: np.ndarray) -> float:
    return float(np.linalg.norm(x - exact, axis=-1).max())


def _shift(merge: tkf.Merge, exact: xr.Dataset) -> float:
    """How far the time of a merge is from the one when explicit steps have the tokens meet.

    NaN for tokens that were together before.
    """
    near = exact.sel(time=merge.time * (1 + NEARBY)).x.data
    apart = np.linalg.norm(near[:, merge.leader] - near[:, merge.joiner], axis=-1)
    excess = np.log(2 * np.arcsin(apart / 2) / MET)
    if excess[0] < 0:
        return np.nan
    if excess[-1] > 0:
        return np.inf  # not even within 1e-3
    k = int(np.flatnonzero(excess > 0)[-1])
    share = excess[k] / (excess[k] - excess[k + 1])
    return float(abs(NEARBY[k] + share * (NEARBY[k + 1] - NEARBY[k])))


def prefixes(count: int = 8) -> None:
    """Print how far the first tokens are at t = 1e20 from those of a run without the others."""
    print("| system | first 5 | first 15 | first 30 |")
    print("|---|---:|---:|---:|")
    for seed in range(count):
        rng = np.random.default_rng([seed, 20])
        d, beta = int(rng.integers(2, 5)), float(rng.choice(BETAS))
        qk_kind = ("identity", "positive")[seed % 2]
        qk = _stacked(MATRICES[qk_kind], rng, 1, d)
        flow = tkf.Flow(tkf.SelfAttention(beta, qk, mask="causal"))
        x0 = tkf.normalize(rng.normal(size=(60, d)))
        whole, *parts = (
            tkf.solve(flow, x0[:n], [0.0, 1e20], tol=TOL).x.data[-1] for n in (60, 5, 15, 30)
        )
        off = " | ".join(f"{_largest(part, whole[: len(part)]):.1e}" for part in parts)
        print(f"| n=60, d={d}, beta={beta:g}, Q,K {qk_kind} | {off} |", flush=True)


def arguments() -> argparse.Namespace:
    """What was asked for."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    commands = parser.add_subparsers(dest="command", required=True)
    long = commands.add_parser("survey")
    long.add_argument("count", type=int, nargs="?", default=ALL)
    long.add_argument("seconds", type=float, nargs="?", default=60.0)
    long.add_argument("--first", type=int, default=0, help="the first seed")
    long.add_argument("--only", type=int, help="one seed alone")
    long.add_argument("--journal", type=Path, help="a file to go on with")
    commands.add_parser("table").add_argument("journals", type=Path, nargs="+")
    commands.add_parser("accuracy")
    commands.add_parser("prefixes")
    return parser.parse_args()


def main() -> None:
    given = arguments()
    if given.command == "survey":
        only = given.only is not None
        seeds = [given.only] if only else range(given.first, given.first + given.count)
        survey(seeds, given.seconds, given.journal)
    elif given.command == "table":
        table(given.journals)
    elif given.command == "accuracy":
        accuracy()
    else:
        prefixes()


if __name__ == "__main__":
    main()
