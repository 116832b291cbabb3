"""Reduced models of the mean field: ripples, Kuramoto, long contexts, merges and energies."""

import math

import numpy as np
import pytest
from scipy.sparse import eye_array, hstack
from scipy.special import eval_legendre, iv

import tokenflock as tkf
from tokenflock import theory
from tokenflock._jax import jax
from tokenflock.errors import InputError


def on_circle(angles):
    return np.stack([np.cos(angles), np.sin(angles)], axis=-1)


# Ripples of the uniform density

FASTEST = {1: 1, 2: 2, 3: 2, 4: 3, 5: 3, 7: 4, 9: 4, 16: 6, 25: 7, 49: 10, 64: 11}
MODES = np.arange(1, 31)
GRID = 2 * np.pi * np.arange(4096) / 4096
PHASES = np.random.default_rng(0).uniform(0, 2 * np.pi, 30)
RIPPLES = np.cos(MODES[:, None] * GRID + PHASES[:, None])


def amplitudes(displacement):
    return 2 / len(GRID) * RIPPLES @ displacement


def displaced(x):
    """How far unit tokens have moved from the grid, in radians."""
    return np.angle((x[:, 0] + 1j * x[:, 1]) * np.exp(-1j * GRID))


@pytest.mark.parametrize("beta", FASTEST)
def test_ripples_grow_as_predicted(beta):
    # Equal amplitudes 1e-6 in modes 1...30 of 4096 equally spaced tokens, followed to t = 1/2.
    flow = tkf.Flow(tkf.SelfAttention(float(beta), kernel="harmonic"))
    x0 = on_circle(GRID + 1e-6 * RIPPLES.sum(axis=0))
    path = tkf.solve(flow, x0, [0.0, 0.5], tol=1e-12, method="tsit5")
    begun, ended = (amplitudes(displaced(x)) for x in path.x.data)
    np.testing.assert_allclose(begun, 1e-6, rtol=1e-9)
    rates = 2 * np.log(ended / begun)
    expected = MODES**2 * iv(MODES, beta) / (beta * iv(0, beta))
    np.testing.assert_allclose(rates, expected, rtol=0, atol=1e-4)
    assert MODES[np.argmax(rates)] == FASTEST[beta]


@pytest.mark.parametrize("beta", [1.0, 9.0, 64.0])
def test_growth_rates_are_the_derivative_of_the_field(beta):
    # The difference of two opposite ripples has no quadratic term: every digit counts.
    flow = tkf.Flow(tkf.SelfAttention(beta, kernel="harmonic"))

    def angular(sign):
        x = on_circle(GRID + sign * 1e-6 * RIPPLES.sum(axis=0))
        v = np.asarray(flow(0.0, x))
        return v[:, 1] * x[:, 0] - v[:, 0] * x[:, 1]

    rates = amplitudes(angular(1) - angular(-1)) / 2e-6
    np.testing.assert_allclose(rates, theory.growth_rates(MODES, beta=beta), rtol=0, atol=1e-6)


def test_unnormalized_ripples():
    angles, beta, n = GRID[::16], 3.0, 256
    modes = np.arange(1, 8)
    for k in modes:
        # The derivative of 1/n sum_j e^(beta cos) sin(a_j - a_i) along cos k a.
        gap = angles - angles[:, None]
        slope = np.exp(beta * np.cos(gap)) * (np.cos(gap) - beta * np.sin(gap) ** 2)
        ripple = np.cos(k * angles)
        speed = (slope * (ripple - ripple[:, None])).mean(axis=1)
        rate = 2 / n * ripple @ speed
        expected = theory.growth_rates(k, beta=beta, weighting="unnormalized")
        assert rate == pytest.approx(float(expected), rel=1e-12)
        assert expected == pytest.approx(k**2 * iv(k, beta) / beta, rel=1e-12)


@pytest.mark.parametrize("beta", [0.5, 4.0, 30.0])
def test_ripples_on_the_sphere(beta):
    # Funk, Hecke: the kernel multiplies a harmonic of degree k by int e^(beta t) P_k(t) dt / 2.
    nodes, weights = np.polynomial.legendre.leggauss(60)

    def multiplier(k):
        return weights @ (np.exp(beta * nodes) * eval_legendre(k, nodes)) / 2

    for k in (1, 2, 5):
        unnormalized = theory.growth_rates(k, beta=beta, d=3, weighting="unnormalized")
        softmax = theory.growth_rates(k, beta=beta, d=3)
        assert unnormalized == pytest.approx(k * (k + 1) * multiplier(k) / beta, rel=1e-9)
        assert softmax == pytest.approx(float(unnormalized) / multiplier(0), rel=1e-9)


def test_noise_wins_below_kappa_d():
    for d in (2, 3, 10):
        at = theory.growth_rates([1, 2], beta=0.0, d=d, kappa=float(d))
        near = theory.growth_rates([1, 2], beta=1e-6, d=d, kappa=float(d))
        assert abs(at[0]) < 1e-15
        assert at[1] < 0
        np.testing.assert_allclose(at, near, rtol=0, atol=1e-5)
    assert theory.growth_rates(1, beta=0.0) == 0.5
    assert theory.fastest_mode(0.0) == 1
    for beta in (1e3, 1e5):
        assert theory.fastest_mode(beta) == pytest.approx(math.sqrt(2 * beta), rel=0.02)
    with pytest.raises(InputError, match="d=1"):
        theory.growth_rates(1, beta=1.0, d=1)


# Kuramoto


def test_attention_at_beta_zero_is_kuramoto():
    angles = np.random.default_rng(1).uniform(0, 2 * np.pi, 7)
    times = np.array([0.0, 0.5, 2.0, 6.0])
    flow = tkf.Flow(tkf.SelfAttention(0.0))
    path = tkf.solve(flow, on_circle(angles), times, tol=1e-12, method="tsit5")
    points = theory.kuramoto_points(times, angles)
    np.testing.assert_allclose(
        path.x.data, np.stack([points.real, points.imag], -1), rtol=0, atol=1e-9
    )
    assert theory.kuramoto_points(0.0, angles).shape == (7,)


def test_order_of_a_poisson_kernel():
    # Quantiles of the Poisson kernel: images of equally spaced points under a Moebius map.
    r0, n, times = 0.3, 400, np.linspace(0.0, 4.0, 5)
    w = np.exp(2j * np.pi * np.arange(n) / n)
    points = theory.kuramoto_points(times, np.angle((w + r0) / (1 + r0 * w)))
    expected = theory.kuramoto_order(times, r0)
    np.testing.assert_allclose(np.abs(points.mean(axis=1)), expected, rtol=0, atol=1e-9)
    with pytest.raises(InputError, match="r0"):
        theory.kuramoto_order(1.0, 0.0)


# Long contexts


def equiangular_tokens(n, rho):
    """n unit vectors of R^(n+1) with inner products rho."""
    return np.column_stack([np.full(n, math.sqrt(rho)), math.sqrt(1 - rho) * np.eye(n)])


@pytest.mark.parametrize("n", [2, 16, 512])
def test_the_reduction_is_attention(n):
    for rho, factor, residual in ((0.5, 0.7, 0.0), (0.5, 1.0, 0.0), (0.2, 1.5, 1.0)):
        beta = factor * theory.critical_scaling(rho) * math.log(n)
        x = equiangular_tokens(n, rho)
        out = residual * x + np.asarray(tkf.SelfAttention(beta)(x))
        u, v = out[:2] / np.linalg.norm(out[:2], axis=1, keepdims=True)
        assert theory.attention_layer(n, rho, beta, residual=residual) == pytest.approx(
            u @ v, abs=1e-10
        )


def test_the_reduction_on_4096_tokens():
    # Two rows of the attention matrix suffice for two tokens, whose coordinates are mostly zero.
    n, rho = 4096, 0.5
    x = hstack([np.full((n, 1), math.sqrt(rho)), math.sqrt(1 - rho) * eye_array(n)], format="csr")
    cosines = (x[:2] @ x.T).toarray()
    for factor in (0.7, 1.0, 1.5):
        beta = factor * 2 * math.log(n)
        w = np.exp(beta * (cosines - 1))
        u, v = tkf.normalize((w / w.sum(axis=1, keepdims=True)) @ x)
        assert theory.attention_layer(n, rho, beta) == pytest.approx(u @ v, abs=1e-10)


@pytest.mark.parametrize("residual", [0.0, 1.0])
@pytest.mark.parametrize("rho", [0.2, 0.5, 0.9])
def test_long_contexts_approach_three_limits(rho, residual):
    for factor in (0.5, 1.0, 1.5):
        gamma = factor * theory.critical_scaling(rho)
        limit = theory.long_context_limit(gamma, rho, residual=residual)
        errors = [
            abs(theory.attention_layer(n, rho, gamma * math.log(n), residual=residual) - limit)
            for n in (1e2, 1e4, 1e8, 1e16, 1e64)
        ]
        assert errors[0] > errors[2] > errors[3]
        assert errors[2] < 1e-3
        assert errors[4] < 1e-14
    if not residual:
        limits = [theory.long_context_limit(f / (1 - rho), rho) for f in (0.99, 1.0, 1.01)]
        np.testing.assert_allclose(limits, [1, 4 * rho / (1 + 3 * rho), rho], rtol=0, atol=1e-15)


def test_long_contexts_as_tabulated():
    # An independent run (FACTS E.1).
    table = {1e3: (0.9878, 0.8003, 0.5156), 1e8: (0.99998, 0.80000, 0.50005)}
    for n, row in table.items():
        found = [theory.attention_layer(n, 0.5, 2 * f * math.log(n)) for f in (0.7, 1.0, 1.5)]
        np.testing.assert_allclose(found, row, rtol=0, atol=6e-5)
    n = 10**400
    assert theory.attention_layer(n, 0.5, 2 * math.log(n)) == pytest.approx(0.8, abs=1e-12)
    with pytest.raises(InputError, match=r"rho=1\.0"):
        theory.critical_scaling(1.0)
    with pytest.raises(InputError, match="n=3"):
        theory.attention_layer(3, -0.5, 1.0)


# Merges


def test_only_the_closest_pair_moves():
    # The field at large beta, on the clock of the closest pair.
    x = on_circle(np.array([0.0, 1.0, 2.3, 4.0]))
    beta = 60.0
    velocity = np.asarray(tkf.Flow(tkf.SelfAttention(beta))(0.0, x))
    clock = math.exp(beta * (1 - math.cos(1.0)))
    h = 1e-6
    early, late = theory.closest_pair_path([0.0, h], x)
    np.testing.assert_allclose(clock * velocity, (late - early) / h, rtol=0, atol=1e-5)
    gap = theory.merging_angle(0.7, 1.0)
    assert math.acos(np.prod(theory.closest_pair_path(0.7, x)[:2], axis=0).sum()) == pytest.approx(
        float(gap), rel=1e-9
    )
    assert theory.merging_time(1.0, float(gap)) == pytest.approx(0.7, rel=1e-12)
    with pytest.raises(InputError, match="two tokens"):
        theory.closest_pair_path(1.0, x[:1])


def test_merges_come_in_the_predicted_order_at_the_predicted_times_and_places():
    # Clusters of masses 1, 2, 3 and 1 as coincident tokens.
    angles, masses, beta = np.array([0.0, 0.7, 1.55, 2.3]), [1, 2, 3, 1], 20.0
    story = theory.merge_order(on_circle(angles), beta=beta, masses=masses)
    assert [merge.pair for merge in story] == [(0, 1), (2, 3), (0, 2)]
    assert [merge.mass for merge in story] == [3, 4, 7]
    times = np.append(0.0, np.geomspace(3.0, 8e3, 300))
    flow, x0 = tkf.Flow(tkf.SelfAttention(beta)), on_circle(np.repeat(angles, masses))
    path, first = tkf.solve(flow, x0, times, tol=1e-8, method="tsit5").x.data, [0, 1, 3, 6]
    for merge in story:
        a, b = (path[:, first[k]] for k in merge.pair)
        met = times[np.argmax(np.linalg.norm(a - b, axis=-1) < beta**-0.5)]
        assert merge.log10_time == pytest.approx(math.log10(met), abs=0.08)
        settled = a[np.searchsorted(times, 10 ** (merge.log10_time + 0.2))]
        assert np.linalg.norm(settled - merge.place) < 0.005


def test_closing_time_becomes_the_merge_law():
    errors = [
        theory.closing_time(1.2, beta, 3.0, 1.0) - theory.merge_time(1.2, beta, 3.0, 1.0)
        for beta in (100.0, 200.0, 400.0)
    ]
    assert 1.8 < errors[0] / errors[1] < 2.2
    assert abs(errors[2]) < 2e-3
    assert theory.closing_time(0.01, 100.0) == -np.inf
    x, y = on_circle(np.array([0.0, 1.0]))
    np.testing.assert_allclose(theory.meeting_point(x, y, 9.0, 2.0, 2.0), on_circle(0.5))
    place = theory.meeting_point(x, y, 1e6, 2.0, 1.0)
    np.testing.assert_allclose(place, on_circle(1 / (1 + 4)), rtol=0, atol=2e-3)
    with pytest.raises(InputError, match="masses"):
        theory.merge_order(on_circle(np.array([0.0, 1.0])), beta=9.0, masses=[1.0])


# Energy


def loop_velocity(x, beta, softmax):
    """The field as loops: sum_j w_ij P_i x_j, w_ij ~ e^(beta <x_i, x_j>) by Z_i, or over n."""
    n = len(x)
    v = np.zeros_like(x)
    for i in range(n):
        w = [math.exp(beta * (x[i] @ x[j])) for j in range(n)]
        for j in range(n):
            v[i] += w[j] * (x[j] - (x[i] @ x[j]) * x[i]) / (sum(w) if softmax else n)
    return v


@pytest.fixture(scope="module")
def run():
    """Eight tokens at beta = 2, at the nodes of a quadrature of [0, 3] and its ends."""
    nodes, weights = np.polynomial.legendre.leggauss(24)
    x0 = tkf.normalize(np.random.default_rng(3).normal(size=(8, 3)))
    times = np.concatenate([[0.0], 1.5 * (1 + nodes), [3.0]])
    flow = tkf.Flow(tkf.SelfAttention(2.0))
    return tkf.solve(flow, x0, times, tol=1e-12, method="tsit5").x.data, 1.5 * weights


@jax.jit
def rate_of_energy(x, v):
    return jax.jvp(lambda y: tkf.energy(y, beta=2.0), (x,), (v,))[1]


@pytest.mark.parametrize("softmax", [True, False])
def test_energy_rises_as_it_dissipates(run, softmax):
    # dE/dt = 1/n sum_i Z_i |v_i|^2, Z_i = 1/n sum_j e^(beta <x_i, x_j>) (SA) or 1 (USA).
    for x in run[0][::3]:
        v = loop_velocity(x, 2.0, softmax)
        z = np.exp(2.0 * x @ x.T).mean(axis=1) if softmax else np.ones(len(x))
        rate = float(rate_of_energy(x, v))
        assert rate == pytest.approx((z * (v * v).sum(axis=1)).mean(), abs=1e-8)
        assert rate > 0


def test_energy_along_a_run_is_the_integral_of_its_dissipation(run):
    path, weights = run
    v = np.stack([loop_velocity(x, 2.0, True) for x in path[1:-1]])
    z = np.exp(2.0 * path[1:-1] @ path[1:-1].mT).mean(axis=-1)
    gained = weights @ (z * (v * v).sum(axis=-1)).mean(axis=-1)
    begun, ended = tkf.energy(path[[0, -1]], beta=2.0)
    assert ended - begun == pytest.approx(gained, abs=1e-8)


def test_energy_may_fall_under_causal_attention():
    # Token 2 is drawn to token 1 alone, away from token 3, which it does not see and which is
    # itself held between the two: the pair (2, 3) loses more than the pair (1, 2) gains.
    x = on_circle(np.array([0.0, 2.45, 4.35]))
    begun, change = tkf.energy(x, beta=1.0), {}
    for mask in ("causal", "full"):
        v = np.asarray(tkf.Flow(tkf.SelfAttention(1.0, mask=mask))(0.0, x))
        change[mask] = tkf.energy(tkf.normalize(x + 0.1 * v), beta=1.0) - begun
    assert change["causal"] < -2e-4
    assert change["full"] > 1e-5
