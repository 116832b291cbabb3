"""Spec: a simulation as plain values, its vocabulary, presets, times, and grids of specs."""

from tokenflock.spec.arrays import ArrayFile, checksum, shape
from tokenflock.spec.documents import modernized
from tokenflock.spec.grids import grid
from tokenflock.spec.spec import Spec
from tokenflock.spec.times import saved_times

__all__ = ["ArrayFile", "Spec", "checksum", "grid", "modernized", "saved_times", "shape"]
