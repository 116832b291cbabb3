"""Specs: what they accept, what they refuse, and that equal specs give equal numbers."""

import json
import re
import tomllib

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import tokenflock as tkf
from tokenflock.initial import configurations
from tokenflock.simulation import flow_of, generator, times_of, tokens_of
from tokenflock.spec import vocabulary
from tokenflock.spec.presets import PRESETS, preset

SPECS = [
    tkf.Spec(),
    tkf.Spec(n=5, d=3, beta=0.0, mask="window:2", space="euclidean", init="gaussian:2"),
    tkf.Spec(n=2, d=2, init=[[1.0, 0.0], [0.6, 0.8]], qk=np.eye(2) * 2, ov=-1.0),
    tkf.Spec(n=2, d=2, mask=[[True, False], [True, True]], ov=np.ones((3, 2, 2))),
    *(preset(name) for name in PRESETS),
]


@pytest.mark.parametrize("spec", SPECS, ids=range(len(SPECS)))
def test_a_spec_survives_json_and_toml(spec):
    assert tkf.Spec.from_json(spec.to_json()) == spec
    assert tkf.Spec.from_toml(spec.to_toml()) == spec
    assert tomllib.loads(spec.to_toml()) == json.loads(spec.to_json())
    assert "null" not in spec.to_json()
    assert hash(spec) == hash(tkf.Spec.from_json(spec.to_json()))


def test_equal_specs_give_equal_numbers():
    spec = tkf.Spec(n=12, d=3, beta=4.0, mask="causal", t_end=5.0, samples=6, seed=3)
    first, second = (tkf.simulate(spec) for _ in range(2))
    np.testing.assert_array_equal(first.x, second.x)
    assert not np.array_equal(first.x, tkf.simulate(spec.replace(seed=4)).x)
    assert tkf.Spec.from_json(first.attrs["spec"]) == spec
    assert first.attrs["seed"] == 3


def test_streams_of_a_seed_are_independent_and_fixed():
    # The first draws of SeedSequence(0, spawn_key=(k,)), as NumPy documents them to stay.
    for stream in range(3):
        expected = np.random.default_rng(np.random.SeedSequence(0, spawn_key=(stream,)))
        np.testing.assert_array_equal(generator(0, stream).random(4), expected.random(4))
    assert generator(0, 0).random() != generator(0, 1).random()


def test_a_grid_is_every_combination():
    specs = tkf.grid(tkf.Spec(n=4), beta=np.array([1.0, 2.0]), seed=range(3))
    assert [(s.beta, s.seed) for s in specs] == [(b, k) for b in (1.0, 2.0) for k in range(3)]
    assert all(s.n == 4 for s in specs)
    with pytest.raises(tkf.InputError, match="Did you mean 'beta'"):
        tkf.grid(tkf.Spec(), betta=[1.0])
    assert [s.seed for s in tkf.grid(tkf.Spec(), seed=range(64))] == list(range(64))
    assert tkf.grid(tkf.Spec(n=4)) == (tkf.Spec(n=4),)


@pytest.mark.parametrize("axis", [4.0, "causal"])
def test_an_axis_of_a_grid_is_a_list(axis):
    with pytest.raises(tkf.InputError, match="`mask` must be a list of values"):
        tkf.grid(tkf.Spec(), mask=axis)


@pytest.mark.parametrize("spec", SPECS, ids=range(len(SPECS)))
def test_a_spec_shows_what_differs_from_the_default(spec):
    shown = repr(spec)
    assert str(spec) == shown
    fields = {name for name in tkf.Spec.model_fields if re.search(rf"\b{name}=", shown)}
    default = tkf.Spec()
    assert fields == {n for n in tkf.Spec.model_fields if getattr(spec, n) != getattr(default, n)}
    assert eval(shown, {"Spec": tkf.Spec}) == spec


def test_a_spec_shows_neither_large_arrays_nor_what_follows_from_gamma():
    assert repr(tkf.Spec()) == "Spec()"
    assert repr(tkf.Spec(n=20, masses=[1.0] * 20)) == "Spec(n=20, masses=<array of shape (20,)>)"
    spec = tkf.Spec(gamma=2.0)
    assert repr(spec) == "Spec(gamma=2.0)"
    assert eval(repr(spec), {"Spec": tkf.Spec}) == spec


def test_times():
    linear = times_of(tkf.Spec(t_end=3.0, samples=4))
    np.testing.assert_allclose(linear, [0, 1, 2, 3])
    log = times_of(tkf.Spec(t_end=100.0, samples=5, spacing="log"))
    np.testing.assert_allclose(log, [0, 1e-2, 10 ** (-2 / 3), 10 ** (2 / 3), 100], rtol=1e-12)
    np.testing.assert_allclose(times_of(tkf.Spec(t_end=5.0, samples=2, spacing="log")), [0, 5])
    layers = times_of(tkf.Spec(t_end=1.0, samples=101, method="layers", step=0.25))
    np.testing.assert_allclose(layers, [0, 0.25, 0.5, 0.75, 1.0])


def test_a_number_stands_for_a_multiple_of_the_identity():
    attention = flow_of(tkf.Spec(d=3, qk=2.0, ov=-1.0)).attention
    np.testing.assert_array_equal(attention.qk[0], 2 * np.eye(3))
    np.testing.assert_array_equal(attention.ov[0], -np.eye(3))
    assert flow_of(tkf.Spec(ov=1.0)).attention.ov is None


def test_arrays_go_by_path_and_checksum(tmp_path):
    V = np.random.default_rng(0).normal(size=(2, 2))
    np.save(tmp_path / "V.npy", V)
    record = tkf.ArrayFile.of(tmp_path / "V.npy")
    spec = tkf.Spec(ov=record, t_end=1.0)
    np.testing.assert_array_equal(flow_of(spec).attention.ov[0], V)
    beside = tmp_path / "spec.toml"
    beside.write_text(f'ov = {{ path = "V.npy", sha256 = "{record.sha256}" }}\n')
    np.testing.assert_array_equal(flow_of(tkf.Spec.from_file(beside)).attention.ov[0], V)
    np.save(tmp_path / "V.npy", V + 1)
    with pytest.raises(tkf.InputError, match="the file has changed"):
        flow_of(spec)
    (tmp_path / "V.npy").write_bytes(b"no array")
    with pytest.raises(tkf.InputError, match=r"is not a \.npy array"):
        flow_of(tkf.Spec(ov=tkf.ArrayFile.of(tmp_path / "V.npy")))
    with pytest.raises(tkf.InputError, match="cannot be read"):
        tkf.ArrayFile.of(tmp_path / "missing.npy")


@pytest.mark.parametrize(
    ("fields", "said"),
    [
        ({"betta": 1.0}, "`Spec` has no field 'betta'. Did you mean 'beta'?"),
        ({"kappa": -1.0}, "`kappa` must be greater than 0. Got -1.0."),
        ({"beta": float("inf")}, "`beta` must be a finite number. Got inf."),
        ({"beta": float("nan")}, "`beta` must be"),
        ({"n": 0}, "`n` must be greater than or equal to 1. Got 0."),
        ({"d": 0}, "`d` must be greater than or equal to 1. Got 0."),
        ({"n": 2.5}, "`n` must be a valid integer"),
        ({"n": "many"}, "`n` must be a valid integer"),
        ({"mask": "casual"}, "Did you mean 'causal'?"),
        ({"mask": "window:0"}, "`mask` must be one of"),
        ({"mask": [[1, 2], [3, 4]], "n": 2}, "an array of true and false"),
        ({"mask": [[True]], "n": 2}, "`mask` must have shape (2, 2). Got shape (1, 1)."),
        ({"qk": [[1.0, 2.0]]}, "`qk` must have shape (2, 2). Got shape (1, 2)."),
        ({"ov": [[1.0, float("nan")], [0.0, 1.0]]}, "`ov` must hold finite numbers only"),
        ({"ov": "gausian"}, "Did you mean 'gaussian'?"),
        ({"qk": "+qk"}, "`qk` must be one of 'gaussian', 'product'"),
        ({"ov": "+qk"}, "`ov='+qk'` is made of M = Q^T K, but `qk` is not given."),
        ({"weighting": "sinkorn"}, "Did you mean 'sinkhorn'?"),
        ({"position": "alibi"}, "`position` must be one of 'alibi:RATE', 'rotary'"),
        ({"position": "rotary:x"}, "`position` must be one of"),
        ({"space": "mixln"}, "`space` must be one of 'sphere', 'euclidean'"),
        ({"space": "sphere:2"}, "`space` must be one of"),
        ({"masses": [1.0, 2.0]}, "`masses` must have shape (32,). Got shape (2,)."),
        ({"frozen": [32]}, "`frozen` must hold token numbers from 0 to 31"),
        ({"gamma": 1.0, "beta": 3.0}, "`beta` must be left out. Got beta=3."),
        ({"gamma": 1.0, "beta": None}, "`beta` must be a valid number. Got None."),
        ({"gamma": float("inf"), "n": 1}, "`gamma` must be a finite number. Got inf."),
        ({"gamma": 10**400}, "`gamma` must be"),
        ({"kappa": 0.0}, "`kappa` must be greater than 0"),
        ({"ov": np.ones((400, 400))}, "must have at most 100000 entries"),
        ({"init": "uniforn"}, "Did you mean 'uniform'?"),
        ({"init": [[1, 0], [2]]}, "its rows differ in length"),
        ({"init": [[1.0, 0.0]], "n": 7}, "`init` must have shape (7, 2). Got shape (1, 2)."),
        ({"t_end": 0.0}, "`t_end` must be positive"),
        ({"samples": 1}, "`samples` must be greater than or equal to 2"),
        ({"spacing": "cubic"}, "`spacing` must be 'linear' or 'log'. Got 'cubic'."),
        ({"space": "spher"}, "Did you mean 'sphere'?"),
        ({"tol": 1e-20}, "what float64 can hold"),
        ({"method": "tist5"}, "Did you mean 'tsit5'?"),
        ({"step": -1.0}, "`step` must be greater than 0"),
        ({"seed": -1}, "`seed` must be greater than or equal to 0"),
        ({"qk": {"path": "V.npy"}}, "`qk.sha256` is missing"),
        ({"qk": {"path": "V.npy", "sha256": "0"}}, "`qk.sha256` must match pattern"),
    ],
)
def test_a_bad_field_is_one_sentence(fields, said):
    with pytest.raises(tkf.InputError) as caught:
        tkf.Spec(**fields)
    assert said in str(caught.value)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    ("fields", "said"),
    [
        ({"n": 5, "d": 3, "init": "orthogonal"}, "R^3 holds at most 3 orthogonal tokens. Got n=5."),
        ({"n": 5, "d": 3, "init": "simplex"}, "at most 4 corners"),
        ({"d": 1, "init": "circle"}, "needs d >= 2"),
        ({"init": "cap:x"}, "positive numbers after its colon"),
        ({"init": "cap:-1"}, "positive numbers after its colon"),
        ({"init": "uniform:1"}, "may carry no positive numbers"),
        ({"init": "clusters:2.5"}, "whole number K"),
        ({"init": [[1.0, 0.0], [3.0, 0.0]]}, "token 1 has norm 3"),
        ({"space": "rescaled", "ov": np.ones((2, 2, 2))}, "needs one head"),
        ({"space": "rescaled", "method": "layers", "ov": 2.0}, "needs V = I"),
        ({"space": "rescaled", "weighting": "unnormalized"}, "not defined there"),
        ({"mask": "causal", "weighting": "sinkhorn"}, "is the identity, and nothing would move"),
        ({"mask": "window:3", "weighting": "sinkhorn"}, "is the identity, and nothing would move"),
        ({"weighting": "hardmax"}, "Use `method='layers'`"),
        ({"weighting": "unnormalized", "beta": 800.0}, "use `weighting='unnormalized:scaled'`"),
        ({"position": "alibi:1"}, "Use `mask='causal'`"),
        ({"position": "alibi:1e4", "mask": "causal"}, "needs a rate of at most 600"),
        ({"position": "rotary", "qk": 2.0}, "must be the pair (Q, K)"),
        ({"position": "rotary", "d": 3}, "d must be even. Got 3."),
        ({"position": "rotary", "weighting": "hardmax"}, "Leave `position` out"),
        ({"kappa": 1.0, "space": "preln"}, "not for PreLN"),
        ({"kappa": 1.0, "method": "dopri8"}, "leave it 'auto'"),
        ({"masses": [0.0] * 32}, "one positive finite number per token"),
        ({"method": "no-residual", "space": "preln"}, "on the sphere or in R^d. Got PreLN"),
        ({"beta_end": 2.0, "qk": "goe", "layer_time": 0.5}, "Leave one out"),
        ({"method": "layers", "step": 0.3}, "a multiple of `step=0.3`. Got t_end=1."),
        ({"n": 10**6, "samples": 10**5}, "Ask for fewer tokens or fewer times"),
    ],
)
def test_a_combination_that_cannot_run_is_one_sentence(fields, said):
    with pytest.raises(tkf.InputError) as caught:
        tkf.simulate(tkf.Spec(**({"t_end": 1.0} | fields)))
    assert said in str(caught.value)


@pytest.mark.parametrize("name", ["spec.toml", "spec.json"])
@pytest.mark.parametrize("text", ["n = ", "{", "[1]", "n = 3\nn = 4", "\x00", '"n"', "[" * 9999])
def test_broken_spec_files_are_refused(tmp_path, name, text):
    (tmp_path / name).write_text(text)
    with pytest.raises(tkf.InputError) as caught:
        tkf.Spec.from_file(tmp_path / name)
    assert "\n" not in str(caught.value)


def test_an_empty_table_is_the_default_spec(tmp_path):
    (tmp_path / "spec.toml").write_text("")
    assert tkf.Spec.from_file(tmp_path / "spec.toml") == tkf.Spec()


def test_unreadable_spec_files_are_refused(tmp_path):
    with pytest.raises(tkf.InputError, match="cannot be read"):
        tkf.Spec.from_file(tmp_path / "missing.toml")
    (tmp_path / "binary.toml").write_bytes(b"\xff\xfe\x00")
    with pytest.raises(tkf.InputError, match="cannot be read"):
        tkf.Spec.from_file(tmp_path / "binary.toml")


plain = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=6), inner),
    max_leaves=8,
)
fields = st.sampled_from([*tkf.Spec.model_fields, "betta", ""])


@pytest.mark.slow
@settings(max_examples=300, deadline=None)
@given(st.dictionaries(fields, plain, max_size=3))
def test_any_fields_make_a_spec_or_an_input_error(values):
    try:
        spec = tkf.Spec(**values)
    except tkf.InputError:
        return
    assert tkf.Spec.from_json(spec.to_json()) == spec


@pytest.mark.parametrize("law", configurations.LAWS)
@pytest.mark.parametrize(("n", "d"), [(3, 3), (2, 2), (1, 1), (40, 2)])
def test_every_law_gives_tokens(law, n, d):
    try:
        x = tokens_of(tkf.Spec(n=n, d=d, init=law))
    except tkf.InputError:
        assert (law, n > d) == ("orthogonal", True) or law == "simplex" or (law, d) == ("circle", 1)
        return
    assert x.shape == (n, d)
    np.testing.assert_allclose(np.linalg.norm(x, axis=1), 1.0, rtol=0, atol=1e-14)


def test_names_of_laws_agree():
    assert tuple(configurations.LAWS) == vocabulary.INITS


def test_a_cap_is_uniform_in_its_angle():
    # In d = 3 the height <x, e_1> of a uniform point is uniform (Archimedes).
    x = configurations.cap(np.random.default_rng(0), 20_000, 3, 1.0)
    height = (x[:, 0] - np.cos(1.0)) / (1 - np.cos(1.0))
    assert height.min() > 0
    # Mean 1/2 and variance 1/12 of a uniform variable, in standard errors.
    assert abs(height.mean() - 0.5) < 4 * np.sqrt(1 / 12 / 20_000)
    assert abs(height.var() - 1 / 12) < 4 * np.sqrt(1 / 180 / 20_000)
    half = configurations.half_sphere(np.random.default_rng(0), 100, 4)
    assert half[:, 0].min() > 0


def test_simplex_and_circle_are_regular():
    x = configurations.simplex(np.random.default_rng(0), 5, 6)
    np.testing.assert_allclose(x @ x.T, 1.25 * np.eye(5) - 0.25, rtol=0, atol=1e-14)
    x = configurations.circle(np.random.default_rng(0), 8, 3)
    np.testing.assert_allclose((x * np.roll(x, 1, axis=0)).sum(axis=1), np.cos(np.pi / 4))


def test_clusters_surround_their_centers():
    x = configurations.clusters(np.random.default_rng(0), 60, 3, 3, 0.01)
    assert tkf.count_clusters(x, size=0.2) == 3
    assert (np.asarray(tkf.clusters(x, size=0.2)) == np.arange(60) % 3).all()
