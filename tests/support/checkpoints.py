"""Small random checkpoints, written byte by byte, and their forward pass as loops over tokens.

Everything follows the public layouts (names, transposed matrices, rotary halves) and shares no
code with the package.
"""

import json
import math
import struct

import numpy as np

D, HEADS, DEPTH, HIDDEN, VOCABULARY, POSITIONS = 8, 2, 3, 10, 13, 9


def write_safetensors(path, tensors, kind="F32"):
    """A safetensors file of float32 (or other) arrays."""
    header, data, place = {}, [], 0
    for name, array in tensors.items():
        raw = array.astype({"F32": "<f4", "F16": "<f2", "F64": "<f8"}.get(kind, "<f4"))
        raw = (raw.view(np.uint32) >> 16).astype("<u2") if kind == "BF16" else raw
        header[name] = {
            "dtype": kind, "shape": list(array.shape), "data_offsets": [place, place + raw.nbytes],
        }  # fmt: skip
        data.append(raw.tobytes())
        place += raw.nbytes
    text = json.dumps(header).encode()
    path.write_bytes(struct.pack("<Q", len(text)) + text + b"".join(data))


def write_folder(folder, config, tensors):
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "config.json").write_text(json.dumps(config))
    write_safetensors(folder / "model.safetensors", tensors)
    return folder


def drawn(shapes, seed):
    rng = np.random.default_rng(seed)
    return {
        name: rng.normal(size=shape, scale=0.5).astype(np.float32) for name, shape in shapes.items()
    }


def linear(name, inputs, outputs):
    return {f"{name}.weight": (outputs, inputs), f"{name}.bias": (outputs,)}


def norm(name, d=D):
    return {f"{name}.weight": (d,), f"{name}.bias": (d,)}


def bert(seed=0):
    config = {
        "model_type": "bert", "hidden_size": D, "num_attention_heads": HEADS,
        "num_hidden_layers": DEPTH, "intermediate_size": HIDDEN, "vocab_size": VOCABULARY,
        "max_position_embeddings": POSITIONS, "hidden_act": "gelu", "layer_norm_eps": 1e-12,
    }  # fmt: skip
    shapes = {
        "bert.embeddings.word_embeddings.weight": (VOCABULARY, D),
        "bert.embeddings.position_embeddings.weight": (POSITIONS, D),
        "bert.embeddings.token_type_embeddings.weight": (2, D),
        **norm("bert.embeddings.LayerNorm"),
        **linear("bert.pooler.dense", D, D),
    }
    for k in range(DEPTH):
        here = f"bert.encoder.layer.{k}."
        for part in ("query", "key", "value"):
            shapes |= linear(f"{here}attention.self.{part}", D, D)
        shapes |= linear(f"{here}attention.output.dense", D, D)
        shapes |= norm(f"{here}attention.output.LayerNorm")
        shapes |= linear(f"{here}intermediate.dense", D, HIDDEN)
        shapes |= linear(f"{here}output.dense", HIDDEN, D) | norm(f"{here}output.LayerNorm")
    return config, drawn(shapes, seed)


def albert(seed=0, passes=4):
    config = {
        "model_type": "albert", "hidden_size": D, "num_attention_heads": HEADS,
        "num_hidden_layers": passes, "intermediate_size": HIDDEN, "vocab_size": VOCABULARY,
        "max_position_embeddings": POSITIONS, "hidden_act": "gelu_new", "embedding_size": 5,
        "layer_norm_eps": 1e-12, "num_hidden_groups": 1, "inner_group_num": 1,
    }  # fmt: skip
    layer = "albert.encoder.albert_layer_groups.0.albert_layers.0."
    shapes = {
        "albert.embeddings.word_embeddings.weight": (VOCABULARY, 5),
        "albert.embeddings.position_embeddings.weight": (POSITIONS, 5),
        "albert.embeddings.token_type_embeddings.weight": (2, 5),
        **norm("albert.embeddings.LayerNorm", 5),
        **linear("albert.encoder.embedding_hidden_mapping_in", 5, D),
        **norm(f"{layer}attention.LayerNorm"),
        **norm(f"{layer}full_layer_layer_norm"),
        **linear(f"{layer}ffn", D, HIDDEN),
        **linear(f"{layer}ffn_output", HIDDEN, D),
    }
    for part in ("query", "key", "value", "dense"):
        shapes |= linear(f"{layer}attention.{part}", D, D)
    return config, drawn(shapes, seed)


def gpt2(seed=0):
    config = {
        "model_type": "gpt2", "n_embd": D, "n_head": HEADS, "n_layer": DEPTH, "n_inner": HIDDEN,
        "vocab_size": VOCABULARY, "n_positions": POSITIONS, "layer_norm_epsilon": 1e-5,
        "activation_function": "gelu_new",
    }  # fmt: skip
    shapes = {"wte.weight": (VOCABULARY, D), "wpe.weight": (POSITIONS, D), **norm("ln_f")}
    for k in range(DEPTH):
        here = f"h.{k}."
        shapes |= norm(here + "ln_1") | norm(here + "ln_2")
        # Transposed: x W + b.
        shapes |= {here + "attn.c_attn.weight": (D, 3 * D), here + "attn.c_attn.bias": (3 * D,)}
        shapes |= {here + "attn.c_proj.weight": (D, D), here + "attn.c_proj.bias": (D,)}
        shapes |= {here + "mlp.c_fc.weight": (D, HIDDEN), here + "mlp.c_fc.bias": (HIDDEN,)}
        shapes |= {here + "mlp.c_proj.weight": (HIDDEN, D), here + "mlp.c_proj.bias": (D,)}
    return config, drawn(shapes, seed)


def llama(seed=0):
    config = {
        "model_type": "llama", "hidden_size": D, "num_attention_heads": HEADS,
        "num_key_value_heads": 1, "num_hidden_layers": DEPTH, "intermediate_size": HIDDEN,
        "vocab_size": VOCABULARY, "max_position_embeddings": POSITIONS, "rms_norm_eps": 1e-6,
        "rope_theta": 50.0, "hidden_act": "silu",
    }  # fmt: skip
    r = D // HEADS
    shapes = {"model.embed_tokens.weight": (VOCABULARY, D), "model.norm.weight": (D,)}
    for k in range(DEPTH):
        here = f"model.layers.{k}."
        rows = {"q": D, "k": r, "v": r, "o": D}
        shapes |= {f"{here}self_attn.{p}_proj.weight": (count, D) for p, count in rows.items()}
        for name, shape in {"gate": (HIDDEN, D), "up": (HIDDEN, D), "down": (D, HIDDEN)}.items():
            shapes[f"{here}mlp.{name}_proj.weight"] = shape
        for name in ("input_layernorm", "post_attention_layernorm"):
            shapes[f"{here}{name}.weight"] = (D,)
    return config, drawn(shapes, seed)


WORDS = ("[PAD]", "[UNK]", "[CLS]", "[SEP]", "the", "fox", "##es", "run", ",", "a", "b", "c", "d")


def write_readable_bert(folder):
    """A small BERT with a vocabulary."""
    write_folder(folder, *bert())
    (folder / "vocab.txt").write_text("\n".join(WORDS) + "\n")
    return folder


FAMILIES = {"albert": albert, "bert": bert, "gpt2": gpt2, "llama": llama}


# The forward pass, one token at a time.


def gelu(x):
    return np.array([v * 0.5 * (1 + math.erf(v / math.sqrt(2))) for v in x])


def gelu_new(x):
    inner = math.sqrt(2 / math.pi) * (x + 0.044715 * x**3)
    return 0.5 * x * (1 + np.tanh(inner))


def layer_norm(x, weight, bias, eps):
    return weight * (x - x.mean()) / math.sqrt(x.var() + eps) + bias


def rms_norm(x, weight, eps):
    return weight * x / math.sqrt((x * x).mean() + eps)


def turned(vector, position, base):
    """Coordinates a and a + r/2 turned together by position * base^(-2a / r)."""
    r = len(vector)
    out = vector.copy()
    for a in range(r // 2):
        angle = position * base ** (-2 * a / r)
        u, v = vector[a], vector[a + r // 2]
        out[a] = u * math.cos(angle) - v * math.sin(angle)
        out[a + r // 2] = u * math.sin(angle) + v * math.cos(angle)
    return out


def heads_of(queries, keys, values, sees):
    """Attention of one head: tokens in lists, one row of weights each."""
    rows, out = [], []
    for i, q in enumerate(queries):
        logit = [q @ k / math.sqrt(len(q)) if sees(i, j) else -math.inf for j, k in enumerate(keys)]
        weight = np.exp(np.array(logit) - max(logit))
        weight /= weight.sum()
        rows.append(weight)
        out.append(sum(w * v for w, v in zip(weight, values, strict=True)))
    return rows, out


def attention(xs, q, k, v, sees):
    """All heads side by side; q, k, v map a token to the vectors of all heads, (heads, r)."""
    qs, ks, vs = ([f(x, i) for i, x in enumerate(xs)] for f in (q, k, v))
    weights, outs = [], []
    for h in range(HEADS):
        # Heads of queries share those of keys in consecutive groups.
        s = h * len(ks[0]) // HEADS
        rows, out = heads_of([a[h] for a in qs], [a[s] for a in ks], [a[s] for a in vs], sees)
        weights.append(rows)
        outs.append(out)
    joined = [np.concatenate([outs[h][i] for h in range(HEADS)]) for i in range(len(xs))]
    return np.array(weights), joined


def loops(family, config, tensors, ids, sees):
    """All states (depth + 1, n, D), the final one last, and weights (depth, heads, n, n)."""
    tensors = {name: array.astype(float) for name, array in tensors.items()}
    return {"albert": _encoder, "bert": _encoder, "gpt2": _gpt2, "llama": _llama}[family](
        config, tensors, ids, sees
    )


def _encoder(c, t, ids, sees):
    eps, is_albert = c["layer_norm_eps"], c["model_type"] == "albert"
    e = f"{c['model_type']}.embeddings."
    words, places = t[f"{e}word_embeddings.weight"], t[f"{e}position_embeddings.weight"]
    kind, gain = t[f"{e}token_type_embeddings.weight"][0], t[f"{e}LayerNorm.weight"]
    shift = t[f"{e}LayerNorm.bias"]
    xs = [layer_norm(words[w] + places[i] + kind, gain, shift, eps) for i, w in enumerate(ids)]
    if is_albert:
        m = "albert.encoder.embedding_hidden_mapping_in."
        xs = [t[m + "weight"] @ x + t[m + "bias"] for x in xs]
    states, matrices = [np.array(xs)], []
    for k in range(c["num_hidden_layers"]):
        here = (
            "albert.encoder.albert_layer_groups.0.albert_layers.0."
            if is_albert
            else f"bert.encoder.layer.{k}."
        )
        own = "attention." if is_albert else "attention.self."
        names = {
            "o": "attention.dense" if is_albert else "attention.output.dense",
            "n1": "attention.LayerNorm" if is_albert else "attention.output.LayerNorm",
            "n2": "full_layer_layer_norm" if is_albert else "output.LayerNorm",
            "f1": "ffn" if is_albert else "intermediate.dense",
            "f2": "ffn_output" if is_albert else "output.dense",
        }

        def apply(name, x, here=here):
            return t[f"{here}{name}.weight"] @ x + t[f"{here}{name}.bias"]

        def normed(name, x, here=here):
            return layer_norm(x, t[f"{here}{name}.weight"], t[f"{here}{name}.bias"], eps)

        def part(name, own=own, apply=apply):
            return lambda token, i: apply(own + name, token).reshape(HEADS, -1)

        w, a = attention(xs, part("query"), part("key"), part("value"), sees)
        xs = [normed(names["n1"], x + apply(names["o"], y)) for x, y in zip(xs, a, strict=True)]
        phi = gelu_new if is_albert else gelu
        xs = [normed(names["n2"], x + apply(names["f2"], phi(apply(names["f1"], x)))) for x in xs]
        states.append(np.array(xs))
        matrices.append(w)
    return np.array(states), np.array(matrices)


def _gpt2(c, t, ids, sees):
    eps = c["layer_norm_epsilon"]
    xs = [t["wte.weight"][w] + t["wpe.weight"][i] for i, w in enumerate(ids)]
    states, matrices = [np.array(xs)], []
    for k in range(DEPTH):
        here = f"h.{k}."

        def apply(name, x, here=here):
            return x @ t[f"{here}{name}.weight"] + t[f"{here}{name}.bias"]

        def normed(name, x, here=here):
            return layer_norm(x, t[f"{here}{name}.weight"], t[f"{here}{name}.bias"], eps)

        def part(which, apply=apply):
            return lambda token, i: np.split(apply("attn.c_attn", token), 3)[which].reshape(
                HEADS, -1
            )

        w, a = attention([normed("ln_1", x) for x in xs], part(0), part(1), part(2), sees)
        xs = [x + apply("attn.c_proj", y) for x, y in zip(xs, a, strict=True)]
        xs = [x + apply("mlp.c_proj", gelu_new(apply("mlp.c_fc", normed("ln_2", x)))) for x in xs]
        states.append(np.array(xs))
        matrices.append(w)
    states[-1] = np.array([layer_norm(x, t["ln_f.weight"], t["ln_f.bias"], eps) for x in xs])
    return np.array(states), np.array(matrices)


def _llama(c, t, ids, sees):
    eps, base = c["rms_norm_eps"], c["rope_theta"]
    xs = [t["model.embed_tokens.weight"][w] for w in ids]
    states, matrices = [np.array(xs)], []
    r = D // HEADS
    for k in range(DEPTH):
        here = f"model.layers.{k}."

        def apply(name, x, here=here):
            return t[f"{here}{name}_proj.weight"] @ x

        def normed(name, x, here=here):
            return rms_norm(x, t[f"{here}{name}.weight"], eps)

        def placed(name, apply=apply):
            return lambda token, i: np.array(
                [turned(v, i, base) for v in apply(f"self_attn.{name}", token).reshape(-1, r)]
            )

        def value(x, i, apply=apply):
            return apply("self_attn.v", x).reshape(-1, r)

        ys = [normed("input_layernorm", x) for x in xs]
        w, a = attention(ys, placed("q"), placed("k"), value, sees)
        xs = [x + apply("self_attn.o", y) for x, y in zip(xs, a, strict=True)]
        moved = []
        for x in xs:
            y = normed("post_attention_layernorm", x)
            gate = apply("mlp.gate", y)
            moved.append(x + apply("mlp.down", gate / (1 + np.exp(-gate)) * apply("mlp.up", y)))
        xs = moved
        states.append(np.array(xs))
        matrices.append(w)
    states[-1] = np.array([rms_norm(x, t["model.norm.weight"], eps) for x in xs])
    return np.array(states), np.array(matrices)
