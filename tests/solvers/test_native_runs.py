"""Native steps against those of diffrax: same tables, same steps, same paths."""

import itertools

import numpy as np
import pytest
from support import reference

import tokenflock as tkf
from tokenflock._jax import jax
from tokenflock.attention import native
from tokenflock.integrate import METHODS
from tokenflock.solvers import lanes, native_runs, paths
from tokenflock.solvers.ensembles import Family
from tokenflock.solvers.tables import tables

pytestmark = pytest.mark.skipif(not native.available(), reason="no native kernels here")
TIMES = np.array([0.0, 0.3, 0.31, 1.7, 6.0])


def starts(runs, n, d, seed=0):
    return tkf.normalize(np.random.default_rng(seed).normal(size=(runs, n, d)))


def family(runs, *attentions):
    flows = [tkf.Flow(attention) for attention in attentions]
    return Family(flows, np.arange(runs) % len(flows))


def followed(how, family, solver, x0, tol, **options):
    x = np.full((len(x0), len(TIMES), *x0.shape[1:]), np.nan)

    def keep(runs, index, values):
        x[runs, index] = values

    return x, how(family, solver, x0, TIMES, tol, keep, refuse=lanes.give_up, **options)


def by_lanes(family, solver, x0, tol):
    several = {"lanes": 4, "slots": 8, "budgets": paths.budgets()}
    return followed(lanes.follow, family, solver, x0, tol, **several)


def by_kernels(family, solver, x0, tol):
    assert native_runs.serve(family, solver, *x0.shape[1:])
    return followed(native_runs.follow, family, solver, x0, tol)


def drawn(seed, d, **options):
    M, V = np.random.default_rng(seed).normal(size=(2, d, d))
    return tkf.SelfAttention(beta=3.0 + seed, qk=M, ov=V, **options)


@pytest.mark.no_cover
@pytest.mark.parametrize(
    ("method", "tol", "attentions", "n", "d"),
    [
        ("dopri8", 1e-10, [drawn(s, 2, mask=tkf.causal, masses=range(1, 8)) for s in (0, 1)], 7, 2),
        ("heun", 1e-4, [drawn(2, 5, mask=tkf.window(3))], 6, 5),
    ],
)
def test_the_same_steps_as_with_diffrax(method, tol, attentions, n, d):
    x0, solver = starts(6, n, d), METHODS[method]()
    members = family(6, *attentions)
    theirs, (ends, cost) = by_lanes(members, solver, x0, tol)
    ours, (ours_ends, ours_cost) = by_kernels(members, solver, x0, tol)
    # Rounding may make the last step of a run two, or two one.
    assert ours_cost["steps_accepted"] == pytest.approx(cost["steps_accepted"], abs=1)
    assert ours_cost["steps_rejected"] == cost["steps_rejected"]
    assert np.abs(ours - theirs).max() < 1e-9
    assert np.abs(ours_ends - ends).max() < 1e-9
    assert np.abs(np.linalg.norm(ours, axis=-1) - 1).max() < 1e-15


def test_the_field_is_that_of_the_loops():
    # One short Euler-like look at the field: (x(h) - x(0)) / h for a step far below tol.
    attention, x0 = drawn(3, 4, mask=tkf.causal), starts(1, 5, 4)
    h = 1e-6
    path = tkf.solve(tkf.Flow(attention), x0, [0.0, h], tol=1e-12, method="tsit5")
    M, V = np.asarray(attention.qk[0]), np.asarray(attention.ov[0])
    slope = (path.x.data[0, 1] - x0[0]) / h
    system = (6.0, [(M.tolist(), V.tolist())], reference.sees_causal)
    expected = [reference.sphere(x0[0].tolist(), i, *system) for i in range(5)]
    assert np.abs(slope - expected).max() < 1e-4


@pytest.mark.no_cover
@pytest.mark.parametrize("method", [name for name in METHODS if name != "euler"])
def test_tables_hold_the_curve_of_diffrax(method):
    found = tables(METHODS[method])
    rows = np.random.default_rng(0).normal(size=(2 + len(found.b), 3))
    s = np.array([0.0, 0.123, 0.5, 0.987, 1.0])

    @jax.jit
    def curve(rows, s):
        ends = {"t0": 0.0, "t1": 1.0, "y0": rows[0], "y1": rows[1], "k": rows[2:]}
        return jax.vmap(METHODS[method].interpolation_cls(**ends).evaluate)(s)

    theirs = np.asarray(curve(rows, s))
    ours = s[:, None] ** np.arange(len(found.w)) @ found.w @ rows
    assert np.abs(ours - theirs).max() < 1e-12


def test_a_run_depends_on_no_other_and_on_no_pause(monkeypatch):
    members, x0 = family(5, drawn(4, 3), drawn(5, 3)), starts(5, 8, 3)
    together, (_, cost) = by_kernels(members, METHODS["tsit5"](), x0, 1e-6)
    monkeypatch.setattr(native_runs, "PAGE", 2 * len(TIMES) * x0[0].size)
    monkeypatch.setattr(paths, "budgets", lambda: itertools.repeat(1))
    apart, (_, same) = by_kernels(members, METHODS["tsit5"](), x0, 1e-6)
    assert same == cost
    assert np.array_equal(together, apart)


@pytest.mark.no_cover
def test_a_single_run_is_the_one_of_compiled_windows(monkeypatch):
    flow, solver = tkf.Flow(tkf.SelfAttention(beta=9.0)), METHODS["tsit5"]()
    (x0,) = starts(1, 9, 3)
    monkeypatch.setattr(paths, "budgets", lambda: itertools.repeat(1))  # a call per step
    told, reached = [], []
    ours, cost = lanes.adaptive_run(
        flow, solver, x0, TIMES, 1e-6, reached.append, lambda *some: told.append(some)
    )
    theirs, expected = paths.adaptive(flow, solver, x0, TIMES, 1e-6)
    assert cost["steps_rejected"] == expected["steps_rejected"]
    assert np.abs(ours - theirs).max() < 1e-9
    assert np.array_equal(ours[0], x0)
    assert np.array_equal(np.concatenate([some for some, _ in told]), TIMES[1:])
    assert np.array_equal(np.concatenate([x for _, x in told]), ours[1:])
    assert len(reached) >= cost["steps_accepted"]
    assert reached == sorted(reached)


@pytest.mark.parametrize("name", ["portable", "avx2", "avx512", "neon"])
def test_every_instruction_set_follows_the_same_path(name):
    members, x0 = family(2, drawn(6, 3)), starts(2, 8, 3)
    widest, _ = by_kernels(members, METHODS["tsit5"](), x0, 1e-8)
    if not native.use(name):
        pytest.skip(f"this machine has no {name}")
    try:
        other, _ = by_kernels(members, METHODS["tsit5"](), x0, 1e-8)
    finally:
        native.use(None)
    assert np.abs(widest - other).max() < 1e-11


def test_a_step_that_vanishes_beside_the_time_is_told():
    members, late = family(2, tkf.SelfAttention(beta=1.0)), np.array([1e17, 1e17 + 64])
    refused = {}
    native_runs.follow(
        members, METHODS["tsit5"](), starts(2, 4, 2), late, 1e-6,
        lambda *saved: None, refused.__setitem__,
    )  # fmt: skip
    assert set(refused) == {0, 1}
    assert "cannot be met" in str(refused[1])


@pytest.mark.parametrize(("n", "d"), [(1, 3), (2, 1), (9, 2), (32, 8)])
def test_close_pairs_are_those_of_the_observable(n, d):
    x = 1e200 * np.random.default_rng(n).normal(size=(50, n, d))
    x[0] = 0.0
    for above in (0.5, 0.999, -0.2):
        found = jax.jit(native_runs.close_pairs)(x, above)
        assert np.abs(found - tkf.close_pairs(x, above)).max() < 1e-15


@pytest.mark.parametrize(
    "attention",
    [
        tkf.SelfAttention(beta=1.0, weighting="unnormalized"),
        tkf.SelfAttention(beta=1.0, qk=np.ones((2, 2, 2))),
        tkf.SelfAttention(beta=1e10, qk=1e200 * np.eye(2)),
        tkf.SelfAttention(beta=1.0, mask=np.ones((4, 4), bool)),
        tkf.SelfAttention(beta=1.0, method="dense"),
    ],
)
def test_what_the_kernels_do_not_know_goes_the_other_way(attention):
    assert not native_runs.serve(family(1, attention), METHODS["tsit5"](), 4, 2)


def test_large_matrices_are_multiplied_by_others():
    for d, served in ((24, True), (25, False)):
        members = family(1, tkf.SelfAttention(beta=1.0, ov=np.eye(d)))
        assert native_runs.serve(members, METHODS["tsit5"](), 4, d) == served
