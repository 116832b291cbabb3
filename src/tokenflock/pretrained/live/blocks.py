"""Where the layers of a PyTorch model are, and which of their modules write to the residual stream.

Layers are the members of the longest list of modules of one class, outside any other such list,
whose members hold attention.  What attention adds is the output of the last linear map inside it,
what the MLP adds that of the last linear map outside; or of the norms that follow these, where a
layer has them under the names of Gemma and OLMo.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from tokenflock.errors import InputError
from tokenflock.pretrained.live.torch_library import torch_library


@dataclass(frozen=True)
class Block:
    """A layer: its module and, where they were found, the two that add to the stream."""

    module: Any
    attention: Any | None
    mlp: Any | None


def blocks_of(model: Any, layers: Sequence[Any] | None = None) -> list[Block]:
    """The layers of a model, in the order of the list that holds them, or those given."""
    torch = torch_library()
    if not isinstance(model, torch.nn.Module):
        raise InputError(f"`model` must be a torch.nn.Module. Got {type(model).__name__}.")
    found = list(layers) if layers is not None else _longest(_lists(torch, model))
    if not found:
        raise InputError(
            f"No list of layers with attention was found in {type(model).__name__}. Name it: "
            "`layers=model.encoder.layers`."
        )
    return [_block(torch, module) for module in found]


def _longest(lists: list[list[Any]]) -> list[Any]:
    return max(lists, key=len, default=[])


def _lists(torch: Any, module: Any) -> list[list[Any]]:
    """The outermost lists of modules of one class that hold attention."""
    if isinstance(module, torch.nn.ModuleList | torch.nn.Sequential):
        members = list(module)
        alike = len({type(member) for member in members}) == 1
        if alike and _attention(members[0]) is not None:
            return [members]
    return [found for child in module.children() for found in _lists(torch, child)]


def _attention(module: Any) -> Any | None:
    """The first module inside whose name or class speaks of attention."""
    for name, child in module.named_modules():
        last = name.rsplit(".", 1)[-1].lower()
        if name and "norm" not in last and ("attn" in last or "attention" in last):
            return child
        if name and "norm" not in last and "attention" in type(child).__name__.lower():
            return child
    return None


NORMS_OF_PARTS = ("post_attention_layernorm", "post_feedforward_layernorm")


def _block(torch: Any, module: Any) -> Block:
    if all(hasattr(module, name) for name in NORMS_OF_PARTS):
        return Block(module, *(getattr(module, name) for name in NORMS_OF_PARTS))
    attention = _attention(module)
    if attention is None:
        return Block(module, None, None)
    inside = {id(child) for child in attention.modules()}
    outside = [child for child in _linear(module) if id(child) not in inside]
    return Block(module, _writer(torch, attention), outside[-1] if outside else None)


def _writer(torch: Any, attention: Any) -> Any | None:
    # This one applies its last map without calling it as a module.
    if isinstance(attention, torch.nn.MultiheadAttention):
        return attention
    return next(iter(list(_linear(attention))[::-1]), None)


def _linear(module: Any) -> Iterator[Any]:
    """Linear maps inside, whatever their class: `Linear`, transformers' `Conv1D`, and their kin."""
    for child in module.modules():
        weight, name = getattr(child, "weight", None), type(child).__name__
        if getattr(weight, "ndim", 0) == 2 and ("Linear" in name or "Conv1D" in name):
            yield child
