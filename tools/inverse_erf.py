"""The polynomials of native/inverse_erf.h: erfinv(x) / x in w = -log(1 - x^2), in three ranges.

    python tools/inverse_erf.py > native/inverse_erf.h

The variable is w where w is small and sqrt(w) elsewhere, from the middle of its range (as M. Giles,
GPU Computing Gems, 2011, does).
"""

import numpy as np
from numpy.polynomial import chebyshev
from scipy.special import erfcinv

RANGES = (("SMALL", 0.0, 6.25, 23), ("MEDIUM", 2.5, 4.0, 19), ("LARGE", 4.0, 6.1, 17))


def ratio(w: np.ndarray) -> np.ndarray:
    """erfinv(x) / x; by erfc, since x is close to one."""
    x = np.sqrt(-np.expm1(-w))
    return np.where(
        w < 1e-12, np.sqrt(np.pi) / 2, erfcinv(np.exp(-w) / (1 + x)) / np.where(x > 0, x, 1)
    )


def coefficients(name: str, low: float, high: float, count: int) -> tuple[float, np.ndarray]:
    """The middle of a range, and the coefficients of the powers of what is beyond it."""
    middle, half = (low + high) / 2, (high - low) / 2
    nodes = np.cos(np.pi * (np.arange(400) + 0.5) / 400)
    at = middle + half * nodes
    fitted = chebyshev.chebfit(nodes, ratio(at if name == "SMALL" else at**2), count - 1)
    powers = chebyshev.cheb2poly(fitted)
    return middle, (powers / half ** np.arange(count))[::-1]


def main() -> None:
    print("// Written by tools/inverse_erf.py: erfinv(x) / x, highest powers first.")
    print("#pragma once\n\nnamespace tokenflock {\n")
    for name, low, high, count in RANGES:
        middle, found = coefficients(name, low, high, count)
        rows = ",\n    ".join(f"{c:.17g}" for c in found)
        print(f"constexpr double {name}_MIDDLE = {middle:.17g};")
        print(f"constexpr double {name}[] = {{\n    {rows}}};")
    print("\n}  // namespace tokenflock")


if __name__ == "__main__":
    main()
