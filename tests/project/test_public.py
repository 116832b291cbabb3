"""The public surface: names, laziness, and the README."""

import importlib
import re
import subprocess
import sys
from pathlib import Path

import pytest

import tokenflock as tkf

ROOT = Path(__file__).parents[2]


@pytest.mark.parametrize("name", tkf.__all__)
def test_every_public_name_is_there_and_no_module_shadows_it(name):
    value = getattr(tkf, name)
    assert not isinstance(value, type(sys))
    assert importlib.util.find_spec(f"tokenflock.{name}") is None
    assert value.__doc__ or name in ("causal", "full")


def test_unknown_names_are_refused():
    with pytest.raises(AttributeError, match="no attribute 'simulat'"):
        tkf.simulat  # noqa: B018
    assert {"simulate", "theory"} <= set(dir(tkf))
    assert re.match(r"\d+\.\d+", tkf.__version__)  # from the tag, or from the commits since
    assert tkf.theory.renyi_constant() > 0.74


@pytest.mark.parametrize("name", tkf._RENAMED)
def test_names_of_earlier_versions_tell_the_new_one(name):
    with pytest.raises(AttributeError, match=rf"`tokenflock.{name}` is now `tokenflock\.[\w.]+`"):
        getattr(tkf, name)
    value = tkf
    for part in tkf._RENAMED[name].split("."):
        value = getattr(value, part)


@pytest.mark.parametrize("name", tkf.theory._RENAMED)
def test_names_of_theory_tell_the_new_one(name):
    with pytest.raises(
        AttributeError, match=f"is now `tokenflock.theory.{tkf.theory._RENAMED[name]}`"
    ):
        getattr(tkf.theory, name)
    assert tkf.theory._RENAMED[name] in tkf.theory.__all__


@pytest.mark.parametrize("name", tkf._PACKAGES)
def test_packages_that_are_public_as_they_are(name):
    assert getattr(tkf, name) is importlib.import_module(f"tokenflock.{name}")


def test_importing_the_package_loads_nothing_heavy():
    code = (
        "import sys, tokenflock\n"
        "tokenflock.Spec(n=3)\n"
        "print({'jax', 'numpy', 'xarray', 'scipy', 'matplotlib'} & set(sys.modules))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "set()\n"


@pytest.mark.slow
def test_the_readme_runs_and_prints_what_it_says(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    pattern = r"```python\n(.*?)```(?:\n\n```text\n(.*?)```)?"
    blocks = re.findall(pattern, (ROOT / "README.md").read_text(), re.DOTALL)
    assert any(printed for _, printed in blocks)
    known: dict = {}
    for code, printed in blocks:
        exec(code, known)
        assert capsys.readouterr().out == printed
