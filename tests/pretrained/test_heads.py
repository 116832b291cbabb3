"""Heads of pretrained models: factors against dense products, flows against the model itself."""

from dataclasses import replace

import equinox as eqx
import numpy as np
import pytest
import xarray as xr
from support import checkpoints, reference

from tokenflock import Flow, InputError, Layered, SelfAttention, Sphere, causal, normalize, solve
from tokenflock.pretrained import (
    ablations,
    attention_of,
    effective_beta,
    factors_of,
    forward,
    head_spectra,
    load_model,
)
from tokenflock.pretrained.attention_heads.factors import folded
from tokenflock.pretrained.attention_heads.spectra import outside_theorem

N, R, D, HEADS = 6, 2, 4, 3


@pytest.fixture(scope="module", params=checkpoints.FAMILIES)
def model(request, tmp_path_factory):
    config, tensors = checkpoints.FAMILIES[request.param](seed=3)
    return load_model(
        checkpoints.write_folder(tmp_path_factory.mktemp("heads") / "m", config, tensors)
    )


def drawn():
    rng = np.random.default_rng(5)
    Q, K, V = rng.normal(size=(3, HEADS, R, D))
    return normalize(rng.normal(size=(N, D))), Q, K, rng.normal(size=(HEADS, D, R)), V


@eqx.filter_jit
def laws(attention, x):
    names = ("__call__", "displacement", "matrix", "pull")
    return {name: getattr(attention, name)(x) for name in names}


@pytest.mark.parametrize("kernel", ["auto", "dense"])
def test_factored_products_are_the_dense_ones(kernel):
    x, Q, K, W_O, W_V = drawn()
    factored = SelfAttention(1.3, (Q, K), (W_O, W_V), causal, kernel=kernel)
    dense = SelfAttention(1.3, Q.mT @ K, W_O @ W_V, causal, kernel=kernel)
    pairs = list(zip((Q.mT @ K).tolist(), (W_O @ W_V).tolist(), strict=True))
    loops = [reference.average(x.tolist(), i, 1.3, pairs, reference.sees_causal) for i in range(N)]
    found, expected = laws(factored, x), laws(dense, x)
    assert np.abs(found["__call__"] - np.array(loops)).max() < 1e-12
    for law, values in found.items():
        assert np.abs(np.subtract(values, expected[law])).max() < 1e-12, law
    assert np.abs(np.subtract(factored.ov, dense.ov)).max() < 1e-14
    assert np.abs(np.subtract(factored.qk, dense.qk)).max() < 1e-14
    assert factored.heads == HEADS
    assert factored.dimension == D


def test_one_head_of_weights_serves_many_of_values():
    x, Q, K, W_O, W_V = drawn()
    shared = SelfAttention(1.3, (Q[:1], K[:1]), (W_O, W_V))(x)
    dense = SelfAttention(1.3, Q[0].T @ K[0], W_O @ W_V)(x)
    assert np.abs(np.subtract(shared, dense)).max() < 1e-12


def test_factors_stay_factors_in_layers():
    x, Q, K, W_O, W_V = drawn()
    layers = [SelfAttention(b, (Q, K), (W_O, W_V), position="rotary") for b in (0.5, 1.5)]
    law = Layered(layers, duration=1.0)
    then = eqx.filter_jit(lambda law, t: law.at(t)(x))
    for k in (0, 1):
        assert np.abs(np.subtract(then(law, k + 0.5), layers[k](x))).max() < 1e-13
    with pytest.raises(InputError, match="pair of factors"):
        Layered([layers[0], SelfAttention(1.0, None, None, position="rotary")])


def test_wrong_factors_are_refused():
    _, Q, K, W_O, W_V = drawn()
    with pytest.raises(InputError, match=r"\(heads, d, r\)"):
        SelfAttention(1.0, None, (W_V, W_V))
    with pytest.raises(InputError, match="the pair"):
        SelfAttention(1.0, None, (W_O, W_V, W_V))
    with pytest.raises(InputError, match="finite"):
        SelfAttention(1.0, None, (W_O * np.nan, W_V))
    with pytest.raises(InputError, match="same number of heads"):
        SelfAttention(1.0, (Q[:2], K[:2]), (W_O, W_V))


def test_spectra_by_the_small_problem_are_those_of_the_large_one(model):
    f, table = factors_of(model, 1), head_spectra(model)
    r, row = f.Q.shape[1], min(1, table.sizes["layer"] - 1)
    for h in range(f.Q.shape[0]):
        small = table["real"].data[row, h] + 1j * table["imag"].data[row, h]
        large = np.linalg.eigvals(f.O[h] @ f.V[h])
        large = large[np.argsort(-np.abs(large))][:r]
        gaps = np.abs(small[:, None] - large[None, :])
        assert max(gaps.min(axis=0).max(), gaps.min(axis=1).max()) < 1e-10
    dense = [np.sqrt(f.Q.shape[2]) * np.linalg.norm(m + m.T) / 2 * f.scale for m in f.Q.mT @ f.K]
    assert np.abs(effective_beta(f) - dense).max() < 1e-10
    assert np.abs(f.value_sum() - (f.O @ f.V).sum(axis=0)).max() < 1e-12


def test_the_table_of_heads(model):
    table = head_spectra(model)
    for k in range(table.sizes["layer"]):
        f = factors_of(model, k)
        total = np.linalg.eigvals((f.O @ f.V).sum(axis=0))
        got = table.sum_real.data[k] + 1j * table.sum_imag.data[k]
        assert np.abs(np.sort(np.abs(got)) - np.sort(np.abs(total))).max() < 1e-9
        for h in range(table.sizes["head"]):
            values, vectors = np.linalg.eig(f.O[h] @ f.V[h])
            first = np.abs(values).argmax()
            leading = table["real"].data[k, h, 0] + 1j * table["imag"].data[k, h, 0]
            assert abs(abs(leading) - abs(values[first])) < 1e-9
            kind = str(table.kind.data[k, h])
            assert kind.startswith("complex") == (abs(leading.imag) > 1e-9)
            if not kind.startswith("complex"):
                phi = vectors[:, first].real
                attraction = (f.Q[h] @ phi) @ (f.K[h] @ phi) * f.scale
                assert abs(table.attraction.data[k, h] - attraction) < 1e-8
                good = leading.real > 0 and attraction > 0
                assert (kind == "good triple") == good


@eqx.filter_jit
def in_one_program(attention, heads, x):
    return attention(x), attention.matrix(x), sum(head(x) for head in heads)


def test_a_layer_as_a_flow_is_the_layer_without_biases(model):
    # In R^d, with tokens of their own size: x + A(x) is the model without norms, MLP and biases.
    bare = ablations.attention_only(ablations.without_bias(ablations.without_norm(model)))
    x = np.random.default_rng(0).normal(size=(N, checkpoints.D))
    run = forward(bare, x0=x)
    attention = attention_of(bare, 0, fold=False, radius=1.0)
    heads = [attention_of(bare, 0, h, fold=False, radius=1.0) for h in (0, 1)]
    average, matrix, summed = map(np.asarray, in_one_program(attention, heads, x))
    scale = np.abs(x).max()
    assert np.abs(average - (run.x.data[1] - x)).max() < 1e-12 * scale
    assert np.abs(matrix - run.attention.data[0]).max() < 1e-12
    assert np.abs(summed - average).max() < 1e-12 * scale


def test_folded_gains_act_on_normalized_tokens(model):
    # For any token y = gain * s + shift with s = sqrt(d) u: W y without the shift is W' s.
    f, raw = factors_of(model, 1), factors_of(model, 1, fold=False)
    layer = model.layer(1)
    norm = layer.attention_norm if not layer.norm_after else model.layer(0).mlp_norm
    u = np.random.default_rng(1).normal(size=(N, checkpoints.D))
    s = u - u.mean(axis=1, keepdims=True) if norm.centered else u
    assert np.abs(s * norm.gain @ raw.Q[1].T - u @ f.Q[1].T).max() < 1e-12
    assert folded(raw.Q, None) is raw.Q
    x = normalize(u)
    y = x * np.sqrt(checkpoints.D)
    on_sphere, in_space = (attention_of(model, 1, radius=r) for r in (None, 1.0))
    assert np.abs(np.subtract(on_sphere.matrix(x), in_space.matrix(y))).max() < 1e-12


@pytest.mark.parametrize("model", ["llama"], indirect=True)
def test_flows_of_heads_solve_like_any_other(model):
    x0 = normalize(np.random.default_rng(2).normal(size=(N, checkpoints.D)))
    path = solve(Flow(attention_of(model, 0), Sphere()), x0, [0.0, 0.5], tol=1e-6)
    assert np.abs(np.linalg.norm(path.x.data, axis=-1) - 1).max() < 1e-12
    with pytest.raises(InputError, match="`head` must lie"):
        attention_of(model, 0, 7)
    with pytest.raises(InputError, match="`radius` must be positive"):
        attention_of(model, 0, radius=0.0)


def test_what_the_theorem_does_not_speak_of_is_said(tmp_path):
    bert = load_model(checkpoints.write_folder(tmp_path / "b", *checkpoints.bert()))
    llama = load_model(checkpoints.write_folder(tmp_path / "l", *checkpoints.llama()))
    assert outside_theorem(bert) == ""
    assert outside_theorem(llama) == "; of a mask, rotary positions, as here, it does not speak"


def test_heads_that_are_more_than_matrices_are_no_flow(tmp_path):
    model = load_model(checkpoints.write_folder(tmp_path, *checkpoints.llama()))
    for part, words in [({"cap": np.asarray(2.0)}, "capped"), ({"q_norm": 0}, "normed queries")]:

        def read(k, part=part):
            layer = model.read_layer(k)
            return replace(layer, heads=replace(layer.heads, **part))

        with pytest.raises(InputError, match=words):
            attention_of(replace(model, read_layer=read), 0)


def test_every_layer_of_a_spectrum_has_its_own_scale():
    from tokenflock.plots.heads import EDGE, spectra_figure

    rng = np.random.default_rng(0)
    values = rng.normal(size=(2, 2, 3, 5))  # real and imaginary, layers, heads
    values = values * np.array([1, 300])[:, None, None]
    dims = ("layer", "head", "eigenvalue")
    kind = np.full((2, 3), "complex, growing", object)
    table = xr.Dataset(
        {"real": (dims, values[0]), "imag": (dims, values[1]), "kind": (dims[:2], kind)},
        coords={"layer": [0, 1], "head": [0, 1, 2]},
        attrs={"model": "m"},
    )
    (ax,) = spectra_figure(table).axes
    dots = np.asarray(ax.collections[0].get_offsets()).reshape(2, 3, 5, 2)
    cells = np.stack(np.meshgrid([0, 1], [0, 1, 2], indexing="ij")[::-1], -1)[:, :, None]
    away = np.hypot(*np.moveaxis(dots - cells, -1, 0)).max(axis=(1, 2))
    assert np.allclose(away, EDGE, rtol=1e-6)
    told = {text.get_text() for text in ax.texts}
    assert {f"{size:.2g}" for size in np.hypot(*values).max(axis=(1, 2))} <= told
