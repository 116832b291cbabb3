"""The equation as papers print it, integrated apart: what the system of a claim must be.

    dx_i/dt = P_{x_i} sum_h sum_j w^h_ij V_h x_j,     w^h_ij ~ m_j exp(beta <x_i, M_h x_j>),

on the sphere, without P_{x_i} in R^d, and there seen as z = e^(-tV) x.  A statement that holds for
many systems (a rate that does not depend on beta) cannot tell that its system is another one; this
comparison can.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

import numpy as np
from scipy.linalg import expm

import tokenflock as tkf
from tokenflock.papers.claims.claim import Check

TIME, STEPS, FEW = 0.2, 40, 24  # of Runge-Kutta steps of order four; of the tokens
STATEMENT = "tokens against the printed equation, integrated apart"


@dataclass(frozen=True)
class Law:
    """What the hypotheses of a claim say; None for identities, and for masses of one.

    A `term` (n, d) -> (n, d) is added to attention.
    """

    beta: float
    qk: Any = None
    ov: Any = None
    mask: str = "full"
    masses: Any = None
    space: str = "sphere"
    normalized: bool = True
    frozen: Any = None
    term: Any = None

    def velocity(self, x: np.ndarray) -> np.ndarray:
        """dx/dt, head by head."""
        x = _unit(x) if self.space == "sphere" else x
        n, d = x.shape
        seen = np.tril(np.ones((n, n))) if self.mask == "causal" else np.ones((n, n))
        seen = seen * (1.0 if self.masses is None else np.asarray(self.masses))
        v = np.zeros_like(x)
        for M, V in np.broadcast(_each(self.qk, d), _each(self.ov, d)):
            w = seen * np.exp(self.beta * (x @ M @ x.T))
            v += w / (w if self.normalized else seen).sum(axis=1, keepdims=True) @ x @ V.T
        v = v if self.term is None else v + self.term(x)
        v = v - (x * v).sum(axis=1, keepdims=True) * x if self.space == "sphere" else v
        return v if self.frozen is None else np.where(self.frozen[:, None], 0.0, v)

    @property
    def time(self) -> float:
        """A short time, the shorter the larger V is, unnormalized weights are, and with a term."""
        whole = TIME if self.term is None else TIME / 4
        whole *= 1.0 if self.normalized else np.exp(-max(self.beta, 0.0))
        if self.ov is None:
            return whole
        sizes = [float(np.linalg.norm(V, 2)) for V in _each(self.ov, np.shape(self.ov)[-1])]
        return whole / max(1.0, *sizes)

    def moved(self, x: np.ndarray) -> np.ndarray:
        """Tokens at that time, as the space shows them."""
        h = self.time / STEPS
        for _ in range(STEPS):
            a = self.velocity(x)
            b = self.velocity(x + h / 2 * a)
            c = self.velocity(x + h / 2 * b)
            x = x + h / 6 * (a + 2 * b + 2 * c + self.velocity(x + h * c))
        if self.space == "rescaled":
            return x @ expm(-self.time * _each(self.ov, x.shape[1])[0]).T
        return _unit(x) if self.space == "sphere" else x


def error(flow: "tkf.Flow", x0: np.ndarray, **law: Any) -> float:
    """How far tokens of a flow get in a short time from those of a printed `Law`.

    Of many tokens only a few are followed, unless masses or frozen ones tell them apart.
    """
    alike = law.get("masses") is None and law.get("frozen") is None
    x0 = np.asarray(x0)[:FEW] if alike else np.asarray(x0)
    stated = Law(**law)
    end = path(flow, x0, np.array([0.0, stated.time]))[-1]
    return float(np.abs(end - stated.moved(x0)).max())


def path(flow: "tkf.Flow", x0: np.ndarray, times: np.ndarray, tol: float = 1e-10) -> np.ndarray:
    """Tokens (time, n, d), without what `solve` finds out of rescaled ones by programs of JAX."""
    from tokenflock.solvers import driver  # late: claims are listed without JAX
    from tokenflock.solvers.methods import stepping

    return driver.path(flow, np.asarray(x0), times, stepping(flow, "auto", tol, None))[0]


def check(errors: Iterable[float]) -> Check:
    """The check that only the system of the hypotheses passes."""
    return Check(STATEMENT, max(errors), bound=1e-7)


def _each(m: Any, d: int) -> np.ndarray:
    """The matrices of all heads, as an array of matrices."""
    stack = np.reshape(np.eye(d) if m is None else m, (-1, d, d))
    heads = np.empty(len(stack), object)
    heads[:] = list(stack)
    return heads


def _unit(x: np.ndarray) -> np.ndarray:
    return x / np.linalg.norm(x, axis=-1, keepdims=True)
