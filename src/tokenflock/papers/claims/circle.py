"""Tokens on the unit circle of the plane, and their angles."""

import numpy as np


def points(angle: np.ndarray) -> np.ndarray:
    """The points (cos a, sin a) of angles of any shape (...), as an array (..., 2)."""
    return np.stack([np.cos(angle), np.sin(angle)], axis=-1)


def angles(x: np.ndarray) -> np.ndarray:
    """The angles in [-pi, pi] of points (..., 2)."""
    return np.arctan2(x[..., 1], x[..., 0])


def apart(first: np.ndarray, second: np.ndarray) -> np.ndarray:
    """The distance of two angles around the circle, at most pi."""
    return np.abs(np.angle(np.exp(1j * (first - second))))
