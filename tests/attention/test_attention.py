"""Attention against the loop reference, its limits and its symmetries."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.linalg import expm
from support import reference
from support.systems import MASKS, N, by_loops, random_system

from tokenflock import (
    Euclidean,
    Flow,
    InputError,
    Rescaled,
    SelfAttention,
    Sphere,
    causal,
    full,
    normalize,
    window,
)
from tokenflock._jax import jax

# Every mask, dimension and number of heads; fields/test_models.py has all masks in one dimension.
SIZES = [
    (d, 1 + (d + k) % 4, mask)
    for d in range(1, 6)
    for k, mask in enumerate(("causal", "explicit") if d % 2 else ("full", "window"))
]


@pytest.mark.parametrize(("d", "heads", "mask"), SIZES)
def test_the_field_is_the_loop_reference(d, heads, mask):
    x, qk, ov = random_system(d, heads)
    mask, sees = MASKS[mask]
    pairs = list(zip(qk.tolist(), ov.tolist(), strict=True))

    def gap(values, law):
        return np.abs(np.asarray(values) - by_loops(law, x, 1.7, pairs, sees)).max()

    attention = SelfAttention(1.7, qk, ov, mask)
    in_space, on_sphere, matrix = fields(attention, x)
    assert gap(in_space, reference.average) < 1e-12
    assert gap(on_sphere, reference.sphere) < 1e-12
    for h in range(heads):
        rows = by_loops(reference.weights, x, 1.7, qk[h].tolist(), sees)
        assert np.abs(matrix[h] - rows).max() < 1e-12


@jax.jit
def fields(attention, x):
    flows = Flow(attention, Euclidean()), Flow(attention, Sphere())
    return *(flow(0.0, x) for flow in flows), attention.matrix(x)


@pytest.mark.parametrize(("d", "mask"), [(1, "causal"), (2, "window"), (5, "explicit")])
def test_rescaled_tokens_follow_the_loop_reference(d, mask):
    z, qk, ov = random_system(d, 1)
    mask, sees = MASKS[mask]
    pairs = [(qk[0].tolist(), ov[0].tolist())]
    expected = by_loops(reference.rescaled, z, 1.7, pairs, sees, expm(0.8 * ov[0]).tolist())
    velocity = Flow(SelfAttention(1.7, qk, ov, mask), Rescaled())(0.8, z)
    assert np.abs(velocity - expected).max() < 1e-12


@pytest.mark.parametrize(
    ("d", "mask"), [(1, "causal"), (2, "window"), (2, "explicit"), (20, "full"), (20, "explicit")]
)
def test_identity_values_take_the_pairwise_sum_and_agree(d, mask):
    x, qk, _ = random_system(d, 2)
    mask, sees = MASKS[mask]
    pairs = [(m.tolist(), reference.identity(d)) for m in qk]
    expected = by_loops(reference.sphere, x, 3.0, pairs, sees)
    np.testing.assert_allclose(
        Flow(SelfAttention(3.0, qk, mask=mask))(0.0, x), expected, rtol=1e-12, atol=1e-12
    )


def test_heads_broadcast_where_one_side_has_a_single_matrix():
    x, qk, ov = random_system(3, 3)
    shared = SelfAttention(2.0, qk[0], ov)
    spelled = SelfAttention(2.0, np.stack([qk[0]] * 3), ov)
    np.testing.assert_allclose(shared(x), spelled(x), rtol=0, atol=1e-13)
    assert shared.matrix(x).shape == (3, N, N)
    summed = SelfAttention(2.0, qk, ov[0])
    spelled = SelfAttention(2.0, qk, np.stack([ov[0]] * 3))
    np.testing.assert_allclose(summed(x), spelled(x), rtol=0, atol=1e-13)


def test_two_far_clusters_feel_each_other():
    # Three tokens each, gap 1.5, beta = 64: the drift e^{64 (cos 1.5 - 1)} sin 1.5 is far below
    # the rounding of the average itself.
    gap = 1.5
    pair = np.array([[1.0, 0.0], [np.cos(gap), np.sin(gap)]])
    velocity = Flow(SelfAttention(64.0))(0.0, np.concatenate([pair] * 3))
    speed = np.linalg.norm(velocity, axis=1)
    # Z = 3 + 3 e^(...) and three senders: the masses cancel.
    expected = np.exp(64 * (np.cos(gap) - 1)) * np.sin(gap)
    np.testing.assert_allclose(speed, expected, rtol=1e-12)
    assert f"{speed[0]:.2e}" == "1.48e-26"


@pytest.mark.parametrize("d", [2, 17])
def test_a_slow_drift_survives_in_any_dimension(d):
    pair = np.zeros((2, d))
    pair[:, 0], pair[1, 1], pair[1, 0] = 1.0, np.sin(1.5), np.cos(1.5)
    velocity = Flow(SelfAttention(64.0))(0.0, np.concatenate([pair] * 2))
    np.testing.assert_allclose(np.linalg.norm(velocity, axis=1), 1.4797677e-26, rtol=1e-7)


@pytest.mark.parametrize("beta", [0.0, 1e-300, 1.0, 700.0, 1e6])
@pytest.mark.parametrize("stretch", [1e-200, 1.0, 1e200])
def test_weights_are_finite_whatever_the_scale(beta, stretch):
    x, qk, _ = random_system(3, 2)
    w = SelfAttention(beta, stretch * qk, mask=causal).matrix(x)
    assert np.isfinite(w).all()
    np.testing.assert_allclose(w.sum(axis=-1), 1.0, rtol=0, atol=1e-14)


def test_huge_scores_choose_the_largest():
    x, qk, _ = random_system(3, 1)
    w = SelfAttention(1e6, 1e250 * qk).matrix(x)[0]
    np.testing.assert_array_equal(np.argmax(w, axis=1), np.argmax(x @ qk[0] @ x.T, axis=1))
    np.testing.assert_array_equal(np.sort(w, axis=1)[:, :-1], 0.0)


def test_tokens_of_any_size_are_weighed():
    w = SelfAttention(1.0).matrix(1e200 * np.array([[1.0, 0.0], [0.0, 1.0]]))
    np.testing.assert_array_equal(w[0], np.eye(2))


def test_at_beta_zero_attention_is_the_mean_of_what_is_seen():
    x = normalize(np.random.default_rng(0).normal(size=(5, 3)))
    means = np.cumsum(x, axis=0) / np.arange(1, 6)[:, None]
    np.testing.assert_allclose(SelfAttention(0.0, mask=causal)(x), means, rtol=0, atol=1e-15)


rotations = st.integers(0, 2**32 - 1)
sizes = st.sampled_from([(N, 2), (N, 3)])
betas = st.floats(0, 100)


def drawn(seed, n, d):
    rng = np.random.default_rng(seed)
    return rng, normalize(rng.normal(size=(n, d)))


@settings(max_examples=40, deadline=None)
@given(rotations, sizes, betas, st.sampled_from([full, causal]))
def test_identity_attention_turns_with_the_tokens(seed, size, beta, mask):
    rng, x = drawn(seed, *size)
    turn, _ = np.linalg.qr(rng.normal(size=(size[1],) * 2))
    flow = Flow(SelfAttention(beta, mask=mask))
    turned = np.asarray(flow(0.0, x)) @ turn.T
    np.testing.assert_allclose(flow(0.0, x @ turn.T), turned, rtol=0, atol=1e-12)


@settings(max_examples=40, deadline=None)
@given(rotations, sizes, betas)
def test_full_attention_does_not_know_the_order_of_tokens(seed, size, beta):
    rng, x = drawn(seed, *size)
    order, qk, ov = rng.permutation(size[0]), *rng.normal(size=(2, size[1], size[1]))
    flow = Flow(SelfAttention(beta, qk, ov))
    np.testing.assert_allclose(
        flow(0.0, x[order]), np.asarray(flow(0.0, x))[order], rtol=0, atol=1e-12
    )


@settings(max_examples=40, deadline=None)
@given(rotations, st.sampled_from([(2, "full"), (3, "causal"), (3, "window")]), betas)
def test_velocities_are_tangent_and_rows_sum_to_one(seed, kind, beta):
    d, mask = kind
    rng, x = drawn(seed, N, d)
    qk, ov = rng.normal(size=(2, 2, d, d))
    _, velocity, rows = map(np.asarray, fields(SelfAttention(beta, qk, ov, MASKS[mask][0]), x))
    assert np.abs((velocity * x).sum(axis=1)).max() < 1e-13
    np.testing.assert_allclose(rows.sum(axis=-1), 1.0, rtol=0, atol=1e-14)


@settings(max_examples=30, deadline=None)
@given(rotations, betas)
def test_the_future_never_moves_the_past(seed, beta):
    rng, x = drawn(seed, 7, 3)
    changed = np.concatenate([x[:4], normalize(rng.normal(size=(3, 3)))])
    flow = Flow(SelfAttention(beta, rng.normal(size=(3, 3)), mask=causal))
    before, after = (np.asarray(flow(0.0, y)) for y in (x, changed))
    np.testing.assert_array_equal(before[:4], after[:4])


def test_batches_jit_vmap_and_derivatives():
    x = normalize(np.random.default_rng(0).normal(size=(3, N, 2)))
    flow = Flow(SelfAttention(2.0, mask=causal))

    def field(y):
        return np.asarray(flow(0.0, y))

    one_by_one = np.stack([field(y) for y in x])
    np.testing.assert_allclose(field(x), one_by_one, rtol=0, atol=1e-15)
    batched = jax.vmap(lambda y: flow(0.0, y))
    np.testing.assert_allclose(jax.jit(batched)(x), one_by_one, rtol=0, atol=1e-15)
    both_ways = jax.jit(lambda y: (jax.jacfwd(flow, 1)(0.0, y), jax.jacrev(flow, 1)(0.0, y)))
    forward, backward = both_ways(x[0])
    np.testing.assert_allclose(forward, backward, rtol=0, atol=1e-12)
    step = 1e-6 * np.ones_like(x[0])
    difference = (field(x[0] + step) - field(x[0] - step)) / 2
    np.testing.assert_allclose(
        np.einsum("iajb,jb->ia", forward, step), difference, rtol=0, atol=1e-14
    )


def test_matrices_and_masks_must_fit_the_tokens():
    x = normalize(np.random.default_rng(0).normal(size=(4, 3)))
    with pytest.raises(InputError, match=r"shape \(4, 4\) for 4 tokens. Got \(3, 3\)"):
        Flow(SelfAttention(1.0, mask=np.tri(3, dtype=bool)))(0.0, x)
    assert SelfAttention(1.0, qk=np.eye(4)).dimension == 4


def test_normalize_gives_sixty_four_bits():
    x = normalize(np.ones((2, 3), np.float32))
    assert x.dtype == np.float64
    np.testing.assert_allclose(np.linalg.norm(x, axis=1), 1.0, rtol=0, atol=1e-15)


@pytest.mark.parametrize(
    ("build", "said"),
    [
        (lambda: SelfAttention(np.inf), "`beta` must be finite. Got inf."),
        (lambda: SelfAttention(-1.0, weighting="hardmax"), "is the limit beta -> +oo"),
        (lambda: SelfAttention(-710.0, weighting="unnormalized"), "from |beta| = 709 on"),
        (lambda: SelfAttention(np.inf), "`beta` must be finite"),
        (lambda: SelfAttention(np.nan), "`beta` must be finite"),
        (lambda: SelfAttention([1.0, 2.0]), "`beta` must be one number"),
        (lambda: SelfAttention(1.0, np.ones((2, 3))), "`qk` must have shape (d, d)"),
        (lambda: SelfAttention(1.0, ov=[[1.0, np.nan], [0.0, 1.0]]), "entry (0, 0, 1) is nan"),
        (lambda: SelfAttention(1.0, np.ones((2, 2)), np.ones((3, 3))), "the same R^d"),
        (lambda: SelfAttention(1.0, np.ones((2, 2, 2)), np.ones((3, 2, 2))), "number of heads"),
        (lambda: SelfAttention(1.0, mask="casual"), "Did you mean 'causal'?"),
        (lambda: SelfAttention(1.0, mask=np.eye(2)), "a boolean (n, n) array"),
        (lambda: SelfAttention(1.0, mask=np.tri(3, k=-1, dtype=bool)), "row 0 of `mask`"),
        (lambda: window(0), "at least 1"),
    ],
)
def test_bad_attention_is_one_sentence(build, said):
    with pytest.raises(InputError) as caught:
        build()
    assert said in str(caught.value)
