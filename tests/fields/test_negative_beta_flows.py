"""Flows of negative beta: closed forms, native steps against compiled ones, energy, long times."""

import numpy as np
import pytest
from scipy.special import eval_chebyt, eval_legendre, roots_chebyt, roots_legendre

import tokenflock as tkf
from tokenflock import theory
from tokenflock.attention import native
from tokenflock.coarsening.derivatives import jacobian
from tokenflock.coarsening.forces import frames, law_of, log_pace, pairs, velocity
from tokenflock.coarsening.site_kernels import site_kernels
from tokenflock.solvers.compiled import Compiled
from tokenflock.solvers.driver import follow
from tokenflock.solvers.family import Family
from tokenflock.solvers.methods import Stepping
from tokenflock.solvers.native import Native
from tokenflock.solvers.problem import Problem
from tokenflock.solvers.sinks import Paths

TIMES = np.array([0.0, 0.7, 2.0])
needs_kernels = pytest.mark.skipif(not native.available(), reason=native.instruction_set())


def on_circle(*angles):
    return np.stack([np.cos(angles), np.sin(angles)], axis=1)


SPHERE = tkf.Sphere()


def flow(beta, space=SPHERE, **options):
    return tkf.Flow(tkf.SelfAttention(beta, **options), space)


# ------------------------------------------------------------------------------------ closed forms


@pytest.mark.slow
@pytest.mark.parametrize(("n", "beta"), [(2, -0.3), (5, -4.0), (3, -64.0), (4, -0.999)])
def test_equiangular_tokens_follow_the_closed_forms(n, beta):
    laws = {"softmax": theory.equiangular, "unnormalized": theory.equiangular_usa}
    for weighting, law in laws.items():
        slower = np.exp(-beta) if weighting == "unnormalized" else 1.0
        times = slower * TIMES
        x = tkf.solve(flow(beta, weighting=weighting), np.eye(n), times, tol=1e-12).x.data
        found = np.einsum("tk,tk->t", x[:, 0], x[:, n - 1])
        np.testing.assert_allclose(found, law(times, n=n, beta=beta), atol=1e-11)


@pytest.mark.parametrize("law", [theory.equiangular, theory.equiangular_usa])
def test_the_closed_forms_are_one_function_of_beta(law):
    # Three formulas serve beta <= -1, |beta| small and beta > 0: they meet.
    for beta in (-1.0, 0.0):
        below, here, above = (law(TIMES, n=3, beta=beta + h) for h in (-1e-7, 0.0, 1e-7))
        np.testing.assert_allclose((below + above) / 2, here, atol=1e-12)


@pytest.mark.parametrize("mask", ["full", "causal"])
def test_two_tokens_follow_the_closed_form(mask):
    # u = -0.9: nearly opposite tokens, which attend to each other only.
    x0 = on_circle(0.0, np.arccos(-0.9))
    x = tkf.solve(flow(-4.0, mask=mask), x0, TIMES, tol=1e-12).x.data
    expected = theory.two_tokens(TIMES, beta=-4.0, u0=-0.9, causal=mask == "causal")
    np.testing.assert_allclose(np.einsum("tk,tk->t", x[:, 0], x[:, 1]), expected, atol=1e-11)


@pytest.mark.parametrize(("d", "weighting"), [(2, "softmax"), (3, "unnormalized")])
def test_ripples_grow_as_the_mean_field_says(d, weighting):
    # Funk and Hecke by quadrature over the cosine: Y_k is a polynomial of Chebyshev or Legendre.
    beta, modes = -4.0, np.arange(1, 5)
    rates = theory.growth_rates(modes, beta=beta, d=d, weighting=weighting)
    polynomial, rule = (eval_chebyt, roots_chebyt) if d == 2 else (eval_legendre, roots_legendre)
    nodes, weights = rule(200)
    mean = (np.exp(beta * nodes) * weights).sum() / weights.sum()
    for k, rate in zip(modes, rates, strict=True):
        multiplier = (np.exp(beta * nodes) * polynomial(k, nodes) * weights).sum() / weights.sum()
        norm = mean if weighting == "softmax" else 1.0
        assert rate == pytest.approx(k * (k + d - 2) * multiplier / (beta * norm), rel=1e-10)
    assert theory.fastest_mode(beta, d) % 2 == 1


# ---------------------------------------------------------------------------------- native steps


def followed(engine, one, x0):
    problem = Problem(Family.of(one, 1), x0[None], TIMES, Stepping("tsit5", tol=1e-9))
    assert engine.serves(problem)
    paths = Paths(1, len(TIMES), x0.shape)
    follow(problem, paths, [engine])
    return paths.x[0]


QK, OV = np.random.default_rng(3).normal(size=(2, 2, 3, 3)) / 2
CASES = {
    "mutual": {},
    "mutual, sharp": {"beta": -250.0},
    "window": {"mask": "window:4", "qk": QK, "ov": OV},
    "scaled": {"weighting": "unnormalized:scaled", "mask": "causal", "qk": QK},
    "sinkhorn": {"weighting": "sinkhorn"},
    "ngpt": {"space": tkf.NGPT(0.5)},
    "euclidean": {"space": tkf.Euclidean(), "qk": QK, "beta": -0.3},
    "rescaled": {"space": tkf.Rescaled(), "qk": QK[:1], "ov": OV[:1], "beta": -0.3},
}


@pytest.mark.slow
@needs_kernels
@pytest.mark.parametrize("name", CASES)
def test_native_and_compiled_steps_agree(name):
    one = flow(**{"beta": -4.0} | CASES[name])
    x0 = tkf.normalize(np.random.default_rng(1).normal(size=(11, 3)))
    np.testing.assert_allclose(
        followed(Native(), one, x0), followed(Compiled(), one, x0), atol=2e-7
    )


@needs_kernels
@pytest.mark.parametrize(("d", "n"), [(2, 1500), (3, 2500)])
def test_series_and_pairs_lead_to_the_same_place(d, n):
    x0 = tkf.normalize(np.random.default_rng(d).normal(size=(n, d)))
    times = np.array([0.0, 0.2])
    ends = [
        tkf.solve(flow(-2.0, kernel=kernel, mask="causal"), x0, times, tol=1e-10).x.data[-1]
        for kernel in ("auto", "native")
    ]
    np.testing.assert_allclose(*ends, atol=1e-9)


# ------------------------------------------------------------------------------------------ energy


@pytest.mark.parametrize("beta", [-0.3, -4.0])
def test_energy_rises_along_unnormalized_attention(beta):
    # dE/dt = 1/n sum_i |dx_i/dt|^2, E < 0.
    x = tkf.normalize(np.random.default_rng(0).normal(size=(7, 3)))
    usa, h = flow(beta, weighting="unnormalized"), 1e-4
    speed = np.asarray(usa(0.0, x))
    ahead, behind = (tkf.normalize(x + sign * h * speed) for sign in (1, -1))
    slope = (tkf.energy(ahead, beta=beta) - tkf.energy(behind, beta=beta)) / (2 * h)
    assert float(tkf.energy(x, beta=beta)) < 0
    assert slope == pytest.approx((speed**2).sum(axis=-1).mean(), rel=1e-6)


@pytest.mark.parametrize("beta", [-0.3, -4.0])
def test_the_normalized_energy_falls_at_the_rate_of_dissipation(beta):
    x, h = tkf.normalize(np.random.default_rng(0).normal(size=(7, 3))), 1e-4
    speed = np.asarray(flow(beta)(0.0, x))
    ahead, behind = (tkf.normalize(x + sign * h * speed) for sign in (1, -1))
    slope = tkf.normalized_energy(ahead, beta=beta) - tkf.normalized_energy(behind, beta=beta)
    assert slope / (2 * h) == pytest.approx(float(tkf.dissipation(x, beta=beta)), rel=1e-6)
    assert slope < 0
    assert float(tkf.normalized_energy(x, beta=beta)) > 1


# ---------------------------------------------------------------------------- verdicts, long times


def perturbed(seed, n=9):
    angles = 2 * np.pi * (np.arange(n) % 3) / 3
    return on_circle(*(angles + 1e-2 * np.random.default_rng(seed).normal(size=n)))


@pytest.mark.parametrize(("beta", "state"), [(-1.0, "stable"), (-0.5, "saddle")])
def test_three_clusters_are_stable_below_minus_two_thirds(beta, state):
    # arXiv:2507.22857; exact for the state itself.
    told = tkf.verdict(flow(beta), on_circle(*(2 * np.pi * (np.arange(9) % 3) / 3)))
    assert told.state == state
    end = tkf.solve(flow(beta), perturbed(0), [0.0, 200.0]).x.data[-1]
    together = float(tkf.consensus_angle(end)) < 1e-3
    assert together == (state == "saddle")
    assert tkf.verdict(flow(beta), end).state == ("stable" if beta == -1.0 else "consensus")


@pytest.mark.parametrize(("mask", "beta"), [("full", -1.0), ("causal", -1.0), ("causal", -64.0)])
def test_long_runs_end_where_explicit_steps_end(mask, beta):
    x0 = tkf.normalize(np.random.default_rng(4).normal(size=(8, 3)))
    times = np.array([0.0, 5.0, 60.0])
    plain = tkf.solve(flow(beta, mask=mask), x0, times, tol=1e-10).x.data
    long = tkf.solve(flow(beta, mask=mask), x0, np.append(times, 1e9), tol=1e-10, coarsen=True)
    np.testing.assert_allclose(long.x.data[:3], plain, atol=1e-6)
    assert np.isfinite(long.x.data).all()


@needs_kernels
@pytest.mark.parametrize("weighting", ["softmax", "unnormalized", "unnormalized:scaled"])
def test_sites_by_kernels_and_by_arrays_agree(weighting):
    law = law_of(tkf.SelfAttention(-3.0, weighting=weighting))
    y = tkf.normalize(np.random.default_rng(2).normal(size=(9, 3)))
    mass = np.random.default_rng(3).uniform(0.5, 2.0, 9)
    kernels = site_kernels(law, y, mass, frames(y))
    log_counts = np.broadcast_to(np.log(mass), (9, 9))
    at = pairs(law, y, log_counts)
    flat = np.einsum("akp,ak->ap", frames(y), velocity(at, np.asarray(0.0))).ravel()
    np.testing.assert_allclose(kernels.here.velocity, flat, rtol=1e-11, atol=1e-11)
    J = jacobian(law, y, log_counts, frames(y), 0.0)
    np.testing.assert_allclose(kernels.here.J, J, rtol=1e-10, atol=1e-10)
    assert kernels.log_pace == pytest.approx(float(log_pace(law, at)), abs=1e-10)


def test_tokens_that_part_everywhere_are_not_merged():
    # They look at the far side, <x_i, A_i> < 0, and run away from what is close.
    x0 = tkf.normalize(np.random.default_rng(4).normal(size=(8, 3)))
    with pytest.raises(tkf.InputError, match="needs tokens that approach"):
        tkf.solve(flow(-64.0), x0, [0.0, 1e9], coarsen=True)


def test_what_needs_positive_beta_says_so():
    for call in (
        lambda: tkf.renyi_centers(np.eye(3), beta=-4.0),
        lambda: theory.merge_time(1.0, -4.0),
        lambda: theory.metastable_time_bound(beta=-4.0, c=4.0, epsilon=0.1),
        lambda: theory.merge_order(np.eye(3), beta=-4.0),
    ):
        with pytest.raises(tkf.InputError, match="`beta` >"):
            call()
    assert tkf.renyi_centers(np.eye(3), 0.5, beta=-4.0).all()


def test_a_cluster_has_the_size_of_the_interaction():
    x = on_circle(0.0, 0.02, 2.0, 2.0)
    np.testing.assert_array_equal(tkf.clusters(x, beta=-9.0), tkf.clusters(x, beta=9.0))
