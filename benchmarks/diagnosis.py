"""What `diagnose` costs and how exact it is: `python benchmarks/diagnosis.py FOLDER [PART ...]`.

FOLDER holds the real models (all-MiniLM-L6-v2 and a folder with SmolLM2 as GGUF).  Parts: parity
(live against files), time (watched against plain passes), training (a tiny model, 200 steps, with
and without callback), broken (SmolLM2 broken on purpose).  Needs torch and transformers.
"""

import statistics
import sys
import tempfile
import time
from pathlib import Path

import numpy as np
import torch
import transformers

import tokenflock as tkf

ROOT = Path(__file__).parent.parent
TEXT = "".join((ROOT / name).read_text(encoding="utf-8") for name in ("README.md", "SECURITY.md"))


def pairs(folder):
    """Name, the model of transformers, ours, and numbers of tokens to read."""
    minilm = folder / "all-MiniLM-L6-v2"
    yield (
        "MiniLM", transformers.AutoModel.from_pretrained(minilm).eval(),
        tkf.pretrained.load_model(minilm), (256, 512),
    )  # fmt: skip
    gguf = next(folder.glob("smollm2*/*.gguf"))
    quantized = transformers.AutoModel.from_pretrained(gguf.parent, gguf_file=gguf.name)
    plain = transformers.LlamaModel(quantized.config).eval()
    plain.load_state_dict(quantized.state_dict())
    yield "SmolLM2", plain, tkf.pretrained.load_model(gguf), (256, 512)


def numbers(model, n):
    return tkf.pretrained.tokenize(model, TEXT)[0][:n]


def parity(folder):
    """The largest differences between the reports of a live model and of its file, and of its
    entropies and sinks from those of explicit attention matrices."""
    for name, live, own, sizes in pairs(folder):
        ids = numbers(own, sizes[0])
        batch = {"input_ids": torch.tensor(ids)[None]}
        a = tkf.diagnose(live, batch=batch)
        b = tkf.diagnose(own, ids=ids, versions=False)
        worst = {
            str(key): float(np.nanmax(np.abs(a.table[key] - b.table[key])
                                      / (np.abs(b.table[key]) + 1e-2)))
            for key in a.table if a.table[key].dtype.kind == "f"
        }  # fmt: skip
        ranked = sorted(worst.items(), key=lambda pair: -pair[1])
        print(f"{name}, {len(ids)} tokens, against attention matrices: entropy %.1e, sinks %.1e"
              % against_matrices(live, batch))  # fmt: skip
        print(name, len(ids), "tokens, largest relative differences:", ranked[:4])
        print("   live:", a.sentences())
        print("   file:", b.sentences())
        same = [one.name for one in a.findings] == [one.name for one in b.findings]
        print("   same findings:", same)


def against_matrices(live, batch):
    """The largest errors of entropy and first share, all heads, against eager attention."""
    live.set_attn_implementation("eager")
    with torch.no_grad():
        matrices = live(**batch, output_attentions=True).attentions
    live.set_attn_implementation("sdpa")
    with torch.no_grad(), tkf.pretrained.watch(live) as seen:
        live(**batch)
    table, errors = seen.dataset(), []
    for k, w in enumerate(matrices):
        w = w[0].double().numpy()
        entropy = -(w * np.log(np.where(w > 0, w, 1.0))).sum(axis=-1).mean(axis=-1)
        first = w[:, 1:, 0].mean(axis=-1)
        errors.append((np.abs(entropy - table.entropy.data[k]).max(),
                       np.abs(first - table.first_share.data[k]).max()))  # fmt: skip
    return tuple(np.max(errors, axis=0))


def timed(*calls, repeats=5):
    """The median processor time of each call, taken in turn: others use the machine too."""
    spent = []
    for call in calls:
        call()
    for _ in range(repeats):
        times = [time.process_time()]
        for call in calls:
            call()
            times.append(time.process_time())
        spent.append(np.diff(times))
    return np.median(spent, axis=0)


def passes(folder):
    """Processor seconds of a plain pass and of a watched one."""
    for name, live, own, sizes in pairs(folder):
        for n in sizes:
            batch = {"input_ids": torch.tensor(numbers(own, n))[None]}

            def plain(live=live, batch=batch):
                with torch.no_grad():
                    live(**batch)

            def watched(live=live, batch=batch):
                with torch.no_grad(), tkf.pretrained.watch(live) as seen:
                    live(**batch)
                seen.dataset()

            a, b = timed(plain, watched)
            print(f"{name}, {n} tokens: plain {a:.3f} s, watched {b:.3f} s, {b / a:.2f} times")


def training(folder):
    """A tiny GPT-2, 200 steps of transformers' Trainer, measured every 100 steps or never."""
    config = transformers.GPT2Config(
        vocab_size=256, n_positions=128, n_embd=128, n_layer=4, n_head=4
    )
    data = torch.tensor(list((TEXT * 20).encode()[: 128 * 800])).reshape(-1, 128)
    rows = [{"input_ids": row, "labels": row} for row in data]
    batch = {"input_ids": data[:16]}
    spent = {}
    for every in (0, 100):
        torch.manual_seed(0)
        model = transformers.GPT2LMHeadModel(config)
        hook = tkf.pretrained.trainer_monitor(batch, every=every) if every else None
        arguments = transformers.TrainingArguments(
            output_dir=tempfile.mkdtemp(), max_steps=200, per_device_train_batch_size=16,
            report_to=[], save_strategy="no", logging_steps=100, disable_tqdm=True,
        )  # fmt: skip
        trainer = transformers.Trainer(
            model, arguments, train_dataset=rows, callbacks=[hook] if hook else []
        )
        start = time.process_time()
        trainer.train()
        spent[every] = time.process_time() - start
    cost = statistics.median(timed_measure(model, batch) for _ in range(3))
    step = spent[0] / 200
    print(f"200 steps {spent[0]:.2f} s of the processor, with callback {spent[100]:.2f} s; one "
          f"measurement {cost:.3f} s = {cost / step:.2f} steps, {cost / step:.2f} % at one in "
          "100")  # fmt: skip
    for step, values in hook.monitor.history:
        keys = ("mean_cosine/04", "effective_rank/04", "relative_entropy/03", "largest_logit/03")
        print("  step", step, {key: round(values[f"tokenflock/{key}"], 3) for key in keys})


def timed_measure(model, batch):
    start = time.process_time()
    tkf.pretrained.measure(model, batch)
    return time.process_time() - start


def broken(folder):
    """SmolLM2 with something broken, and what the report says."""
    changes = {"healthy": lambda model: None, "skip removed": _no_skip, "weights shrunk": _shrunk,
               "beta x 10": _hot, "head 4 of layer 5 on the first token": _on_first}  # fmt: skip
    _, live, own, _ = list(pairs(folder))[1]
    state = {name: value.clone() for name, value in live.state_dict().items()}
    batch = {"input_ids": torch.tensor(numbers(own, 128))[None]}
    for name, change in changes.items():
        model = transformers.LlamaModel(live.config).eval()
        model.load_state_dict(state)
        change(model)
        found = tkf.diagnose(model, batch=batch, influence=False)
        print(f"{name}: warnings {[one.name for one in found.warnings]}")
        for one in found.findings:
            print("    ", one.name, "|", one.sentence)


def _no_skip(model):
    for layer in model.layers[4:8]:
        attention, inside = layer.self_attn, layer.self_attn.forward

        def forward(hidden_states, inside=inside, layer=layer, **options):
            out, weights = inside(hidden_states=hidden_states, **options)
            return out - layer.entered, weights

        attention.forward = forward
        layer.register_forward_pre_hook(_remember, with_kwargs=True)


def _remember(layer, args, options):
    layer.entered = args[0] if args else options["hidden_states"]


def _shrunk(model):
    for layer in model.layers[6:9]:
        for module in (layer.self_attn, layer.mlp):
            for parameter in module.parameters():
                parameter.data.mul_(0.1)


def _hot(model):
    for layer in model.layers:
        layer.self_attn.scaling *= 10


def _on_first(model):
    attention = model.layers[5].self_attn
    inside, kernel = attention.forward, torch.nn.functional.scaled_dot_product_attention

    def forced(q, k, v, *args, **options):
        q, k = q.clone(), k.repeat_interleave(q.shape[1] // k.shape[1], dim=1).clone()
        v = v.repeat_interleave(q.shape[1] // v.shape[1], dim=1)
        q[:, 4], k[:, 4] = 0, 0
        q[:, 4, :, 0], k[:, 4, 0, 0] = 100.0, 10.0
        return kernel(q, k, v, *args, **options)

    def forward(*args, **options):
        torch.nn.functional.scaled_dot_product_attention = forced
        try:
            return inside(*args, **options)
        finally:
            torch.nn.functional.scaled_dot_product_attention = kernel

    attention.forward = forward


PARTS = {"parity": parity, "time": passes, "training": training, "broken": broken}

if __name__ == "__main__":
    if len(sys.argv) < 2 or not set(sys.argv[2:]) <= set(PARTS):
        sys.exit(__doc__)
    transformers.logging.set_verbosity_error()
    torch.set_num_threads(1)  # beside other work on a shared machine
    for part in sys.argv[2:] or PARTS:
        print(f"== {part}")
        PARTS[part](Path(sys.argv[1]))
