"""How the sizes of heads fit together."""

from tokenflock.errors import InputError


def check_heads(d: int, heads: int) -> int:
    """The dimension of a head, d / heads."""
    if d % heads:
        raise InputError(
            f"The number of heads must divide the dimension of a token. Got {heads} heads and "
            f"d={d}; check the configuration."
        )
    return d // heads


def check_shared(heads: int, kv_heads: int) -> int:
    """The number of heads of keys and values, if it divides the number of heads."""
    if heads % kv_heads:
        raise InputError(
            f"Heads must share keys and values evenly. Got {heads} heads and {kv_heads} of keys; "
            "check the configuration."
        )
    return kv_heads
