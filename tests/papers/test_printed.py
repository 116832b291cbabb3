"""The printed equation, integrated apart: equal to the flow, and to no mutation of it."""

import numpy as np
import pytest

import tokenflock as tkf
from tokenflock.papers.claims import printed

RNG = np.random.default_rng(0)
N, D = 6, 3
X0 = np.asarray(tkf.normalize(RNG.normal(size=(N, D))))
LAW = {
    "beta": 2.0, "qk": RNG.normal(size=(2, D, D)), "ov": RNG.normal(size=(2, D, D)),
    "mask": "causal", "masses": RNG.uniform(0.5, 3.0, N),
}  # fmt: skip
MUTATIONS = {
    "beta": {"beta": 4.0}, "mask": {"mask": "full"}, "masses": {"masses": None},
    "qk": {"qk": LAW["qk"].swapaxes(-1, -2)}, "ov": {"ov": LAW["ov"].swapaxes(-1, -2)},
}  # fmt: skip


def test_the_flow_is_the_printed_one():
    assert printed.error(tkf.Flow(tkf.SelfAttention(**LAW)), X0, **LAW) < 1e-8


@pytest.mark.parametrize("name", MUTATIONS)
def test_a_mutated_flow_is_not(name):
    flow = tkf.Flow(tkf.SelfAttention(**(LAW | MUTATIONS[name])))
    assert not printed.check([printed.error(flow, X0, **LAW)]).passed


def test_nor_is_one_without_projection():
    flow = tkf.Flow(tkf.SelfAttention(**LAW), tkf.Euclidean())
    assert not printed.check([printed.error(flow, X0, **LAW)]).passed
    assert printed.error(flow, X0, **LAW, space="euclidean") < 1e-8


def test_rescaled_tokens_and_unnormalized_weights():
    one = LAW | {"qk": LAW["qk"][0], "ov": 0.5 * LAW["ov"][0], "mask": "full"}
    flow = tkf.Flow(tkf.SelfAttention(**one), tkf.Rescaled())
    assert printed.error(flow, X0, **one, space="rescaled") < 1e-8
    flow = tkf.Flow(tkf.SelfAttention(**LAW, weighting="unnormalized"))
    assert printed.error(flow, X0, **LAW, normalized=False) < 1e-7
    assert printed.error(flow, X0, **LAW) > 1e-3


def test_frozen_tokens_stay():
    frozen = np.arange(N) < 2
    flow = tkf.Flow(tkf.SelfAttention(**LAW), frozen=frozen)
    assert printed.error(flow, X0, **LAW, frozen=frozen) < 1e-8
    assert printed.error(flow, X0, **LAW) > 1e-3


def test_terms_are_added_before_the_projection():
    B = np.diag([1.0, 0.0, -1.0]) + np.triu(np.ones((D, D)), 1)
    flow = tkf.Flow(tkf.SelfAttention(**LAW), terms=tkf.LinearMap(B))
    assert printed.error(flow, X0, **LAW, term=lambda x: x @ B.T) < 1e-8
    assert printed.error(flow, X0, **LAW, term=lambda x: x @ B) > 1e-3
    assert printed.error(flow, X0, **LAW) > 1e-3
