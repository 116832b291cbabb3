"""Models that are broken on purpose are found by name; healthy ones are not."""

import json

import numpy as np
import pytest
import xarray as xr
from support import checkpoints, weights

import tokenflock as tkf
from tokenflock import InputError, diagnose, trainability
from tokenflock.diagnosis import rules
from tokenflock.diagnosis.thresholds import Thresholds
from tokenflock.pretrained import load_model
from tokenflock.pretrained.measures.token_measures import quick_measures

BROKEN = {"skip-missing", "weights-shrunk", "logits-too-large", "head-on-first-token"}


@pytest.fixture(scope="module")
def minilm():
    torch = pytest.importorskip("torch")
    transformers = pytest.importorskip("transformers")
    folder = weights.folder_of("minilm")
    text = " ".join(f"Sentence {k} speaks of {w}." for k, w in enumerate(WORDS))
    ids, _ = tkf.pretrained.tokenize(load_model(folder), text)
    return folder, {"input_ids": torch.tensor(ids)[None]}, transformers


WORDS = (
    "harbors", "a green lamp", "winter", "the senate", "two foxes", "an old theorem", "bread",
    "the tide", "copper wires", "jazz", "a broken clock", "moss", "the late train",
)  # fmt: skip


def live(minilm, change=None):
    folder, batch, transformers = minilm
    model = transformers.AutoModel.from_pretrained(folder)
    if change is not None:
        change(model)
    return diagnose(model, batch=batch, influence=False)


def without_skip(model):
    for layer in model.encoder.layer[2:4]:
        out = layer.attention.output
        out.forward = lambda x, before, out=out: out.LayerNorm(out.dense(x))


def without_mlp_skip(model):
    out = model.encoder.layer[3].output
    out.forward = lambda x, before: out.LayerNorm(out.dense(x))


def shrunk(model):
    for name, parameter in model.encoder.layer[1:3].named_parameters():
        if "LayerNorm" not in name:
            parameter.data.mul_(0.1)


def hot(model):
    for layer in model.encoder.layer:
        layer.attention.self.scaling *= 10


def on_first(model):
    """Head 5 of layer 2: a query that only the first token's key answers."""
    part, r = model.encoder.layer[2].attention.self, 32
    rows = slice(5 * r, 6 * r)
    part.query.weight.data[rows] = 0
    part.query.bias.data[rows] = 0
    part.query.bias.data[5 * r] = 1e3
    mark = np.zeros(r)
    mark[0] = 1.0

    def forward(x, weight=part.key.weight, bias=part.key.bias):
        import torch

        keys = torch.nn.functional.linear(x, weight, bias).clone()
        keys[..., rows] = 0
        keys[:, 0, 5 * r] = 1.0
        return keys

    part.key.forward = forward


@pytest.mark.slow
@pytest.mark.parametrize(
    ("change", "name", "layers"),
    [
        (without_skip, "skip-missing", {2, 3}),
        (without_mlp_skip, "skip-missing", {3}),
        (shrunk, "weights-shrunk", {1, 2}),
        (hot, "logits-too-large", None),
        (on_first, "head-on-first-token", {2}),
    ],
)
def test_a_broken_model_is_found_by_name(minilm, change, name, layers):
    found = {finding.name: finding for finding in live(minilm, change).warnings}
    others = {"head-on-first-token"} if change is hot else set()  # sinks, ten times as deep
    assert {name} <= set(found) <= {name, "token-collapse"} | others, found
    assert layers is None or set(found[name].layers) == layers
    assert change is not on_first or found[name].heads == ((2, 5),)


def test_a_healthy_model_is_not(minilm):
    found = live(minilm)
    assert not {finding.name for finding in found.findings} & BROKEN
    assert found.sentences() == ["Nothing unusual."]


def test_collapse_and_norms_in_words():
    rng = np.random.default_rng(0)
    spread, one = rng.normal(size=(40, 16)), np.ones(16)
    states = [spread, spread * 1.1, one + 0.01 * spread, one + 0.01 * spread]
    found = diagnose(hidden_states=states)
    assert "token-collapse" in {finding.name for finding in found.warnings}
    assert "After layers 1–2 tokens agree: mean cosine 1.00" in found.sentences()[0]
    long = spread.copy()
    long[3, 5] = 1000.0
    found = diagnose(hidden_states=[spread, long, long])
    (finding,) = (one for one in found.findings if one.name == "massive-token")
    assert "token 3" in finding.sentence
    assert "coordinate 5" in finding.sentence
    kept = diagnose(hidden_states=[spread, long, long], thresholds={"massive": 1e6})
    assert not kept.findings
    assert "Nothing unusual." in kept.as_html()


def sinks(states, kind=float):
    """Heads that warnings and notes about sinks name: one that rests, a constant, a bias, a bare
    one, on a massive first token."""
    rng = np.random.default_rng(0)
    n = len(states)
    own = rng.normal(size=(4, n, n))
    own[0, :, 0] += rng.normal(12.0, 2.0, n)  # answers to its queries
    own[1], own[1, :, 0] = 0.0, 12.0
    own[2, :, 0] += 40.0
    w = np.where(np.tri(n, dtype=bool), np.exp(own - own.max(axis=-1, keepdims=True)), 0.0)
    w = (w / w.sum(axis=-1, keepdims=True)).astype(kind)
    states = states * np.where(np.arange(n) == 0, 100.0, 1.0)[:, None]
    found = diagnose(hidden_states=[states, 1.1 * states], attentions=[w])
    return {one.name: one.heads for one in found.findings if one.heads}, found


def test_a_head_that_no_query_moves_is_told_from_one_that_rests():
    rng = np.random.default_rng(1)
    spread = rng.normal(size=(60, 32))
    heads, found = sinks(spread)
    assert heads == {"head-on-first-token": ((0, 1), (0, 2)), "resting-heads": ((0, 0),)}
    assert "no query could make it look elsewhere" in found.sentences()[0]
    # Equal queries say nothing, and neither do weights of float16: below 6e-5 they lose digits.
    for heads, _ in (sinks(1 + 0.01 * spread), sinks(spread, np.float16)):
        assert heads == {"resting-heads": ((0, 0), (0, 1), (0, 2))}


def test_nothing_is_said_of_skips_where_tokens_have_met():
    one = xr.Dataset(
        {
            "mean_cosine": ("state", [0.2, 0.95, 0.95]),
            "attention_share": ("layer", [0.5, 0.5]),
            "mlp_share": ("layer", [0.5, 0.5]),
            "attention_skip": ("layer", [0.1, 0.1]),
            "mlp_skip": ("layer", [1.0, 0.1]),
        }
    )
    (seen,) = rules.missing_skip(one, Thresholds())
    assert seen.layers == (0,)
    assert "around the attention" in seen.sentence


def test_what_tells_two_models_apart():
    rng = np.random.default_rng(0)
    spread = rng.normal(size=(40, 16))
    met = np.ones(16) + 0.01 * spread
    good = diagnose(hidden_states=[spread, spread * 1.1, spread * 1.2])
    bad = diagnose(hidden_states=[spread, met, met])
    for one, other in ((good, bad), (bad, good)):
        told = one.compared_with(other)
        name = told.other.table.attrs["model"] if one is good else one.table.attrs["model"]
        assert f"Found in {name} alone: token-collapse." in told.changes()
        assert f"Found in {name} alone" in told.as_html()
        assert any("mean cosine" in line and "after layer" in line for line in told.changes())
    assert not any("alone" in line for line in good.compared_with(good).changes())


def test_maps_of_a_comparison_show_both_models():
    from tokenflock.plots.diagnosis import panels_of

    def measures(name, seed, layers):
        rng = np.random.default_rng(seed)
        states, w = rng.normal(size=(layers + 1, 9, 5)), rng.random((layers, 3, 9, 9))
        w = w / w.sum(axis=-1, keepdims=True)
        return diagnose(hidden_states=states, attentions=w).table.assign_attrs(model=name)

    one, other = measures("step 1000", 0, 2), measures("step 2000", 1, 4)
    panels = {title: draw() for title, _, draw in panels_of(one, other)}
    for title, name in (("Entropy of attention", "relative_entropy"), ("Sinks", "first_share")):
        pair = [ax for ax in panels[title].axes if ax.images]
        assert [ax.get_title("left") for ax in pair] == ["step 1000", "step 2000"]
        for ax, table in zip(pair, (one, other), strict=True):
            np.testing.assert_array_equal(ax.images[0].get_array(), table[name].data.T)
    pair = [ax for ax in panels["Cosines of all pairs"].axes if ax.get_title("left")]
    assert len({ax.images[0].get_clim() for ax in pair}) == 1
    # Without the measure in the other model there is one map.
    bare = other.drop_vars("first_share")
    sinks = next(draw for title, _, draw in panels_of(one, bare) if title == "Sinks")()
    assert len([ax for ax in sinks.axes if ax.images]) == 1
    # No word of curves that arrays do not have.
    captions = {title: caption for title, caption, _ in panels_of(one)}
    assert captions["Do tokens become one?"] == "Mean cosine of pairs."


@pytest.mark.parametrize(("low", "high"), [(4.2, 4.9), (6.5, 19.0), (3.0, 40.0), (0.1, 9e4)])
def test_a_logarithmic_axis_has_numbers(low, high):
    from tokenflock.plots.diagnosis import _axes, _log_axis

    _, ax = _axes()
    ax.semilogy([low, high])
    ax.set_ylim(low, high)
    _log_axis(ax.yaxis)
    inside = [tick for tick in ax.yaxis.get_majorticklocs() if low <= tick <= high]
    assert 2 <= len(inside) <= 8


@pytest.mark.parametrize("shape", [(9, 14), (14, 9), (10, 10)])
def test_ranks_and_medians_are_what_they_say(shape):
    x = np.random.default_rng(1).normal(size=shape)
    x[2] *= 300
    found = quick_measures(x)
    for name, y in (
        ("effective_rank", x / np.linalg.norm(x, axis=1)[:, None]), ("raw_effective_rank", x),
    ):  # fmt: skip
        p = np.linalg.svd(y, compute_uv=False)
        p = p / p.sum()
        assert abs(found[name] / np.exp(-(p * np.log(p)).sum()) - 1) < 1e-6
    entries = np.abs(x)
    assert found["massive"] == pytest.approx(entries.max() / np.median(entries), rel=1e-14)


@pytest.mark.slow
def test_versions_of_a_model(tmp_path):
    model = load_model(checkpoints.write_folder(tmp_path / "small", *checkpoints.bert()))
    with pytest.raises(InputError, match="`text` must hold some words"):
        diagnose(model, " ")
    table = diagnose(model, ids=[3, 1, 4, 1, 5, 9, 2], influence=False).table
    for name, version in {
        "attention only": tkf.pretrained.attention_only(model),
        "without MLP": tkf.pretrained.without_mlp(model),
    }.items():
        run = tkf.pretrained.forward(version, [3, 1, 4, 1, 5, 9, 2], matrices=False)
        expected = tkf.alignment(run.x.data)
        assert np.abs(table.version_cosine.sel(version=name) - expected).max() < 1e-5
    # Without skip connections nothing keeps tokens apart.
    ends = table.version_cosine.isel(state=-1)
    assert ends.sel(version="without skip") > table.mean_cosine[-1]


@pytest.mark.slow
def test_the_command_line(tokenflock, tmp_path):
    folder = checkpoints.write_readable_bert(tmp_path / "small")
    (tmp_path / "text.txt").write_text("the fox, a b")
    done = tokenflock("diagnose", folder, "--text", "text.txt", "--compare", folder, "--out", "o")
    assert done.returncode == 0, done.stderr
    assert "small against the other small: all measures agree" in done.stdout
    told = json.loads((tmp_path / "o" / "report.json").read_text())
    assert told["thresholds"]["sink"] == 0.98
    assert "mean_cosine" in told["measures"]
    page = (tmp_path / "o" / "report.html").read_text()
    assert "<script" not in page
    assert page.count("data:image/png") >= 10
    assert "mean_cosine" in tkf.load(tmp_path / "o" / "measures.zarr")
    assert "were read" not in done.stdout
    done = tokenflock("diagnose", folder, "--text", "text.txt", "--tokens", 3, "--out", "short")
    given = told["about"]["given_tokens"]
    assert f"Only the first 3 of {given} tokens were read: as asked." in done.stdout
    assert f"Only the first 3 of {given} tokens" in (tmp_path / "short/report.html").read_text()
    for words, said in {
        ("--text", "none.txt"): "There is no file",
        ("--threshold", "sink"): "a name and a number",
        ("--threshold", "sinc=1"): "Did you mean",
        ("--format", "xml"): "--format",
    }.items():
        done = tokenflock("diagnose", folder, *words)
        assert done.returncode == 2
        assert said in done.stderr
        assert "Traceback" not in done.stderr
    assert tokenflock("diagnose", tmp_path / "nothing").returncode == 2
    assert not (tmp_path / "runs").exists()  # nothing is left of what failed


@pytest.mark.slow
def test_trainability(tokenflock, tmp_path):
    config, _ = checkpoints.bert()
    # Weights without size do nothing: angles and gradients stay, whatever the norms.
    for kind in ("bert", "llama"):
        still = trainability(config | {"model_type": kind, "initializer_range": 1e-6}, points=3)
        assert abs(still.table.attrs["own_lambda_a"]) < 1e-4
        assert abs(still.table.attrs["own_lambda_g"]) < 1e-4
    (tmp_path / "config.json").write_text(json.dumps(config))
    done = tokenflock("init", tmp_path, "--points", 3, "--tokens", 8, "--out", "o")
    assert done.returncode == 0
    assert "lambda_a" in done.stdout
    assert (tmp_path / "o" / "figure.png").stat().st_size > 1000
    (tmp_path / "config.json").write_text("[1")
    assert tokenflock("init", tmp_path).returncode == 2
    with pytest.raises(InputError, match="hidden_size"):
        trainability({})


def test_bad_input_is_a_sentence():
    states = [np.ones((4, 3)), np.ones((4, 3))]
    with pytest.raises(InputError, match="at least two states"):
        diagnose(hidden_states=states[:1])
    with pytest.raises(InputError, match="one array for each layer"):
        diagnose(hidden_states=states, attentions=[])
    with pytest.raises(InputError, match="sum to one"):
        diagnose(hidden_states=states, attentions=[np.ones((2, 4, 4))])
    with pytest.raises(InputError, match="finite"):
        diagnose(hidden_states=[*states, states[0] * np.nan])
    with pytest.raises(InputError, match="`tokens` must be at least 2"):
        diagnose(hidden_states=states, tokens=1)
    with pytest.raises(InputError, match="There is no threshold"):
        diagnose(hidden_states=states, thresholds={"x": 1.0})
    with pytest.raises(InputError, match="nothing to diagnose"):
        diagnose()
