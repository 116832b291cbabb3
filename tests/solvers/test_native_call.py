"""The call of the kernels: operands by name, and the C++ step beside the Python one and the loops.

Whole paths are in test_engines.py.
"""

import functools
import itertools
import operator
from dataclasses import replace

import equinox as eqx
import numpy as np
import pytest
from support import reference
from support.series import instruction_set

import tokenflock as tkf
from tokenflock._jax import jax, jnp
from tokenflock.attention import native
from tokenflock.attention.masks import Causal, Full, Window
from tokenflock.numerics import ffi
from tokenflock.solvers import native_call
from tokenflock.solvers.adaptive import Adaptive, arrived
from tokenflock.solvers.native_call import Control, Kind, Law, State
from tokenflock.solvers.runge_kutta import METHODS, tables
from tokenflock.solvers.tableaus import ERROR_ORDERS

__all__ = ["instruction_set"]

pytestmark = pytest.mark.skipif(not native.available(), reason="no native kernels here")

EPS = np.finfo(float).eps
ADAPTIVE = [name for name in METHODS if name != "euler"]
RUNS, N = 3, 11  # more than a vector of tokens, and no whole number of them


def control(method, tol):
    return Control(order=ERROR_ORDERS[method], tol=tol, safety=0.9, factor_min=0.2, factor_max=10.0)


# --------------------------------------------------------------------------------- names and shapes


def shapes(**arrays):
    return {name: jax.ShapeDtypeStruct(shape, dtype) for name, (shape, dtype) in arrays.items()}


def a_call(handler):
    """Operands, results and attributes that a handler takes."""
    rng = np.random.default_rng(0)
    x = tkf.normalize(rng.normal(size=(4, 5, 3)))
    if handler == "advance":
        qk, ov = rng.normal(size=(2, 4, 2, 3, 3))
        law = Law(
            beta=np.ones(4), qk=qk, ov=ov, masses=np.ones((4, 5)), log_seen=np.zeros((4, 5)),
            reach=np.full((4, 2), 9.0), frozen=np.zeros((4, 5), bool), width=np.full(4, 2),
            seen=np.ones((4, 5, 5), bool),
        )  # fmt: skip
        operands = native_call.operands(
            State.at(x, 0.0), law, np.array([0.0, 0.5]), 99, tables("bosh3"), control("bosh3", 1e-3)
        )
        results = {name: (part.shape, part.dtype) for name, part in vars(State.at(x, 0.0)).items()}
        return operands, shapes(**results, values=((4, 2, 5, 3), float)), vars(Kind(mask="causal"))
    if handler == "take_steps":
        query, key, value = rng.normal(size=(3, 4, 2, 2, 3))
        law = Law(
            beta=np.ones(4), query=query, key=key, value=value, kappa=np.ones(4),
            output=rng.normal(size=(4, 2, 3, 2)), frequency=np.ones((4, 1)),
        )  # fmt: skip
        steps = native_call.EqualSteps(t=0.0, length=0.1, count=3)
        operands = native_call.step_operands(x, law, steps, tables("midpoint"), np.ones((4, 2)))
        return operands, shapes(x=(x.shape, float)), vars(Kind()) | {"way": "splitting"}
    if handler == "close_pairs":
        operands = {"x": rng.normal(size=(4, 5, 3)), "above": np.float64(0.5)}
        return operands, shapes(share=((4,), float)), {}
    rows = {"normalizer": ((4, 3, 5), float), "top": ((4, 3, 5), float)}
    if handler == "attend":
        q, k, v = rng.normal(size=(3, 4, 3, 5, 2))
        operands = {
            "q": q,
            "k": k[:, :1],
            "v": v,
            "masses": np.ones((4, 5)),
            "width": np.full(4, 2),
        }
        results = shapes(values=((4, 3, 5, 2), float), **rows)
        return operands, results, {"mask": "window", "relative": False}
    d = {"circle": 2, "sphere": 3}[handler]
    x, q = tkf.normalize(rng.normal(size=(4, 5, d))), rng.normal(size=(4, 3, 5, d))
    operands = {"q": q, "x": x, "masses": np.ones((4, 5)), "reach": np.full((4, 3), 9.0)}
    results = shapes(values=((4, 3, 5, d), float), **rows, share=((4, 3), float))
    return operands, results, {"causal": True, "identity": False}


HANDLERS = ("advance", "take_steps", "attend", "circle", "sphere", "close_pairs")
OPERANDS = [(handler, name) for handler in HANDLERS for name in a_call(handler)[0]]
RESULTS = [(handler, name) for handler in HANDLERS for name in a_call(handler)[1]]
# Operands that say how large others must be, and axes of any size.
MEASURES = {
    ("advance", "x"), ("advance", "times"), ("advance", "b"), ("attend", "q"), ("attend", "v"),
    ("circle", "q"), ("sphere", "q"), ("close_pairs", "x"), ("take_steps", "x"),
    ("take_steps", "b"), ("take_steps", "query"), ("take_steps", "output"),
}  # fmt: skip
FREE = {
    ("advance", "w", 0), ("take_steps", "w", 0), ("close_pairs", "x", 1), ("close_pairs", "x", 2),
}  # fmt: skip
MATRICES = {("advance", "qk"), ("advance", "ov")}
MATRICES |= {("take_steps", name) for name in ("query", "key", "output", "value")}


def called(handler, operands, results, attributes):
    @jax.jit
    def call(operands):
        # Inside, JAX has sorted the names: the order of a call is anyone's.
        return ffi.call(
            f"tokenflock_{handler}", operands=operands, results=results, attributes=attributes
        )

    return jax.tree.map(np.asarray, call(operands))


def refused(handler, operands, results, attributes):
    with pytest.raises(jax.errors.JaxRuntimeError) as error:
        called(handler, operands, results, attributes)
    sentence = str(error.value).splitlines()[0]
    assert sentence.startswith(f"INVALID_ARGUMENT: tokenflock_{handler}: ")
    return sentence


@pytest.mark.parametrize("handler", HANDLERS)
def test_a_whole_call_is_served_whatever_its_order(handler):
    operands, results, attributes = a_call(handler)
    found = called(handler, operands, results, attributes)
    assert all(np.isfinite(found[name]).any() for name in results)

    def turned(names):
        return {name: names[name] for name in reversed(names)}

    call = functools.partial(ffi.call, f"tokenflock_{handler}", attributes=attributes)
    other = jax.jit(lambda: call(operands=turned(operands), results=turned(results)))()
    for name in results:
        np.testing.assert_array_equal(found[name], other[name])


@pytest.mark.parametrize(("handler", "name"), OPERANDS)
def test_an_operand_that_is_missing_or_of_another_type_or_rank_is_named(handler, name):
    operands, *rest = a_call(handler)
    renamed = {"zeta" if other == name else other: array for other, array in operands.items()}
    assert f"the operand `{name}` is missing." in refused(handler, renamed, *rest)
    array = np.asarray(operands[name])
    other = np.zeros(array.shape, np.float64 if array.dtype == np.int64 else np.int64)
    assert f"`{name}` must be" in refused(handler, operands | {name: other}, *rest)
    if (handler, name) not in {("attend", "q"), ("close_pairs", "x")}:  # of which batches have more
        assert f"`{name}` must have" in refused(handler, operands | {name: array[..., None]}, *rest)


@pytest.mark.parametrize(("handler", "name"), OPERANDS)
def test_an_axis_of_another_size_is_an_error(handler, name):
    operands, *rest = a_call(handler)
    array = np.asarray(operands[name])
    for axis in np.flatnonzero(array.shape):
        if (handler, name, axis) not in FREE and (axis != 1 or (handler, name) not in MATRICES):
            longer = np.concatenate([array, np.take(array, [0], axis)], axis)
            sentence = refused(handler, operands | {name: longer}, *rest)
            assert "must have shape" in sentence
            assert f"`{name}`" in sentence or (handler, name) in MEASURES


@pytest.mark.parametrize(("handler", "name"), sorted(MATRICES))
def test_another_number_of_heads_is_an_error(handler, name):
    operands, *rest = a_call(handler)
    more = np.concatenate([operands[name], operands[name][:, :1]], axis=1)
    sentence = refused(handler, operands | {name: more}, *rest)
    assert "must have one head, or as many as the others" in sentence or "`reach`" in sentence


@pytest.mark.parametrize(
    ("handler", "changes", "kind", "words"),
    [
        ("advance", {"seen": np.zeros((4, 0, 0), bool)}, {"mask": "table"}, "needs `seen`"),
        ("advance", {"log_seen": np.zeros((4, 0))}, {"weighting": "scaled"}, "need `log_seen`"),
        ("take_steps", {"key": np.zeros((4, 0, 0, 0))}, {}, "`query` and `key`"),
        ("take_steps", {"value": np.zeros((4, 0, 0, 0))}, {}, "`output` and `value`"),
        ("take_steps", {}, {"way": "sideways"}, "`way` must be one of 'layers', 'no-residual'"),
        ("advance", {}, {"space": "cube"}, "`space` must be one of 'sphere', 'euclidean'"),
        ("advance", {}, {"weighting": "soft"}, "`weighting` must be one of 'softmax'"),
        ("advance", {}, {"mask": "casual"}, "`mask` must be one of 'full', 'causal', 'window'"),
    ],
)
def test_parts_that_do_not_fit_together_are_refused(handler, changes, kind, words):
    operands, results, attributes = a_call(handler)
    assert words in refused(handler, operands | changes, results, attributes | kind)


@pytest.mark.parametrize(("handler", "name"), RESULTS)
def test_a_result_that_is_missing_or_misshapen_is_named(handler, name):
    operands, results, attributes = a_call(handler)
    renamed = {"zeta" if other == name else other: shape for other, shape in results.items()}
    assert f"the result `{name}` is missing." in refused(handler, operands, renamed, attributes)
    long = jax.ShapeDtypeStruct((*results[name].shape, 1), results[name].dtype)
    sentence = refused(handler, operands, results | {name: long}, attributes)
    assert f"`{name}` must have shape" in sentence


@pytest.mark.parametrize("handler", HANDLERS)
def test_what_a_handler_does_not_know_is_named(handler):
    operands, results, attributes = a_call(handler)
    zeta = {"zeta": np.zeros(3)}
    sentence = refused(handler, operands | zeta, results, attributes)
    assert "the operand `zeta` is unknown" in sentence
    sentence = refused(handler, operands, results | shapes(zeta=((3,), float)), attributes)
    assert "the result `zeta` is unknown" in sentence


def test_the_sentence_says_what_must_hold():
    operands, *rest = a_call("advance")
    assert refused("advance", operands | {"qk": np.ones((4, 2, 2, 2))}, *rest).endswith(
        "`qk` must have shape (runs, heads, rows, columns) = (4, 2, 3, 3), or be empty. "
        "Got (4, 2, 2, 2)."
    )


def test_a_name_given_twice_or_not_at_all_is_an_error():
    operands, results, _ = a_call("close_pairs")
    for names in ("x x", "x", "", "x above x", "above"):
        call = jax.ffi.ffi_call("tokenflock_close_pairs", tuple(results.values()))
        with pytest.raises(jax.errors.JaxRuntimeError, match="INVALID_ARGUMENT"):
            np.asarray(call(*operands.values(), operands=names, results="share")[0])


def test_a_method_has_room():
    operands, results, kind = a_call("advance")
    stages = native_call.MOST_STAGES + 1
    large = {
        "a": np.zeros((stages, stages)), "b": np.zeros(stages), "c": np.zeros(stages),
        "e": np.zeros(stages), "w": np.zeros((2, stages + 2)),
    }  # fmt: skip
    sentence = refused("advance", operands | large, results, kind)
    assert f"`b` must have 1 to {native_call.MOST_STAGES} stages. Got {stages}" in sentence


def test_records_are_built_by_keyword():
    with pytest.raises(TypeError):
        Law(np.ones(1), None, None, None, np.zeros(1, np.int64))
    with pytest.raises(TypeError):
        Control(5.0, 1e-6, 0.9, 0.2, 10.0)


# --------------------------------------------------------------------- the two steps side by side


MASKS = {"full": Full, "causal": Causal, "window": Window}
OPERAND_SETS = list(itertools.product([False, True], repeat=3))  # whether qk, ov, masses are given
# Few, since each compiles anew; in d = 1 nothing moves.
DIMENSIONS = {
    "midpoint": [2], "heun": [1, 3], "ralston": [3], "bosh3": [5], "tsit5": [8], "dopri5": [9],
    "dopri8": [2],
}  # fmt: skip
BETAS = (0.0, 0.7, 6.0, 80.0, 2e3, 1e5)  # from 300 on logits need their maximum
WIDTHS = np.array([1, 4, 30])


def drawn_law(rng, d, beta, qk, ov, masses):
    return Law(
        beta=np.full(RUNS, beta),
        qk=rng.normal(size=(RUNS, 1, d, d)) if qk else None,
        ov=rng.normal(size=(RUNS, 1, d, d)) if ov else None,
        masses=rng.uniform(0.1, 5.0, (RUNS, N)) if masses else None,
        width=WIDTHS,
    )


def visible(kind, width):
    mask = Window(int(width)) if kind is Window else kind()
    index = np.arange(N)
    return np.broadcast_to(np.asarray(mask.visible(index[:, None], index)), (N, N))


@functools.cache
def template(d):
    """A flow with all operands, for pure JAX; identity matrices would be left out."""
    matrices = np.full((2, d, d), 2.0)
    mask, masses = np.ones((N, N), bool), np.ones(N)
    return tkf.Flow(tkf.SelfAttention(1.0, *matrices, mask, masses=masses, kernel="dense"))


def flows_of(law, kind, d):
    """The laws of all runs as flows, always with all operands: one program serves them."""

    def some(given, otherwise):
        return np.broadcast_to(otherwise, (RUNS, *otherwise.shape)) if given is None else given

    operands = {
        "beta": law.beta,
        "dense_qk": some(law.qk, np.eye(d)[None]),
        "dense_ov": some(law.ov, np.eye(d)[None]),
        "mask.array": np.stack([visible(kind, width) for width in law.width]),
        "masses": some(law.masses, np.ones(N)),
    }
    places = operator.attrgetter(*(f"attention.{name}" for name in operands))
    return eqx.tree_at(places, template(d), tuple(operands.values()))


@eqx.filter_jit
def python_step(adaptive, flows, x, h, times):
    """Runs at their beginning, after a step of length h, between, and its error at tol = 1."""

    def one(flow, x):
        begun = adaptive.start(flow, jnp.asarray(0.0), x)
        cursor, arc = adaptive.attempt(flow, times[-1], replace(begun, t_next=h))
        arc = arc.completed(flow, adaptive.table, jnp.asarray(adaptive.table.stages))
        cursor = arrived(cursor, arc, arc.t1 > 0)
        values = jax.vmap(lambda t: arc.at(flow, adaptive.table, t))(times)
        largest = jnp.maximum(jnp.abs(x), jnp.abs(arc.x1))
        error = flow.error_norm(arc.step.error(adaptive.table) / (1 + largest))
        return begun, cursor, values, error

    return eqx.filter_vmap(one)(flows, x)


def by_python(method, flows, x, h, tol, times):
    tol, h = jnp.asarray(tol, float), jnp.asarray(h, float)  # else some would be weak, and compile
    return jax.tree.map(np.asarray, python_step(Adaptive(tol, method), flows, x, h, times))


def by_kernel(method, kind, law, state, times, tol, steps):
    return native_call.advance(
        state, law, kind=Kind(mask=native.KINDS[kind]), times=times, steps=steps,
        tables=tables(method), control=control(method, tol),
    )  # fmt: skip


def length(law):
    """A step in which the field changes, but not so much that rounding errors grow."""
    sizes = [1.0 if m is None else np.linalg.norm(m, axis=(2, 3)).max() for m in (law.qk, law.ov)]
    return 2.0 / ((1 + law.beta[0] * sizes[0]) * sizes[1])


def cases(mask):
    """Every set of operands with half of all betas: the other half is met with the next mask."""
    every = itertools.product(enumerate(OPERAND_SETS), enumerate(BETAS))
    return [(parts, beta) for (k, parts), (m, beta) in every if (k + m + mask) % 2 == 0]


@pytest.mark.slow
@pytest.mark.parametrize("kind", MASKS.values(), ids=MASKS)
@pytest.mark.parametrize("method", ADAPTIVE)
def test_one_step_in_cpp_is_one_step_in_python(method, kind):
    rng, mask = np.random.default_rng(ADAPTIVE.index(method)), list(MASKS.values()).index(kind)
    for d, (parts, beta) in itertools.product(DIMENSIONS[method], cases(mask)):
        law = drawn_law(rng, d, beta, *parts)
        compare(method, kind, law, tkf.normalize(rng.normal(size=(RUNS, N, d))))


def compare(method, kind, law, x):
    h, bound = length(law), rounding(law)
    times = h * np.array([0.0, 0.123, 0.5, 0.987, 1.0])
    flows = flows_of(law, kind, x.shape[-1])
    *_, error = by_python(method, flows, x, h, 1.0, times)
    low, middle, _ = np.sort(error)
    # All steps are accepted; then only the one with the smallest error.
    decisive = max(np.sqrt(low * middle), middle / 100)
    for tol in (10.0, decisive) if decisive > max(1.02 * low, 1e3 * bound) else (10.0,):
        begun, after, values, _ = by_python(method, flows, x, h, tol, times)
        ours, first = by_kernel(method, kind, law, State.at(x, 0.0), times, tol, steps=0)
        np.testing.assert_array_equal(first[:, 0], x)
        near(ours.velocity, begun.velocity, bound)
        same_first_step(ours.t_next, begun, bound)

        ours = replace(ours, t_next=np.full(RUNS, h))
        ours, found = by_kernel(method, kind, law, ours, times, tol, steps=1)
        kept = after.accepted == 1
        assert kept.sum() == (RUNS if tol == 10.0 else 1)
        np.testing.assert_array_equal(ours.accepted, kept)
        np.testing.assert_array_equal(ours.rejected, ~kept)
        np.testing.assert_array_equal(ours.between, after.between)
        np.testing.assert_array_equal(ours.saved, np.where(kept, len(times), 1))
        np.testing.assert_array_equal(ours.t, after.t)
        np.testing.assert_array_equal(ours.x[~kept], x[~kept])
        near(ours.x, after.x, bound)
        near(ours.velocity, after.velocity, bound)
        near(found[kept, 1:], values[kept, 1:], bound)
        # The factor of a length is a power of the error, which has a rounding error of its own.
        lengths = after.t_next - after.t
        assert (
            np.abs(ours.t_next - ours.t - lengths)
            <= lengths * (1e-12 + bound / np.maximum(error, bound))
        ).all()


def same_first_step(ours, begun, bound):
    # Of a run at rest but for rounding, that decides between 1e-6 and 100 times as much.
    speed = np.abs(begun.velocity).max(axis=(1, 2))
    rests = (speed > 0) & (speed <= bound)
    np.testing.assert_allclose(ours[~rests], begun.t_next[~rests], rtol=1e-6)
    assert ((ours[rests] >= 1e-6) & (ours[rests] <= 1e-4)).all()


def rounding(law):
    """What rounding errors of the logits do to weights, and these to velocities."""
    qk, ov = (1.0 if m is None else np.linalg.norm(m, axis=(2, 3)).max() for m in (law.qk, law.ov))
    return (1e-13 + 4 * EPS * law.beta[0] * qk) * (1 + ov)


def near(ours, theirs, bound):
    assert np.abs(np.subtract(ours, theirs)).max(initial=0.0) <= bound


# ------------------------------------------------------------------------- the step as plain loops


def loop_field(law, run, sees):
    heads = list(zip(law.qk[run].tolist(), law.ov[run].tolist(), strict=True))
    system = (float(law.beta[run]), heads, sees, reference.weights, law.masses[run].tolist())

    def field(x):
        units = [reference.unit(xi) for xi in x.tolist()]
        return np.array([reference.sphere(units, i, *system) for i in range(len(units))])

    return field


def loop_step(field, method, x, h, shares):
    """The end of a step, its largest error in units of 1 + |x|, and the tokens between."""
    table = tables(method)
    k = [h * field(x)]
    for row in table.a[1:]:
        k.append(h * field(x + sum(a * ki for a, ki in zip(row, k, strict=False))))
    end = x + sum(b * ki for b, ki in zip(table.b, k, strict=True))
    x1 = tkf.normalize(end)
    error = sum(e * ki for e, ki in zip(table.e, k, strict=True))
    scaled = error / (1 + np.maximum(np.abs(x), np.abs(x1)))
    parts = (x, end, *k)
    between = [
        sum(w @ (s - 0.5) ** np.arange(len(w)) * p for w, p in zip(table.w.T, parts, strict=True))
        for s in shares
    ]
    return x1, np.linalg.norm(scaled, axis=-1).max(), tkf.normalize(np.array(between))


@pytest.mark.parametrize("kind", MASKS.values(), ids=MASKS)
@pytest.mark.parametrize("method", ADAPTIVE)
def test_one_step_is_that_of_the_loops(method, kind, instruction_set):
    rng = np.random.default_rng(ADAPTIVE.index(method))
    law, x = drawn_law(rng, 3, 4.0, True, True, True), tkf.normalize(rng.normal(size=(RUNS, N, 3)))
    h, shares = 3 * length(law), np.array([0.3, 0.8])
    sees = {
        Full: lambda width: reference.sees_full,
        Causal: lambda width: reference.sees_causal,
        Window: reference.sees_window,
    }[kind]
    fields = [loop_field(law, run, sees(width)) for run, width in enumerate(WIDTHS)]
    x1, error, between = zip(
        *(loop_step(field, method, xi, h, shares) for field, xi in zip(fields, x, strict=True)),
        strict=True,
    )
    velocity = np.stack([field(xi) for field, xi in zip(fields, x, strict=True)])
    begun = replace(State.at(x, 0.0), velocity=velocity, t_next=np.full(RUNS, h))
    tol = 2 * max(error)
    ours, found = by_kernel(method, kind, law, begun, np.append(h * shares, 9.0), tol, steps=1)
    assert (ours.accepted == 1).all()
    near(ours.x, x1, 1e-13)
    near(ours.velocity, [field(xi) for field, xi in zip(fields, x1, strict=True)], 1e-12)
    near(found[:, :2], between, 1e-13)
    factor = np.clip(0.9 * (np.array(error) / tol) ** (-1 / ERROR_ORDERS[method]), 1.0, 10.0)
    # The error of dopri8 is 1e-9 of the stages that it is a difference of.
    np.testing.assert_allclose(ours.t_next, h + h * factor, rtol=1e-12 + 1e-15 / min(error))


# ------------------------------------------------------------------------------- from call to call


def plain_law(beta=4.0):
    return Law(beta=np.full(RUNS, beta), qk=None, ov=None, masses=None, width=WIDTHS)


def test_a_step_cut_short_keeps_the_length_it_was_cut_from():
    x, law, h = tkf.normalize(np.random.default_rng(1).normal(size=(RUNS, N, 3))), plain_law(), 0.3
    begun, _ = by_kernel("tsit5", Full, law, State.at(x, 0.0), np.array([0.0]), 1e-3, steps=0)
    begun = replace(begun, t_next=np.full(RUNS, h), saved=np.zeros(RUNS, int))
    cut, values = by_kernel("tsit5", Full, law, begun, np.array([0.001]), 1e-3, steps=9)
    np.testing.assert_array_equal(cut.accepted, 1)
    np.testing.assert_array_equal(cut.t, 0.001)
    np.testing.assert_array_equal(values[:, 0], cut.x)
    np.testing.assert_allclose(cut.t_next, 0.001 + h, rtol=1e-14)
    assert not cut.unfinished(1).any()


def test_later_times_go_on_where_others_ended():
    x, law = tkf.normalize(np.random.default_rng(2).normal(size=(RUNS, N, 3))), plain_law()
    times = np.array([0.0, 0.4, 1.0, 1.7, 2.0])
    whole, expected = by_kernel("dopri8", Full, law, State.at(x, 0.0), times, 1e-11, steps=999)
    first, some = by_kernel("dopri8", Full, law, State.at(x, 0.0), times[:3], 1e-11, steps=999)
    assert (first.t_next > 1.05).all()
    second, rest = by_kernel(
        "dopri8", Full, law, replace(first, saved=np.zeros(RUNS, int)), times[3:], 1e-11, steps=999
    )
    near(np.concatenate([some, rest], axis=1), expected, 1e-9)
    near(second.x, whole.x, 1e-9)
    assert (second.accepted <= whole.accepted + 1).all()


@pytest.mark.parametrize("factor", [1.1, 50.0])
def test_a_step_that_cannot_be_shortened_is_stuck(factor):
    # One unit in the last place of 1e17 is 16; 0.88 times that is rounded to it again.
    x, law, t = tkf.normalize(np.random.default_rng(3).normal(size=(RUNS, N, 3))), plain_law(), 1e17
    full = replace(
        law, qk=np.stack([np.eye(3)[None]] * RUNS), ov=np.stack([np.eye(3)[None]] * RUNS)
    )
    full = replace(full, masses=np.ones((RUNS, N)))
    fields = [loop_field(full, run, reference.sees_full) for run in range(RUNS)]
    error = [loop_step(fields[run], "tsit5", x[run], 16.0, [])[1] for run in range(RUNS)]
    velocity = np.stack([field(xi) for field, xi in zip(fields, x, strict=True)])
    begun = replace(State.at(x, t), velocity=velocity, t_next=np.full(RUNS, t + 16))
    times, tol = np.array([t + 64]), min(error) / factor
    ours, _ = by_kernel("tsit5", Full, law, begun, times, tol, steps=5)
    np.testing.assert_array_equal(ours.rejected[np.argmin(error)], 1)
    assert not ours.unfinished(1).any()
    np.testing.assert_array_equal(ours.x, x)


def test_without_kernels_the_call_says_why(monkeypatch):
    x, law = tkf.normalize(np.random.default_rng(4).normal(size=(RUNS, N, 7))), plain_law()
    monkeypatch.setattr(native, "available", lambda: False)
    with pytest.raises(RuntimeError, match="native kernels cannot be called"):
        by_kernel("tsit5", Full, law, State.at(x, 0.0), np.array([0.0]), 1e-3, steps=1)
