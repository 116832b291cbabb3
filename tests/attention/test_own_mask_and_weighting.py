"""Masks and weightings of a user's own: ten lines each, and they serve wherever ours do."""

import math

import numpy as np
import pytest
from scipy.linalg import expm
from support import reference
from support.systems import MASKS, N, by_loops, random_system

import tokenflock as tkf
from tokenflock import spaces
from tokenflock._jax import jnp
from tokenflock.attention import choose, harmonic, native, spherical
from tokenflock.attention.masks import Causal, Mask, seen_mass
from tokenflock.attention.weightings import Weighting

BETA, TIME = 1.7, 0.8
MASSES = np.random.default_rng(5).uniform(0.2, 3.0, N)


class Skipping(Mask, name="skipping"):
    """Tokens that see every place before and after them but some: no symmetry, no order."""

    period: int = 3

    def visible(self, i, j):
        return (i - j) % self.period != 1


def sees_skipping(i, j):
    return (i - j) % 3 != 1


class Sigmoid(Weighting, name="sigmoid"):
    def rows(self, s, scale, seen, masses):
        w = jnp.where(seen, 1 / (1 + jnp.exp(-scale * s)), 0.0)
        w = w if masses is None else w * masses
        return w / w.sum(axis=-1, keepdims=True)


class Squares(Weighting):
    """Rows that sum to anything."""

    def rows(self, s, scale, seen, masses):
        w = jnp.where(seen, (1 + scale * s) ** 2, 0.0)
        return w if masses is None else w * masses


def sigmoid(x, i, beta, qk, sees, masses=None):
    """w_ij ~ m_j / (1 + e^{-l_ij}) over the j that i sees."""
    w = squares(x, i, beta, qk, sees, masses, lambda logit: 1 / (1 + math.exp(-logit)))
    return [value / sum(w) for value in w]


def squares(x, i, beta, qk, sees, masses=None, law=lambda logit: (1 + logit) ** 2):
    """w_ij = m_j (1 + l_ij)^2 over the j that i sees."""
    logits = reference.logits(x, i, beta, qk, sees)
    m = masses or [1.0] * len(x)
    return [m[j] * law(logits[j]) if j in logits else 0.0 for j in range(len(x))]


OURS = {
    "softmax": reference.weights,
    "unnormalized": reference.unnormalized,
    "unnormalized:scaled": reference.scaled,
    "hardmax": reference.hardmax,
    "hardmax:others": reference.hardmax_others,
}
OWN = {"sigmoid": (Sigmoid(), sigmoid), "squares": (Squares(), squares)}
SPACES = {
    "sphere": reference.sphere,
    "euclidean": reference.average,
    "preln": reference.preln,
    "periln": reference.periln,
    "mixln:0.4": reference.preln,
    "mixln:1.6": reference.shells,
    "ngpt:0.3": reference.ngpt(0.3),
    "sqrtscaled": reference.sqrt_scaled(TIME),
}
# Every weighting under the own mask, own weightings under every mask.
CASES = [
    *((name, Skipping(), name, law, sees_skipping) for name, law in OURS.items()),
    *(
        (f"{name}, {mask}", rule, weighting, law, sees)
        for name, (weighting, law) in OWN.items()
        for mask, (rule, sees) in (MASKS | {"own": (Skipping(), sees_skipping)}).items()
    ),
]


@pytest.mark.parametrize(
    ("mask", "weighting", "law", "sees"), [c[1:] for c in CASES], ids=[c[0] for c in CASES]
)
def test_fields_and_matrices_are_the_loop_reference(mask, weighting, law, sees):
    x, qk, ov = random_system(3, 2)
    attention = tkf.SelfAttention(BETA, qk, ov, mask, weighting=weighting, masses=MASSES)
    pairs = list(zip(qk.tolist(), ov.tolist(), strict=True))
    system = (BETA, pairs, sees, law, MASSES.tolist())
    average = by_loops(reference.average, x, *system)
    np.testing.assert_allclose(attention(x), average, rtol=1e-12, atol=1e-12)
    velocity = tkf.Flow(attention)(0.0, x)
    expected = by_loops(reference.sphere, x, *system)
    np.testing.assert_allclose(velocity, expected, rtol=1e-12, atol=1e-12)
    for h, rows in enumerate(attention.matrix(x)):
        loops = by_loops(law, x, BETA, qk[h].tolist(), sees, MASSES.tolist())
        np.testing.assert_allclose(rows, loops, rtol=1e-12, atol=1e-13)


@pytest.mark.parametrize("space", SPACES)
def test_every_space_takes_them(space):
    x, qk, ov = random_system(3, 1)
    attention = tkf.SelfAttention(BETA, qk, ov, Skipping(), weighting=Sigmoid(), masses=MASSES)
    system = (BETA, [(qk[0].tolist(), ov[0].tolist())], sees_skipping, sigmoid, MASSES.tolist())
    expected = by_loops(SPACES[space], x, *system)
    velocity = tkf.Flow(attention, spaces.named(space))(TIME, x)
    np.testing.assert_allclose(velocity, expected, rtol=1e-12, atol=1e-12)


@pytest.mark.parametrize("weighting", ["softmax", "hardmax:others"])
def test_rescaled_tokens_take_the_mask(weighting):
    z, qk, ov = random_system(3, 1)
    z[1] = z[0]  # who stands together matters to 'hardmax:others'
    attention = tkf.SelfAttention(BETA, qk, ov, Skipping(), weighting=weighting)
    pairs, growth = [(qk[0].tolist(), ov[0].tolist())], expm(TIME * ov[0]).tolist()
    system = (BETA, pairs, sees_skipping, growth, OURS[weighting])
    expected = by_loops(reference.rescaled, z, *system)
    velocity = tkf.Flow(attention, tkf.Rescaled())(TIME, z)
    np.testing.assert_allclose(velocity, expected, rtol=1e-12, atol=1e-12)


def test_rescaled_tokens_need_weights_that_follow_from_differences():
    # Logits of rescaled tokens are known up to a constant per row, which a sigmoid would feel.
    x, _, _ = random_system(3, 1)
    with pytest.raises(tkf.InputError, match=r"weightings that need logits .* Got Sigmoid"):
        tkf.Rescaled().check(x, tkf.SelfAttention(1.0, weighting=Sigmoid()))


def test_pairwise_and_quick_sums_of_rows_that_sum_to_anything_agree():
    # From d = 17 on a quick sum stands in for the pairwise one where nothing is slow.
    x, qk, _ = random_system(20, 1)
    attention = tkf.SelfAttention(BETA, qk, weighting=Squares())
    w = np.asarray(attention.matrix(x))[0]
    expected = np.array([sum(w[i, j] * (x[j] - x[i]) for j in range(N)) for i in range(N)])
    np.testing.assert_allclose(attention.displacement(x), expected, rtol=1e-12, atol=1e-12)


@pytest.mark.slow
def test_names_stand_for_them_in_a_spec():
    spec = tkf.Spec(n=N, d=3, beta=2.0, mask="skipping", weighting="sigmoid", t_end=1.0, samples=3)
    attention = tkf.SelfAttention(2.0, mask=Skipping(), weighting=Sigmoid())
    run = tkf.simulate(spec)
    path = tkf.solve(tkf.Flow(attention), run.x.data[0], run.time, tol=spec.tol)
    np.testing.assert_array_equal(run.x, path.x)
    wider = tkf.simulate(spec.replace(mask="skipping:4"))
    assert np.abs(wider.x - run.x).max() > 1e-3
    softmax = tkf.simulate(spec.replace(weighting="softmax"))
    assert np.abs(softmax.x - run.x).max() > 1e-3


def test_layers_take_them():
    x, qk, ov = random_system(3, 2)
    attention = tkf.SelfAttention(BETA, qk, ov, Skipping(), weighting=Sigmoid())
    system = (BETA, list(zip(qk.tolist(), ov.tolist(), strict=True)), sees_skipping, sigmoid)
    once = tkf.normalize(x + 0.5 * by_loops(reference.average, x, *system))
    path = tkf.solve(tkf.Flow(attention), x, [0.0, 0.5], method="layers", step=0.5)
    np.testing.assert_allclose(path.x[-1], once, rtol=1e-12, atol=1e-12)


def test_weights_of_every_layer_take_them():
    x, qk, ov = random_system(3, 2)
    layers = [
        tkf.SelfAttention(BETA, m, v, Skipping(), weighting=Sigmoid())
        for m, v in zip(qk, ov, strict=True)
    ]
    for k, layer in enumerate(layers):
        found = tkf.Layered(layers).at(k + 0.5)(x)
        np.testing.assert_allclose(found, layer(x), rtol=1e-14, atol=1e-14)


def test_the_mass_that_is_seen():
    expected = [sum(MASSES[j] for j in range(N) if sees_skipping(i, j)) for i in range(N)]
    np.testing.assert_allclose(seen_mass(Skipping(), jnp.asarray(MASSES)), expected, rtol=1e-15)


@pytest.mark.parametrize("kernel", ["native", "harmonic"])
def test_kernels_that_know_other_masks_refuse(kernel):
    with pytest.raises(tkf.InputError, match=f"`kernel='{kernel}'` needs .*`kernel='auto'`"):
        tkf.SelfAttention(1.0, mask=Skipping(), kernel=kernel)


def test_no_series_stands_in_for_an_own_weighting():
    many = 10**6
    assert not tkf.SelfAttention(1.0, weighting=Sigmoid()).is_linear(many, 2)
    assert not tkf.SelfAttention(1.0, mask=Skipping()).is_linear(many, 2)
    with pytest.raises(tkf.InputError, match="needs softmax or unnormalized"):
        tkf.SelfAttention(1.0, weighting=Sigmoid(), kernel="harmonic").is_linear(many, 2)


class Backwards(Mask):
    """The future: no kernel knows it, and no doubly stochastic matrix fills it."""

    def visible(self, i, j):
        return i <= j


@pytest.mark.parametrize(
    ("base", "root"),
    [(Causal, "Mask"), (tkf.Softmax, "Weighting"), (tkf.Sphere, "Space"), (tkf.NGPT, "Space")],
)
def test_what_kernels_know_is_final(base, root):
    # A descendant would be taken for its parent wherever kernels and verdicts match on kinds.
    with pytest.raises(tkf.InputError, match=f"`{base.__name__}` is final.*`Other` from `{root}`"):
        type(base)("Other", (base,), {})


def test_a_mask_that_no_kernel_knows_is_summed_densely():
    x, qk, ov = random_system(2, 1)
    assert not native.supports(Backwards(), jnp.float64)
    assert not harmonic.supports(Backwards(), 2)
    assert not spherical.supports(Backwards(), 3)
    assert not choose.is_linear(Backwards(), 10**6, 2, "auto")
    attention = tkf.SelfAttention(BETA, qk, ov, Backwards(), weighting="unnormalized")
    pairs = [(qk[0].tolist(), ov[0].tolist())]
    system = (BETA, pairs, lambda i, j: i <= j, reference.unnormalized)
    expected = by_loops(reference.average, x, *system)
    np.testing.assert_allclose(attention(x), expected, rtol=1e-12, atol=1e-12)


class Strict(Mask):
    """Tokens before i only: the first sees nobody."""

    def visible(self, i, j):
        return j < i


class Distance(Mask):
    """No mask: a distance is neither true nor false."""

    def visible(self, i, j):
        return abs(i - j)


@pytest.mark.parametrize("n", [1, 5, 6000])
def test_a_token_that_sees_nobody_is_refused(n):
    with pytest.raises(tkf.InputError, match=f"mask Strict token 0 of {n} sees none"):
        tkf.SelfAttention(1.0, mask=Strict()).check(n, 2)


def test_blindness_is_found_in_every_block_of_rows():
    class LastBlind(Mask):
        def visible(self, i, j):
            return i < 5999

    tkf.SelfAttention(1.0, mask=LastBlind()).check(5999, 2)
    with pytest.raises(tkf.InputError, match="token 5999 of 6000 sees none"):
        tkf.SelfAttention(1.0, mask=LastBlind()).check(6000, 2)


def test_a_mask_answers_true_or_false():
    with pytest.raises(tkf.InputError, match=r"mask Distance must say true or false.*Got int64"):
        tkf.SelfAttention(1.0, mask=Distance())(np.eye(3))


def test_sinkhorn_knows_whether_an_own_mask_can_be_filled():
    class Blocks(Mask):
        def visible(self, i, j):
            return i // 2 == j // 2

    x, qk, ov = random_system(3, 1)
    attention = tkf.SelfAttention(BETA, qk, ov, Blocks(), weighting="sinkhorn")
    attention.check(N, 3)
    system = (BETA, qk[0].tolist(), lambda i, j: i // 2 == j // 2)
    expected = by_loops(reference.sinkhorn, x, *system)
    np.testing.assert_allclose(attention.matrix(x)[0], expected, rtol=1e-11, atol=1e-12)
    with pytest.raises(tkf.InputError, match="`weighting='sinkhorn'` needs a mask"):
        tkf.SelfAttention(1.0, mask=Backwards(), weighting="sinkhorn").check(N, 3)


def test_the_old_name_of_kernel_is_refused_with_the_new_one():
    with pytest.raises(tkf.InputError, match="is now `kernel='dense'`"):
        tkf.SelfAttention(1.0, method="dense")


def test_a_base_class_promises_nothing():
    assert not Weighting.exponential
    assert not Sigmoid().exponential
    assert not Sigmoid().from_differences
    assert tkf.softmax.exponential
    assert tkf.unnormalized.exponential
