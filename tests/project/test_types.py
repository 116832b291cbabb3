"""Types: editors and type checkers know every public name, and what comes back from it."""

import ast
import re
import subprocess
import sys
from pathlib import Path

import pytest
from jaxtyping import TypeCheckError

import tokenflock as tkf
from tokenflock._jax import jnp

ROOT = Path(__file__).parents[2]
STUB = ROOT / "src" / "tokenflock" / "__init__.pyi"

# A user's ten lines: what they make, and the type of it.
SCRIPT = """
from typing import Any
import numpy as np
import tokenflock as tkf

spec = tkf.Spec(n=8, beta=4.0, init=np.eye(8, 2))
run = tkf.simulate(spec)
flow = tkf.Flow(tkf.SelfAttention(beta=4.0, mask=tkf.causal), space=tkf.Sphere())
path = tkf.solve(flow, np.eye(3), [0.0, 1.0], save=tkf.energy)

@tkf.observable
def height(x: Any, *, power: float = 1.0) -> Any:
    return x[..., -1].mean(axis=-1) ** power
"""
TYPES = {
    "tkf.Spec": "Spec",
    "tkf.simulate": "Dataset",
    "tkf.solve": "VectorField",
    "tkf.Flow": "Flow",
    "tkf.clusters": "threshold: float",
    "tkf.verdict": "Verdict",
    "spec": "Spec",
    "spec.beta": "float",
    "run": "Dataset",
    "path": "Dataset",
    "flow": "Flow",
    "flow(0.0, np.eye(3))": "Array",
    "tkf.clusters(run)": "DataArray",
    "tkf.clusters(np.eye(3), beta=2.0)": "ndarray",
    "tkf.energy([[1.0]], beta=2.0)": "ndarray",
    "tkf.verdict(run)": "Verdict",
    "tkf.verdict(flow, np.eye(3))": "Verdict",
    "tkf.merges(run)[0].time": "float",
    "tkf.theory.two_tokens": "ndarray",
    "tkf.pretrained.load_model": "Model",
    "height": "power: float",
    "height(run)": "DataArray",
}
WRONG = ["tkf.nonsense", "tkf.Spec(betta=2.0)", "tkf.clusters(np.eye(3), betta=2.0)"]
CHECKERS = {
    "mypy": [sys.executable, "-m", "mypy", "--config-file", "pyproject.toml"],
    "pyright": [sys.executable, "-m", "basedpyright", "--pythonpath", sys.executable],
}
# `make lint` runs it, whose cache makes it two seconds: a minute without.
LATER = {"mypy": pytest.mark.lint}


def test_the_stub_holds_the_public_names():
    imports = [
        node for node in ast.parse(STUB.read_text()).body if isinstance(node, ast.ImportFrom)
    ]
    found = [(node.module, alias.name, alias.asname) for node in imports for alias in node.names]
    listed = {(f"tokenflock.{home}", name) for home, names in tkf._PUBLIC.items() for name in names}
    assert {(module, name) for module, name, _ in found} == listed | {
        ("tokenflock", name) for name in tkf._PACKAGES
    }
    assert all(name == asname for _, name, asname in found)  # else they are not exported


def test_wrong_shapes_are_found_in_tests():
    wide, tall = jnp.ones((2, 3)), jnp.ones((3, 2))
    tkf.tangent(wide, wide)
    with pytest.raises(TypeCheckError, match="tangent"):
        tkf.tangent(wide, tall)


@pytest.mark.slow
@pytest.mark.parametrize("checker", [pytest.param(c, marks=LATER.get(c, ())) for c in CHECKERS])
def test_a_users_script_has_types(checker, tmp_path, monkeypatch):
    revealed = [f"reveal_type({expression})" for expression in TYPES]
    script = tmp_path / "script.py"
    script.write_text("\n".join([SCRIPT, *revealed, *WRONG, ""]))
    monkeypatch.chdir(ROOT)  # where the cache of `make lint` is
    monkeypatch.setenv("MYPYPATH", "src")
    said = subprocess.run([*CHECKERS[checker], script], capture_output=True, text=True, check=False)
    first = SCRIPT.count("\n") + 2
    notes = dict(re.findall(r"script\.py:(\d+).*?(?:note: Revealed type|information: Type of)(.*)",
                            said.stdout))  # fmt: skip
    for line, (expression, kind) in enumerate(TYPES.items(), first):
        note = notes[str(line)]
        assert kind in note.rpartition(' is "')[2], note
        assert not re.search(r' is "(Any|Unknown)"', note), expression
    errors = {int(line) for line in re.findall(r"script\.py:(\d+).*? error: ", said.stdout)}
    assert errors == set(range(first + len(TYPES), first + len(TYPES) + len(WRONG))), said.stdout
