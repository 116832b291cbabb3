"""Jacobians, spectra, Lyapunov exponents, and the limits that the spectrum of V predicts."""

import math

import numpy as np
import pytest
from scipy.linalg import block_diag

import tokenflock as tkf
from tokenflock._jax import jnp
from tokenflock.analysis.linearization import derivative, frames


def on_circle(*angles):
    return np.stack([np.cos(angles), np.sin(angles)], axis=1)


def agreed(n, d, rng):
    return np.tile(tkf.normalize(rng.normal(size=d)), (n, 1))


# Jacobians and spectra


@pytest.mark.parametrize("space", [tkf.Sphere(), tkf.Euclidean()], ids=["sphere", "euclidean"])
def test_the_jacobian_is_the_derivative_of_the_field(space):
    rng = np.random.default_rng(0)
    attention = tkf.SelfAttention(2.0, qk=rng.normal(size=(3, 3)), ov=rng.normal(size=(3, 3)))
    flow, x, h = tkf.Flow(attention, space), tkf.normalize(rng.normal(size=(4, 3))), 1e-6
    matrix = tkf.jacobian(flow, x)
    k = 2 if isinstance(space, tkf.Sphere) else 3
    assert matrix.shape == (4 * k, 4 * k)
    slopes = np.zeros((12, 12))
    for j, push in enumerate(np.eye(12).reshape(12, 4, 3)):
        up, down = (np.asarray(flow(0.0, x + s * h * push)) for s in (1, -1))
        slopes[:, j] = ((up - down) / (2 * h)).ravel()
    basis = frames(flow, x)
    np.testing.assert_allclose(basis @ basis.mT, np.tile(np.eye(k), (4, 1, 1)), rtol=0, atol=1e-14)
    if k == 2:
        assert np.abs(np.einsum("ika,ia->ik", basis, x)).max() < 1e-15
    coordinates = block_diag(*basis)
    np.testing.assert_allclose(matrix, coordinates @ slopes @ coordinates.T, rtol=0, atol=1e-8)


@pytest.mark.parametrize("weighting", ["softmax", "hardmax"])
def test_the_derivative_of_many_tokens_takes_little_memory(weighting):
    # 768 columns: weights n x n of all of them at once took 0.9 to 1.3 GB.
    x = tkf.normalize(np.random.default_rng(3).normal(size=(192, 4)))
    flow = tkf.Flow(tkf.SelfAttention(4.0, weighting=weighting))
    program = derivative.lower(flow, jnp.zeros(()), jnp.asarray(x)).compile().compiled
    assert program.memory_analysis().temp_size_in_bytes < 100e6


def test_columns_that_are_formed_one_part_after_another_are_all_there():
    rng, h = np.random.default_rng(4), 1e-6
    flow, x = tkf.Flow(tkf.SelfAttention(2.0)), tkf.normalize(rng.normal(size=(110, 3)))
    slope = np.asarray(derivative(flow, jnp.zeros(()), jnp.asarray(x)))  # 330 columns, 86 at a time
    push = rng.normal(size=x.shape)
    up, down = (np.asarray(flow(0.0, x + s * h * push)) for s in (1, -1))
    found = np.einsum("iajb,jb->ia", slope, push)
    np.testing.assert_allclose(found, (up - down) / (2 * h), rtol=0, atol=1e-7)


SEEN = {"causal": np.tril(np.ones((7, 7), bool)), "full": np.ones((7, 7), bool)}


@pytest.mark.parametrize("beta", [0.0, 4.0, 1e3])
def test_consensus_spectrum_of_causal_attention(beta):
    # -(1 - 1/k), k = 1...n, each d - 1 times, whatever Q, K and beta.
    rng = np.random.default_rng(int(beta))
    flow = tkf.Flow(tkf.SelfAttention(beta, qk=rng.normal(size=(3, 3)), mask=SEEN["causal"]))
    rates = tkf.spectrum(flow, agreed(7, 3, rng))
    expected = np.repeat([1 / k - 1 for k in range(1, 8)], 2)
    np.testing.assert_allclose(rates, expected, rtol=0, atol=1e-13)


def test_consensus_spectrum_of_full_attention():
    rng = np.random.default_rng(1)
    flow = tkf.Flow(tkf.SelfAttention(4.0, qk=rng.normal(size=(3, 3)), mask=SEEN["full"]))
    rates = tkf.spectrum(flow, agreed(7, 3, rng))
    np.testing.assert_allclose(rates, [0, 0] + [-1] * 12, rtol=0, atol=1e-12)


@pytest.mark.parametrize(("mask", "rate"), [("causal", -1.0), ("full", -2.0)])
def test_consensus_is_approached_at_these_rates(mask, rate):
    # 1 - <x_i, x_j> = |x_i - x_j|^2 / 2, on [1e-9, 1e-3]: e^-t causally, e^-2t with full attention.
    flow = tkf.Flow(tkf.SelfAttention(3.0, mask=mask))
    times, x0 = np.linspace(0.0, 30.0, 301), on_circle(0.0, 0.9, -0.4, 0.5, 0.2, 0.1, -0.3)
    path = tkf.solve(flow, x0, times, tol=1e-11, method="tsit5").x.data
    gap = np.square(path[:, 0] - path[:, 1]).sum(axis=-1) / 2
    late = (gap < 1e-3) & (gap > 1e-9)
    assert late.sum() > 50
    assert np.polyfit(times[late], np.log(gap[late]), 1)[0] == pytest.approx(rate, rel=5e-3)


def test_the_uniform_circle_has_the_growth_rates_of_its_ripples():
    # Every mode twice (sine and cosine), up to aliases of size I_(n-k).
    n, beta = 40, 4.0
    rates = tkf.spectrum(
        tkf.Flow(tkf.SelfAttention(beta)), on_circle(*(2 * np.pi * np.arange(n) / n))
    )
    modes = np.repeat(np.arange(1, 12), 2)
    expected = np.sort(tkf.theory.growth_rates(modes, beta=beta))[::-1]
    np.testing.assert_allclose(rates[:16].real, expected[:16], rtol=0, atol=1e-9)


def test_one_configuration_at_a_time():
    flow = tkf.Flow(tkf.SelfAttention(1.0))
    with pytest.raises(tkf.InputError, match="One configuration"):
        tkf.jacobian(flow, np.ones((2, 3, 1)))
    with pytest.raises(tkf.InputError, match="unit sphere"):
        tkf.spectrum(flow, np.full((2, 2), 3.0))


# Lyapunov exponents


PAIRS = np.kron(np.eye(2), np.ones((2, 2))).astype(bool)  # two pairs that ignore each other


@pytest.mark.slow
def test_exponents_of_pairs_of_tokens():
    # The angle g of a pair closes at f(g) = 2 sin g / (1 + e^(beta (1 - cos g))), its mean angle
    # stands: the tangent flow is diag(1, f(g(T)) / f(g(0))) in the mean and the difference.
    beta, t_end, expected = 2.0, 6.0, []
    flow = tkf.Flow(tkf.SelfAttention(beta, mask=PAIRS))

    def f(cosine):
        return 2 * math.sqrt(1 - cosine**2) / (1 + math.exp(beta * (1 - cosine)))

    for gap in (1.1, 2.0):
        end = float(tkf.theory.two_tokens(t_end, beta=beta, u0=math.cos(gap)))
        shrunk = f(end) / f(math.cos(gap))
        first = math.sqrt((1 + shrunk**2) / 2)  # the norm of its first column in the tokens' angles
        expected += [math.log(first) / t_end, math.log(shrunk / first) / t_end]
    x0 = on_circle(0.0, 1.1, 3.0, 5.0)
    exponents = tkf.lyapunov_exponents(flow, x0, t_end, tol=1e-10)
    np.testing.assert_allclose(exponents, np.sort(expected)[::-1], rtol=0, atol=1e-7)
    late = tkf.lyapunov_exponents(flow, x0, 40.0, transient=20.0)
    np.testing.assert_allclose(late, [0.0, 0.0, -1.0, -1.0], rtol=0, atol=1e-6)


def test_exponents_at_consensus_are_its_spectrum():
    flow = tkf.Flow(tkf.SelfAttention(4.0, mask=np.tril(np.ones((4, 4), bool))))
    x0 = agreed(4, 2, np.random.default_rng(2))
    exponents = tkf.lyapunov_exponents(flow, x0, 150.0, transient=100.0, every=10.0, tol=1e-9)
    np.testing.assert_allclose(exponents, [0, -1 / 2, -2 / 3, -3 / 4], rtol=0, atol=1e-4)


def test_exponents_refuse():
    flow, x = tkf.Flow(tkf.SelfAttention(1.0)), on_circle(0.0, 1.0)
    with pytest.raises(tkf.InputError, match="t_end=1"):
        tkf.lyapunov_exponents(flow, x, 1.0, transient=1.0)
    with pytest.raises(tkf.InputError, match="between 1 and 2"):
        tkf.lyapunov_exponents(flow, x, 1.0, count=3)


# The atlas


def jordan(value, size):
    return value * np.eye(size) + np.eye(size, k=1)


def turning(rate, frequency):
    return np.array([[rate, -frequency], [frequency, rate]])


TURNING_BLOCK = np.block([[turning(0.5, 2.0), np.eye(2)], [np.zeros((2, 2)), turning(0.5, 2.0)]])

# name: matrix, kind, largest block, dim L', dim L
CASES = {
    "identity": (2 * np.eye(4), "first token", 1, 4, 4),
    "multiple": (np.diag([1.0, 1.0, 0.3, -2.0]), "point", 1, 2, 2),
    "simple": (np.diag([1.0, 0.9, 0.3]), "two points", 1, 1, 1),
    "negative multiple": (np.diag([-0.5, -0.5, -1.0, -2.0]), "cloud", 1, 2, 2),
    "negative simple": (np.diag([-0.5, -1.0, -2.0]), "two clouds", 1, 1, 1),
    "turning": (block_diag(turning(0.5, 2.0), 0.1), "rotating point", 1, 2, 2),
    "turning inwards": (block_diag(turning(-0.5, 2.0), -1.0), "rotating cloud", 1, 2, 2),
    "rotation": (turning(0.0, 1.0), "neutral", 1, 2, 2),
    "zero": (np.zeros((3, 3)), "neutral", 1, 3, 3),
    "block of two": (block_diag(jordan(1.0, 2), 0.2), "two points", 2, 2, 1),
    "block of three": (block_diag(jordan(1.0, 3), 0.2), "two points", 3, 3, 1),
    "block of four": (block_diag(jordan(1.0, 4), 0.2), "two points", 4, 4, 1),
    "two blocks": (block_diag(jordan(1.0, 2), jordan(1.0, 2), 0.0), "point", 2, 4, 2),
    "block and one": (block_diag(jordan(1.0, 2), 1.0, 0.0), "two points", 2, 3, 1),
    "turning block": (block_diag(TURNING_BLOCK, 0.1), "rotating point", 2, 4, 2),
    "turning and real": (block_diag(turning(0.5, 2.0), 0.5, 0.1), "rotating point", 1, 3, 3),
}


@pytest.mark.parametrize("name", CASES)
def test_the_atlas_survives_a_change_of_basis(name):
    # The structure is that of the matrix whatever the basis, with rounding errors in it.
    matrix, kind, block, leading, limit = CASES[name]
    rng = np.random.default_rng(len(name))
    for scale in (1.0, 1e-9, 1e6):
        basis = rng.normal(size=matrix.shape)
        found = tkf.limit_set(scale * basis @ matrix @ np.linalg.inv(basis))
        assert (found.kind, found.block) == (kind, block)
        assert (found.leading.shape[1], found.limit.shape[1]) == (leading, limit)
        top = np.linalg.eigvals(matrix).real.max()
        assert found.rate == pytest.approx(scale * top, abs=1e-3 * scale)
        assert found.prediction


def test_what_counts_as_one_eigenvalue():
    assert tkf.limit_set(np.diag([1.0, 1.0 + 1e-9, 0.0])).kind == "two points"
    assert tkf.limit_set(np.diag([1.0, 1.0 + 1e-13, 0.0])).kind == "point"
    assert tkf.limit_set(np.diag([1.0, 1.0 + 1e-9, 0.0]), tol=1e-8).kind == "point"
    assert tkf.limit_set([[1.0, 1e-8], [0.0, 1.0]]).block == 2
    assert tkf.limit_set([[1.0, 1e-13], [0.0, 1.0]]).block == 1
    assert tkf.limit_set([[3.0]]).kind == "two points"
    for wrong in (np.ones((2, 3)), np.full((2, 2), np.nan)):
        with pytest.raises(tkf.InputError, match="`V` must be"):
            tkf.limit_set(wrong)


@pytest.mark.parametrize(
    "name", ["simple", "block of two", "block and one", "two blocks", "turning"]
)
def test_a_token_alone_goes_to_the_limit_set(name):
    # Exponentially to L', like 1/t to L: the distance to L falls tenfold from t = 1e3 to 1e4.
    matrix, _, block, *_ = CASES[name]
    rng = np.random.default_rng(5)
    basis = rng.normal(size=matrix.shape)
    V = basis @ matrix @ np.linalg.inv(basis)
    found = tkf.limit_set(V)
    path = tkf.theory.first_token([1e3, 1e4], V, rng.normal(size=len(V)))

    def away(span):
        return np.linalg.norm(path - path @ span @ span.T, axis=1)

    assert away(found.leading).max() < 1e-8
    near, far = away(found.limit)
    assert far == pytest.approx(near / 10, rel=0.05) if block > 1 else far < 1e-8


def test_a_complex_leading_eigenvalue_gives_one_rotating_point():
    # Not in the papers' table: all tokens follow the first around the plane L'.
    rng = np.random.default_rng(1)
    basis = rng.normal(size=(3, 3))
    V = basis @ block_diag(turning(1.0, 0.3), 0.2) @ np.linalg.inv(basis)
    found = tkf.limit_set(V)
    assert found.kind == "rotating point"
    assert found.frequencies == pytest.approx([0.3])
    flow = tkf.Flow(tkf.SelfAttention(1.0, ov=V, mask="causal"))
    x0 = tkf.normalize(rng.normal(size=(8, 3)))
    period = 2 * math.pi / 0.3
    path = tkf.solve(
        flow, x0, [0.0, 60.0, 60.0 + period / 2, 60.0 + period], tol=1e-10, method="tsit5"
    ).x.data
    assert tkf.consensus_angle(path[1:]).max() < 1e-6
    np.testing.assert_allclose(
        path[1:] @ found.leading @ found.leading.T, path[1:], rtol=0, atol=1e-9
    )
    np.testing.assert_allclose(path[3], path[1], rtol=0, atol=1e-6)
    np.testing.assert_allclose(path[2], -path[1], rtol=0, atol=1e-6)


# Fields of one's own


class Linear(tkf.VectorField):
    """dx/dt = A x for every token alone, A = diag(1/2, -1)."""

    def __call__(self, t, x):
        return x * np.array([0.5, -1.0])


@pytest.mark.slow
def test_any_vector_field_is_linearized_and_followed():
    # x(t) = e^{tA} x(0): rates 1/2 and -1, and every token is thrown as far as |e^{tA}|.
    field, x = Linear(), np.array([[1.0, 2.0], [0.0, 1.0], [-1.0, 0.5]])
    np.testing.assert_array_equal(tkf.jacobian(field, x), np.diag([0.5, -1.0] * 3))
    np.testing.assert_array_equal(tkf.spectrum(field, x), [0.5] * 3 + [-1.0] * 3)
    kappa = tkf.condition_numbers(field, x, 2.0, tol=1e-9)
    np.testing.assert_allclose(kappa, math.hypot(math.e, math.exp(-2.0)), rtol=1e-7)
    exponents = tkf.lyapunov_exponents(field, x, 3.0)
    np.testing.assert_allclose(exponents, [0.5] * 3 + [-1.0] * 3, rtol=0, atol=1e-7)


@pytest.mark.parametrize("measure", [tkf.condition_numbers, tkf.lyapunov_exponents])
def test_noise_has_no_tangent_flow(measure):
    flow = tkf.Flow(tkf.SelfAttention(1.0), noise=tkf.Brownian(10.0))
    with pytest.raises(tkf.InputError, match=rf"`{measure.__name__}` .* noise drowns"):
        measure(flow, np.eye(2), 1.0)
