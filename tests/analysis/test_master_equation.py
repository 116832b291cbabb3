"""The master equation: frozen and refreshed predictions, and clusters read off a matrix."""

import numpy as np
import pytest
from scipy.integrate import solve_ivp

import tokenflock as tkf
from tokenflock._jax import jnp
from tokenflock.simulation import flow_of, tokens_of

# Frozen and refreshed predictions

BOOLEAN = tkf.Spec(n=12, d=1, space="rescaled", init="cube:1", seed=1)


def test_attention_is_the_generator():
    # dz/dt = (P - I) z, with P at e^t z: the field of rescaled tokens.
    flow, z, t = flow_of(BOOLEAN), tokens_of(BOOLEAN), 0.7
    P = np.asarray(flow.attention.matrix(jnp.asarray(np.exp(t) * z)))[0]
    np.testing.assert_allclose(flow(t, jnp.asarray(z)), (P - np.eye(12)) @ z, rtol=0, atol=1e-13)


@pytest.mark.parametrize("mask", ["full", "causal"])
def test_the_frozen_prediction_solves_the_frozen_equation_and_ends_in_consensus(mask):
    spec = BOOLEAN.model_copy(update={"mask": mask})
    flow, z = flow_of(spec), tokens_of(spec)
    times = np.array([0.0, 0.5, 3.0, 200.0])
    P = np.asarray(flow.attention.matrix(jnp.asarray(z)))[0]
    path = solve_ivp(
        lambda t, y: (P - np.eye(12)) @ y, (0, 3), z[:, 0], "DOP853", times[:3],
        rtol=1e-11, atol=1e-12,
    )  # fmt: skip
    frozen = tkf.frozen_path(flow, z, times).x.data[..., 0]
    np.testing.assert_allclose(frozen[:3], path.y.T, rtol=0, atol=1e-9)
    assert np.ptp(frozen[-1]) < 1e-9
    if mask == "causal":
        np.testing.assert_allclose(frozen[-1], z[0, 0], rtol=0, atol=1e-9)


def test_tokens_of_every_space_follow_the_same_prediction():
    # x = e^t z: what Euclidean tokens do, rescaled ones do, refreshed or not.
    flow, z = flow_of(BOOLEAN), tokens_of(BOOLEAN)
    plain = tkf.Flow(flow.attention, tkf.Euclidean())
    times = np.linspace(0.0, 2.0, 9)
    for refresh in (np.inf, 0.3):
        rescaled = tkf.frozen_path(flow, z, times, refresh=refresh).x.data
        grown = tkf.frozen_path(plain, z, times, refresh=refresh).x.data
        np.testing.assert_allclose(grown, np.exp(times)[:, None, None] * rescaled, rtol=1e-10)


@pytest.mark.parametrize("space", ["rescaled", "sphere"])
def test_refreshing_converges_with_order_one(space):
    spec = BOOLEAN if space == "rescaled" else tkf.Spec(n=7, d=2, beta=2.0, seed=4)
    flow, x, times = flow_of(spec), tokens_of(spec), np.linspace(0.0, 1.0, 26)
    truth = tkf.solve(flow, x, times, tol=1e-11, method="tsit5").x.data[-1]
    errors = [
        np.abs(tkf.frozen_path(flow, x, times, refresh=h).x.data[-1] - truth).max()
        for h in (0.1, 0.05, 0.025)
    ]
    assert 1.8 < errors[0] / errors[1] < 2.2
    assert 1.9 < errors[1] / errors[2] < 2.1


def test_the_more_often_refreshed_the_longer_it_holds():
    # The frozen prediction heads for consensus, the tokens for the ends of the line.
    flow, z, times = flow_of(BOOLEAN), tokens_of(BOOLEAN), np.linspace(0.0, 5.0, 26)
    path = tkf.solve(flow, z, times, tol=1e-9, method="tsit5").x
    until = [
        tkf.agreement_time(tkf.frozen_path(flow, z, times, refresh=h), path, 0.1)
        for h in (np.inf, 1.0, 0.1)
    ]
    assert until == sorted(until)
    assert 0.2 < until[0] < 3.0
    assert until[-1] > 3.0
    assert tkf.agreement_time(path, path.transpose("coord", "time", "token"), 0.0) == 5.0
    with pytest.raises(tkf.InputError, match="at the same times"):
        tkf.agreement_time(path, path.isel(time=slice(1, None)), 0.1)


def test_the_master_equation_needs_V_to_be_one():
    flow = tkf.Flow(tkf.SelfAttention(1.0, ov=[[2.0, 0.0], [0.0, 1.0]]), tkf.Euclidean())
    with pytest.raises(tkf.InputError, match="V = I"):
        tkf.frozen_path(flow, np.ones((3, 2)), [0.0, 1.0])
    with pytest.raises(tkf.InputError, match="`refresh` must be positive"):
        tkf.frozen_path(flow_of(BOOLEAN), tokens_of(BOOLEAN), [0.0, 1.0], refresh=0.0)


# Metastable sets


def shuffled_blocks(rng, sizes, causal):
    """An attention matrix with clusters of equal weights in random order, and their labels."""
    labels = rng.permutation(np.repeat(np.arange(len(sizes)), sizes))
    seen = labels[:, None] == labels
    P = (np.tril(seen) if causal else seen).astype(float)
    return P / P.sum(axis=1, keepdims=True), labels


@pytest.mark.parametrize("causal", [False, True])
def test_ideal_clusters_are_found_exactly(causal):
    rng = np.random.default_rng(6)
    P, labels = shuffled_blocks(rng, [1, 2, 5, 12], causal)
    leak = rng.uniform(size=P.shape) * (np.tril(np.ones_like(P)) if causal else 1.0)
    leaky = P + 1e-3 * leak
    for matrix in (P, leaky / leaky.sum(axis=1, keepdims=True)):
        found = tkf.metastable_sets(matrix)
        assert found.count == 4
        first = [np.flatnonzero(labels == k)[0] for k in range(4)]
        np.testing.assert_array_equal(found.labels, np.argsort(np.argsort(first))[labels])
        np.testing.assert_allclose(found.memberships.sum(axis=1), 1, rtol=0, atol=1e-9)
        np.testing.assert_allclose(found.memberships.max(axis=1), 1, rtol=0, atol=0.05)
        gap = found.eigenvalues.real[3:5]
        assert gap[0] > 0.98
        assert gap[1] < 0.51
        if causal:
            np.testing.assert_allclose(found.eigenvalues, np.sort(np.diag(matrix))[::-1])


def test_one_set_when_all_agree():
    for n in (1, 7):
        found = tkf.metastable_sets(np.full((1, n, n), 1 / n))
        assert found.count == 1
        np.testing.assert_array_equal(found.labels, np.zeros(n))
    with pytest.raises(tkf.InputError, match=r"attention matrix \(n, n\)"):
        tkf.metastable_sets(np.ones((2, 3)))
    with pytest.raises(tkf.InputError, match="sum to one"):
        tkf.metastable_sets(np.ones((3, 3)))


def is_metastable(flow, x):
    return tkf.verdict(flow, x).state == "metastable"


@pytest.mark.slow
def test_figure_two_of_causal_attention_is_counted_by_its_eigenvalues():
    # arXiv:2411.04990 Fig. 2, whenever its verdict is metastable: a cluster that is about to fall
    # into another is two for the eye and one for the spectrum.
    spec = tkf.Spec(n=200, d=2, beta=64.0, mask="causal")
    flow = flow_of(spec)
    x0 = np.stack([tokens_of(spec.model_copy(update={"seed": seed})) for seed in range(4)])
    path = tkf.solve(flow, x0, [0.0, 20.0, 50.0, 150.0], tol=1e-7).x.transpose("time", "run", ...)
    settled = [x for x in path.data[1:].reshape(-1, 200, 2) if is_metastable(flow, x)]
    assert len(settled) >= 8
    found = [tkf.metastable_sets(flow.attention.matrix(jnp.asarray(x))) for x in settled]
    labels = [tkf.clusters(x, beta=64.0) for x in settled]
    pairs = list(zip(found, labels, strict=True))
    assert np.mean([sets.count == row.max() + 1 for sets, row in pairs]) >= 0.95
    assert np.mean([np.array_equal(sets.labels, row) for sets, row in pairs]) >= 0.95
