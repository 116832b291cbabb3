"""transformers + torch as the oracle: every hidden state, attention matrix and logit of a model.

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

from tokenflock.pretrained import PatchEmbedding, forward, load_model, logits

SMALL = {
    "vocab_size": 97, "hidden_size": 32, "intermediate_size": 56, "num_hidden_layers": 3,
    "num_attention_heads": 4, "max_position_embeddings": 40,
}  # fmt: skip
ROTARY = SMALL | {"num_key_value_heads": 2}
LLAMA3 = {
    "rope_type": "llama3", "factor": 8.0, "low_freq_factor": 1.0, "high_freq_factor": 4.0,
    "original_max_position_embeddings": 16, "rope_theta": 1e4,
}  # fmt: skip
YARN = {
    "rope_type": "yarn", "factor": 4.0, "original_max_position_embeddings": 16, "rope_theta": 1e4,
}  # fmt: skip
LONG = {
    "rope_type": "longrope", "short_factor": [1.0, 1.5, 2.0, 3.0], "long_factor": [4.0] * 4,
    "original_max_position_embeddings": 32, "rope_theta": 1e4,
}  # fmt: skip
GPT2 = {"vocab_size": 97, "n_embd": 32, "n_layer": 3, "n_head": 4, "n_positions": 40}
DISTILBERT = {
    "vocab_size": 97, "dim": 32, "hidden_dim": 56, "n_layers": 3, "n_heads": 4,
    "max_position_embeddings": 40,
}  # fmt: skip
GEMMA = ROTARY | {
    "head_dim": 12, "sliding_window": 4, "query_pre_attn_scalar": 20, "num_hidden_layers": 4,
}  # fmt: skip
T5 = {
    "vocab_size": 97, "d_model": 32, "d_kv": 6, "d_ff": 56, "num_layers": 3, "num_heads": 4,
    "relative_attention_max_distance": 20,
}  # fmt: skip
IMAGES = {
    "hidden_size": 32, "num_hidden_layers": 3, "num_attention_heads": 4, "image_size": 12,
    "patch_size": 4,
}  # fmt: skip
OPT = {
    "vocab_size": 97, "hidden_size": 32, "ffn_dim": 56, "num_hidden_layers": 3,
    "num_attention_heads": 4, "max_position_embeddings": 40,
}  # fmt: skip
NO_PADDING = {"pad_token_id": 0, "bos_token_id": 1, "eos_token_id": 2}
MODERN = {"local_attention": 6, "global_attn_every_n_layers": 2} | NO_PADDING

# Random members: the class of transformers, and its configuration.
RANDOM = {
    "albert": ("AlbertForMaskedLM", SMALL | {"embedding_size": 12}),
    "albert, two groups": (
        "AlbertForMaskedLM", SMALL | {"num_hidden_groups": 2, "num_hidden_layers": 4}),
    "bert": ("BertForMaskedLM", SMALL),
    "bert, decoder": ("BertLMHeadModel", SMALL | {"is_decoder": True}),
    "camembert": ("CamembertForMaskedLM", SMALL),
    "dinov2": ("Dinov2Model", IMAGES | {"layerscale_value": 0.5}),
    "dinov2, gates": ("Dinov2Model", IMAGES | {"use_swiglu_ffn": True, "qkv_bias": False}),
    "distilbert": ("DistilBertForMaskedLM", DISTILBERT),
    "electra": ("ElectraForMaskedLM", SMALL | {"embedding_size": 12}),
    "gemma 2": ("Gemma2ForCausalLM", GEMMA | {"attn_logit_softcapping": 2.0}),
    "gemma 3": ("Gemma3ForCausalLM", GEMMA | {"layer_types": ["sliding_attention",
                                                            "full_attention"] * 2}),
    "gpt2": ("GPT2LMHeadModel", GPT2),
    "gpt2, scaled by depth": (
        "GPT2LMHeadModel", GPT2 | {"scale_attn_by_inverse_layer_idx": True}),
    "gpt-neox": ("GPTNeoXForCausalLM", SMALL),
    "gpt-neox, in turn": ("GPTNeoXForCausalLM", SMALL | {"use_parallel_residual": False}),
    "llama": ("LlamaForCausalLM", ROTARY),
    "llama, long context": ("LlamaForCausalLM", ROTARY | {"rope_parameters": LLAMA3}),
    "llama, biases": (
        "LlamaForCausalLM", ROTARY | {"attention_bias": True, "head_dim": 12, "mlp_bias": True,
                                      "tie_word_embeddings": True}),
    "mistral, window 4": ("MistralForCausalLM", ROTARY | {"sliding_window": 4}),
    "modernbert": ("ModernBertForMaskedLM", SMALL | MODERN),
    "mpnet": ("MPNetForMaskedLM", SMALL),
    "olmo 2": ("Olmo2ForCausalLM", ROTARY),
    "opt": ("OPTForCausalLM", OPT),
    "opt, norms after": ("OPTForCausalLM", OPT | {"do_layer_norm_before": False}),
    "phi": ("PhiForCausalLM", SMALL | {"qk_layernorm": True}),
    "phi-3": ("Phi3ForCausalLM", ROTARY | NO_PADDING | {"sliding_window": 5}),
    "phi-3, long context": (
        "Phi3ForCausalLM", ROTARY | NO_PADDING | {"rope_parameters": LONG,
                                                  "original_max_position_embeddings": 32}),
    "qwen2": ("Qwen2ForCausalLM", ROTARY),
    "qwen2, windows": ("Qwen2ForCausalLM", ROTARY | {
        "use_sliding_window": True, "sliding_window": 4, "max_window_layers": 1}),
    "qwen3": ("Qwen3ForCausalLM", ROTARY | {"head_dim": 12}),
    "qwen3, yarn": ("Qwen3ForCausalLM", ROTARY | {"head_dim": 12, "rope_parameters": YARN}),
    "roberta": ("RobertaForMaskedLM", SMALL),
    "smollm3": ("SmolLM3ForCausalLM", ROTARY | NO_PADDING | {"no_rope_layer_interval": 2}),
    "starcoder2": ("Starcoder2ForCausalLM", ROTARY),
    "t5, encoder": ("T5EncoderModel", T5),
    "t5, encoder with gates": ("T5EncoderModel", T5 | {"feed_forward_proj": "gated-gelu"}),
    "vit": ("ViTModel", IMAGES | {"intermediate_size": 56}),
    "xlm-roberta": ("XLMRobertaForMaskedLM", SMALL),
}  # fmt: skip


def random_model(name, seed=0):
    """A random model of transformers, with norms and biases that are not trivial."""
    import torch
    import transformers

    kind, values = RANDOM[name]
    torch.manual_seed(seed)
    model_class = getattr(transformers, kind)
    config = model_class.config_class(**values, attn_implementation="eager")
    model = model_class(config).eval()
    with torch.no_grad():
        for parameter in model.parameters():
            parameter.add_(0.2 * torch.randn_like(parameter))
    return model


def inputs_of(model, n=11, seed=1):
    """What a model reads, under the names of transformers: padded rows, or two images.

    The second row of token numbers has padding at its end, the types of tokens change halfway.
    """
    if isinstance(model.embedding, PatchEmbedding):
        e = model.embedding
        shape = (2, e.channels, *e.size)
        return {"pixel_values": np.random.default_rng(seed).normal(size=shape)}
    n = min(n, model.config.positions)
    ids, seen = padded_ids(model.config.vocabulary, n)
    given = {"input_ids": ids, "attention_mask": seen.astype(int)}
    if model.embedding.token_types is not None:
        kinds = model.embedding.weights.tensors[model.embedding.token_types].shape[0]
        given["token_type_ids"] = np.broadcast_to(
            (np.arange(n) > n // 2) * int(kinds > 1), ids.shape
        )
    return given


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
        torch.set_default_dtype(torch.float64)
        # Built again, since the frequencies of rotary positions are computed at that moment.
        other = type(reference)(reference.config).double().eval()
        other.load_state_dict(reference.state_dict())
        with unittest.mock.patch.object(torch.Tensor, "float", torch.Tensor.double):
            yield other
    finally:
        torch.float32 = torch.float = single
        torch.set_default_dtype(single)


def exact_errors(reference, model, inputs):
    """The errors in float64 against a reference that computes in float64 throughout."""
    with doubled(reference) as other:
        return errors(other, model, inputs, np.float64)


def errors(reference, model, inputs, dtype):
    """The largest errors of states (relative), attention and logits (relative), but for padding.

    None for the logits of a model that has none.
    """
    out = outputs(reference, inputs, dtype)
    seen = np.asarray(inputs.get("attention_mask", np.ones(out.hidden_states[0].shape[:2]))) > 0
    # In float64, but for a softmax in float32, padding that sees nothing gives transformers no
    # numbers where a window slides: such a row is left out.
    has_numbers = np.all([np.isfinite(h.numpy()).all(axis=(1, 2)) for h in out.hidden_states], 0)
    assert has_numbers[0]
    seen = seen & has_numbers[:, None]
    run = forward(model, **ours(inputs), dtype=dtype)
    assert np.isfinite(run.x.data).all()
    assert run.x.dtype == dtype
    assert len(out.attentions) == run.sizes["layer"]
    states = list(np.moveaxis(run.x.data, 1, 0))
    pairs = list(zip(out.hidden_states[:-1], states[:-1], strict=True))
    has_last = hasattr(out, "last_hidden_state")
    # Of a task's model the last state is that after the last norm; of ViT both are there.
    after_norm = out.last_hidden_state if has_last else out.hidden_states[-1]
    pairs.append((after_norm, run.final.data))
    if isinstance(model.embedding, PatchEmbedding):
        pairs.append((out.hidden_states[-1], states[-1]))
    state = np.max([relative(h.numpy(), x, seen) for h, x in pairs])
    rows = np.broadcast_to(seen[:, None, :], run.attention.shape[0:1] + run.attention.shape[2:4])
    weight = np.max(
        [
            np.abs(a.numpy() - run.attention.data[:, k])[rows].max()
            for k, a in enumerate(out.attentions)
        ]
    )
    words = None
    if getattr(out, "logits", None) is not None:
        words = relative(out.logits.numpy(), logits(model, run.x.data[:, -1]), seen)
    return float(state), float(weight), words


def relative(reference, ours, seen):
    """The largest error over the largest entry, of tokens that are seen."""
    return float(np.abs(reference - ours)[seen].max() / np.abs(reference[seen]).max())


def outputs(reference, inputs, dtype):
    """All that transformers gives for some inputs."""
    import torch

    kind = torch.float64 if dtype is np.float64 else torch.float32
    reference = reference.to(kind)
    tensors = {name: torch.tensor(np.array(value)) for name, value in inputs.items()}
    if "pixel_values" in tensors:
        tensors["pixel_values"] = tensors["pixel_values"].to(kind)
    with torch.no_grad():
        return reference(**tensors, output_hidden_states=True, output_attentions=True)


def ours(inputs):
    """The inputs under our names."""
    names = {"input_ids": "ids", "pixel_values": "pixels"}
    return {names.get(name, name): value for name, value in inputs.items()}


def table(pairs):
    """Rows of (name, errors in float32, in float64, and in float64 throughout)."""
    for name, reference, model in pairs:
        inputs = inputs_of(model, 24)
        row = [errors(reference, model, inputs, t) for t in (np.float32, np.float64)]
        yield name, *row[0], *row[1], *exact_errors(reference, model, inputs)


def random_pairs(folder):
    for k, name in enumerate(RANDOM):
        reference = random_model(name)
        place = Path(folder) / str(k)
        reference.save_pretrained(place)
        yield f"{name} (random)", reference, load_model(place)


def real_pairs(folder):
    """The models of get-weights that are in a folder."""
    import transformers

    def of_task(name):
        has_head = name == "albert-kor-base"
        return transformers.AutoModelForMaskedLM if has_head else transformers.AutoModel

    eager = {"attn_implementation": "eager"}
    for name in ("albert-kor-base", "all-MiniLM-L6-v2"):
        if (folder / name).exists():
            yield (
                name,
                of_task(name).from_pretrained(folder / name, **eager),
                load_model(folder / name),
            )
    stories = folder / "stories15M" / "stories15M.bin"
    if stories.exists():
        model = load_model(stories)
        yield "stories15M", as_transformers(model), model
    gguf = folder / "smollm2-135m-instruct-gguf"
    if gguf.exists():
        file = next(gguf.glob("*.gguf"))
        reference = transformers.AutoModelForCausalLM.from_pretrained(
            gguf, gguf_file=file.name, **eager
        )
        # A model that was quantized refuses another precision; a plain one takes its numbers.
        plain = transformers.LlamaForCausalLM(reference.config).eval()
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


def shown(error):
    return "none" if error is None else f"{error:.1e}"


def main():
    warnings.simplefilter("ignore")
    kinds = ("float32", "float64", "float64 throughout")
    parts = ("states", "attention", "logits")
    print("| model | " + " | ".join(f"{part}, {k}" for k in kinds for part in parts) + " |")
    print("|---" * 10 + "|")
    with tempfile.TemporaryDirectory() as folder:
        real = real_pairs(Path(sys.argv[1])) if len(sys.argv) > 1 else ()
        for name, *values in table(itertools.chain(random_pairs(folder), real)):
            print(f"| {name} | " + " | ".join(map(shown, values)) + " |", flush=True)


if __name__ == "__main__":
    main()
