"""Parity with transformers + torch: a random member of every family."""

import numpy as np
import pytest
from support import oracle

from tokenflock.pretrained import load_model

pytestmark = [
    pytest.mark.filterwarnings("ignore"),
]

# The script compares these too: what they have, another member of the same kind has.
LEFT_OUT = ("albert", "bert", "camembert", "gpt2", "llama", "qwen2", "t5, encoder", "phi-3",
            "opt, norms after", "xlm-roberta", "dinov2", "gpt-neox, in turn")  # fmt: skip
IN_SINGLE = ("albert, two groups", "llama, long context", "mpnet", "vit")


@pytest.mark.slow
@pytest.mark.parametrize("name", [name for name in oracle.RANDOM if name not in LEFT_OUT])
def test_every_family_agrees_with_transformers(name, tmp_path):
    reference = oracle.random_model(name)
    reference.save_pretrained(tmp_path)
    model = load_model(tmp_path)
    inputs = oracle.inputs_of(model)  # a whole row, and a padded one; or images
    # What is left of an error in plain float64 is the reference's: parts of it are in float32.
    states, weights, words = oracle.exact_errors(reference, model, inputs)
    assert max(states, weights, words or 0.0) < 1e-10
    if name in IN_SINGLE:
        states, weights, words = oracle.errors(reference, model, inputs, np.float32)
        assert max(states, weights, words or 0.0) < 2e-5
