"""JAX, in 64 bit.  Every other module takes `jax` and `jnp` from here.

Attention weights span e^(-2 beta); float32 keeps seven digits of them and no slow motion at all.
"""

import os
from importlib.metadata import version
from pathlib import Path

from tokenflock.errors import InputError

if os.environ.get("JAX_ENABLE_X64", "1").lower() in {"0", "false", "no", "off"}:
    raise InputError(
        "tokenflock computes in float64, but JAX_ENABLE_X64 switches it off. "
        "Unset JAX_ENABLE_X64 or set it to 1."
    )

if version("jaxlib").startswith("0.10."):
    # Its "YNN" fusions return garbage in compiled derivatives (tests/attention/test_native.py).
    # Other versions may not know the flag, and stop at flags that they do not know.
    flags = os.environ.get("XLA_FLAGS", "")
    os.environ["XLA_FLAGS"] = f"{flags} --xla_cpu_experimental_ynn_fusion_type=".strip()

import jax
import jax.numpy as jnp

__all__ = ["cache_folder", "jax", "jnp"]


def cache_folder() -> Path:
    """Where compiled programs are kept between sessions; TOKENFLOCK_CACHE overrides it."""
    home = os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
    return Path(os.environ.get("TOKENFLOCK_CACHE") or Path(home) / "tokenflock")


def _configure() -> None:
    jax.config.update("jax_enable_x64", True)
    if jax.config.values["jax_compilation_cache_dir"] is None:
        jax.config.update("jax_compilation_cache_dir", str(cache_folder() / "xla"))
        jax.config.update("jax_persistent_cache_min_compile_time_secs", 0.2)


_configure()
