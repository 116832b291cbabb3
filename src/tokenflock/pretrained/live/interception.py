"""Queries and keys of every attention of a PyTorch model, seen on their way into its kernel.

Two doors: `scaled_dot_product_attention`, which most models call, whoever wrote them; and the
`AttentionInterface` of transformers for its other kernels (eager, flash, flex).  Neither changes
what the model computes.
"""

import contextlib
import functools
import importlib
import sys
from collections.abc import Callable, Iterator
from typing import Any

from tokenflock.pretrained.live.torch_library import torch_library

See = Callable[..., None]  # called with q, k, mask=, is_causal=, scale=, softcap=


@contextlib.contextmanager
def intercepted(see: See) -> Iterator[None]:
    """Call `see` with the queries and keys of every attention inside the block."""
    inside = [False]

    @functools.wraps(see)
    def once(*args: Any, **options: Any) -> None:
        """Only the outer of two doors counts; what is measured is not seen itself."""
        if not inside[0]:
            inside[0] = True
            try:
                see(*args, **options)
            finally:
                inside[0] = False

    with _fused(once), _interface(once, inside):
        yield


def _fused(see: See) -> Any:
    """The mode in which calls of torch's fused attention are seen."""
    torch = torch_library()
    fused = torch.nn.functional.scaled_dot_product_attention

    class Seen(torch.overrides.TorchFunctionMode):  # type: ignore[misc, name-defined]
        def __torch_function__(
            self, func: Any, types: Any, args: Any = (), kwargs: Any = None
        ) -> Any:
            kwargs = kwargs or {}
            out = func(*args, **kwargs)
            if func is fused:
                see(**_fused_arguments(*args, **kwargs))
            return out

    return Seen()


def _fused_arguments(
    query: Any, key: Any, value: Any, attn_mask: Any = None, dropout_p: float = 0.0,
    is_causal: bool = False, scale: float | None = None, enable_gqa: bool = False,
) -> dict[str, Any]:  # fmt: skip
    return {"q": query, "k": key, "mask": attn_mask, "is_causal": is_causal, "scale": scale}


@contextlib.contextmanager
def _interface(see: See, inside: list[bool]) -> Iterator[None]:
    """transformers' other kernels, each replaced by itself after a look at what enters it."""
    modeling = sys.modules.get("transformers.modeling_utils")
    if modeling is None:
        yield
        return
    interface = modeling.ALL_ATTENTION_FUNCTIONS
    before = {name: interface.get(name) for name in ("eager", *interface.valid_keys())}
    changed = [name for name in before if name != "sdpa"]
    for name in changed:
        interface[name] = _watched(before[name], see, inside)
    try:
        yield
    finally:
        for name in changed:
            del interface[name]


def _watched(kernel: Any | None, see: See, inside: list[bool]) -> Callable[..., Any]:
    def attention(
        module: Any, query: Any, key: Any, value: Any, mask: Any = None, *args: Any, **options: Any
    ) -> Any:
        own = kernel if kernel is not None else _eager(module)
        inside[0] = True
        try:
            out = own(module, query, key, value, mask, *args, **options)
        finally:
            inside[0] = False
        see(query, key, **_interface_arguments(module, query, mask, options))
        return out

    return attention


def _interface_arguments(
    module: Any, query: Any, mask: Any, options: dict[str, Any]
) -> dict[str, Any]:
    causal = options.get("is_causal")
    causal = getattr(module, "is_causal", True) if causal is None else causal
    if mask is not None and mask.ndim == 2:  # padding, as flash kernels take it
        mask = mask[:, None, None, :].bool()
    else:
        causal = causal and mask is None
    return {
        "mask": _with_bias(mask, options.get("position_bias")),
        "is_causal": bool(causal) and query.shape[2] > 1,
        "scale": options.get("scaling"),
        "softcap": options.get("softcap"),
    }


def _with_bias(mask: Any | None, bias: Any | None) -> Any | None:
    """A mask that adds to logits, with the bias by position that T5 hands over apart from it."""
    if bias is None or mask is None:
        return mask if bias is None else bias
    if mask.dtype == torch_library().bool:
        return bias.masked_fill(~mask, torch_library().finfo(bias.dtype).min)
    return mask + bias


def _eager(module: Any) -> Any:
    """The eager attention that stands in the file of a model."""
    return importlib.import_module(type(module).__module__).eager_attention_forward
