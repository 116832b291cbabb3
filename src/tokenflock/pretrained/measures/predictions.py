"""What geometry alone would do to the cosine of tokens: equiangular tokens under attention.

Layer by layer, from the measured cosine rho_0, tokens follow (arXiv:2510.22026)

    drho/dt = 2 / s (1 - rho) (1 + (n-1) rho) / (e^(beta (1 - rho)) + n - 1),

Q = K = V = I, s by the place of the norms, for the time that makes attention as strong as it was
measured: |a| / |x| of the layer over |A| of such tokens.
"""

import numpy as np
import xarray as xr
from jaxtyping import Float

from tokenflock.theory.normalization import Normalization, normalized_equiangular, post_ln, pre_ln

LARGEST_BETA = 300.0


def equiangular_cosines(
    found: xr.Dataset, *, norm_after: bool, uniform: bool
) -> Float[np.ndarray, " state"]:
    """The cosine after every layer, with the measured beta, or with beta = 0 (`uniform`)."""
    n = max(2, round(float(found.attrs["tokens"])))
    law = post_ln if norm_after else pre_ln
    rho = [_inside(float(found.mean_cosine[0]), n)]
    for layer in range(found.sizes["layer"]):
        beta = 0.0 if uniform else _beta(found, layer)
        rho.append(_after(rho[-1], float(found.attention_share[layer]), n, beta, law))
    return np.array(rho)


def _beta(found: xr.Dataset, layer: int) -> float:
    if "beta" not in found:
        return 1.0
    return float(np.clip(np.nanmedian(found.beta[layer]), 0.0, LARGEST_BETA))


def _after(rho: float, strength: float, n: int, beta: float, law: Normalization) -> float:
    """The cosine after a layer that moves tokens by `strength` of their norm."""
    if not 0 < strength < np.inf:
        return rho
    own = 1 / (1 + (n - 1) * np.exp(-beta * (1 - rho)))
    # |A|^2 of p theta_i + (1 - p) mean of the others.
    size = np.sqrt(max(own**2 + 2 * own * (1 - own) * rho + (1 - own) ** 2 * max(rho, 1 / n), 1e-6))
    # Norms before: a radius 1 / strength and one unit of time; norms after: so much time.
    step, radius = (strength / size, 1.0) if law is post_ln else (1.0, size / strength)
    path = normalized_equiangular([step], law, n=n, beta=beta, start=rho, radius=radius)
    return _inside(float(path.gamma[0]), n)


def _inside(rho: float, n: int) -> float:
    return float(np.clip(rho, -1 / (n - 1) + 1e-6, 1 - 1e-9))
