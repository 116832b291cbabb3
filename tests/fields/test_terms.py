"""Terms besides attention: the formulas as loops, closed forms, orders, and who may see whom."""

import math

import equinox as eqx
import numpy as np
import pytest
from support import reference
from support.systems import MASKS, N, by_loops, random_system

import tokenflock as tkf
from tokenflock._jax import jnp
from tokenflock.attention import native
from tokenflock.solvers import native_law
from tokenflock.solvers.compiled import Compiled
from tokenflock.solvers.driver import follow
from tokenflock.solvers.equal_steps import EqualSteps
from tokenflock.solvers.family import Family
from tokenflock.solvers.methods import Stepping
from tokenflock.solvers.native import Native
from tokenflock.solvers.problem import Problem
from tokenflock.solvers.sinks import Paths

D, WIDTH, TIME, BETA = 3, 5, 0.7, 1.7
RNG = np.random.default_rng(3)
W, G, U = RNG.normal(size=(WIDTH, D)), RNG.normal(size=(WIDTH, D)), RNG.normal(size=(D, WIDTH))
B, b, c = RNG.normal(size=(D, D)), RNG.normal(size=WIDTH), RNG.normal(size=WIDTH)
E, EACH = RNG.normal(size=D), RNG.normal(size=(N, D))


def perceptron(sigma, gated):
    gate = {"G": G, "c": c} if gated else {}
    loops = {name: part.tolist() for name, part in gate.items()}
    return (
        tkf.Perceptron(W, U, b, activation=sigma, **gate),
        reference.perceptron(sigma, W.tolist(), U.tolist(), b.tolist(), **loops),
    )


# Every kind with its formula, g(t, i, x) of token i.
TERMS = {
    f"{'gated ' * gated}{sigma}": perceptron(sigma, gated)
    for sigma in ("relu", "gelu", "silu", "tanh")
    for gated in (False, True)
} | {
    "linear": (tkf.LinearMap(B), lambda t, i, x: reference.apply(B.tolist(), x)),
    "potential": (
        tkf.Potential(lambda x: (x**4).sum() / 4 + x[0] * x[1]),
        lambda t, i, x: [-(x[0] ** 3) - x[1], -(x[1] ** 3) - x[0], -(x[2] ** 3)],
    ),
    "vector": (tkf.ExternalField(E), lambda t, i, x: E.tolist()),
    "vectors": (tkf.ExternalField(EACH), lambda t, i, x: EACH[i].tolist()),
    "function": (
        tkf.ExternalField(lambda t, x: jnp.sin(t) * x[..., ::-1]),
        lambda t, i, x: [math.sin(t) * a for a in x[::-1]],
    ),
}
SPACES = {"sphere": tkf.Sphere(), "euclidean": tkf.Euclidean()}
NATIVE = [name for name in TERMS if name not in ("potential", "function")]
COMBINED = {"what kernels know": NATIVE, "everything": list(TERMS)}
CASES = {name: [name] for name in TERMS} | COMBINED


def system(heads=2, mask="causal"):
    x, qk, ov = random_system(D, heads)
    mask, sees = MASKS[mask]
    pairs = list(zip(qk.tolist(), ov.tolist(), strict=True))
    return x, tkf.SelfAttention(BETA, qk, ov, mask), (BETA, pairs, sees)


def flow_with(names, space, attention, **parts):
    return tkf.Flow(attention, SPACES[space], terms=[TERMS[k][0] for k in names], **parts)


def loops(names):
    return [TERMS[name][1] for name in names]


@pytest.mark.parametrize("space", SPACES)
@pytest.mark.parametrize("case", CASES)
def test_velocity_is_the_loop_reference(case, space):
    x, attention, parts = system()
    v = flow_with(CASES[case], space, attention)(TIME, x)
    terms = loops(CASES[case])
    expected = [reference.driven(space, x.tolist(), i, parts, terms, TIME) for i in range(len(x))]
    np.testing.assert_allclose(v, expected, atol=1e-12 * max(1, np.abs(expected).max()))


@pytest.mark.parametrize("order", ["sequential", "parallel"])
@pytest.mark.parametrize("space", SPACES)
@pytest.mark.parametrize("case", ["gated gelu", "potential", *COMBINED])
def test_layers_are_the_loop_reference(case, space, order):
    x, attention, parts = system()
    flow = flow_with(CASES[case], space, attention, block=order)
    path = tkf.solve(flow, x, [TIME, TIME + 0.1, TIME + 0.2], method="layers", step=0.1).x.data
    y = x.tolist()
    for k in range(2):
        y = reference.block(order, space, y, parts, loops(CASES[case]), TIME + 0.1 * k, 0.1)
        np.testing.assert_allclose(path[k + 1], y, atol=1e-12 * np.abs(y).max())


@pytest.mark.skipif(not native.available(), reason="no native kernels here")
@pytest.mark.parametrize("space", SPACES)
@pytest.mark.parametrize("case", [*NATIVE, "what kernels know"])
def test_native_steps_are_the_loop_reference(case, space):
    x, attention, parts = system()
    flow = flow_with(CASES[case], space, attention)
    assert native_law.is_known(Family.of(flow, 1), N, D)
    step, terms = 0.05, loops(CASES[case])
    found = tkf.solve(flow, x, [0.0, step], method="euler", step=step).x.data[1]
    rows, y = range(N), x.tolist()
    v = [reference.driven(space, y, i, parts, terms, 0.0) for i in rows]
    expected = reference.back(
        space, [reference.add(y[i], reference.scale(step, v[i])) for i in rows]
    )
    np.testing.assert_allclose(found, expected, atol=1e-13)


@pytest.mark.slow
@pytest.mark.skipif(not native.available(), reason="no native kernels here")
@pytest.mark.parametrize("space", [tkf.Sphere(), tkf.Euclidean(), tkf.PreLN(), tkf.NGPT()])
def test_native_paths_are_the_compiled_ones(space):
    # A batch whose runs differ in their terms; adaptive steps, layers, and both orders.
    x, attention, _ = system()
    order = "parallel" if isinstance(space, tkf.NGPT) else "sequential"
    perceptrons = [tkf.Perceptron(W, s * U, activation="gelu", G=G) for s in (0.3, -0.2)]
    flows = [
        tkf.Flow(
            attention, space, terms=(p, tkf.LinearMap(B / 4), TERMS["vectors"][0]), block=order
        )
        for p in perceptrons
    ]
    for engines, stepping in (
        ((Native(), Compiled()), Stepping("bosh3", 1e-9)),
        ((EqualSteps(), EqualSteps()), Stepping("layers", step=0.05)),
    ):
        paths = [
            followed(
                engine, flows, np.stack([x, x]), [0.0, 0.2, 0.4], stepping, native_steps=k == 0
            )
            for k, engine in enumerate(engines)
        ]
        np.testing.assert_allclose(*paths, atol=1e-10)


def followed(engine, flows, x0, times, stepping, *, native_steps):
    """The paths of runs, one for each flow, by the kernels or without them."""
    dense = [eqx.tree_at(lambda f: f.attention, flow, as_dense(flow.attention)) for flow in flows]
    family = Family(flows if native_steps else dense, np.arange(len(flows)))
    problem = Problem(family, x0, np.asarray(times), stepping)
    assert native_law.is_known(family, *x0.shape[1:]) == native_steps
    paths = Paths(len(x0), len(times), x0.shape[1:])
    follow(problem, paths, [engine])
    return paths.x


def as_dense(attention):
    return tkf.SelfAttention(
        attention.beta, attention.qk, attention.ov, attention.mask, kernel="dense"
    )


@pytest.mark.slow
def test_normalized_spaces_treat_a_block_as_its_layers_do():
    # The velocity is the limit of layers, for both orders, in every space but the rescaled one.
    x, attention, _ = system()
    for space in (tkf.PreLN(), tkf.PeriLN(), tkf.MixLN(9.0), tkf.NGPT(0.5), tkf.SqrtScaled()):
        for order in ("sequential", "parallel"):
            flow = tkf.Flow(attention, space, terms=TERMS["gated silu"][0], block=order)
            h = 1e-6
            ahead, behind = (flow.layer(TIME, jnp.asarray(x), step) for step in (h, -h))
            slope = (ahead - behind) / (2 * h)
            np.testing.assert_allclose(slope, flow(TIME, x), atol=1e-7, err_msg=str(space))


def test_peri_ln_normalizes_each_half_of_a_sequential_block():
    x, attention, (beta, pairs, sees) = system()
    term, g = TERMS["tanh"]
    v = tkf.Flow(attention, tkf.PeriLN(), terms=term)(0.0, 2 * x)
    a = by_loops(reference.periln, 2 * x, beta, pairs, sees)
    alone = np.array([reference.unit(g(0.0, i, y)) for i, y in enumerate(x.tolist())])
    np.testing.assert_allclose(v, a + alone, atol=1e-12)


@pytest.mark.parametrize(("method", "order"), [("euler", 1), ("midpoint", 2), ("bosh3", 3)])
def test_order_of_convergence_with_terms(method, order):
    x, attention, _ = system()
    flow = flow_with(["gated silu", "linear", "vectors"], "sphere", attention)
    times = [0.0, 0.5]
    exact = tkf.solve(flow, x, times, tol=1e-13).x.data[-1]
    errors = [
        np.abs(tkf.solve(flow, x, times, method=method, step=h).x.data[-1] - exact).max()
        for h in (1 / 128, 1 / 256)
    ]
    assert math.log2(errors[0] / errors[1]) == pytest.approx(order, abs=0.15)


def test_layers_converge_to_the_flow_at_first_order():
    x, attention, _ = system()
    flow = flow_with(["gelu", "linear"], "sphere", attention)
    exact = tkf.solve(flow, x, [0.0, 0.5], tol=1e-12).x.data[-1]
    errors = [
        np.abs(tkf.solve(flow, x, [0.0, 0.5], method="layers", step=h).x.data[-1] - exact).max()
        for h in (1 / 256, 1 / 512)
    ]
    assert math.log2(errors[0] / errors[1]) == pytest.approx(1.0, abs=0.1)


def test_the_future_never_moves_the_past():
    # Exactly for the field, and for equal steps, native ones and compiled ones.
    x, attention, _ = system()
    other = np.concatenate([x[:3], -x[3:]])
    for names in (NATIVE, TERMS):
        flow = flow_with(names, "sphere", attention)
        np.testing.assert_array_equal(flow(TIME, x)[:3], flow(TIME, other)[:3])
        for method in ("layers", "midpoint"):
            ends = [
                tkf.solve(flow, y, [0.0, 0.2], method=method, step=0.1).x.data[-1, :3]
                for y in (x, other)
            ]
            np.testing.assert_array_equal(*ends)


@pytest.mark.slow
@pytest.mark.parametrize("method", ["auto", "layers", "no-residual", "nesterov:0.5"])
@pytest.mark.parametrize("names", [["relu", "vectors"], ["relu", "potential"]])
def test_frozen_tokens_stay(method, names):
    x, attention, _ = system()
    frozen = np.arange(N) % 2 == 0
    flow = flow_with(names, "sphere", attention, frozen=frozen)
    path = tkf.solve(flow, x, [0.0, 1.0, 2.0], method=method).x.data
    # An adaptive step puts all tokens back on the sphere, which may change a last bit once.
    off = np.abs(path[:, frozen] - x[frozen]).max()
    assert off <= (4e-16 if method == "auto" else 0.0)
    assert np.abs(path[-1] - x)[~frozen].min() > 1e-3


def test_without_residual_terms_follow_averages():
    x, attention, (beta, pairs, sees) = system()
    term, g = TERMS["tanh"]
    for order in ("sequential", "parallel"):
        flow = tkf.Flow(attention, terms=term, block=order)
        found = tkf.solve(flow, x, [0.0, 1.0], method="no-residual").x.data[1]
        a = [reference.average(x.tolist(), i, beta, pairs, sees) for i in range(N)]
        if order == "parallel":
            a = [reference.add(a[i], g(0.0, i, x[i].tolist())) for i in range(N)]
        else:
            a = [g(0.0, i, reference.unit(a[i])) for i in range(N)]
        np.testing.assert_allclose(found, [reference.unit(y) for y in a], atol=1e-13)


def test_tokens_in_a_wind_end_up_with_it():
    # One token that only a wind E moves, on the circle: tan(theta / 2) falls like e^{-|E| t}.
    still = tkf.SelfAttention(0.0, ov=np.zeros((2, 2)))
    flow = tkf.Flow(still, terms=tkf.ExternalField([2.0, 0.0]))
    theta, t = 2.5, 0.8
    end = tkf.solve(flow, [[math.cos(theta), math.sin(theta)]], [0.0, t], tol=1e-12).x.data[-1, 0]
    turned = 2 * math.atan(math.tan(theta / 2) * math.exp(-2 * t))
    np.testing.assert_allclose(end, [math.cos(turned), math.sin(turned)], atol=1e-11)


def test_linear_map_alone_is_the_matrix_exponential():
    from scipy.linalg import expm

    x = random_system(D, 1)[0]
    flow = tkf.Flow(
        tkf.SelfAttention(1.0, ov=np.zeros((D, D))), tkf.Euclidean(), terms=tkf.LinearMap(B)
    )
    end = tkf.solve(flow, x, [0.0, 0.9], tol=1e-12).x.data[-1]
    np.testing.assert_allclose(end, x @ expm(0.9 * B).T, atol=1e-10)


@pytest.mark.parametrize("method", ["nesterov", "nesterov:0.4"])
def test_nesterov_layers_look_ahead(method):
    x, attention, parts = system()
    flow = flow_with(["tanh", "linear"], "sphere", attention)
    path = tkf.solve(flow, x, 0.1 * np.arange(5), method=method, step=0.1).x.data
    now = before = x.tolist()
    for k in range(4):
        mu = k / (k + 3) if method == "nesterov" else 0.4
        ahead = [[a + mu * (a - o) for a, o in zip(p, q, strict=True)]
                 for p, q in zip(now, before, strict=True)]  # fmt: skip
        ahead = now if k == 0 else reference.back("sphere", ahead)
        terms = loops(["tanh", "linear"])
        now, before = reference.block("sequential", "sphere", ahead, parts, terms, 0.0, 0.1), now
        np.testing.assert_allclose(path[k + 1], now, atol=1e-12)


def test_nesterov_layers_do_not_depend_on_what_is_saved():
    x, attention, _ = system()
    flow = flow_with(["relu"], "sphere", attention)
    ends = [
        tkf.solve(flow, x, times, method="nesterov", step=0.1).x.data[-1]
        for times in ([0.0, 1.0], [0.0, 0.3, 0.7, 1.0])
    ]
    np.testing.assert_array_equal(*ends)


def test_one_term_per_layer():
    x, attention, _ = system()
    first, second = TERMS["relu"], TERMS["linear"]
    maps = [tkf.LinearMap(B), tkf.LinearMap(-B)]
    flow = tkf.Flow(attention, terms=tkf.LayeredTerm(maps, 0.5))
    assert flow.breaks(0.0, 2.0) == (0.5,)
    alone = [tkf.Flow(attention, terms=one) for one in maps]
    middle = tkf.solve(alone[0], x, [0.0, 0.5], tol=1e-12).x.data[-1]
    end = tkf.solve(alone[1], middle, [0.5, 1.0], tol=1e-12).x.data[-1]
    np.testing.assert_allclose(tkf.solve(flow, x, [0.0, 1.0], tol=1e-12).x.data[-1], end, atol=1e-9)
    with pytest.raises(tkf.InputError, match="of one kind"):
        tkf.LayeredTerm([first[0], second[0]])


@pytest.mark.parametrize(
    ("make", "says"),
    [
        (lambda: tkf.Perceptron(W, U, activation="elu"), "'relu', 'gelu', 'silu', 'tanh'"),
        (lambda: tkf.Perceptron(W, U.T), r"`U` must have shape \(3, 5\)"),
        (lambda: tkf.Perceptron(W, U, G=U), r"`G` must have shape \(5, 3\)"),
        (lambda: tkf.Perceptron(W, U, c=c), "`G` is not given"),
        (lambda: tkf.LinearMap(W), "square"),
        (lambda: tkf.ExternalField(1.0), "a vector"),
        (lambda: tkf.Flow(tkf.SelfAttention(1.0), terms=[len]), "must be a `Term`"),
        (lambda: tkf.Flow(tkf.SelfAttention(1.0), block="both"), "'sequential', 'parallel'"),
        (
            lambda: tkf.Flow(tkf.SelfAttention(1.0), tkf.Rescaled(), terms=TERMS["linear"][0]),
            "not defined for rescaled tokens",
        ),
        (lambda: solved(tkf.LinearMap(np.eye(2))), r"acts on R\^2"),
        (lambda: solved(tkf.Perceptron(np.ones((4, 2)), np.ones((2, 4)))), r"acts on R\^2"),
        (lambda: solved(tkf.ExternalField(EACH[:4])), "one row for each of the 6"),
        (lambda: solved(TERMS["linear"][0], coarsen=True), "needs attention alone"),
    ],
)
def test_bad_terms_are_refused_by_name(make, says):
    with pytest.raises(tkf.InputError, match=says):
        make()


def solved(term, **options):
    x, attention, _ = system()
    return tkf.solve(tkf.Flow(attention, terms=term), x, [0.0, 1.0], **options)
