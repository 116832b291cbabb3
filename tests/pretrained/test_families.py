"""Families: those of a user's own work in all verbs, wrong ones end in a sentence."""

import itertools
import math
from pathlib import Path

import numpy as np
import pytest
from support import checkpoints, reference

from tokenflock import Flow, InputError, load, normalize, pretrained, solve
from tokenflock._jax import jnp
from tokenflock.pretrained import (
    Config,
    Embedding,
    Family,
    Layer,
    Model,
    forward,
    joined_heads,
    load_model,
    register_family,
)
from tokenflock.pretrained.families import registry
from tokenflock.pretrained.forward_pass.activations import FUNCTIONS, activation
from tokenflock.pretrained.model import ACTIVATIONS

TEMPLATE = Path(__file__).parents[2] / "examples" / "templates" / "family.py"
IDS = [3, 1, 4, 1]


@pytest.fixture(autouse=True)
def _families_as_before(monkeypatch):
    monkeypatch.setattr(registry, "_families", dict(registry._families))


def by_loops(config, tensors, ids, eps=1e-6):
    """x <- x + O A(N x), over tokens and heads; N = 1 where there are no gains."""
    t = {name: array.astype(float) for name, array in tensors.items()}
    places = t.get("positions", np.zeros((len(ids), 1)))
    xs = [t["words"][i] + places[p] for p, i in enumerate(ids)]
    states = [np.array(xs)]
    for k in range(config["depth"]):
        gain = t.get(f"{k}.gain")
        normed = xs if gain is None else [checkpoints.rms_norm(x, gain, eps) for x in xs]

        def part(name, k=k):
            return lambda x, i: np.split(t[f"{k}.{name}"] @ x, config["heads"])  # noqa: B023

        sees = reference.sees_causal
        _, mixed = checkpoints.attention(normed, part("q"), part("k"), part("v"), sees)
        xs = [x + t[f"{k}.o"] @ a for x, a in zip(xs, mixed, strict=True)]
        states.append(np.array(xs))
    return np.array(states)


def written(folder, *, bare=False, **changes):
    """A checkpoint of such a family: its folder, configuration and tensors."""
    config = {"model_type": "attention-only", "width": 8, "heads": checkpoints.HEADS, "depth": 2,
              "vocabulary": 7, "positions": 5} | changes  # fmt: skip
    names = itertools.product(range(config["depth"]), "qkvo")
    shapes = {"words": (7, 8)} | {f"{k}.{name}": (8, 8) for k, name in names}
    if not bare:
        shapes |= {"positions": (5, 8), "0.gain": (8,), "1.gain": (8,)}
    tensors = checkpoints.drawn(shapes, seed=3)
    return checkpoints.write_folder(folder, config, tensors), config, tensors


def test_a_family_of_ones_own_in_ten_lines(tmp_path):
    def build(checkpoint):
        names = [f"{k}.{name}" for k in range(2) for name in "qkvo"]
        weights = checkpoint.weights({"words": (7, 8)} | dict.fromkeys(names, (8, 8)))
        config = Config(d=8, depth=2, heads=2, vocabulary=7, positions=5)

        def read_layer(k):
            return Layer(joined_heads(config, *(weights(f"{k}.{name}") for name in "qkvo")))

        return Model(checkpoint, config, Embedding(weights, "words"), read_layer, mask="causal")

    register_family(Family("bare", build))
    folder, config, tensors = written(tmp_path / "bare", bare=True, model_type="bare")
    model = load_model(folder)
    np.testing.assert_allclose(
        forward(model, IDS).x, by_loops(config, tensors, IDS), rtol=0, atol=1e-10
    )
    # Its heads are flows and have spectra like those of any other family.
    law = pretrained.attention_of(model, 1, head=0)
    x0 = normalize(np.random.default_rng(0).normal(size=(5, 8)))
    assert np.allclose(np.linalg.norm(solve(Flow(law), x0, [0.0, 1.0]).x, axis=-1), 1.0)
    f = pretrained.factors_of(model, 1)
    largest = np.abs(np.linalg.eigvals(f.O[0] @ f.V[0])).max()
    table = pretrained.head_spectra(model)
    assert np.isclose(np.hypot(table["real"], table["imag"])[1, 0, 0], largest)
    assert repr(model) == "<bare model 'bare': 2 layers, 2 heads, d=8, mask='causal'>"


def test_the_template_works_on_the_command_line(tmp_path, tokenflock):
    folder, config, tensors = written(tmp_path / "tiny")
    done = tokenflock("model", "info", folder, "--figure", "none")
    assert done.returncode == 2
    assert "Got 'attention-only'" in done.stderr
    done = tokenflock("model", "info", folder, "--use", TEMPLATE, "--out", tmp_path / "out")
    assert done.returncode == 0, done.stderr
    assert load(tmp_path / "out" / "info.zarr").attrs["family"] == "attention-only"
    states = forward(load_model(folder), IDS).x
    np.testing.assert_allclose(states, by_loops(config, tensors, IDS), rtol=0, atol=1e-10)
    wide, *_ = written(tmp_path / "wide", width=16)
    with pytest.raises(InputError, match="misshapen: words"):
        load_model(wide)


def test_a_known_family_under_other_names(tmp_path):
    # What differs from a known family in the names of its tensors alone.
    config, tensors = checkpoints.llama()
    other = {name.replace("model.", "decoder."): array for name, array in tensors.items()}
    folder = checkpoints.write_folder(tmp_path / "b", config | {"model_type": "other"}, other)
    llama = registry._families["llama"]

    def build(checkpoint):
        return llama.build(checkpoint.renamed(lambda name: name.replace("decoder.", "model.")))

    register_family(Family("other", build))
    plain = load_model(checkpoints.write_folder(tmp_path / "a", config, tensors))
    assert np.array_equal(forward(load_model(folder), IDS).x, forward(plain, IDS).x)


def test_every_activation_is_its_formula():
    assert set(FUNCTIONS) == set(ACTIVATIONS)
    x = np.linspace(-3, 3, 7)
    sigmoid = 1 / (1 + np.exp(-x))
    exact = {
        "gelu": checkpoints.gelu(x), "gelu_new": checkpoints.gelu_new(x),
        "gelu_pytorch_tanh": checkpoints.gelu_new(x), "gelu_fast": checkpoints.gelu_new(x),
        "relu": np.maximum(x, 0), "silu": x * sigmoid, "swish": x * sigmoid,
    }  # fmt: skip
    for name, values in exact.items():
        np.testing.assert_allclose(activation(name, jnp.asarray(x)), values, rtol=0, atol=1e-14)
    assert math.isclose(exact["gelu"][-1], 3 * 0.9986501019683699)


def test_sizes_that_contradict_each_other_are_refused():
    sizes = {"d": 8, "depth": 1, "vocabulary": 7, "positions": 5}
    assert Config(heads=2, **sizes).head_dim == 4
    assert Config(heads=2, **sizes).kv_heads == 2
    assert Config(heads=3, head_dim=6, **sizes).head_dim == 6
    with pytest.raises(InputError, match="must divide the dimension"):
        Config(heads=3, **sizes)
    with pytest.raises(InputError, match="share keys and values evenly"):
        Config(heads=4, kv_heads=3, **sizes)
