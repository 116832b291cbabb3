"""Attention on the sphere in linear time against closed forms, 50 digits and the dense sum."""

import mpmath
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tokenflock.attention import causal, full, native, spherical, window
from tokenflock.backend import jax, jnp

EPS = np.finfo(float).eps
SETS = ("portable", "avx2", "avx512")

sphere = jax.jit(spherical.sphere)
dense = jax.jit(native.attend, static_argnums=4)
needs_kernels = pytest.mark.skipif(not native.available(), reason=f"kernels: {native.engine()}")


def unit(v):
    v = np.asarray(v, float)
    return v / np.linalg.norm(v, axis=-1, keepdims=True)


def uniform(n, rng):
    return unit(rng.normal(size=(n, 3)))


def orthogonal(rng):
    return np.linalg.qr(rng.normal(size=(3, 3)))[0]


NORTH = np.array([0.0, 0.0, 1.0])


def configuration(kind, n, rng):
    """Tokens that a truncated or rounded series could get wrong."""
    some, spread = uniform(3, rng), uniform(n, rng)
    index = np.arange(n)[:, None]
    return {
        "spread": spread,
        "cap": unit(spread + 1.5 * some[0]),
        "one point": np.tile(some[0], (n, 1)),
        "pole": np.tile(NORTH, (n, 1)),
        "poles": NORTH * rng.choice([-1.0, 1.0], (n, 1)),
        "near the poles": unit(NORTH * rng.choice([-1.0, 1.0], (n, 1)) + 1e-9 * spread),
        "antipodal": some[0] * rng.choice([-1.0, 1.0], (n, 1)),
        "equator": unit(spread * [1, 1, 0]),
        "clustered": unit(rng.choice(some, n) + 1e-3 * spread),
        "neighbours": np.nextafter(some[0], rng.choice([-np.inf, np.inf], (n, 3))),
        "isolated": np.where(index < n - 3, some[0], -some[0]),
        "lone": np.where(index == n // 2, some[1], some[0]),
        "crowd": np.where(index % 10 > 0, some[0], spread),
    }[kind]


KINDS = (
    *("spread", "cap", "one point", "pole", "poles", "near the poles", "antipodal"),
    *("equator", "clustered", "neighbours", "isolated", "lone", "crowd"),
)
MATRICES = {
    "identity": None,
    "minus identity": -np.eye(3)[None],
    "random": np.random.default_rng(0).normal(size=(2, 3, 3)),
    "rank one": np.array([[[1.0, 2.0, 0.0], [0.0, 0.0, 0.0], [0.0, 0.0, 0.0]]]),
    "nothing": np.zeros((1, 3, 3)),
}


def promise(beta, qk):
    norm = 1.0 if qk is None else np.linalg.norm(qk, 2, axis=(1, 2)).max()
    return max(1e-12, 8 * EPS * beta * norm)


def arguments(x, beta, qk, mask):
    return jnp.asarray(x), jnp.asarray(beta), None if qk is None else jnp.asarray(qk), mask


def agree(found, expected, bound):
    np.testing.assert_allclose(found[0], expected[0], rtol=0, atol=bound)
    np.testing.assert_allclose(found[1], expected[1], rtol=0, atol=bound)


def test_what_it_serves():
    assert spherical.supports(full, 3)
    assert spherical.supports(causal, 3)
    assert not spherical.supports(causal, 2)
    assert not spherical.supports(window(4), 3)


@pytest.mark.parametrize("beta", [0.0, 0.1, 9.0, 40.0])
def test_many_tokens_are_an_integral(beta):
    # A product rule with Gauss points in w = cos(theta) integrates over the sphere exactly:
    #   mean of e^{b u.x} = sinh(b) / b,    mean of x e^{b u.x} = (cosh(b)/b - sinh(b)/b^2) u.
    w, weight = np.polynomial.legendre.leggauss(60)
    phi = 2 * np.pi * np.arange(120) / 120
    rho = np.sqrt(1 - w**2)[:, None]
    x = np.stack(np.broadcast_arrays(rho * np.cos(phi), rho * np.sin(phi), w[:, None]), axis=-1)
    masses = np.broadcast_to(weight[:, None] / 240, (60, 120)).ravel()
    x = unit(x.reshape(-1, 3))
    values, logs, share = sphere(*arguments(x, beta, None, full), jnp.asarray(masses))
    radius = 1 / np.tanh(beta) - 1 / beta if beta else 0.0
    np.testing.assert_allclose(values[0], radius * x, atol=1e-13)
    expected = np.log(np.sinh(beta) / beta) if beta else 0.0
    np.testing.assert_allclose(logs[0], expected, atol=1e-13)
    assert share == (0 if native.available() else 1)


def test_at_beta_zero_attention_is_the_mean():
    x = uniform(3000, np.random.default_rng(0))
    values, logs, _ = sphere(*arguments(x, 0.0, None, causal))
    count = np.arange(1, 3001)
    np.testing.assert_allclose(values[0], np.cumsum(x, axis=0) / count[:, None], atol=1e-14)
    np.testing.assert_allclose(logs[0], np.log(count), atol=1e-14)


def test_two_antipodal_crowds():
    # Half of the tokens at p, half at -p: the average is tanh(beta) x_i.
    p = unit([1.0, -2.0, 0.5])
    x = p * np.where(np.arange(4000) % 2, 1.0, -1.0)[:, None]
    for beta in (0.5, 3.0, 9.0):
        values = sphere(*arguments(x, beta, None, full))[0]
        np.testing.assert_allclose(values[0], np.tanh(beta) * x, atol=1e-13)


@needs_kernels
@pytest.mark.parametrize("mask", [full, causal], ids=repr)
@pytest.mark.parametrize("matrix", MATRICES)
@pytest.mark.parametrize("n", [1, 5, 1500])
def test_no_configuration_gives_a_wrong_answer(n, matrix, mask):
    rng = np.random.default_rng(n)
    qk = MATRICES[matrix]
    for kind in KINDS:
        x = configuration(kind, n, rng)
        for beta in (0.0, 1e-9, 1.0, 9.0, 20.0, 150.0, 1e4, 1e6):
            given = arguments(x, beta, qk, mask)
            agree(sphere(*given), dense(*given), 1.5 * promise(beta, qk))


@needs_kernels
@pytest.mark.parametrize("mask", [full, causal], ids=repr)
def test_long_series(mask):
    # Enough tokens that a series of degree 110 is taken; a matrix whose rows differ in length.
    rng = np.random.default_rng(1)
    matrix = rng.normal(size=(3, 3))
    matrix = (matrix / np.linalg.norm(matrix, 2))[None]
    for kind in ("cap", "crowd"):
        x = configuration(kind, 12_500, rng)
        for qk in (None, matrix):
            given = arguments(x, 150.0, qk, mask)
            agree(sphere(*given), dense(*given), promise(150.0, qk))


def fifty_digits(x, beta, qk, masses, sees):
    """Values and logarithms of the normalisers, from the definition."""
    with mpmath.workdps(50):
        y = mpmath.matrix(x.tolist())
        logit = beta * y * mpmath.matrix(qk.tolist()) * y.T
        for i in range(len(x)):
            seen = [j for j in range(len(x)) if sees(i, j)]
            w = [mpmath.mpf(masses[j]) * mpmath.exp(logit[i, j]) for j in seen]
            z = mpmath.fsum(w)
            mean = [
                mpmath.fsum(a * y[j, c] for a, j in zip(w, seen, strict=True)) / z for c in range(3)
            ]
            yield [float(m) for m in mean], float(mpmath.log(z))


@needs_kernels
@pytest.mark.parametrize("name", SETS)
@pytest.mark.parametrize("mask", [full, causal], ids=repr)
def test_to_fifty_digits(name, mask):
    # 600 tokens at 60 places, so that a series pays and the reference is short.
    if not native.use(name):
        pytest.skip(f"{name} cannot run here")
    rng = np.random.default_rng(2)
    places, qk, m = uniform(60, rng), rng.normal(size=(3, 3)), rng.uniform(0.5, 2, 60)
    x, masses = np.tile(places, (10, 1)), np.tile(m, 10)
    found = sphere(*arguments(x, 2.0, qk[None], mask), jnp.asarray(masses))
    native.use(None)
    assert found[2] == 0
    # The last 60 rows: nine whole rounds, then those of the last round that a row sees.
    rounds = (lambda i, j: True) if mask is full else (lambda i, j: j <= i)
    doubled = np.concatenate([places, places])
    weights = np.concatenate([9 * m, m])
    expected = fifty_digits(doubled, 2.0, qk, weights, lambda i, j: j < 60 or rounds(i, j))
    mean, log = zip(*list(expected)[60:], strict=True)
    agree((found[0][0, -60:], found[1][0, -60:]), (mean, log), 1e-14)


@needs_kernels
@settings(max_examples=40, deadline=None)
@given(
    kind=st.sampled_from(KINDS),
    n=st.sampled_from([2, 300, 2500]),
    log_beta=st.floats(-6, 2.5),
    mask=st.sampled_from([full, causal]),
    log_mass=st.floats(0, 3),
    seed=st.integers(0, 2**32 - 1),
)
def test_masses_and_matrices(kind, n, log_beta, mask, log_mass, seed):
    rng = np.random.default_rng(seed)
    x, beta = configuration(kind, n, rng), 10**log_beta
    qk, masses = rng.normal(size=(2, 3, 3)), jnp.asarray(10 ** rng.uniform(0, log_mass, n))
    given = arguments(x, beta, qk, mask)
    agree(sphere(*given, masses), dense(*given, False, masses), 1.5 * promise(beta, qk))


@needs_kernels
@settings(max_examples=15, deadline=None)
@given(beta=st.floats(0, 12), mask=st.sampled_from([full, causal]), seed=st.integers(0, 10**6))
def test_rotations_turn_the_averages(beta, mask, seed):
    # The poles of the harmonics are nothing special: with x -> R x and M -> R M R^T, A -> R A.
    rng = np.random.default_rng(seed)
    x, rotation, matrix = uniform(2500, rng), orthogonal(rng), orthogonal(rng)
    values, logs, _ = sphere(*arguments(x, beta, matrix[None], mask))
    turned = sphere(*arguments(x @ rotation.T, beta, (rotation @ matrix @ rotation.T)[None], mask))
    agree(turned, (values @ rotation.T, logs), 1e-12)


@needs_kernels
@pytest.mark.parametrize("matrix", ["identity", "random"])
def test_the_future_never_moves_the_past(matrix):
    rng = np.random.default_rng(3)
    x, qk = uniform(6000, rng), MATRICES[matrix]
    before = sphere(*arguments(x, 5.0, qk, causal))
    x[4321:] = configuration("one point", 6000 - 4321, rng)
    after = sphere(*arguments(x, 5.0, qk, causal))
    np.testing.assert_array_equal(before[0][:, :4321], after[0][:, :4321])
    assert (before[0][:, 4321:] != after[0][:, 4321:]).any()


@needs_kernels
def test_tokens_longer_than_one_are_noticed():
    x = uniform(3000, np.random.default_rng(10))
    x[1000] *= 3
    given = arguments(x, 9.0, None, causal)
    share = sphere(*given)[2]
    assert share >= 1 / 3000
    np.testing.assert_allclose(sphere(*given)[0][0, 1000], dense(*given)[0][0, 1000], atol=1e-12)


@needs_kernels
def test_the_last_causal_row_sees_what_every_full_row_sees():
    x = uniform(7001, np.random.default_rng(4))
    last = [sphere(*arguments(x, 9.0, None, mask))[0][0, -1] for mask in (full, causal)]
    np.testing.assert_allclose(*last, atol=1e-14)


@needs_kernels
@pytest.mark.parametrize("name", SETS)
@pytest.mark.parametrize("n", [1201, 4095])
def test_every_instruction_set_and_length(name, n):
    if not native.use(name):
        pytest.skip(f"{name} cannot run here")
    rng = np.random.default_rng(n)
    x, qk = uniform(n, rng), 0.7 * orthogonal(rng)[None]
    for matrix in (None, qk):
        for mask in (full, causal):
            given = arguments(x, 9.0, matrix, mask)
            found = sphere(*given)
            assert found[2] < 0.01
            agree(found, dense(*given), 2e-14)
    native.use(None)


@needs_kernels
def test_rounding_stays_below_what_the_guard_assumes():
    # The guard takes eps (2 + degree / 32) of the visible mass, at most, for the error of a
    # normaliser, with degree about 9 sqrt(beta).  Errors of the dense sum itself, relative ones, do
    # not count: only rows with a small normaliser are compared, to within eps beta.
    rng = np.random.default_rng(5)
    for beta, n in ((9.0, 4000), (64.0, 6000), (100.0, 9000)):
        degree = 9 * np.sqrt(beta) + 6
        for kind in ("crowd", "cap"):
            given = arguments(configuration(kind, n, rng), beta, orthogonal(rng)[None], full)
            (found, *_), (expected, logs) = sphere(*given), dense(*given)
            share = np.exp(logs[0] - beta) / n
            error = np.abs(found - expected).max(axis=-1)[0] - 4 * EPS * beta
            assert (error * share <= EPS * (2 + degree / 32))[share < 0.02].all()


@needs_kernels
def test_the_share_of_dense_rows_is_reported():
    rng = np.random.default_rng(6)
    assert sphere(*arguments(uniform(3000, rng), 9.0, None, full))[2] == 0
    # QK = -1 and one cluster: every token looks where nobody is.
    crowd = np.tile(uniform(1, rng), (9000, 1))
    assert sphere(*arguments(crowd, 65.0, -np.eye(3)[None], full))[2] == 1
    # Three late tokens far from all others need the pairs, nobody else.
    crowd[-3:] *= -1
    assert sphere(*arguments(crowd, 40.0, None, causal))[2] == pytest.approx(3 / 9000)
    # Few tokens, or a long series: pairs are cheaper.
    assert sphere(*arguments(uniform(50, rng), 9.0, None, full))[2] == 1
    assert sphere(*arguments(uniform(3000, rng), 1e4, None, full))[2] == 1


@needs_kernels
def test_batches_and_heads():
    rng = np.random.default_rng(7)
    x, betas = jnp.asarray(uniform(2400, rng).reshape(3, 800, 3)), jnp.asarray([0.5, 1.0, 2.0])
    qk, masses = jnp.asarray(rng.normal(size=(2, 3, 3))), jnp.asarray(rng.uniform(1, 2, (3, 800)))

    def attend(x, beta, masses):
        return spherical.sphere(x, beta, qk, causal, masses)[0]

    batch = jax.jit(jax.vmap(attend))(x, betas, masses)
    assert batch.shape == (3, 2, 800, 3)
    for found, *one in zip(batch, x, betas, masses, strict=True):
        np.testing.assert_array_equal(found, jax.jit(attend)(*one))
    for h in range(2):
        alone = sphere(x[0], betas[0], qk[h : h + 1], causal, masses[0])[0]
        np.testing.assert_array_equal(batch[0, h], alone[0])


@needs_kernels
@pytest.mark.parametrize("derivative", [jax.jacfwd, jax.jacrev])
def test_derivatives(derivative):
    # Few tokens: jitted, the batched products of a larger n come out as garbage from the "YNN"
    # fusions of jaxlib 0.10.2 (XLA_FLAGS=--xla_cpu_experimental_ynn_fusion_type= cures it), here
    # and in `native.attend` alike.
    rng = np.random.default_rng(11)
    x, qk = jnp.asarray(uniform(20, rng)), jnp.asarray(rng.normal(size=(2, 3, 3)))

    def total(method):
        # A few numbers that depend on everything.
        return lambda beta, qk: jnp.sin(method(x, beta, qk, causal)[0]).sum(axis=(0, 1))

    found, expected = (
        jax.jit(derivative(total(method), argnums=(0, 1)))(jnp.asarray(1.0), qk)
        for method in (spherical.sphere, native.attend)
    )
    for a, b in zip(found, expected, strict=True):
        np.testing.assert_allclose(a, b, atol=1e-10)


@needs_kernels
def test_threads_do_not_change_a_bit():
    given = arguments(uniform(20_000, np.random.default_rng(8)), 9.0, None, causal)
    first = sphere(*given)
    for _ in range(3):
        np.testing.assert_array_equal(first[0], sphere(*given)[0])


def test_without_kernels(monkeypatch):
    monkeypatch.setattr(native, "available", lambda: False)
    rng = np.random.default_rng(9)
    x, qk = uniform(40, rng), rng.normal(size=(2, 3, 3))
    for mask in (full, causal):
        found = spherical.sphere(*arguments(x, 9.0, qk, mask))
        agree(found, native.attend(*arguments(x, 9.0, qk, mask)), 1e-13)
        np.testing.assert_array_equal(found[2], [1.0, 1.0])
