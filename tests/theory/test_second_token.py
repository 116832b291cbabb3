"""The law of the second token of causal attention."""

import numpy as np

import tokenflock as tkf


def test_half_angle_without_temperature():
    # At beta = 0 both weigh the same: dphi/dt = -sin(phi) / 2; tan(phi / 2) decays like e^(-t/2).
    times = np.linspace(0.0, 20.0, 21)
    phi = tkf.theory.second_token(times, [1.0, 0.0], [np.cos(2.5), np.sin(2.5)], beta=0.0)
    expected = 2 * np.arctan(np.tan(1.25) * np.exp(-times / 2))
    np.testing.assert_allclose(phi, expected, rtol=1e-9, atol=0)


def test_any_product_and_masses_against_the_flow():
    rng, times = np.random.default_rng(0), np.linspace(0.0, 6.0, 13)
    M, masses = rng.normal(size=(3, 3)), np.array([0.7, 2.0, 1.0])
    x0 = np.asarray(tkf.normalize(rng.normal(size=(3, 3))))
    flow = tkf.Flow(tkf.SelfAttention(1.5, qk=M, masses=masses, mask="causal"))
    x = tkf.solve(flow, x0, times, tol=1e-11).x.data
    phi = tkf.theory.second_token(times, *x0[:2], beta=1.5, qk=M, masses=(0.7, 2.0))
    chord = np.linalg.norm(x[:, 1] - x[:, 0], axis=-1)
    np.testing.assert_allclose(2 * np.sin(phi / 2), chord, rtol=0, atol=1e-9)
    other = tkf.theory.second_token(times, *x0[:2], beta=1.5, qk=M.T, masses=(0.7, 2.0))
    assert np.abs(other - phi).max() > 1e-2
