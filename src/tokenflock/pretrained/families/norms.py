"""The norms of a checkpoint, by name."""

from dataclasses import dataclass

import numpy as np

from tokenflock.pretrained.files.tensors import Shape, Weights
from tokenflock.pretrained.model import Norm


@dataclass(frozen=True)
class NormKind:
    """How a family stores its norms: gains alone or with shifts, less one or as they are."""

    centered: bool = True
    has_shift: bool = True
    gain_is_one_plus: bool = False

    def shapes(self, name: str, *shape: int) -> dict[str, Shape]:
        """The tensors of a norm."""
        parts = ("weight", "bias") if self.has_shift else ("weight",)
        return {f"{name}.{part}": shape for part in parts}

    def read(self, weights: Weights, name: str, eps: float) -> Norm:
        """The norm of a name."""
        gain = weights(f"{name}.weight")
        # In float64: the sum would lose digits of a small weight.
        gain = 1.0 + np.asarray(gain, float) if self.gain_is_one_plus else gain
        shift = weights(f"{name}.bias") if self.has_shift else None
        return Norm(gain=gain, shift=shift, eps=eps, centered=self.centered)


LAYER_NORM = NormKind()
LAYER_NORM_NO_SHIFT = NormKind(has_shift=False)
RMS_NORM = NormKind(centered=False, has_shift=False)  # arXiv:1910.07467
RMS_NORM_ONE_PLUS = NormKind(centered=False, has_shift=False, gain_is_one_plus=True)


def layer_norm(weights: Weights, name: str, eps: float) -> Norm:
    """A layer norm: the mean is taken away; a gain and a shift."""
    return LAYER_NORM.read(weights, name, eps)


def rms_norm(weights: Weights, name: str, eps: float) -> Norm:
    """A root-mean-square norm: a gain only."""
    return RMS_NORM.read(weights, name, eps)
