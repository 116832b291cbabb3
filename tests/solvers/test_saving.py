"""What a solve keeps: tokens, measures taken as they come, or a store; whole or not at all."""

import numpy as np
import pytest

import tokenflock as tkf

SPEC = tkf.Spec(n=12, d=2, beta=3.0, t_end=4.0, samples=33)
SEVERAL = tkf.grid(SPEC, beta=[1.0, 9.0], seed=range(2))


@tkf.observable
def first_coordinate(x):
    return x[..., 0, 0]


@pytest.mark.parametrize("measure", [tkf.energy, tkf.count_clusters, tkf.alignment, tkf.consumed])
def test_a_measure_kept_is_the_measure_of_the_path(measure):
    kept, whole = tkf.simulate(SPEC, save=measure), tkf.simulate(SPEC)
    expected = measure(whole, start=whole.x.data[0]) if measure is tkf.consumed else measure(whole)
    np.testing.assert_allclose(kept[measure.__name__], expected, rtol=1e-12)
    np.testing.assert_array_equal(kept.x_last, whole.x[-1])
    assert "x" not in kept
    assert kept.attrs["spec"] == SPEC.to_json()


def test_several_measures_of_several_runs_know_their_beta():
    save = {"energy": tkf.energy, "labels": tkf.clusters, "own": first_coordinate}
    kept, whole = tkf.simulate(SEVERAL, save=save), tkf.simulate(SEVERAL)
    assert kept.labels.dims == ("run", "time", "token")
    np.testing.assert_allclose(kept.energy, tkf.energy(whole), rtol=1e-12)
    np.testing.assert_array_equal(kept.labels, tkf.clusters(whole))
    np.testing.assert_allclose(kept.own, whole.x[..., 0, 0])
    np.testing.assert_array_equal(kept.beta, [1.0, 1.0, 9.0, 9.0])


def test_a_measure_of_an_annealed_run_knows_beta_of_t():
    spec = SPEC.replace(beta=1.0, beta_end=40.0)
    kept, whole = tkf.simulate(spec, save=tkf.count_clusters), tkf.simulate(spec)
    np.testing.assert_array_equal(kept.count_clusters, tkf.count_clusters(whole))
    np.testing.assert_allclose(kept.beta, np.linspace(1.0, 40.0, 33))


def test_a_plain_function_is_a_measure():
    kept = tkf.simulate(SPEC, save=lambda x: x.mean(axis=-2))
    np.testing.assert_allclose(kept["<lambda>"], tkf.simulate(SPEC).x.mean("token"))


@pytest.mark.parametrize("runs", [1, 3])
def test_a_store_holds_the_run(tmp_path, runs):
    flow, times = tkf.Flow(tkf.SelfAttention(4.0)), np.linspace(0.0, 3.0, 7)
    x0 = tkf.normalize(np.random.default_rng(0).normal(size=(runs, 6, 2)))
    x0 = x0[0] if runs == 1 else x0
    stored = tkf.solve(flow, x0, times, save=tmp_path / "run.zarr")
    held = tkf.solve(flow, x0, times)
    assert stored.x.dims == held.x.dims
    np.testing.assert_array_equal(stored.x, held.x)
    again = tkf.load(tmp_path / "run.zarr")
    np.testing.assert_array_equal(again.x, held.x)
    assert again.x.attrs == held.x.attrs
    assert set(again.attrs) == set(held.attrs)
    assert [path.name for path in tmp_path.iterdir()] == ["run.zarr"]


def test_a_store_that_is_not_complete_is_not_there(tmp_path):
    def stop(t):
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        tkf.simulate(SPEC, save=tmp_path / "run.zarr", progress=stop)
    assert not list(tmp_path.iterdir())
    flow = tkf.Flow(tkf.SelfAttention(1.0, ov=3 * np.eye(2)), tkf.Euclidean())
    with pytest.raises(tkf.SolveError):
        tkf.solve(flow, np.eye(2), [0.0, 1e4], save=str(tmp_path / "run.zarr"))
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("how", [{}, {"coarsen": True}, {"space": "rescaled", "init": "cube:1"}])
def test_a_stored_simulation_is_the_simulation(tmp_path, how):
    spec = SPEC.replace(**how)
    tkf.simulate(spec, save=tmp_path / "run.zarr")
    stored, held = tkf.load(tmp_path / "run.zarr"), tkf.simulate(spec)
    assert tkf.verdict(stored) == tkf.verdict(held)
    assert stored.attrs["spec"] == held.attrs["spec"]
    assert stored.x.attrs == held.x.attrs
    assert set(stored.variables) == set(held.variables)
    for name in held.variables:
        np.testing.assert_array_equal(stored[name], held[name], err_msg=name)


@pytest.mark.slow
def test_runs_know_their_own_beta_masses_and_breaks():
    masses = [np.ones(12), np.arange(1.0, 13.0)]
    specs = [
        SPEC.replace(beta_end=2.0), SPEC.replace(beta_end=40.0, masses=masses[1]),
        SPEC.replace(beta=5.0), SPEC.replace(space="mixln:1"), SPEC.replace(space="mixln:3"),
    ]  # fmt: skip
    runs = tkf.simulate(specs)
    np.testing.assert_allclose(runs.beta[1], np.linspace(3.0, 40.0, 33))
    np.testing.assert_allclose(runs.beta[2], 5.0)
    np.testing.assert_array_equal(runs.mass[:2], masses)
    for k, spec in enumerate(specs):
        alone = tkf.simulate(spec)
        np.testing.assert_allclose(runs.x[k], alone.x, rtol=0, atol=1e-7)
        if spec.space == "sphere":
            labels = tkf.clusters(runs).isel(run=k)
            np.testing.assert_array_equal(labels, tkf.clusters(alone))


def test_a_measure_that_starts_somewhere_knows_beta_of_t():
    @tkf.observable(traceable=False)
    def both(x, *, start, beta):
        return beta + 0 * x[..., 0, 0] + np.abs(x - start).max(axis=(-2, -1))

    spec = SPEC.replace(beta=1.0, beta_end=40.0)
    kept, whole = tkf.simulate(spec, save=both), tkf.simulate(spec)
    moved = np.abs(whole.x - whole.x[0]).max(("token", "coord"))
    np.testing.assert_allclose(kept.both, whole.beta + moved)


def test_what_cannot_be_kept_is_refused(tmp_path):
    (tmp_path / "there.zarr").mkdir()
    for save, said in [
        ("run.txt", "ends in .zarr"),
        (tmp_path / "there.zarr", "exists already"),
        ({"energy": 3}, "must be an observable"),
        ({}, "must be an observable"),
        (lambda x: x.mean(), "one value for each configuration"),
        ([lambda x: x, lambda x: x], "names of their own"),
    ]:
        with pytest.raises(tkf.InputError, match=said):
            tkf.simulate(SPEC, save=save)
    with pytest.raises(tkf.InputError, match="A store holds the tokens of one spec"):
        tkf.simulate(SEVERAL, save=tmp_path / "several.zarr")


def test_several_specs_are_stacked_with_what_they_differ_in():
    specs = tkf.grid(SPEC, mask=["full", "causal"], seed=range(2))
    runs = tkf.simulate(specs)
    assert runs.x.dims == ("run", "time", "token", "coord")
    assert runs["mask"].data.tolist() == ["full", "full", "causal", "causal"]
    for k, spec in enumerate(specs):
        np.testing.assert_allclose(runs.x[k], tkf.simulate(spec).x, rtol=0, atol=1e-9)
        assert tkf.verdict(runs.isel(run=k)) == tkf.verdict(tkf.simulate(spec))


@pytest.mark.parametrize(
    ("name", "law"),
    [("qk", "gaussian"), ("ov", "gaussian"), ("linear", "gaussian"), ("mlp", "relu:8")],
)
def test_seeds_that_draw_weights_make_fields_of_their_own(name, law):
    # Specs whose starting tokens alone differ share a field; these must not.
    specs = [SPEC.replace(**{name: law}, seed=seed, t_end=1.0) for seed in (0, 1, 0)]
    runs = tkf.simulate(specs)
    for k, spec in enumerate(specs):
        np.testing.assert_allclose(runs.x[k], tkf.simulate(spec).x, rtol=0, atol=1e-9)


@pytest.mark.parametrize(
    ("specs", "said"),
    [
        ([], "a `Spec` or several"),
        ([SPEC, 3], "a `Spec` or several"),
        ([SPEC, SPEC.replace(n=13)], "the same `n`"),
        ([SPEC, SPEC.replace(t_end=5.0)], "the same times"),
    ],
)
def test_specs_that_cannot_be_stacked_are_refused(specs, said):
    with pytest.raises(tkf.InputError, match=said):
        tkf.simulate(specs)


def test_several_runs_have_no_callback():
    with pytest.raises(tkf.InputError, match="`on_save`"):
        tkf.simulate(SEVERAL, on_save=lambda times, x: None)


@pytest.mark.parametrize("how", [{}, {"method": "layers"}, {"kappa": 30.0}, {"coarsen": True}])
def test_the_callback_sees_every_saved_value_once(how):
    seen = []
    run = tkf.simulate(SPEC.replace(**how), on_save=lambda t, x: seen.append((t, x.copy())))
    np.testing.assert_array_equal(np.concatenate([t for t, _ in seen]), run.time)
    np.testing.assert_array_equal(np.concatenate([x for _, x in seen]), run.x)
