"""Rescaled tokens z = e^{-tV} x: the attention matrix against 60 digits, and what lies beyond."""

import mpmath
import numpy as np
import pytest
from scipy.linalg import expm
from scipy.spatial import ConvexHull

import tokenflock as tkf
from tokenflock._jax import jax, jnp
from tokenflock.attention import native
from tokenflock.fields import resolution
from tokenflock.numerics.double_double import two_product, two_sum
from tokenflock.numerics.matrix_exponential import scaled_expm
from tokenflock.solvers import native_resolution
from tokenflock.spaces.rescaled import largest_real

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
            total = mpmath.fsum(w)
            rows.append([float(v / total) for v in w])
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
    np.testing.assert_allclose(w.sum(axis=-1), 1.0, rtol=0, atol=1e-14)
    assert rows.shape == (20,)


CUBE = tkf.Spec(n=20, d=3, space="rescaled", init="cube:5", samples=26, tol=1e-10)


def test_a_long_run_stays_put_once_its_rows_are_boolean():
    run = tkf.simulate(CUBE.replace(t_end=100.0))
    assert np.isfinite(run.x).all()
    # Beyond t = 36 / lambda the differences within a cluster are rounding: z no longer moves.
    np.testing.assert_allclose(run.x.data[-1], run.x.data[12], rtol=0, atol=1e-8)


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


# ------------------------------------------------ a token on a knife's edge, whose way nobody knows


TRIPLE = np.array([[-1.0, 0.0], [0.0, 0.0], [1.0, 0.0]])


def symmetric(half, d, seed):
    """Tokens -u, 0, u on a random line through the origin of R^d."""
    rng = np.random.default_rng(seed)
    line = rng.normal(size=d)
    u = np.sort(rng.uniform(0.4, 1.0, half))
    return np.concatenate([-u[::-1], [0.0], u])[:, None] * line / np.linalg.norm(line)


def lost_from(z, tol, step="0.01"):
    """When errors of the middle token exceed tol, in 30 digits: symmetric tokens stay so, and

    d log error / dt = e^2t sum_j z_j^2 / n - (n - 1) / n.
    """
    with mpmath.workdps(30):
        u = [mpmath.mpf(float(v)) for v in np.linalg.norm(z[len(z) // 2 + 1 :], axis=1)]
        t, h, log, n = mpmath.mpf(0), mpmath.mpf(step), mpmath.mpf(0), len(z)

        def velocity(t, u):
            def one(a):
                s = [mpmath.exp(2 * t) * a * b for b in u]
                total = 1 + mpmath.fsum(2 * mpmath.cosh(v) for v in s)
                pulls = (2 * b * mpmath.sinh(v) for b, v in zip(u, s, strict=True))
                return mpmath.fsum(pulls) / total - a

            return [one(a) for a in u]

        while mpmath.exp(log) * float(np.finfo(float).eps) < tol:
            half = [a + h / 2 * v for a, v in zip(u, velocity(t, u), strict=True)]
            u = [a + h * v for a, v in zip(u, velocity(t + h / 2, half), strict=True)]
            spread = 2 * mpmath.fsum(a * a for a in half) / n
            log += h * (mpmath.exp(2 * t + h) * spread - mpmath.mpf(n - 1) / n)
            t += h
        return float(t)


@pytest.mark.parametrize(("half", "d", "seed"), [(1, 1, 0), (1, 2, 1), (2, 1, 2), (4, 3, 3)])
def test_the_middle_of_a_symmetric_start_is_lost_when_its_errors_have_grown(half, d, seed):
    z, tol = symmetric(half, d, seed), 1e-8
    flow, times = tkf.Flow(tkf.SelfAttention(1.0), SPACE), np.linspace(0.0, 8.0, 81)
    path = tkf.solve(flow, z, times, tol=tol)
    known = path.resolved.data[:, half]
    # The truth is 0 at all times; what is resolved is right, what is lost stays lost.
    assert (np.linalg.norm(path.x.data[known, half], axis=1) < 10 * tol).all()
    assert abs(times[known].max() - lost_from(z, tol)) < 0.3
    assert not known[np.argmin(known) :].any()
    assert path.resolved.data[:, [0, -1]].all()


@pytest.mark.parametrize("offset", [0.0, 1e-17, 1e-14])
@pytest.mark.parametrize("samples", [2, 6, 41])
def test_a_lost_token_is_told_however_few_times_are_saved(samples, offset):
    z = TRIPLE.copy()
    z[1, 0] = offset
    times = np.linspace(0.0, 8.0, samples)
    path = tkf.solve(tkf.Flow(tkf.SelfAttention(1.0), SPACE), z, times)
    assert not path.resolved.data[times > 3.0, 1].any()
    assert path.resolved.data[times < 1.5].all()


@pytest.mark.parametrize("samples", [2, 6, 101])
def test_ordinary_tokens_are_resolved_however_few_times_are_saved(samples):
    for n, d, seed in [(40, 1, 0), (20, 3, 0), (20, 3, 1), (20, 2, 5)]:
        spec = tkf.Spec(
            n=n, d=d, space="rescaled", init="cube:1", t_end=4.0, samples=samples, seed=seed
        )
        assert tkf.simulate(spec).resolved.data.all()


def test_frozen_tokens_are_never_lost():
    flow = tkf.Flow(tkf.SelfAttention(1.0), SPACE, frozen=[False, True, False])
    path = tkf.solve(flow, TRIPLE, np.linspace(0.0, 4.0, 21))
    assert path.resolved.data.all()


def test_stored_runs_say_what_is_resolved(tmp_path):
    z = np.stack([TRIPLE, np.random.default_rng(0).normal(size=(3, 2))])
    flow, times = tkf.Flow(tkf.SelfAttention(1.0), SPACE), np.linspace(0.0, 4.0, 21)
    tkf.solve(flow, z, times, save=tmp_path / "run.zarr")
    stored, held = tkf.load(tmp_path / "run.zarr"), tkf.solve(flow, z, times)
    np.testing.assert_array_equal(stored.resolved, held.resolved)
    assert not stored.resolved.data[0, -1, 1]
    assert stored.resolved.data[1].all()
    tkf.solve(flow, TRIPLE, [0.0, 4.0], save=tmp_path / "alone.zarr")
    assert tkf.load(tmp_path / "alone.zarr").resolved.data.tolist() == [
        [True, True, True],
        [True, False, True],
    ]


@jax.jit
def both(t, z, flow):
    """The derivative of the first token's velocity by its place, and all growth rates."""
    alone = lambda z0: flow(t, z.at[0].set(z0))[0]  # noqa: E731
    return jax.jacfwd(alone)(z[0]), SPACE.growth_rates(t, z, flow.attention)


@pytest.mark.slow
@pytest.mark.parametrize("V", [np.eye(2), HYPERPLANES], ids=["I", "H"])
def test_growth_rates_are_those_of_a_token_nobody_else_follows(V):
    # The Jacobian of a token that is no sender: its weight on itself then plays no part.
    z = np.random.default_rng(4).uniform(-1, 1, (6, 2))
    mask = np.ones((6, 6), bool)
    mask[:, 0] = False
    attention = tkf.SelfAttention(BETA, QK, V, mask=mask)
    flow = tkf.Flow(attention, SPACE)
    block, rate = both(0.7, jnp.asarray(z), flow)
    np.testing.assert_allclose(rate[0], np.linalg.eigvals(block).real.max(), rtol=1e-12)


@pytest.mark.slow
@pytest.mark.skipif(not native.available(), reason="compares the kernels with JAX")
@pytest.mark.parametrize(
    ("mask", "V"),
    [("full", HYPERPLANES), ("causal", HYPERPLANES), ("window:3", None), ("table", None)],
    ids=["full-H", "causal-H", "window-I", "table-I"],
)
def test_kernels_and_jax_resolve_the_same(mask, V):
    rng = np.random.default_rng(5)
    z = rng.uniform(-1, 1, (4, 9, 2))
    z[2, 3:5] = z[2, 5] * (1 + 1e-15), z[2, 5] + 1e-16  # who leads is a matter of bits
    seen = (rng.random((9, 9)) < 0.6) | np.eye(9, dtype=bool)
    qk, masses = (None, None) if V is None else (QK, rng.uniform(0.5, 2, 9))
    options = {"mask": seen if mask == "table" else mask, "masses": masses}
    flow = tkf.Flow(tkf.SelfAttention(BETA, qk, V, **options), SPACE, frozen=np.arange(9) == 1)
    times, middles = (
        np.array([0.0, 1.0, 14.0, 400.0]),
        np.array([[0.1, 0.2]] * 4) * [[1], [9], [20], [3]],
    )
    assert native_resolution.serves(flow, 9, 2)
    ours, theirs = native_resolution.BY_KERNELS, resolution.COMPILED
    rows = ours.rows(flow, z, times)
    np.testing.assert_array_equal(rows, theirs.rows(flow, z, times))
    assert rows.any()
    assert not rows.all() or mask != "full"
    growth = [by.growth(flow, z, middles, np.full(4, 0.5)) for by in (ours, theirs)]
    np.testing.assert_allclose(growth[0], growth[1], rtol=1e-9, atol=1e-11)
    assert (growth[0][:, 1] == 0).all()
    assert np.abs(growth[0][:, 8]).min() > 0


def test_largest_real_parts_of_what_is_no_number():
    bad = np.array(
        [[[np.nan, 0.0], [0.0, 1.0]], [[np.inf, 0.0], [0.0, -np.inf]], [[0.0, 2.0], [-2.0, 1.0]]]
    )
    found, expected = (
        native_resolution.largest_real(bad),
        np.asarray(largest_real(jnp.asarray(bad))),
    )
    np.testing.assert_allclose(found, expected)
    assert np.isnan(found[0])
    assert found[1] == 1e9
    np.testing.assert_allclose(found[2], 0.5)


def test_a_matrix_of_many_dimensions_is_refused_before_it_fills_memory():
    rng = np.random.default_rng(0)
    wide, V = rng.normal(size=(5, 64)), rng.normal(size=(64, 64))
    law = tkf.SelfAttention(beta=1.0, ov=V)
    with pytest.raises(tkf.InputError, match="at most d = 48"):
        tkf.solve(tkf.Flow(law, tkf.Rescaled()), wide, [0.0, 1.0])
