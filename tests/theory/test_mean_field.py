"""The mean field on the circle: rates, densities at rest, particles, closures."""

import numpy as np
import pytest
from scipy.optimize import brentq
from scipy.special import iv

import tokenflock as tkf
from tokenflock import theory
from tokenflock.errors import InputError

WEIGHTINGS = ("softmax", "unnormalized")


@pytest.mark.parametrize("weighting", WEIGHTINGS)
@pytest.mark.parametrize("beta", [0.0, 1.0, 4.0])
def test_ripples_grow_as_the_linearization_says(beta, weighting):
    field = theory.MeanField(beta, kappa=7.0, weighting=weighting)
    modes = np.arange(1, 6)
    z = np.zeros((5, field.modes), complex)
    z[modes - 1, modes - 1] = 1e-7 * np.exp(0.3j)
    rates = field.rate_of_change(z)[modes - 1, modes - 1] / z[modes - 1, modes - 1]
    expected = theory.growth_rates(modes, beta=beta, weighting=weighting, kappa=7.0)
    np.testing.assert_allclose(rates, expected, atol=1e-6)


@pytest.mark.parametrize("weighting", WEIGHTINGS)
@pytest.mark.parametrize("beta", [0.0, 2.0, -1.0])
def test_the_velocity_is_the_integral(beta, weighting):
    # int e^(beta cos(b - a)) sin(b - a) f(b) db over N, by the rectangle rule, for a skew density.
    field = theory.MeanField(beta, weighting=weighting)
    z = 0.4 ** np.arange(1, field.modes + 1) * np.exp(1j * np.arange(1, field.modes + 1) ** 2)
    a, f = field.angles, field.density(z)
    gap = a - a[:, None]
    pull = np.exp(beta * np.cos(gap)) * f * (2 * np.pi / len(a))
    scale = pull.sum(axis=1) if weighting == "softmax" else 1.0
    np.testing.assert_allclose(
        field.velocity(z), (pull * np.sin(gap)).sum(axis=1) / scale, atol=1e-12
    )
    np.testing.assert_allclose(field.moments(f), z, atol=1e-13)


@pytest.mark.slow
@pytest.mark.parametrize("weighting", WEIGHTINGS)
def test_noisy_particles_follow_the_density(weighting):
    rng = np.random.default_rng(0)
    beta, kappa, r0, runs, n = 1.0, 5.0, 0.6, 24, 1000
    angles = np.sqrt(-2 * np.log(r0)) * rng.normal(size=(runs, n))
    flow = tkf.Flow(tkf.SelfAttention(beta, weighting=weighting), noise=tkf.Brownian(kappa))
    times = np.array([0.0, 0.5, 2.0])
    x0 = np.stack([np.cos(angles), np.sin(angles)], axis=-1)
    order = tkf.solve(flow, x0, times, step=0.02, save=tkf.order_parameter)["order_parameter"].data
    field = theory.MeanField(beta, kappa, weighting)
    expected = np.abs(field.evolved(times, theory.wrapped_normal(r0))[:, 0])
    error = order.std(axis=0, ddof=1) / np.sqrt(runs)
    assert (np.abs(order.mean(axis=0) - expected) < 4 * error + 1 / n).all()
    assert abs(expected[-1] - r0) > 20 * error[-1]  # far from where it began


def test_densities_at_rest_of_kuramoto():
    # beta = 0: f ~ e^(kappa r cos a) with r = I_1(kappa r) / I_0(kappa r).
    for kappa in (2.5, 5.0):
        r = theory.MeanField(0.0, kappa).stationary()[0].real
        assert r == pytest.approx(iv(1, kappa * r) / iv(0, kappa * r), abs=1e-10)
        assert r > 0.5
    assert abs(theory.MeanField(0.0, 1.5).stationary()[0]) < 1e-6


@pytest.mark.parametrize("weighting", WEIGHTINGS)
@pytest.mark.parametrize("beta", [1.0, 3.0, -1.0])
def test_densities_at_rest_do_not_move(beta, weighting):
    kappa = 2.5 * theory.MeanField(beta, weighting=weighting).critical_kappa()
    field = theory.MeanField(beta, kappa, weighting, modes=80)
    z = field.stationary()
    assert abs(z[0]) > 0.3
    np.testing.assert_allclose(field.rate_of_change(z), 0.0, atol=1e-8)
    assert (field.density(z) > -1e-12).all()


@pytest.mark.parametrize("weighting", WEIGHTINGS)
@pytest.mark.parametrize("beta", [0.0, 1.0, 2.0])
def test_the_uniform_density_is_lost_at_the_critical_noise(beta, weighting):
    # The branch of small clusters begins there, and ripples begin to grow there.
    field = theory.MeanField(beta, weighting=weighting)
    assert field.branch(1e-3) == pytest.approx(field.critical_kappa(), rel=1e-5)
    rate = theory.growth_rates(1, beta=beta, weighting=weighting, kappa=field.critical_kappa())
    assert abs(rate) < 1e-12


def test_the_transition_becomes_a_jump_at_beta_star():
    # arXiv:2606.05140: I_2(beta) / I_1(beta) = 1 / 2 on the circle.
    def curvature(beta):
        field = theory.MeanField(beta, weighting="unnormalized", modes=16)
        return float(field.branch(0.02) - field.critical_kappa())

    star = brentq(lambda beta: iv(2, beta) / iv(1, beta) - 0.5, 2, 3)
    assert star == pytest.approx(2.4469, abs=1e-4)
    assert brentq(curvature, 2.2, 2.7, xtol=1e-5) == pytest.approx(star, abs=2e-3)


@pytest.mark.slow
def test_the_gaussian_closure():
    # beta = 0: dr/dt = r (1 - r^4) / 2 - r / kappa, which rests at (1 - 2 / kappa)^(1/4).
    field = theory.MeanField(0.0, 4.0)
    path = field.gaussian_closure([0.0, 1e-3, 60.0], 0.3)
    slope = (path[1] - path[0]) / 1e-3
    assert slope == pytest.approx(0.3 * (1 - 0.3**4) / 2 - 0.3 / 4, rel=1e-3)
    assert path[-1] == pytest.approx(0.5**0.25, abs=1e-7)
    # Close to the mean field, and exact in its first step.
    for weighting in WEIGHTINGS:
        field, times = theory.MeanField(1.0, 5.0, weighting), np.array([0.0, 0.5, 30.0])
        exact = np.abs(field.evolved(times, theory.wrapped_normal(0.3))[:, 0])
        closed = field.gaussian_closure(times, 0.3)
        np.testing.assert_allclose(closed, exact, atol=0.03)
        assert np.abs(closed - exact)[1] < 3e-3


def test_input_of_the_mean_field_is_checked():
    with pytest.raises(InputError, match="`kappa`"):
        theory.MeanField(1.0, 0.0)
    with pytest.raises(InputError, match="too sharp for 8 moments"):
        theory.MeanField(1.0, modes=8).evolved([0.0, 5.0], theory.wrapped_normal(0.8))
    with pytest.raises(InputError, match="too sharp"):
        theory.MeanField(3.0, 50.0, modes=8).stationary()
    with pytest.raises(InputError, match="give a `kappa`"):
        theory.MeanField(1.0).stationary()
    with pytest.raises(InputError, match="`weighting`"):
        theory.MeanField(1.0, weighting="hardmax")


@pytest.mark.parametrize("times", [[1.0, 0.0], [0.0, np.nan], [0.0, 0.0], [], 1.0])
def test_densities_do_not_go_backward(times):
    field = theory.MeanField(beta=1.0, kappa=5.0)
    with pytest.raises(InputError, match="`times` must be finite and increase"):
        field.evolved(times, 0.3)
    with pytest.raises(InputError, match="`times` must be finite and increase"):
        field.gaussian_closure(times, 0.3)
