"""Which paths are coarsened: where tokens that have met move as one, and times are long."""

import numpy as np

from tokenflock.attention import SelfAttention, Softmax, Unnormalized
from tokenflock.attention.masks import Causal, Full
from tokenflock.coarsening.derivatives import transversal
from tokenflock.coarsening.forces import law_of
from tokenflock.coarsening.sites import settled
from tokenflock.errors import InputError
from tokenflock.fields import Flow, VectorField
from tokenflock.spaces import Sphere

LONGEST_EXPLICIT = 1e7  # time units, from which on explicit steps are hopeless
LARGEST_CHECKED = 1000  # tokens


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
            f"t={times[-1]:g} takes about {duration / 3:.0e} explicit steps; longer ones need "
            f"coarsening, which {obstacle}. Ask for a smaller `t_end`."
        )
    return not obstacle


def _on_sphere(field: VectorField) -> bool:
    return isinstance(field, Flow) and isinstance(field.space, Sphere)


def _obstacle(field: VectorField, x0: np.ndarray, method: str, step: float | None) -> str:
    """Why a path cannot be coarsened; empty if it can."""
    if not isinstance(field, Flow):
        return f"needs a `Flow`. Got {type(field).__name__}"
    if not isinstance(field.space, Sphere):
        return f"needs tokens on the sphere. Got {type(field.space).__name__} tokens"
    unsuited = _unsuited(field)
    if unsuited:
        return unsuited
    if method != "auto" or step is not None:
        return "chooses its own steps. Leave out `method` and `step`"
    return _parting(field, x0)


def _unsuited(flow: Flow) -> str:
    """Why tokens of a flow that have met would not move as one; empty if they would."""
    if not isinstance(flow.attention, SelfAttention) or flow.noise is not None:
        return "needs weights that do not change with time, and no noise"
    attention = flow.attention
    if not isinstance(attention.mask, Full | Causal):
        return "needs full or causal attention"
    known = isinstance(attention.weighting, Softmax | Unnormalized)
    if not known or attention.position is not None:
        return "needs softmax or unnormalized attention without positions"
    return "needs tokens that are free to move, none frozen" if flow.frozen is not None else ""


def _parting(flow: Flow, x0: np.ndarray) -> str:
    """That close tokens separate everywhere, if they do: then none can be merged."""
    attention = flow.attention.at(0.0)
    if (attention.ov is None and attention.qk is None) or len(x0) > LARGEST_CHECKED:
        return ""
    now = settled(x0, masses_of(attention, len(x0)), 0.0)
    if len(now.sites.y) < len(x0):
        return ""  # coincident tokens stay together whatever their neighbors do
    slowest = float(transversal(law_of(attention), now.sites.y, now.sites.log_counts).min())
    if slowest < 0:
        return ""
    return f"needs tokens that approach, but here close tokens part like e^({slowest:.2g} t)"


def masses_of(attention: SelfAttention, n: int) -> np.ndarray:
    """The masses of n tokens, one by default."""
    return np.ones(n) if attention.masses is None else np.asarray(attention.masses)
