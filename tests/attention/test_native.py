"""The native kernels against the formula and each other; test_accuracy.py has 50 digits."""

import mpmath
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from support.series import (
    EPS,
    KINDS,
    configuration,
    formula,
    instruction_set,
    needs_kernels,
    uniform,
)
from support.series import dense as attend

from tokenflock import InputError
from tokenflock._jax import jax, jnp
from tokenflock.attention import causal, full, native, window
from tokenflock.attention.masks import Window

__all__ = ["instruction_set"]

MASKS = (full, causal, window(1), window(5))

pytestmark = needs_kernels


def test_the_environment_picks_the_instruction_set():
    library, _ = native._load()
    try:
        native._limit(library, "portable")
        assert native.instruction_set() == "portable"
        with pytest.raises(InputError, match=r"`TOKENFLOCK_ISA` must be one of .*'portable'"):
            native._limit(library, "mmx")
    finally:
        assert native.use(None)


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


def test_float32_numbers_of_one_octave(instruction_set):
    x = np.arange(np.float32(0.5).view(np.int32), np.float32(1).view(np.int32), 17, dtype=np.int32)
    assert ulps(x.view(np.float32)).max() <= 2
    assert ulps(-x.view(np.float32)).max() <= 2


def test_subnormal_results_are_zero(instruction_set):
    below = np.nextafter(-1022.0, -np.inf)
    assert (native.exp2(np.array([below, -1e9, -1e300, -np.inf])) == 0).all()
    assert native.exp2(np.array([-1022.0]))[0] == 2.0**-1022
    assert (native.exp2(np.array([-126.5, -1e30], np.float32)) == 0).all()


# -------------------------------------------------------------------------------- dense attention


# Around the width of a vector, of a block and of a tile.
SIZES = [(1, 1), (9, 2), (31, 40), (300, 7)]


@jax.jit
def both(x, beta, qk, mask, masses):
    """The averages, and those seen from each token."""
    return [native.attend(x, beta, qk, mask, relative, masses) for relative in (False, True)]


@pytest.mark.parametrize(("n", "d"), SIZES)
def test_every_size_agrees_with_the_formula(instruction_set, n, d):
    rng = np.random.default_rng([n, d])
    x, masses = uniform(rng, n, d), rng.uniform(0.1, 9, n)
    qk = rng.normal(size=(2, d, d))
    for mask in MASKS:
        for relative, found in enumerate(both(x, 9.0, qk, mask, masses)):
            expected = formula(x, 9.0, qk, mask, bool(relative), masses)
            for a, b in zip(found, expected, strict=True):
                np.testing.assert_allclose(a, b.astype(float), atol=5e-13, rtol=5e-13)


@settings(max_examples=60, deadline=None)
@given(
    kind=st.sampled_from(KINDS),
    size=st.sampled_from(SIZES[:3]),
    log_beta=st.floats(-9, 6),
    log_norm=st.floats(-3, 3),
    mask=st.sampled_from(MASKS),
    seed=st.integers(0, 2**32 - 1),
)
def test_agrees_with_the_formula_everywhere(kind, size, log_beta, log_norm, mask, seed):
    rng = np.random.default_rng(seed)
    (n, d), beta = size, 10**log_beta
    if d == 1 and kind in ("equator", "lone"):
        kind = "spread"
    x, masses = configuration(kind, n, d, rng), rng.uniform(0.1, 9, n)
    qk = 10**log_norm * rng.normal(size=(2, d, d))
    bound = max(1e-12, 8 * EPS * beta * np.linalg.norm(qk, axis=(1, 2)).max())
    for relative, (values, logs) in enumerate(both(x, beta, qk, mask, masses)):
        expected, expected_logs = formula(x, beta, qk, mask, bool(relative), masses)
        assert np.abs(np.asarray(values) - expected).max() <= bound
        assert np.abs(np.asarray(logs) - expected_logs).max() <= bound


def test_a_drift_of_1e_26_keeps_its_digits(instruction_set):
    # Two tight clusters a gap of 1.5 apart at beta = 64: e^{-64 (1 - cos 1.5)} is 5e-26.
    angle = np.repeat([0.0, 1.5], [70, 30])
    for d in (2, 9):
        x = np.zeros((100, d))
        x[:, 0], x[:, 1] = np.cos(angle), np.sin(angle)
        drift, _ = attend(x, 64.0, None, full, True)
        with mpmath.workdps(50):
            a, b = mpmath.matrix(x[0].tolist()), mpmath.matrix(x[-1].tolist())
            gap = 64 * (mpmath.fdot(a, a) - mpmath.fdot(a, b))
            share = 30 * mpmath.exp(-gap) / (70 + 30 * mpmath.exp(-gap))
            expected = [float(share * (b[c] - a[c])) for c in range(2)]
        assert np.abs(expected).max() < 1e-24
        np.testing.assert_allclose(np.asarray(drift)[0, 0, :2], expected, rtol=64 * EPS)


def test_coincident_tokens_feel_nothing_from_each_other(instruction_set):
    x = np.repeat(uniform(np.random.default_rng(0), 1, 5), 33, axis=0)
    drift, _ = attend(x, 3.0, None, causal, True)
    assert (np.asarray(drift) == 0).all()


def test_equal_tokens_move_together_to_the_last_bit(instruction_set):
    rng = np.random.default_rng(1)
    for d in (2, 5, 20):
        x = uniform(rng, 11, d)[rng.integers(0, 11, 203)]
        values, logs = map(np.asarray, attend(x, 20.0, None, full))
        _, first, label = np.unique(x, axis=0, return_index=True, return_inverse=True)
        same = first[label.ravel()]  # NumPy 2.0 has it as a column
        assert (values[0] == values[0][same]).all()
        assert (logs[0] == logs[0][same]).all()


def test_the_future_never_moves_the_past(instruction_set):
    rng = np.random.default_rng(2)
    for d in (2, 20):
        x = uniform(rng, 150, d)
        changed = np.concatenate([x[:90], uniform(rng, 60, d)])
        # Sums and maxima may change the path a kernel takes, never the numbers of earlier rows.
        before, after = (np.asarray(attend(y, 5.0, None, causal)[0]) for y in (x, changed))
        np.testing.assert_array_equal(before[0, :90], after[0, :90])


@pytest.mark.parametrize("size", [1e-200, 1e-3, 1e150])
@pytest.mark.parametrize("stretch", [1e-200, 1.0, 1e200])
def test_badly_scaled_input_stays_finite(size, stretch):
    rng = np.random.default_rng(3)
    for d in (2, 12):
        x, qk = size * uniform(rng, 20, d), stretch * rng.normal(size=(1, d, d))
        values, logs = map(np.asarray, attend(x, 1e6, qk, causal))
        assert np.isfinite(values).all()
        assert np.isfinite(logs).all()
        # Weights are convex and the first token sees only itself.
        assert (np.linalg.norm(values, axis=-1) <= size * (1 + 1e-12)).all()
        np.testing.assert_allclose(values[0, 0], x[0], rtol=1e-15)


def test_not_a_number_is_never_hidden():
    x = np.r_[uniform(np.random.default_rng(4), 9, 2), [[np.nan, 0.0]]]
    values, _ = attend(x, 1.0, None, full)
    assert np.isnan(values).any(axis=-1).all()


@pytest.mark.parametrize("d", [2, 20])
def test_single_precision(instruction_set, d):
    x = uniform(np.random.default_rng(5), 77, d)
    for beta in (3.0, 300.0):
        found = attend(x.astype(np.float32), beta, None, causal)
        expected = formula(x, beta, None, causal)
        for a, b in zip(found, expected, strict=True):
            assert a.dtype == jnp.float32
            np.testing.assert_allclose(a, b.astype(float), rtol=1e-5, atol=8 * 1.2e-7 * beta + 1e-6)


def test_long_sums_do_not_drift():
    # One tenth is not a binary number: added 20 000 times in a row it is off by 1e-12.
    assert abs(np.add.accumulate(np.full(20_000, 0.1))[-1] / 2000 - 1) > 1e-13
    x = np.full((20_000, 1), np.sqrt(0.1))
    values, logs = map(np.asarray, attend(x, 1.0, None, full))
    np.testing.assert_allclose(values[0, -1], x[-1], rtol=2e-14)
    np.testing.assert_allclose(logs[0, -1], np.log(2e4) + 0.1, rtol=2e-14)


# ------------------------------------------------------------------------------------ inside JAX


def test_queries_keys_and_values_of_their_own():
    rng = np.random.default_rng(6)
    q, k, v = (rng.normal(size=(2, 4, 50, c)) for c in (6, 6, 11))
    values, logs = jax.jit(lambda *given: native.attend_heads(*given, causal))(q, k, v)
    w = np.exp(q @ k.mT) * np.tri(50)
    z = w.sum(axis=-1)
    np.testing.assert_allclose(values, w @ v / z[..., None], rtol=0, atol=1e-13)
    np.testing.assert_allclose(logs, np.log(z), rtol=0, atol=1e-13)


def test_a_batch_of_betas_and_windows():
    rng = np.random.default_rng(7)
    x, betas = uniform(rng, 3, 40, 2), np.array([0.5, 8.0, 4000.0])
    widths, masses = np.array([1, 7, 40]), rng.uniform(1, 2, (3, 40))

    def one(x, beta, width, masses):
        return native.attend(x, beta, None, Window(width), True, masses)[0]

    batch, alone = np.asarray(jax.jit(jax.vmap(one))(x, betas, widths, masses)), jax.jit(one)
    for found, *single in zip(batch, x, betas, widths, masses, strict=True):
        np.testing.assert_array_equal(found, alone(*single))


def test_inside_a_loop():
    x = expected = uniform(np.random.default_rng(8), 30, 3)

    def step(x):
        return x + 0.1 * native.attend(x, jnp.asarray(4.0), None, full, relative=True)[0][0]

    looped = jax.jit(lambda x: jax.lax.fori_loop(0, 5, lambda _, x: step(x), x))(x)
    for _ in range(5):
        expected = expected + 0.1 * formula(expected, 4.0, None, full, relative=True)[0][0]
    np.testing.assert_allclose(looped, expected.astype(float), rtol=0, atol=1e-13)


@pytest.mark.parametrize("relative", [False, True])
def test_derivatives_both_ways(relative):
    rng = np.random.default_rng(9)
    x, qk = uniform(rng, 6, 2), rng.normal(size=(1, 2, 2))

    def plain(x, beta, qk, mask, relative):
        q, k = native.queries_and_keys(x, beta, qk)
        return native.reference(type(mask), relative, q, k, x[None], jnp.zeros(0), jnp.zeros(()))

    def value(attend):
        return lambda x, beta, qk: attend(x, beta, qk, causal, relative)[0].sum(axis=-3).ravel()

    @jax.jit
    def derivatives(*arguments):
        ways = (jax.jacfwd, native.attend), (jax.jacrev, native.attend), (jax.jacfwd, plain)
        return [way(value(attend), argnums=(0, 1, 2))(*arguments) for way, attend in ways]

    forward, backward, expected = derivatives(x, 3.0, qk)
    for found in (forward, backward):
        for a, b in zip(found, expected, strict=True):
            np.testing.assert_allclose(a, b, rtol=0, atol=1e-13)


def test_second_derivatives():
    x = uniform(np.random.default_rng(9), 6, 2)

    def log_normalizer(beta):
        return native.attend(jnp.asarray(x), beta, None, full)[1].sum()

    hessian = jax.jit(jax.hessian(log_normalizer))(3.0)
    # log Z is convex in beta: its second derivative is the sum of the variances of the scores.
    s = x @ x.T
    w = np.exp(3.0 * s) / np.exp(3.0 * s).sum(axis=1, keepdims=True)
    variance = (w * s**2).sum(axis=1) - (w * s).sum(axis=1) ** 2
    np.testing.assert_allclose(hessian, variance.sum(), rtol=1e-12)


def test_many_threads_give_the_same_bits():
    x = uniform(np.random.default_rng(10), 3000, 3)
    run = jax.jit(lambda x: native.attend(x, jnp.asarray(9.0), None, causal)[0])
    first = run(x)
    for _ in range(5):
        np.testing.assert_array_equal(run(x), first)


def test_compiled_derivatives_by_hand():
    # Fails with the YNN fusions of jaxlib 0.10.2, which the backend switches off.
    rng = np.random.default_rng(11)
    x, qk = uniform(rng, 300, 3), rng.normal(size=(2, 3, 3))

    def total(qk):
        return native.attend(jnp.asarray(x), jnp.asarray(1.0), qk, full)[0].sum(axis=(0, 1))

    # Of one head, dA_i / dM_ab = x_ia sum_j w_ij x_jb (x_j - A_i) with A_i = sum_j w_ij x_j.
    w = np.exp(x @ qk @ x.T)
    w /= w.sum(axis=-1, keepdims=True)
    moment = np.einsum("hij,jb,jc->hibc", w, x, x) - np.einsum("hib,hic->hibc", w @ x, w @ x)
    expected = np.einsum("ia,hibc->chab", x, moment)
    np.testing.assert_allclose(jax.jit(jax.jacfwd(total))(qk), expected, rtol=1e-10, atol=1e-12)
