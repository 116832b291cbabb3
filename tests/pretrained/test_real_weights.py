"""Real weights: MiniLM and a Korean ALBERT, fetched by name and checksum."""

import os

import numpy as np
import pytest
from support import weights

from tokenflock.pretrained import (
    attention_of,
    factors_of,
    forward,
    head_spectra,
    load_model,
    repeated,
    state_measures,
    tokenize,
)

TEXT = "오늘 날씨가 좋습니다. 우리는 공원에 갔습니다."


@pytest.fixture(scope="module")
def minilm():
    return load_model(weights.folder_of("minilm"))


@pytest.fixture(scope="module")
def albert():
    return load_model(weights.folder_of("albert-kor"))


@pytest.mark.slow
def test_minilm_knows_which_sentences_mean_the_same(minilm):
    # What the model was trained for: the mean token of a paraphrase is near, of another far.
    texts = ("A man is eating food.", "A man eats something.", "The stock market fell today.")

    rows = [tokenize(minilm, text)[0] for text in texts]
    seen = np.arange(max(map(len, rows))) < np.array([len(row) for row in rows])[:, None]
    ids = np.zeros(seen.shape, int)
    ids[seen] = np.concatenate(rows)
    tokens = forward(minilm, ids, attention_mask=seen, matrices=False).final.data
    means = (tokens * seen[..., None]).sum(axis=1)
    first, same, other = means / np.linalg.norm(means, axis=1, keepdims=True)
    assert first @ same > 0.7
    assert first @ other < 0.2


def test_minilm_has_72_heads_and_their_spectra(minilm):
    table = head_spectra(minilm, sums=False)
    assert table.kind.shape == (6, 12)
    # The trace of V, without any eigenvalue.
    f = factors_of(minilm, 3)
    traces = np.einsum("hdr,hrd->h", f.O, f.V)
    assert np.abs(table["real"].data[3].sum(axis=-1) - traces).max() < 1e-9


@pytest.mark.slow
def test_albert_heads_lead_as_recorded(albert):
    # The leading eigenvalues of the value-output matrices that were found with other code.
    table = head_spectra(albert, fold=False, sums=False)
    leading = (table["real"] + 1j * table["imag"]).data[0, :, 0]
    assert abs(leading[7] - 0.638) < 5e-4
    assert abs(leading[0] - (-0.925 + 0.394j)) < 1e-3
    assert abs(table.positive_share.data[0, 7] - 0.94) < 0.005
    assert table.kind.data[0, 7] == "good triple"
    assert table.kind.data[0, 0] == "complex, shrinking"
    f = factors_of(albert, 0, fold=False)
    x = np.random.default_rng(0).normal(size=(5, 768))
    attention = attention_of(albert, 0, 7, fold=False, radius=1.0)
    dense = attention.matrix(x)[0] @ x @ (f.O[7] @ f.V[7]).T
    assert np.abs(attention(x) - dense).max() < 1e-11 * np.abs(dense).max()


@pytest.mark.slow
def test_albert_repeated_gathers_its_tokens(albert):
    ids, labels = tokenize(albert, TEXT)
    assert labels[0] == "[CLS]"
    assert "[UNK]" not in labels
    run = forward(repeated(albert, 24), ids, matrices=False)
    found = state_measures(run.x)
    few = forward(repeated(albert, 2), ids, matrices=False)
    assert np.array_equal(run.x.data[:3], few.x.data)
    assert np.isfinite(run.x.data).all()
    # Effective rank falls by depth, and cosines rise.
    assert found.effective_rank.data[24] < found.effective_rank.data[0]
    assert found.alignment.data[24] > found.alignment.data[0]


@pytest.mark.skipif(
    "TOKENFLOCK_MODEL" not in os.environ,
    reason="TOKENFLOCK_MODEL names no checkpoint of the user's own (a folder, file or hub name)",
)
def test_a_model_of_the_users_own():
    model = load_model(os.environ["TOKENFLOCK_MODEL"])
    run = forward(model, np.arange(min(8, model.config.vocabulary)))
    assert np.isfinite(run.x.data).all()
    assert np.allclose(run.attention.sum("source"), 1.0)
