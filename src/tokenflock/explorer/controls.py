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
    about: str = "",
) -> dict[str, Any]:
    """Where a field stands and under which symbol, the words to choose from (capitals stand for a
    number; with `numbers` all of them take some) and what stands for `none` of them, the usual
    values of a slider, whether it is among the first to be shown, and what it is `about`, said to
    somebody new."""
    hint: dict[str, Any] = {"group": group, "main": main, "numbers": numbers, "about": about}
    hint |= {"symbol": symbol} if symbol else {}
    hint |= {"words": list(words)} if words else {}
    hint |= {"none": none} if none else {}
    return hint | ({"span": span, "log": log} if span else {})


VALUES = (*vocabulary.MATRICES, vocabulary.WHITE, *vocabulary.SIGNED)
HINTS = {
    "n": _hint("tokens", "n", span=(2, 1000), log=True, main=True,
        about="How many tokens there are, as a text has words."),
    "d": _hint("tokens", "d", span=(1, 16), main=True,
        about="How many coordinates a token has: with 2 tokens live on a circle, with 3 on a "
        "sphere."),
    "init": _hint("tokens", "start", words=vocabulary.INITS, numbers=True, main=True,
        about="Where tokens start. A number behind a word says more, as in `cap` 0.5 or "
        "`clusters` 4."),
    "seed": _hint("tokens", "seed", span=(0, 100), main=True,
        about="Another number draws other starts, matrices and noise at random."),
    "space": _hint("tokens", "space", main=True,
        about="Where tokens live, and how layers normalize them. On the `sphere` (Post-LN) all "
        "have length one."),
    "masses": _hint("tokens", "masses", about="How much every token counts."),
    "frozen": _hint("tokens", "frozen", about="Tokens that stay where they are, by their numbers."),
    "beta": _hint("attention", "β", span=(-16, 256), log=True, main=True,
        about="How choosy attention is. At 0 a token hears all others alike, at large β only those "
        "most like itself; below 0 those least like it."),
    "mask": _hint("attention", "mask", main=True,
        about="Whom a token sees: all (`full`), those before it as when text is written "
        "(`causal`), or only the last few of these (`window`)."),
    "weighting": _hint("attention", "weights", main=True,
        about="How the likeness of two tokens becomes a weight. Transformers use `softmax`; with "
        "`hardmax` a token hears the one most like it only."),
    "kappa": _hint("attention", "noise κ", span=(0.1, 1000), log=True, main=True,
        about="Shakes tokens at random: the smaller κ, the more. None is no noise."),
    "noise": _hint("attention", "noise of",
        about="Whether every token is shaken by itself, or all by the same."),
    "position": _hint("attention", "position", words=vocabulary.POSITIONS,
        about="How the order of tokens counts: with `alibi` the past fades, with `rotary` tokens "
        "are turned by their place."),
    "gamma": _hint("attention", "γ", about="Sets β by the number of tokens, γ log n."),
    "beta_end": _hint("attention", "β at the end", about="β goes to this value on the way."),
    "qk": _hint("matrices", "QᵀK", words=vocabulary.MATRICES, main=True,
        about="The matrix M by which tokens are compared. With the identity those that point the "
        "same way are alike."),
    "ov": _hint("matrices", "V", words=VALUES, main=True,
        about="The matrix that turns what a token says. With the identity others are pulled to "
        "it."),
    "heads": _hint("matrices", "heads", span=(1, 8),
        about="How many pairs of matrices act side by side."),
    "layer_time": _hint("matrices", "layer time",
        about="How long a layer lasts; then the matrices of the next one act."),
    "mlp": _hint("terms", "MLP", words=vocabulary.MLPS, none="none", main=True,
        about="A small network that moves every token besides attention."),
    "mlp_scale": _hint("terms", "times", about="How strong the MLP is."),
    "linear": _hint("terms", "linear B", words=vocabulary.MATRICES, none="none",
        about="Moves every token by a matrix as well."),
    "external": _hint("terms", "external E", about="Pushes tokens in a fixed direction as well."),
    "block": _hint("terms", "block", words=vocabulary.BLOCKS,
        about="In what order attention and MLP act in a layer."),
    "t_end": _hint("time", "last time", span=(0.1, 1000), log=True, main=True,
        about="How long tokens are followed. Layers of a transformer are steps in time."),
    "spacing": _hint("time", "spacing", main=True,
        about="Whether the moments that are kept are equally far apart (`linear`), or every next "
        "one some percent later (`log`)."),
    "samples": _hint("time", "saved times", span=(11, 501),
        about="How many moments are kept to be looked at."),
    "tol": _hint("time", "tolerance", span=(1e-12, 1e-2), log=True,
        about="The largest error of a step."),
    "method": _hint("time", "method", words=vocabulary.METHODS,
        about="How the equation is solved. `layers` takes the large steps of a transformer."),
    "step": _hint("time", "step", about="How long a step is, where all are equal."),
    "coarsen": _hint("time", "coarsen",
        about="Whether tokens that have met move as one, which makes the longest times short."),
}  # fmt: skip

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
