"""First row of the atlas: V = lambda I with lambda > 0 gathers all tokens at the first one."""

import numpy as np

from tokenflock.papers.claims import atlas, chance
from tokenflock.papers.claims.claim import Check, Claim


def runs(effort):
    seeds = effort.of(quick=4, full=100)
    return [
        atlas.ended("positive, all", d, seed, qk=product(d, seed))
        for d in (2, 3, 8) for seed in range(seeds)
    ]  # fmt: skip


def product(d, seed):
    """The identity, or a random Q^T K that is not symmetric: the theorem takes any."""
    random = chance.generator([d, seed]).normal(size=(d, d)) / np.sqrt(2 * d)
    return random if seed % 2 else None


def check(runs):
    yield from atlas.row(runs, "one point", 1.0)
    ends = [np.linalg.norm(run.x[-1] - run.x[0, 0], axis=-1).max() for run in runs]
    yield Check("largest distance from the first token's start", max(ends), bound=1e-5)
    second = max(run.second for run in runs)
    yield Check("second token against its own law, any Q and K", second, bound=1e-3)


CLAIM = Claim(
    name="atlas-first-token",
    question="Where do tokens go if all eigenvalues of V agree and are positive?",
    source="arXiv:2411.04990, Table 1, row 1",
    statement="One point: where the first token starts.",
    hypotheses="causal attention, beta = 0.5, 1, 2, n = 16; V = I; Q^T K = I and random",
    runs=runs,
    check=check,
    draw=atlas.draw_first,
    note="The only row that is proved (Theorem 4.1).",
)
