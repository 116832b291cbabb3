"""Attention by blocks of rows: the formula as loops, the same derivatives, nothing n x n."""

import numpy as np
import pytest
from support import reference

import tokenflock as tkf
from tokenflock._jax import jax, jnp
from tokenflock.attention import causal, dense, full, harmonic, native, row_blocks, window
from tokenflock.attention.masks import Causal, Full, Window, seen_mass, visible_pairs

N, D, HEADS = 11, 3, 2


class Ring(tkf.Mask):
    """A mask that no kernel knows."""

    def visible(self, i, j):
        return (i - j) % 5 <= 1


RNG = np.random.default_rng(5)
SEEN = np.eye(N, dtype=bool) | (RNG.uniform(size=(N, N)) < 0.4)
MASKS = {
    "full": (full, reference.sees_full),
    "causal": (causal, reference.sees_causal),
    "window": (window(3), reference.sees_window(3)),
    "explicit": (SEEN, lambda i, j: SEEN[i, j]),
    "own": (Ring(), lambda i, j: (i - j) % 5 <= 1),
}
LAWS = {"softmax": reference.weights, "unnormalized": reference.unnormalized}


def forget():
    """Drop the programs of attention: those compiled before know nothing of another limit.

    Not `jax.clear_caches()`, which drops those of all other tests as well.
    """
    for law in ("__call__", "displacement", "pull"):
        vars(tkf.SelfAttention)[law]._cached.clear_cache()


@pytest.fixture
def most_pairs(monkeypatch):
    """A call that limits the pairs of a block."""

    def limit(pairs):
        monkeypatch.setattr(row_blocks, "PAIRS", pairs)
        forget()

    yield limit
    monkeypatch.undo()
    forget()


@pytest.fixture
def without_kernels(monkeypatch):
    monkeypatch.setattr(native, "available", lambda: False)
    forget()
    yield
    monkeypatch.undo()
    forget()


def operands(d=D):
    """Unit tokens, masses, M and V of every head; no matrix is symmetric."""
    rng = np.random.default_rng(3)
    x = rng.normal(size=(N, d))
    x /= np.linalg.norm(x, axis=-1, keepdims=True)
    return x, rng.uniform(0.2, 4, N), rng.normal(size=(HEADS, d, d)), rng.normal(size=(HEADS, d, d))


@pytest.mark.parametrize("law", LAWS)
@pytest.mark.parametrize("kind", MASKS)
def test_blocks_agree_with_the_formula(most_pairs, kind, law):
    most_pairs(4 * N * HEADS)  # 11 is no multiple of 4
    mask, sees = MASKS[kind]
    x, masses, qk, ov = operands()
    attention = tkf.SelfAttention(1.5, qk, ov, mask, weighting=law, masses=masses, kernel="dense")
    heads, tokens, m = list(zip(qk.tolist(), ov.tolist(), strict=True)), x.tolist(), masses.tolist()
    averages, displacements = attention(x), attention.displacement(x)
    for i in range(N):
        average = reference.average(tokens, i, 1.5, heads, sees, LAWS[law], m)
        np.testing.assert_allclose(averages[i], average, rtol=1e-12, atol=1e-13)
        rows = (np.array(LAWS[law](tokens, i, 1.5, a, sees, m)) for a, _ in heads)
        expected = sum(b @ (w @ (x - x[i])) for w, b in zip(rows, ov, strict=True))
        np.testing.assert_allclose(displacements[i], expected, rtol=1e-12, atol=1e-13)


@pytest.mark.parametrize("rows", [1, 2, N - 1, N])
def test_blocks_of_every_size(most_pairs, rows):
    most_pairs(rows * N)
    x, *_ = operands()
    w = np.tril(np.exp(2.0 * x @ x.T))
    expected = w / w.sum(axis=1, keepdims=True) @ x
    attention = tkf.SelfAttention(2.0, mask="causal", kernel="dense")
    np.testing.assert_allclose(attention(x), expected, rtol=1e-12, atol=1e-13)


@pytest.mark.parametrize("kind", [Full, Causal, Window])
@pytest.mark.parametrize("relative", [False, True])
def test_the_kernels_formula_in_blocks(most_pairs, kind, relative):
    rng = np.random.default_rng(8)
    q, k, v = (jnp.asarray(rng.normal(size=(2, h, N, c))) for h, c in ((3, 4), (1, 4), (3, 5)))
    masses, width = jnp.asarray(rng.uniform(0.1, 3, (2, N))), jnp.array([2, 5])
    whole = native.reference(kind, relative, q, k, v, masses, width)
    most_pairs(4 * N * 6)
    for found, expected in zip(
        native.reference(kind, relative, q, k, v, masses, width), whole, strict=True
    ):
        np.testing.assert_allclose(found, expected, rtol=1e-13, atol=1e-14)


# ------------------------------------------------------------------------------------ derivatives


@pytest.mark.slow
@pytest.mark.parametrize(("kind", "relative"), [*zip(MASKS, [False, True] * 3, strict=False)])
def test_derivatives_are_those_of_one_block(most_pairs, kind, relative):
    x, masses, qk, ov = operands()
    direction = np.random.default_rng(1).normal(size=x.shape)

    def average(x, masses, qk):
        attention = tkf.SelfAttention(
            2.0, qk, ov, MASKS[kind][0], masses=masses, kernel="dense", weighting="unnormalized"
        )
        return attention.displacement(x) if relative else attention(x)

    def derivatives():
        along = jax.jvp(lambda x: average(x, masses, qk), (x,), (direction,))
        _, pull_back = jax.vjp(average, x, masses, qk)
        several = jax.vmap(lambda x: average(x, masses, qk))(np.stack([x, -x]))
        return jax.tree.leaves((along, pull_back(jnp.asarray(direction)), several))

    whole = jax.jit(lambda: derivatives())()  # one program each
    most_pairs(3 * N * HEADS)
    for found, expected in zip(jax.jit(lambda: derivatives())(), whole, strict=True):
        np.testing.assert_allclose(found, expected, rtol=1e-11, atol=1e-12)


# ------------------------------------------------------------------------- what must not be lost


def test_few_pairs_are_one_block():
    x, *_ = operands()
    attention = tkf.SelfAttention(1.0, mask="causal", kernel="dense")
    assert "scan" not in str(jax.make_jaxpr(attention.displacement)(x))


@pytest.mark.parametrize("d", [2, dense.CHEAP_DIMENSION + 4])
def test_the_future_never_moves_the_past(most_pairs, d):
    most_pairs(4 * N)
    x, *_ = operands(d)
    attention = tkf.SelfAttention(5.0, mask="causal", kernel="dense")
    # Long tokens see only themselves and rest, so their rows are summed pairwise: rows 4 and 5,
    # in the same block, must not follow them.
    later = np.where(np.arange(N)[:, None] < 6, x, 3 * x[::-1])
    for average in (attention, attention.displacement):
        np.testing.assert_array_equal(average(x)[:6], average(later)[:6])


@pytest.mark.parametrize("d", [2, dense.CHEAP_DIMENSION + 4])
def test_slow_tokens_keep_their_digits(most_pairs, d):
    # Two clusters a gap of 1.5 apart at beta = 64: the drift is 5e-26, and 1 - 1 would be 1e-16.
    most_pairs(3 * N)
    angle = np.repeat([0.0, 1.5], [7, 4])
    x = np.zeros((N, d))
    x[:, 0], x[:, 1] = np.cos(angle), np.sin(angle)
    found = tkf.SelfAttention(64.0, kernel="dense").displacement(x)
    gap = 64 * (1 - x[0] @ x[-1])
    np.testing.assert_allclose(found[0], 4 / 7 * np.exp(-gap) * (x[-1] - x[0]), rtol=1e-13)
    assert 0 < np.abs(found[0, :2]).max() < 1e-24


def test_what_a_mask_of_ones_own_sees(most_pairs):
    masses = np.random.default_rng(2).uniform(size=N)
    most_pairs(4 * N)
    for mask, _ in MASKS.values():
        mask = tkf.SelfAttention(1.0, mask=mask).mask
        expected = np.asarray(visible_pairs(mask, N)) @ masses
        np.testing.assert_allclose(seen_mass(mask, jnp.asarray(masses)), expected, rtol=1e-14)


# ----------------------------------------------------------------------------------------- memory

MANY = 20_000
LIMIT = MANY**2 // 2  # bytes: half of what a mask of all pairs takes, a sixteenth of the weights


def temporary(function, d, n=MANY):
    """Bytes that a compiled function needs beside its operands and results."""
    tokens = jax.ShapeDtypeStruct((n, d), jnp.float64)
    return (
        jax.jit(lambda x: function(x)).lower(tokens).compile().memory_analysis().temp_size_in_bytes
    )


def gradient(function):
    """The gradient of the sum of squares."""
    return jax.grad(lambda x: (function(x) ** 2).sum())


@pytest.mark.slow
@pytest.mark.parametrize(("mask", "d"), [(causal, 2), (window(9), 20), (Ring(), 2)])
def test_nothing_of_the_size_of_all_pairs_is_held(mask, d):
    attention = tkf.SelfAttention(4.0, mask=mask, weighting="unnormalized", kernel="dense")
    for function in (attention, attention.displacement):
        assert temporary(function, d) < LIMIT
        assert temporary(gradient(function), d) < LIMIT


@pytest.mark.parametrize("d", [2, 3])
def test_nor_by_the_series_without_kernels(without_kernels, d):
    attention = tkf.SelfAttention(4.0, -np.eye(d), mask="causal", kernel="harmonic")
    assert temporary(attention.pull, d) < LIMIT
    assert temporary(gradient(attention.pull), d) < LIMIT


@pytest.mark.slow
@pytest.mark.parametrize("rows", [4, N])
def test_doubtful_rows_of_a_series_in_blocks(most_pairs, without_kernels, rows):
    # A row weighs the tokens a right angle away: some rows have one there, the others are doubtful.
    most_pairs(rows * N)
    x, masses, *_ = map(jnp.asarray, operands(2))
    qk = jnp.array([[[0.0, 1.0], [-1.0, 0.0]]])
    for mask, sees in (MASKS["full"], MASKS["causal"]):
        values, _, share = harmonic.circle(x, jnp.asarray(64.0), qk, mask, masses)
        assert 0 < float(share[0]) < 1
        heads = [(qk[0].tolist(), np.eye(2).tolist())]
        for i in range(N):
            expected = reference.average(x.tolist(), i, 64.0, heads, sees, masses=masses.tolist())
            np.testing.assert_allclose(values[0, i], expected, rtol=0, atol=1e-12)
