"""Which paths are coarsened: where tokens slow down, and times are long."""

import numpy as np

from tokenflock.attention import SelfAttention, Softmax, Unnormalized, native
from tokenflock.attention.masks import Causal, Full, Window, visible_pairs
from tokenflock.attention.positions import Alibi
from tokenflock.coarsening.causal_steps import MOST_DIMENSIONS
from tokenflock.coarsening.derivatives import transversal
from tokenflock.coarsening.forces import law_of
from tokenflock.coarsening.sites import settled
from tokenflock.errors import InputError
from tokenflock.fields import Flow, VectorField
from tokenflock.spaces import Sphere

LONGEST_EXPLICIT = 1e7  # time units, from which on explicit steps are hopeless
LARGEST_CHECKED = 1000  # tokens
LARGEST_MASK = 5000  # tokens of an explicit mask
MOST_MEMORY = 4e9  # bytes of the derivative of an implicit step


def is_coarsened(
    field: VectorField, x0: np.ndarray, times: np.ndarray, method: str, step: float | None,
    coarsen: bool | None,
) -> bool:  # fmt: skip
    """Whether a path from x0 (n, d) is to be coarsened; refused if asked for in vain.

    Asked about durations of more than 1e4 time units, or with `coarsen=True`.  With
    `coarsen=None` that is so for tokens on the sphere, with full or causal attention and the method
    left to us.
    """
    if coarsen is False:
        return False
    obstacle = _obstacle(field, x0, method, step)
    if coarsen and obstacle:
        raise InputError(f"`coarsen=True` {obstacle}.")
    duration = times[-1] - times[0]
    hopeless = duration > LONGEST_EXPLICIT and _on_sphere(field) and method == "auto"
    if obstacle and hopeless and step is None:
        raise InputError(
            f"t={times[-1]:g} takes about {duration / 3:.0e} explicit steps, where 1e7 time units "
            f"are the most that is sensible; longer ones need coarsening, which {obstacle}. Ask "
            "for a smaller `t_end`."
        )
    return not obstacle


def is_causal(flow: Flow, n: int) -> bool:
    """Whether no token of n sees a later one."""
    mask = flow.attention.at(0.0).mask
    if isinstance(mask, Causal | Window):
        return True
    if isinstance(mask, Full) or n > LARGEST_MASK:
        return False
    return not np.triu(np.asarray(visible_pairs(mask, n)), k=1).any()


def _on_sphere(field: VectorField) -> bool:
    return isinstance(field, Flow) and isinstance(field.space, Sphere)


def _obstacle(field: VectorField, x0: np.ndarray, method: str, step: float | None) -> str:
    """Why a path cannot be coarsened; empty if it can."""
    if not isinstance(field, Flow):
        return f"needs a `Flow`. Got {type(field).__name__}"
    if not isinstance(field.space, Sphere):
        return f"needs tokens on the sphere. Got {type(field.space).__name__} tokens"
    if not isinstance(field.attention, SelfAttention) or field.noise is not None:
        return "needs weights that do not change with time, and no noise"
    if field.terms:
        return f"needs attention alone. Got the term {type(field.terms[0]).__name__} beside it"
    if not isinstance(field.attention.weighting, Softmax | Unnormalized):
        return "needs softmax or unnormalized attention"
    unsuited = (_unsuited_causal if is_causal(field, len(x0)) else _unsuited_full)(field, x0)
    if unsuited:
        return unsuited
    if method != "auto" or step is not None:
        return "chooses its own steps. Leave out `method` and `step`"
    return ""


def _unsuited_causal(flow: Flow, x0: np.ndarray) -> str:
    """Why implicit steps of causal tokens would not do; empty if they do."""
    n, d = x0.shape
    position = flow.attention.at(0.0).position
    if position is not None and not isinstance(position, Alibi):
        return "needs attention without rotary positions"
    plain = flow.frozen is None and (position is None or _is_softmax(flow))
    if not (plain or (native.available() and d <= MOST_DIMENSIONS)):
        return f"needs the native kernels and at most {MOST_DIMENSIONS} coordinates here. Got d={d}"
    if 4.0 * (n * (d - 1)) ** 2 > MOST_MEMORY:
        return f"needs at most {int((MOST_MEMORY / 4) ** 0.5) // (d - 1)} causal tokens. Got {n}"
    return _turning(flow)


def _is_softmax(flow: Flow) -> bool:
    return isinstance(flow.attention.at(0.0).weighting, Softmax)


def _turning(flow: Flow) -> str:
    """That the first token, which sees only itself, turns for ever, if it does.

    Then so does what follows it.
    """
    ov = flow.attention.at(0.0).ov
    if ov is None:
        return ""
    values = np.linalg.eigvals(np.asarray(ov).sum(axis=0))
    leading = values[np.isclose(values.real, values.real.max(), rtol=0, atol=1e-9)]
    turn = float(np.abs(leading.imag).max())
    if turn < 1e-9 * max(1.0, float(np.abs(values).max())):
        return ""
    return (
        f"needs tokens that slow down, but the leading eigenvalue of V is complex, "
        f"{values.real.max():.3g} +- {turn:.3g}i: the first token turns around for ever, once in "
        f"{2 * np.pi / turn:.3g} time units"
    )


def _unsuited_full(flow: Flow, x0: np.ndarray) -> str:
    """Why tokens of a flow that have met would not move as one; empty if they would."""
    attention = flow.attention.at(0.0)
    if not isinstance(attention.mask, Full):
        return "needs full attention, or a mask under which no token sees a later one"
    if attention.position is not None:
        return "needs attention without positions"
    if flow.frozen is not None:
        return "needs tokens that are free to move, none frozen"
    return _parting(flow, x0)


def _parting(flow: Flow, x0: np.ndarray) -> str:
    """That close tokens separate everywhere, if they do: then none can be merged."""
    attention = flow.attention.at(0.0)
    attracts = attention.ov is None and attention.qk is None and float(attention.beta) >= 0
    if attracts or len(x0) > LARGEST_CHECKED:
        return ""
    mass = np.ones(len(x0)) if attention.masses is None else np.asarray(attention.masses)
    now = settled(x0, mass, 0.0)
    if len(now.sites.y) < len(x0):
        return ""  # coincident tokens stay together whatever their neighbors do
    slowest = float(transversal(law_of(attention), now.sites.y, now.sites.log_counts).min())
    if slowest < 0:
        return ""
    return f"needs tokens that approach, but here close tokens part like e^({slowest:.2g} t)"
