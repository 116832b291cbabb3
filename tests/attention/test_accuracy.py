"""Every method against 50 digits, and against more digits at 20 000 tokens: the one promise

error <= max(1e-12, 8 eps beta |M|).
"""

import numpy as np
import pytest
from support.series import (
    agree,
    arguments,
    cases,
    configuration,
    dense,
    formula,
    instruction_set,
    needs_kernels,
    norms,
    promise,
)

from tokenflock._jax import jax, jnp
from tokenflock.attention import SelfAttention, causal, full, harmonic, spherical
from tokenflock.attention import dense as pure

__all__ = ["instruction_set"]

SERIES = {2: jax.jit(harmonic.circle), 3: jax.jit(spherical.sphere)}
MASKS = (full, causal)


# Rounds of the 64 tokens with which a series pays on the circle and on the sphere; where it never
# does (beta >= 1e4 on the sphere), all rows are summed pairwise.
COPIES = {
    2: {"spread, beta=1e+06": 140, "spread, beta=10000": 140},
    3: {"spread, beta=1": 200, "spread, beta=64": 200, "random M, beta |M| = 150": 200},
}
SUMMED = {
    2: ("spread, beta=1", "spread, beta=64", "spread, beta=10000", "random M, beta |M| = 150"),
    3: tuple(COPIES[3]),
}


@pytest.mark.slow
@pytest.mark.parametrize("d", [2, 3])
@pytest.mark.parametrize("mask", MASKS, ids=repr)
def test_pure_jax_to_fifty_digits(d, mask):
    @jax.jit
    def both(x, beta, qk, mask):
        w = SelfAttention(beta, qk, mask=mask).weights(x)
        return pure.average(w, x[None]), pure.displacement(w, x[None])

    for x, beta, m, masses, truth in cases(d).values():
        if (masses != 1).any():
            continue
        log = truth.rows(mask)[1]
        for relative, values in enumerate(both(*arguments(x, beta, m[None], mask))):
            agree((values, log), truth.rows(mask, relative=bool(relative)), promise(beta, m[None]))


@needs_kernels
@pytest.mark.parametrize("d", [2, 3])
@pytest.mark.parametrize("mask", MASKS, ids=repr)
def test_pairs_to_fifty_digits(instruction_set, d, mask):
    for x, beta, m, masses, truth in cases(d).values():
        for relative in (False, True):
            given = arguments(x, beta, m[None], mask)
            found = dense(*given, relative, jnp.asarray(masses))
            agree(found, truth.rows(mask, relative=relative), promise(beta, m[None]))


@needs_kernels
@pytest.mark.parametrize("d", [2, 3])
@pytest.mark.parametrize("mask", MASKS, ids=repr)
def test_series_to_fifty_digits(instruction_set, d, mask):
    for name, (x, beta, m, masses, truth) in cases(d).items():
        copies = COPIES[d].get(name, 1)
        x, masses = np.tile(x, (copies, 1)), jnp.asarray(np.tile(masses, copies))
        found = SERIES[d](*arguments(x, beta, m[None], mask), masses)
        values, logs, share = map(np.asarray, found)
        if name in SUMMED[d]:
            # 64 places leave gaps: some rows look where nobody is, and are summed pairwise.
            assert share[0] < 0.6, name
        last = values[:, -64:], logs[:, -64:]
        agree(last, truth.rows(mask, copies), promise(beta, m[None]))


@pytest.mark.parametrize("mask", MASKS, ids=repr)
def test_the_series_in_pure_jax_to_fifty_digits(mask):
    @jax.jit
    def series(x, beta, qk, masses, reach):
        q = harmonic.queries(x, beta, qk)
        return harmonic.series(mask is causal, q, x, masses, reach)

    for x, beta, m, masses, truth in cases(2).values():
        if beta <= 1e4:
            found = series(x, beta, m[None], masses, beta * norms(m[None]))
            agree(found, truth.rows(mask), promise(beta, m[None]))


# ---------------------------------------------------------------------------------- 20 000 tokens


LARGE = [
    ("pairs", 2, 1e6),
    ("pairs", 3, 64.0),
    *(("series", 2, beta) for beta in (1.0, 64.0, 1e4, 1e6)),
    *(("series", 3, beta) for beta in (1.0, 64.0, 150.0)),
]


@needs_kernels
@pytest.mark.parametrize(("method", "d", "beta"), LARGE)
@pytest.mark.parametrize("mask", MASKS, ids=repr)
def test_twenty_thousand_tokens(method, d, beta, mask):
    rng = np.random.default_rng(7)
    n = 20_000
    x = configuration("spread", n, d, rng)
    crowd = rng.random(n) < 0.5
    x[crowd] = configuration("clustered", n, d, rng)[crowd]
    # One of the two masks sees a matrix that is not symmetric.
    some = rng.normal(size=(d, d))
    qk = (some / np.linalg.norm(some, 2))[None] if mask is causal else None
    given = arguments(x, beta, qk, mask)
    found = (dense if method == "pairs" else SERIES[d])(*given)
    values, logs, *share = map(np.asarray, found)
    if share and mask is full and beta <= (1e4 if d == 2 else 150.0):
        assert share[0][0] < 0.02
    rows = np.concatenate([rng.choice(n, 12, replace=False), [0, n - 1]])
    expected = formula(x, beta, qk, mask, rows=rows)
    agree((values[:, rows], logs[:, rows]), expected, promise(beta, qk))
