"""The norms of a checkpoint, by name."""

from tokenflock.pretrained.files.tensors import Weights
from tokenflock.pretrained.model import Norm


def layer_norm(weights: Weights, name: str, eps: float) -> Norm:
    """A layer norm: the mean is taken away; a gain and a shift."""
    return Norm(gain=weights(f"{name}.weight"), shift=weights(f"{name}.bias"), eps=eps)


def rms_norm(weights: Weights, name: str, eps: float) -> Norm:
    """A root-mean-square norm: a gain only (arXiv:1910.07467)."""
    return Norm(gain=weights(f"{name}.weight"), shift=None, eps=eps, centered=False)
