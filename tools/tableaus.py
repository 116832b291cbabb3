"""Print src/tokenflock/solvers/tableaus.py: the tables of diffrax's explicit methods, as numbers.

    python tools/tableaus.py > src/tokenflock/solvers/tableaus.py

Importing diffrax takes a second, and compiling its curves half of one: no run should wait for it.
"""

from collections.abc import Callable
from typing import Any

import diffrax as dfx
import numpy as np

from tokenflock._jax import jax, jnp

METHODS = {
    "midpoint": dfx.Midpoint, "heun": dfx.Heun, "ralston": dfx.Ralston, "bosh3": dfx.Bosh3,
    "tsit5": dfx.Tsit5, "dopri5": dfx.Dopri5, "dopri8": dfx.Dopri8,
}  # fmt: skip
OWN_CURVES = (dfx.Dopri5, dfx.Dopri8)  # see `dense_output`
DEGREE = 8  # no curve of diffrax has a larger one


def curve(solver: Any) -> np.ndarray:
    """The polynomials of the smallest degree that agree with the weights of unit vectors.

    One row per power of s - 1/2, one column for each of x, x1 and the stages.
    """
    stages = solver.tableau.num_stages
    s = (1 - np.cos(np.pi * np.linspace(0, 1, 3 * DEGREE))) / 2
    weights = np.asarray(_weights(solver, stages)(s))
    for degree in range(1, DEGREE + 1):
        powers = np.vander(s - 0.5, degree + 1, increasing=True)
        w, *_ = np.linalg.lstsq(powers, weights)
        if np.abs(powers @ w - weights).max() < 1e-13 * np.abs(weights).max():
            return np.where(np.abs(w) < 1e-15, 0.0, w)
    raise ValueError(f"The curve of {type(solver).__name__} is no polynomial.")


def _weights(solver: Any, stages: int) -> Callable[..., Any]:
    @jax.jit
    @jax.vmap
    def on_units(s: Any) -> Any:
        y0, y1, *k = map(jnp.asarray, np.eye(2 + stages))
        found = solver.interpolation_cls(t0=0.0, t1=1.0, y0=y0, y1=y1, k=jnp.stack(k))
        return found.evaluate(s)

    return on_units


def table(solver: Any) -> dict[str, np.ndarray]:
    """a, b, c, e and w of a method; no w where the curve is our own."""
    known = solver.tableau
    a = np.zeros((known.num_stages, known.num_stages))
    for i, row in enumerate(known.a_lower, start=1):
        a[i, : len(row)] = row
    b, e = np.array(known.b_sol), np.array(known.b_error)
    parts = {"a": a, "b": b, "c": np.append(0.0, known.c), "e": e}
    return parts if type(solver) in OWN_CURVES else parts | {"w": curve(solver)}


def order(solver: Any) -> float:
    """The power of h that the estimated error of a step falls with."""
    return float(solver.error_order(dfx.ODETerm(lambda t, x, args: x)))


def written(array: np.ndarray, indent: str = "        ") -> str:
    """An array as nested lists, a line for every three numbers."""
    if array.ndim == 2:
        rows = "".join(f"{indent}{written(row, indent + '    ')},\n" for row in array)
        return f"[\n{rows}    ]"
    numbers = [repr(float(number)) for number in array]
    lines = [", ".join(numbers[k : k + 3]) for k in range(0, len(numbers), 3)]
    return "[" + (",\n" + indent + " ").join(lines) + "]"


HEADING = '''"""Explicit Runge-Kutta methods as numbers, from diffrax by `python tools/tableaus.py`.

Rows of a, weights b, nodes c, error weights e, and the curve w between the ends of a step, one row
per power of s - 1/2, as in `runge_kutta.Tables`.  The orders of error estimates, and how the next
step is chosen: h clip(SAFETY error^(-1/order), SHORTEST, LONGEST).
"""
'''


def main() -> None:
    print(HEADING)
    print("# fmt: off")
    for name, method in METHODS.items():
        print(f"{name.upper()} = {{")
        for part, array in table(method()).items():
            print(f'    "{part}": {written(array)},')
        print("}")
    print("TABLEAUS = {")
    print("".join(f'    "{name}": {name.upper()},\n' for name in METHODS) + "}")
    orders = ", ".join(f'"{name}": {order(method())}' for name, method in METHODS.items())
    half = orders.index(', "bosh3"') + 1
    print(f"ERROR_ORDERS = {{\n    {orders[:half]}\n   {orders[half:]},\n}}")
    controller = dfx.PIDController(rtol=0.0, atol=0.0)
    limits = f"{controller.factormin}, {controller.factormax}"
    print(f"SAFETY, SHORTEST, LONGEST = {controller.safety}, {limits}")


if __name__ == "__main__":
    main()
