"""Numerics: double-double sums, matrix exponentials, extrapolated steps, random streams."""
