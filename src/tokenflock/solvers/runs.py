"""Many runs of one shape, solved as a batch by whatever steps their spec asks for.

keep(runs, index, values)     the tokens (m, n, d) of some runs at the index-th times
refuse(run, error)            a run that cannot go on; the others do
"""

import itertools
from collections.abc import Iterator

import numpy as np

from tokenflock import integrate
from tokenflock._jax import jax, jnp
from tokenflock.errors import InputError
from tokenflock.numerics.random_streams import NOISE, key
from tokenflock.solvers import ensembles, lanes, native_runs, paths, windows
from tokenflock.solvers.ensembles import Family
from tokenflock.solvers.lanes import Keep, Refuse
from tokenflock.spec import Spec

PAGE = 2**21  # numbers that a window may save
ALL_STEPS = 10**9  # windows end when lanes wait, never by the clock: equal batches, equal bits


def solve_runs(
    family: Family, spec: Spec, x0: np.ndarray, times: np.ndarray, seeds: np.ndarray,
    width: int, keep: Keep, refuse: Refuse,
) -> None:  # fmt: skip
    """Follow run r from x0[r] under its flow, `width` runs at a time; `spec` says how to step."""
    flow = family.flows[0]
    if integrate.is_long(flow, x0[0], times, spec.method, spec.step, spec.coarsen):
        _one_by_one(family, spec, x0, times, keep, refuse)
        return
    method, step = integrate.stepping(flow, spec.method, spec.tol, spec.step)
    if step is None:
        _adaptive(family, method, spec.tol, x0, times, width, keep, refuse)
        return
    for some in _groups(len(x0), width):
        part = Family(family.flows, family.which[some])
        x = _equal_steps(part, method, step, x0[some], times, seeds[some])
        _, first = np.unique(some, return_index=True)
        _keep_paths(some[first], x[first], keep)


def _keep_paths(runs: np.ndarray, x: np.ndarray, keep: Keep) -> None:
    """Hand over whole paths (run, time, n, d)."""
    count = x.shape[1]
    keep(np.repeat(runs, count), np.tile(np.arange(count), len(runs)), x.reshape(-1, *x.shape[2:]))


def _one_by_one(
    family: Family, spec: Spec, x0: np.ndarray, times: np.ndarray, keep: Keep, refuse: Refuse
) -> None:
    """Runs whose tokens move as one once they have met: each is a system of its own size."""
    for run, x in enumerate(x0):
        flow = family.flows[family.which[run]]
        try:
            path = integrate.solve(flow, x, times, tol=spec.tol, coarsen=spec.coarsen)
            _keep_paths(np.array([run]), path.x.data[None], keep)
        except InputError as error:
            refuse(run, error)


def _adaptive(
    family: Family, method: str, tol: float, x0: np.ndarray, times: np.ndarray, width: int,
    keep: Keep, refuse: Refuse,
) -> None:  # fmt: skip
    solver, begin = integrate.METHODS[method](), x0
    failed: dict[int, InputError] = {}
    slots = min(lanes.power_of_two(len(times)), max(8, PAGE // (width * x0[0].size)))
    for part, piece, index in _pieces(family, times):

        def keep_wanted(
            runs: np.ndarray, k: np.ndarray, values: np.ndarray, at: np.ndarray = index
        ) -> None:
            keep(*lanes.picked(at[k] >= 0, runs, at[k], values))

        def fail(run: int, error: InputError) -> None:
            failed.setdefault(run, error)

        given = (part, solver, begin, piece, tol, keep_wanted)
        if native_runs.serve(part, solver, *x0.shape[1:]):
            last, _ = native_runs.follow(*given, fail)
        else:
            last, _ = lanes.follow(
                *given, lanes=width, slots=slots,
                budgets=itertools.repeat(ALL_STEPS), refuse=fail,
            )  # fmt: skip
        begin = np.where(np.isin(np.arange(len(x0)), list(failed))[:, None, None], x0, last)
    for run, error in failed.items():
        refuse(run, error)


def _pieces(family: Family, times: np.ndarray) -> Iterator[tuple[Family, np.ndarray, np.ndarray]]:
    """The stretches on which flows are smooth, their times, and which of all times these are.

    A break is a time of both stretches, and counted in the first, if it is wanted at all.
    """
    breaks = family.breaks(times[0], times[-1])
    start = times[0]
    for end in (*breaks, times[-1]):
        piece = np.array([start, *times[(times > start) & (times < end)], end])
        index = np.where(np.isin(piece, times), np.searchsorted(times, piece), -1)
        index[0] = 0 if start == times[0] else -1
        yield (family.during((start + end) / 2) if breaks else family), piece, index
        start = end


def _equal_steps(
    family: Family, method: str, step: float, x0: np.ndarray, times: np.ndarray, seeds: np.ndarray
) -> np.ndarray:
    """The paths of a group of runs by equal steps, by layers or with noise."""
    own, flow = jax.tree.map(jnp.asarray, family.own), family.shared
    if method in integrate.LAYERS:
        kind = ensembles.together(integrate.LAYERS[method], own, mapped=(1,))
        return paths.layers(flow, kind, x0, times, step, None)[0]
    if method == integrate.SPLITTING:
        keys = jnp.stack([key(int(seed), NOISE) for seed in seeds])
        wander = ensembles.together(windows.wander, own, mapped=(0, 3))
        return paths.noisy(flow, x0, times, step, keys, None, wander=wander)[0]
    march = ensembles.together(windows.march, own, mapped=(2,))
    return paths.equal_steps(flow, integrate.METHODS[method](), x0, times, step, None, march=march)[
        0
    ]


def _groups(runs: int, width: int) -> Iterator[np.ndarray]:
    """The runs in groups of one width; the last run fills up the last group."""
    for start in range(0, runs, width):
        yield np.minimum(np.arange(start, start + width), runs - 1)
