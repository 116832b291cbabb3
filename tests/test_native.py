"""The native kernels against 50-digit arithmetic, the pure-JAX formula and each other."""

import mpmath
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tokenflock.attention import causal, full, native, window
from tokenflock.attention.masks import Window
from tokenflock.backend import jax, jnp

EPS = np.finfo(float).eps
SETS = ("portable", "avx2", "avx512")
MASKS = (full, causal, window(1), window(5))

pytestmark = pytest.mark.skipif(not native.available(), reason=f"kernels: {native.engine()}")


@pytest.fixture(params=SETS)
def instruction_set(request):
    if not native.use(request.param):
        pytest.skip(f"{request.param} cannot run here")
    yield request.param
    native.use(None)


attend = jax.jit(native.attend, static_argnums=4)


def plain(x, beta, qk, mask, relative=False, masses=None):
    """The formula in NumPy: compiles nothing, so that many sizes stay cheap."""
    x, n = np.asarray(x), x.shape[-2]
    size = 2.0 ** np.frexp(np.abs(x).max())[1]
    q = (x / size)[None] if qk is None else (x / size) @ np.asarray(qk)
    s = q @ (x / size).T
    seen = np.asarray(mask.visible(np.arange(n)[:, None], np.arange(n)[None, :]))
    top = np.where(seen, s, -np.inf).max(axis=-1, keepdims=True)
    w = np.exp(np.where(seen, (s - top) * size * size * beta, -np.inf))
    w = w if masses is None else w * np.asarray(masses)
    z = w.sum(axis=-1, keepdims=True)
    values = np.einsum("hij,jc->hic", w / z, x)
    if relative:
        values = np.einsum("hij,ijc->hic", w / z, x[None] - x[:, None])
    return values, (np.log(z) + top * size * size * beta)[..., 0]


def exact(x, beta, qk, mask, relative, masses):
    """Values and log-normalisers of one head in 50 digits, by the formula."""
    x, qk = mpmath.matrix(x.tolist()), mpmath.matrix(qk.tolist())
    n, beta = x.rows, mpmath.mpf(beta)
    q = beta * x * qk
    values, logs = [], []
    for i in range(n):
        seen = [j for j in range(n) if mask.visible(np.int64(i), np.int64(j))]
        logit = {j: mpmath.fsum(a * b for a, b in zip(q[i, :], x[j, :], strict=True)) for j in seen}
        top = max(logit.values())
        w = {j: mpmath.mpf(masses[j]) * mpmath.exp(logit[j] - top) for j in seen}
        z = mpmath.fsum(w.values())
        logs.append(mpmath.log(z) + top)
        values.append(
            [
                mpmath.fsum(w[j] * (x[j, c] - (x[i, c] if relative else 0)) for j in seen) / z
                for c in range(x.cols)
            ]
        )
    return values, logs


def worst(a, b):
    """The largest difference between an array and nested 50-digit numbers."""
    b = np.array(b, dtype=object).ravel()
    return float(max(abs(mpmath.mpf(float(s)) - t) for s, t in zip(np.ravel(a), b, strict=True)))


def unit(rng, *shape):
    x = rng.normal(size=shape)
    return x / np.linalg.norm(x, axis=-1, keepdims=True)


# ---------------------------------------------------------------------------------- powers of two


def ulps(x):
    y = native.exp2(x)
    truth = np.exp2(x.astype(np.longdouble))
    return np.abs(y - truth) / np.spacing(np.abs(truth).astype(x.dtype))


@pytest.mark.parametrize(
    ("dtype", "low", "high"), [(np.float64, -1022, 1024), (np.float32, -126, 128)]
)
def test_powers_of_two_are_within_two_ulp(instruction_set, dtype, low, high):
    rng = np.random.default_rng(0)
    spread = rng.uniform(low, np.nextafter(high, 0), 200_000).astype(dtype)
    spread = spread[(spread >= low) & (spread < high)]
    small = (rng.choice([-1, 1], 100_000) * 2.0 ** rng.uniform(-60, 1, 100_000)).astype(dtype)
    whole = np.arange(low, high, dtype=dtype)
    # Half-way points, and one step beside whole and half numbers, is where rounding could slip.
    half = np.concatenate(
        [
            whole[:-1] + dtype(0.5),
            np.nextafter(whole, dtype(np.inf)),
            np.nextafter(whole[:-1] + dtype(0.5), dtype(np.inf)),
            np.nextafter(whole[1:], dtype(-np.inf)),
        ]
    )
    for x in (spread, small, whole, half):
        assert ulps(x).max() <= 2
    assert (native.exp2(whole) == np.ldexp(dtype(1), whole.astype(int))).all()


def test_every_float32_of_one_octave(instruction_set):
    x = np.arange(np.float32(0.5).view(np.int32), np.float32(1).view(np.int32), 3, dtype=np.int32)
    assert ulps(x.view(np.float32)).max() <= 2
    assert ulps(-x.view(np.float32)).max() <= 2


def test_subnormal_results_are_zero(instruction_set):
    below = np.nextafter(-1022.0, -np.inf)
    assert (native.exp2(np.array([below, -1e9, -1e300, -np.inf])) == 0).all()
    assert native.exp2(np.array([-1022.0]))[0] == 2.0**-1022
    assert (native.exp2(np.array([-126.5, -1e30], np.float32)) == 0).all()


# -------------------------------------------------------------------------------- dense attention


@pytest.mark.parametrize("mask", MASKS, ids=repr)
@pytest.mark.parametrize("d", [1, 3, 9])
@pytest.mark.parametrize("beta", [0.0, 64.0, 1e6])
def test_attention_to_fifty_digits(instruction_set, mask, d, beta):
    rng = np.random.default_rng([d, int(beta)])
    x, qk, masses = unit(rng, 13, d), rng.normal(size=(d, d)), rng.uniform(0.1, 9, 13)
    bound = max(1e-12, 8 * EPS * beta * np.linalg.norm(qk, 2))
    for relative in (False, True):
        values, logs = attend(
            jnp.asarray(x),
            jnp.asarray(beta),
            jnp.asarray(qk)[None],
            mask,
            relative,
            jnp.asarray(masses),
        )
        with mpmath.workdps(50):
            true_values, true_logs = exact(x, beta, qk, mask, relative, masses)
            assert worst(values, true_values) <= bound
            assert worst(logs, true_logs) <= bound


@pytest.mark.parametrize(
    ("n", "d"), [(1, 1), (2, 16), (9, 2), (31, 4), (31, 40), (300, 1), (300, 7), (300, 40)]
)
def test_every_size_agrees_with_the_formula(instruction_set, n, d):
    # Sizes around the width of a vector, of a block and of a tile.
    rng = np.random.default_rng([n, d])
    x = jnp.asarray(unit(rng, n, d))
    for mask in MASKS:
        qk = jnp.asarray(rng.normal(size=(3, d, d)))
        for relative in (False, True):
            found = attend(x, jnp.asarray(9.0), qk, mask, relative)
            expected = plain(x, 9.0, qk, mask, relative)
            for a, b in zip(found, expected, strict=True):
                np.testing.assert_allclose(a, b, atol=5e-13, rtol=5e-13)


configurations = st.sampled_from(["spread", "clustered", "one point", "neighbours", "opposite"])


def configuration(kind, n, d, rng):
    x = unit(rng, n, d)
    if kind == "clustered":
        x = unit(rng, 3, d)[rng.integers(0, 3, n)] + 1e-6 * x
    if kind == "one point":
        x = np.repeat(x[:1], n, axis=0)
    if kind == "neighbours":
        x = np.nextafter(x[:1], rng.choice([-np.inf, np.inf], (n, d)))
    if kind == "opposite":
        x = rng.choice([-1.0, 1.0], (n, 1)) * x[:1]
    return x


@settings(max_examples=80, deadline=None)
@given(
    kind=configurations,
    n=st.sampled_from([1, 6, 37]),
    d=st.sampled_from([1, 2, 3, 12]),
    log_beta=st.floats(-9, 6),
    log_norm=st.floats(-3, 3),
    mask=st.sampled_from(MASKS),
    relative=st.booleans(),
    seed=st.integers(0, 2**32 - 1),
)
def test_agrees_with_the_formula_everywhere(kind, n, d, log_beta, log_norm, mask, relative, seed):
    rng = np.random.default_rng(seed)
    x = jnp.asarray(configuration(kind, n, d, rng))
    qk = jnp.asarray(10**log_norm * rng.normal(size=(2, d, d)))
    beta = 10**log_beta
    values, logs = attend(x, jnp.asarray(beta), qk, mask, relative)
    expected, expected_logs = plain(x, beta, qk, mask, relative)
    # Each of the two rounds its logits.
    bound = max(1e-12, 16 * EPS * beta * float(jnp.linalg.norm(qk, axis=(1, 2)).max()))
    np.testing.assert_allclose(values, expected, rtol=0, atol=bound)
    np.testing.assert_allclose(logs, expected_logs, rtol=0, atol=bound)


def test_a_drift_of_1e_26_keeps_its_digits(instruction_set):
    # Two tight clusters a gap of 1.5 apart at beta = 64: e^{-64 (1 - cos 1.5)} is 5e-26.
    angle = np.repeat([0.0, 1.5], [70, 30])
    for d in (2, 9):
        x = np.zeros((100, d))
        x[:, 0], x[:, 1] = np.cos(angle), np.sin(angle)
        drift, _ = attend(jnp.asarray(x), jnp.asarray(64.0), None, full, True)
        with mpmath.workdps(50):
            a, b = mpmath.matrix(x[0].tolist()), mpmath.matrix(x[-1].tolist())
            gap = 64 * (mpmath.fdot(a, a) - mpmath.fdot(a, b))
            share = 30 * mpmath.exp(-gap) / (70 + 30 * mpmath.exp(-gap))
            expected = [float(share * (b[c] - a[c])) for c in range(2)]
        assert np.abs(expected).max() < 1e-24
        np.testing.assert_allclose(drift[0, 0, :2], expected, rtol=64 * EPS)


def test_coincident_tokens_feel_nothing_from_each_other(instruction_set):
    x = jnp.asarray(np.repeat(unit(np.random.default_rng(0), 1, 5), 33, axis=0))
    drift, _ = attend(x, jnp.asarray(3.0), None, causal, True)
    assert (drift == 0).all()


def test_equal_tokens_move_together_to_the_last_bit(instruction_set):
    rng = np.random.default_rng(1)
    for d in (2, 5, 20):
        x = unit(rng, 11, d)[rng.integers(0, 11, 203)]
        values, logs = attend(jnp.asarray(x), jnp.asarray(20.0), None, full)
        _, first, label = np.unique(x, axis=0, return_index=True, return_inverse=True)
        assert (values[0] == values[0][first[label]]).all()
        assert (logs[0] == logs[0][first[label]]).all()


def test_the_future_never_moves_the_past(instruction_set):
    rng = np.random.default_rng(2)
    for d in (2, 20):
        x = unit(rng, 150, d)
        changed = np.concatenate([x[:90], unit(rng, 60, d)])
        # Sums and maxima may change the path a kernel takes, never the numbers of earlier rows.
        before, after = (
            native.attend(jnp.asarray(y), jnp.asarray(5.0), None, causal)[0][0, :90]
            for y in (x, changed)
        )
        np.testing.assert_array_equal(before, after)


@pytest.mark.parametrize("size", [1e-200, 1e-3, 1e150])
@pytest.mark.parametrize("stretch", [1e-200, 1.0, 1e200])
def test_badly_scaled_input_stays_finite(size, stretch):
    rng = np.random.default_rng(3)
    for d in (2, 12):
        x = jnp.asarray(size * unit(rng, 20, d))
        qk = jnp.asarray(stretch * rng.normal(size=(1, d, d)))
        values, logs = attend(x, jnp.asarray(1e6), qk, causal)
        assert np.isfinite(values).all()
        assert np.isfinite(logs).all()
        # Weights are convex and the first token sees only itself.
        assert (np.linalg.norm(values, axis=-1) <= size * (1 + 1e-12)).all()
        np.testing.assert_allclose(values[0, 0], x[0], rtol=1e-15)


def test_not_a_number_is_never_hidden():
    x = jnp.asarray(np.r_[unit(np.random.default_rng(4), 9, 2), [[np.nan, 0.0]]])
    values, _ = attend(x, jnp.asarray(1.0), None, full)
    assert np.isnan(values).any(axis=-1).all()


@pytest.mark.parametrize("d", [2, 20])
def test_single_precision(instruction_set, d):
    x = unit(np.random.default_rng(5), 77, d)
    for beta in (3.0, 300.0):
        found = attend(jnp.asarray(x, jnp.float32), jnp.asarray(beta), None, causal)
        expected = plain(jnp.asarray(x), beta, None, causal)
        for a, b in zip(found, expected, strict=True):
            assert a.dtype == jnp.float32
            np.testing.assert_allclose(a, b, rtol=1e-5, atol=8 * 1.2e-7 * beta + 1e-6)


def test_long_sums_do_not_drift():
    # One tenth is not a binary number: added 20 000 times in a row it is off by 1e-12.
    assert abs(np.add.accumulate(np.full(20_000, 0.1))[-1] / 2000 - 1) > 1e-13
    x = jnp.ones((20_000, 1)) * jnp.sqrt(0.1)
    values, logs = attend(x, jnp.asarray(1.0), None, full)
    np.testing.assert_allclose(values[0, -1], x[-1], rtol=2e-14)
    np.testing.assert_allclose(logs[0, -1], np.log(2e4) + 0.1, rtol=2e-14)


# ------------------------------------------------------------------------------------ inside JAX


def test_queries_keys_and_values_of_their_own():
    rng = np.random.default_rng(6)
    q, k, v = (jnp.asarray(rng.normal(size=(2, 4, 50, c))) for c in (6, 6, 11))
    values, logs = native.attend_heads(q, k, v, causal)
    expected = native.reference(type(causal), False, q, k, v, jnp.zeros((2, 0)), jnp.zeros(2))
    np.testing.assert_allclose(values, expected[0], atol=1e-13)
    np.testing.assert_allclose(logs, expected[1], atol=1e-13)


def test_a_batch_of_betas_and_windows():
    rng = np.random.default_rng(7)
    x, betas = jnp.asarray(unit(rng, 3, 40, 2)), jnp.asarray([0.5, 8.0, 4000.0])
    widths, masses = jnp.asarray([1, 7, 40]), jnp.asarray(rng.uniform(1, 2, (3, 40)))

    def one(x, beta, width, masses):
        return native.attend(x, beta, None, Window(width), True, masses)[0]

    batch = jax.jit(jax.vmap(one))(x, betas, widths, masses)
    for found, *single in zip(batch, x, betas, widths, masses, strict=True):
        np.testing.assert_array_equal(found, one(*single))


def test_inside_a_loop():
    x = jnp.asarray(unit(np.random.default_rng(8), 30, 3))

    def step(x):
        return x + 0.1 * native.attend(x, jnp.asarray(4.0), None, full, relative=True)[0][0]

    looped = jax.jit(lambda x: jax.lax.fori_loop(0, 5, lambda _, x: step(x), x))(x)
    expected = np.asarray(x)
    for _ in range(5):
        expected = expected + 0.1 * plain(expected, 4.0, None, full, relative=True)[0][0]
    np.testing.assert_allclose(looped, expected, atol=1e-13)


@pytest.mark.parametrize("relative", [False, True])
def test_derivatives_both_ways(relative):
    rng = np.random.default_rng(9)
    x, qk = jnp.asarray(unit(rng, 6, 2)), jnp.asarray(rng.normal(size=(1, 2, 2)))

    def formula(x, beta, qk, mask, relative):
        q, k = native.queries_and_keys(x, beta, qk)
        return native.reference(type(mask), relative, q, k, x[None], jnp.zeros(0), jnp.zeros(()))

    def value(attend):
        return lambda x, beta, qk: attend(x, beta, qk, causal, relative)[0].sum(axis=-3).ravel()

    arguments = (x, jnp.asarray(3.0), qk)
    for which in range(3):
        forward = jax.jacfwd(value(native.attend), which)(*arguments)
        backward = jax.jacrev(value(native.attend), which)(*arguments)
        expected = jax.jacfwd(value(formula), which)(*arguments)
        np.testing.assert_allclose(forward, expected, atol=1e-13)
        np.testing.assert_allclose(backward, expected, atol=1e-13)
    hessian = jax.hessian(lambda beta: native.attend(x, beta, qk, full)[1].sum())(jnp.asarray(3.0))
    assert np.isfinite(hessian)


def test_many_threads_give_the_same_bits():
    x = jnp.asarray(unit(np.random.default_rng(10), 3000, 3))
    run = jax.jit(lambda x: native.attend(x, jnp.asarray(9.0), None, causal)[0])
    first = run(x)
    for _ in range(5):
        np.testing.assert_array_equal(run(x), first)


def test_compiled_derivatives_are_the_uncompiled_ones():
    # Fails with the YNN fusions of jaxlib 0.10.2, which the backend switches off.
    rng = np.random.default_rng(11)
    x, qk = unit(rng, 300, 3), jnp.asarray(rng.normal(size=(2, 3, 3)))
    beta = jnp.asarray(1.0)

    def total(qk):
        return native.attend(jnp.asarray(x), beta, qk, full)[0].sum(axis=(0, 1))

    plain, compiled = (f(qk) for f in (jax.jacfwd(total), jax.jit(jax.jacfwd(total))))
    np.testing.assert_allclose(compiled, plain, rtol=1e-10, atol=1e-12)
