"""The controls of the page: the JSON schema of `Spec`, with hints on how to show its fields.

A field without a hint is shown as well, by its type, last in its group.  The page has no list of
its own: words, defaults and what to compare a run with all come from here.
"""

import json
from collections.abc import Iterable
from typing import Any

from tokenflock.spec import Spec, vocabulary
from tokenflock.spec.presets import preset


def _hint(
    group: str,
    symbol: str | None = None,
    *,
    words: Iterable[str] = (),
    numbers: bool = False,
    none: str | None = None,
    span: tuple[float, float] | None = None,
    log: bool = False,
    main: bool = False,
) -> dict[str, Any]:
    """Where a field stands and under which symbol, the words to choose from (capitals stand for a
    number; with `numbers` all of them take some) and what stands for `none` of them, the usual
    values of a slider, and whether it is among the first to be shown."""
    hint: dict[str, Any] = {"group": group, "main": main, "numbers": numbers}
    hint |= {"symbol": symbol} if symbol else {}
    hint |= {"words": list(words)} if words else {}
    hint |= {"none": none} if none else {}
    return hint | ({"span": span, "log": log} if span else {})


VALUES = (*vocabulary.MATRICES, vocabulary.WHITE, *vocabulary.SIGNED)
HINTS = {
    "n": _hint("tokens", "n", span=(2, 1000), log=True, main=True),
    "d": _hint("tokens", "d", span=(1, 16), main=True),
    "init": _hint("tokens", "start", words=vocabulary.INITS, numbers=True, main=True),
    "seed": _hint("tokens", "seed", span=(0, 100), main=True),
    "space": _hint("tokens", "space", main=True),
    "masses": _hint("tokens", "masses"),
    "frozen": _hint("tokens", "frozen"),
    "beta": _hint("attention", "β", span=(-16, 256), log=True, main=True),
    "mask": _hint("attention", "mask", main=True),
    "weighting": _hint("attention", "weights", main=True),
    "kappa": _hint("attention", "noise κ", span=(0.1, 1000), log=True, main=True),
    "noise": _hint("attention", "noise of"),
    "position": _hint("attention", "position", words=vocabulary.POSITIONS),
    "gamma": _hint("attention", "γ"),
    "beta_end": _hint("attention", "β at the end"),
    "qk": _hint("matrices", "QᵀK", words=vocabulary.MATRICES, main=True),
    "ov": _hint("matrices", "V", words=VALUES, main=True),
    "heads": _hint("matrices", "heads", span=(1, 8)),
    "layer_time": _hint("matrices", "layer time"),
    "mlp": _hint("terms", "MLP", words=vocabulary.MLPS, none="none", main=True),
    "mlp_scale": _hint("terms", "times"),
    "linear": _hint("terms", "linear B", words=vocabulary.MATRICES, none="none"),
    "external": _hint("terms", "external E"),
    "block": _hint("terms", "block", words=vocabulary.BLOCKS),
    "t_end": _hint("time", "last time", span=(0.1, 1000), log=True, main=True),
    "spacing": _hint("time", "spacing", main=True),
    "samples": _hint("time", "saved times", span=(11, 501)),
    "tol": _hint("time", "tolerance", span=(1e-12, 1e-2), log=True),
    "method": _hint("time", "method", words=vocabulary.METHODS),
    "step": _hint("time", "step"),
    "coarsen": _hint("time", "coarsen"),
}

# What a second run with the same seed may change; what a spec has already is not offered.
CONTRASTS: dict[str, dict[str, Any]] = {
    "causal attention": {"mask": "causal"},
    "full attention": {"mask": "full"},
    "unnormalized (USA)": {"weighting": "unnormalized:scaled"},
    "softmax (SA)": {"weighting": "softmax"},
    "Pre-LN": {"space": "preln"},
    "Post-LN": {"space": "sphere"},
}

COMMAND_PRESET = "full-circle"  # what a copied command starts from


def schema() -> dict[str, Any]:
    """The JSON schema of `Spec`, each field with its `x-hint`, in the order of the controls."""
    full = Spec.model_json_schema()
    fields = full["properties"]
    order = [*(name for name in HINTS if name in fields), *(f for f in fields if f not in HINTS)]
    return full | {
        "properties": {name: fields[name] | {"x-hint": _hint_of(name)} for name in order}
    }


def _hint_of(field: str) -> dict[str, Any]:
    """The hint of a field; words that users define are known only now."""
    own = {"words": list(vocabulary.words(field))} if field in vocabulary.WORDS else {}
    return HINTS.get(field, {}) | own


def copied_command() -> dict[str, Any]:
    """The preset of a copied command, and the defaults of the fields in which it differs."""
    changed = fields_of(preset(COMMAND_PRESET))
    defaults = {name: Spec.model_fields[name].default for name in changed}
    return {"preset": COMMAND_PRESET, "defaults": defaults}


def fields_of(spec: Spec) -> dict[str, Any]:
    """The fields of a spec that differ from their defaults, as JSON has them."""
    fields = json.loads(spec.model_dump_json(exclude_none=True, exclude_defaults=True))
    if "gamma" in fields:
        fields.pop("beta", None)
    return fields
