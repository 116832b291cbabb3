"""Named tensors of a checkpoint: shapes at once, numbers when somebody asks.

A format is a function from a file to `Tensors`; nothing else in the package knows about files.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from tokenflock.errors import InputError

Shape = tuple[int, ...]
MOST_NAMED = 6  # tensors that an error names
ADVICE = {
    "missing": "If files are missing, download the rest; else the configuration is another's.",
    "misshapen": "Its configuration and its weights belong to different models.",
    "extra": (
        "What is extra is a part that is not read here, as a bias or a head of a variant: see "
        "`tkf.pretrained.watch` for the model as PyTorch runs it."
    ),
}


@dataclass(frozen=True)
class Tensor:
    """A tensor whose shape is known and whose numbers are read on request.

    `read()` gives all of them, `read(rows)` some rows: a vocabulary is larger than its sentence.
    """

    shape: Shape
    read: Callable[..., np.ndarray]


Tensors = Mapping[str, Tensor]


def some_rows(tensor: Tensor, index: np.ndarray) -> Tensor:
    """The tensor of some rows of another, in the order of the index."""
    return Tensor((len(index), *tensor.shape[1:]), lambda rows=...: tensor.read(index[rows]))


def split(tensors: Tensors, name: str, parts: Mapping[str, np.ndarray]) -> dict[str, Tensor]:
    """The tensors with one of them taken apart, weight and bias: rows of each part, by its name."""
    apart = dict(tensors)
    for kind in ("weight", "bias"):
        whole = apart.get(f"{name}.{kind}")
        if whole is not None and whole.shape[:1] == (sum(map(len, parts.values())),):
            del apart[f"{name}.{kind}"]
            apart |= {f"{part}.{kind}": some_rows(whole, rows) for part, rows in parts.items()}
    return apart


def matched(
    tensors: Tensors,
    shapes: Mapping[str, Shape],
    *,
    optional: Mapping[str, Shape] | None = None,
    ignored: Iterable[str] = (),
    source: str,
) -> dict[str, Tensor]:
    """The tensors that a model needs, by the names of `shapes`.

    Missing, misshapen and extra tensors are named in one error.  Names that begin with one of
    `ignored` (heads for a task, buffers) may be there and are left alone.
    """
    expected = {**shapes, **(optional or {})}
    missing = [name for name in shapes if name not in tensors]
    misshapen = [
        f"{name} is {tensors[name].shape}, not {shape}"
        for name, shape in expected.items()
        if name in tensors and tensors[name].shape != shape
    ]
    left = tuple(ignored)
    extra = [name for name in tensors if name not in expected and not name.startswith(left)]
    kinds = {"missing": missing, "misshapen": misshapen, "extra": extra}
    problems = [f"{title}: {_some(names)}" for title, names in kinds.items() if names]
    if problems:
        advice = " ".join(ADVICE[title] for title, names in kinds.items() if names)
        raise InputError(
            f"`{source}` must hold the tensors that its configuration promises. "
            f"{'; '.join(problems)}. {advice}"
        )
    return {name: tensors[name] for name in expected if name in tensors}


def _some(names: list[str]) -> str:
    more = len(names) - MOST_NAMED
    return ", ".join(names[:MOST_NAMED]) + (f" and {more} more" if more > 0 else "")


def finite(name: str, array: np.ndarray) -> np.ndarray:
    """The array, unless it is of a type for other things or one of its entries is no number."""
    if array.dtype.kind != "f":
        raise InputError(
            f"The tensor `{name}` must hold floating-point weights, but it is stored as "
            f"{array.dtype}. Use a checkpoint that is not quantized, or a GGUF file."
        )
    bad = int(array.size - np.isfinite(array).sum())
    if bad:
        raise InputError(
            f"The tensor `{name}` must be finite, but {bad} of its {array.size} entries are not. "
            "Download the checkpoint again, or ask whoever trained it."
        )
    return array


@dataclass(frozen=True)
class Weights:
    """The tensors of one model, read by name; what is read is finite and of a float type."""

    tensors: dict[str, Tensor]

    def __call__(self, name: str) -> np.ndarray:
        return finite(name, self.tensors[name].read())

    def rows(self, name: str, index: np.ndarray) -> np.ndarray:
        """Some rows of a table, the others untouched."""
        return finite(name, self.tensors[name].read(index))

    def __contains__(self, name: Any) -> bool:
        return name in self.tensors


def renamed(tensors: Tensors, change: Callable[[str], str]) -> dict[str, Tensor]:
    """The tensors under other names; two that come to bear one name are refused."""
    changed = {change(name): tensor for name, tensor in tensors.items()}
    if len(changed) != len(tensors):
        raise InputError(
            "The checkpoint holds one tensor under two names, as `bert.x` and `x`. "
            "Keep one of them."
        )
    return changed


def without_prefix(tensors: Tensors, *prefixes: str) -> dict[str, Tensor]:
    """The tensors without the first of the prefixes that each name begins with."""

    def bare(name: str) -> str:
        found = next((p for p in prefixes if name.startswith(p)), "")
        return name[len(found) :]

    return renamed(tensors, bare)
