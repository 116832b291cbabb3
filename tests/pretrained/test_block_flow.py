"""Whole blocks as a flow: its layers are the forward pass, its limit is that of shorter layers."""

import math

import numpy as np
import pytest
from support import checkpoints

import tokenflock as tkf
from tokenflock.pretrained import block_flow, embed, forward, load_model

IDS = np.array([3, 1, 4, 1, 5, 9])


@pytest.fixture(scope="module", params=checkpoints.FAMILIES)
def small(request, tmp_path_factory):
    """The name of a family and a small random member."""
    folder = tmp_path_factory.mktemp("small") / "m"
    checkpoints.write_folder(folder, *checkpoints.FAMILIES[request.param]())
    return request.param, load_model(folder)


def layered(flow, x0, step=1.0, end=None):
    times = np.arange(0.0, (flow.depth if end is None else end) + 0.5)
    return tkf.solve(flow, x0, times, method="layers", step=step).x.data


def test_layers_are_the_forward_pass(small):
    _, model = small
    states = forward(model, IDS).x.data
    path = layered(block_flow(model), embed(model, IDS))
    np.testing.assert_allclose(path, states, atol=1e-10 * np.abs(states).max())


@pytest.mark.slow
def test_velocity_is_that_of_the_halves_of_a_block(small):
    # Before and after the layer changes: the slope of a short layer, of the weights of that depth.
    family, model = small
    flow, x = block_flow(model), tkf._jax.jnp.asarray(embed(model, IDS))
    for t in (0.5, 1.5):
        h = 1e-6
        slope = (flow.layer(t, x, h) - flow.layer(t, x, -h)) / (2 * h)
        np.testing.assert_allclose(slope, flow(t, x), atol=1e-6 * float(abs(slope).max()))
        np.testing.assert_array_equal(flow.during(t)(0.0, x), flow(t, x))
    assert flow.breaks(0.0, flow.depth) == tuple(range(1, flow.depth)), family


@pytest.mark.slow
def test_shorter_layers_converge_to_the_flow(small):
    family, model = small
    if family not in ("gpt2", "llama"):
        pytest.skip("the flow of one family of each norm suffices")
    flow, x0 = block_flow(model), embed(model, IDS)
    exact = tkf.solve(flow, x0, [0.0, 2.0], tol=1e-9).x.data[-1]
    errors = [np.abs(layered(flow, x0, h, end=2)[-1] - exact).max() for h in (1 / 64, 1 / 128)]
    assert math.log2(errors[0] / errors[1]) == pytest.approx(1.0, abs=0.15)


def test_tokens_of_another_size_are_refused(small):
    _, model = small
    with pytest.raises(tkf.InputError, match="tokens of dimension"):
        tkf.solve(block_flow(model), np.ones((3, 2)), [0.0, 1.0])
