"""A template for an observable: the nematic order of tokens.  Copy it, and measure your own.

An observable reduces tokens, (..., n, d) -> (...).  The decorator gives it its three faces: NumPy
in, NumPy out; JAX in, JAX out; xarray in, xarray out, labels kept.  By its name it is measured in
sweeps (`tokenflock sweep FILE.toml --use observable.py`), and `solve(save=nematic_order)` keeps it
instead of tokens.

`python observable.py` measures causal tokens that gather at two opposite points.
"""

from typing import Any

import tokenflock as tkf


@tkf.observable
def nematic_order(x: Any) -> Any:
    """How far tokens agree up to sign,

        (d lambda - 1) / (d - 1),     lambda the largest eigenvalue of (1/n) sum_i u_i u_i^T,

    u_i = x_i / |x_i|, d > 1.  1 when all tokens lie on one axis, be it at both its ends; 0 when no
    axis is preferred, as for orthogonal tokens with n = d.
    """
    xp, (n, d) = x.__array_namespace__(), x.shape[-2:]
    u = x / xp.sqrt((x * x).sum(axis=-1, keepdims=True))
    largest = xp.linalg.eigvalsh(u.mT @ u / n)[..., -1]
    return (d * largest - 1) / (d - 1)


if __name__ == "__main__":
    run = tkf.simulate(tkf.Spec(n=32, d=2, beta=4.0, mask="causal", ov=[[1.0, 0.0], [0.0, 0.2]]))
    print(nematic_order(run)[::10].to_series())
