"""Energies that attention climbs, and how fast."""

from typing import Any

from tokenflock.errors import InputError
from tokenflock.observables.configuration import row_blocks
from tokenflock.observables.decorator import namespace, observable


@observable
def energy(x: Any, *, beta: float) -> Any:
    """Interaction energy,

        E = 1 / (2 beta n^2) sum_ij exp(beta <x_i, x_j>),   beta != 0.

    Largest, exp(beta) / (2 beta), when all unit tokens agree; about 1 / (2 beta) for scattered
    tokens in high dimension.  Negative for beta < 0, where it grows along unnormalized attention
    all the same.  Overflows from |beta| = 709 on: `normalized_energy` of beta > 0 never does.
    """
    if isinstance(beta, int | float) and beta == 0:
        raise InputError(
            "`energy` divides by beta, which must not be 0. Use `normalized_energy`, which is 1."
        )
    return _pair_mean(x, beta, 0.0) / (2 * beta)


@observable
def normalized_energy(x: Any, *, beta: float) -> Any:
    """Interaction energy of unit tokens as a fraction of its largest value,

        1 / n^2 sum_ij exp(beta (<x_i, x_j> - 1)).

    1 when all tokens agree, and for beta = 0; sum_a (m_a / n)^2 for clusters of m_a tokens that
    are far apart on the scale beta^(-1/2); never below e^(-2 beta).  Never overflows for beta >= 0.
    For beta < 0 the other way round: 1, its smallest value, when all agree; e^(2 |beta|) at most,
    infinite where that is.

    >>> tokens = [[1.0, 0.0], [1.0, 0.0], [1.0, 0.0], [-1.0, 0.0]]
    >>> float(tkf.normalized_energy(tokens, beta=1000.0))  # (3/4)^2 + (1/4)^2
    0.625
    """
    return _pair_mean(x, beta, 1.0)


@observable
def dissipation(x: Any, *, beta: float) -> Any:
    """The rate at which self-attention (softmax, Q = K = V = I) raises `normalized_energy`,

        2 beta / n sum_i Z_i |dx_i/dt|^2,     Z_i = 1 / n sum_j exp(beta (<x_i, x_j> - 1)),

    for unit tokens (arXiv:2312.10794).  Never negative, and 0 at equilibria, consensus among
    them.  Slow motion keeps its digits: velocities are summed over differences of tokens.
    """
    total = sum(_dissipated(x, rows, beta) for rows in row_blocks(x, width=x.shape[-1]))
    return 2 * beta * total / x.shape[-2]


def _pair_mean(x: Any, beta: float, shift: float) -> Any:
    """The mean of exp(beta (<x_i, x_j> - shift)) over all pairs."""
    xp = namespace(x)
    total = sum(
        xp.exp(beta * (x[..., rows, :] @ x.mT - shift)).sum(axis=(-2, -1)) for rows in row_blocks(x)
    )
    return total / x.shape[-2] ** 2


def _dissipated(x: Any, rows: slice, beta: float) -> Any:
    """The sum of Z_i |dx_i/dt|^2 over a block of tokens."""
    xp = namespace(x)
    receivers = x[..., rows, :]
    difference = x[..., None, :, :] - receivers[..., None, :]
    square = (difference * difference).sum(axis=-1)
    weight = xp.exp(-beta / 2 * square)
    # On the unit sphere P_{x_i} x_j = D + |D|^2 x_i / 2 with D = x_j - x_i: nothing cancels.
    pull = (weight[..., None] * difference).sum(axis=-2)
    pull = pull + (weight * square).sum(axis=-1)[..., None] * receivers / 2
    z = weight.mean(axis=-1)
    return ((pull * pull).sum(axis=-1) / (z * x.shape[-2] ** 2)).sum(axis=-1)
