"""Equilibria, their branches and bifurcations, against closed forms."""

from typing import Any

import numpy as np
import pytest

import tokenflock as tkf
from tokenflock._jax import jnp
from tokenflock.errors import InputError, SolveError


def on_circle(angles):
    return np.stack([np.cos(angles), np.sin(angles)], axis=-1)


class Plane(tkf.VectorField):
    """dx/dt = law(x, p) for single tokens of R^2."""

    law: Any
    p: Any

    def __call__(self, t, x):
        a, b = self.law(x[..., 0], x[..., 1], self.p)
        return jnp.stack([a, b], axis=-1)


def family(law):
    return lambda p: Plane(law, jnp.asarray(p, float))


# Newton


@pytest.mark.slow
@pytest.mark.parametrize(("n", "beta"), [(3, 1.3), (4, 0.5)])
def test_repelled_tokens_become_a_polygon(n, beta):
    flow = tkf.Flow(tkf.SelfAttention(beta, ov=-np.eye(2)))
    angles = 2 * np.pi * np.arange(n) / n + 0.2 * np.random.default_rng(n).normal(size=n)
    found = tkf.equilibrium(flow, on_circle(angles))
    gaps = np.diff(np.sort(np.arctan2(found.x[:, 1], found.x[:, 0])))
    np.testing.assert_allclose(gaps, 2 * np.pi / n, atol=1e-12)
    assert (found.state, found.rotations) == ("stable", 1)
    # A circulant linearization: -sum_j w_j (1 - cos 2 pi j k / n) g_j, without k = 0.
    theta = 2 * np.pi * np.arange(n) / n
    weight = np.exp(beta * np.cos(theta)) / np.exp(beta * np.cos(theta)).sum()
    slope = weight * (np.cos(theta) - beta * np.sin(theta) ** 2)
    modes = np.arange(1, n)
    expected = (slope * (1 - np.cos(np.outer(modes, theta)))).sum(axis=1)
    np.testing.assert_allclose(np.sort(found.spectrum.real), np.sort(expected), atol=1e-12)
    assert tkf.equilibrium(tkf.Flow(tkf.SelfAttention(beta)), found.x).state == "saddle"


@pytest.mark.slow
def test_symmetries_are_seen_where_they_are():
    x = tkf.normalize(np.random.default_rng(0).normal(size=(5, 3)))
    cases = {3: None, 1: np.diag([1.0, 1.0, 2.0]), 0: np.diag([1.0, 2.0, 3.0])}
    for count, qk in cases.items():
        flow = tkf.Flow(tkf.SelfAttention(1.0, qk=qk, ov=-np.eye(3)))
        end = tkf.solve(flow, x, [0.0, 100.0], tol=1e-9).x.data[-1]
        assert tkf.equilibrium(flow, end).rotations == count
    frozen = tkf.Flow(tkf.SelfAttention(1.0, ov=-np.eye(3)), frozen=np.arange(5) < 1)
    end = tkf.solve(frozen, x, [0.0, 100.0], tol=1e-9).x.data[-1]
    found = tkf.equilibrium(frozen, end)
    assert found.rotations == 1  # about the token that never moves
    np.testing.assert_array_equal(found.x[0], end[0])
    assert len(found.spectrum) == 4 * 2 - 1


def test_newton_converges_quadratically_to_saddles_of_any_field():
    # x' = x - x^3, y' = -y: rest at (0, 0), a saddle, and at (+-1, 0).
    field = family(lambda a, b, p: (a - a**3, -b))(0.0)
    found = tkf.equilibrium(field, [[0.2, 0.3]])
    assert (found.state, found.rotations) == ("saddle", 0)
    np.testing.assert_allclose(found.x, 0.0, atol=1e-14)
    np.testing.assert_allclose(found.spectrum, [1, -1], atol=1e-12)
    assert found.iterations < 12
    assert tkf.equilibrium(field, [[0.9, 0.3]]).state == "stable"


def test_what_is_no_equilibrium_is_an_error():
    with pytest.raises(SolveError, match="still moves at"):
        tkf.equilibrium(family(lambda a, b, p: (1 + a**2, -b))(0.0), [[0.2, 0.3]])
    with pytest.raises(InputError, match="noise"):
        tkf.equilibrium(tkf.Flow(tkf.SelfAttention(1.0), noise=tkf.Brownian(1.0)), np.eye(2))


# Branches


def kinds(branch):
    special = branch.isel(point=np.flatnonzero(branch.kind.data != ""))
    return list(zip(special.kind.data.tolist(), special.parameter.data.tolist(), strict=True))


@pytest.mark.slow
@pytest.mark.parametrize("crowd", [1, 2])
def test_three_clusters_lose_their_stability_at_two_thirds(crowd):
    # M = -I stands for negative beta: -1/2 - 3 beta / 4 at an angle of 2 pi / 3 vanishes at -2/3.
    x = on_circle(np.tile(2 * np.pi * np.arange(3) / 3, crowd))
    branch = tkf.continuation(
        lambda beta: tkf.Flow(tkf.SelfAttention(beta, qk=-np.eye(2))), x, 0.3, 1.0
    )
    assert (branch.parameter.data[0], branch.parameter.data[-1]) == (0.3, 1.0)
    found = kinds(branch)
    assert ("branch point", pytest.approx(2 / 3, abs=1e-9)) in found
    last = 2 / 3
    assert (branch.rate.data[branch.parameter < last - 1e-6] > 0).all()
    if crowd == 1:
        assert len(found) == 1
        plain = branch.isel(point=np.flatnonzero(branch.kind.data == ""))
        assert (plain.unstable.data == np.where(plain.parameter < last, 2, 0)).all()


@pytest.mark.slow
def test_a_fold_is_passed():
    # p - x^2 = 0 from p = 1 down: turns at p = 0 and comes back on the other side, unstable.
    branch = tkf.continuation(family(lambda a, b, p: (p - a**2, -b)), [[1.0, 0.0]], 1.0, -1.0)
    ((kind, place),) = kinds(branch)
    assert (kind, place) == ("fold", pytest.approx(0.0, abs=1e-9))
    x = branch.x.data[:, 0, 0]
    np.testing.assert_allclose(x**2, branch.parameter.data, atol=1e-10)
    assert (x[0], x[-1]) == (pytest.approx(1.0), pytest.approx(-1.0))
    np.testing.assert_allclose(branch.rate.data, np.maximum(-2 * x, -1.0), atol=1e-8)


@pytest.mark.slow
def test_a_pitchfork_and_a_hopf_point_are_told_apart():
    fork = tkf.continuation(family(lambda a, b, p: (p * a - a**3, -b)), [[0.0, 0.0]], -1.0, 1.3)
    assert kinds(fork) == [("branch point", pytest.approx(0.0, abs=1e-9))]

    def spiral(a, b, p):
        return (p - 0.3) * a - 2 * b, 2 * a + (p - 0.3) * b

    hopf = tkf.continuation(family(spiral), [[0.0, 0.0]], -1.0, 1.3)
    assert kinds(hopf) == [("hopf", pytest.approx(0.3, abs=1e-9))]
    at = hopf.isel(point=int(np.flatnonzero(hopf.kind.data == "hopf")[0]))
    np.testing.assert_allclose(np.abs(at.rates.data.imag), 2.0, atol=1e-12)


def test_input_of_continuation_is_checked():
    flow = family(lambda a, b, p: (p * a - a**3, -b))
    with pytest.raises(InputError, match="two finite numbers"):
        tkf.continuation(flow, [[0.0, 0.0]], 1.0, 1.0)
    with pytest.raises(InputError, match="`step`"):
        tkf.continuation(flow, [[0.0, 0.0]], 0.5, 1.0, step=-1.0)


def test_what_is_no_field_gets_a_sentence():
    corners = np.eye(2)
    with pytest.raises(InputError, match=r"needs a field.*Got str"):
        tkf.equilibrium("flow", corners)
    with pytest.raises(InputError, match=r"needs a field.*Got float"):
        tkf.continuation(lambda beta: beta, corners, 0.2, 1.0)
    with pytest.raises(InputError, match=r"`family` must be a function.*Got ndarray"):
        tkf.continuation(corners, corners, 0.2, 1.0)
