"""The compiled programs of a process are counted and bounded."""

import numpy as np

import tokenflock as tkf
from tokenflock._jax import jax, jnp
from tokenflock.runtime import programs


def test_programs_are_counted_and_forgotten_when_a_solve_finds_too_many(monkeypatch):
    before = programs.held()
    doubled = jax.jit(lambda x: 2 * x + 1)
    for n in (3, 5, 7):
        doubled(jnp.ones(n))
    assert programs.held() >= before + 3
    doubled(jnp.ones(7))
    held = programs.held()
    flow, x0 = tkf.Flow(tkf.SelfAttention(beta=0.0)), np.eye(2)
    monkeypatch.setattr(programs, "MOST", held - 1)
    path = tkf.solve(flow, x0, [0.0, 1.0])
    assert programs.held() < held
    np.testing.assert_allclose(tkf.alignment(path)[-1], np.tanh(1.0), rtol=0, atol=1e-7)
