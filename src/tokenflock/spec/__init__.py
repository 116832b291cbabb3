"""Spec: a simulation as plain values, its vocabulary, presets, and grids of specs."""

from tokenflock.spec.spec import ArrayFile, Spec, checksum, shape, sweep

__all__ = ["ArrayFile", "Spec", "checksum", "shape", "sweep"]
