"""Live models, files and arrays give the same measures, and those are what their formulas say."""

import numpy as np
import pytest
from support import oracle

from tokenflock import InputError, diagnose
from tokenflock.pretrained import LightningMonitor, load_model, measure, trainer_monitor, watch
from tokenflock.pretrained.live.row_blocks import sums_of_attention
from tokenflock.pretrained.live.scalars import write_scalars
from tokenflock.pretrained.measures import model_influence as own_influence
from tokenflock.pretrained.measures.head_measures import equiangular_beta, head_measures

torch = pytest.importorskip("torch")
transformers = pytest.importorskip("transformers")


def by_loops(logits, visible, tokens):
    """Entropy, shares, spread and largest logit of every head, row by row."""
    run, heads, n, m = logits.shape
    found = {
        name: np.zeros(heads)
        for name in (
            "entropy", "first_share", "logit_spread", "rest_entropy", "first_odds", "odds_spread",
        )
    }  # fmt: skip
    received, largest = np.zeros((heads, m)), np.full(heads, -np.inf)
    for h in range(heads):
        rows = later = rest = room = 0
        gaps = []
        for b in range(run):
            for i in range(n):
                if not tokens[b, i]:
                    continue
                seen = [j for j in range(m) if visible[b, h, i, j]]
                row = [logits[b, h, i, j] for j in seen]
                w = np.exp(row) / np.sum(np.exp(row))
                found["entropy"][h] -= sum(p * np.log(p) for p in w)
                found["logit_spread"][h] += np.std(row)
                p = sum(q for j, q in zip(seen, w, strict=True) if j > 0)
                rest -= sum(q * np.log(q / p) for j, q in zip(seen, w, strict=True) if j > 0)
                room += p * np.log(max(len(seen) - 1, 1))
                largest[h] = max(largest[h], *row)
                if i > 0:
                    first = sum(q for j, q in zip(seen, w, strict=True) if j == 0)
                    odds = np.log(max(first, 1e-37)) - np.log(max(p, 1e-37))
                    found["first_odds"][h] += odds
                    gaps.append(odds + np.log(max(len(seen) - 1, 1)))
                for j, p in zip(seen, w, strict=True):
                    received[h, j] += p
                    found["first_share"][h] += p if j == 0 and i > 0 else 0.0
                rows, later = rows + 1, later + (i > 0)
        found["entropy"][h] /= rows
        found["logit_spread"][h] /= rows
        found["first_share"][h] /= later
        found["first_odds"][h] /= later
        found["odds_spread"][h] = np.std(gaps, ddof=1)
        found["rest_entropy"][h] = rest / room
    found["top_share"], found["largest_logit"] = received.max(axis=1) / rows, largest
    return found


@pytest.mark.parametrize("kind", ["full", "causal", "boolean", "added", "softcap", "padded"])
def test_sums_without_weights_are_those_of_weights(kind, monkeypatch):
    monkeypatch.setattr("tokenflock.pretrained.live.row_blocks.ENTRIES", {"cpu": 150})  # blocks
    rng = np.random.default_rng(3)
    run, heads, n, r = 2, 4, 13, 5
    q, k = rng.normal(size=(run, heads, n, r)) * 2, rng.normal(size=(run, heads // 2, n, r))
    logits = 0.7 * q @ np.repeat(k, 2, axis=1).swapaxes(-1, -2)
    visible, tokens, options = np.ones((run, heads, n, n), bool), np.ones((run, n), bool), {}
    if kind == "causal":
        visible, options = visible & np.tri(n, dtype=bool), {"is_causal": True}
    if kind == "boolean":
        seen = (rng.random((run, 1, n, n)) < 0.6) | np.eye(n, dtype=bool)
        visible, options = visible & seen, {"mask": torch.tensor(seen)}
    if kind == "added":
        bias = rng.normal(size=(1, heads, n, n))
        seen = np.tri(n, dtype=bool)
        least = np.where(rng.random((n, n)) < 0.5, -np.inf, np.finfo(float).min)
        options = {"mask": torch.tensor(np.where(seen, bias, least))}
        logits, visible = logits + bias, visible & seen
    if kind == "softcap":
        logits, options = 1.5 * np.tanh(logits / 1.5), {"softcap": 1.5}
    if kind == "padded":
        tokens[1, 9:] = False
        visible = visible & tokens[:, None, None, :]
        options = {"mask": torch.tensor(visible[:, :1]), "tokens": torch.tensor(tokens)}
    expected = by_loops(logits, visible, tokens)
    for dtype, error in ((torch.float64, 1e-12), (torch.float32, 2e-6)):
        sums = sums_of_attention(
            torch.tensor(q, dtype=dtype), torch.tensor(k, dtype=dtype), scale=0.7, **options
        )
        found = head_measures(sums)
        for name, values in expected.items():
            assert np.abs(found[name] - values).max() < error, (name, dtype)


def test_beta_of_equiangular_tokens():
    n, rho, beta = 40, np.array([0.0, 0.3, 0.8]), np.array([0.5, 4.0, 30.0])
    e = np.exp(beta * (1 - rho))
    own, other = e / (e + n - 1), 1 / (e + n - 1)
    entropy = -own * np.log(own) - (n - 1) * other * np.log(other)
    assert np.abs(equiangular_beta(entropy / np.log(n), rho, n) / beta - 1).max() < 1e-9


@pytest.fixture(scope="module", params=["bert", "llama"])
def pair(request, tmp_path_factory):
    """A random model, live and in a file, with token numbers."""
    reference = oracle.random_model(request.param)
    folder = tmp_path_factory.mktemp("live") / request.param
    reference.save_pretrained(folder)
    return reference, load_model(folder), np.random.default_rng(0).integers(0, 97, 24)


@pytest.mark.slow
def test_live_files_and_arrays_agree(pair):
    reference, model, ids = pair
    batch = {"input_ids": torch.tensor(ids)[None]}
    own = diagnose(model, ids=ids, versions=False).table
    # Eager attention goes through transformers' interface, the fused one through torch's.
    for kernel in ("eager", "sdpa"):
        reference.set_attn_implementation(kernel)
        live = diagnose(reference, batch=batch).table
        for name in set(live) & set(own):
            np.testing.assert_allclose(live[name], own[name], rtol=1e-4, atol=1e-5, err_msg=name)
        assert {"relative_entropy", "mlp_share", "attention_skip", "influence"} <= set(live)
    reference.set_attn_implementation("eager")
    with torch.no_grad():
        out = reference(**batch, output_hidden_states=True, output_attentions=True)
    # The last hidden state of transformers has passed a final norm: Llama's is another one.
    states = [*out.hidden_states[:-1], torch.tensor(_last_state(model, ids))[None]]
    arrays = diagnose(hidden_states=states, attentions=out.attentions).table
    assert np.isnan(arrays.largest_logit).all()  # weights do not tell
    for name in set(arrays) - {"largest_logit"}:
        np.testing.assert_allclose(arrays[name], own[name], rtol=1e-4, atol=1e-5, err_msg=name)


def _last_state(model, ids):
    from tokenflock.pretrained import forward

    return forward(model, ids, matrices=False).x.data[-1]


@pytest.mark.slow
def test_influence_is_the_derivative(pair):
    _reference, model, ids = pair
    from tokenflock.pretrained import embed, forward
    from tokenflock.pretrained.measures.influence_probes import unit_probes

    x0, h = embed(model, ids), 1e-5
    (u,) = unit_probes(x0.shape[1], 1)
    last = np.eye(len(ids))[-1] if model.mask == "causal" else np.full(len(ids), 1 / len(ids))
    places, d = [0, 7, 23], x0.shape[1]
    steps = np.zeros((2, len(places), d, *x0.shape))
    for a, j in enumerate(places):
        for c in range(d):
            steps[:, a, c, j, c] = h, -h
    runs = forward(model, x0=(x0 + steps).reshape(-1, *x0.shape), matrices=False).x.data
    ends = (last @ runs[:, -1] @ u).reshape(2, len(places), d)
    expected = np.sqrt((((ends[0] - ends[1]) / (2 * h)) ** 2).sum(axis=-1))
    found = own_influence.model_influence(model, ids, probes=1, dtype=np.float64)
    assert np.abs(found[places] / found[0] / (expected / expected[0]) - 1).max() < 1e-6


def test_a_family_without_loader_under_autocast_with_padding():
    torch.manual_seed(0)
    config = transformers.FalconConfig(
        vocab_size=97, hidden_size=32, num_hidden_layers=3, num_attention_heads=4,
        attn_implementation="sdpa",
    )  # fmt: skip
    model = transformers.FalconModel(config).eval()
    for parameter in model.parameters():
        parameter.data.add_(0.2 * torch.randn_like(parameter))
    ids, mask = torch.randint(0, 97, (2, 20)), torch.ones(2, 20, dtype=torch.long)
    mask[1, 15:] = 0
    with torch.no_grad(), watch(model, pairs=True) as seen:
        plain = model(input_ids=ids, attention_mask=mask).last_hidden_state
    with torch.no_grad():
        bare = model(input_ids=ids, attention_mask=mask).last_hidden_state
    assert torch.equal(plain, bare)  # watching changes nothing
    table = seen.dataset()
    model.config._attn_implementation = "eager"
    with torch.no_grad():
        out = model(
            input_ids=ids, attention_mask=mask, output_attentions=True, output_hidden_states=True
        )
    arrays = diagnose(
        hidden_states=out.hidden_states, attentions=out.attentions, attention_mask=mask
    ).table
    for name in ("relative_entropy", "first_share", "top_share", "logit_spread"):
        np.testing.assert_allclose(table[name], arrays[name], atol=1e-6, err_msg=name)
    model.config._attn_implementation = "sdpa"
    with torch.no_grad(), torch.autocast("cpu", torch.bfloat16), watch(model) as seen:
        model(input_ids=ids, attention_mask=mask)
    assert np.abs(seen.dataset().relative_entropy - table.relative_entropy).max() < 0.02
    assert not model._forward_hooks


class Plain(torch.nn.Module):
    """A transformer of torch alone, that knows no library."""

    def __init__(self):
        super().__init__()
        self.layers = torch.nn.ModuleList(Layer() for _ in range(2))

    def forward(self, x):
        for layer in self.layers:
            x = layer(x)
        return x


class Layer(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.attn = torch.nn.Linear(8, 24)
        self.up, self.down = torch.nn.Linear(8, 16), torch.nn.Linear(16, 8)

    def forward(self, x):
        q, k, v = (part[:, None] for part in self.attn(x).chunk(3, dim=-1))
        x = x + torch.nn.functional.scaled_dot_product_attention(q, k, v, is_causal=True)[:, 0]
        return x + self.down(torch.relu(self.up(x)))


def test_measures_while_training_reach_any_logger():
    torch.manual_seed(0)
    model, batch, written = Plain(), {"x": torch.randn(6, 10, 8)}, []
    model.train()
    values = measure(model, batch, sequences=2)
    assert model.training
    assert all(np.isfinite(list(values.values())))
    assert {"tokenflock/mean_cosine/02", "tokenflock/relative_entropy/01"} <= set(values)

    class Board:
        def add_scalar(self, name, value, step):
            written.append((name, step))

    class Runs:
        def log(self, values, step):
            written.extend((name, step) for name in values)

    for logger in (Board(), Runs(), lambda values, step: Runs().log(values, step)):
        write_scalars(logger, {"a": 1.0}, 3)
    assert written == [("a", 3)] * 3
    with pytest.raises(InputError, match="must have `add_scalar`"):
        write_scalars(object(), {}, 0)

    class Trainer:
        global_step, logger = 0, Board()

    callback, trainer = LightningMonitor(batch, every=5), Trainer()
    for trainer.global_step in range(11):
        callback.on_train_batch_end(trainer, model, None, None, 0)
    assert [step for step, _ in callback.monitor.history] == [0, 5, 10]
    state = transformers.TrainerState()
    hook = trainer_monitor(batch, every=2)
    hook.on_step_end(None, state, None, model=model)
    assert state.log_history[0]["step"] == 0
    with pytest.raises(InputError, match="No list of layers"):
        measure(torch.nn.Linear(2, 2), batch)
