"""Parity with transformers + torch."""

import numpy as np
import pytest
from support import oracle

from tokenflock.pretrained import load_model

pytestmark = [
    pytest.mark.filterwarnings("ignore"),
]


# One member of each family; the script compares some more.
MEMBERS = ("albert, two groups", "bert", "distilbert", "gpt2, scaled by depth",
           "llama, long context", "mistral, window 4", "qwen2")  # fmt: skip


@pytest.mark.parametrize("name", MEMBERS)
def test_every_family_agrees_with_transformers(name, tmp_path):
    reference = oracle.random_model(name)
    reference.save_pretrained(tmp_path)
    model = load_model(tmp_path)
    ids, seen = oracle.padded_ids(model.config.vocabulary)  # a whole row, and a padded one
    assert max(oracle.errors(reference, model, ids, seen, np.float32)) < 1e-4
    assert max(oracle.errors(reference, model, ids, seen, np.float64)) < 1e-5
    # What is left of the error is the reference's: parts of it compute in float32.
    assert max(oracle.exact_errors(reference, model, ids, seen)) < 1e-13
