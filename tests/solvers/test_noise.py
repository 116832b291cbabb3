"""Noise against Brownian motion on spheres, Fokker-Planck equations, and linear stability."""

import functools

import numpy as np
import pytest
from scipy.linalg import expm
from scipy.special import iv

import tokenflock as tkf
from tokenflock._jax import jax, jnp
from tokenflock.simulation import flow_of, tokens_of
from tokenflock.solvers.equal_steps import noisy_step


def alone(ov, kappa):
    """Tokens that see only themselves, with noise: dx = P_x V x dt + sqrt(2 / kappa) dW."""
    return tkf.Flow(tkf.SelfAttention(0.0, ov=ov, mask="window:1"), noise=tkf.Brownian(kappa))


@pytest.mark.parametrize("d", [2, 5])
def test_brownian_motion_forgets_at_the_rate_of_the_laplacian(d):
    # Eigenfunctions of the Laplacian: <x, e> at -(d - 1), <x, e>^2 - 1/d at -2d.
    n, kappa, t = 20_000, 3.0, 0.6
    x0 = tkf.normalize(np.random.default_rng(d).normal(size=(n, d)))
    x = tkf.solve(alone(np.zeros((d, d)), kappa), x0, [0.0, t], step=0.1, seed=d).x.data[-1]
    cosine = (x * x0).sum(axis=-1)
    np.testing.assert_allclose(np.linalg.norm(x, axis=-1), 1.0, rtol=0, atol=1e-14)
    for value, start, rate in ((cosine, 1.0, d - 1), (cosine**2 - 1 / d, 1 - 1 / d, 2 * d)):
        error = value.std() / np.sqrt(n)
        assert abs(value.mean() - start * np.exp(-rate * t / kappa)) < 4 * error


def gaussians(count):
    """Points (..., count) and weights of the quadrature over that many standard normal numbers."""
    z, w = np.polynomial.hermite_e.hermegauss(20)
    points = np.stack(np.meshgrid(*[z] * count, indexing="ij"), axis=-1).reshape(-1, count)
    weights = functools.reduce(np.multiply.outer, [w / w.sum()] * count).ravel()
    return points, weights


def test_one_large_step_of_brownian_motion_has_weak_order_two():
    # The mean of <x_h, x_0> for one step of variance v, by quadrature over its Gaussian.
    d = 4
    points, weights = gaussians(d - 1)
    white = np.pad(points, ((0, 0), (1, 0)))
    x, diffused = np.tile(np.eye(1, d), (len(white), 1)), jax.jit(tkf.Sphere().diffused)

    def mean(v):
        return weights @ np.asarray(diffused(jnp.asarray(x), white, v))[:, 0]

    errors = [abs(mean(v) - np.exp(-(d - 1) * v / 2)) for v in (0.05, 0.025)]
    assert abs(np.log2(errors[0] / errors[1]) - 3) < 0.15  # local order three


def drifting(kappa, a, t, modes=24):
    """E e^{i theta} and E e^{2 i theta} for d theta = -a sin 2 theta dt + noise, from theta = 1."""
    k = np.arange(-modes, modes + 1)
    generator = np.diag(-(k**2) / kappa).astype(complex)
    # d/dt E e^{ik theta} = ik E[-a sin 2 theta e^{ik theta}] - k^2 / kappa E e^{ik theta}
    for row, mode in enumerate(k):
        for shift, sign in ((2, 1), (-2, -1)):
            if 0 <= row + shift < len(k):
                generator[row, row + shift] += -a * mode * sign / 2
    moments = expm(t * generator) @ np.exp(1j * k)
    return moments[modes + 1], moments[modes + 2]


def test_drift_and_noise_together_have_weak_order_two():
    # V = diag(2a, 0) turns the angle at -a sin 2 theta; on the circle one number per half step
    # moves it, and the means after one step are quadratures over the two.
    kappa, a = 2.0, 1.0
    points, weights = gaussians(2)
    white = np.stack([points, 0 * points], axis=-1).swapaxes(0, 1)
    x0 = np.tile([np.cos(1.0), np.sin(1.0)], (len(points), 1))
    step, flow = jax.jit(noisy_step), alone(np.diag([2 * a, 0.0]), kappa)

    def errors(h):
        x = np.asarray(step(flow, 0.0, jnp.asarray(x0), h, white))
        angle = np.arctan2(x[:, 1], x[:, 0])
        truth = drifting(kappa, a, h)
        return [weights @ np.cos(k * angle) - truth[k - 1].real for k in (1, 2)]

    orders = np.log2(np.divide(errors(0.05), errors(0.025)))
    np.testing.assert_allclose(orders, 3, rtol=0, atol=0.15)  # local order three


@pytest.mark.slow
@pytest.mark.parametrize(("d", "order"), [(2, 1.0), (3, 0.5)])
def test_strong_order(d, order):
    # The same Brownian paths of R^d at four step sizes: order one on the circle, where noise
    # commutes, one half on spheres, where only products of increments would tell its loops apart.
    n, kappa, t, finest = 1000, 2.0, 1.0, 512
    flow = alone(np.diag(np.linspace(1.0, -1.0, d)), kappa)
    x0 = tkf.normalize(np.random.default_rng(0).normal(size=(n, d)))
    white = np.random.default_rng(1).normal(size=(2 * finest, n, d))
    path = jnp.asarray(np.concatenate([np.zeros((1, n, d)), np.cumsum(white, axis=0)]))

    @jax.jit
    def end(path, steps):
        share = finest // steps

        def body(k, x):
            at = path[(2 * k + jnp.arange(3)) * share]
            return noisy_step(flow, 0.0, x, t / steps, jnp.diff(at, axis=0) / jnp.sqrt(share))

        return jax.lax.fori_loop(0, steps, body, jnp.asarray(x0))

    truth, steps = np.asarray(end(path, finest)), np.array([16, 32, 64])
    errors = [np.sqrt(((np.asarray(end(path, s)) - truth) ** 2).sum(axis=-1).mean()) for s in steps]
    measured = -np.polyfit(np.log(steps), np.log(errors), 1)[0]
    assert abs(measured - order) < 0.15


def growth(d, beta, kappa):
    """The growth rate of a small tilt of the uniform state, and its standard error.

    Opposite tilts feel the same noise: what both do is subtracted, and few tokens suffice.
    """
    flow = tkf.Flow(tkf.SelfAttention(beta), noise=tkf.Brownian(kappa))
    t, rates = 1.0, []
    for seed in range(6):
        starts = (tilted(d, 1200, sign * 0.03, seed) for sign in (1, -1))
        ends = [tkf.solve(flow, x0, [0.0, t], step=0.2, seed=seed).x.data for x0 in starts]
        before, after = np.subtract(*ends)[..., 0].mean(axis=-1)
        rates.append(np.log(after / before) / t)
    return np.mean(rates), np.std(rates, ddof=1) / np.sqrt(len(rates))


def tilted(d, n, tilt, seed):
    """Tokens whose density is uniform but for a small mode one: mean tilt along the first axis."""
    some = np.random.default_rng(seed).normal(size=(n // (2 * d), d))
    turned = np.concatenate([np.roll(some, k, axis=1) for k in range(d)])
    x = tkf.normalize(np.concatenate([turned, -turned]))  # mean zero, all axes alike
    push = np.zeros(d)
    push[0] = tilt * d / (d - 1)
    return tkf.normalize(x + push - (x @ push)[:, None] * x)


@pytest.mark.parametrize("d", [2, 3])
def test_without_beta_the_uniform_state_loses_stability_at_kappa_d(d):
    # Rate of the tilt: (d - 1) (1 / d - 1 / kappa), zero at kappa = d.
    for kappa, sign in ((0.8 * d, -1), (1.25 * d, 1)):
        rate, error = growth(d, 0.0, kappa)
        assert abs(rate - (d - 1) * (1 / d - 1 / kappa)) < 4 * error
        assert sign * rate > 3 * error


def test_on_the_circle_the_loss_of_stability_moves_with_beta():
    # Softmax: rate I_1(beta) / (beta I_0(beta)) - 1 / kappa.
    beta = 3.0
    critical = beta * iv(0, beta) / iv(1, beta)
    for kappa in (0.8 * critical, 1.25 * critical):
        rate, error = growth(2, beta, kappa)
        assert abs(rate - (1 / critical - 1 / kappa)) < 4 * error
        assert (kappa - critical) * rate > 0


SHAKEN = tkf.Spec(n=5, d=3, beta=1.0, kappa=2.0, t_end=0.2, samples=3, frozen=[0], seed=1)


def test_noise_is_drawn_by_its_seed_and_spares_frozen_tokens():
    run = tkf.simulate(SHAKEN)
    np.testing.assert_array_equal(run.x, tkf.simulate(SHAKEN).x)
    other = tkf.simulate(SHAKEN.replace(seed=2, init=run.x.data[0]))
    assert np.abs(run.x.data[-1, 1:] - other.x.data[-1, 1:]).min() > 1e-6
    np.testing.assert_allclose(run.x.data[-1, 0], run.x.data[0, 0], rtol=0, atol=1e-15)
    assert run.attrs["method"] == "splitting"
    assert run.attrs["step"] == 0.01


def test_more_saved_times_or_more_windows_do_not_change_the_noise():
    flow, x0 = flow_of(SHAKEN), tokens_of(SHAKEN)
    few = tkf.solve(flow, x0, [0.0, 1.0], step=0.05)
    many = tkf.solve(flow, x0, np.linspace(0.0, 1.0, 6), step=0.05)
    np.testing.assert_allclose(few.x.data[-1], many.x.data[-1], rtol=0, atol=1e-13)
