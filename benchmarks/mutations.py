"""Which claims notice that the physics is wrong: all of them, measured under mutations of it.

    python benchmarks/mutations.py [CLAIM ...] [--jobs 2] [--resume]

A mutation is made at the one place where a thing is decided, so that kernels, JAX and coarsening
follow it alike: when an attention is made (beta, mask, V, M = Q^T K, masses), or a flow (the
projection, without which tokens of the sphere move in R^d).  A claim depends on a mutation if one
of its systems does: the mutation of V on one that is not symmetric, and so on.  It notices a
mutation by a check that fails, by a failure to run, or by no end within four times the CPU that it
takes otherwise.  What was found goes to docs/measured/mutations.json, beside what it holds of other
claims; `make docs` makes the page of it.
"""

import argparse
import json
import os
import signal
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from multiprocessing import get_context
from pathlib import Path
from typing import Any

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

import numpy as np
from seed_offsets import fingerprint

from tokenflock._jax import jax
from tokenflock.attention import SelfAttention
from tokenflock.attention.masks import Causal
from tokenflock.attention.weightings import Hardmax
from tokenflock.fields import Flow
from tokenflock.papers import claims
from tokenflock.papers.claims import printed
from tokenflock.papers.outcomes import FAILED, outcome_of
from tokenflock.solvers.problem import Problem
from tokenflock.spaces import Euclidean, Sphere

RECORD = Path(__file__).parents[1] / "docs" / "measured" / "mutations.json"
LEAST = 8.0  # seconds of CPU that a mutated claim may take, however quick it is otherwise
Arguments = dict[str, Any]


@dataclass(frozen=True)
class Mutation:
    """How the arguments of a class change, and which flows of n tokens in R^d that changes."""

    of: type
    change: Callable[[Arguments], Arguments]
    matters: Callable[[Any, int, int], bool]


def transposed(m: Any) -> Any:
    """Matrices, or pairs of factors of them, the other way around."""
    if m is None:
        return None
    if isinstance(m, tuple):
        return tuple(np.swapaxes(factor, -1, -2) for factor in reversed(m))
    return np.swapaxes(np.asarray(m), -1, -2)


def swapped(qk: Any) -> Any:
    """M = Q^T K transposed, K^T Q."""
    return qk[::-1] if isinstance(qk, tuple) else transposed(qk)


def is_symmetric(m: Any) -> bool:
    """Whether matrices (heads, d, d), or the identity None, are symmetric."""
    return m is None or np.allclose(m, np.swapaxes(m, -1, -2), rtol=0, atol=1e-12)


def moves(flow: Any, n: int, d: int) -> bool:
    """Whether tokens see others, and can turn."""
    return n > 1 and (d > 1 or not isinstance(flow.space, Sphere))


def uneven(masses: Any) -> bool:
    """Whether some tokens weigh more than others."""
    return masses is not None and bool(np.ptp(np.asarray(masses)) > 0)


def law(flow: Any) -> SelfAttention:
    """The attention at the start."""
    return flow.attention.at(0.0)


def is_soft(flow: Any) -> bool:
    """Whether weights depend on more than the order of scores."""
    return float(law(flow).beta) != 0 and not isinstance(law(flow).weighting, Hardmax)


MUTATIONS = {
    "beta doubled": Mutation(
        SelfAttention,
        lambda given: given | {"beta": 2 * given["beta"]},
        lambda flow, n, d: moves(flow, n, d) and is_soft(flow),
    ),
    "mask dropped": Mutation(
        SelfAttention,
        lambda given: given | {"mask": "full"} if is_causal(given.get("mask")) else given,
        lambda flow, n, d: moves(flow, n, d) and isinstance(law(flow).mask, Causal),
    ),
    "V transposed": Mutation(
        SelfAttention,
        lambda given: given | {"ov": transposed(given.get("ov"))},
        lambda flow, n, d: not is_symmetric(law(flow).ov),
    ),
    "M transposed": Mutation(
        SelfAttention,
        lambda given: given | {"qk": swapped(given.get("qk"))},
        lambda flow, n, d: moves(flow, n, d) and not is_symmetric(law(flow).qk),
    ),
    "masses ignored": Mutation(
        SelfAttention,
        lambda given: given | {"masses": None},
        lambda flow, n, d: moves(flow, n, d) and uneven(law(flow).masses),
    ),
    "projection left out": Mutation(
        Flow,
        lambda given: given | ({"space": Euclidean()} if on_sphere(given.get("space")) else {}),
        lambda flow, n, d: type(flow.space) is Sphere and d > 1,
    ),
}


def is_causal(mask: Any) -> bool:
    return mask == "causal" or isinstance(mask, Causal)


def on_sphere(space: Any) -> bool:
    return space is None or type(space) is Sphere


POSITIONAL = {
    SelfAttention: ("beta", "qk", "ov", "mask"),
    Flow: ("attention", "space", "frozen", "noise"),
}


@contextmanager
def mutated(name: str) -> Iterator[None]:
    """Within, every attention and flow that is made is mutated."""
    mutation = MUTATIONS[name]
    made: Any = mutation.of
    original, names = made.__init__, POSITIONAL[mutation.of]

    def init(self: Any, *values: Any, **options: Any) -> None:
        given = dict(zip(names, values, strict=False)) | options
        # Layers are made of attentions that were mutated already, under vmap.
        again = isinstance(given.get("beta"), jax.core.Tracer)
        original(self, **(given if again else mutation.change(given)))

    made.__init__ = init
    try:
        yield
    finally:
        made.__init__ = original


@contextmanager
def watched(seen: set[str]) -> Iterator[None]:
    """Within, the mutations that matter to the systems in use are added to a set."""
    call, pose = Flow.__call__, Problem.__init__

    def note(flow: Any, shape: tuple[int, ...]) -> None:
        # Under a trace, as of a Jacobian, values are not known; the flow was met before.
        traced = any(isinstance(leaf, jax.core.Tracer) for leaf in jax.tree.leaves(flow))
        if isinstance(flow, Flow) and not traced:
            seen.update(n for n, m in MUTATIONS.items() if m.matters(flow, *shape[-2:]))

    def called(self: Any, t: Any, x: Any) -> Any:
        note(self, np.shape(x))
        return call(self, t, x)

    def posed(self: Any, *values: Any, **options: Any) -> None:
        pose(self, *values, **options)
        for field in self.family.fields:
            note(field, self.x0.shape)

    Flow.__call__, Problem.__init__ = called, posed  # type: ignore[method-assign]
    try:
        yield
    finally:
        Flow.__call__, Problem.__init__ = call, pose  # type: ignore[method-assign]


class OverTimeError(Exception):
    """A claim that took longer than it may."""


def stop(*_: Any) -> None:
    raise OverTimeError


def measured(name: str) -> dict[str, Any]:
    """What a claim depends on, and by which check it notices each mutation of that."""
    signal.signal(signal.SIGPROF, stop)
    seen: set[str] = set()
    with watched(seen):
        intact = outcome_of(name, quick=True)
    limit = max(LEAST, 4 * intact.cpu)
    found = {m: noticed(name, m, limit) for m in MUTATIONS if m in seen}
    if intact.failure:
        print(name, intact.failure, file=sys.stderr)
    return {
        "file": fingerprint(name),
        "intact": intact.verdict,
        "as_recorded": intact.as_recorded,
        "mutations": found,
    }


def named(name: str) -> tuple[str, dict[str, Any]]:
    """A claim with what was measured of it."""
    return name, measured(name)


def noticed(name: str, mutation: str, seconds: float) -> dict[str, Any]:
    """How a claim notices a mutation: by `what`, which only the comparison with print may be."""
    signal.setitimer(signal.ITIMER_PROF, seconds)
    try:
        with mutated(mutation):
            outcome = outcome_of(name, quick=True)
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
    if outcome.verdict == FAILED:
        reason = outcome.failure.strip().splitlines()[-1]
        endless = "OverTimeError" in reason
        what = f"no end within {seconds:.0f} s of CPU" if endless else reason
        return {"noticed": True, "what": what, "guard": False}
    failed = [check for check in outcome.checks if not check.passed]
    own = [check for check in failed if check.statement != printed.STATEMENT]
    what = (own or failed)[0].sentence() if failed else ""
    return {"noticed": bool(failed), "what": what, "guard": bool(failed) and not own}


def is_current(name: str, found: dict[str, Any]) -> bool:
    """Whether what is on record of a claim was measured with its file as it is now."""
    return name in found and found[name].get("file") == fingerprint(name)


def read() -> dict[str, Any]:
    return json.loads(RECORD.read_text(encoding="utf-8")) if RECORD.exists() else {}


def write(found: dict[str, Any]) -> None:
    ordered = {name: found[name] for name in claims.names() if name in found}
    text = json.dumps(ordered, indent=1, ensure_ascii=False)
    RECORD.write_text(text + "\n", encoding="utf-8")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("names", nargs="*", metavar="CLAIM")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--resume", action="store_true", help="leave out what is on record as is")
    options = parser.parse_args()
    found = read() if options.names or options.resume else {}
    chosen = claims.selection(tuple(options.names))
    chosen = tuple(name for name in chosen if not (options.resume and is_current(name, found)))
    # Executors of concurrent.futures may hang once a worker has had its share of tasks.
    with get_context("spawn").Pool(options.jobs, maxtasksperchild=8) as pool:
        for name, result in pool.imap_unordered(named, chosen):
            found[name] = result
            write(found)
            print(name, summary(result), file=sys.stderr, flush=True)


def summary(found: dict[str, Any]) -> str:
    """One claim in a line: what it missed."""
    missed = [name for name, how in found["mutations"].items() if not how["noticed"]]
    state = "" if found["as_recorded"] else f" (intact: {found['intact']}!)"
    return f"{len(found['mutations'])} mutations, missed: {', '.join(missed) or 'none'}{state}"


if __name__ == "__main__":
    main()
