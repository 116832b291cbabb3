"""Sentences, spectra, measures and comparisons of pretrained models, and their command line."""

import json
import struct
import subprocess
import sys

import numpy as np
import pytest
import xarray as xr
from support import checkpoints

from tokenflock import Flow, InputError, SelfAttention, load, normalize, solve
from tokenflock.observables import effective_rank, within_class_variability
from tokenflock.pretrained.comparison import compared, predicted, seen_directions
from tokenflock.pretrained.coupling import block_coupling, mismatch
from tokenflock.pretrained.factors import factors_of
from tokenflock.pretrained.loading import load_model
from tokenflock.pretrained.measures import measured, principal
from tokenflock.pretrained.passes import embedded, forward
from tokenflock.pretrained.portions import written
from tokenflock.pretrained.spectra import head_spectra
from tokenflock.pretrained.text.pair_merging import Pieces
from tokenflock.pretrained.text.sentences import tokenized

IDS = np.array([3, 1, 4, 1, 5, 9])
WORDS = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "the", "fox", "##es", "run", ",", "a", "b", "c", "d"]


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """A small BERT with a vocabulary."""
    place = checkpoints.write_folder(tmp_path_factory.mktemp("m") / "small", *checkpoints.bert())
    (place / "vocab.txt").write_text("\n".join(WORDS) + "\n")
    return place


@pytest.fixture(scope="module")
def model(folder):
    return load_model(folder)


def test_words_and_their_pieces(model):
    ids, labels = tokenized(model, "The foxes, running")
    assert labels == ["[CLS]", "the", "fox", "##es", ",", "[UNK]", "[SEP]"]
    assert ids.tolist() == [2, 4, 5, 6, 8, 1, 3]


def test_pairs_merge_by_score(tmp_path):
    # llama2.c: <unk>, <s>, </s>, 256 bytes, then pieces; "ab" before "bc" by its score.
    plain = ["<unk>", "\n<s>\n", "\n</s>\n", *(f"<0x{b:02X}>" for b in range(256))]
    merged = [(" ", -9.0), ("a", -9.0), ("b", -9.0), ("c", -9.0), ("bc", -2.0), ("ab", -1.0),
              (" ab", -3.0)]  # fmt: skip
    rows = [(piece, 0.0) for piece in plain] + merged
    path = tmp_path / "tokenizer.bin"
    packed = [struct.pack("<fi", s, len(p.encode())) + p.encode() for p, s in rows]
    path.write_bytes(struct.pack("<i", 8) + b"".join(packed))
    pieces = Pieces.from_file(path)
    ids, labels = pieces("abc é")
    assert labels == ["<s>", " ab", "c", " ", "<0xC3>", "<0xA9>"]
    assert ids[-2:].tolist() == [3 + 0xC3, 3 + 0xA9]
    path.write_bytes(path.read_bytes()[:-1])
    with pytest.raises(InputError, match="middle of a piece"):
        Pieces.from_file(path)


def test_texts_without_a_tokenizer_are_refused(tmp_path):
    bare = load_model(checkpoints.write_folder(tmp_path / "bare", *checkpoints.bert()))
    with pytest.raises(InputError, match="must hold a tokenizer"):
        tokenized(bare, "hello")


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


def test_measures_are_the_observables():
    rng = np.random.default_rng(0)
    centers = np.eye(5)[:3]
    x = np.stack([centers[np.arange(9) % 3] + s * rng.normal(size=(9, 5)) for s in (0.3, 0.02)])
    path = xr.DataArray(x, dims=("time", "token", "coord"), coords={"time": [0.0, 1.0]})
    found = measured(path)
    u = x / np.linalg.norm(x, axis=-1, keepdims=True)
    assert np.abs(found.effective_rank - effective_rank(u)).max() < 1e-6
    assert found.clusters.data[-1] == 3
    labels = np.arange(9) % 3
    assert np.allclose(found.collapse, within_class_variability(u, labels), rtol=1e-9)
    assert np.allclose(found.cosines.sum("bin"), 1.0)
    points, shares = principal(x, 5)
    distances = np.linalg.norm(points[0, :, None] - points[0, None], axis=-1)
    assert np.allclose(distances, np.linalg.norm(u[0, :, None] - u[0, None], axis=-1))
    assert np.isclose(shares.sum(), 1.0)
    assert (np.diff(shares) <= 0).all()


@pytest.mark.no_cover
def test_versions_start_together_and_the_model_is_itself(model):
    table = compared(model, IDS)
    assert np.abs(table.angle.data[:, 0]).max() < 1e-7
    assert (table.angle.data[0] == 0).all()
    assert (table.angle.data[1:, -1] > 0).all()
    assert np.isnan(table.parted.data[0])
    x = table.x.data[0, -1]
    gram = x @ x.T
    mean = (gram.sum() - np.trace(gram)) / (len(x) * (len(x) - 1))
    assert abs(table.cosine.data[0, -1] - mean) < 1e-12
    start = seen_directions(model, embedded(model, IDS))
    tighter = predicted(model, start, tol=1e-9)
    assert np.abs(tighter - table.x.data[-1]).max() < 1e-4


@pytest.mark.no_cover
def test_coupling_is_zero_for_shared_directions(tmp_path):
    rng = np.random.default_rng(0)
    u, _, vt = np.linalg.svd(rng.normal(size=(6, 6)))
    a, b = (u, np.arange(6.0, 0, -1), vt), (u, np.arange(12.0, 0, -2), vt)
    assert mismatch(a, b, 3) < 1e-12
    other = np.linalg.svd(rng.normal(size=(6, 6)))
    direct = other[0][:, :3].T @ ((u * a[1]) @ vt) @ other[2][:3].T - np.diag(a[1][:3])
    assert np.isclose(mismatch(a, other, 3), np.linalg.norm(direct) / np.linalg.norm(a[1][:3]))
    model = load_model(checkpoints.write_folder(tmp_path / "m", *checkpoints.gpt2()))
    states = forward(model, IDS).x.data
    table = block_coupling(model, states, K=4)
    assert np.abs(np.diag(table)).max() < 1e-9
    # The derivative of the last layer, by differences.
    eps, e = 1e-6, np.eye(checkpoints.D)[2]
    from tokenflock.pretrained.coupling import _jacobian

    def last(x):
        from tokenflock.pretrained.ablations import repeated

        return forward(repeated(model, 1, layer=1), x0=x).x.data[-1][-1]

    moved = states[1].copy()
    moved[-1] += eps * e
    back = states[1].copy()
    back[-1] -= eps * e
    column = (last(moved) - last(back)) / (2 * eps) - e
    assert np.abs(_jacobian(model, 1, states[1], -1)[:, 2] - column).max() < 1e-6
    with pytest.raises(InputError, match="`K` must lie"):
        block_coupling(model, states, K=99)


def test_every_verb_saves_a_dataset_and_a_figure(folder, tmp_path, monkeypatch):
    from tokenflock.cli import model
    from tokenflock.cli.model import studies

    monkeypatch.chdir(tmp_path)
    path = str(folder)
    all_cases = studies.Study.cases

    def few(study, heads):  # each number of tokens and of heads compiles anew
        return [case for case in all_cases(study, heads) if case.value in ("circle", "2")]

    monkeypatch.setattr(studies.Study, "cases", few)
    model.info(path)
    model.spectra(path, output="json")
    model.flow(path, tokens=6, t_end=1.0, samples=5, init="uniform")
    model.sentence(path, text="the fox, a b", repeat=5)
    model.compare(path, text="the fox, a b", repeat=2, coupling=3)
    model.study(path, tokens=6, t_end=1.0, samples=4)
    for verb in ("info", "spectra", "flow", "sentence", "compare", "study"):
        data = load(tmp_path / "runs" / f"model-{verb}-1" / f"{verb}.zarr")
        assert (tmp_path / "runs" / f"model-{verb}-1" / "figure.png").stat().st_size > 1000
        if verb in ("sentence", "compare"):
            assert data.label.data[2] == "fox"
        if verb == "flow":
            path = xr.DataArray(data.x.data, dims=data.x.dims, coords={"time": data.time.data})
            assert np.allclose(data.alignment, measured(path).alignment)
    assert load(tmp_path / "runs/model-sentence-1/sentence.zarr").sizes["time"] == 6


def test_a_path_in_portions_is_the_path(folder, tmp_path, monkeypatch):
    flow = Flow(SelfAttention.from_layer(load_model(folder), 0))
    x0 = normalize(np.random.default_rng(0).normal(size=(6, checkpoints.D)))
    times = np.linspace(0.0, 1.0, 8)
    monkeypatch.setattr("tokenflock.pretrained.portions.PORTION", 3 * x0.size)
    run = written(flow, x0, times, tmp_path / "path.zarr", tol=1e-8)
    whole = solve(flow, x0, times, tol=1e-8)
    assert np.array_equal(run.time, times)
    assert np.abs(run.x.data - whole.x.data).max() < 1e-6
    assert run.attrs["steps_accepted"] >= 3


def test_tables_of_weights_need_no_jax(folder):
    code = (
        "import sys; from tokenflock.pretrained import head_spectra, load_model\n"
        "import tokenflock.cli.model.tables\n"
        f"head_spectra(load_model({str(folder)!r})); print('jax' in sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "False\n"


def test_the_command_line_answers(folder, tmp_path, tokenflock):
    done = tokenflock("model", "spectra", folder, "--format", "json", "--figure", "none")
    assert done.returncode == 0, done.stderr
    assert len(json.loads(done.stdout)["heads"]) == 6
    done = tokenflock("model", "info", tmp_path / "gone")
    assert done.returncode == 2
    assert "There is nothing at" in done.stderr
