"""What this installation computes with."""

import platform
from importlib.metadata import version
from typing import Any

PACKAGES = ("tokenflock", "jax", "jaxlib", "diffrax", "equinox", "xarray", "zarr", "numpy")


def facts() -> dict[str, Any]:
    """Versions, devices, precision, engine and cache folder, as plain values."""
    from tokenflock._jax import cache_folder, jax
    from tokenflock.attention import native

    devices = ", ".join(sorted({d.device_kind for d in jax.devices()}))
    return {
        **{name: version(name) for name in PACKAGES},
        "python": platform.python_version(),
        "machine": f"{platform.system()} {platform.machine()}",
        "devices": devices,
        "precision": "float64 (JAX is switched to 64 bit on first use)",
        "engine": f"native kernels, {native.engine()}" if native.available() else _without(native),
        "cache": str(cache_folder()),
    }


def _without(native: Any) -> str:
    return f"JAX (native kernels: {native.engine()})"
