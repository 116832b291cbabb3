"""Observables against closed forms, plain loops, and each other's three faces."""

import math

import numpy as np
import pytest
import xarray as xr
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.stats import ortho_group

import tokenflock.observables as tkf
from tokenflock._jax import jax, jnp
from tokenflock.errors import InputError
from tokenflock.observables.configuration import angle


def sphere(seed, *shape):
    x = np.random.default_rng(seed).normal(size=shape)
    return x / np.linalg.norm(x, axis=-1, keepdims=True)


def attention(x, beta=3.0):
    weights = np.exp(beta * (x @ x.mT - 1))
    return weights / weights.sum(axis=-1, keepdims=True)


def cosines(x):
    """All cosines of pairs i != j, by loops."""
    return [
        sum(a * b for a, b in zip(x[i], x[j], strict=True)) / math.hypot(*x[i]) / math.hypot(*x[j])
        for i in range(len(x))
        for j in range(len(x))
        if i != j
    ]


# One path of tokens and one of attention matrices serve every observable.

PATH = sphere(0, 4, 6, 3)
TRACEABLE = [
    (tkf.alignment, {}, {}),
    (tkf.close_pairs, {"above": 0.4}, {}),
    (tkf.spread, {}, {}),
    (tkf.order_parameter, {}, {}),
    (tkf.consensus_angle, {}, {}),
    (tkf.distance_to_consensus, {}, {}),
    (tkf.cosine_histogram, {"bins": 7}, {"bin": 7}),
    (tkf.energy, {"beta": 2.0}, {}),
    (tkf.normalized_energy, {"beta": 2.0}, {}),
    (tkf.dissipation, {"beta": 2.0}, {}),
]
ON_THE_HOST = [
    (tkf.clusters, {"beta": 2.0, "threshold": 0.5}, {"token": 6}),
    (tkf.clusters, {"metric": "euclidean", "size": 1.0, "threshold": 0.7}, {"token": 6}),
    (tkf.count_clusters, {"beta": 2.0}, {}),
    (tkf.unclustered, {"beta": 2.0, "threshold": 0.9}, {}),
    (tkf.renyi_centers, {"beta": 20.0}, {"token": 6}),
    (tkf.strong_renyi_centers, {"delta": 0.8}, {"token": 6}),
]
OF_MATRICES = [
    (tkf.numerical_rank, {}, {}),
    (tkf.numerical_rank, {"tol": 0.2}, {}),
    (tkf.effective_rank, {}, {}),
    (tkf.attention_entropy, {}, {}),
    (tkf.distance_to_boolean, {}, {}),
]
CASES = [(*case, PATH, ("token", "coord")) for case in TRACEABLE + ON_THE_HOST]
CASES += [(*case, attention(PATH), ("token", "source")) for case in OF_MATRICES]
every = pytest.mark.parametrize(
    ("measure", "options", "axes", "x", "dims"),
    CASES,
    ids=lambda case: getattr(case, "__name__", ""),
)


@every
def test_a_path_is_measured_configuration_by_configuration(measure, options, axes, x, dims):
    values = measure(x, **options)
    assert isinstance(values, np.ndarray)
    assert values.shape == (4, *axes.values())
    np.testing.assert_allclose(values, [measure(c, **options) for c in x], rtol=1e-13, atol=1e-15)
    ensemble = measure(x.reshape(2, 2, *x.shape[1:]), **options)
    np.testing.assert_allclose(ensemble.reshape(values.shape), values, rtol=1e-13, atol=1e-15)


@every
def test_labels_are_kept(measure, options, axes, x, dims):
    time = np.array([0.0, 0.5, 1.0, 2.0])
    attrs = {name: value for name, value in options.items() if name == "beta"}
    given_options = {name: value for name, value in options.items() if name != "beta"}
    labeled = xr.DataArray(x, dims=("time", *dims), coords={"time": time}, attrs=attrs)
    values = measure(labeled.transpose(dims[1], "time", dims[0]), **given_options)
    assert values.dims == ("time", *axes)
    assert values.name == measure.__name__
    np.testing.assert_array_equal(values["time"], time)
    np.testing.assert_allclose(values, measure(x, **options), rtol=1e-13, atol=1e-15)


# Every operation on an array of JAX that is not traced compiles a program: one such observable.
@pytest.mark.parametrize(("measure", "options", "axes"), [TRACEABLE[3], *ON_THE_HOST])
def test_jax_agrees_with_numpy(measure, options, axes):
    values = measure(jnp.asarray(PATH), **options)
    np.testing.assert_allclose(values, measure(PATH, **options), rtol=1e-12, atol=1e-14)


def test_every_observable_says_whether_it_can_be_traced():
    traceable = {measure for measure, _, _ in TRACEABLE + OF_MATRICES}
    assert all(measure.traceable for measure in traceable)
    assert not any(measure.traceable for measure, _, _ in ON_THE_HOST)
    assert {name for name in tkf.names() if named_is_ours(name) and tkf.named(name).traceable} == {
        measure.__name__ for measure in traceable
    }


def named_is_ours(name):
    return tkf.named(name).__module__.startswith("tokenflock.")


@pytest.mark.parametrize(
    ("cases", "x"), [(TRACEABLE, PATH), (OF_MATRICES, attention(PATH))], ids=["tokens", "matrices"]
)
def test_traced_observables(cases, x):
    def measured(x):
        return [measure(x, **options) for measure, options, _ in cases]

    for traced, expected in zip(jax.jit(measured)(x), measured(x), strict=True):
        assert isinstance(traced, jax.Array)
        np.testing.assert_allclose(traced, expected, rtol=1e-12, atol=1e-14)


@given(seed=st.integers(0, 2**32 - 1), shape=st.sampled_from([(1, 1), (2, 2), (7, 3), (5, 8)]))
@settings(max_examples=40, deadline=None)
def test_rotations_and_permutations_change_nothing(seed, shape):
    x, rng = sphere(seed, *shape), np.random.default_rng(seed)
    n, d = shape
    rotation = ortho_group.rvs(d, random_state=rng) if d > 1 else -np.eye(1)
    moved = (x @ rotation.T)[rng.permutation(n)]
    for measure, options, _ in TRACEABLE:
        if measure is not tkf.cosine_histogram:
            np.testing.assert_allclose(
                measure(moved, **options), measure(x, **options), rtol=1e-8, atol=1e-10
            )


# Angles


@pytest.mark.parametrize("small", [1e-150, 1e-15, 1e-9, 0.1])
def test_angles_keep_the_digits_of_what_they_lack(small):
    x = np.array([1.0, 0.0])
    near = np.array([math.cos(small), math.sin(small)])
    assert angle(x, near) == pytest.approx(small, rel=1e-15, abs=0)
    assert angle(near, -x) == pytest.approx(math.pi - small, rel=1e-15, abs=0)
    np.testing.assert_allclose(angle(jnp.asarray(x), jnp.asarray(near)), small, rtol=1e-15)


def test_angles_are_taken_along_the_last_axis():
    x, y = sphere(0, 4, 1, 3), sphere(1, 5, 3)
    np.testing.assert_allclose(angle(x, y), np.arccos((x * y).sum(axis=-1)), rtol=1e-13)


# Cosines


@given(seed=st.integers(0, 2**32 - 1), shape=st.sampled_from([(2, 1), (3, 2), (9, 4)]))
@settings(max_examples=40, deadline=None)
def test_cosines_of_pairs_by_loops(seed, shape):
    x = 10 * np.random.default_rng(seed).normal(size=shape)
    pairs = cosines(x)
    assert tkf.alignment(x) == pytest.approx(np.mean(pairs), abs=1e-13)
    assert tkf.spread(x) == pytest.approx(max(pairs) - min(pairs), abs=1e-13)
    density = np.histogram(pairs, bins=5, range=(-1 - 1e-12, 1 + 1e-12), density=True)[0]
    np.testing.assert_allclose(tkf.cosine_histogram(x, bins=5), density, rtol=0, atol=1e-10)


@pytest.mark.parametrize("n", [1, 2, 3, 40])
def test_equal_tokens(n):
    x = np.tile(sphere(1, 1, 5), (n, 1))
    assert tkf.alignment(x) == pytest.approx(1.0, abs=1e-14)
    assert tkf.spread(x) == pytest.approx(0.0, abs=1e-14)
    assert tkf.order_parameter(x) == pytest.approx(1.0, abs=1e-14)
    assert tkf.consensus_angle(x) == pytest.approx(0.0, abs=1e-15)
    assert tkf.distance_to_consensus(x) == pytest.approx(0.0, abs=1e-15)
    assert tkf.normalized_energy(x, beta=50.0) == pytest.approx(1.0, abs=1e-13)
    assert tkf.energy(x, beta=4.0) == pytest.approx(math.exp(4) / 8, rel=1e-13)
    assert tkf.dissipation(x, beta=50.0) == 0


@pytest.mark.parametrize("n", [2, 3, 16])
def test_orthogonal_tokens(n):
    x = np.eye(n)
    assert tkf.alignment(x) == pytest.approx(0.0, abs=1e-15)
    assert tkf.spread(x) == 0
    assert tkf.consensus_angle(x) == pytest.approx(math.acos(n**-0.5), abs=1e-14)
    assert tkf.distance_to_consensus(x) == pytest.approx(math.sqrt(1 - 1 / n), abs=1e-14)
    assert tkf.energy(x, beta=2.0) == pytest.approx((math.e**2 + n - 1) / (4 * n), rel=1e-14)
    # The scalar ODE gives gamma' at gamma = 0, and the energy is (1 + (n-1) e^(b (gamma-1))) / n.
    beta, speed = 1.5, 2 / (math.exp(1.5) + n - 1)
    rate = (n - 1) / n * beta * math.exp(-beta) * speed
    assert tkf.dissipation(x, beta=beta) == pytest.approx(rate, rel=1e-13)


@pytest.mark.parametrize("d", [1, 2, 3])
def test_opposite_tokens(d):
    x = np.concatenate([sphere(2, 1, d), -sphere(2, 1, d)])
    assert tkf.alignment(x) == pytest.approx(-1.0, abs=1e-15)
    assert tkf.order_parameter(x) == pytest.approx(0.0, abs=1e-16)
    assert tkf.consensus_angle(x) == math.pi
    assert tkf.dissipation(x, beta=3.0) == pytest.approx(0.0, abs=1e-30)


def test_tokens_that_sum_to_zero_have_no_mean_direction():
    angle = 2 * np.pi * np.arange(7) / 7
    x = np.stack([np.cos(angle), np.sin(angle)], axis=-1)
    assert tkf.alignment(x) == pytest.approx(-1 / 6, abs=1e-15)
    assert tkf.consensus_angle(x) == math.pi


@pytest.mark.parametrize("angle", [1e-14, 1e-9, 1e-3, 1.0])
def test_consensus_keeps_small_angles(angle):
    # Three tokens on a circle at -angle, 0, angle: the mean direction is the middle one.
    x = np.array([[math.cos(a), math.sin(a), 0.0] for a in (-angle, 0.0, angle)])
    assert tkf.consensus_angle(x) == pytest.approx(angle, rel=1e-6)
    assert tkf.consensus_angle(3.0 * x) == pytest.approx(angle, rel=1e-6)


def test_directions_survive_any_length():
    x = sphere(3, 8, 3)
    lengths = np.array([1e-200, 1e-10, 1.0, 3.0, 1e10, 1e160, 1e200, 1e300])[:, None]
    assert tkf.alignment(lengths * x) == pytest.approx(tkf.alignment(x), abs=1e-14)
    with_origin = np.concatenate([x, np.zeros((1, 3))])
    assert np.isfinite(tkf.consensus_angle(with_origin))


def test_histogram_is_a_density_over_many_blocks(monkeypatch):
    x = sphere(4, 2, 300, 3)
    whole = tkf.cosine_histogram(x, bins=20)
    monkeypatch.setattr("tokenflock.observables.configuration.BLOCK", 1000)
    np.testing.assert_array_equal(tkf.cosine_histogram(x, bins=20), whole)
    np.testing.assert_allclose(whole.sum(axis=-1) * 2 / 20, 1.0, rtol=1e-13)
    # Cosines of uniform tokens on S^2 are uniform; pairs are pairwise independent.
    error = np.sqrt(2 * 20 / (300 * 299)) / 2
    assert np.abs(whole - 0.5).max() < 5 * error
    assert not tkf.cosine_histogram(x[0, :1]).any()


def test_blocks_do_not_change_sums_over_pairs(monkeypatch):
    x = sphere(5, 3, 50, 4)
    cases = [case for case in TRACEABLE if case[0] is not tkf.cosine_histogram]
    whole = [measure(x, **options) for measure, options, _ in cases]
    monkeypatch.setattr("tokenflock.observables.configuration.BLOCK", 700)
    for (measure, options, _), expected in zip(cases, whole, strict=True):
        np.testing.assert_allclose(measure(x, **options), expected, rtol=1e-12, atol=1e-15)


# Energies


@given(seed=st.integers(0, 2**32 - 1), beta=st.floats(0.01, 30))
@settings(max_examples=30, deadline=None)
def test_energies_by_loops(seed, beta):
    x = sphere(seed, 5, 3)
    pairs = [float(a @ b) for a in x for b in x]
    expected = sum(math.exp(beta * (c - 1)) for c in pairs) / 25
    assert tkf.normalized_energy(x, beta=beta) == pytest.approx(expected, rel=1e-12)
    ratio = tkf.energy(x, beta=beta) / tkf.normalized_energy(x, beta=beta)
    assert ratio == pytest.approx(math.exp(beta) / (2 * beta), rel=1e-12)


def test_normalized_energy_of_separate_clusters_is_a_plateau():
    # Masses 1, 2, 2 of n = 5 far apart: sum (m / n)^2 = 0.36, one of the staircase's steps.
    x = np.eye(3)[[0, 1, 1, 2, 2]]
    assert tkf.normalized_energy(x, beta=1e6) == pytest.approx(0.36, abs=1e-15)
    assert tkf.normalized_energy(x, beta=0.0) == 1


@pytest.mark.parametrize("beta", [0.5, 4.0, 40.0])
@pytest.mark.parametrize("d", [2, 3, 10])
def test_dissipation_is_the_derivative_of_the_energy(beta, d):
    # Central differences of the energy along x(t) = normalize(x + t v) converge with order two.
    x = sphere(6, 12, d) + np.array([2.0] + (d - 1) * [0.0])
    x /= np.linalg.norm(x, axis=-1, keepdims=True)
    velocity = attention(x, beta) @ x
    velocity -= (velocity * x).sum(axis=-1, keepdims=True) * x

    def energy(t):
        y = x + t * velocity
        return tkf.normalized_energy(y / np.linalg.norm(y, axis=-1, keepdims=True), beta=beta)

    exact = tkf.dissipation(x, beta=beta)
    assert exact > 0
    errors = [abs((energy(h) - energy(-h)) / (2 * h) - exact) for h in (4e-3, 2e-3)]
    assert errors[1] < 1e-3 * exact
    assert 3.5 < errors[0] / errors[1] < 4.5


def test_dissipation_of_metastable_clusters_keeps_its_digits():
    # Two clusters of masses 2 and 1 at a right angle, beta = 100: the speeds are e^-100 (1/2, 2).
    x = np.eye(2)[[0, 0, 1]]
    z, speed = (2 / 3, 1 / 3), (math.exp(-100) / 2, math.exp(-100) * 2)
    expected = 200 / 3 * (2 * z[0] * speed[0] ** 2 + z[1] * speed[1] ** 2)
    assert tkf.dissipation(x, beta=100.0) == pytest.approx(expected, rel=1e-12)


def test_energy_at_beta_zero_is_refused():
    with pytest.raises(InputError, match="normalized_energy"):
        tkf.energy(PATH, beta=0.0)


# Attention matrices


@pytest.mark.parametrize("n", [1, 2, 9])
def test_extreme_matrices(n):
    uniform, boolean = np.full((n, n), 1 / n), np.eye(n)
    for P, rank, entropy, distance in (
        (uniform, 1, math.log(n), 1 - 1 / n),
        (boolean, n, 0.0, 0.0),
        (np.eye(n)[np.zeros(n, int)], 1, 0.0, 0.0),
    ):
        assert tkf.numerical_rank(P) == rank
        assert tkf.effective_rank(P) == pytest.approx(rank, rel=1e-12)
        assert tkf.attention_entropy(P) == pytest.approx(entropy, abs=1e-14)
        assert tkf.distance_to_boolean(P) == pytest.approx(distance, abs=1e-15)


def test_one_undecided_row():
    # All rows but one choose the first or the last token (arXiv:2305.05465, Theorem 2.1).
    P = np.zeros((5, 5))
    P[[0, 1, 3, 4], [0, 0, 4, 4]] = 1.0
    P[2, [0, 4]] = 0.25, 0.75
    assert tkf.numerical_rank(P) == 2
    assert tkf.distance_to_boolean(P) == 0.25
    nats = -(0.25 * math.log(0.25) + 0.75 * math.log(0.75)) / 5
    assert tkf.attention_entropy(P) == pytest.approx(nats, abs=1e-15)


def test_ranks_follow_numpy_and_the_singular_values():
    # Almost uniform attention is rank one plus d linear terms; the quadratic ones are rounded away.
    P = attention(sphere(7, 3, 12, 4), beta=1e-9)
    np.testing.assert_array_equal(tkf.numerical_rank(P), np.linalg.matrix_rank(P))
    np.testing.assert_array_equal(tkf.numerical_rank(P, tol=1e-3), np.linalg.matrix_rank(P, 1e-3))
    assert (tkf.numerical_rank(P, tol=1e-3) == 1).all()
    assert (tkf.numerical_rank(P) == 1 + 4).all()
    assert tkf.effective_rank(np.diag([0.5, 0.25, 0.25])) == pytest.approx(2**1.5, rel=1e-13)
