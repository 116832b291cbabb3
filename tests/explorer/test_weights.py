"""The attention weights on the page: the shipped bundle, run by Node, and `SelfAttention.matrix`.

The page computes weights in TypeScript, since an exported page has no server to ask.  Every case
is a spec, told to the page as any run is, and a configuration of its tokens.
"""

import itertools
import json
import shutil
import subprocess

import numpy as np
import pytest
from support.page_worker import attention_matrix

import tokenflock as tkf
from tokenflock._jax import jnp
from tokenflock.explorer import export, run_messages
from tokenflock.spec import Spec, registry

N, D = 9, 4
SCRIPT = """
import { readFileSync } from "node:fs";
import { attentionRows, Run } from "./explorer.mjs";

function matrix({ begin, t, x }) {
  const run = new Run(begin);
  run.addPath({ first: 0, arrays: { times: Float64Array.of(0), x: Float32Array.from(x) } });
  const [write, out] = [attentionRows(run, t), new Float64Array(run.n)];
  return write && Array.from({ length: run.n }, (_, i) => (write(i, out), Array.from(out)));
}
console.log(JSON.stringify(JSON.parse(readFileSync(0, "utf8")).map(matrix)));
"""


def drawn(*shape, seed=0):
    return np.random.default_rng(seed).normal(size=shape)


def tokens(spec):
    """Tokens as the page has them, float32, of norm one to seven digits; some stand together."""
    x = drawn(spec.n, spec.d, seed=1)
    x[3], x[-1] = x[1], x[1]
    return np.float32(x / np.linalg.norm(x, axis=-1, keepdims=True))


MASKS = {
    "full": "full",
    "causal": "causal",
    "window": "window:3",
    "explicit": (np.eye(N) + (drawn(N, N, seed=2) > 0) > 0).tolist(),
}
# Doubly stochastic matrices exist under a mask only if every entry is part of a permutation.
BAND = (abs(np.subtract.outer(np.arange(N), np.arange(N))) <= 3).tolist()
MASSES = {"alike": None, "masses": (0.2 + drawn(N, seed=3) ** 2).tolist()}
HEADS = {"identity": None, "head": drawn(D, D, seed=4).tolist(), "heads": drawn(3, D, D).tolist()}
TOGETHER = (("alike", "identity"), ("masses", "head"), ("masses", "heads"))
ROWS = ("softmax", "unnormalized", "unnormalized:scaled", "hardmax", "hardmax:others")
EXPONENTIAL = ROWS[:3]


def grid():
    """Every weighting under every mask, with and without masses, by one head or several."""
    kinds = [*itertools.product(ROWS, MASKS.items()),
             ("sinkhorn", ("full", "full")), ("sinkhorn", ("explicit", BAND))]  # fmt: skip
    for (weighting, (kind, mask)), (masses, heads) in itertools.product(kinds, TOGETHER):
        fields = {"weighting": weighting, "mask": mask, "beta": 2.5}
        fields |= {"masses": MASSES[masses], "qk": HEADS[heads]}
        yield f"{weighting} {kind} {masses} {heads}", fields


def edges():
    """Positions, extreme beta, other spaces, and weights that change with time."""
    for weighting, mask, masses in itertools.product(EXPONENTIAL, ("causal", "window:4"), MASSES):
        fields = {"weighting": weighting, "mask": mask, "masses": MASSES[masses]}
        yield f"alibi {weighting} {mask} {masses}", fields | {"position": "alibi:3", "beta": 2.0}
    for weighting, mask in itertools.product(EXPONENTIAL, ("full", "window:4")):
        fields = {"weighting": weighting, "mask": mask, "position": "rotary:10", "beta": 2.0}
        yield f"rotary {weighting} {mask}", fields
    yield "rotary sinkhorn", {"position": "rotary", "weighting": "sinkhorn", "beta": 2.0}
    for weighting, beta in itertools.product((*ROWS, "sinkhorn"), (0.0, 60.0, -60.0)):
        if beta >= 0 or "hardmax" not in weighting:
            yield f"{weighting} beta {beta}", {"weighting": weighting, "beta": beta}
    for weighting in ("softmax", "unnormalized:scaled", "sinkhorn"):
        qk = None if "scaled" in weighting else HEADS["heads"]  # e^(beta (|M| - 1)) would overflow
        yield f"{weighting} beta 1e4", {"weighting": weighting, "beta": 1e4, "qk": qk}
    for space in ("euclidean", "preln", "mixln:2.0", "sqrtscaled"):
        yield space, {"space": space, "qk": HEADS["head"], "beta": 2.0}
    for qk, ov in itertools.product(("identity", "head"), repeat=2):
        fields = {"space": "rescaled", "qk": HEADS[qk], "ov": HEADS[ov], "beta": 1.5}
        yield f"rescaled {qk} {ov}", fields
    for weighting in ("hardmax", "hardmax:others", "sinkhorn"):
        fields = {"space": "rescaled", "qk": HEADS["head"], "weighting": weighting, "beta": 1.5}
        yield f"rescaled {weighting}", fields | {"masses": MASSES["masses"]}
    for weighting in EXPONENTIAL:
        fields = {"weighting": weighting, "qk": HEADS["heads"], "beta": -2.5, "mask": "window:4"}
        yield f"{weighting} heads beta -2.5", fields | {"masses": MASSES["masses"]}
    yield "rescaled beta -1.5", {"space": "rescaled", "ov": HEADS["head"], "beta": -1.5}
    yield "annealed", {"beta": 1.0, "beta_end": 9.0, "mask": "causal"}
    yield "annealed through zero", {"beta": 1.0, "beta_end": -9.0, "mask": "causal"}
    yield "layers", {"qk": "gaussian", "heads": 2, "layer_time": 0.5, "beta": 3.0}


CASES = dict([*grid(), *edges()])
TIME = 0.7  # of a path that ends at 2


def spec_of(fields):
    return Spec(n=N, d=D, t_end=2.0, **fields)


def evaluated(told, folder):
    """What Node computes with the bundle of the page."""
    shutil.copy(export.PAGE / "explorer.js", folder / "explorer.mjs")
    (folder / "weights.mjs").write_text(SCRIPT)
    command = ["node", str(folder / "weights.mjs")]
    done = subprocess.run(command, input=json.dumps(told), capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout, parse_int=float)


def case(spec, x):
    begin = run_messages.begin({"id": 1, "slot": "a"}, spec, 1)
    return {"begin": begin, "t": TIME, "x": x.ravel().tolist()}


@pytest.fixture(scope="module")
def on_the_page(tmp_path_factory):
    if shutil.which("node") is None:
        pytest.skip("the bundle of the page is run by Node")
    specs = {name: spec_of(fields) for name, fields in CASES.items()}
    told = [case(spec, tokens(spec)) for spec in specs.values()]
    return dict(zip(CASES, evaluated(told, tmp_path_factory.mktemp("node")), strict=True))


@pytest.mark.slow
@pytest.mark.parametrize("name", CASES)
def test_the_page_has_the_weights_of_the_package(name, on_the_page):
    spec = spec_of(CASES[name])
    wanted = attention_matrix(spec, TIME, tokens(spec).astype(float))
    np.testing.assert_allclose(on_the_page[name], wanted, rtol=1e-10, atol=1e-10)


def test_ties_survive_the_rounding_of_tokens(tmp_path):
    # Corners of a square: each sees two at the same distance, to eight digits on the page.
    angle = 0.3 + np.pi / 2 * np.arange(4)
    x = np.stack([np.cos(angle), np.sin(angle)], axis=1)
    spec = Spec(n=4, d=2, weighting="hardmax:others", step=0.1)
    [seen] = evaluated([case(spec, np.float32(x))], tmp_path)
    np.testing.assert_allclose(seen, [[0, 0.5, 0, 0.5], [0.5, 0, 0.5, 0]] * 2)


def test_weights_that_only_python_knows_are_not_shown(tmp_path, monkeypatch):
    monkeypatch.setattr(registry, "_ENTRIES", {k: dict(v) for k, v in registry._ENTRIES.items()})

    class Uniform(tkf.Weighting, name="uniform-rows"):
        def rows(self, s, scale, seen, masses):
            return jnp.where(seen, 1.0, 0.0) / seen.sum(axis=-1, keepdims=True)

    spec = Spec(n=4, d=2, weighting="uniform-rows")
    assert evaluated([case(spec, np.float32(np.eye(4, 2) + 1))], tmp_path) == [None]
