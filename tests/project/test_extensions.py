"""Seven things of a user's own, in ten lines or less each, wherever ours would serve.

A mask, a weighting, a space, an observable, a vector field, a claim and a family of models; the
first four go through `simulate`, `solve`, `.matrix`, observables, figures and sweeps.
"""

import dataclasses
import inspect
import json

import jax.numpy as jnp
import numpy as np
import pytest
from support import checkpoints

import tokenflock as tkf
from tokenflock.papers import Effort
from tokenflock.pretrained import Family, register_family
from tokenflock.pretrained.families import gpt2, registry

N, BETA = 6, 1.7
rng = np.random.default_rng(4)
M, V = rng.normal(size=(2, 2, 2))
X0 = tkf.normalize(rng.normal(size=(N, 2)))


class Parity(tkf.Mask, name="parity"):
    """Tokens of even and of odd number see their own kind, and everybody the first."""

    def visible(self, i, j):
        return ((i - j) % 2 == 0) | (j == 0)


class Cubes(tkf.Weighting, name="cubes"):
    """w_ij ~ |l_ij|^3 + 1."""

    def rows(self, scores, scale, seen, masses):
        w = jnp.where(seen, jnp.abs(scale * scores) ** 3 + 1, 0.0)
        w = w if masses is None else w * masses
        return w / w.sum(axis=-1, keepdims=True)


class Damped(tkf.Space, name="damped"):
    """dx_i/dt = A_i - 2 x_i in R^d."""

    def velocity(self, t, x, attention):
        return attention(x) - 2.0 * x


@tkf.observable
def lowest(x):
    """The smallest second coordinate."""
    return x[..., 1].min(axis=-1)


class Spiral(tkf.VectorField):
    """Tokens that see nobody: dx/dt = J x, a rotation with growth."""

    rate: float = 0.3

    def __call__(self, t, x):
        return self.rate * x + jnp.stack([-x[..., 1], x[..., 0]], axis=-1)


def weights(x, seen, law):
    """The rows by loops."""
    rows = []
    for i in range(N):
        row = [law(BETA * x[i] @ M @ x[j]) if seen(i, j) else 0.0 for j in range(N)]
        rows.append(np.array(row) / sum(row))
    return np.array(rows)


def everybody(i, j):
    return True


def by_parity(i, j):
    return (i - j) % 2 == 0 or j == 0


def tangent(x, a):
    return a - (a * x).sum(axis=-1, keepdims=True) * x


OWN = {  # fields of a spec: who sees whom, the law of weights, and the velocity from A
    "mask": ({"mask": "parity"}, by_parity, np.exp, tangent),
    "weighting": ({"weighting": "cubes"}, everybody, lambda s: abs(s) ** 3 + 1, tangent),
    "space": ({"space": "damped"}, everybody, np.exp, lambda x, a: a - 2 * x),
}


def spec_of(fields):
    return tkf.Spec(
        n=N, d=2, beta=BETA, qk=M, ov=V, init=X0, t_end=1.0, samples=5, step=0.01, **fields
    )


@pytest.mark.parametrize("thing", [Parity, Cubes, Damped, lowest, Spiral])
def test_they_take_ten_lines_or_less(thing):
    assert len([line for line in inspect.getsource(thing).splitlines() if line.strip()]) <= 10


@pytest.mark.parametrize("kind", OWN)
def test_matrix_and_velocity_are_those_of_the_loops(kind):
    fields, seen, law, velocity = OWN[kind]
    flow, w = tkf.flow_of(spec_of(fields)), weights(X0, seen, law)
    np.testing.assert_allclose(flow.attention.matrix(X0)[0], w, rtol=0, atol=1e-12)
    np.testing.assert_allclose(flow(0.0, X0), velocity(X0, w @ X0 @ V.T), rtol=0, atol=1e-12)


@pytest.mark.slow
@pytest.mark.parametrize("kind", OWN)
def test_simulate_and_solve_take_them_and_what_follows_too(kind):
    spec = spec_of(OWN[kind][0])
    run = tkf.simulate(spec)
    path = tkf.solve(tkf.flow_of(spec), X0, run.time.data, step=0.01)
    np.testing.assert_allclose(run.x, path.x, rtol=0, atol=1e-13)
    adaptive = tkf.solve(tkf.flow_of(spec), X0, run.time.data, tol=1e-9)
    np.testing.assert_allclose(adaptive.x, path.x, rtol=0, atol=1e-6)
    layers = tkf.simulate(spec.replace(step=None, method="layers"))
    assert np.isfinite(layers.x).all()
    assert tkf.clusters(run).dims == ("time", "token")
    assert tkf.verdict(run).state in ("moving", "undecided", "stable", "saddle")
    assert tkf.Spec.from_json(run.attrs["spec"]) == spec


@pytest.mark.slow
@pytest.mark.parametrize("kind", OWN)
def test_figures_show_them(kind, tmp_path):
    figure = tkf.plots.figure_of(tkf.simulate(spec_of(OWN[kind][0])))
    tkf.plots.save_figure(figure, tmp_path / "figure.png")
    assert (tmp_path / "figure.png").stat().st_size > 10_000
    name = next(iter(OWN[kind][0].values()))
    assert name in figure.get_suptitle().lower()


@pytest.mark.slow
def test_sweeps_run_through_them_and_measure_them(tmp_path):
    sweep = tkf.Sweep(
        base={"n": N, "d": 2, "beta": BETA, "t_end": 1.0, "samples": 5, "step": 0.05},
        axes={"kind": {"zip": {
            "mask": ["full", "parity", "full", "full"],
            "weighting": ["softmax", "softmax", "cubes", "softmax"],
            "space": ["sphere", "sphere", "sphere", "damped"],
        }}},
        measure={"lowest": {"keep": ["all"]}},
    )  # fmt: skip
    found = sweep.run(tmp_path / "own.zarr", workers=0).lowest.load()
    for k in range(4):
        x = tkf.simulate(sweep.spec((k,))).x.data
        np.testing.assert_allclose(found[k, 0], x[..., 1].min(axis=-1), rtol=0, atol=1e-12)
    assert len(set(found[:, 0, -1].data.round(9))) == 4


def test_an_observable_takes_whatever_ours_take():
    run = tkf.simulate(spec_of({}))
    expected = run.x.data[..., 1].min(axis=-1)
    for x in (run, run.x, run.x.data, jnp.asarray(run.x.data)):
        np.testing.assert_array_equal(np.asarray(lowest(x)), expected)
    assert lowest(run).dims == ("time",)
    kept = tkf.simulate(spec_of({}), save=lowest)
    np.testing.assert_array_equal(kept.lowest, expected)


@pytest.mark.slow
def test_a_field_is_followed_and_linearized():
    field, times = Spiral(), np.linspace(0.0, 2.0, 9)
    path = tkf.solve(field, X0, times, tol=1e-10)
    growth, turn = np.exp(0.3 * times), (X0[:, 0] + 1j * X0[:, 1]) * np.exp(1j * times)[:, None]
    exact = growth[:, None, None] * np.stack([turn.real, turn.imag], axis=-1)
    np.testing.assert_allclose(path.x, exact, rtol=0, atol=1e-8)
    spectrum = tkf.spectrum(field, X0)
    np.testing.assert_allclose(np.sort(np.abs(spectrum.imag)), np.ones(2 * N), rtol=0, atol=1e-12)
    np.testing.assert_allclose(spectrum.real, np.full(2 * N, 0.3), rtol=0, atol=1e-12)
    # |d x_i / d x(0)| is e^{0.3 t} times an isometry of two directions.
    expected = np.full(N, np.exp(0.6) * np.sqrt(2))
    np.testing.assert_allclose(tkf.condition_numbers(field, X0, 2.0), expected, rtol=1e-5)
    np.testing.assert_allclose(tkf.lyapunov_exponents(field, X0, 5.0), 0.3, rtol=0, atol=1e-6)
    assert tkf.clusters(path).dims == ("time", "token")
    assert "Spiral" in tkf.plots.figure_of(path).get_suptitle()


CLAIM_FILE = """
import tokenflock as tkf

def check(runs):
    return [tkf.Check("tokens of beta = 0 agree", value=runs[0], least=0.99)]

CLAIM = tkf.Claim(
    name="agreement", question="Do tokens agree?", source="a test", statement="They do.",
    check=check,
    runs=lambda effort: [float(tkf.order_parameter(tkf.simulate(tkf.Spec(beta=0.0)))[-1])],
)
"""


def test_a_claim_is_checked_like_ours(tmp_path, tokenflock):
    (tmp_path / "own_claim.py").write_text(CLAIM_FILE)
    done = tokenflock("check", tmp_path / "own_claim.py", "--format", "json")
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout)[0]["verdict"] == "holds"
    claim = tkf.papers.claims.claim(str(tmp_path / "own_claim.py"))
    assert claim.finding(Effort(quick=True)).as_recorded


def test_a_family_of_models_is_loaded_like_ours(tmp_path, monkeypatch):
    monkeypatch.setattr(registry, "_families", dict(registry._families))

    def build(checkpoint):
        return dataclasses.replace(gpt2.build(checkpoint), mask="full")

    register_family(Family("sighted-gpt2", build))

    config, tensors = checkpoints.gpt2()
    config |= {"model_type": "sighted-gpt2"}
    model = tkf.pretrained.load_model(checkpoints.write_folder(tmp_path, config, tensors))
    states = tkf.pretrained.forward(model, [1, 2, 3])
    assert (states.attention.data > 0).all()  # nobody is masked
    flow = tkf.Flow(tkf.pretrained.attention_of(model, 0))
    assert np.isfinite(flow(0.0, tkf.normalize(np.eye(3, model.config.d)))).all()
