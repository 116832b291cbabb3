"""Methods of evaluation: one formula, and the choice between them."""

import numpy as np
import pytest

import tokenflock as tkf
from tokenflock.attention import choose, native
from tokenflock.backend import jnp

needs_kernels = pytest.mark.skipif(not native.available(), reason=f"kernels: {native.engine()}")


def on_circle(angle):
    return np.stack([np.cos(angle), np.sin(angle)], axis=1)


def many(law, d):
    rng = np.random.default_rng(1)
    n = choose.MANY_TOKENS
    if d == 3:
        centers = rng.normal(size=(n if law == "uniform" else 5, 3))
        return tkf.normalize(centers[np.arange(n) % len(centers)] + 1e-3 * rng.normal(size=(n, 3)))
    spread = {"uniform": rng.uniform(0, 2 * np.pi, n), "clusters": rng.integers(0, 5, n) * 1.2}[law]
    return on_circle(spread + 1e-3 * rng.normal(size=n))


@needs_kernels
@pytest.mark.parametrize("law", ["uniform", "clusters"])
@pytest.mark.parametrize("mask", ["full", "causal"])
@pytest.mark.parametrize("d", [2, 3])
def test_methods_agree_on_what_moves_the_tokens(mask, law, d):
    for beta in (0.0, 9.0, 64.0, 1e5):
        compare_methods(mask, beta, many(law, d))


def compare_methods(mask, beta, x):
    qk = np.array([[1.0, 0.4, 0.2], [-0.3, 0.8, 0.1], [0.0, 0.5, 0.9]])[: x.shape[1], : x.shape[1]]
    ways = ["auto", "native", "dense", "harmonic"]

    def velocity(method):
        return np.asarray(tkf.Flow(tkf.SelfAttention(beta, qk, mask=mask, method=method))(0.0, x))

    dense = velocity("dense")
    for way in ways:
        bound = max(1e-12, 16 * np.finfo(float).eps * beta * 2)
        assert np.abs(velocity(way) - dense).max() <= bound


@needs_kernels
def test_slow_tokens_are_summed_pairwise():
    x = np.repeat(on_circle(np.array([0.0, 1.5])), choose.MANY_TOKENS, axis=0)
    speed = np.linalg.norm(tkf.Flow(tkf.SelfAttention(64.0))(0.0, x), axis=1)
    np.testing.assert_allclose(speed, 1.4797677e-26, rtol=1e-7)


def test_linear_time_is_for_many_tokens_in_low_dimension():
    mask = tkf.causal
    assert choose.is_linear(mask, choose.MANY_TOKENS, 2, "auto") == native.available()
    assert not choose.is_linear(mask, choose.MANY_TOKENS - 1, 2, "auto")
    assert not choose.is_linear(mask, 10**6, 4, "auto")
    assert not choose.is_linear(tkf.window(3), 10**6, 2, "auto")
    assert choose.is_linear(mask, 3, 2, "harmonic")
    assert bool(choose.pays(jnp.asarray(64.0), None, 2048, 2))
    assert not bool(choose.pays(jnp.asarray(1e5), None, 2048, 2))
    assert not bool(choose.pays(jnp.asarray(64.0), None, 2048, 3))


@pytest.mark.parametrize(
    ("call", "said"),
    [
        (lambda: tkf.SelfAttention(1.0, method="nativ"), "Did you mean 'native'?"),
        (lambda: tkf.SelfAttention(1.0, mask=np.eye(2, dtype=bool), method="native"), "kernels"),
        (lambda: tkf.SelfAttention(1.0, mask="window:2", method="harmonic"), "full or causal"),
        (
            lambda: tkf.Flow(tkf.SelfAttention(1.0, method="harmonic"))(0.0, np.eye(4)),
            "needs tokens in d=2 or d=3. Got d=4.",
        ),
    ],
)
def test_a_method_that_cannot_serve_is_refused(call, said):
    with pytest.raises(tkf.InputError) as caught:
        call()
    assert said in str(caught.value)
