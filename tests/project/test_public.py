"""The public surface: names, laziness, one direction of imports, and the README."""

import ast
import importlib
import re
import subprocess
import sys
from pathlib import Path

import pytest

import tokenflock as tkf

ROOT = Path(__file__).parents[2]
SOURCE = ROOT / "src" / "tokenflock"


@pytest.mark.parametrize("name", tkf.__all__)
def test_every_public_name_is_there_and_no_module_shadows_it(name):
    value = getattr(tkf, name)
    assert not isinstance(value, type(sys))
    assert importlib.util.find_spec(f"tokenflock.{name}") is None
    assert value.__doc__ or name in ("causal", "full")


def test_unknown_names_are_refused():
    with pytest.raises(AttributeError, match="no attribute 'simulat'"):
        tkf.simulat  # noqa: B018
    assert "simulate" in dir(tkf)
    assert re.match(r"\d+\.\d+", tkf.__version__)  # from the tag, or from the commits since
    assert tkf.theory.renyi_constant() > 0.74


def test_importing_the_package_loads_nothing_heavy():
    code = (
        "import sys, tokenflock\n"
        "tokenflock.Spec(n=3)\n"
        "print({'jax', 'numpy', 'xarray', 'scipy', 'matplotlib'} & set(sys.modules))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "set()\n"


# Who may not import whom: (importers, forbidden).
ONE_WAY = [
    (["spec.py", "names.py", "errors.py"], ["jax", "numpy", "xarray", "tokenflock.fields.flow"]),
    (
        ["observables", "theory", "initial.py"],
        ["jax", "tokenflock.fields.flow", "tokenflock.attention"],
    ),
    (["plots"], ["tokenflock.fields.flow", "tokenflock.integrate", "tokenflock.simulation", "jax"]),
    (
        ["explorer", "exploring.py"],
        [f"tokenflock.{name}" for name in ("flow", "integrate", "attention", "spaces", "paths")],
    ),
    (
        ["attention", "spaces"],
        ["tokenflock.fields.flow", "tokenflock.integrate", "tokenflock.spec.spec"],
    ),
    (["flow.py"], ["tokenflock.integrate", "tokenflock.simulation"]),
    (["integrate.py", "paths.py", "windows.py"], ["tokenflock.simulation", "tokenflock.spec.spec"]),
]


@pytest.mark.parametrize(("importers", "forbidden"), ONE_WAY, ids=lambda value: value[0])
def test_imports_point_one_way(importers, forbidden):
    for path in (p for name in importers for p in modules(SOURCE / name)):
        for imported in imports(path):
            assert not any(imported == f or imported.startswith(f + ".") for f in forbidden), path


def modules(path):
    return path.rglob("*.py") if path.is_dir() else [path]


def imports(path):
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield node.module
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


@pytest.mark.no_cover
def test_the_readme_runs_and_prints_what_it_says(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    pattern = r"```python\n(.*?)```(?:\n\n```text\n(.*?)```)?"
    blocks = re.findall(pattern, (ROOT / "README.md").read_text(), re.DOTALL)
    assert any(printed for _, printed in blocks)
    known: dict = {}
    for code, printed in blocks:
        exec(code, known)
        assert capsys.readouterr().out == printed
