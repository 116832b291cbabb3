"""Methods of evaluation: one formula, and the choice between them."""

import numpy as np
import pytest
from scipy import special
from support.series import formula, needs_kernels

import tokenflock as tkf
from tokenflock._jax import jnp
from tokenflock.attention import choose, harmonic, native

MANY = 2048


def on_circle(angle):
    return np.stack([np.cos(angle), np.sin(angle)], axis=1)


def many(law, d):
    rng = np.random.default_rng(1)
    n = MANY
    if d == 3:
        centers = rng.normal(size=(n if law == "uniform" else 5, 3))
        return tkf.normalize(centers[np.arange(n) % len(centers)] + 1e-3 * rng.normal(size=(n, 3)))
    spread = {"uniform": rng.uniform(0, 2 * np.pi, n), "clusters": rng.integers(0, 5, n) * 1.2}[law]
    return on_circle(spread + 1e-3 * rng.normal(size=n))


@pytest.mark.slow
@needs_kernels
@pytest.mark.parametrize("mask", [tkf.full, tkf.causal], ids=repr)
@pytest.mark.parametrize("d", [2, 3])
def test_methods_agree_on_what_moves_the_tokens(mask, d):
    for law, beta in [("uniform", 64.0), ("clusters", 9.0), ("clusters", 1e5)]:
        compare_methods(mask, beta, many(law, d))


def compare_methods(mask, beta, x):
    d = x.shape[1]
    qk = np.array([[1.0, 0.4, 0.2], [-0.3, 0.8, 0.1], [0.0, 0.5, 0.9]])[:d, :d]
    rows = np.linspace(0, MANY - 1, 60).astype(int)
    average = formula(x, beta, qk[None], mask, rows=rows)[0][0]
    expected = average - (average * x[rows]).sum(axis=-1, keepdims=True) * x[rows]
    bound = max(1e-12, 16 * np.finfo(float).eps * beta * 2)
    # All pairs in pure JAX take longest, and are summed alike for every beta: once is enough.
    for way in ["auto", "native", "harmonic", *["dense"] * (beta == 9.0)]:
        flow = tkf.Flow(tkf.SelfAttention(beta, qk, mask=mask, kernel=way))
        assert np.abs(np.asarray(flow(0.0, x))[rows] - expected).max() <= bound


@needs_kernels
def test_slow_tokens_are_summed_pairwise():
    x = np.repeat(on_circle(np.array([0.0, 1.5])), MANY, axis=0)
    speed = np.linalg.norm(tkf.Flow(tkf.SelfAttention(64.0))(0.0, x), axis=1)
    np.testing.assert_allclose(speed, 1.4797677e-26, rtol=1e-7)


def test_linear_time_is_for_many_tokens_in_low_dimension():
    mask = tkf.causal
    assert choose.is_linear(mask, MANY, 2, "auto") == native.available()
    assert not choose.is_linear(mask, 50, 2, "auto")
    assert not choose.is_linear(mask, 10**6, 4, "auto")
    assert not choose.is_linear(mask, 10**6, 2, "native")
    assert not choose.is_linear(tkf.window(3), 10**6, 2, "auto")
    assert choose.is_linear(mask, 3, 2, "harmonic")


def paying(beta, mask=tkf.causal, n=MANY, d=2, qk=None):
    reach = harmonic.reach_of(d, jnp.asarray(beta), None if qk is None else jnp.asarray(qk))
    return bool(choose.pays(reach, mask, n, d, identity=qk is None))


def test_short_series_pay():
    assert paying(64.0)
    assert not paying(1e6)
    assert not paying(64.0, d=3)
    assert paying(64.0, d=3, n=20_000)
    # A matrix ten thousand times as long is a beta ten thousand times as large.
    assert not paying(100.0, qk=1e4 * np.eye(2)[None])


@pytest.mark.parametrize("mask", [tkf.full, tkf.causal], ids=repr)
@pytest.mark.parametrize("d", [2, 3])
def test_the_choice_is_monotone(mask, d):
    # More tokens can only help a series, a larger beta only the pairs.
    sizes, betas = (40, 1000, 3000, 10_000, 10**5), (0.0, 1.0, 30.0, 1e3, 1e5)
    table = np.array([[paying(beta, mask, n, d) for beta in betas] for n in sizes])
    assert (np.diff(table.astype(int), axis=0) >= 0).all()
    assert (np.diff(table.astype(int), axis=1) <= 0).all()
    assert table[-1, 0]
    assert not table[0, -1]
    # What is decided at compile time never hides a series that would pay.
    compiled = [choose._may_pay(mask, n, d) for n in sizes]
    assert (table.any(axis=1) <= compiled).all()


@needs_kernels
def test_the_number_of_terms_is_an_upper_bound():
    # Of e^z = I_0 + 2 I_1 + ... = i_0 + 3 i_1 + 5 i_2 + ... less than 1e-16 is left out.
    for z in (0.0, 1.0, 9.0, 64.0, 1e3):
        modes, degree = choose.terms(2, np.sqrt(z)), np.sqrt(choose.terms(3, np.sqrt(z))) - 1
        left_out = 2 * special.ive(np.arange(np.floor(modes) + 1, 2000), z).sum()
        assert left_out < 1e-16
        order = np.arange(np.floor(degree) + 1, 2000)
        radial = special.ive(order + 0.5, z) * np.sqrt(np.pi / (2 * max(z, 1e-300)))
        assert z == 0 or ((2 * order + 1) * radial).sum() < 1e-16


@pytest.mark.parametrize(
    ("call", "said"),
    [
        (lambda: tkf.SelfAttention(1.0, kernel="nativ"), "Did you mean 'native'?"),
        (lambda: tkf.SelfAttention(1.0, mask=np.eye(2, dtype=bool), kernel="native"), "kernels"),
        (lambda: tkf.SelfAttention(1.0, mask="window:2", kernel="harmonic"), "full or causal"),
        (
            lambda: tkf.Flow(tkf.SelfAttention(1.0, kernel="harmonic"))(0.0, np.eye(4)),
            "needs tokens in d=2 or d=3. Got d=4.",
        ),
    ],
)
def test_a_method_that_cannot_serve_is_refused(call, said):
    with pytest.raises(tkf.InputError) as caught:
        call()
    assert said in str(caught.value)
