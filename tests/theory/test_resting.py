"""Where causal tokens rest off the leading eigenvector: the formula against the field and scans."""

import numpy as np
import pytest

import tokenflock as tkf
from tokenflock import theory


@pytest.mark.parametrize("leaders", [1, 3])
@pytest.mark.parametrize(("beta", "mu", "alpha"), [(0.5, 0.8, 0.1), (1.3, 0.4, 0.9)])
def test_the_speed_is_that_of_the_field(beta, mu, alpha, leaders):
    V = theory.skewed(mu, alpha)
    np.testing.assert_allclose(sorted(np.linalg.eigvals(V)), [mu, 1.0], atol=1e-14)
    flow = tkf.Flow(tkf.SelfAttention(beta, ov=V, mask="causal"))
    for phi in (0.3, 2.0, 3.1, 5.0):
        token, across = np.array([np.cos(phi), np.sin(phi)]), np.array([-np.sin(phi), np.cos(phi)])
        x = np.array([[1.0, 0.0]] * leaders + [token])
        turning = np.asarray(flow(0.0, x))[-1] @ across
        law = theory.turning_speed(phi, beta=beta, mu=mu, alpha=alpha, leaders=leaders)
        assert turning == pytest.approx(law, abs=1e-14)


def test_rests_are_those_a_scan_finds():
    rng, grid = np.random.default_rng(0), np.linspace(1e-4, np.pi - 1e-4, 40_001)
    rests = 0
    for _ in range(200):
        case = {"beta": rng.uniform(0, 2), "mu": rng.uniform(0.01, 0.99),
                "alpha": rng.uniform(0.02, np.pi / 2)}  # fmt: skip
        speed = theory.turning_speed(grid, **case)
        stable = grid[:-1][(speed[:-1] > 0) & (speed[1:] <= 0)]
        angle = theory.resting_angle(**case)
        if np.isnan(angle):
            assert len(stable) == 0
        elif angle < np.pi - 1e-3:  # else between the last points of the grid
            rests += 1
            np.testing.assert_allclose(stable, [angle], atol=1e-4)
    assert rests > 10


def test_at_beta_zero_the_interval_has_a_closed_form():
    # f = 1, and sin(phi - alpha) is largest, 1, at phi = alpha + pi/2: sin(alpha) < 1 - mu < 1.
    for alpha in (0.05, 0.7, 1.5):
        low, high = theory.resting_interval(beta=0.0, alpha=alpha)
        assert (low, high) == pytest.approx((0.0, 1 - np.sin(alpha)), abs=1e-12)


@pytest.mark.parametrize("beta", [0.0, 0.5, 3.0])
def test_a_symmetric_matrix_is_safe_and_no_other(beta):
    low, high = theory.resting_interval(beta=beta, alpha=np.pi / 2)
    assert high <= low + 1e-15
    low, high = theory.resting_interval(beta=beta, alpha=1.2)
    assert high > low


@pytest.mark.parametrize(("beta", "alpha"), [(-0.1, 0.5), (1.0, 0.0), (1.0, 2.0)])
def test_other_angles_are_refused(beta, alpha):
    with pytest.raises(tkf.InputError, match="angle between two lines"):
        theory.resting_interval(beta=beta, alpha=alpha)


def test_predictions_say_where_the_conjecture_may_fail():
    assert "rest beside" in tkf.limit_set(theory.skewed(0.8, 0.1)).prediction
    assert "rest beside" not in tkf.limit_set(np.diag([1.0, 0.5])).prediction
    assert "rest beside" not in tkf.limit_set(np.eye(2)).prediction
