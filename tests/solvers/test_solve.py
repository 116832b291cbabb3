"""Paths against closed forms, orders of convergence, tolerances and invariants."""

import conftest
import numpy as np
import pytest

import tokenflock as tkf
from tokenflock import theory
from tokenflock._jax import jax
from tokenflock.attention import native
from tokenflock.numerics.random_streams import generator
from tokenflock.solvers.equal_steps import Steps, _taken
from tokenflock.solvers.runge_kutta import METHODS
from tokenflock.spec import vocabulary


def uniform(seed, n, d):
    return tkf.normalize(generator(seed, 0).standard_normal((n, d)))


def pair(u):
    return np.array([[1.0, 0.0], [u, np.sqrt(1 - u * u)]])


@pytest.mark.parametrize("mask", ["full", "causal"])
@pytest.mark.parametrize("beta", [0.0, 1.0, 4.0, 9.0])
@pytest.mark.parametrize("u0", [-0.6, 0.0, 0.7])
def test_two_tokens_follow_the_exponential_integral(beta, mask, u0):
    times = np.linspace(0.0, 8.0, 17)
    flow = tkf.Flow(tkf.SelfAttention(beta, mask=mask))
    path = tkf.solve(flow, pair(u0), times, tol=1e-10)
    u = (path.x[:, 0] * path.x[:, 1]).sum("coord")
    expected = theory.two_tokens(times, beta=beta, u0=u0, causal=mask == "causal")
    assert np.abs(u.data - expected).max() < 1e-8


@pytest.mark.parametrize("beta", [0.0, 1.0, 4.0])
@pytest.mark.parametrize("n", [3, 16])
def test_orthogonal_tokens_stay_equiangular(n, beta):
    times = np.linspace(0.0, 6.0, 31)
    path = tkf.solve(tkf.Flow(tkf.SelfAttention(beta)), np.eye(n), times, tol=1e-10)
    expected = theory.equiangular(times, n=n, beta=beta)
    assert np.abs(tkf.alignment(path.x).data - expected).max() < 1e-8
    assert tkf.spread(path.x).data.max() < 1e-10


@pytest.mark.parametrize("d", [2, 5])
def test_the_first_causal_token_follows_its_exponential(d):
    rng = np.random.default_rng(d)
    V, qk, x0 = rng.normal(size=(d, d)), rng.normal(size=(d, d)), uniform(d, 4, d)
    times = np.linspace(0.0, 5.0, 21)
    flow = tkf.Flow(tkf.SelfAttention(3.0, qk, V, mask="causal"))
    path = tkf.solve(flow, x0, times, tol=1e-10)
    assert np.abs(path.x.data[:, 0] - theory.first_token(times, V, x0[0])).max() < 1e-8


# Steps short enough for the leading term of the error, long enough to stay above rounding.
ORDERS = {
    "euler": (1, [128, 256, 512]),
    "midpoint": (2, [128, 256, 512]),
    "heun": (2, [128, 256, 512]),
    "ralston": (2, [128, 256, 512]),
    "bosh3": (3, [64, 128, 256]),
    "tsit5": (5, [64, 128, 256]),
    "dopri5": (5, [32, 64, 128]),
    "dopri8": (8, [4, 8, 12]),
}


def test_every_method_is_measured():
    layers = {"layers", "no-residual", "nesterov", "nesterov:MU"}
    assert set(ORDERS) == set(METHODS) == set(vocabulary.METHODS) - layers - {"auto"}


@pytest.mark.parametrize("method", ORDERS)
def test_each_method_has_its_order(method):
    order, counts = ORDERS[method]
    assert abs(measured_order(*(quiet if order == 8 else turning)(), method, counts) - order) < 0.15


def turning():
    """A rotation in V keeps errors from being contracted away together with the tokens."""
    G, H, qk = np.random.default_rng(5).normal(size=(3, 3, 3))
    V = 2 * (G - G.T) + 0.3 * H
    return tkf.Flow(tkf.SelfAttention(1.0, qk, V, mask="causal")), uniform(5, 5, 3)


def quiet():
    """A slower field, in which the error of a method of order eight stays above rounding."""
    _, V, qk = np.random.default_rng(2).normal(size=(3, 3, 3))
    return tkf.Flow(tkf.SelfAttention(1.0, qk, V, mask="causal")), uniform(2, 5, 3)


def measured_order(flow, x0, method, counts):
    """Slope of log error against log step, for matrices without symmetry."""
    t_end = 2.0
    exact = tkf.solve(flow, x0, [0.0, t_end], tol=1e-14).x.data[-1]
    ends = [tkf.solve(flow, x0, [0.0, t_end], method=method, step=t_end / n) for n in counts]
    errors = [np.abs(end.x.data[-1] - exact).max() for end in ends]
    return -np.polyfit(np.log(counts), np.log(errors), 1)[0]


@pytest.mark.parametrize("mask", ["full", "causal"])
def test_the_error_follows_the_tolerance(mask):
    # Single runs exceed the bound: tokens near a separatrix (see test_sensitivity).
    flow = tkf.Flow(tkf.SelfAttention(16.0, mask=mask))
    x0 = np.stack([uniform(seed, 64, 2) for seed in range(20)])
    times = np.linspace(0.0, 20.0, 41)
    exact = tkf.solve(flow, x0, times, tol=1e-13).x.data
    medians = []
    for tol in (1e-6, 1e-8, 1e-10):
        error = np.linalg.norm(tkf.solve(flow, x0, times, tol=tol).x.data - exact, axis=-1)
        medians.append(np.median(error.max(axis=(1, 2))))
        assert medians[-1] <= 20 * tol
    assert medians[0] / medians[-1] >= 1e3


@pytest.mark.parametrize("method", ["auto", "bosh3"])
def test_saved_tokens_lie_on_the_sphere(method):
    times = np.linspace(0.0, 12.3, 200)
    path = tkf.solve(tkf.Flow(tkf.SelfAttention(9.0)), uniform(0, 20, 3), times, method=method)
    assert np.abs(np.linalg.norm(path.x, axis=-1) - 1).max() <= 1e-14


@pytest.mark.parametrize("beta", [0.0, 4.0, 64.0, 1000.0])
def test_energy_never_falls(beta):
    times = np.linspace(0.0, 10.0, 201)
    path = tkf.solve(tkf.Flow(tkf.SelfAttention(beta)), uniform(1, 40, 2), times, tol=1e-10)
    energy = tkf.normalized_energy(path.x).data
    assert (np.diff(energy) >= -1e-13 * energy[1:]).all()


def test_the_future_hardly_moves_the_past():
    x0, times, tol = uniform(2, 60, 2), np.linspace(0.0, 20.0, 41), 1e-9
    flow = tkf.Flow(tkf.SelfAttention(16.0, mask="causal"))
    many, few = (tkf.solve(flow, x0[:n], times, tol=tol).x.data[:, :25] for n in (60, 25))
    assert np.abs(many - few).max() <= 100 * tol


# As users compile: the suite's programs (conftest.FAST) round some tokens of a vector otherwise.
OPTIMIZED = {"xla_backend_optimization_level": 3}
if any("fusion_emitters" in flag for flag in conftest.FAST):
    OPTIMIZED["xla_cpu_use_fusion_emitters"] = True


@pytest.mark.slow
@pytest.mark.skipif(not native.available(), reason="XLA adds sums of other lengths otherwise")
@pytest.mark.parametrize("method", ["tsit5", "layers"])
def test_by_equal_steps_the_future_never_moves_the_past(method):
    flow, x0 = tkf.Flow(tkf.SelfAttention(16.0, mask="causal")), uniform(2, 60, 2)

    def end(x):
        steps = Steps(*map(jax.numpy.asarray, (0.0, 0.1, 200, 0)))
        return _taken(method, flow, None, x[None], None, steps)[0]

    end = jax.jit(end, compiler_options=OPTIMIZED)
    many, few = (np.asarray(end(x0[:n]))[:25] for n in (60, 25))
    np.testing.assert_array_equal(many, few)


def test_runs_have_steps_of_their_own():
    x0 = np.stack([uniform(seed, 12, 2) for seed in range(3)])
    flow, times = tkf.Flow(tkf.SelfAttention(9.0)), np.linspace(0.0, 10.0, 11)
    together = tkf.solve(flow, x0, times, tol=1e-9)
    assert together.x.dims == ("run", "time", "token", "coord")
    alone = [tkf.solve(flow, x, times, tol=1e-9).x.data for x in x0]
    # The kernels choose steps by estimates that round otherwise: equal within the tolerance.
    np.testing.assert_allclose(together.x.data, np.stack(alone), rtol=0, atol=1e-8)


def test_more_output_times_than_a_window_holds():
    times = np.linspace(0.0, 3.0, 1001)
    path = tkf.solve(tkf.Flow(tkf.SelfAttention(0.0)), np.eye(2), times, tol=1e-10)
    u = (path.x[:, 0] * path.x[:, 1]).sum("coord").data
    np.testing.assert_allclose(u, np.tanh(times), rtol=0, atol=1e-9)


def test_logarithmic_times_and_a_late_start():
    flow = tkf.Flow(tkf.SelfAttention(0.0))
    times = np.geomspace(1e-3, 20.0, 50)
    path = tkf.solve(flow, np.eye(2), times, tol=1e-10)
    u = (path.x[:, 0] * path.x[:, 1]).sum("coord").data
    np.testing.assert_allclose(u, np.tanh(times - times[0]), rtol=0, atol=1e-9)


def test_layers_are_the_papers_scheme():
    x0, step = uniform(5, 7, 3), 0.1
    V = np.random.default_rng(0).normal(size=(3, 3))
    x = x0
    for _ in range(10):
        w = np.tril(np.exp(4.0 * x @ x.T))
        x = tkf.normalize(x + step * (w / w.sum(axis=1, keepdims=True)) @ x @ V.T)
    flow = tkf.Flow(tkf.SelfAttention(4.0, ov=V, mask="causal"))
    path = tkf.solve(flow, x0, [0.0, 0.5, 1.0], method="layers", step=step)
    np.testing.assert_allclose(path.x.data[-1], x, rtol=0, atol=1e-13)
    assert path.attrs["layers"] == 10


def test_euclidean_tokens_of_the_line():
    # A pair (-u, u) on a line that V keeps, with QK = 1, obeys du/dt = u tanh(u^2).
    from scipy.integrate import solve_ivp

    times, line = np.linspace(0.0, 2.0, 11), np.array([1.0, 0.0])
    flow = tkf.Flow(tkf.SelfAttention(1.0, ov=np.diag([1.0, 3.0])), tkf.Euclidean())
    x = tkf.solve(flow, [-0.8 * line, 0.8 * line], times, tol=1e-11).x.data
    exact = solve_ivp(
        lambda t, u: u * np.tanh(u * u), (0, 2), [0.8], t_eval=times, rtol=1e-12, atol=1e-13
    )
    np.testing.assert_allclose(x[:, 1], exact.y[0][:, None] * line, rtol=1e-9)
    np.testing.assert_allclose(x[:, 0], -x[:, 1], rtol=1e-12)


@pytest.mark.parametrize(("n", "d"), [(1, 1), (1, 2), (2, 1)])
def test_the_smallest_systems(n, d):
    path = tkf.solve(tkf.Flow(tkf.SelfAttention(1e6)), uniform(0, n, d), [0.0, 1.0])
    assert np.isfinite(path.x).all()


def test_equal_and_opposite_tokens_stay():
    x0 = np.array([[1.0, 0.0], [1.0, 0.0], [-1.0, 0.0]])
    path = tkf.solve(tkf.Flow(tkf.SelfAttention(4.0)), x0, [0.0, 5.0])
    np.testing.assert_array_equal(path.x.data[-1], x0)


def test_the_result_says_how_it_was_made():
    path = tkf.solve(tkf.Flow(tkf.SelfAttention(2.0)), np.eye(3), [0.0, 1.0], tol=1e-7)
    assert path.attrs["method"] == "tsit5"
    assert path.attrs["tol"] == 1e-7
    assert path.attrs["evaluations"] >= 6 * path.attrs["steps_accepted"] > 0
    assert all(isinstance(v, str | int | float) for v in path.attrs.values())
    assert path.x.attrs == {
        "beta": 2.0, "space": "sphere", "metric": "angle", "space_title": ""
    }  # fmt: skip


class StopHereError(Exception):
    pass


@pytest.mark.parametrize("how", [{}, {"step": 1e-3}])
def test_progress_is_told_and_can_stop_the_solve(how):
    told = []

    def progress(t):
        told.append(t)
        if len(told) == 2:
            raise StopHereError

    with pytest.raises(StopHereError):
        tkf.solve(*turning(), [0.0, 1e7], method="tsit5", progress=progress, **how)
    assert 0 < told[0] < told[1] < 1e7


FLOW = tkf.Flow(tkf.SelfAttention(1.0))
OFF = np.eye(2) * [[1.0], [3.0]]


@pytest.mark.parametrize(
    ("call", "said"),
    [
        (lambda: tkf.solve(FLOW, OFF, [0, 1]), "1 of 2 tokens does not: token 1 has norm 3"),
        (lambda: tkf.solve(FLOW, [[np.nan, 0.0]], [0, 1]), "entry (0, 0) is nan"),
        (lambda: tkf.solve(FLOW, [[np.inf, 0.0]], [0, 1]), "`x0` must be finite"),
        (lambda: tkf.solve(FLOW, np.ones(3), [0, 1]), "shape (n, d) or (runs, n, d)"),
        (lambda: tkf.solve(FLOW, np.ones((0, 2)), [0, 1]), "shape (n, d)"),
        (lambda: tkf.solve(FLOW, [["a"]], [0, 1]), "real numbers"),
        (lambda: tkf.solve(FLOW, np.eye(2) * 1j, [0, 1]), "real numbers"),
        (lambda: tkf.solve(FLOW, [[1, 0], [1]], [0, 1]), "real numbers"),
        (lambda: tkf.solve(FLOW, np.eye(2), [0, 2, 1]), "times[2]=1 follows times[1]=2"),
        (lambda: tkf.solve(FLOW, np.eye(2), [0, 0]), "must increase"),
        (lambda: tkf.solve(FLOW, np.eye(2), [0, np.nan]), "finite"),
        (lambda: tkf.solve(FLOW, np.eye(2), []), "non-empty"),
        (lambda: tkf.solve(FLOW, np.eye(2), "soon"), "real numbers"),
        (lambda: tkf.solve(FLOW, np.eye(2), [0, 1], tol=1e-20), "what float64 can hold"),
        (lambda: tkf.solve(FLOW, np.eye(2), [0, 1], tol=np.nan), "`tol` must lie"),
        (lambda: tkf.solve(FLOW, np.eye(2), [0, 1], method="tist5"), "Did you mean 'tsit5'?"),
        (lambda: tkf.solve(FLOW, np.eye(2), [0, 1], method="euler"), "needs a `step`"),
        (lambda: tkf.solve(FLOW, np.eye(2), [0, 1], step=0.0), "`step` must be positive"),
        (lambda: tkf.solve(FLOW, np.eye(2), [0, 1], method="layers", step=0.3), "whole number"),
        (
            lambda: tkf.solve(tkf.Flow(tkf.SelfAttention(1.0, np.eye(3) * 2)), np.eye(2), [0, 1]),
            "act on R^3, but the tokens of `x0` have d=2",
        ),
        (
            lambda: tkf.solve(
                tkf.Flow(tkf.SelfAttention(1.0, mask=np.eye(3, dtype=bool))), np.eye(2), [0, 1]
            ),
            "`mask` must have shape (2, 2)",
        ),
        (
            lambda: tkf.solve(
                tkf.Flow(tkf.SelfAttention(1.0, np.ones((2, 2, 2))), tkf.Rescaled()),
                np.eye(2), [0, 1],
            ),
            "needs one head",
        ),
    ],
)  # fmt: skip
def test_bad_input_is_one_sentence(call, said):
    with pytest.raises(tkf.InputError) as caught:
        call()
    assert said in str(caught.value)


def test_a_tolerance_that_cannot_be_met_is_refused():
    # At |x| ~ 1e8 rounding alone exceeds the tolerance, however short the step.
    flow = tkf.Flow(tkf.SelfAttention(1.0, ov=-np.eye(2) * 1e9), tkf.Euclidean())
    with pytest.raises(tkf.SolveError, match="cannot be met") as caught:
        tkf.solve(flow, np.array([[1e8, 0.0], [1.0, 0.0]]), [1e9, 2e9], tol=1e-14)
    assert caught.value.time >= 1e9
    assert caught.value.x.shape == (2, 2)


def test_tokens_that_grow_beyond_floating_point_are_told_with_time_and_place():
    flow = tkf.Flow(tkf.SelfAttention(1.0, ov=3 * np.eye(2)), tkf.Euclidean())
    with pytest.raises(tkf.SolveError, match="beyond floating point") as caught:
        tkf.solve(flow, np.eye(2), [0, 1e4])
    assert 230 < caught.value.time < 237  # e^{3 t} = 1e304
    assert np.abs(caught.value.x).max() > 1e150


def test_a_solve_error_survives_a_pickle():
    import pickle

    error = pickle.loads(pickle.dumps(tkf.SolveError("stuck", time=2.0, x=np.eye(2))))
    assert (str(error), error.time) == ("stuck", 2.0)
    np.testing.assert_array_equal(error.x, np.eye(2))
