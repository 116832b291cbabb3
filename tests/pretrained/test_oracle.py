"""Parity with transformers + torch."""

import numpy as np
import pytest
from support import oracle

from tokenflock.pretrained import load_model

pytestmark = [
    pytest.mark.filterwarnings("ignore"),
]


@pytest.mark.parametrize("name", oracle.RANDOM)
def test_every_family_agrees_with_transformers(name, tmp_path):
    reference = oracle.random_model(name)
    reference.save_pretrained(tmp_path)
    model = load_model(tmp_path)
    inputs = oracle.inputs_of(model)  # a whole row, and a padded one; or images
    single = oracle.errors(reference, model, inputs, np.float32)
    assert max(filter(None, single)) < 2e-5
    # What is left of the error in float64 is the reference's: parts of it compute in float32.
    assert max(filter(None, oracle.exact_errors(reference, model, inputs))) < 1e-10
