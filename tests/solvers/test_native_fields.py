"""Native steps of balanced weights and of rescaled tokens: the loops, 120 digits, XLA."""

import numpy as np
import pytest
from mpmath import mp, mpf
from scipy.linalg import expm
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
from tokenflock.spaces import Euclidean, Rescaled, Sphere

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
    np.testing.assert_allclose(
        velocity(tkf.Flow(attention, Euclidean()), x), expected, rtol=0, atol=1e-14
    )


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
    np.testing.assert_allclose(w.sum(axis=1), 1.0, rtol=0, atol=1e-12)
    np.testing.assert_allclose(m @ w / m, 1.0, rtol=0, atol=1e-12)
    assert not w[~mask].any()
    # log w_ij - l_ij - log m_j = f_i + g_j: those that rows and columns fit best leave nothing.
    large = w > 1e-200
    i, j = np.nonzero(large)
    left = np.log(w[large]) - (beta * logits + np.log(m))[large]
    potentials = np.zeros((len(i), 2 * n))
    potentials[np.arange(len(i)), i] = potentials[np.arange(len(i)), n + j] = 1.0
    best = np.linalg.lstsq(potentials, left, rcond=None)[0]
    np.testing.assert_allclose(potentials @ best, left, rtol=0, atol=1e-11)


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
    np.testing.assert_allclose(found, averages, rtol=0, atol=1e-12)
    layer = stepped(tkf.Flow(attention, Sphere()), x, "layers", step=0.3)
    np.testing.assert_allclose(
        layer, tkf.normalize(x + 0.3 * np.array(averages)), rtol=0, atol=1e-12
    )


def test_factored_matrices_give_the_balanced_averages_of_their_products():
    rng = np.random.default_rng(5)
    Q, K, W_V = rng.normal(size=(3, 2, 2, 4)) / 2
    W_O, x = rng.normal(size=(2, 4, 2)), tkf.normalize(rng.normal(size=(12, 4)))
    factored = tkf.SelfAttention(2.0, (Q, K), (W_O, W_V), weighting="sinkhorn")
    whole = tkf.SelfAttention(2.0, np.swapaxes(Q, 1, 2) @ K, W_O @ W_V, weighting="sinkhorn")
    found, expected = (velocity(tkf.Flow(a, Euclidean()), x) for a in (factored, whole))
    np.testing.assert_allclose(found, expected, rtol=0, atol=1e-13)


def test_coincident_tokens_keep_all_digits_of_a_faint_pull():
    # Three tokens at each of two places: cross weights are 1 / (1 + e^{beta (1 - cos angle)}).
    angle, beta, step = 2.0, 32.0, 2.0**60
    place = np.repeat([0.5, 0.5 + angle], 3)
    x = np.stack([np.cos(place), np.sin(place)], axis=1)
    flow = tkf.Flow(tkf.SelfAttention(beta, weighting="sinkhorn"), Sphere())
    moved = stepped(flow, x, "euler", step=step)[:3]
    pull = np.sin(angle) / (1 + np.exp(beta * (1 - np.cos(angle))))  # 2e-20
    found = moved @ [-np.sin(0.5), np.cos(0.5)] / (moved @ x[0]) / step
    np.testing.assert_allclose(found, pull, rtol=1e-11)


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


@pytest.mark.slow
def test_balanced_paths_are_those_of_xla():
    flows, x0 = balanced_flows(11, 3, 2, Sphere(), ring(11))
    how = ([0.0, 0.3, 0.31, 2.0], Stepping("tsit5", 1e-7))
    ours, theirs = (followed(engine, flows, x0, *how) for engine in (Native(), Compiled()))
    assert np.abs(ours - theirs).max() < 1e-9


@pytest.mark.slow
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


# --------------------------------------------------------------------------------- rescaled tokens

MASKS = {"full": reference.sees_full, "causal": reference.sees_causal,
         "window:3": reference.sees_window(3), "ring": None}  # fmt: skip


@pytest.mark.parametrize(("n", "d"), [(1, 2), (2, 1), (7, 3), (12, 4)])
@pytest.mark.parametrize("mask", MASKS)
@pytest.mark.parametrize("t", [0.0, 0.8])
def test_rescaled_tokens_move_as_in_the_loops(n, d, mask, t):
    rng = np.random.default_rng(n)
    M, V = drawn(d, d, 1)
    z, m, frozen = rng.normal(size=(n, d)), rng.uniform(0.3, 2.0, n), np.arange(n) == 1
    table = ring(n) if mask == "ring" else mask
    attention = tkf.SelfAttention(1.3, M, V, mask=table, masses=m)
    found = velocity(tkf.Flow(attention, Rescaled(), frozen), z, t)
    exponential, seen = expm(t * V[0]).tolist(), MASKS[mask] or sees(table)
    system = (1.3, pairs(M, V), seen, exponential, reference.weights, m.tolist())
    expected = np.array([reference.rescaled(z.tolist(), i, *system) for i in range(n)])
    np.testing.assert_allclose(found, np.where(frozen[:, None], 0.0, expected), rtol=0, atol=1e-11)


def test_rescaled_tokens_fade_with_alibi_and_multiply_their_factors():
    rng = np.random.default_rng(2)
    Q, K, W_V = rng.normal(size=(3, 1, 2, 3))
    W_O, z = rng.normal(size=(1, 3, 2)), rng.normal(size=(9, 3))
    attention = tkf.SelfAttention(1.3, (Q, K), (W_O, W_V), mask="causal", position="alibi:3")
    M, V = np.swapaxes(Q, 1, 2) @ K, W_O @ W_V
    exponential = expm(0.2 * V[0]).tolist()
    system = (1.3, pairs(M, V), reference.sees_causal, exponential, reference.alibi(3.0))
    expected = [reference.rescaled(z.tolist(), i, *system) for i in range(9)]
    found = velocity(tkf.Flow(attention, Rescaled()), z, 0.2)
    np.testing.assert_allclose(found, expected, rtol=0, atol=1e-11)


def exact_velocity(z, t, beta, M, V, m):
    """The velocity of rescaled tokens by 120 digits, and the weights."""
    with mp.workdps(120):
        qk, ov = mp.matrix(M.tolist()), mp.matrix(V.tolist())
        E = mp.expm(mpf(t) * ov)
        tokens = [mp.matrix(row) for row in z.tolist()]
        x, v, w = [E * token for token in tokens], [], []
        for i, own in enumerate(tokens):
            logits = [mpf(beta) * (x[i].T * qk * y)[0] for y in x]
            row = [mpf(m[j]) * mp.exp(logit - max(logits)) for j, logit in enumerate(logits)]
            share = [value / mp.fsum(row) for value in row]
            moves = [s * (token - own) for s, token in zip(share, tokens, strict=True)]
            total = mp.matrix(len(own), 1)
            for move in moves:
                total += move
            v.append([float(a) for a in ov * total])
            w.append([float(s) for s in share])
    return np.array(v), np.array(w)


@pytest.mark.parametrize(
    ("t", "place", "size"), [(40.0, 0.0, np.exp(-40.0)), (18.0, 0.7, 2.0**-50)]
)
@pytest.mark.parametrize("d", [1, 2, 3])
def test_clusters_of_rescaled_tokens_keep_all_their_digits(t, place, size, d):
    # z are e^{-40}, or a few units in the last place, apart; gaps between logits are of order one.
    rng = np.random.default_rng(d)
    M, shear = np.eye(d) + rng.normal(size=(d, d)) / 4, np.triu(rng.normal(size=(d, d)), 1)
    V, m = np.eye(d) + shear / t, rng.uniform(0.5, 2.0, 10)
    z = place + size * rng.integers(-8, 9, size=(10, d)) / 4
    flow = tkf.Flow(tkf.SelfAttention(0.2, M, V, masses=m), Rescaled())
    step = 2.0**80  # so that adding it to z loses none of its digits
    found = (stepped(flow, z, "euler", t, step) - z) / step
    expected, w = exact_velocity(z, t, 0.2, M, V, m)
    assert (w.max(axis=1) < 0.95).any()  # not all have decided
    np.testing.assert_allclose(found, expected, rtol=1e-9, atol=1e-13 * np.abs(expected).max())


@pytest.mark.parametrize("d", [2, 3])
def test_rescaled_tokens_far_apart_in_all_directions_but_one_keep_their_digits(d):
    # z are of order one along slow eigenvectors of V and e^{-32} along the fast one, which counts.
    # (t is a power of two, so that t V is not rounded: what is left is the exponential itself.)
    rng, t, step = np.random.default_rng(d), 32.0, 2.0**40
    S, rates = np.eye(d) + rng.normal(size=(d, d)) / 3, np.array([1.0, -0.1, 0.0])[:d]
    V, M, m = S * rates @ np.linalg.inv(S), np.eye(d) + rng.normal(size=(d, d)) / 4, np.ones(10)
    z = rng.normal(size=(10, d)) * np.exp(-t * np.maximum(rates, 0.0)) @ S.T
    flow = tkf.Flow(tkf.SelfAttention(0.2, M, V), Rescaled())
    expected, w = exact_velocity(z, t, 0.2, M, V, m)
    assert (w.max(axis=1) < 0.95).any()
    found = (stepped(flow, z, "euler", t, step) - z) / step
    np.testing.assert_allclose(found, expected, rtol=0, atol=1e-9 * np.abs(expected).max())


def rescaled_flows(n, d, valued):
    rng, flows = np.random.default_rng(3), []
    for seed in range(3):
        M, V = drawn(seed, d, 1)
        V = np.eye(d) + V / 10 if valued else None
        attention = tkf.SelfAttention(
            1.0 + seed, np.eye(d) + M / 4, V, mask="window:6", masses=rng.uniform(0.3, 2.0, n)
        )
        flows.append(tkf.Flow(attention, Rescaled()))
    return flows, rng.normal(size=(3, n, d))


@pytest.mark.slow
def test_rescaled_paths_are_those_of_xla():
    flows, x0 = rescaled_flows(11, 3, valued=True)
    times = [0.0, 0.4, 3.0, 10.0, 20.0, 40.0]
    how = (times, Stepping("tsit5", 1e-7))
    ours, theirs = (followed(engine, flows, x0, *how) for engine in (Native(), Compiled()))
    assert np.abs(ours - theirs)[:, :4].max() < 1e-9
    # Later rows jump from one leader to another within a step, and rounding says which is rejected.
    assert np.abs(ours - theirs).max() < 1e-4
    for flow, path in zip(flows, ours, strict=True):
        for t, z in zip(times, path, strict=True):
            np.testing.assert_allclose(velocity(flow, z, t), flow(t, z), rtol=0, atol=1e-14)


@pytest.mark.slow
@pytest.mark.parametrize("method", ["heun", "layers"])
def test_equal_steps_of_rescaled_tokens_are_those_of_xla(method, monkeypatch):
    flows, x0 = rescaled_flows(9, 2, valued=method == "heun")
    how = ([0.0, 0.4, 4.0], Stepping(method, step=0.2))
    ours = followed(EqualSteps(), flows, x0, *how)
    monkeypatch.setattr(native_law, "is_known", lambda *problem: False)
    assert np.abs(ours - followed(EqualSteps(), flows, x0, *how)).max() < 1e-11


def test_layers_of_rescaled_tokens_are_refused_unless_V_is_the_identity():
    flow = tkf.Flow(tkf.SelfAttention(1.0, ov=2 * np.eye(2)), Rescaled())
    with pytest.raises(tkf.InputError, match="needs V = I"):
        tkf.solve(flow, np.eye(2), [0.0, 1.0], method="layers")


@pytest.mark.parametrize("weighting", ["hardmax", "sinkhorn"])
def test_other_weights_of_rescaled_tokens_are_compiled(weighting):
    flow = tkf.Flow(tkf.SelfAttention(1.0, weighting=weighting), Rescaled())
    assert not native_law.is_known(Family.of(flow, 1), 4, 2)


def test_many_tokens_in_stretches_move_as_few_do():
    # More than two stretches, filled up; the first tokens of a causal list see no later ones.
    spec = tkf.Spec(n=140_001, d=2, beta=9.0, mask="causal", t_end=0.5, samples=2, tol=1e-9)
    many, few = tkf.tokens_of(spec), slice(0, 300)
    path = tkf.solve(tkf.flow_of(spec), many, [0.0, 0.5], tol=1e-9).x.data[-1]
    alone = tkf.solve(tkf.flow_of(spec), many[few], [0.0, 0.5], tol=1e-9).x.data[-1]
    np.testing.assert_allclose(path[few], alone, rtol=0, atol=1e-8)
    np.testing.assert_allclose(np.linalg.norm(path, axis=1), 1.0, rtol=0, atol=1e-15)
    assert np.linalg.norm(path - many, axis=1)[1000:].min() > 0
