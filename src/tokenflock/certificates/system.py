"""The systems that certificates know, as plain numbers: softmax and unnormalized attention."""

from dataclasses import dataclass, fields
from typing import Any

import numpy as np

from tokenflock.attention import SelfAttention, Softmax, Unnormalized
from tokenflock.attention.masks import Causal, Full
from tokenflock.errors import InputError
from tokenflock.fields import Flow, VectorField
from tokenflock.spaces import Sphere

PARTS = ("attention", "space", "frozen", "noise", "block")  # of a flow; `block` is about terms
Rows = tuple[tuple[float, ...], ...]


@dataclass(frozen=True)
class System:
    """dx_i/dt = P_{x_i} sum_h sum_j w^h_ij V_h x_j on the sphere; None stands for the identity."""

    beta: float
    mask: str
    weighting: str
    qk: tuple[Rows, ...] | None
    ov: tuple[Rows, ...] | None
    masses: tuple[float, ...] | None
    frozen: tuple[int, ...]

    @classmethod
    def of(cls, field: VectorField) -> "System":
        """The system of a flow, or `InputError` that says why certificates do not know it."""
        flow, attention = _known(field)
        masses, frozen = attention.masses, flow.frozen
        return cls(
            beta=float(attention.beta),
            mask="full" if isinstance(attention.mask, Full) else "causal",
            weighting="softmax" if isinstance(attention.weighting, Softmax) else "unnormalized",
            qk=_rows(attention.qk), ov=_rows(attention.ov),
            masses=None if masses is None else tuple(np.asarray(masses).tolist()),
            frozen=() if frozen is None else tuple(np.flatnonzero(frozen).tolist()),
        )  # fmt: skip

    def plain(self) -> dict[str, Any]:
        """The system as JSON can hold it."""
        return dict(vars(self))

    @classmethod
    def from_plain(cls, plain: dict[str, Any]) -> "System":
        """The system that `plain` gave."""
        for name in ("qk", "ov", "masses", "frozen"):
            plain[name] = _tuples(plain[name])
        return cls(**plain)

    @property
    def heads(self) -> int:
        """The number of heads, at least one."""
        return max(len(m) if m is not None else 1 for m in (self.qk, self.ov))

    def head(self, h: int, d: int) -> tuple[np.ndarray, np.ndarray]:
        """M and V of a head."""
        qk, ov = (np.eye(d)[None] if m is None else np.array(m) for m in (self.qk, self.ov))
        return qk[h % len(qk)], ov[h % len(ov)]

    def mass(self, n: int) -> np.ndarray:
        """The masses of the tokens."""
        return np.ones(n) if self.masses is None else np.array(self.masses)

    def sees(self, i: int, j: int) -> bool:
        """Whether token i sees token j."""
        return self.mask == "full" or j <= i

    def scale(self, name: str) -> float | None:
        """The number c where M or V of the only head is exactly c times the identity."""
        matrices = getattr(self, name)
        if matrices is None:
            return 1.0
        m = np.array(matrices[0])
        is_scalar = len(matrices) == 1 and np.array_equal(m, m[0, 0] * np.eye(len(m)))
        return float(m[0, 0]) if is_scalar and self.heads == 1 else None


def _known(field: VectorField) -> tuple[Flow, SelfAttention]:
    if not (isinstance(field, Flow) and isinstance(field.space, Sphere)):
        raise InputError(
            f"Certificates are about a `Flow` on the sphere. Got {type(field).__name__}."
        )
    attention = field.attention
    if not isinstance(attention, SelfAttention) or field.noise is not None:
        raise InputError("Certificates are about weights that stay, without noise.")
    if attention.position is not None or not isinstance(attention.mask, Full | Causal):
        raise InputError("Certificates know full and causal masks, without positions.")
    weighting = attention.weighting
    if not isinstance(weighting, Softmax | Unnormalized) or getattr(weighting, "scaled", False):
        raise InputError("Certificates know softmax and unnormalized weights, unscaled.")
    _check_nothing_else(field)
    return field, attention


def _check_nothing_else(flow: Flow) -> None:
    """Refuse a flow with parts that a certificate would leave out."""
    for part in fields(flow):
        if part.name not in PARTS and getattr(flow, part.name):
            raise InputError(f"Certificates know no flow with `{part.name}`.")


def _rows(matrices: Any) -> tuple[Rows, ...] | None:
    return None if matrices is None else _tuples(np.asarray(matrices).tolist())


def _tuples(value: Any) -> Any:
    return tuple(map(_tuples, value)) if isinstance(value, list | tuple) else value
