"""Checkpoints and the forward pass: small random models against loops over tokens."""

import itertools
import json

import numpy as np
import pytest
from support import checkpoints

from tokenflock import InputError
from tokenflock.pretrained import ablations, embed, forward, load_model

IDS = np.array([3, 1, 4, 1, 5, 9])
CAUSAL = ("gpt2", "llama")


@pytest.fixture(scope="module", params=checkpoints.FAMILIES)
def small(request, tmp_path_factory):
    """The name of a family, a small random member's configuration and tensors, and the model."""
    config, tensors = checkpoints.FAMILIES[request.param]()
    folder = checkpoints.write_folder(tmp_path_factory.mktemp("small") / "m", config, tensors)
    return request.param, config, tensors, load_model(folder)


def scale(states):
    return np.abs(states).max()


@pytest.mark.parametrize("padded", [False, True])
def test_every_state_and_weight_is_that_of_the_loops(small, padded):
    family, config, tensors, model = small
    seen = np.arange(len(IDS)) < (4 if padded else len(IDS))
    is_causal = family in CAUSAL
    states, weights = checkpoints.loops(
        family, config, tensors, IDS, lambda i, j: seen[j] and (j <= i or not is_causal)
    )
    run = forward(model, IDS, attention_mask=seen)
    got = np.concatenate([run.x.data[:-1], run.final.data[None]])
    assert np.abs(got - states).max() < 1e-12 * scale(states)
    assert np.abs(run.attention.data - weights).max() < 1e-12
    assert run.x.dims == ("time", "token", "coord")
    assert run.attention.dims == ("layer", "head", "token", "source")


@pytest.mark.slow
def test_runs_are_independent_and_float32_is_near(small):
    *_, model = small
    several = forward(model, np.stack([IDS, IDS[::-1]]), attention_mask=np.ones((2, len(IDS))))
    one = forward(model, IDS)
    assert np.abs(several.x.data[0] - one.x.data).max() < 1e-12 * scale(one.x.data)
    single = forward(model, IDS, dtype=np.float32)
    assert single.x.dtype == np.float32
    assert np.abs(single.x.data - one.x.data).max() < 1e-4 * scale(one.x.data)


def test_own_tokens_continue_a_path(small):
    *_, model = small
    whole = forward(model, IDS)
    assert np.array_equal(forward(model, x0=embed(model, IDS)).x, whole.x)
    if len(set(model.order)) == 1:  # shared layers: the second half is the first again
        rest = forward(ablations.repeated(model, 2), x0=whole.x.data[2])
        assert np.abs(rest.x.data[-1] - whole.x.data[-1]).max() < 1e-13


def test_ablations_change_what_they_say(small):
    *_, model = small
    layer = model.layer(1)
    bare = ablations.attention_only(ablations.without_bias(ablations.without_norm(model)))
    x = forward(bare, IDS).x.data[0]
    w = forward(bare, x0=x).attention.data[0]
    h, groups = model.layer(0).heads, model.config.heads // model.config.kv_heads
    W_O, W_V = h.W_O.astype(float), h.W_V.astype(float)
    values = [W_O[k] @ W_V[k // groups] for k in range(model.config.heads)]
    by_head = [w[k] @ x @ values[k].T for k in range(model.config.heads)]

    def moved(model):
        return forward(model, x0=x).x.data[1] - x

    size = scale(x)
    assert np.abs(moved(bare) - sum(by_head)).max() < 1e-12 * size
    assert np.abs(moved(ablations.only_head(bare, 1)) - by_head[1]).max() < 1e-12 * size
    assert np.abs(moved(ablations.without_head(bare, 1)) - by_head[0]).max() < 1e-12 * size
    other = ablations.without_head(bare, 1, layer=len(model.order) - 1)
    shared = len(set(model.order)) == 1
    assert np.array_equal(moved(other), moved(bare)) is not shared
    assert ablations.without_mlp(model).layer(1).mlp is None
    assert (ablations.without_mlp(model).layer(1).mlp_norm is None) == (layer.mlp_norm is None)


def test_layers_repeat(small):
    *_, model = small
    more = ablations.repeated(model, 7)
    assert len(more.order) == 7
    assert more.order[: len(model.order)] == model.order
    assert ablations.repeated(model, 5, layer=1).order == (model.order[1],) * 5
    run = forward(more, IDS)
    start = forward(model, IDS)
    depth = len(model.order)
    assert np.array_equal(run.x.data[:depth], start.x.data[:depth])


def test_depth_becomes_continuous_at_first_order(small):
    *_, model = small
    ends = [forward(model, IDS, dt=1 / n).x.data[-1] for n in (1, 32, 64, 128)]
    assert np.array_equal(ends[0], forward(model, IDS).x.data[-1])
    first, second = (scale(b - a) for a, b in itertools.pairwise(ends[1:]))
    # Euler's error halves with the step.
    assert 1.7 < first / second < 2.3


@pytest.mark.parametrize(("kind", "tol"), [("F64", 1e-7), ("F16", 1e-2), ("BF16", 5e-2)])
def test_other_precisions_are_read(tmp_path, kind, tol):
    config, tensors = checkpoints.bert()
    plain = load_model(checkpoints.write_folder(tmp_path / "a", config, tensors))
    folder = checkpoints.write_folder(tmp_path / "b", config, tensors)
    checkpoints.write_safetensors(folder / "model.safetensors", tensors, kind)
    a, b = (model.layer(0).heads.W_Q.astype(float) for model in (plain, load_model(folder)))
    assert 0 <= np.abs(a - b).max() < tol


def test_shards_and_first_names_are_read(tmp_path):
    config, tensors = checkpoints.bert()
    whole = load_model(checkpoints.write_folder(tmp_path / "whole", config, tensors))
    folder = tmp_path / "shards"
    folder.mkdir()
    (folder / "config.json").write_text(json.dumps(config))
    old = {
        n.replace("LayerNorm.weight", "LayerNorm.gamma").replace("LayerNorm.bias", "LayerNorm.beta")
        .removeprefix("bert."): a
        for n, a in tensors.items()
    }  # fmt: skip
    names = sorted(old)
    index = {}
    for k in range(3):
        part = {name: old[name] for name in names[k::3]}
        checkpoints.write_safetensors(folder / f"part-{k}.safetensors", part)
        index |= dict.fromkeys(part, f"part-{k}.safetensors")
    (folder / "model.safetensors.index.json").write_text(json.dumps({"weight_map": index}))
    assert np.array_equal(forward(load_model(folder), IDS).x, forward(whole, IDS).x)


def test_long_contexts_of_gguf_turn_slower(tmp_path):
    config, tensors = checkpoints.llama()
    slower = tensors | {"rope_freqs.weight": np.array([1.0, 4.0], np.float32)}
    plain, slow = (
        load_model(checkpoints.write_folder(tmp_path / name, config, t)).layer(0).heads.frequencies
        for name, t in (("a", tensors), ("b", slower))
    )
    assert np.allclose(slow, plain / [1.0, 4.0])


def test_bad_input_is_one_sentence(small):
    *_, model = small
    for call, words in [
        (lambda: forward(model, [99]), "between 0 and 12"),
        (lambda: forward(model, np.zeros(10, int)), "knows 9 positions"),
        (lambda: forward(model, [0.5]), "token numbers"),
        (lambda: forward(model, x0=np.zeros((3, 5))), "finite tokens"),
        (lambda: forward(model, IDS, dt=0.3), "1 / N"),
        (lambda: forward(model, IDS, attention_mask=[True]), "must have shape"),
        (lambda: model.layer(77), "must lie between 0 and"),
        (lambda: ablations.only_head(model, 5), "`head` must lie between 0 and 1"),
        (lambda: ablations.repeated(model, 0), "`passes` must lie"),
    ]:
        with pytest.raises(InputError, match=words):
            call()
