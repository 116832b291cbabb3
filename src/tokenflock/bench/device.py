"""The device that benchmarks run on."""

import os

from tokenflock.errors import InputError

DEVICES = ("cpu", "gpu", "tpu")
INSTALL = "https://docs.jax.dev/en/latest/installation.html"


def select(name: str) -> None:
    """Let JAX compute on this kind of device, in child processes too; called before it computes."""
    # An accelerator JAX prefers by itself, with the CPU beside it, which kernels register with.
    if name == "cpu":
        _leave_accelerators_alone()
    if used() != name:
        raise InputError(
            f"`--device {name}` needs a {name.upper()} that JAX computes on. "
            f"Got devices: {used()}. Install JAX for it ({INSTALL}), or leave `--device` out."
        )


def _leave_accelerators_alone() -> None:
    os.environ["JAX_PLATFORMS"] = "cpu"
    from tokenflock._jax import jax

    jax.config.update("jax_platforms", "cpu")  # for a JAX that was imported before


def used() -> str:
    """The kind of device that JAX computes on: 'cpu', 'gpu' or 'tpu'."""
    from tokenflock._jax import jax

    platform = jax.default_backend()
    return {"cuda": "gpu", "rocm": "gpu"}.get(platform, platform)
