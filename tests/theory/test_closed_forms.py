"""Predictions against high precision, quadrature, integrators and tabulated numbers."""

import math

import mpmath as mp
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.integrate import quad, solve_ivp
from scipy.optimize import brentq

from tokenflock import theory
from tokenflock.errors import InputError

# Equiangular tokens


def softmax_rate(g, n, beta):
    grown = mp.exp(beta * g)
    return 2 * grown * (1 - g) * ((n - 1) * g + 1) / (mp.exp(beta) + (n - 1) * grown)


def unnormalized_rate(g, n, beta):
    return 2 * mp.exp(beta * g) * (1 - g) * ((n - 1) * g + 1) / n


def exact_time(g, rate, n, beta):
    """The time to reach g from 0, by quadrature of 1 / rate to 30 digits, in log(1 - g)."""
    with mp.workdps(30):
        s = 1 - mp.mpf(float(g))
        pieces = mp.linspace(mp.log(s), 0, 5)
        return mp.quad(lambda y: mp.exp(y) / rate(1 - mp.exp(y), n, mp.mpf(beta)), pieces)


@pytest.mark.parametrize("n", [2, 32, 10**6])
@pytest.mark.parametrize("beta", [0.0, 1e-3, 1.0, 9.0, 50.0])
def test_equiangular_to_high_precision(n, beta):
    times = np.array([1e-3, 1.0, 4.0, 1e3])
    gamma = theory.equiangular(times, n=n, beta=beta)
    for t, g in zip(times, gamma, strict=True):
        if 1 - g > 1e-13:
            # The error of g is the error of its time, times the speed.
            error = (exact_time(g, softmax_rate, n, beta) - t) * softmax_rate(g, n, beta)
            assert abs(error) < 1e-14


@pytest.mark.parametrize("n", [2, 32, 10**6])
@pytest.mark.parametrize("beta", [0.0, 1.0, 9.0, 50.0])
def test_equiangular_usa_to_high_precision(n, beta):
    times = np.array([5e-3, 0.05, 1.0])
    gamma = theory.equiangular_usa(times, n=n, beta=beta)
    for t, g in zip(times, gamma, strict=True):
        if 1 - g > 1e-13:
            rate = unnormalized_rate(g, n, beta)
            error = (exact_time(g, unnormalized_rate, n, beta) - t) * rate
            assert abs(error) < 1e-14 + 4e-16 * t * rate


@pytest.mark.parametrize("n", [2, 5, 10**6])
def test_equiangular_at_beta_zero_and_without_end(n):
    times = np.linspace(0.0, 17.0, 50)
    expected = (np.exp(2 * times) - 1) / (np.exp(2 * times) + n - 1)
    for solution in (theory.equiangular, theory.equiangular_usa):
        np.testing.assert_allclose(solution(times, n=n, beta=0.0), expected, rtol=0, atol=1e-14)
        assert solution(1e6, n=n, beta=3.0) == 1
        assert solution(0.0, n=n, beta=3.0) == 0


def test_beta_is_continuous_at_zero():
    times = np.linspace(0.0, 5.0, 20)
    for solution in (theory.equiangular, theory.equiangular_usa):
        near, at = solution(times, n=7, beta=1e-12), solution(times, n=7, beta=0.0)
        np.testing.assert_allclose(near, at, rtol=0, atol=1e-11)


def test_transition_times_of_32_orthogonal_tokens():
    # 1 - gamma = 1e-3, by an independent quadrature (FACTS C.3).
    table = [5.1863, 5.2703, 5.4584, 5.8976, 6.9535, 9.5443, 15.9953, 32.2331, 73.4457, 178.7309]
    for beta, t in enumerate(table):
        assert theory.equiangular(t, n=32, beta=beta) == pytest.approx(0.999, abs=2e-7)


@pytest.mark.parametrize(("n", "d"), [(2, 2), (4, 5), (6, 6)])
def test_tokens_follow_the_scalar_equation(n, d):
    # The particle system itself, integrated by SciPy from n orthonormal tokens.
    def velocity(t, flat, beta, normalized):
        x = flat.reshape(n, d)
        weights = np.exp(beta * (x @ x.T))
        weights /= weights.sum(axis=1, keepdims=True) if normalized else n
        mean = weights @ x
        return (mean - (mean * x).sum(axis=1, keepdims=True) * x).ravel()

    times, start = np.linspace(0.0, 2.0, 9), np.eye(n, d).ravel()
    for solution in (theory.equiangular, theory.equiangular_usa):
        args = (1.5, solution is theory.equiangular)
        path = solve_ivp(
            velocity, (0, 2), start, "DOP853", times, args=args, rtol=1e-12, atol=1e-12
        )
        x = path.y.T.reshape(-1, n, d)
        products = (x[:, 0] * x[:, 1]).sum(axis=-1)
        np.testing.assert_allclose(solution(times, n=n, beta=1.5), products, rtol=0, atol=1e-9)


@given(
    n=st.sampled_from([2, 3, 50]),
    beta=st.floats(0, 60),
    share=st.floats(0.01, 0.99),
    first=st.floats(0, 3),
    second=st.floats(0, 3),
)
@settings(max_examples=50, deadline=None)
def test_starting_again_from_where_one_stopped(n, beta, share, first, second):
    low = -1 / (n - 1)
    start = low + share * (1 - low)
    middle = float(theory.equiangular(first, n=n, beta=beta, start=start))
    assert start <= middle + 1e-15
    if middle < 1:
        again = theory.equiangular(second, n=n, beta=beta, start=middle)
        through = theory.equiangular(first + second, n=n, beta=beta, start=start)
        assert again == pytest.approx(through, abs=1e-10)


@pytest.mark.parametrize("beta", [0.0, 0.7, 8.0])
@pytest.mark.parametrize("u0", [-0.99, -0.3, 0.0, 0.8])
@pytest.mark.parametrize("causal", [False, True])
def test_two_tokens_solve_their_implicit_equation(beta, u0, causal):
    # F(u) - F(u0) = t (causal) or 2 t, F in exponential integrals, evaluated to 40 digits.
    def F(u):
        u, b = mp.mpf(float(u)), mp.mpf(beta)
        log = mp.log((1 + u) / (1 - u)) / 2
        if beta == 0:
            return 2 * log
        return log + (-mp.ei(b * (1 - u)) + mp.exp(2 * b) * mp.ei(-b * (1 + u))) / 2

    times = np.array([0.1, 1.0, 3.0])
    u = theory.two_tokens(times, beta=beta, u0=u0, causal=causal)
    with mp.workdps(40):
        for t, value in zip(times, u, strict=True):
            speed = (1 - value**2) / (1 + math.exp(beta * (1 - value)))
            error = (F(value) - F(u0) - (t if causal else 2 * t)) * speed
            assert abs(error) < 1e-14


def test_two_tokens_in_special_places():
    times = np.linspace(0.0, 5.0, 11)
    np.testing.assert_allclose(
        theory.two_tokens(times, beta=0.0, u0=0.0), np.tanh(times), rtol=0, atol=1e-15
    )
    np.testing.assert_array_equal(theory.two_tokens(times, beta=3.0, u0=1.0), 1.0)
    np.testing.assert_array_equal(theory.two_tokens(times, beta=3.0, u0=-1.0), -1.0)


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        ({"n": 1, "beta": 1.0}, "n=1"),
        ({"n": 3, "beta": 1e3}, r"\[-350, 350\]"),
        ({"n": 3, "beta": 1.0, "start": -0.5}, r"\(-0.5, 1\). Got -0.5"),
    ],
)
def test_equiangular_refuses(options, sentence):
    with pytest.raises(InputError, match=sentence):
        theory.equiangular(1.0, **options)
    with pytest.raises(InputError, match="Got -1"):
        theory.equiangular([0.0, -1.0], n=2, beta=1.0)


# The first token


@pytest.mark.parametrize("d", [1, 2, 4])
def test_first_token_by_integration(d):
    rng = np.random.default_rng(d)
    V, x0 = rng.normal(size=(d, d)), rng.normal(size=d)

    def velocity(t, x):
        return V @ x - (x @ V @ x) * x

    times, start = np.linspace(0.0, 3.0, 7), x0 / np.linalg.norm(x0)
    path = solve_ivp(velocity, (0, 3), start, "DOP853", times, rtol=1e-12, atol=1e-13)
    np.testing.assert_allclose(theory.first_token(times, V, x0), path.y.T, rtol=0, atol=1e-9)
    assert theory.first_token(1.0, V, x0).shape == (d,)


def test_first_token_at_long_times():
    # A Jordan block turns at the rate 1/t: x = (t, 1) / |(t, 1)|.
    block = np.array([[3.0, 1.0], [0.0, 3.0]])
    for t in (1e2, 1e4):
        expected = np.array([t, 1.0]) / math.hypot(t, 1.0)
        np.testing.assert_allclose(
            theory.first_token(t, block, [0.0, 1.0]), expected, rtol=0, atol=1e-10
        )
    diagonal = np.diag([5.0, -5.0])
    np.testing.assert_allclose(
        theory.first_token(1e4, diagonal, [1.0, 1.0]), [1, 0], rtol=0, atol=1e-300
    )
    np.testing.assert_allclose(
        theory.first_token(1e4, diagonal, [0.0, 1.0]), [0, 1], rtol=0, atol=1e-300
    )
    rotation = np.array([[0.0, -1.0], [1.0, 0.0]])
    expected = [math.cos(1000.0), math.sin(1000.0)]
    np.testing.assert_allclose(
        theory.first_token(1e3, rotation, [1.0, 0.0]), expected, rtol=0, atol=1e-11
    )


# Counts


def test_renyi_constant():
    assert theory.renyi_constant() == pytest.approx(0.7475979202533, abs=5e-13)
    assert theory.renyi_count(0.5) == pytest.approx(9.3946, abs=5e-5)


@pytest.mark.parametrize("d", [2, 3, 4, 9])
@pytest.mark.parametrize("delta", [0.01, 0.8, math.pi / 2, 2.5])
def test_cap_mass_by_integration(d, delta):
    def ring(a):
        return math.sin(a) ** (d - 2)

    expected = quad(ring, 0, delta)[0] / quad(ring, 0, math.pi)[0]
    assert theory.cap_mass(delta, d) == pytest.approx(expected, rel=1e-10)


def test_strong_renyi_counts():
    assert theory.strong_renyi_count(0.5, 2, 200) == pytest.approx(6.28319, abs=5e-6)
    assert theory.strong_renyi_count(0.5, 2) == pytest.approx(2 * math.pi, rel=1e-13)
    assert theory.strong_renyi_count(0.8, 3) == pytest.approx(1 / math.sin(0.4) ** 2, rel=1e-13)
    assert theory.strong_renyi_count(0.8, 3, 1) == pytest.approx(1, rel=1e-13)
    assert theory.strong_renyi_count(0.8, 3, 2) == pytest.approx(2 - math.sin(0.4) ** 2, rel=1e-13)
    assert theory.strong_renyi_count(4.0, 3, 100) == 1
    assert theory.strong_renyi_count(1.0, 1, 3) == pytest.approx(1.75, rel=1e-14)


def test_wendel():
    assert theory.hemisphere_probability(32, 8) == pytest.approx(0.0016634, abs=5e-8)
    assert theory.hemisphere_probability(32, 16) == pytest.approx(0.5, abs=1e-12)
    assert theory.hemisphere_probability(10, 3) == pytest.approx(46 / 512, abs=1e-15)
    assert theory.hemisphere_probability(5, 7) == 1
    assert theory.hemisphere_probability(1, 1) == 1


def test_wendel_on_the_circle_by_sampling():
    # n angles share a half circle when some gap is at least pi: n / 2^(n-1).
    angles = np.sort(np.random.default_rng(0).uniform(0, 2 * np.pi, size=(40_000, 6)))
    gaps = np.diff(angles, append=angles[:, :1] + 2 * np.pi)
    share = (gaps.max(axis=1) >= np.pi).mean()
    expected = theory.hemisphere_probability(6, 2)
    assert expected == pytest.approx(6 / 32, rel=1e-14)
    assert abs(share - expected) < 4 * math.sqrt(expected * (1 - expected) / 40_000)


# Metastability


def test_interaction_peak():
    assert theory.interaction_peak(64.0) == pytest.approx(0.1248367, abs=5e-8)
    assert theory.interaction_peak(9.0) == pytest.approx(0.3301724, abs=5e-8)
    assert theory.interaction_peak(0.0) == pytest.approx(math.pi / 2, rel=1e-15)
    for beta in (1.0, 30.0, 1e6, 1e12):
        peak = theory.interaction_peak(beta)
        assert (beta + 0.5) ** -0.5 < peak * (1 + 1e-15) < beta**-0.5 * (1 + 2e-15)
    for beta in (0.3, 4.0, 100.0):
        peak = theory.interaction_peak(beta)
        slope = theory.interaction(np.array([peak * 0.999, peak, peak * 1.001]), beta)
        assert slope.argmax() == 1


def test_metastable_time_bound():
    bound = theory.metastable_time_bound(beta=64.0, c=10 / 3, epsilon=0.1)
    assert bound == pytest.approx(24.59, abs=5e-3)
    c, epsilon = 10 / 3, 0.1
    assert bound > epsilon * math.exp(c**2 / 2 - c**4 / (24 * 64)) > 23.86
    third = theory.metastable_time_bound(beta=64.0, c=10 / 3, epsilon=0.1, rank=3)
    assert third == pytest.approx(bound / 3, rel=1e-14)
    with pytest.raises(InputError, match="peak"):
        theory.metastable_time_bound(beta=64.0, c=0.9, epsilon=0.1)


def exact_log10_merge_time(gap, beta, m1, m2):
    """Quadrature of the gap's own equation, down to a gap of 1e-3."""

    def slowness(g):  # relative to e^(beta (1 - cos gap))
        e = math.exp(beta * (math.cos(g) - 1))
        rate = math.sin(g) * (m2 / (m1 + m2 * e) + m1 / (m2 + m1 * e))
        return math.exp(beta * (math.cos(gap) - math.cos(g))) / rate

    # math.cos(gap) - math.cos(g) <= 0: nearly all of the integral lies within 1/beta of the gap.
    time = quad(slowness, 1e-3, gap, points=[gap - 9 / beta, gap - 1 / beta], epsabs=0)[0]
    return (beta * (1 - math.cos(gap)) + math.log(time)) / math.log(10)


@pytest.mark.parametrize(("m1", "m2"), [(1.0, 1.0), (3.0, 1.0), (1.0, 50.0)])
def test_merge_time_is_asymptotic(m1, m2):
    # The relative error of T falls like 1 / beta.
    errors = [
        10 ** (theory.merge_time(1.2, beta, m1, m2) - exact_log10_merge_time(1.2, beta, m1, m2)) - 1
        for beta in (50.0, 100.0, 200.0)
    ]
    assert abs(errors[-1]) < 0.01
    assert 1.8 < errors[0] / errors[1] < 2.5
    assert 1.8 < errors[1] / errors[2] < 2.2
    assert theory.merge_time(math.pi / 2, 1e6) == pytest.approx(434_288.0, abs=1.0)


def test_merge_time_of_two_tokens():
    # Two tokens of mass one: the time at which their exact inner product passes cos(1e-3).
    beta, gap = 60.0, 1.0
    log10 = theory.merge_time(gap, beta)
    passed = brentq(
        lambda t: theory.two_tokens(t, beta=beta, u0=math.cos(gap)) - math.cos(1e-3),
        0.1 * 10**log10,
        10 * 10**log10,
    )
    assert log10 == pytest.approx(math.log10(passed), abs=0.02)
