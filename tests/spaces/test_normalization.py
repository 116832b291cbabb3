"""The normalization laws of arXiv:2510.22026 from orthogonal tokens: first speed and last rate."""

import numpy as np
import pytest

import tokenflock as tkf

N, BETA, RADIUS, ALPHA, TAU = 16, 2.0, 1.5, 0.2, 1.0
E = np.exp(BETA)
START = 2 / (E + N - 1)
PERI = 2 / np.sqrt(E**2 + N - 1)

# space, radius of the tokens, gamma'(0), and 1 - gamma as a function of time: its variable, slope
LAWS = {
    "post": (tkf.Sphere(), 1.0, START, ("exponential", -2.0)),
    "pre": (tkf.PreLN(), RADIUS, START / RADIUS, ("power", -2.0)),
    "mix": (tkf.MixLN(TAU), RADIUS, START, ("power", -2.0)),
    "peri": (tkf.PeriLN(), RADIUS, PERI / RADIUS, ("power", -2.0)),
    "ngpt": (tkf.NGPT(ALPHA), 1.0, ALPHA * PERI, ("exponential", -2 * ALPHA)),
    "sqrt": (tkf.SqrtScaled(), 1.0, START, ("root", -4.0)),
}


def flow_of(name):
    return tkf.Flow(tkf.SelfAttention(BETA), LAWS[name][0])


@pytest.mark.parametrize("name", LAWS)
def test_first_speed(name):
    _, radius, expected, _ = LAWS[name]
    x = radius * np.eye(N)
    v = np.asarray(flow_of(name)(0.0, x))
    # Orthogonal directions: d<theta_i, theta_j>/dt = (<v_i, x_j> + <x_i, v_j>) / r^2.
    speed = (v @ x.T + x @ v.T)[~np.eye(N, dtype=bool)] / radius**2
    np.testing.assert_allclose(speed, expected, rtol=1e-12)


@pytest.mark.parametrize("name", LAWS)
def test_last_rate(name):
    _, radius, _, (kind, slope) = LAWS[name]
    ends = {"post": 25.0, "ngpt": 110.0, "sqrt": 60.0}
    times = np.geomspace(1e3, 1e5, 30) if kind == "power" else np.linspace(1.0, ends[name], 300)
    path = tkf.solve(flow_of(name), radius * np.eye(N), np.append(0.0, times), tol=1e-10)
    gap = one_minus_cosine(path.x.data[1:])
    used = np.full(len(times), True) if kind == "power" else (gap > 1e-9) & (gap < 1e-3)
    assert used.sum() > 20
    variable = {"exponential": times, "power": np.log(times), "root": np.sqrt(times + 1)}[kind]
    measured = np.polyfit(variable[used], np.log(gap[used]), 1)[0]
    assert abs(measured / slope - 1) < 0.01


def one_minus_cosine(x):
    """1 - <theta_1, theta_2> = |theta_1 - theta_2|^2 / 2, which keeps its digits."""
    theta = tkf.normalize(x)
    return ((theta[:, 0] - theta[:, 1]) ** 2).sum(axis=-1) / 2
