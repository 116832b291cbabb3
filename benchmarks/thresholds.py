"""Whom the thresholds of `diagnose` flag: `python benchmarks/thresholds.py FOLDER [--write FILE]`.

FOLDER holds real models (those of a loader of ours are read, others named).  Each reads three texts
as it is, then one of them with its matrices drawn anew, and broken on purpose in four ways.  A row
is right where a healthy model has no warning, one with random matrices none but that its tokens
agree, and a broken one the warning of its defect.

With `--forced`: heads of every fourth layer are forced to the first token in ways of all kinds, on
every text; how many are told from heads that rest, and how many that rest are taken for forced.
"""

import argparse
from collections import Counter
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np
import xarray as xr

from tokenflock.diagnosis import rules
from tokenflock.diagnosis.findings import findings_of
from tokenflock.diagnosis.thresholds import Thresholds
from tokenflock.errors import InputError
from tokenflock.pretrained import load_model, tokenize
from tokenflock.pretrained.forward_pass.layers import queries_keys_values
from tokenflock.pretrained.measures.head_measures import head_measures, sums_of_weights
from tokenflock.pretrained.measures.model_records import Version, records_of_model
from tokenflock.pretrained.measures.records import traced
from tokenflock.pretrained.measures.versions import random_weights

TOKENS = 128
ROOT = Path(__file__).parent.parent
TEXTS = {
    "prose": "The river ran past the old mill, and the miller's daughter watched the herons. Her "
    "brother had gone to the city in spring and wrote of trams, of a woman who sold maps, and of "
    "rain that never ended. In autumn he came back with a clock that told the wrong time. " * 4,
    "code": (ROOT / "src/tokenflock/attention/dense.py").read_text(encoding="utf-8"),
    "Korean": "봄이 오면 산에 들에 진달래 피고, 강가의 마을에는 장이 선다. 할머니는 나물을 팔고 "
    "아이들은 연을 날린다. 저녁이면 기차가 지나가고 개들이 짖는다. " * 8,
}
DEFECTS = {
    "skip removed": "skip-missing",
    "weights shrunk": "weights-shrunk",
    "beta x 10": "logits-too-large",
    "head on first token": "head-on-first-token",
}
# Random matrices may bring tokens together (the theorists' rank collapse): that is no false alarm.
TRUE_OF = {"matrices drawn anew": {"token-collapse"}}


@dataclass(frozen=True)
class Row:
    """A model on a text, what was done to it, and the warnings and notes it got."""

    model: str
    state: str
    warnings: tuple[str, ...]
    notes: tuple[str, ...]

    @property
    def right(self):
        expected = DEFECTS.get(self.state)
        if expected:
            return expected in self.warnings
        return set(self.warnings) <= TRUE_OF.get(self.state, set())


def rows_of(model):
    """The rows of one model."""
    ids = {name: tokenize(model, text)[0][:TOKENS] for name, text in TEXTS.items()}
    for name, numbers in ids.items():
        yield row(model, numbers, f"healthy, {name}", Version())
    prose, middle = ids["prose"], len(model.order) // 2
    yield row(model, prose, "matrices drawn anew", Version(random_weights))
    yield row(model, prose, "skip removed", Version(skip=0.0))
    yield row(model, prose, "weights shrunk", Version(lambda one: shrunk(one, middle)))
    yield row(model, prose, "beta x 10", Version(beta=10.0))
    forced = on_first(model, prose, middle)
    yield row(model, prose, "head on first token", Version(lambda one: forced))


def row(model, ids, state, version):
    """What the rules find in a version of a model."""
    about = {"dimension": model.config.d, "mask": model.mask}
    table = traced(records_of_model(model, ids, version=version), pairs=False, **about)
    found = findings_of(table, Thresholds())
    by = {kind: tuple(one.name for one in found if one.severity == kind)
          for kind in ("warning", "note")}  # fmt: skip
    return Row(model.name, state, by["warning"], by["note"])


def changed(model, depth, change):
    """The model with the stored layer at a depth changed."""
    stored = model.order[depth]

    def read_layer(k):
        layer = model.read_layer(k)
        return change(layer) if k == stored else layer

    return replace(model, read_layer=read_layer)


def shrunk(model, depth):
    """All matrices and biases of a layer a tenth as large."""

    def tenth(record):
        names = [name for name in vars(record) if name[:2] in ("W_", "b_")]
        values = {name: getattr(record, name) for name in names}
        return replace(
            record, **{k: np.asarray(v) / 10 for k, v in values.items() if v is not None}
        )

    return changed(
        model, depth, lambda layer: replace(layer, heads=tenth(layer.heads), mlp=tenth(layer.mlp))
    )


def on_first(model, ids, depth, head=1):
    """A head whose query is constant, and whose key answers to the first token alone.

    The key is the shortest w with <w, y_0> = 1 and <w, y_j> = 0 for the tokens y that enter; it
    stands in the coordinate that rotary positions turn least.
    """
    y = entering(model, ids, depth)
    w = np.linalg.lstsq(y, np.eye(len(y))[0], rcond=None)[0]

    def forced(layer):
        h = layer.heads
        shared = h.W_Q.shape[0] // h.W_K.shape[0]
        r = h.W_Q.shape[1]
        place = r - 1
        W_Q, W_K = np.array(h.W_Q, float), np.array(h.W_K, float)
        b_Q = np.zeros(W_Q.shape[:2]) if h.b_Q is None else np.array(h.b_Q, float)
        b_K = np.zeros(W_K.shape[:2]) if h.b_K is None else np.array(h.b_K, float)
        W_Q[head], W_K[head // shared] = 0.0, 0.0
        b_Q[head], b_K[head // shared] = 0.0, 0.0
        b_Q[head, place], W_K[head // shared, place] = 30.0 / float(h.scale), w
        return replace(layer, heads=replace(h, W_Q=W_Q, W_K=W_K, b_Q=b_Q, b_K=b_K))

    return changed(model, depth, forced)


def entering(model, ids, depth):
    """The tokens that enter the heads at a depth, (n, d)."""
    states = (record.x[0] for record in records_of_model(model, ids))
    return normed(model.layer(depth), next(x for k, x in enumerate(states) if k == depth))


def normed(layer, x):
    """Tokens of the stream as the heads of a layer get them."""
    x, norm = x.astype(float), layer.attention_norm
    if layer.norm_after or norm is None:
        return x
    x = x - x.mean(axis=1, keepdims=True) if norm.centered else x
    x = x / np.sqrt((x * x).mean(axis=1, keepdims=True) + norm.eps) * np.asarray(norm.gain, float)
    return x if norm.shift is None else x + np.asarray(norm.shift, float)


def forced_and_resting(model, text):
    """How many heads there were of each kind, on the first token, and told as forced."""
    ids = tokenize(model, text)[0][:TOKENS]
    states = [record.x[0] for record in records_of_model(model, ids)]
    counts = Counter()
    for depth in range(len(model.order)):
        own = logits_of(model, depth, states[depth])
        seen = on_first_and_forced(own, states[depth])
        counts.update(kinds("as they are", *seen))
        if depth % 4 == 2:
            for way, logits in forced_ways(own[:2]):
                counts.update(kinds(way, *on_first_and_forced(logits, states[depth])))
    return counts


def kinds(way, on_first, forced):
    """Keys of a count: those of a kind, of them on the first token, of these told as forced."""
    return {(way, "heads"): len(on_first), (way, "on first"): int(on_first.sum()),
            (way, "forced"): int((on_first & forced).sum())}  # fmt: skip


def logits_of(model, depth, x):
    """The logits of the heads at a depth, -inf out of sight."""
    layer = model.layer(depth)
    q, k, _ = (np.asarray(a) for a in queries_keys_values(layer.heads, normed(layer, x)))
    n = len(x)
    visible = np.tri(n, dtype=bool) if model.mask == "causal" else np.ones((n, n), bool)
    return np.where(visible, float(layer.heads.scale) * (q @ k.swapaxes(-1, -2)), -np.inf)


def forced_ways(own):
    """Logits of heads (heads, n, n) that are made to look at the first token."""
    seen = np.isfinite(own)
    for bias in (10, 15, 20, 30):
        yield f"bias of {bias} on its logits", added(own, bias)
    flat = np.where(seen, 0.0, -np.inf)
    for gap in (12, 30):
        yield f"constant query and keys, gap {gap}", added(flat, gap)
        last = np.where(seen, own[:, -1:], -np.inf)  # every query is that of the last token
        last[..., 0] = own[:, -1].max(axis=-1, keepdims=True)
        yield f"constant query, gap {gap}", added(last, gap)
    yield "all others out of sight", added(flat, 1e3)


def added(logits, gap):
    """Logits with so much more on the first token."""
    return logits + gap * (np.arange(logits.shape[-1]) == 0)


def on_first_and_forced(logits, x):
    """Which heads (heads,) look at the first token alone, and which would whatever the query."""
    w = np.exp(logits - logits.max(axis=-1, keepdims=True))
    found = head_measures(sums_of_weights((w / w.sum(axis=-1, keepdims=True))[None]))
    y = x / np.linalg.norm(x, axis=1, keepdims=True)
    n = len(x)
    cosine = ((y.sum(axis=0) ** 2).sum() - n) / (n * (n - 1))
    names = ("first_share", "first_odds", "odds_spread")
    table = xr.Dataset(
        {"mean_cosine": ("state", [cosine, cosine])}
        | {name: (("layer", "head"), found[name][None]) for name in names},
        attrs={"tokens": n},
    )
    limits = Thresholds()
    return found["first_share"] > limits.sink, rules.never_elsewhere(table, limits)[0]


def forced_table(models):
    """The counts in Markdown, all texts together."""
    lines = [
        "| model | heads | on the first token | told as forced |", "|---|---|---|---|"
    ]  # fmt: skip
    for model in models:
        counts = sum((forced_and_resting(model, text) for text in TEXTS.values()), Counter())
        for way in dict.fromkeys(way for way, _ in counts):
            numbers = [counts[way, kind] for kind in ("on first", "forced")]
            lines.append(f"| {model.name} | {counts[way, 'heads']}, {way} | "
                         f"{numbers[0]} | {numbers[1]} |")  # fmt: skip
    return "\n".join(lines)


def sources(folder):
    """Folders and files that a loader may read."""
    for place in sorted(folder.iterdir()):
        if place.is_dir():
            single = [*place.glob("*.gguf"), *place.glob("*.bin")]
            plain = (place / "config.json").exists() or not single
            yield place if plain else max(single, key=lambda file: file.stat().st_size)


def models_of(folder):
    """The models of a folder that our loaders read; others are named."""
    for source in sources(folder):
        try:
            yield load_model(source)
        except InputError as error:
            print(f"{source.name}: not read: {error}", flush=True)


def table(rows):
    """The rows in Markdown."""
    lines = ["| model | state | warnings | notes | right |", "|---|---|---|---|---|"]
    for one in rows:
        told = (", ".join(one.warnings) or "none", ", ".join(one.notes) or "none")
        right = "yes" if one.right else "**no**"
        lines.append(f"| {one.model} | {one.state} | {told[0]} | {told[1]} | {right} |")
    return "\n".join(lines)


def main():
    """All models of a folder."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--write", type=Path)
    parser.add_argument("--forced", action="store_true")
    options = parser.parse_args()
    if options.forced:
        print(forced_table(models_of(options.folder)))
        return
    rows = []
    for model in models_of(options.folder):
        for one in rows_of(model):
            print(one, "right" if one.right else "WRONG", flush=True)
            rows.append(one)
    print(f"{sum(one.right for one in rows)} of {len(rows)} right")
    if options.write is not None:
        options.write.write_text(table(rows) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
