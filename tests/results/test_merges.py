"""Merges and stairs, from datasets alone, against sums over clusters."""

import numpy as np
import pytest

import tokenflock as tkf


def test_stairs_respect_masses():
    angle, mass = np.array([0.0, 1.1, 2.5, 2.5, 4.0]), np.array([3.0, 0.5, 2.0, 1.5, 0.25])
    x0 = np.stack([np.cos(angle), np.sin(angle)], axis=-1)
    flow = tkf.Flow(tkf.SelfAttention(30.0, masses=mass))
    run = tkf.solve(flow, x0, np.append(0.0, np.geomspace(1.0, 1e60, 40)), coarsen=True)
    stairs, events = tkf.staircase(run), tkf.merges(run)
    assert [s.count for s in stairs] == [4, 3, 2, 1]
    # Directly: every cluster as a list of tokens, joined merge by merge.
    groups = [{0}, {1}, {2, 3}, {4}]
    for stair, event in zip(stairs, [*events, None], strict=True):
        held = [sum(mass[list(group)]) for group in groups]
        assert stair.plateau == pytest.approx(sum(m**2 for m in held) / mass.sum() ** 2, rel=1e-14)
        assert stair.count == len(groups)
        if event is not None:
            a, b = (next(g for g in groups if k in g) for k in (event.leader, event.joiner))
            groups = [g for g in groups if g not in (a, b)] + [a | b]
    assert stairs[-1].plateau == pytest.approx(1.0, rel=1e-14)
    # On a long plateau the energy of the run, weighed by mass, is the plateau.
    first = max(stairs[:-1], key=lambda s: np.log10(s.end / max(s.start, 1.0)))
    middle = run.x.sel(time=np.sqrt(max(first.start, 1.0) * first.end), method="nearest").data
    weighed = mass @ np.exp(30.0 * (middle @ middle.T - 1)) @ mass / mass.sum() ** 2
    assert weighed == pytest.approx(first.plateau, abs=1e-5)


def test_runs_without_merges_or_tokens():
    flow, x0 = tkf.Flow(tkf.SelfAttention(9.0)), np.eye(2)
    with pytest.raises(tkf.InputError, match="coarsen=True"):
        tkf.staircase(tkf.solve(flow, x0, [0.0, 1.0]))
    measured = tkf.solve(flow, x0, [0.0, 1e6], coarsen=True, save=tkf.alignment)
    assert len(tkf.merges(measured)) == 1
    with pytest.raises(tkf.InputError, match="needs the tokens"):
        tkf.staircase(measured)


def test_a_run_that_never_merges_has_one_stair():
    run = tkf.solve(tkf.Flow(tkf.SelfAttention(50.0)), np.eye(3), [0.0, 1.0], coarsen=True)
    assert tkf.staircase(run) == [tkf.Stair(0.0, 1.0, 3, pytest.approx(1 / 3))]
