"""Engines: native and compiled steps agree; batches and single runs, pauses, breaks, failures."""

import diffrax as dfx
import numpy as np
import pytest
from support import reference

import tokenflock as tkf
from tokenflock._jax import jax
from tokenflock.attention import native
from tokenflock.solvers import driver, measuring
from tokenflock.solvers import native as native_engine
from tokenflock.solvers.compiled import Compiled
from tokenflock.solvers.dense_output import CURVES
from tokenflock.solvers.driver import follow
from tokenflock.solvers.family import Family
from tokenflock.solvers.methods import Stepping
from tokenflock.solvers.native import Native
from tokenflock.solvers.native_law import is_known
from tokenflock.solvers.problem import Problem
from tokenflock.solvers.runge_kutta import METHODS, tables
from tokenflock.solvers.sinks import Paths
from tokenflock.solvers.tableaus import ERROR_ORDERS, LONGEST, SAFETY, SHORTEST

needs_kernels = pytest.mark.skipif(not native.available(), reason="no native kernels here")
TIMES = np.array([0.0, 0.3, 0.31, 1.7, 6.0])


def starts(runs, n, d, seed=0):
    return tkf.normalize(np.random.default_rng(seed).normal(size=(runs, n, d)))


def family(runs, *attentions):
    flows = [tkf.Flow(attention) for attention in attentions]
    return Family(flows, np.arange(runs) % len(flows))


def followed(engine, members, method, x0, tol, times=TIMES, **options):
    problem = Problem(members, x0, times, Stepping(method, tol), **options)
    assert engine.serves(problem)
    paths = Paths(len(x0), len(times), x0.shape[1:])
    return paths.x, follow(problem, paths, [engine])


def one_step_per_window(monkeypatch):
    for name in ("FIRST_STEPS", "MOST_STEPS"):
        monkeypatch.setattr(driver, name, 1)


def drawn(seed, d, **options):
    M, V = np.random.default_rng(seed).normal(size=(2, d, d))
    return tkf.SelfAttention(beta=3.0 + seed, qk=M, ov=V, **options)


@pytest.mark.slow
@needs_kernels
@pytest.mark.parametrize(
    ("method", "tol", "attentions", "n", "d"),
    [
        ("dopri8", 1e-10, [drawn(s, 2, mask=tkf.causal, masses=range(1, 8)) for s in (0, 1)], 7, 2),
        ("heun", 1e-4, [drawn(2, 5, mask=tkf.window(3))], 6, 5),
    ],
)
def test_native_and_compiled_steps_agree(method, tol, attentions, n, d):
    x0, members = starts(6, n, d), family(6, *attentions)
    theirs, expected = followed(Compiled(), members, method, x0, tol, width=4)
    ours, outcome = followed(Native(), members, method, x0, tol)
    # Rounding may make the last step of a run two, or two one.
    assert outcome.cost["steps_accepted"] == pytest.approx(expected.cost["steps_accepted"], abs=1)
    assert outcome.cost["steps_rejected"] == expected.cost["steps_rejected"]
    assert np.abs(ours - theirs).max() < 1e-9
    assert np.abs(outcome.x - expected.x).max() < 1e-9
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


DIFFRAX = {
    "midpoint": dfx.Midpoint, "heun": dfx.Heun, "ralston": dfx.Ralston, "bosh3": dfx.Bosh3,
    "tsit5": dfx.Tsit5, "dopri5": dfx.Dopri5, "dopri8": dfx.Dopri8,
}  # fmt: skip


@pytest.mark.parametrize("method", DIFFRAX)
def test_tables_and_orders_are_those_of_diffrax(method):
    solver, table = DIFFRAX[method](), tables(method)
    known = solver.tableau
    stages = known.num_stages
    for ours, theirs in ((table.b, known.b_sol), (table.e, known.b_error)):
        np.testing.assert_array_equal(ours, np.pad(theirs, (0, table.stages - stages)))
    np.testing.assert_array_equal(table.c[1:stages], known.c)
    for i, row in enumerate(known.a_lower, start=1):
        np.testing.assert_array_equal(table.a[i], np.pad(row, (0, table.stages - len(row))))
    assert ERROR_ORDERS[method] == solver.error_order(dfx.ODETerm(lambda t, x, args: x))


def test_steps_grow_and_shrink_as_those_of_diffrax():
    known = dfx.PIDController(rtol=0.0, atol=0.0)
    assert (known.safety, known.factormin, known.factormax) == (SAFETY, SHORTEST, LONGEST)
    assert set(METHODS) == {"euler", *DIFFRAX}


@pytest.mark.parametrize("method", sorted(set(METHODS) - {"euler", *CURVES}))
def test_tables_hold_the_curve_of_diffrax(method):
    stages = DIFFRAX[method].tableau.num_stages
    w = tables(method).w
    rows = np.random.default_rng(0).normal(size=(2 + stages, 3))
    s = np.array([0.0, 0.123, 0.5, 0.987, 1.0])

    @jax.jit
    def curve(rows, s):
        ends = {"t0": 0.0, "t1": 1.0, "y0": rows[0], "y1": rows[1], "k": rows[2:]}
        return jax.vmap(DIFFRAX[method].interpolation_cls(**ends).evaluate)(s)

    theirs = np.asarray(curve(rows, s))
    ours = (s[:, None] - 0.5) ** np.arange(len(w)) @ w[:, : 2 + stages] @ rows
    assert np.abs(ours - theirs).max() < 1e-12
    assert not w[:, 2 + stages :].any()


@needs_kernels
def test_a_native_run_depends_on_no_other_and_on_no_pause(monkeypatch):
    members, x0 = family(5, drawn(4, 3), drawn(5, 3)), starts(5, 8, 3)
    together, outcome = followed(Native(), members, "tsit5", x0, 1e-6)
    monkeypatch.setattr(native_engine, "PAGE", 2 * len(TIMES) * x0[0].size)
    one_step_per_window(monkeypatch)
    apart, same = followed(Native(), members, "tsit5", x0, 1e-6)
    assert same.cost == outcome.cost
    assert np.array_equal(together, apart)


@pytest.mark.slow
def test_a_batch_of_one_is_a_run_of_a_batch():
    members, x0 = family(3, drawn(4, 3), drawn(5, 3)), starts(3, 8, 3)
    together, _ = followed(Compiled(), members, "tsit5", x0, 1e-9)
    for run in range(3):
        alone, _ = followed(Compiled(), members.some(np.array([run])), "tsit5", x0[[run]], 1e-9)
        np.testing.assert_allclose(alone[0], together[run], rtol=0, atol=1e-8)


@pytest.mark.parametrize("engine", [Native, Compiled])
def test_progress_and_saved_values_come_window_by_window(engine, monkeypatch):
    if engine is Native and not native.available():
        pytest.skip("no native kernels here")
    one_step_per_window(monkeypatch)
    saved, reached, (x0,) = [], [], starts(1, 9, 3)
    problem = Problem(
        family(1, tkf.SelfAttention(beta=9.0)), x0[None], TIMES, Stepping("tsit5", 1e-6)
    )
    outcome = follow(
        problem, lambda runs, index, x: saved.append((index, x)), [engine()],
        progress=reached.append,
    )  # fmt: skip
    assert np.array_equal(np.concatenate([index for index, _ in saved]), np.arange(len(TIMES)))
    assert np.array_equal(saved[0][1][0], x0)
    assert np.array_equal(saved[-1][1][-1], outcome.x[0])
    assert len(reached) >= outcome.cost["steps_accepted"]
    assert reached == sorted(reached)


class Jumping(tkf.VectorField):
    """dx/dt = 1 until t = 1, then 2; a run that starts above 15 blows up after that."""

    after: bool = False

    def __call__(self, t, x):
        grown = jax.numpy.where(x > 15, x * x, 2.0)
        return grown if self.after else jax.numpy.ones_like(x)

    def breaks(self, start, end):
        return (1.0,) if start < 1.0 < end else ()

    def during(self, t):
        return Jumping(t > 1.0)


@pytest.mark.slow
def test_a_field_that_jumps_is_followed_in_stretches_and_a_failing_run_leaves_the_others():
    x0, times = np.array([[[0.0]], [[20.0]], [[5.0]]]), np.array([0.0, 0.5, 1.0, 1.5, 3.0])
    paths, failed = Paths(3, len(times), (1, 1)), {}
    problem = Problem(Family.of(Jumping(), 3), x0, times, Stepping("tsit5", 1e-8))
    outcome = follow(problem, paths, on_failure=failed.__setitem__)
    expected = np.array([0.0, 0.5, 1.0, 2.0, 5.0])
    shifted = np.stack([expected, expected + 5.0])
    np.testing.assert_allclose(paths.x[[0, 2], :, 0, 0], shifted, rtol=0, atol=1e-12)
    np.testing.assert_allclose(paths.x[1, :3, 0, 0], 20.0 + expected[:3])
    assert np.isnan(paths.x[1, 3:]).all()
    assert list(failed) == [1]
    assert isinstance(failed[1], tkf.SolveError)
    assert 1.0 < failed[1].time < 1.1  # x' = x^2 from 21 is infinite after 1 / 21
    assert failed[1].x.shape == (1, 1)
    np.testing.assert_allclose(outcome.x[[0, 2], 0, 0], [5.0, 10.0])


@pytest.mark.slow
def test_a_break_that_was_not_asked_for_is_not_saved():
    path = tkf.solve(Jumping(), [[0.0]], [0.0, 0.25, 2.0])
    np.testing.assert_allclose(path.x.data[:, 0, 0], [0.0, 0.25, 3.0], rtol=0, atol=1e-12)
    exact = tkf.solve(Jumping(), [[0.0]], [0.0, 0.25, 2.0], method="heun", step=0.3)
    np.testing.assert_allclose(exact.x.data[:, 0, 0], [0.0, 0.25, 3.0], rtol=0, atol=1e-12)


@pytest.mark.parametrize("method", ["layers", "no-residual", "tsit5"])
def test_equal_steps_of_a_batch_are_those_of_its_runs(method):
    flow, x0, times = tkf.Flow(drawn(1, 3, mask="causal")), starts(5, 6, 3), [0.0, 1.0, 3.0]
    how = {"method": method, "step": 0.5 if method == "tsit5" else 1.0}
    together = tkf.solve(flow, x0, times, **how).x.data
    apart = np.stack([tkf.solve(flow, x, times, **how).x.data for x in x0])
    np.testing.assert_allclose(together, apart, rtol=0, atol=1e-13)


def test_groups_of_equal_steps_fill_up_and_keep_their_order():
    members, x0 = Family.of(tkf.Flow(drawn(1, 2)), 5), starts(5, 4, 2)
    times, stepping = np.array([0.0, 1.0, 2.0]), Stepping("tsit5", step=0.25)
    found = []
    for width in (2, 5):
        paths = Paths(5, 3, (4, 2))
        follow(Problem(members, x0, times, stepping, width=width), paths)
        found.append(paths.x)
    np.testing.assert_allclose(*found, rtol=0, atol=1e-14)


@needs_kernels
@pytest.mark.parametrize("name", ["portable", "avx2", "avx512", "neon"])
def test_every_instruction_set_follows_the_same_path(name):
    members, x0 = family(2, drawn(6, 3)), starts(2, 8, 3)
    widest, _ = followed(Native(), members, "tsit5", x0, 1e-8)
    if not native.use(name):
        pytest.skip(f"this machine has no {name}")
    try:
        other, _ = followed(Native(), members, "tsit5", x0, 1e-8)
    finally:
        native.use(None)
    assert np.abs(widest - other).max() < 1e-11


@pytest.mark.parametrize("engine", [Native, Compiled])
def test_a_step_that_vanishes_beside_the_time_is_a_solve_error(engine):
    if engine is Native and not native.available():
        pytest.skip("no native kernels here")
    members, late = family(2, tkf.SelfAttention(beta=1.0)), np.array([1e17, 1e17 + 64])
    failed = {}
    problem = Problem(members, starts(2, 4, 2), late, Stepping("tsit5", 1e-6))
    follow(problem, lambda *saved: None, [engine()], on_failure=failed.__setitem__)
    assert set(failed) == {0, 1}
    assert "tells times apart by 16 only" in str(failed[1])
    assert failed[1].time == 1e17


@needs_kernels
@pytest.mark.parametrize(("n", "d"), [(1, 3), (2, 1), (9, 2), (32, 8)])
def test_close_pairs_are_those_of_the_observable(n, d):
    x = 1e200 * np.random.default_rng(n).normal(size=(50, n, d))
    x[0] = 0.0
    for above in (0.5, 0.999, -0.2):
        found = jax.jit(measuring.close_pairs)(x, above)
        assert np.abs(found - tkf.close_pairs(x, above)).max() < 1e-15


@pytest.mark.parametrize(
    ("attention", "n", "d"),
    [
        (tkf.SelfAttention(beta=1.0, weighting="hardmax"), 4, 2),
        (tkf.SelfAttention(beta=1e10, qk=1e200 * np.eye(2)), 4, 2),
        (tkf.SelfAttention(beta=1.0, kernel="dense"), 4, 2),
        (tkf.SelfAttention(beta=1.0, mask=np.ones((4, 4), bool)), 9000, 2),
        (tkf.SelfAttention(beta=1.0, ov=2 * np.eye(25)), 4, 25),
    ],
)
def test_what_the_kernels_do_not_know_goes_the_other_way(attention, n, d):
    assert not is_known(family(1, attention), n, d)


class Root(tkf.VectorField):
    """dx/dt = sqrt(1 - x): not a number beyond 1, where long first steps would lead."""

    def __call__(self, t, x):
        return jax.numpy.sqrt(1 - x)


def test_a_step_into_nan_is_tried_again_shorter_and_nan_at_the_start_is_told():
    # 1 - x = (1 - t / 2)^2 from x = 0.
    times = np.array([0.0, 1.0, 1.9])
    path = tkf.solve(Root(), [[0.0]], times, tol=1e-8)
    np.testing.assert_allclose(path.x.data[:, 0, 0], 1 - (1 - times / 2) ** 2, rtol=0, atol=1e-6)
    with pytest.raises(tkf.SolveError, match="The velocity must be finite"):
        tkf.solve(Root(), [[2.0]], [0.0, 1.0])


def test_equal_steps_that_overflow_are_told_and_the_others_go_on():
    flow = tkf.Flow(tkf.SelfAttention(1.0, ov=10 * np.eye(2)), tkf.Euclidean())
    with pytest.raises(tkf.SolveError, match="led some to infinity") as caught:
        tkf.solve(flow, [[1.0, 0.0]], [0.0, 100.0, 400.0], method="layers")
    assert caught.value.time == 400.0  # 11^100 = 1e104 is still a number
    paths, failed = Paths(2, 3, (1, 2)), {}
    x0 = np.array([[[1.0, 0.0]], [[0.0, 0.0]]])
    problem = Problem(
        Family.of(flow, 2), x0, np.array([0.0, 100.0, 400.0]), Stepping("layers", step=1.0)
    )
    follow(problem, paths, on_failure=failed.__setitem__)
    assert list(failed) == [0]
    np.testing.assert_array_equal(paths.x[1], np.zeros((3, 1, 2)))


@pytest.mark.parametrize("how", [{}, {"method": "layers"}, {"step": 0.1}, {"coarsen": True},
                                 {"method": "tsit5", "tol": 1e-6}])  # fmt: skip
def test_a_single_time_saves_the_start(how):
    flow = tkf.Flow(tkf.SelfAttention(4.0))
    path = tkf.solve(flow, np.eye(2), [3.0], **how)
    np.testing.assert_array_equal(path.x.data, np.eye(2)[None])


def test_windows_aim_at_a_fraction_of_a_second_and_count_what_was_tried():
    budget = driver.Budget(steady=False)
    budget.spent(3.0, 8, compiled=True)
    assert budget.steps == driver.FIRST_STEPS
    budget.spent(8.0, 8, compiled=False)  # a second per step
    assert budget.steps == 1
    for _ in range(20):
        budget.spent(1e-4, 1, compiled=False)  # short, since a saved time was near
    assert budget.steps == 2000
    assert driver.Budget(steady=True).steps == driver.ALL_STEPS
