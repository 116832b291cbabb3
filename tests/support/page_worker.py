"""Runs without a server: the worker of the page under Node, beside `simulate`."""

import json
import subprocess
from pathlib import Path

import numpy as np

import tokenflock as tkf
from tokenflock._jax import jax, jnp
from tokenflock.explorer.export import PAGE
from tokenflock.explorer.measures import measures
from tokenflock.simulation import attention_of
from tokenflock.spaces import Rescaled, named, normalize
from tokenflock.spec import Spec

HARNESS = Path(__file__).with_name("page_worker.mjs")


def told(specs):
    """What a page without a server is told of runs of specs, given as their fields."""
    return _node(specs)["found"]


def served(specs):
    """What a page of a server is told of runs of specs, in the same form."""
    from support.explorer_server import serving

    with serving(Spec(**specs[0])) as server, server.page() as page:
        return [_followed(page, fields) for fields in specs]


def _followed(page, fields):
    messages = page.follow(fields)
    end = messages[-1]
    if end["status"] != "done":
        return {"status": end["status"], "message": end["message"]}
    page.send(type="verdict", id=page.next, slot="a")
    verdict = page.until("verdict")[-1]["verdict"]

    def rows(name, kind):
        parts = [m["arrays"][name] for m in messages if m["type"] == kind]
        return np.concatenate([np.ravel(part) for part in parts]).tolist()

    found = {"status": "done", "begin": messages[0], "verdict": verdict}
    found |= {name: rows(name, "path") for name in ("times", "x")}
    measured = ("labels", "count", "energy", "alignment")
    return found | {name: rows(name, "measures") for name in measured}


def attention_error(fields, found):
    """How far attention matrices on the page are from Python's, of the tokens that it shows.

    At the first, the middle and the last saved time.
    """
    spec, times = Spec(**fields), found["times"]
    rows = [0, len(times) // 2, len(times) - 1]
    x = np.float32(found["x"]).reshape(len(times), spec.n, spec.d)
    run = {"begin": found["begin"], "times": times, "x": x.ravel().tolist(), "rows": rows}
    [shown] = _node([run], "attention")
    wanted = [attention_matrix(spec, times[k], x[k].astype(float)) for k in rows]
    return float(np.abs(np.array(shown) - wanted).max())


def attention_matrix(spec, t, x):
    """The mean over heads of the weights that tokens x have at a time."""
    attention, space = attention_of(spec).at(t), named(spec.space)
    with jax.disable_jit():
        if isinstance(space, Rescaled):
            return np.asarray(space.weights(t, jnp.asarray(x), attention))[0]
        x = x if spec.space == "euclidean" else normalize(x)
        return np.asarray(attention.matrix(jnp.asarray(x))).mean(axis=0)


def _node(told, *mode):
    command = ["node", str(HARNESS), str(PAGE / "explorer.js"), *mode]
    done = subprocess.run(
        command, input=json.dumps(told), capture_output=True, text=True, timeout=300, check=False
    )
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def compared(fields, found):
    """How far what a page was told is from what Python says."""
    assert found["status"] == "done", (fields, found)
    spec = Spec(**fields)
    run = tkf.simulate(spec)
    x, expected = run.x.data, measures(run.x.data, spec)
    size = np.maximum(1, np.abs(x).max(axis=(1, 2), keepdims=True))
    mine = np.reshape(found["x"], x.shape)
    energy = np.array(found["energy"], float)
    return {
        "x": float((np.abs(mine - x) / size).max()),
        "times": float(np.abs(np.array(found["times"]) - run.time.data).max() / spec.t_end),
        "counts": int((np.array(found["count"]) != expected["count"]).sum()),
        "labels": int((np.reshape(found["labels"], x.shape[:2]) != expected["labels"]).sum()),
        "energy": float(np.abs(np.nan_to_num(energy - expected["energy"])).max()),
        "alignment": float(np.abs(np.array(found["alignment"]) - expected["alignment"]).max()),
        "verdict": (found["verdict"]["state"], tkf.verdict(run).state),
    }


def random_specs(count, seed=0):
    """Fields of specs of all that the page follows by itself, alternately."""
    rng = np.random.default_rng(seed)
    return [_random(rng, k) for k in range(count)]


SPACES = ("sphere", "sphere", "sphere", "euclidean", "rescaled", "preln", "periln", "mixln:0.6",
          "ngpt:0.8", "sqrtscaled")  # fmt: skip
INITS = ("uniform", "half-sphere", "cap:0.7", "circle", "cube:2", "gaussian:0.8", "clusters:3,0.2")


STEPPINGS = (
    {"kappa": 4.0, "step": 0.05},
    {"method": "layers", "step": 0.25, "spacing": "linear"},
    {"method": "heun", "step": 0.1},
    {"method": "bosh3", "tol": 1e-7},
)


def _random(rng, k):
    def choice(values):
        return values[int(rng.integers(len(values)))]

    n, d, space = int(rng.integers(2, 25)), int(rng.integers(2, 4)), SPACES[k % len(SPACES)]
    fields = {
        "n": n, "d": d, "space": space, "init": choice(INITS), "samples": 15, "t_end": 2.0,
        "beta": round(float(rng.uniform(-1, 6)), 3), "seed": int(rng.integers(1000)),
        "mask": choice(["full", "causal", "window:3", (rng.random((n, n)) < 0.6).tolist()]),
        "spacing": choice(["linear", "log"]),
    }  # fmt: skip
    if not isinstance(fields["mask"], str):
        for i in range(n):
            fields["mask"][i][i] = True
    if rng.random() < 0.4:
        fields["masses"] = rng.uniform(0.5, 2, n).round(3).tolist()
    if rng.random() < 0.3:
        fields["frozen"] = [int(rng.integers(n))]
    if rng.random() < 0.6:
        fields["qk"] = choice([0.7, "goe", "product", rng.normal(size=(d, d)).tolist()])
    if rng.random() < 0.6:
        fields["ov"] = choice([0.5, "gaussian", "wigner", rng.normal(size=(d, d)).tolist()])
    return fields | _extras(rng, k, fields, choice)


def _extras(rng, k, fields, choice):
    """Heads, layers, noise, weightings and methods where a space has them."""
    n, d, space = fields["n"], fields["d"], fields["space"]
    if space == "rescaled":
        return {"beta": abs(fields["beta"]), "t_end": 1.0}
    extras = {"weighting": choice(["softmax", "unnormalized", "unnormalized:scaled"])}
    if space == "euclidean":
        extras |= {"t_end": 1.0, "ov": -0.5, "weighting": "softmax"}
    if space == "sphere" and k % 3 == 0:
        extras |= {"heads": 2, "qk": "wishart", "ov": "+qk", "layer_time": 0.5}
        extras |= {"weighting": "softmax"}  # others are stiff: a million steps
    if space == "sphere" and k % 3 == 1:
        extras |= choice(STEPPINGS)
    if space == "preln":
        extras |= {"linear": -0.3, "external": rng.normal(size=(n, d)).round(3).tolist()}
    if space == "sqrtscaled" and fields["mask"] in ("causal", "window:3"):
        extras |= {"position": "alibi:3"}
    if space == "ngpt:0.8":
        extras |= {"weighting": "sinkhorn", "mask": "full"}
    return extras
