"""The package installs with kernels, without them, and where no compiler works."""

import importlib.util
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]

pytestmark = pytest.mark.skipif(
    importlib.util.find_spec("scikit_build_core") is None or shutil.which("cmake") is None,
    reason="needs scikit-build-core and cmake",
)

SAY = "from tokenflock.attention import native; print(native.available(), native.engine())"


def install(folder, **environment):
    """Install into a folder of its own, as `pip install .` would, and return what pip said."""
    command = [sys.executable, "-m", "pip", "install", "--no-build-isolation", "--no-deps"]
    environment = {k: v for k, v in os.environ.items() if k != "TOKENFLOCK_NATIVE"} | environment
    return subprocess.run(
        [*command, "--target", str(folder), str(ROOT)],
        env=environment,
        cwd=folder,
        capture_output=True,
        text=True,
        check=False,
    )


def engine(folder, **environment):
    environment = {k: v for k, v in os.environ.items() if k != "TOKENFLOCK_NATIVE"} | environment
    environment["PYTHONPATH"] = str(folder)
    run = subprocess.run(
        [sys.executable, "-c", SAY],
        env=environment,
        cwd=folder,
        capture_output=True,
        text=True,
        check=True,
    )
    return run.stdout.strip()


def test_without_a_working_compiler_it_is_pure_python(tmp_path):
    assert install(tmp_path, CXX="/bin/false").returncode == 0
    assert engine(tmp_path) == "False not built"


def test_a_build_that_must_have_kernels_fails_loudly(tmp_path):
    assert install(tmp_path, CXX="/bin/false", TOKENFLOCK_NATIVE="1").returncode != 0


def test_kernels_can_be_left_out(tmp_path):
    assert install(tmp_path, TOKENFLOCK_NATIVE="0").returncode == 0
    assert engine(tmp_path) == "False not built"


@pytest.mark.skipif(shutil.which("c++") is None, reason="needs a compiler")
def test_kernels_are_built_and_found(tmp_path):
    said = install(tmp_path, TOKENFLOCK_NATIVE="1")
    assert said.returncode == 0, said.stderr
    assert engine(tmp_path).split()[0] == "True"
    assert engine(tmp_path, TOKENFLOCK_NATIVE="0") == "False disabled by TOKENFLOCK_NATIVE"
