"""Calls of native handlers through XLA, with operands and results by name.

Names are taken from the same dictionaries as the arrays and travel with them, so that they cannot
go out of step; the handlers (`native/operands.h`) look every buffer up by its name and check its
type and shape.
"""

from collections.abc import Mapping
from typing import Any

from jaxtyping import Array

from tokenflock._jax import jax


def call(
    handler: str,
    *,
    operands: Mapping[str, Any],
    results: Mapping[str, jax.ShapeDtypeStruct],
    attributes: Mapping[str, str | bool] | None = None,
    vmap_method: str | None = None,
) -> dict[str, Array]:
    """What a registered handler makes of its operands, by name."""
    function = jax.ffi.ffi_call(handler, tuple(results.values()), vmap_method=vmap_method)
    names = {"operands": " ".join(operands), "results": " ".join(results)}
    found = function(*operands.values(), **names, **(attributes or {}))
    return dict(zip(results, found, strict=True))
