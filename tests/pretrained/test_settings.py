"""Settings of a checkpoint: each is honored, refused by name, or changes nothing."""

import inspect
import json

import numpy as np
import pytest
from support import checkpoints

from tokenflock import InputError
from tokenflock.pretrained import forward, load_model
from tokenflock.pretrained.families.harmless import HARMLESS
from tokenflock.pretrained.families.registry import OURS

# What transformers knows of a configuration, and it is no setting.
ABOUT = {"model_type", "sub_configs", "per_layer_config"}


def settings_of(config_class):
    """Every setting of a configuration of transformers: what it saves, and what it takes."""
    fields = set(inspect.signature(config_class.__init__).parameters) - {"self", "kwargs", "args"}
    return fields | set(config_class().to_dict())


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("family", OURS, ids=lambda family: family.name)
def test_every_setting_of_transformers_is_known(family):
    transformers = pytest.importorskip("transformers")
    config_class = transformers.CONFIG_MAPPING[family.name]
    known = set(family.honored) | set(family.fixed) | HARMLESS | ABOUT
    left = {key for key in settings_of(config_class) - known if not key.startswith("_")}
    assert left == set()
    # None of them is two things at once.
    assert set(family.honored).isdisjoint(family.fixed)
    assert HARMLESS.isdisjoint({*family.honored, *family.fixed})


REFUSED = [
    ("bert", {"add_cross_attention": True}, "`add_cross_attention` .* must be False"),
    ("bert", {"position_embedding_type": "relative_key"}, "must be 'absolute'"),
    ("bert", {"some_new_flag": True}, "sets `some_new_flag`"),
    ("bert", {"attention_sinks": 4}, "sets `attention_sinks`"),
    ("bert", {"pruned_heads": {"0": [1]}}, "`pruned_heads`"),
    ("bert", {"quantization_config": {"bits": 4}}, "sets `quantization_config`"),
    ("gpt2", {"add_cross_attention": True}, "`add_cross_attention`"),
    ("llama", {"rope_scaling": {"type": "linear", "factor": 1e-320}}, "finite frequencies"),
    ("llama", {"rope_scaling": {"type": "linear", "factor": 1e-9}}, "finite frequencies"),
    ("llama", {"rope_theta": 1e-300}, "finite frequencies"),
    ("llama", {"rope_scaling": {"type": "yarn", "factor": 2.0, "attention_factor": 1e300}},
     "attention_factor"),
    ("llama", {"rope_scaling": {"type": "xpos", "factor": 2.0}}, "`rope_type` must be one of"),
    ("llama", {"rope_scaling": {"type": "longrope", "short_factor": [1.0, "2"]}}, "short_factor"),
    ("llama", {"partial_rotary_factor": 0.5}, "sets `partial_rotary_factor`"),
    ("llama", {"sliding_window": 4}, "sets `sliding_window`"),
    ("llama", {"model_type": "falcon"}, "tkf.pretrained.watch"),
]  # fmt: skip


@pytest.mark.parametrize(("name", "change", "words"), REFUSED)
def test_what_would_change_the_mathematics_is_refused_by_name(tmp_path, name, change, words):
    config, tensors = checkpoints.FAMILIES[name]()
    with pytest.raises(InputError, match=words):
        load_model(checkpoints.write_folder(tmp_path, config | change, tensors))


def test_what_changes_nothing_is_left_alone(tmp_path):
    config, tensors = checkpoints.bert()
    more = {"some_new_flag": False, "unsloth_version": "2026.1", "id2label": {"0": "a"},
            "use_cache": True, "_name_or_path": "x", "hidden_dropout_prob": 0.1}  # fmt: skip
    folders = (("a", config), ("b", config | more))
    one, two = (load_model(checkpoints.write_folder(tmp_path / k, c, tensors)) for k, c in folders)
    assert np.array_equal(forward(one, [1, 2, 3]).x, forward(two, [1, 2, 3]).x)


def test_a_bert_that_decodes_sees_the_past_only(tmp_path):
    config, tensors = checkpoints.bert()
    folder = checkpoints.write_folder(tmp_path / "m", config | {"is_decoder": True}, tensors)
    model = load_model(folder)
    assert model.mask == "causal"
    assert (np.triu(forward(model, [1, 2, 3]).attention.data, 1) == 0).all()


def test_factors_of_a_long_context_must_be_finite(tmp_path):
    config, tensors = checkpoints.llama()
    for bad in ([1.0, 0.0], [1.0, np.nan]):
        slower = tensors | {"rope_freqs.weight": np.array(bad, np.float32)}
        with pytest.raises(InputError, match=r"finite"):
            load_model(checkpoints.write_folder(tmp_path, config, slower))
    assert json.loads((tmp_path / "config.json").read_text())["model_type"] == "llama"
