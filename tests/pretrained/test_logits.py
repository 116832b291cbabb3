"""Logits, types of tokens, patches: the formulas as loops."""

import numpy as np
import pytest
import xarray as xr
from support import checkpoints

import tokenflock as tkf
from tokenflock import InputError
from tokenflock.pretrained import (
    embed,
    forward,
    load_model,
    logits,
    pixels_of,
    tokenize,
    tokenize_several,
)

IDS = [3, 1, 4, 1]


def test_logits_of_every_layer_are_products_with_the_words(tmp_path):
    config, tensors = checkpoints.gpt2()
    model = load_model(checkpoints.write_folder(tmp_path / "a", config, tensors))
    run = forward(model, IDS)
    t = {name: array.astype(float) for name, array in tensors.items()}
    found = logits(model, run.x)
    assert isinstance(found, xr.DataArray)
    assert found.dims == ("time", "token", "word")
    for k, state in enumerate(run.x.data):
        for i, x in enumerate(state):
            y = checkpoints.layer_norm(x, t["ln_f.weight"], t["ln_f.bias"], 1e-5)
            np.testing.assert_allclose(found.data[k, i], t["wte.weight"] @ y, rtol=0, atol=1e-12)
    own = tensors | {"lm_head.weight": tensors["wte.weight"][::-1].copy()}
    untied = config | {"tie_word_embeddings": False}
    other = load_model(checkpoints.write_folder(tmp_path / "b", untied, own))
    # Another order of the rows, another order of sums.
    found_apart = logits(other, run.x.data)
    np.testing.assert_allclose(found_apart, found.data[..., ::-1], rtol=0, atol=1e-12)


def test_a_checkpoint_without_a_head_says_so(tmp_path):
    model = load_model(checkpoints.write_folder(tmp_path, *checkpoints.llama()))
    with pytest.raises(InputError, match="must hold a head"):
        logits(model, forward(model, IDS).x)
    model = load_model(checkpoints.write_folder(tmp_path, *checkpoints.gpt2()))
    with pytest.raises(InputError, match=r"tokens \(\.\.\., n, 8\)"):
        logits(model, np.zeros((2, 3)))


def test_types_of_tokens_and_several_texts(tmp_path):
    config, tensors = checkpoints.bert()
    model = load_model(checkpoints.write_folder(tmp_path, config, tensors))
    types = np.array([[0, 0, 1, 1], [1, 0, 0, 0]])
    x = embed(model, [IDS, IDS[::-1]], token_type_ids=types)
    t = {name.removeprefix("bert.embeddings."): a.astype(float) for name, a in tensors.items()}
    for run, ids in enumerate([IDS, IDS[::-1]]):
        for i, word in enumerate(ids):
            whole = t["word_embeddings.weight"][word] + t["position_embeddings.weight"][i]
            whole = whole + t["token_type_embeddings.weight"][types[run, i]]
            y = checkpoints.layer_norm(whole, t["LayerNorm.weight"], t["LayerNorm.bias"], 1e-12)
            np.testing.assert_allclose(x[run, i], y, rtol=0, atol=1e-12)
    for bad in ([[0, 0, 2, 0]] * 2, [0, 0, 0, 0]):
        with pytest.raises(InputError, match="`token_type_ids` must"):
            embed(model, [IDS, IDS], token_type_ids=bad)
    gpt2 = load_model(checkpoints.write_folder(tmp_path / "g", *checkpoints.gpt2()))
    with pytest.raises(InputError, match="has no types"):
        forward(gpt2, IDS, token_type_ids=[0] * 4)
    with pytest.raises(InputError, match="reads words, not images"):
        forward(gpt2, pixels=np.zeros((3, 8, 8)))
    with pytest.raises(InputError, match="reads words, not images"):
        pixels_of(gpt2, np.zeros((8, 8, 3), np.uint8))


@pytest.mark.slow
def test_several_texts_at_once_are_each_as_alone(tmp_path):
    model = load_model(checkpoints.write_readable_bert(tmp_path))
    texts = ["the fox", "the foxes run, a b"]
    ids, seen, labels = tokenize_several(model, texts)
    together = forward(model, ids, attention_mask=seen)
    for k, text in enumerate(texts):
        alone, words = tokenize(model, text)
        assert labels[k] == words
        n = len(alone)
        assert seen[k].sum() == n
        x = forward(model, alone).x.data
        np.testing.assert_allclose(together.x.data[k][:, :n], x, rtol=0, atol=1e-12)
    with pytest.raises(InputError, match="a list of texts"):
        tokenize_several(model, "the fox")


def test_tensors_of_torch_are_measured():
    torch = pytest.importorskip("torch")
    x = np.random.default_rng(0).normal(size=(5, 4))
    plain = tkf.alignment(x)
    with_gradient = torch.tensor(x, requires_grad=True)
    assert tkf.alignment(with_gradient) == plain
    short = torch.tensor(x).to(torch.bfloat16)
    assert abs(tkf.alignment(short) - plain) < 0.02
