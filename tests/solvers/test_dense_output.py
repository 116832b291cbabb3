"""Values between the ends of steps are as accurate as steps: orders, closed forms, engines."""

import importlib.util
import sys
from dataclasses import replace
from pathlib import Path

import equinox as eqx
import numpy as np
import pytest
from scipy.linalg import expm

import tokenflock as tkf
from tokenflock._jax import jax, jnp
from tokenflock.attention import native
from tokenflock.solvers import dense_output, native_call
from tokenflock.solvers.adaptive import Adaptive
from tokenflock.solvers.compiled import Compiled
from tokenflock.solvers.native import Native
from tokenflock.solvers.runge_kutta import METHODS, equal_step, tables

ROOT = Path(__file__).parents[2]
needs_kernels = pytest.mark.skipif(not native.available(), reason="no native kernels here")


def script(path):
    """A script of the repository as a module."""
    spec = importlib.util.spec_from_file_location(Path(path).stem, ROOT / path)
    sys.modules[spec.name] = module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


derivation, benchmark = script("tools/dense_output.py"), script("benchmarks/saved_values.py")

# ------------------------------------------------------------------------------------- the table


def weights(table, s):
    """b(s) (times, stages) of the curve x + sum_i b_i(s) k_i."""
    w = np.vander(s - 0.5, len(table.w), increasing=True) @ table.w
    np.testing.assert_allclose(w[:, 0] + w[:, 1], 1.0, rtol=0, atol=1e-14)
    return w[:, 2:] + w[:, 1:2] * table.b


def test_there_are_as_many_trees_as_known():
    assert [len(derivation.trees(order)) for order in range(1, 9)] == [1, 1, 2, 4, 9, 20, 48, 115]


# The order of every curve: up to there all conditions hold along the step.
CURVES = {"midpoint": 1, "heun": 2, "ralston": 1, "bosh3": 3, "tsit5": 4, "dopri5": 4, "dopri8": 7}


@pytest.mark.parametrize("method", CURVES)
def test_curves_meet_their_order_conditions(method):
    table, s = tables(method), np.linspace(0.0, 1.0, 21)
    conditions = derivation.Conditions.between(1, CURVES[method])
    right = np.array([conditions.right(one) for one in s])
    assert np.abs(weights(table, s) @ conditions.left(table.a).T - right).max() < 1e-13


@pytest.mark.parametrize("method", CURVES)
def test_the_error_of_a_curve_is_below_the_estimate_of_its_step(method):
    # Both in the leading order of the curve, or of the estimate if that comes first.
    table, s = tables(method), np.linspace(0.0, 1.0, 101)
    for order in range(1, 10):
        conditions = derivation.Conditions.between(order, order)
        scale = 1 / np.array([derivation.symmetry(t) for t in conditions.trees])
        left, right = conditions.left(table.a).T, [conditions.right(one) for one in s]
        estimated = np.linalg.norm(table.e @ left * scale)
        error = np.linalg.norm((weights(table, s) @ left - right) * scale, axis=1).max()
        assert error <= max(estimated, 1e-13)
        if estimated > 1e-9:
            return


@pytest.mark.parametrize("method", dense_output.CURVES)
def test_the_curve_joins_its_neighbors(method):
    table, ends = tables(method), np.array([0.0, 1.0])
    slopes = (weights(table, ends + 1e-5) - weights(table, ends - 1e-5)) / 2e-5
    np.testing.assert_allclose(weights(table, ends), [0 * table.b, table.b], rtol=0, atol=1e-11)
    np.testing.assert_allclose(slopes, np.eye(table.stages)[[0, table.end]], rtol=0, atol=1e-7)


@pytest.mark.parametrize("method", dense_output.CURVES)
def test_the_table_is_what_the_script_derives(method):
    found, (a, c, w) = dense_output.CURVES[method], derivation.derived(method)
    np.testing.assert_allclose(found.a, a, rtol=0, atol=1e-9)
    np.testing.assert_allclose(found.c, c, rtol=0, atol=1e-15)
    np.testing.assert_allclose(found.w, w, rtol=0, atol=1e-6)


def test_stages_come_when_they_are_needed():
    found = {name: tables(name) for name in METHODS}
    counts = {name: (table.tried, table.accepted, table.stages) for name, table in found.items()}
    assert counts == {
        "euler": (1, 2, 2), "midpoint": (2, 3, 3), "heun": (2, 3, 3), "ralston": (2, 3, 3),
        "bosh3": (4, 4, 4), "tsit5": (7, 7, 7), "dopri5": (7, 7, 8), "dopri8": (13, 14, 17),
    }  # fmt: skip


# ------------------------------------------------------------------------------ measured orders


def turning():
    """Matrices without symmetry; a rotation in V keeps tokens from contracting."""
    rng = np.random.default_rng(5)
    G, H, qk = rng.normal(size=(3, 3, 3))
    attention = tkf.SelfAttention(1.0, qk, (G - G.T) / 2 + 0.3 * H, mask="causal")
    return tkf.Flow(attention), jnp.asarray(tkf.normalize(rng.normal(size=(5, 3))))


SHARES = np.array([0.11, 0.35, 0.5, 0.62, 0.87])
# Steps short enough for the leading term of the error, long enough to stay above rounding.
LENGTHS = {8: 0.5 ** np.array([2.5, 3.0, 3.5]), 5: 0.5 ** np.arange(3.0, 6.0)}


@eqx.filter_jit
def between(method, flow, x, h):
    """Tokens at SHARES of one step of length h."""
    adaptive = Adaptive(jnp.asarray(1e9), method)
    begun = replace(adaptive.start(flow, jnp.asarray(0.0), x), t_next=h)
    _, arc = adaptive.attempt(flow, h, begun)
    arc = arc.completed(flow, adaptive.table, jnp.asarray(adaptive.table.stages))
    return jax.vmap(lambda t: arc.at(flow, adaptive.table, t))(SHARES * h)


@eqx.filter_jit
def exact(flow, x, h):
    """The same by 32 steps of order eight up to each."""

    def at(t):
        step = lambda k, x: equal_step(flow, tables("dopri8"), k * t / 32, x, t / 32)  # noqa: E731
        return jax.lax.fori_loop(0, 32, step, x)

    return jax.vmap(at)(SHARES * h)


@pytest.mark.parametrize("method", CURVES)
def test_the_error_between_falls_with_the_order_of_the_curve(method):
    (flow, x), order = turning(), CURVES[method] + 1
    lengths = LENGTHS.get(order, 0.5 ** np.arange(4.0, 8.0))
    errors = [
        np.abs(between(method, flow, x, jnp.asarray(h)) - exact(flow, x, jnp.asarray(h))).max()
        for h in lengths
    ]
    slope = np.polyfit(np.log(lengths), np.log(errors), 1)[0]
    assert abs(slope - order) < 0.3


# ---------------------------------------------------------------------------------- closed forms


def exponential(V, n, times, x0):
    """exp(t kron(A, V)) x0 with A the average over a token and those before it."""
    A = np.tril(np.ones((n, n))) / np.arange(1, n + 1)[:, None]
    return np.array([(expm(t * np.kron(A, V)) @ x0.ravel()).reshape(x0.shape) for t in times])


@pytest.mark.parametrize("tol", [1e-6, 1e-8, 1e-10, 1e-12])
@pytest.mark.parametrize("symmetric", [True, False])
def test_averages_of_the_past_follow_their_exponential(symmetric, tol):
    # Ends of steps alone: 2 tol.  With the curve of diffrax 68 tol at 1e-8, 1300 at 1e-12.
    rng = np.random.default_rng(0)
    x0, V = rng.normal(size=(8, 2)), np.eye(2) if symmetric else rng.normal(size=(2, 2))
    times = np.linspace(0.0, 3.0, 51)
    flow = tkf.Flow(tkf.SelfAttention(0.0, ov=V, mask="causal"), tkf.Euclidean())
    x = tkf.solve(flow, x0, times, tol=tol, method="dopri8").x.data
    assert benchmark.in_units(x, exponential(V, 8, times, x0), tol) < 5


@pytest.mark.parametrize(
    ("method", "tol"),
    [("midpoint", 1e-6), ("heun", 1e-6), ("ralston", 1e-6), ("bosh3", 1e-8), ("tsit5", 1e-10),
     ("dopri5", 1e-10)],
)  # fmt: skip
def test_other_methods_are_as_accurate_between_as_at_ends(method, tol):
    # Errors grow with the tokens: none exceeds that at the last end of a step.
    x0, V = np.random.default_rng(0).normal(size=(2, 8, 2)) * [[[1.0]], [[0.5]]]
    times = np.linspace(0.0, 3.0, 51)
    flow = tkf.Flow(tkf.SelfAttention(0.0, ov=V[:2], mask="causal"), tkf.Euclidean())
    x = tkf.solve(flow, x0, times, tol=tol, method=method).x.data
    expected = exponential(V[:2], 8, times, x0)
    error, at_end = (benchmark.in_units(x[k:], expected[k:], tol) for k in (0, -1))
    assert error < 2 * max(1.0, at_end)


# -------------------------------------------------------------------------------- random systems


# Four spaces, three masks; and a field that changes with time more than with x.
@pytest.mark.slow
@pytest.mark.parametrize(
    ("seed", "method"),
    [(2, "dopri8"), (8, "dopri8"), (39, "dopri5")],
)
def test_errors_between_are_of_the_size_of_the_tolerance(seed, method):
    system = benchmark.random_system(seed)
    if isinstance(system.engine, Native) and not native.available():
        pytest.skip("no native kernels here")
    for tol in (1e-8, 1e-12):
        inside, ends, _ = benchmark.measured(system.at(tol, method), tol)
        assert ends < 5
        assert inside < 3


# --------------------------------------------------------------------------------- the two engines


def on_the_sphere(n=9):
    rng = np.random.default_rng(3)
    M, V = rng.normal(size=(2, 3, 3))
    flow = tkf.Flow(tkf.SelfAttention(3.0, M, V, mask="causal"))
    x0 = tkf.normalize(rng.normal(size=(n, 3)))
    return benchmark.system("sphere", flow, x0, 1.5, "dopri8", Native()).at(1e-10)


@needs_kernels
def test_both_engines_save_the_same_between_steps():
    ours = on_the_sphere()
    times = benchmark.between(ours.ends(), np.random.default_rng(1))
    theirs = replace(ours, engine=Compiled()).path(times)
    np.testing.assert_allclose(ours.path(times), theirs, rtol=0, atol=1e-12)
    assert np.abs(np.linalg.norm(theirs, axis=-1) - 1).max() < 1e-14


def outcome(system, times):
    problem = replace(system.problem, times=times)
    return benchmark.driver.follow(problem, lambda *_: None, [system.engine])


@pytest.mark.parametrize("engine", [Native, Compiled])
def test_stages_between_are_evaluated_where_something_is_due_and_change_no_step(engine):
    if engine is Native and not native.available():
        pytest.skip("no native kernels here")
    system = replace(on_the_sphere(), engine=engine())
    ends = system.ends()
    inside = ends[[3, 3, 6]] + np.array([0.2, 0.7, 0.5]) * np.diff(ends)[[3, 3, 6]]  # two steps
    plain = outcome(system, ends[[0, -1]])
    some = outcome(system, np.array([ends[0], *inside, ends[-1]]))
    steps = len(ends) - 1
    assert plain.cost["steps_accepted"] == some.cost["steps_accepted"] == steps
    assert plain.cost["evaluations"] == 13 * steps + 12 * plain.cost["steps_rejected"]
    assert some.cost["evaluations"] == plain.cost["evaluations"] + 2 * 3
    np.testing.assert_array_equal(plain.x, some.x)


CALLS = []


class Pendulum(tkf.VectorField):
    """x'' = -sin(x), which notes how often it is evaluated."""

    def __call__(self, t, x):
        jax.debug.callback(lambda: CALLS.append(1))
        return jnp.stack([x[:, 1], -jnp.sin(x[:, 0])], axis=1)


def test_compiled_steps_evaluate_no_more_than_they_say():
    def calls(times):
        CALLS.clear()
        path = tkf.solve(Pendulum(), np.array([[1.0, 0.0]]), times, tol=1e-10)
        jax.effects_barrier()
        return len(CALLS) - path.attrs["evaluations"]

    assert calls([0.0, 9.0]) == calls([0.0, 8.0, 9.0]) == calls(np.linspace(0.0, 9.0, 40)) <= 4


@needs_kernels
def test_in_equal_steps_the_future_moves_no_value_between():
    (flow,), h = on_the_sphere(60).problem.family.fields, 0.05
    law = native_call.Law(
        beta=np.full(1, 3.0), qk=np.asarray(flow.attention.qk)[None],
        ov=np.asarray(flow.attention.ov)[None],
    )  # fmt: skip
    control = native_call.Control(order=8.0, tol=1.0, safety=0.9, factor_min=0.2, factor_max=10.0)

    def values(x):
        how = {
            "kind": native_call.Kind(mask="causal"),
            "tables": tables("dopri8"),
            "control": control,
        }
        state = native_call.State.at(x, 0.0)
        begun, _ = native_call.advance(state, law, times=np.zeros(1), steps=0, **how)
        begun = replace(begun, t_next=np.full(1, h), saved=np.zeros(1, int))
        times = np.append(h * SHARES, 1.0)
        after, found = native_call.advance(begun, law, times=times, steps=1, **how)
        assert (after.t, after.between) == (h, 1)
        return found[0, : len(SHARES)]

    x = on_the_sphere(60).problem.x0
    np.testing.assert_array_equal(values(x)[:, :20], values(x[:, :20]))
