"""Parity with transformers + torch, where both are installed (`pip install -e .[models-test]`)."""

import importlib.util

import numpy as np
import oracle
import pytest

from tokenflock.pretrained.loading import load_model

pytestmark = [
    pytest.mark.skipif(
        any(importlib.util.find_spec(name) is None for name in ("torch", "transformers")),
        reason="the oracle needs torch and transformers, the extra `models-test`",
    ),
    pytest.mark.filterwarnings("ignore"),
    pytest.mark.xdist_group("oracle"),
]


@pytest.mark.parametrize("name", oracle.RANDOM)
def test_every_family_agrees_with_transformers(name, tmp_path):
    reference = oracle.random_model(name)
    reference.save_pretrained(tmp_path)
    model = load_model(tmp_path)
    ids, seen = oracle.padded_ids(model.config.vocabulary)
    for padding in (seen, np.ones_like(seen)):
        assert max(oracle.errors(reference, model, ids, padding, np.float32)) < 1e-4
        # transformers turns rotary positions in float32, whatever the model's precision.
        assert max(oracle.errors(reference, model, ids, padding, np.float64)) < 1e-5
