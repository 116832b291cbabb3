"""What the tests of all methods share: hard configurations, the formula in more digits, bounds."""

import functools

import mpmath
import numpy as np
import pytest
from hypothesis import strategies as st

from tokenflock._jax import jax
from tokenflock.attention import causal, full, native
from tokenflock.attention.masks import Window

EPS = np.finfo(float).eps
SETS = [name for name in ("portable", "avx2", "avx512", "neon") if native.use(name)]
native.use(None)

needs_kernels = pytest.mark.skipif(
    not native.available(), reason=f"kernels: {native.instruction_set()}"
)
dense = jax.jit(native.attend, static_argnums=4)


@pytest.fixture(params=SETS)
def instruction_set(request):
    """Every instruction set of this machine in turn."""
    native.use(request.param)
    yield request.param
    native.use(None)


# ----------------------------------------------------------------------------------------- tokens


def unit(v):
    v = np.asarray(v, float)
    return v / np.linalg.norm(v, axis=-1, keepdims=True)


def uniform(rng, *shape):
    return unit(rng.normal(size=shape))


def rotation(rng, d):
    return np.linalg.qr(rng.normal(size=(d, d)))[0]


def configuration(kind, n, d, rng):
    """Unit tokens (n, d) that a truncated or rounded series could get wrong."""
    some, spread = uniform(rng, 3, d), uniform(rng, n, d)
    pole, index, sign = np.eye(d)[-1], np.arange(n)[:, None], rng.choice([-1.0, 1.0], (n, 1))
    return {
        "spread": lambda: spread,
        "cap": lambda: unit(spread + 1.5 * some[0]),
        "one point": lambda: np.tile(some[0], (n, 1)),
        "pole": lambda: np.tile(pole, (n, 1)),
        "near the poles": lambda: unit(pole * sign + 1e-9 * spread),
        "antipodal": lambda: some[0] * sign,
        "equator": lambda: unit(spread * (1 - pole)),
        "clustered": lambda: unit(rng.choice(some, n) + 1e-3 * spread),
        "neighbors": lambda: np.nextafter(some[0], rng.choice([-np.inf, np.inf], (n, d))),
        "isolated": lambda: np.where(index < n - 3, some[0], -some[0]),
        "lone": lambda: np.where(index == n // 2, some[1], some[0]),
        "crowd": lambda: np.where(index % 10 > 0, some[0], spread),
    }[kind]()


KINDS = (
    *("spread", "cap", "one point", "pole", "near the poles", "antipodal"),
    *("equator", "clustered", "neighbors", "isolated", "lone", "crowd"),
)


def matrices(d):
    """M = -I, a random one, one of rank one, and nothing: four heads."""
    random = np.random.default_rng(0).normal(size=(d, d))
    first = np.eye(d)[0]
    return np.stack([-np.eye(d), random, np.outer(first, first + 2 * np.eye(d)[1]), 0 * random])


def norms(qk):
    """|M| of every head."""
    return np.ones(1) if qk is None else np.linalg.norm(qk, 2, axis=(1, 2))


def promise(beta, qk):
    """The promised accuracy of every head, max(1e-12, 8 eps |beta M|)."""
    return np.maximum(1e-12, 8 * EPS * abs(beta) * norms(qk))


def arguments(x, beta, qk, mask):
    return np.asarray(x), np.asarray(beta, float), qk, mask


def agree(found, expected, bound):
    """Values (heads, n, d) and logarithms (heads, n) within a bound for every head."""
    bound = np.reshape(bound, (-1, 1))
    value_error = np.abs(np.subtract(found[0], expected[0])).max(axis=-1)
    assert (value_error <= bound).all(), (value_error / bound).max()
    log_error = np.abs(np.subtract(found[1], expected[1]))
    assert (log_error <= bound).all(), (log_error / bound).max()


def agree_on_some_rows(found, given, bound):
    """Forty rows against the formula in long double: needs nothing compiled."""
    x, beta, qk, mask = given
    rows = np.linspace(0, len(x) - 1, 40).round().astype(int)
    expected = formula(np.asarray(x), float(beta), qk, mask, rows=rows)
    agree([np.asarray(part)[:, rows] for part in found[:2]], expected, bound)


# --------------------------------------------------------- what the circle and the sphere share


def assert_every_configuration_agrees(series, n, d, betas, qk, mask):
    """A series against the sum over pairs: each of the two may be off by what is promised."""
    rng = np.random.default_rng(n)
    for kind in KINDS:
        x = configuration(kind, n, d, rng)
        for beta in betas:
            given = arguments(x, beta, qk, mask)
            agree(series(*given), dense(*given), 1.5 * promise(beta, qk))


DRAWN = {
    "kind": st.sampled_from(KINDS),
    "mask": st.sampled_from([full, causal]),
    "log_mass": st.floats(0, 3),
    "seed": st.integers(0, 2**32 - 1),
}


def assert_masses_and_matrices_agree(series, n, d, beta, kind, mask, log_mass, seed):
    """The same for one configuration, with masses over decades and four random matrices."""
    rng = np.random.default_rng(seed)
    x = configuration(kind, n, d, rng)
    qk, masses = rng.normal(size=(4, d, d)), 10 ** rng.uniform(0, log_mass, n)
    given = arguments(x, beta, qk, mask)
    agree(series(*given, masses), dense(*given, False, masses), 1.5 * promise(beta, qk))


def assert_the_future_does_not_count(series, x, future, qk):
    """Causal rows before a new future keep every bit; those in it do not."""
    first = len(x) - len(future)
    before, after = (
        np.asarray(series(*arguments(y, 5.0, qk, causal))[0])
        for y in (x, np.concatenate([x[:first], future]))
    )
    np.testing.assert_array_equal(before[:, :first], after[:, :first])
    assert (before[:, first:] != after[:, first:]).any()


def assert_long_tokens_are_noticed(series, n, d):
    """A series is for unit tokens: who sees a longer one is summed pairwise."""
    x = uniform(np.random.default_rng(10), n, d)
    x[-1] *= 3
    given = arguments(x, 9.0, None, causal)
    found = series(*given)
    assert found[2] >= 1 / n
    agree_on_some_rows(found, given, 1e-12)


def assert_threads_do_not_change_a_bit(series, x, beta):
    given = arguments(x, beta, None, causal)
    first = series(*given)[0]
    for _ in range(3):
        np.testing.assert_array_equal(first, series(*given)[0])


# ------------------------------------------------------------------------------------ the formula


def formula(x, beta, qk, mask, relative=False, masses=None, rows=None):
    """Values and log-normalizers of some rows in long double, without compiling anything."""
    n = len(x)
    rows = np.arange(n) if rows is None else rows
    x = np.asarray(x).astype(np.longdouble)
    q = x[rows][None] if qk is None else x[rows] @ np.asarray(qk).astype(np.longdouble)
    logit = beta * np.einsum("hid,jd->hij", q, x)
    back = rows[:, None] - np.arange(n)
    width = np.asarray(mask.width) if isinstance(mask, Window) else n
    seen = ((back >= 0) & (back < width)) | (mask is full)
    logit = np.where(seen, logit, -np.inf)
    top = logit.max(axis=-1, keepdims=True)
    w = np.exp(logit - top) * (1 if masses is None else np.asarray(masses))
    z = w.sum(axis=-1, keepdims=True)
    if relative:
        values = np.stack([(w * (c - c[rows][:, None])).sum(axis=-1) for c in x.T], axis=-1) / z
    else:
        values = np.einsum("hij,jc->hic", w, x) / z
    return values, (np.log(z) + top)[..., 0]


class Truth:
    """The sums of attention among tokens, in 50 digits, for full and causal attention."""

    def __init__(self, x, beta, qk, masses):
        self.n, self.d = x.shape
        with mpmath.workdps(50):
            self.x = [[mpmath.mpf(float(c)) for c in token] for token in x]
            m = [[mpmath.mpf(float(c)) for c in row] for row in qk]
            keys = [[mpmath.fdot(row, token) for row in m] for token in self.x]
            beta, masses = mpmath.mpf(beta), [mpmath.mpf(float(a)) for a in masses]
            self.w = [
                [
                    a * mpmath.exp(beta * mpmath.fdot(q, k))
                    for k, a in zip(keys, masses, strict=True)
                ]
                for q in self.x
            ]
            self.full, self.causal = self._sums(lambda i: self.n), self._sums(lambda i: i + 1)

    def _sums(self, end):
        """For every row sum_j w_ij and sum_j w_ij x_j over j < end(i)."""
        columns = [[1] * self.n, *([token[c] for token in self.x] for c in range(self.d))]
        return [
            [mpmath.fdot(self.w[i][: end(i)], column[: end(i)]) for column in columns]
            for i in range(self.n)
        ]

    def rows(self, mask, copies=1, relative=False):
        """The rows of the last of `copies` rounds of the tokens: values and log-normalizers."""
        last = self.causal if mask is causal else self.full
        with mpmath.workdps(50):
            sums = [
                [(copies - 1) * a + b for a, b in zip(*pair, strict=True)]
                for pair in zip(self.full, last, strict=True)
            ]
            origin = self.x if relative else [[0] * self.d] * self.n
            values = [
                [s / row[0] - o for s, o in zip(row[1:], start, strict=True)]
                for row, start in zip(sums, origin, strict=True)
            ]
            logs = [mpmath.log(row[0]) for row in sums]
            return np.array(values, dtype=np.longdouble)[None], np.array(logs, np.longdouble)[None]


@functools.cache
def cases(d):
    """64 tokens each, by name: tokens, beta, M, masses, and their sums in 50 digits."""
    rng = np.random.default_rng(d)
    ones, one = np.ones(64), np.eye(d)
    some = rng.normal(size=(d, d))
    stretched = 150 / 64 * some / np.linalg.norm(some, 2)
    given = {f"spread, beta={b:g}": ("spread", b, one, ones) for b in (1.0, 64.0, 1e4, 1e6)} | {
        "random M, beta |M| = 150": ("spread", 64.0, stretched, rng.uniform(0.5, 2, 64)),
        "M = -I": ("cap", 64.0, -one, ones),
        "one point": ("one point", 64.0, one, ones),
        "antipodal": ("antipodal", 64.0, one, ones),
        "isolated": ("isolated", 64.0, one, ones),
        "neighbors": ("neighbors", 1e4, one, ones),
    }
    tokens = {name: configuration(kind, 64, d, rng) for name, (kind, *_) in given.items()}
    return {
        name: (tokens[name], beta, m, masses, Truth(tokens[name], beta, m, masses))
        for name, (_, beta, m, masses) in given.items()
    }
