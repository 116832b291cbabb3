"""Equiangular tokens under every law of normalization, against particles and tables."""

import math

import numpy as np
import pytest
from scipy.integrate import solve_ivp

from tokenflock import theory
from tokenflock.errors import InputError


def halving(t):
    return 0.3 / (1 + t)


LAWS = {
    "post": theory.post_ln,
    "pre": theory.pre_ln,
    "mix": theory.mix_ln(0.8),
    "peri": theory.peri_ln,
    "ngpt": theory.ngpt(halving),
    "sqrt": theory.sqrt_scaling,
}

# The table of arXiv:2510.22026, written once more: s_j and dr_j/dt.
TABLE = {
    "post": lambda t, r, along, size: (1.0, 0.0),
    "pre": lambda t, r, along, size: (r, along),
    "mix": lambda t, r, along, size: (1.0, 0.0) if t < 0.8 else (r, along),
    "peri": lambda t, r, along, size: (r * size, along / size),
    "ngpt": lambda t, r, along, size: (size / halving(t), 0.0),
    "sqrt": lambda t, r, along, size: (math.sqrt(t + 1), 0.0),
}


def particles(times, name, n, beta, radius, softmax):
    """Directions (T, n, n) and radii (T, n) of n orthogonal tokens, every token by itself."""

    def velocity(t, flat):
        theta, r = flat[: n * n].reshape(n, n), flat[n * n :]
        w = np.exp(beta * theta @ theta.T)
        w /= w.sum(axis=1, keepdims=True) if softmax else n
        dtheta, dr = np.zeros((n, n)), np.zeros(n)
        for j, a in enumerate(w @ theta):
            along = theta[j] @ a
            s, dr[j] = TABLE[name](t, r[j], along, np.linalg.norm(a))
            dtheta[j] = (a - along * theta[j]) / s
        return np.append(dtheta.ravel(), dr)

    flat, begin, pieces = np.append(np.eye(n).ravel(), np.full(n, radius)), 0.0, []
    for piece in np.split(times, np.searchsorted(times, [0.8])):  # where Mix-LN switches
        stops = np.append(piece, 0.8) if begin == 0 else piece
        path = solve_ivp(
            velocity, (begin, stops[-1]), flat, "DOP853", stops, rtol=1e-11, atol=1e-12
        )
        pieces.append(path.y.T[: len(piece)])
        flat, begin = path.y[:, -1], stops[-1]
    y = np.concatenate(pieces)
    return y[:, : n * n].reshape(-1, n, n), y[:, n * n :]


@pytest.mark.parametrize("weighting", ["softmax", "unnormalized"])
@pytest.mark.parametrize("name", LAWS)
def test_particles_follow_two_scalars(name, weighting):
    n, beta, radius, times = 4, 1.3, 0.7, np.array([0.2, 0.5, 1.0, 2.5])
    path = theory.normalized_equiangular(
        times, LAWS[name], n=n, beta=beta, radius=radius, weighting=weighting
    )
    theta, r = particles(times, name, n, beta, radius, weighting == "softmax")
    products = np.einsum("tia,tja->tij", theta, theta)
    for i, j in ((0, 1), (2, 3)):
        np.testing.assert_allclose(products[:, i, j], path.gamma, rtol=0, atol=2e-9)
    np.testing.assert_allclose(r, path.radius[:, None] * np.ones(n), rtol=0, atol=2e-9)


@pytest.mark.parametrize("radius", [1.0, 2.5])
@pytest.mark.parametrize(("n", "beta"), [(2, 0.0), (16, 2.0), (1000, 5.0)])
def test_six_initial_speeds(n, beta, radius):
    plain = 2 / (math.exp(beta) + n - 1)
    scaled = 2 / math.sqrt(math.exp(2 * beta) + n - 1)
    expected = {
        "post": plain,
        "pre": plain / radius,
        "mix": plain,
        "peri": scaled / radius,
        "ngpt": 0.3 * scaled,
        "sqrt": plain,
    }
    for name, law in LAWS.items():
        speed = theory.initial_speed(law, n=n, beta=beta, radius=radius)
        assert speed == pytest.approx(expected[name], rel=1e-14)
        h = 1e-8 / speed
        early = theory.normalized_equiangular(h, law, n=n, beta=beta, radius=radius)
        assert early.gamma / h == pytest.approx(speed, rel=1e-4)


@pytest.mark.parametrize(
    ("law", "unit", "expected"),
    [
        (theory.post_ln, lambda t: t, -2.0),
        (theory.ngpt(0.2), lambda t: t, -0.4),
        (theory.sqrt_scaling, lambda t: np.sqrt(t + 1), -4.0),
    ],
    ids=["post", "ngpt", "sqrt"],
)
def test_exponential_laws_end_at_their_rates(law, unit, expected):
    times = np.linspace(0.0, 150.0, 1500)
    path = theory.normalized_equiangular(times, law, n=16, beta=2.0)
    late = (path.log_gap < math.log(1e-3)) & (path.log_gap > math.log(1e-9))
    assert late.sum() > 30
    slope = np.polyfit(unit(times[late]), path.log_gap[late], 1)[0]
    assert slope == pytest.approx(expected, rel=1e-3)
    slope = np.polyfit(law.clock(times[late]), path.log_gap[late], 1)[0]
    assert slope == pytest.approx(-2.0, rel=1e-3)


@pytest.mark.parametrize("name", ["pre", "mix", "peri"])
def test_power_laws_end_at_their_rates(name):
    times = np.geomspace(1e3, 1e5, 20)
    path = theory.normalized_equiangular(times, LAWS[name], n=16, beta=2.0)
    slope = np.polyfit(LAWS[name].clock(times), path.log_gap, 1)[0]
    assert slope == pytest.approx(-2.0, rel=1e-3)
    assert path.radius[-1] == pytest.approx(times[-1], rel=1e-2)


def test_small_gaps_keep_their_digits():
    # Near 1 every law is -2 d clock: log(1 - gamma) goes on falling long after gamma is 1.
    path = theory.normalized_equiangular([20.0, 200.0], theory.post_ln, n=5, beta=1.0)
    assert path.gamma[1] == 1
    assert path.log_gap[0] - path.log_gap[1] == pytest.approx(360.0, rel=1e-9)


@pytest.mark.parametrize("beta", [0.0, 3.0, 12.0])
def test_laws_that_are_others_on_another_clock(beta):
    times, options = np.linspace(0.0, 9.0, 10), {"n": 7, "beta": beta, "start": 0.1}
    closed = theory.equiangular(times, **options)
    path = theory.normalized_equiangular(times, theory.post_ln, **options)
    np.testing.assert_allclose(path.gamma, closed, rtol=0, atol=1e-11)
    closed = theory.equiangular(2 * (np.sqrt(times + 1) - 1), **options)
    path = theory.normalized_equiangular(times, theory.sqrt_scaling, **options)
    np.testing.assert_allclose(path.gamma, closed, rtol=0, atol=1e-11)
    fast = theory.normalized_equiangular(2 * times, theory.ngpt(0.5), **options)
    slow = theory.normalized_equiangular(times, theory.ngpt(1.0), **options)
    np.testing.assert_allclose(fast.gamma, slow.gamma, rtol=0, atol=1e-11)


def test_unnormalized_tokens_have_their_own_closed_form():
    times = np.linspace(0.0, 2.0, 9)
    path = theory.normalized_equiangular(
        times, theory.post_ln, n=7, beta=2.0, weighting="unnormalized"
    )
    np.testing.assert_allclose(
        path.gamma, theory.equiangular_usa(times, n=7, beta=2.0), rtol=0, atol=1e-11
    )


def test_shapes_and_refusals():
    law = theory.pre_ln
    assert theory.normalized_equiangular(1.0, law, n=3, beta=1.0).gamma.shape == ()
    assert theory.normalized_equiangular([[1.0], [0.0]], law, n=3, beta=1.0).radius.shape == (2, 1)
    assert theory.normalized_equiangular(0.0, law, n=3, beta=1.0, start=0.5).gamma == 0.5
    with pytest.raises(InputError, match="`radius` must be positive"):
        theory.normalized_equiangular(1.0, law, n=3, beta=1.0, radius=0.0)
    with pytest.raises(InputError, match="Did you mean 'unnormalized'"):
        theory.normalized_equiangular(1.0, law, n=3, beta=1.0, weighting="unnormalised")
    with pytest.raises(InputError, match="n=1"):
        theory.initial_speed(law, n=1, beta=1.0)
