"""An observable of one's own, in ten lines, beside ours."""

import numpy as np
import pytest
import xarray as xr

import tokenflock as tkf
from tokenflock._jax import jax, jnp
from tokenflock.observables import named, names


@tkf.observable
def stiffness(x, *, beta):
    """beta times the mean square of the last coordinate."""
    return beta * (x[..., -1] ** 2).mean(axis=-1)


@tkf.observable(axes=("token",), traceable=False)
def heights(x, *, mass=None):
    return np.asarray(x)[..., -1] * (1.0 if mass is None else mass)


X = np.random.default_rng(0).normal(size=(2, 3, 5, 4))  # run, time, token, coord
EXPECTED = 7.0 * (X[..., -1] ** 2).sum(axis=-1) / 5


def labeled(x=X, **coords):
    coords = {"run": [10, 20], "time": [0.0, 0.5, 2.0]} | coords
    dims = ("run", "time", "token", "coord")
    return xr.DataArray(x, dims=dims, coords=coords, attrs={"beta": 7.0})


def test_arrays():
    np.testing.assert_allclose(stiffness(X, beta=7.0), EXPECTED, rtol=1e-15)
    np.testing.assert_allclose(stiffness(X[0, 0].tolist(), beta=7.0), EXPECTED[0, 0], rtol=1e-15)
    traced = jax.jit(lambda x: stiffness(x, beta=7.0))(jnp.asarray(X))
    assert isinstance(traced, jax.Array)
    np.testing.assert_allclose(traced, EXPECTED, rtol=1e-14)


@pytest.mark.parametrize("wrap", [lambda x: x, lambda x: xr.Dataset({"x": x})])
def test_labels_come_in_the_order_run_time_rest(wrap):
    x = wrap(labeled().transpose("coord", "time", "token", "run"))
    value = stiffness(x)
    assert value.dims == ("run", "time")
    assert value.name == "stiffness"
    np.testing.assert_array_equal(value["run"], [10, 20])
    np.testing.assert_allclose(value, EXPECTED, rtol=1e-15)
    assert heights(x).dims == ("run", "time", "token")


def test_a_coordinate_counts_before_an_attribute():
    beta = np.array([1.0, 2.0, 4.0])  # annealed
    value = stiffness(labeled(beta=("time", beta)))
    np.testing.assert_allclose(value, EXPECTED / 7 * beta, rtol=1e-15)
    np.testing.assert_allclose(value["beta"], beta)
    of_run = stiffness(labeled(beta=("run", [3.0, 3.0])).isel(time=0))  # stacked
    np.testing.assert_allclose(of_run, EXPECTED[:, 0] / 7 * 3, rtol=1e-15)
    both = stiffness(labeled(beta=(("time", "run"), np.arange(6.0).reshape(3, 2))))
    np.testing.assert_allclose(both, EXPECTED / 7 * np.arange(6.0).reshape(3, 2).T, rtol=1e-15)
    assert float(stiffness(labeled(beta=("time", beta)).isel(run=1, time=2))) == pytest.approx(
        EXPECTED[1, 2] / 7 * 4, rel=1e-15
    )
    np.testing.assert_allclose(stiffness(labeled(beta=("time", beta)), beta=7.0), EXPECTED)


def test_a_number_for_each_token():
    mass = np.arange(5.0)
    np.testing.assert_allclose(heights(labeled(mass=("token", mass))), X[..., -1] * mass)


def test_clusters_of_an_annealed_run_shrink_with_beta():
    # Two tokens 0.3 rad apart are linked, and a cluster while 0.3 <= beta^(-1/2).
    angles = np.array([0.0, 0.3])
    x = np.broadcast_to(np.stack([np.cos(angles), np.sin(angles)], -1), (3, 2, 2))
    beta = np.array([1.0, 9.0, 25.0])  # sizes 1, 1/3, 1/5
    run = xr.DataArray(x, dims=("time", "token", "coord"), coords={"beta": ("time", beta)})
    run.attrs["beta"] = 1.0
    assert tkf.count_clusters(run, threshold=0.4).data.tolist() == [1, 1, 0]
    assert tkf.unclustered(run, threshold=0.4).data.tolist() == [0, 0, 2]
    assert [epoch.count for epoch in tkf.timeline(run, threshold=0.4)] == [1, 0]


def test_what_it_says_of_itself():
    assert (stiffness.axes, stiffness.keywords, stiffness.traceable) == ((), ("beta",), True)
    assert (heights.axes, heights.keywords, heights.traceable) == (("token",), ("mass",), False)
    assert stiffness.__doc__.startswith("beta times")


def test_it_is_found_by_name():
    assert named("stiffness") is stiffness
    assert {"stiffness", "heights", "energy"} <= set(names())
    with pytest.raises(tkf.InputError, match="Did you mean 'stiffness'"):
        named("stifness")


def test_names_of_ours_are_taken():
    def energy(x):
        return x[..., 0, 0]

    with pytest.raises(tkf.InputError, match="'energy' names another observable already"):
        tkf.observable(energy)
    assert named("energy") is tkf.energy


@pytest.mark.parametrize(
    ("x", "sentence"),
    [
        (X, "`stiffness` needs `beta`"),
        (labeled().drop_attrs(), "`stiffness` needs `beta`"),
        (labeled().rename(token="atom"), r"dims \('token', 'coord'\). Got dims .*'atom'"),
        (xr.Dataset({"energy": ("time", [1.0])}), "kept only energy"),
    ],
)
def test_what_cannot_be_measured(x, sentence):
    with pytest.raises(tkf.InputError, match=sentence):
        stiffness(x)


@pytest.mark.slow
def test_simulated_runs_tell_what_observables_ask_for():
    annealed = tkf.simulate(tkf.Spec(n=12, beta=1.0, beta_end=50.0, t_end=2.0, samples=4))
    beta = 1.0 + 49.0 * np.arange(4) / 3
    x = annealed.x.data
    expected = [tkf.count_clusters(x[k], beta=beta[k]) for k in range(4)]
    np.testing.assert_array_equal(tkf.count_clusters(annealed), expected)
    assert (tkf.count_clusters(x, beta=1.0) != expected).any()
    np.testing.assert_allclose(
        stiffness(annealed), [stiffness(x[k], beta=beta[k]) for k in range(4)]
    )
    stacked = tkf.simulate(tkf.grid(tkf.Spec(n=5, t_end=1.0, samples=3), beta=[1.0, 9.0]))
    energies = [tkf.energy(stacked.x.data[k], beta=beta) for k, beta in enumerate((1.0, 9.0))]
    np.testing.assert_allclose(tkf.energy(stacked), energies)
    assert tkf.energy(stacked).dims == ("run", "time")
    heavy = tkf.simulate(tkf.Spec(n=3, masses=[1.0, 2.0, 3.0], t_end=1.0, samples=2))
    np.testing.assert_allclose(heights(heavy), heavy.x.data[..., -1] * [1.0, 2.0, 3.0])
