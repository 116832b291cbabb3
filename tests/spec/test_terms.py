"""Terms in a spec: words, arrays and files, what is drawn, and what is refused."""

import numpy as np
import pytest

import tokenflock as tkf
from tokenflock.analysis.summaries import centers_of
from tokenflock.explorer import overlays, padding, predictions

W, U = [[1.0, 2.0], [0.5, -1.0], [0.0, 3.0]], [[1.0, 0.0, -1.0], [2.0, 1.0, 0.0]]
GIVEN = {"activation": "silu", "W": W, "U": U, "b": [0.1, 0.2, 0.3], "G": W, "c": [1.0, 0.0, 1.0]}
SPECS = {
    "named": tkf.Spec(mlp="gated-gelu:8", mlp_scale=0.5, linear="goe", external=[0.0, 1.0]),
    "given": tkf.Spec(mlp=GIVEN, linear=[[0.0, 1.0], [-1.0, 0.0]], block="parallel"),
    "nesterov": tkf.Spec(mlp="relu:4", method="nesterov:0.5", step=0.1),
}


@pytest.mark.parametrize("name", SPECS)
def test_specs_come_back_from_text(name):
    spec = SPECS[name]
    assert tkf.Spec.from_json(spec.to_json()) == spec
    assert tkf.Spec.from_toml(spec.to_toml()) == spec
    assert eval(repr(spec), {"Spec": tkf.Spec, "PerceptronArrays": dict}) == spec


def test_named_perceptrons_have_the_documented_law():
    # W and G of variance 1, U of variance 1 / (d WIDTH), no biases; another seed, other weights.
    spec = tkf.Spec(d=40, mlp="gated-tanh:500", seed=3)
    (term,) = tkf.flow_of(spec).terms
    assert (term.activation, term.b, term.c) == ("tanh", None, None)
    for part, variance in ((term.W, 1), (term.G, 1), (term.U, 1 / (40 * 500))):
        # 20 000 squares: the standard error of a variance is sqrt(2 / 20 000) of it
        assert np.var(part) == pytest.approx(variance, rel=5 * np.sqrt(2 / part.size))
    (other,) = tkf.flow_of(spec.replace(seed=4)).terms
    assert not np.array_equal(term.W, other.W)
    (scaled,) = tkf.flow_of(spec.replace(mlp_scale=-2.0)).terms
    np.testing.assert_array_equal(scaled.U, -2 * term.U)


def test_perceptrons_do_not_change_what_is_drawn_for_attention():
    spec = tkf.Spec(qk="goe", ov="gaussian", seed=5)
    with_mlp = tkf.flow_of(spec.replace(mlp="relu:8", linear="goe")).attention
    np.testing.assert_array_equal(with_mlp.qk, tkf.flow_of(spec).attention.qk)
    np.testing.assert_array_equal(with_mlp.ov, tkf.flow_of(spec).attention.ov)


def test_arrays_by_file_and_beside_the_spec(tmp_path):
    np.save(tmp_path / "W.npy", W)
    file = tkf.ArrayFile.of(tmp_path / "W.npy")
    spec = tkf.Spec(mlp=GIVEN | {"W": file})
    text = spec.to_toml().replace(str(tmp_path / "W.npy"), "W.npy")
    (tmp_path / "spec.toml").write_text(text)
    (term,) = tkf.flow_of(tkf.Spec.from_file(tmp_path / "spec.toml")).terms
    np.testing.assert_array_equal(term.W, W)
    np.save(tmp_path / "W.npy", np.ones((3, 2)))
    with pytest.raises(tkf.InputError, match="the file has changed"):
        tkf.flow_of(spec)


def test_drawn_terms_change_with_the_layer():
    spec = tkf.Spec(mlp="relu:4", linear="goe", layer_time=0.5, t_end=1.5, seed=1)
    flow = tkf.flow_of(spec)
    assert flow.breaks(0.0, 1.5) == (0.5, 1.0)
    first, second = (flow.during(t).terms[0].W for t in (0.2, 0.7))
    assert not np.array_equal(first, second)
    layers = np.stack([W, W]).tolist(), np.stack([U, U]).tolist()
    given = tkf.flow_of(tkf.Spec(mlp={"W": layers[0], "U": layers[1]}, layer_time=0.5))
    assert given.breaks(0.0, 9.0) == (0.5,)


@pytest.mark.parametrize(
    ("fields", "says"),
    [
        ({"mlp": "rleu:8"}, "Did you mean 'relu:WIDTH'"),
        ({"mlp": "relu:0.5"}, "`mlp` must be one of"),
        ({"mlp": GIVEN | {"V": W}}, "mlp.V"),
        ({"mlp": GIVEN | {"activation": "elu"}}, "'relu', 'gelu', 'silu', 'tanh'"),
        ({"mlp": GIVEN | {"U": W}}, r"`mlp.U` must have shape \(2, 3\)"),
        ({"mlp": GIVEN, "d": 3}, r"`mlp.W` must have shape \(3, 3\)"),
        ({"mlp_scale": 2.0}, "`mlp` is not given"),
        ({"linear": "geo"}, "Did you mean 'goe'"),
        ({"external": [1.0, 2.0, 3.0]}, r"`external` must have shape \(2,\) or \(32, 2\)"),
        ({"block": "both"}, "'sequential', 'parallel'"),
        ({"method": "nesterov:1.5"}, "'nesterov:MU'"),
    ],
)
def test_unknown_words_and_shapes_are_refused_by_name(fields, says):
    with pytest.raises(tkf.InputError, match=says):
        tkf.Spec(**fields)


TERMS = {"mlp": "relu:8"}, {"linear": 2.0}, {"external": [0.0, 1.0]}


@pytest.mark.parametrize("terms", TERMS)
def test_what_knows_attention_alone_stays_silent_or_refuses(terms):
    plain = tkf.Spec(n=6, beta=9.0, mask="causal")
    spec = plain.replace(**terms)
    assert overlays.is_plain(plain)
    assert not overlays.is_plain(spec)
    assert "prediction" in predictions.spectrum(plain)
    assert "prediction" not in predictions.spectrum(spec)
    assert centers_of(plain, tkf.tokens_of(plain))
    assert not centers_of(spec, tkf.tokens_of(spec))
    with pytest.raises(tkf.InputError, match="needs attention alone"):
        tkf.simulate(spec.replace(coarsen=True))
    with pytest.raises(tkf.InputError, match="no `terms`"):
        tkf.frozen_path(tkf.flow_of(spec), tkf.tokens_of(spec), [0.0, 1.0])
    with pytest.raises(tkf.InputError, match="rescaled"):
        tkf.flow_of(spec.replace(space="rescaled"))


def test_a_wind_that_holds_tokens_apart_is_no_metastability():
    # Two tokens that attract, and each its own wind: a rest that attention alone would leave.
    spec = tkf.Spec(
        n=2, beta=9.0, init=[[1.0, 0.0], [0.0, 1.0]], external=[[2.0, 0.0], [0.0, 2.0]], t_end=40.0
    )
    run = tkf.simulate(spec)
    assert tkf.verdict(run).state == "stable"
    without = tkf.verdict(tkf.flow_of(spec.replace(external=None)), run.x.data[-1])
    assert without.state != "stable"


def test_the_page_pads_perceptrons_and_never_vectors_of_tokens():
    spec = tkf.Spec(n=5, mlp="relu:8", t_end=1.0, samples=3)
    padded, whole = padding.simulate_padded(spec), tkf.simulate(spec)
    np.testing.assert_allclose(padded.x, whole.x, atol=1e-6)
    assert padding.paddable(spec)
    assert not padding.paddable(spec.replace(external=[0.0, 1.0]))


def test_grids_of_terms_are_one_batch():
    # Runs that differ in the weights of a perceptron and its strength, each as if alone.
    base = tkf.Spec(n=5, mlp="gated-silu:6", t_end=1.0, samples=3, tol=1e-10)
    specs = tkf.grid(base, mlp_scale=[0.5, 2.0], seed=[0, 1])
    runs = tkf.simulate(specs)
    for k, spec in enumerate(specs):
        np.testing.assert_allclose(runs.x.data[k], tkf.simulate(spec).x.data, atol=1e-12)
