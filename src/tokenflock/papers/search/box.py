"""What a statement quantifies over: numbers, arrays and tokens, as points of a unit cube."""

import math
from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
from jaxtyping import Float
from scipy.special import ndtri

Point = Float[np.ndarray, " dimension"]
FARTHEST = 1e-9  # from the faces of the cube, where a normal number would be infinite


class Part(ABC):
    """One quantity: how many coordinates of the cube it takes, and its value there."""

    @property
    def size(self) -> int:
        """The number of coordinates."""
        return 1

    @abstractmethod
    def at(self, u: np.ndarray) -> Any:
        """The value at coordinates in [0, 1]."""


@dataclass(frozen=True)
class Interval(Part):
    """Numbers between two others; an array of them with a `shape`."""

    low: float
    high: float
    shape: tuple[int, ...] = ()

    @property
    def size(self) -> int:
        return math.prod(self.shape)

    def at(self, u: np.ndarray) -> Any:
        value = (self.low + (self.high - self.low) * u).reshape(self.shape)
        return value if self.shape else float(value)


@dataclass(frozen=True)
class Logarithmic(Part):
    """Positive numbers between two others, every decade alike."""

    low: float
    high: float

    def at(self, u: np.ndarray) -> float:
        return float(self.low * (self.high / self.low) ** u[0])


@dataclass(frozen=True)
class Whole(Part):
    """Whole numbers from `low` to `high`, both among them."""

    low: int
    high: int

    def at(self, u: np.ndarray) -> int:
        return min(self.high, self.low + int(u[0] * (self.high - self.low + 1)))


@dataclass(frozen=True)
class Directions(Part):
    """n tokens (n, d) on the sphere: even in the cube is even on the sphere."""

    n: int
    d: int

    @property
    def size(self) -> int:
        return self.n * self.d

    def at(self, u: np.ndarray) -> np.ndarray:
        normal = ndtri(np.clip(u, FARTHEST, 1 - FARTHEST)).reshape(self.n, self.d)
        return normal / np.maximum(np.linalg.norm(normal, axis=1, keepdims=True), FARTHEST)


@dataclass(frozen=True)
class Box:
    """Quantities by name; a point of the cube gives each its value."""

    parts: Mapping[str, Part]

    @property
    def dimension(self) -> int:
        """How many coordinates a point has."""
        return sum(part.size for part in self.parts.values())

    def values(self, point: Point) -> dict[str, Any]:
        """The quantities at a point."""
        ends = np.cumsum([part.size for part in self.parts.values()])[:-1]
        pieces = np.split(point, ends)
        return {name: self.parts[name].at(u) for name, u in zip(self.parts, pieces, strict=True)}
