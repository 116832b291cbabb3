"""Live runs: a spec followed for someone who watches it and changes it on the way.

A compiled program serves one number of tokens, and compiling takes seconds.  So tokens are padded
to the next of a few sizes with tokens that nobody notices, and one more or less costs nothing.
"""

import numpy as np
import xarray as xr

from tokenflock.integrate import EXPLICIT_TIME, Progress, Saved
from tokenflock.simulation import flow_of, followed, simulate, tokens_of
from tokenflock.spec import Spec

MASSLESS = 1e-300  # masses are positive; beside a mass of one this is nothing, to the last bit
LARGEST_PADDED = 2048  # tokens: beyond, a run costs more than its compilation
SMALLEST_STEP = 8
LONGEST = EXPLICIT_TIME  # from here on tokens that met move as one


def follow(
    spec: Spec, *, progress: Progress | None = None, saved: Saved | None = None
) -> xr.Dataset:
    """The path that a spec describes, as `simulate` has it, to rounding.

    Padding tokens stand last.  Causal attention and windows never look ahead, so there they are
    frozen; under full attention they are copies of the first token and go where it goes.
    """
    if not paddable(spec):
        return simulate(spec, progress=progress, saved=saved)
    x0 = tokens_of(spec)
    copies = np.repeat(x0[:1], size_class(spec.n) - spec.n, axis=0)

    def told(times: np.ndarray, x: np.ndarray) -> None:
        if saved is not None:
            saved(times, x[:, : spec.n])

    flow = flow_of(padded(spec))
    run = followed(spec, flow, np.concatenate([x0, copies]), progress, told)
    return run.isel(token=slice(spec.n))


def paddable(spec: Spec) -> bool:
    """Whether tokens can be added without a trace.

    Noise is drawn for all tokens at once, Sinkhorn's columns and hardmax's ties count tokens, and
    long runs merge them.
    """
    return (
        spec.n <= LARGEST_PADDED
        and spec.kappa is None
        and spec.weighting.startswith(("softmax", "unnormalised"))
        and isinstance(spec.mask, str)
        and not spec.coarsen
        and spec.t_end <= LONGEST
    )


def size_class(n: int) -> int:
    """The next size at or above n: multiples of 8, from 64 on in steps of an eighth to a quarter.

    8, 16, ..., 64, 80, ..., 128, 160, ..., 256, 320, ...
    """
    step = max(SMALLEST_STEP, 2 ** ((n - 1).bit_length() - 3))
    return -(-n // step) * step


def padded(spec: Spec) -> Spec:
    """The spec with as many massless tokens more as its size class has room for."""
    more = size_class(spec.n) - spec.n
    masses = (1.0,) * spec.n if spec.masses is None else spec.masses
    asleep = () if spec.mask == "full" else tuple(range(spec.n, spec.n + more))
    frozen = (*(spec.frozen or ()), *asleep)
    return spec.replace(
        n=spec.n + more,
        init="uniform",
        gamma=None,
        beta=spec.beta,
        masses=(*masses, *(MASSLESS,) * more),
        frozen=None if spec.mask == "full" and spec.frozen is None else frozen,
    )
