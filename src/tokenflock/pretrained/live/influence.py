"""Influence by position of a PyTorch model, by one backward pass for each probe."""

from collections.abc import Sequence
from typing import Any

import numpy as np

from tokenflock.errors import InputError
from tokenflock.pretrained.live.blocks import blocks_of
from tokenflock.pretrained.live.torch_library import torch_library
from tokenflock.pretrained.measures.influence_probes import PROBES, profile, unit_probes


def live_influence(
    model: Any,
    batch: dict[str, Any],
    *,
    causal: bool,
    layers: Sequence[Any] | None = None,
    probes: int = PROBES,
) -> np.ndarray:
    """The share (n,) of every position of the first sequence in what the last layer returns."""
    torch, blocks = torch_library(), blocks_of(model, layers)
    kept: dict[str, Any] = {}

    def first(module: Any, args: Any, options: dict[str, Any]) -> tuple[Any, dict[str, Any]]:
        x = (args[0] if args else options["hidden_states"]).detach().requires_grad_()
        if "start" in kept:  # a shared layer comes again
            return args, options
        kept["start"] = x
        return ((x, *args[1:]), options) if args else (args, options | {"hidden_states": x})

    def last(module: Any, args: Any, out: Any) -> None:
        kept["end"] = out[0] if isinstance(out, tuple | list) else out

    handles = [
        blocks[0].module.register_forward_pre_hook(first, with_kwargs=True),
        blocks[-1].module.register_forward_hook(last),
    ]
    try:
        with torch.enable_grad():
            model(**batch)
    finally:
        for handle in handles:
            handle.remove()
    start, end = kept["start"], kept["end"]
    if not end.requires_grad:
        raise InputError(
            "No gradient reaches the last layer: call outside `torch.inference_mode()`."
        )
    y = end[0, -1] if causal else end[0].mean(dim=0)
    squares = np.zeros(start.shape[1])
    for u in unit_probes(y.shape[-1], probes):
        along = torch.as_tensor(u, dtype=y.dtype, device=y.device)
        (gradient,) = torch.autograd.grad(y @ along, start, retain_graph=True)
        squares = squares + gradient[0].double().square().sum(dim=-1).cpu().numpy()
    return profile(squares)
