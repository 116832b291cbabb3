"""The templates in examples/templates work as they stand: a user copies one and edits."""

import importlib.util
import json
from pathlib import Path

import numpy as np
import pytest
import typer
import xarray as xr
from scipy.integrate import solve_ivp
from support import reference

import tokenflock as tkf
from tokenflock._jax import jax, jnp
from tokenflock.attention import causal
from tokenflock.cli import check

TEMPLATES = Path(__file__).parents[2] / "examples" / "templates"


def template(name):
    spec = importlib.util.spec_from_file_location(f"template_{name}", TEMPLATES / f"{name}.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.mark.slow
def test_a_space_of_ones_own_is_solved():
    rng = np.random.default_rng(0)
    n, d, beta, axes = 4, 3, 1.3, np.array([2.0, 1.0, 0.5])
    qk, ov = rng.normal(size=(2, d, d))
    space = template("space").Ellipsoid(axes)
    x0 = axes * tkf.normalize(rng.normal(size=(n, d)))

    def by_loops(t, x):
        """A - <A, N> N / |N|^2 with N = x / a^2, token by token."""
        tokens, rows = x.reshape(n, d), []
        for i, token in enumerate(tokens):
            a = np.array(
                reference.average(tokens.tolist(), i, beta, [(qk, ov)], reference.sees_full)
            )
            normal = token / axes**2
            rows.append(a - (a @ normal) / (normal @ normal) * normal)
        return np.concatenate(rows)

    attention = tkf.SelfAttention(beta=beta, qk=qk, ov=ov)
    path = tkf.solve(tkf.Flow(attention, space), x0, [0.0, 0.5, 1.0], tol=1e-10)
    exact = solve_ivp(by_loops, (0, 1), x0.ravel(), rtol=1e-10, atol=1e-10, t_eval=[0.5, 1.0])
    np.testing.assert_allclose(path.x[1:], exact.y.T.reshape(2, n, d), rtol=0, atol=1e-7)
    np.testing.assert_allclose(((path.x / axes) ** 2).sum("coord"), 1, rtol=0, atol=1e-14)
    with pytest.raises(tkf.InputError, match="must lie on the ellipsoid"):
        tkf.solve(tkf.Flow(attention, space), 2 * x0, [0.0, 1.0])


@pytest.mark.slow
def test_tokens_of_a_space_of_ones_own_are_points_of_the_plane():
    space = template("space").Ellipsoid([2.0, 1.0])
    x0 = np.array([[2.0, 0.0], [-2.0, 0.0], [2.0, 0.0]])
    run = tkf.solve(tkf.Flow(tkf.SelfAttention(beta=9.0), space), x0, [0.0, 1.0])
    np.testing.assert_array_equal(tkf.clusters(run.x)[-1], [0, 1, 0])
    assert "Ellipsoid" in tkf.plots.figure_of(run).get_suptitle()


def test_the_ellipsoid_with_equal_axes_is_the_sphere():
    x = tkf.normalize(np.random.default_rng(1).normal(size=(5, 3)))
    attention = tkf.SelfAttention(beta=2.0, mask=causal)
    spaces = template("space").Ellipsoid(1.0), tkf.Sphere()
    both = jax.jit(lambda x: [space.velocity(0.0, x, attention) for space in spaces])
    np.testing.assert_allclose(*both(x), rtol=0, atol=1e-13)


def test_an_observable_of_ones_own_has_three_faces():
    nematic_order = template("observable").nematic_order
    opposite = np.array([[0.6, 0.8], [-0.6, -0.8], [1.2, 1.6]])
    assert nematic_order(opposite) == pytest.approx(1)
    assert nematic_order(np.eye(2)) == pytest.approx(0, abs=1e-15)
    x = np.random.default_rng(2).normal(size=(4, 6, 2))
    # In the plane lambda = (1 + |mean of e^{2 i theta}|) / 2.
    exact = np.abs(np.exp(2j * np.arctan2(x[..., 1], x[..., 0])).mean(-1))
    np.testing.assert_allclose(nematic_order(x), exact, rtol=0, atol=1e-14)
    traced = jax.jit(nematic_order)(jnp.asarray(x))
    assert isinstance(traced, jax.Array)
    np.testing.assert_allclose(traced, exact, rtol=0, atol=1e-14)
    labeled = nematic_order(xr.DataArray(x, dims=("time", "token", "coord"), name="x"))
    assert (labeled.name, labeled.dims) == ("nematic_order", ("time",))
    np.testing.assert_allclose(labeled, exact, rtol=0, atol=1e-14)


def checked(path, capsys):
    """Status and outcome of `tokenflock check`."""
    with pytest.raises(typer.Exit) as left:
        check.command([str(path)], quick=True, output="json")
    return left.value.exit_code, json.loads(capsys.readouterr().out)[0]


def test_a_claim_of_ones_own_is_checked_like_ours(tmp_path, capsys):
    status, outcome = checked(TEMPLATES / "claim.py", capsys)
    assert (status, outcome["name"], outcome["verdict"]) == (0, "two-causal-tokens", "holds")
    assert len(outcome["checks"]) == 1
    # Its predicted rate, wrong by one part in a million.
    text = (TEMPLATES / "claim.py").read_text()
    (tmp_path / "wrong.py").write_text(text.replace("run.time / 2)", "run.time / 2.000002)"))
    status, outcome = checked(tmp_path / "wrong.py", capsys)
    assert (status, outcome["verdict"]) == (1, "changed")


def test_files_that_are_no_claims(tmp_path):
    (tmp_path / "empty.py").write_text("")
    for name, said in {"empty.py": "must end in `CLAIM", "missing.py": "There is no file"}.items():
        with pytest.raises(tkf.InputError, match=said):
            check.command([str(tmp_path / name)], quick=True, output="json")
