"""Measures of states, versions of a model compared, and studies of its flows."""

import numpy as np
import pytest
import xarray as xr
from support import checkpoints

from tokenflock import InputError
from tokenflock.observables import effective_rank, within_class_variability
from tokenflock.pretrained import (
    block_coupling,
    compare,
    embed,
    forward,
    load_model,
    principal_components,
    repeated,
    state_measures,
    unit_tokens,
)
from tokenflock.pretrained.analysis import coupling
from tokenflock.pretrained.analysis.comparison import flow_path

IDS = np.array([3, 1, 4, 1, 5, 9])


@pytest.fixture(scope="module")
def model(tmp_path_factory):
    return load_model(checkpoints.write_readable_bert(tmp_path_factory.mktemp("m") / "small"))


def test_measures_are_the_observables():
    rng = np.random.default_rng(0)
    centers = np.eye(5)[:3]
    x = np.stack([centers[np.arange(9) % 3] + s * rng.normal(size=(9, 5)) for s in (0.3, 0.02)])
    path = xr.DataArray(x, dims=("time", "token", "coord"), coords={"time": [0.0, 1.0]})
    found = state_measures(path)
    u = x / np.linalg.norm(x, axis=-1, keepdims=True)
    assert np.abs(found.effective_rank - effective_rank(u)).max() < 1e-6
    assert found.clusters.data[-1] == 3
    labels = np.arange(9) % 3
    assert np.allclose(found.collapse, within_class_variability(u, labels), rtol=1e-9)
    assert np.allclose(found.cosines.sum("bin"), 1.0)
    points, shares = principal_components(x, 5)
    distances = np.linalg.norm(points[0, :, None] - points[0, None], axis=-1)
    assert np.allclose(distances, np.linalg.norm(u[0, :, None] - u[0, None], axis=-1))
    assert np.isclose(shares.sum(), 1.0)
    assert (np.diff(shares) <= 0).all()


def test_versions_start_together_and_the_model_is_itself(model):
    table = compare(model, IDS)
    assert np.abs(table.angle.data[:, 0]).max() < 1e-7
    assert (table.angle.data[0] == 0).all()
    assert (table.angle.data[1:, -1] > 0).all()
    assert np.isnan(table.parted.data[0])
    x = table.x.data[0, -1]
    gram = x @ x.T
    mean = (gram.sum() - np.trace(gram)) / (len(x) * (len(x) - 1))
    assert abs(table.cosine.data[0, -1] - mean) < 1e-12
    start = unit_tokens(model, embed(model, IDS))
    tighter = flow_path(model, start, tol=1e-9)
    assert np.abs(tighter - table.x.data[-1]).max() < 1e-4


def test_coupling_is_zero_for_shared_directions(tmp_path):
    rng = np.random.default_rng(0)
    u, _, vt = np.linalg.svd(rng.normal(size=(6, 6)))
    a, b = (u, np.arange(6.0, 0, -1), vt), (u, np.arange(12.0, 0, -2), vt)
    assert coupling.mismatch(a, b, 3) < 1e-12
    other = np.linalg.svd(rng.normal(size=(6, 6)))
    direct = other[0][:, :3].T @ ((u * a[1]) @ vt) @ other[2][:3].T - np.diag(a[1][:3])
    assert np.isclose(
        coupling.mismatch(a, other, 3), np.linalg.norm(direct) / np.linalg.norm(a[1][:3])
    )
    model = load_model(checkpoints.write_folder(tmp_path / "m", *checkpoints.gpt2()))
    states = forward(model, IDS).x.data
    table = block_coupling(model, states, K=4)
    assert np.abs(np.diag(table)).max() < 1e-9
    # The derivative of the last layer, by differences.
    eps, e = 1e-6, np.eye(checkpoints.D)[2]

    def last(x):
        return forward(repeated(model, 1, layer=1), x0=x).x.data[-1][-1]

    moved = states[1].copy()
    moved[-1] += eps * e
    back = states[1].copy()
    back[-1] -= eps * e
    column = (last(moved) - last(back)) / (2 * eps) - e
    assert np.abs(coupling._jacobian(model, 1, states[1], -1)[:, 2] - column).max() < 1e-6
    with pytest.raises(InputError, match="`K` must lie"):
        block_coupling(model, states, K=99)
