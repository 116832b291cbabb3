"""Rescaled tokens z = e^{-tV} x: the attention matrix against 60 digits, and what lies beyond."""

import mpmath
import numpy as np
import pytest
from scipy.linalg import expm
from scipy.spatial import ConvexHull

import tokenflock as tkf
from tokenflock._jax import jax, jnp
from tokenflock.numerics.double_double import two_product, two_sum
from tokenflock.numerics.matrix_exponential import scaled_expm

HYPERPLANES = np.array([[0.64709742, 0.81911926], [0.61210449, 0.63263484]])
SPACE = tkf.Rescaled()


BETA, QK = 0.7, np.array([[1.3, 0.2], [-0.1, 0.9]])

# Compiled once for all times and matrices of a shape: as many tokens and times wherever possible.
weights = jax.jit(SPACE.weights)
resolved = jax.jit(SPACE.resolved)


def in_sixty_digits(t, z, V, qk, beta):
    """The attention matrix of x = e^{tV} z by mpmath."""
    with mpmath.workdps(60):
        growth = mpmath.expm(mpmath.matrix(V.tolist()) * mpmath.mpf(t))
        x = mpmath.matrix(z.tolist()) * growth.T
        s = beta * x * mpmath.matrix(qk.tolist()) * x.T
        rows = []
        for i in range(s.rows):
            top = max(s[i, j] for j in range(s.cols))
            w = [mpmath.exp(s[i, j] - top) for j in range(s.cols)]
            rows.append([float(v / mpmath.fsum(w)) for v in w])
        return np.array(rows)


@pytest.mark.parametrize("V", [np.eye(2), np.diag([1.0, -0.5]), HYPERPLANES], ids=["I", "D", "H"])
def test_the_matrix_is_right_up_to_thirty_relaxation_times(V):
    top = np.linalg.eigvals(V).real.max()
    times = np.array([0.0, 3.0, 10.0, 20.0, 30.0]) / top
    flow = tkf.Flow(tkf.SelfAttention(BETA, QK, V), SPACE)
    z0 = np.random.default_rng(0).uniform(-1, 1, (12, 2))
    path = tkf.solve(flow, z0, times, tol=1e-12)
    for t, z in zip(times, path.x.data, strict=True):
        w = np.asarray(weights(t, z, flow.attention))[0]
        error = np.abs(w - in_sixty_digits(t, z, V, QK, BETA)).max(axis=1)
        assert error.max() < 1e-10


def test_close_tokens_are_flagged_when_rounding_decides():
    # The first token sees the other two at scores one bit apart, which e^{2t} magnifies.
    z = np.array([[1.0, 0.0], [2.0, 0.0], [np.nextafter(2.0, 3.0), 1e-3]])
    attention = tkf.SelfAttention(1.0)
    early = np.asarray(resolved(1.0, z, attention))
    late = np.asarray(resolved(30.0, z, attention))
    assert early.all()
    assert not late[0]


@jax.jit
def looked_at(t, z, flow):
    """The weights, the velocity and what is resolved, in one program."""
    return SPACE.weights(t, z, flow.attention), flow(t, z), SPACE.resolved(t, z, flow.attention)


@pytest.mark.parametrize("t", [40.0, 1e6])
@pytest.mark.parametrize("V", [np.eye(2), HYPERPLANES, -np.eye(2)], ids=["I", "H", "-I"])
def test_nothing_overflows_at_any_time(t, V):
    z = np.random.default_rng(0).uniform(-5, 5, (20, 2))
    flow = tkf.Flow(tkf.SelfAttention(1.0, ov=V), SPACE)
    w, velocity, rows = map(np.asarray, looked_at(t, z, flow))
    assert np.isfinite(velocity).all()
    np.testing.assert_allclose(w.sum(axis=-1), 1.0, atol=1e-14)
    assert rows.shape == (20,)


CUBE = tkf.Spec(n=20, d=3, space="rescaled", init="cube:5", samples=26, tol=1e-10)


def test_a_long_run_stays_put_once_its_rows_are_boolean():
    run = tkf.simulate(CUBE.replace(t_end=100.0))
    assert np.isfinite(run.x).all()
    # Beyond t = 36 / lambda the differences within a cluster are rounding: z no longer moves.
    np.testing.assert_allclose(run.x.data[-1], run.x.data[12], atol=1e-9)


def test_the_hull_shrinks():
    # arXiv:2305.05465: for V = I the convex hull of z is non-increasing.
    path = tkf.simulate(CUBE.replace(t_end=5.0)).x.data
    hulls = [ConvexHull(z) for z in path]
    for hull, later in zip(hulls, path[1:], strict=False):
        outside = later @ hull.equations[:, :-1].T + hull.equations[:, -1]
        assert outside.max() < 1e-8
    assert np.diff([hull.volume for hull in hulls]).max() < 1e-8


def test_rescaled_and_euclidean_tokens_are_the_same_system():
    z0 = np.random.default_rng(1).uniform(-1, 1, (12, 2))
    attention = tkf.SelfAttention(BETA, QK, HYPERPLANES)
    times = np.linspace(0.0, 2.0, 5)
    z = tkf.solve(tkf.Flow(attention, SPACE), z0, times, tol=1e-12).x.data
    x = tkf.solve(tkf.Flow(attention, tkf.Euclidean()), z0, times, tol=1e-12).x.data
    for t, zt, xt in zip(times, z, x, strict=True):
        np.testing.assert_allclose(zt @ expm(t * HYPERPLANES).T, xt, rtol=1e-9, atol=1e-10)


@pytest.mark.parametrize("norm", [0.0, 1e-3, 1.0, 30.0, 1e3])
@pytest.mark.parametrize("d", [1, 3, 6])
def test_the_scaled_exponential_has_23_digits(norm, d):
    a = norm * np.random.default_rng(d).normal(size=(d, d)) / d
    e, log_scale = scaled_expm(a)
    with mpmath.workdps(60):
        # The scale is a power of two, of which log_scale is the rounded logarithm.
        scale = mpmath.mpf(2) ** round(float(log_scale) / np.log(2))
        exact = mpmath.expm(mpmath.matrix(a.tolist())) / scale
        largest = max(abs(v) for v in exact)
        pairs = zip(np.ravel(e.hi), np.ravel(e.lo), exact, strict=True)
        error = max(abs(mpmath.mpf(float(hi)) + mpmath.mpf(float(lo)) - v) for hi, lo, v in pairs)
    assert error / largest < 1e-23 * (1 + np.abs(a).sum())
    assert 0.1 < np.abs(e.hi).max() <= 3


def test_sums_and_products_of_doubled_numbers():
    rng = np.random.default_rng(0)
    a, b = rng.normal(size=(2, 200)) * 10.0 ** rng.integers(-8, 8, (2, 200))
    for compiled in (False, True):
        wrap = jax.jit if compiled else (lambda f: f)
        pair = jnp.asarray(a), jnp.asarray(b)
        s, p = jax.tree.map(np.asarray, (wrap(two_sum)(*pair), wrap(two_product)(*pair)))
        with mpmath.workdps(60):
            for k in range(200):
                x, y = mpmath.mpf(a[k]), mpmath.mpf(b[k])
                assert mpmath.mpf(float(s.hi[k])) + mpmath.mpf(float(s.lo[k])) == x + y
                product = mpmath.mpf(float(p.hi[k])) + mpmath.mpf(float(p.lo[k]))
                assert abs(product - x * y) <= abs(x * y) * mpmath.mpf(2) ** -76
