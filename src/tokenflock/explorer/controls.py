"""The controls of the page: the JSON schema of `Spec`, with hints on how to show its fields.

A field without a hint is shown as well, by its type, last in its group.
"""

from collections.abc import Iterable
from typing import Any

from tokenflock.spec import Spec, vocabulary


def _hint(
    group: str,
    symbol: str | None = None,
    *,
    words: Iterable[str] = (),
    numbers: bool = False,
    span: tuple[float, float] | None = None,
    log: bool = False,
    main: bool = False,
) -> dict[str, Any]:
    """Where a field stands and under which symbol, the words to choose from (capitals stand for a
    number; with `numbers` all of them take some), the usual values of a slider, and whether it is
    among the first to be shown."""
    hint: dict[str, Any] = {"group": group, "main": main, "numbers": numbers}
    hint |= {"symbol": symbol} if symbol else {}
    hint |= {"words": list(words)} if words else {}
    return hint | ({"span": span, "log": log} if span else {})


HINTS = {
    "n": _hint("tokens", "n", span=(2, 1000), log=True, main=True),
    "d": _hint("tokens", "d", span=(1, 16), main=True),
    "init": _hint("tokens", "start", words=vocabulary.INITS, numbers=True, main=True),
    "seed": _hint("tokens", "seed", span=(0, 100), main=True),
    "space": _hint("tokens", "space", words=vocabulary.SPACES, main=True),
    "masses": _hint("tokens", "masses"),
    "frozen": _hint("tokens", "frozen"),
    "beta": _hint("attention", "β", span=(0, 256), log=True, main=True),
    "mask": _hint("attention", "mask", words=vocabulary.MASKS, main=True),
    "weighting": _hint("attention", "weights", words=vocabulary.WEIGHTINGS, main=True),
    "kappa": _hint("attention", "noise κ", span=(0.1, 1000), log=True, main=True),
    "position": _hint("attention", "position", words=vocabulary.POSITIONS),
    "gamma": _hint("attention", "γ"),
    "beta_end": _hint("attention", "β at the end"),
    "qk": _hint("matrices", "QᵀK", words=vocabulary.MATRICES, main=True),
    "ov": _hint("matrices", "V", words=vocabulary.MATRICES + vocabulary.SIGNED, main=True),
    "heads": _hint("matrices", "heads", span=(1, 8)),
    "layer_time": _hint("matrices", "layer time"),
    "t_end": _hint("time", "last time", span=(0.1, 1000), log=True, main=True),
    "spacing": _hint("time", "spacing", main=True),
    "samples": _hint("time", "saved times", span=(11, 501)),
    "tol": _hint("time", "tolerance", span=(1e-12, 1e-2), log=True),
    "method": _hint("time", "method", words=vocabulary.METHODS),
    "step": _hint("time", "step"),
    "coarsen": _hint("time", "coarsen"),
}


def schema() -> dict[str, Any]:
    """The JSON schema of `Spec`, each field with its `x-hint`, in the order of the controls."""
    full = Spec.model_json_schema()
    fields = full["properties"]
    order = [*(name for name in HINTS if name in fields), *(f for f in fields if f not in HINTS)]
    return full | {
        "properties": {name: fields[name] | {"x-hint": HINTS.get(name, {})} for name in order}
    }
