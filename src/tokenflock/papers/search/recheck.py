"""Candidates looked at again: at a tolerance of 1e-12, and by a second method."""

from dataclasses import dataclass

from tokenflock.papers.search.quantified import Quantified, excesses
from tokenflock.spec import Spec

TOL = 1e-12
METHODS = ("dopri8", "tsit5")  # whose errors have nothing to do with each other


@dataclass(frozen=True)
class Recheck:
    """A system, its excess by each method, and whether a violation stays."""

    spec: Spec
    excess: tuple[float, ...]
    lasts: bool

    @property
    def is_violation(self) -> bool:
        """Whether both methods see it, and it stays."""
        return self.lasts and min(self.excess) > 0

    @property
    def margin(self) -> float:
        """How far it is from a violation, by the method that is closest to one."""
        return -max(self.excess)


def rechecked(quantified: Quantified, spec: Spec) -> Recheck:
    """A candidate, solved again."""
    from tokenflock.simulation import simulate  # late: claims are listed without JAX

    precise = [closely(spec, method) for method in METHODS]
    excess = tuple(float(value) for one in precise for value in excesses(quantified.excess, [one]))
    violated = min(excess) > 0
    lasts = violated and quantified.lasts(simulate(precise[0]), precise[0])
    return Recheck(precise[0], excess, lasts)


def closely(spec: Spec, method: str) -> Spec:
    """A spec solved at the smallest tolerance; layers and equal steps stay as they are."""
    if spec.is_layered or spec.step is not None or spec.kappa is not None:
        return spec
    if spec.coarsen:
        return spec.replace(tol=TOL)
    return spec.replace(tol=TOL, method=method, coarsen=False)
