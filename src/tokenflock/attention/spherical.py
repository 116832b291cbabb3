"""Attention on the sphere S^2 in linear time, by spherical harmonics.

For unit tokens x_j in R^3, with beta M^T x_i = z_i u_i and |u_i| = 1,

    e^{z u.x} = sum_l (2l + 1) i_l(z) P_l(u.x) = 4 pi sum_l i_l(z) sum_m Y_lm(u) Y_lm(x)*,

so that every row needs only sum_j m_j Y_lm(x_j) over the tokens it sees.  The smallest degree L
that leaves out 1e-17 of e^z is 31 at z = 9, 73 at z = 64, then about 8.9 sqrt(z): O(n beta) for
full attention (one sum per l, m) and causal attention (prefix sums over chunks, pairs inside one).
The error is absolute, near 1e-15 times the mass a row sees.  Rows whose normalizer is small against
it are evaluated densely, and so are all rows where (L + 1)^2 terms cost more than the pairs.
"""

from jaxtyping import Array, Float

from tokenflock.attention import harmonic
from tokenflock.attention.masks import Causal, Full, Mask


def supports(mask: Mask, d: int) -> bool:
    """True where `sphere` can serve this mask and dimension."""
    return d == 3 and type(mask) in (Full, Causal)


def sphere(
    x: Float[Array, "... n 3"],
    beta: Float[Array, ""],
    qk: Float[Array, "heads 3 3"] | None,
    mask: Mask,
    masses: Float[Array, "... n"] | None = None,
) -> harmonic.Sums:
    """The average of every head, the logarithm of every row's normalizer, the share of dense rows.

    Tokens must have norm one.  Accurate to max(1e-12, 8 eps |beta M|), whatever the tokens.
    Without native kernels all rows are dense.
    """
    return harmonic.summed("sphere", x, beta, qk, mask, masses)
