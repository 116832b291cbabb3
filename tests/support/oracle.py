"""transformers + torch as the oracle: every hidden state and attention matrix of a model.

`python tests/support/oracle.py [FOLDER of get-weights]` prints the table of errors that stands in
docs/parity.md.  Random members of every family need no download.
"""

import contextlib
import itertools
import sys
import tempfile
import unittest.mock
import warnings
from pathlib import Path

import numpy as np

from tokenflock.pretrained import forward, load_model

SMALL = {
    "vocab_size": 97, "hidden_size": 32, "intermediate_size": 56, "num_hidden_layers": 3,
    "num_attention_heads": 4, "max_position_embeddings": 40,
}  # fmt: skip
ROTARY = SMALL | {"num_key_value_heads": 2}
LLAMA3 = {
    "rope_type": "llama3", "factor": 8.0, "low_freq_factor": 1.0, "high_freq_factor": 4.0,
    "original_max_position_embeddings": 16, "rope_theta": 1e4,
}  # fmt: skip
GPT2 = {"vocab_size": 97, "n_embd": 32, "n_layer": 3, "n_head": 4, "n_positions": 40}
DISTILBERT = {
    "vocab_size": 97, "dim": 32, "hidden_dim": 56, "n_layers": 3, "n_heads": 4,
    "max_position_embeddings": 40,
}  # fmt: skip

# Random members: the family of transformers, and its configuration.
RANDOM = {
    "albert": ("Albert", SMALL | {"embedding_size": 12}),
    "albert, two groups": ("Albert", SMALL | {"num_hidden_groups": 2, "num_hidden_layers": 4}),
    "bert": ("Bert", SMALL),
    "distilbert": ("DistilBert", DISTILBERT),
    "gpt2": ("GPT2", GPT2),
    "gpt2, scaled by depth": ("GPT2", GPT2 | {"scale_attn_by_inverse_layer_idx": True}),
    "llama": ("Llama", ROTARY),
    "llama, long context": ("Llama", ROTARY | {"rope_parameters": LLAMA3}),
    "llama, biases": ("Llama", ROTARY | {"attention_bias": True, "head_dim": 12}),
    "mistral, window 4": ("Mistral", ROTARY | {"sliding_window": 4}),
    "qwen2": ("Qwen2", ROTARY),
}


def random_model(name, seed=0):
    """A random model of transformers, with norms and biases that are not trivial."""
    import torch
    import transformers

    kind, values = RANDOM[name]
    torch.manual_seed(seed)
    config = getattr(transformers, f"{kind}Config")(**values, attn_implementation="eager")
    model = getattr(transformers, f"{kind}Model")(config).eval()
    with torch.no_grad():
        for parameter in model.parameters():
            parameter.add_(0.2 * torch.randn_like(parameter))
    return model


def padded_ids(vocabulary, n=11, seed=1):
    """Two rows of token numbers, the second with padding at its end."""
    ids = np.random.default_rng(seed).integers(5, vocabulary, size=(2, n))
    seen = np.ones((2, n), bool)
    seen[1, n - 4 :] = False
    return ids, seen


@contextlib.contextmanager
def doubled(reference):
    """The reference with every step in float64.

    transformers turns rotary positions, takes RMS norms and the softmax of attention in float32,
    whatever the precision of a model: its words for float32 are made to mean float64.
    """
    import torch

    single = torch.float32
    try:
        torch.float32 = torch.float = torch.float64
        # Built again, since the frequencies of rotary positions are computed at that moment.
        other = type(reference)(reference.config).double().eval()
        other.load_state_dict(reference.state_dict())
        with unittest.mock.patch.object(torch.Tensor, "float", torch.Tensor.double):
            yield other
    finally:
        torch.float32 = torch.float = single


def exact_errors(reference, model, ids, seen):
    """The errors in float64 against a reference that computes in float64 throughout."""
    with doubled(reference) as other:
        return errors(other, model, ids, seen, np.float64)


def errors(reference, model, ids, seen, dtype):
    """The largest relative errors of states and of attention, over tokens that are not padding."""
    import torch

    reference = reference.double() if dtype is np.float64 else reference.float()
    with torch.no_grad():
        out = reference(
            torch.tensor(ids),
            attention_mask=torch.tensor(seen.astype(int)),
            output_hidden_states=True,
            output_attentions=True,
        )
    run = forward(model, ids, attention_mask=seen, dtype=dtype)
    assert run.x.dtype == dtype
    states = list(np.moveaxis(run.x.data, 1, 0))
    states[-1] = run.final.data
    assert len(states) == len(out.hidden_states)
    assert len(out.attentions) == run.sizes["layer"]
    state = max(
        np.abs(h.numpy() - x)[seen].max() / np.abs(h.numpy()[seen]).max()
        for h, x in zip(out.hidden_states, states, strict=True)
    )
    rows = np.broadcast_to(seen[:, None, :], run.attention.shape[0:1] + run.attention.shape[2:4])
    weight = max(
        np.abs(a.numpy() - run.attention.data[:, k])[rows].max()
        for k, a in enumerate(out.attentions)
    )
    return float(state), float(weight)


def table(pairs):
    """Rows of (name, errors in float32, in float64, and in float64 throughout)."""
    for name, reference, model in pairs:
        n = min(24, model.config.positions)
        ids, seen = padded_ids(model.config.vocabulary, n)
        row = [errors(reference, model, ids, seen, t) for t in (np.float32, np.float64)]
        yield name, *row[0], *row[1], *exact_errors(reference, model, ids, seen)


def random_pairs(folder):
    for k, name in enumerate(RANDOM):
        reference = random_model(name)
        place = Path(folder) / str(k)
        reference.save_pretrained(place)
        yield f"{name} (random)", reference, load_model(place)


def real_pairs(folder):
    """The models of get-weights that are in a folder."""
    import transformers

    eager = {"attn_implementation": "eager"}
    for name in ("albert-kor-base", "all-MiniLM-L6-v2"):
        if (folder / name).exists():
            yield (
                name,
                transformers.AutoModel.from_pretrained(folder / name, **eager),
                load_model(folder / name),
            )
    stories = folder / "stories15M" / "stories15M.bin"
    if stories.exists():
        model = load_model(stories)
        yield "stories15M", as_transformers(model), model
    gguf = folder / "smollm2-135m-instruct-gguf"
    if gguf.exists():
        file = next(gguf.glob("*.gguf"))
        reference = transformers.AutoModel.from_pretrained(gguf, gguf_file=file.name, **eager)
        # A model that was quantized refuses another precision; a plain one takes its numbers.
        plain = transformers.LlamaModel(reference.config).eval()
        plain.load_state_dict(reference.state_dict())
        yield "SmolLM2-135M, Q4_1", plain, load_model(file)


def as_transformers(model):
    """A llama2.c model as one of transformers, whose rotary pairs are halves."""
    import torch
    import transformers

    c = model.config
    config = transformers.LlamaConfig(
        vocab_size=c.vocabulary, hidden_size=c.d, intermediate_size=c.hidden,
        num_hidden_layers=c.depth, num_attention_heads=c.heads, num_key_value_heads=c.kv_heads,
        max_position_embeddings=c.positions, rms_norm_eps=c.eps, attn_implementation="eager",
    )  # fmt: skip
    reference = transformers.LlamaModel(config).eval()
    tensors = model.embedding.weights.tensors
    state = {}
    for name in reference.state_dict():
        array = np.array(tensors[name].read())
        if name.endswith(("q_proj.weight", "k_proj.weight")):
            pairs = array.reshape(c.heads, -1, 2, c.d)
            array = np.moveaxis(pairs, 2, 1).reshape(array.shape)
        state[name] = torch.tensor(array)
    reference.load_state_dict(state)
    return reference


def main():
    warnings.simplefilter("ignore")
    kinds = ("float32", "float64", "float64 throughout")
    print("| model | " + " | ".join(f"states, {k} | attention, {k}" for k in kinds) + " |")
    print("|---" * 7 + "|")
    with tempfile.TemporaryDirectory() as folder:
        real = real_pairs(Path(sys.argv[1])) if len(sys.argv) > 1 else ()
        for name, *values in table(itertools.chain(random_pairs(folder), real)):
            print(f"| {name} | " + " | ".join(f"{v:.1e}" for v in values) + " |", flush=True)


if __name__ == "__main__":
    main()
