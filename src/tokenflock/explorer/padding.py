"""Padding: runs whose number of tokens changes while somebody watches, without compiling anew.

A compiled program serves one number of tokens, and compiling takes seconds.  So tokens are padded
to the next of a few sizes with tokens that nobody notices, and one more or less costs nothing.

Padding tokens stand last.  Causal attention and windows never look ahead, so there they rest.
Under full attention they are copies of the first token, which go where it goes: massless, or with
a share of its mass where every token must give what it gets.  Where they cannot stay copies, since
noise or their position tells them apart, they rest as well, and their weights are nothing.
"""

from typing import TYPE_CHECKING

import numpy as np
import xarray as xr

from tokenflock.attention.positions import LARGEST_RATE
from tokenflock.integrate import EXPLICIT_TIME
from tokenflock.simulation import flow_of, matrices_of, simulate, simulated, tokens_of
from tokenflock.spaces import record_of
from tokenflock.spec import Spec
from tokenflock.spec.vocabulary import WORDS

if TYPE_CHECKING:
    from tokenflock.solvers.problem import Progress
    from tokenflock.solvers.sinks import OnSave

MASSLESS = 1e-300  # masses are positive; beside a mass of one this is nothing, to the last bit
LARGEST_LOGIT = 300.0  # e^(2 * 300) copies of a massless token would still weigh nothing
LARGEST_PADDED = 2048  # tokens: beyond, a run costs more than its compilation
SMALLEST_STEP = 8
LONGEST = EXPLICIT_TIME  # from here on tokens that met move as one


def simulate_padded(
    spec: Spec, *, progress: "Progress | None" = None, on_save: "OnSave | None" = None
) -> xr.Dataset:
    """The path that a spec describes, as `simulate` has it, to rounding."""
    if not paddable(spec):
        return simulate(spec, progress=progress, on_save=on_save)
    x0 = tokens_of(spec)
    copies = np.repeat(x0[:1], size_class(spec.n) - spec.n, axis=0)

    def without_padding(times: np.ndarray, x: np.ndarray) -> None:
        if on_save is not None:
            on_save(times, x[:, : spec.n])

    run = simulated(
        spec, flow_of(padded(spec)), np.concatenate([x0, copies]),
        progress=progress, on_save=without_padding,
    )  # fmt: skip
    return run.isel(token=slice(spec.n))


def paddable(spec: Spec) -> bool:
    """Whether tokens can be added without a trace: long runs merge them, arrays number them."""
    return (
        spec.n <= LARGEST_PADDED
        and _is_known(spec)
        and not spec.coarsen
        and spec.external is None  # which may hold one vector per token
        and spec.t_end <= LONGEST
        and (spec.mask != "full" or _copies_stay(spec) or _copies_weigh_nothing(spec))
        and _fading(spec, size_class(spec.n)) <= LARGEST_RATE
    )


def _is_known(spec: Spec) -> bool:
    """Whether mask, weighting and space are ours: what users define may notice anybody."""
    fields = {name: getattr(spec, name) for name in WORDS}
    return all(isinstance(f, str) and _name(f) in map(_name, WORDS[k]) for k, f in fields.items())


def _name(word: str) -> str:
    return word.partition(":")[0]


def _copies_stay(spec: Spec) -> bool:
    """Whether tokens that start at one place stay together under full attention."""
    return spec.kappa is None and not (spec.position or "").startswith("rotary")


def _copies_weigh_nothing(spec: Spec) -> bool:
    """Whether no unit vector without mass is seen: logits are at most |beta M|."""
    seen_by_score = spec.weighting.startswith(("hardmax", "sinkhorn"))
    if seen_by_score or not record_of(spec.space).unit:
        return False
    norms = [1.0 if qk is None else np.linalg.norm(qk, 2, (-2, -1)) for qk, _ in matrices_of(spec)]
    return max(abs(spec.beta), abs(spec.beta_end or 0.0)) * float(np.max(norms)) <= LARGEST_LOGIT


def size_class(n: int) -> int:
    """The next size at or above n: multiples of 8, from 64 on in steps of an eighth to a quarter.

    8, 16, ..., 64, 80, ..., 128, 160, ..., 256, 320, ...
    """
    step = max(SMALLEST_STEP, 2 ** ((n - 1).bit_length() - 3))
    return -(-n // step) * step


def padded(spec: Spec) -> Spec:
    """The spec with as many tokens more as its size class has room for."""
    n = size_class(spec.n)
    alibi = (spec.position or "").startswith("alibi")
    return spec.replace(
        n=n,
        init="uniform",
        gamma=None,
        beta=spec.beta,
        masses=_masses(spec, n - spec.n),
        frozen=_frozen(spec, n),
        position=f"alibi:{_fading(spec, n)!r}" if alibi else spec.position,
    )


def _masses(spec: Spec, more: int) -> tuple[float, ...]:
    masses = (1.0,) * spec.n if spec.masses is None else spec.masses
    if spec.weighting != "sinkhorn":
        return (*masses, *(MASSLESS,) * more)
    share = masses[0] / (1 + more)
    return (share, *masses[1:], *(share,) * more)


def _frozen(spec: Spec, n: int) -> tuple[int, ...] | None:
    """Who rests; an array even if it is nobody, unless copies move with a token that does."""
    given = spec.frozen or ()
    if spec.mask != "full" or not _copies_stay(spec) or 0 in given:
        return (*given, *range(spec.n, n))
    return spec.frozen


def _fading(spec: Spec, n: int) -> float:
    """The rate of ALiBi, per token what it was: it is counted over all n of them."""
    name, _, rate = (spec.position or "").partition(":")
    return float(rate) * n / spec.n if name == "alibi" else 0.0
