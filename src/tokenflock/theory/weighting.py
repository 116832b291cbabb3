"""The two ways to weigh tokens that have closed forms: softmax (SA) and unnormalized (USA)."""

from tokenflock.spec.vocabulary import is_one_of, one_of

WEIGHTINGS = ("softmax", "unnormalized")


def is_softmax(weighting: str) -> bool:
    """Whether rows sum to one; otherwise w_ij = e^(beta <x_i, x_j>) / n."""
    if not is_one_of(WEIGHTINGS, weighting):
        raise one_of("weighting", WEIGHTINGS, weighting)
    return weighting == "softmax"
