"""Native steps of balanced weights: the loops, potentials, XLA."""

import numpy as np
import pytest
from support import reference

import tokenflock as tkf
from tokenflock.attention import native
from tokenflock.solvers import driver, native_law
from tokenflock.solvers.compiled import Compiled
from tokenflock.solvers.driver import follow
from tokenflock.solvers.equal_steps import EqualSteps
from tokenflock.solvers.family import Family
from tokenflock.solvers.methods import Stepping
from tokenflock.solvers.native import Native
from tokenflock.solvers.problem import Problem
from tokenflock.solvers.sinks import Paths
from tokenflock.spaces import Euclidean, Sphere

pytestmark = pytest.mark.skipif(not native.available(), reason="no native kernels here")


def followed(engine, flows, x0, times, stepping):
    """The paths of runs, one for each flow."""
    problem = Problem(Family(flows, np.arange(len(flows))), x0, np.asarray(times), stepping)
    assert engine.serves(problem)
    paths = Paths(len(x0), len(times), x0.shape[1:])
    follow(problem, paths, [engine])
    return paths.x


def stepped(flow, x, method, t=0.0, step=1.0):
    """Tokens after one native step that begins at time t."""
    engine, stepping = EqualSteps(), Stepping(method, step=step)
    times = np.array([t, t + step])
    assert engine.start(Problem(Family.of(flow, 1), x[None], times, stepping)).grid.is_native
    return followed(engine, [flow], x[None], times, stepping)[0, 1]


def velocity(flow, x, t=0.0):
    """The velocity at time t in R^d, from one step of Euler's method."""
    return stepped(flow, x, "euler", t) - x


def ring(n):
    """A mask all of whose entries lie on permutations: oneself, two ahead and one behind."""
    apart = (np.arange(n) - np.arange(n)[:, None]) % n
    return (apart <= 2) | (apart == n - 1)


def sees(mask):
    return lambda i, j: bool(mask[i, j])


def drawn(seed, d, heads):
    """Random M and V of some heads, neither symmetric."""
    return np.random.default_rng(seed).normal(size=(2, heads, d, d)) / np.sqrt(d)


def pairs(M, V):
    return list(zip(M.tolist(), V.tolist(), strict=True))


def test_a_matrix_on_the_line_is_no_rotary_position():
    x, attention = np.array([[0.0], [1.0], [2.0]]), tkf.SelfAttention(0.5, qk=[[2.0]], ov=[[3.0]])
    system = (0.5, [([[2.0]], [[3.0]])], reference.sees_full)
    expected = [reference.average(x.tolist(), i, *system) for i in range(3)]
    np.testing.assert_allclose(velocity(tkf.Flow(attention, Euclidean()), x), expected, atol=1e-14)


# ------------------------------------------------------------------------ doubly stochastic weights


def weights_of(logits, beta, mask="full", masses=None):
    """The native weights of the logits beta * logits: the averages of the tokens e_1 .. e_n."""
    n = len(logits)
    attention = tkf.SelfAttention(beta, logits, mask=mask, masses=masses, weighting="sinkhorn")
    return stepped(tkf.Flow(attention, Euclidean()), np.eye(n), "no-residual")


@pytest.mark.parametrize("n", [1, 2, 3, 8, 17, 24])
@pytest.mark.parametrize("beta", [0.0, 1.0, 7.0, 50.0])
@pytest.mark.parametrize("masked", [False, True])
def test_rows_and_columns_sum_to_one_and_weights_are_scaled_exponentials(n, beta, masked):
    rng = np.random.default_rng(n)
    logits, m = rng.normal(size=(n, n)), rng.uniform(0.2, 3.0, n)
    mask = ring(n) if masked else np.ones((n, n), bool)
    w = weights_of(logits, beta, mask if masked else "full", m)
    np.testing.assert_allclose(w.sum(axis=1), 1.0, atol=1e-12)
    np.testing.assert_allclose(m @ w / m, 1.0, atol=1e-12)
    assert not w[~mask].any()
    # log w_ij - l_ij - log m_j = f_i + g_j: those that rows and columns fit best leave nothing.
    large = w > 1e-200
    i, j = np.nonzero(large)
    left = np.log(w[large]) - (beta * logits + np.log(m))[large]
    potentials = np.zeros((len(i), 2 * n))
    potentials[np.arange(len(i)), i] = potentials[np.arange(len(i)), n + j] = 1.0
    best = np.linalg.lstsq(potentials, left, rcond=None)[0]
    np.testing.assert_allclose(potentials @ best, left, atol=1e-11)


@pytest.mark.parametrize(("n", "d", "heads", "masked"), [
    (1, 1, 1, False), (2, 3, 1, False), (9, 1, 1, True), (13, 4, 2, False), (10, 2, 3, True),
])  # fmt: skip
def test_balanced_averages_are_those_of_the_loops(n, d, heads, masked):
    rng = np.random.default_rng(d)
    M, V = drawn(n, d, heads)
    x, m = tkf.normalize(rng.normal(size=(n, d))), rng.uniform(0.5, 2.0, n)
    mask = ring(n) if masked else np.ones((n, n), bool)
    options = {"mask": mask if masked else "full", "masses": m, "weighting": "sinkhorn"}
    system = (1.5, pairs(M, V), sees(mask), reference.sinkhorn, m.tolist())
    attention = tkf.SelfAttention(1.5, M, V, **options)
    averages = [reference.average(x.tolist(), i, *system) for i in range(n)]
    found = velocity(tkf.Flow(attention, Euclidean()), x)
    np.testing.assert_allclose(found, averages, atol=1e-12)
    layer = stepped(tkf.Flow(attention, Sphere()), x, "layers", step=0.3)
    np.testing.assert_allclose(layer, tkf.normalize(x + 0.3 * np.array(averages)), atol=1e-12)


def test_factored_matrices_give_the_balanced_averages_of_their_products():
    rng = np.random.default_rng(5)
    Q, K, W_V = rng.normal(size=(3, 2, 2, 4)) / 2
    W_O, x = rng.normal(size=(2, 4, 2)), tkf.normalize(rng.normal(size=(12, 4)))
    factored = tkf.SelfAttention(2.0, (Q, K), (W_O, W_V), weighting="sinkhorn")
    whole = tkf.SelfAttention(2.0, np.swapaxes(Q, 1, 2) @ K, W_O @ W_V, weighting="sinkhorn")
    found, expected = (velocity(tkf.Flow(a, Euclidean()), x) for a in (factored, whole))
    np.testing.assert_allclose(found, expected, atol=1e-13)


def test_close_tokens_are_pulled_by_their_differences_alone():
    # Tokens within 1e-9 see all others alike: dx_i/dt = mean - x_i, known to 1e-9 of 1e-9.
    x = tkf.normalize([1.0, 0.0] + 1e-9 * np.random.default_rng(0).normal(size=(5, 2)))
    flow = tkf.Flow(tkf.SelfAttention(3.0, weighting="sinkhorn"), Sphere())
    moved = stepped(flow, x, "euler", step=1.0)
    assert np.abs(moved[:, 1] - x[:, 1].mean()).max() < 1e-17


def balanced_flows(n, d, heads, space, mask):
    rng, flows = np.random.default_rng(7), []
    for seed in range(3):
        M, V = drawn(seed, d, heads)
        masses = rng.uniform(0.3, 2.0, n)
        attention = tkf.SelfAttention(
            2.0 + 4 * seed, M, V, mask=mask, masses=masses, weighting="sinkhorn"
        )
        flows.append(tkf.Flow(attention, space))
    return flows, tkf.normalize(rng.normal(size=(3, n, d)))


def test_balanced_paths_are_those_of_xla():
    flows, x0 = balanced_flows(11, 3, 2, Sphere(), ring(11))
    how = ([0.0, 0.3, 0.31, 2.0], Stepping("tsit5", 1e-7))
    ours, theirs = (followed(engine, flows, x0, *how) for engine in (Native(), Compiled()))
    assert np.abs(ours - theirs).max() < 1e-9


def test_equal_steps_of_balanced_weights_are_those_of_xla(monkeypatch):
    flows, x0 = balanced_flows(40, 2, 1, Sphere(), "full")
    how = ([0.0, 0.2, 1.0], Stepping("heun", step=0.1))
    ours = followed(EqualSteps(), flows, x0, *how)
    monkeypatch.setattr(native_law, "is_known", lambda *problem: False)
    assert np.abs(ours - followed(EqualSteps(), flows, x0, *how)).max() < 1e-11


def test_a_balanced_run_depends_on_no_pause(monkeypatch):
    flows, x0 = balanced_flows(11, 3, 2, Sphere(), ring(11))
    how = ([0.0, 0.3, 2.0], Stepping("tsit5", 1e-7))
    together = followed(Native(), flows, x0, *how)
    for name in ("FIRST_STEPS", "MOST_STEPS"):
        monkeypatch.setattr(driver, name, 1)
    assert np.array_equal(followed(Native(), flows, x0, *how), together)
