"""What this installation computes with: versions, machine, kernels."""

import functools
import platform
from importlib.metadata import version
from typing import Any

WRITTEN_BY = ("tokenflock", "jax", "diffrax", "numpy")
PACKAGES = ("tokenflock", "jax", "jaxlib", "diffrax", "equinox", "xarray", "zarr", "numpy")


@functools.cache
def versions() -> dict[str, str]:
    """The versions that a result carries as attributes, version_tokenflock and so on."""
    # Read from the metadata of packages, ten milliseconds each: once.
    return {f"version_{name}": version(name) for name in WRITTEN_BY}


def facts() -> dict[str, Any]:
    """Versions, devices, precision, engine and cache folder, as plain values."""
    from tokenflock._jax import cache_folder, jax  # a second, which writing a file does not need
    from tokenflock.attention import native

    devices = ", ".join(sorted({d.device_kind for d in jax.devices()}))
    engine = native.instruction_set()
    return {
        **{name: version(name) for name in PACKAGES},
        "python": platform.python_version(),
        "machine": f"{platform.system()} {platform.machine()}",
        "devices": devices,
        "precision": "float64 (JAX is switched to 64 bit on first use)",
        "engine": f"native kernels, {engine}" if native.available() else _without_kernels(engine),
        "cache": str(cache_folder()),
    }


def _without_kernels(reason: str) -> str:
    return f"JAX (native kernels: {reason})"
