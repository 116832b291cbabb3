"""The package installs with kernels, without them, and where no compiler works."""

import importlib.util
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]

pytestmark = pytest.mark.skipif(
    importlib.util.find_spec("scikit_build_core") is None or shutil.which("cmake") is None,
    reason="needs scikit-build-core and cmake",
)

# An editable install in the environment would be found before the folder.
SAY = """
import sys
sys.meta_path = [finder for finder in sys.meta_path if "Redirecting" not in type(finder).__name__]
from tokenflock.attention import native
print(native.available(), native.instruction_set())
"""


def inherited():
    """The environment, without what would steer the build or measure the coverage of a copy."""
    steering = ("TOKENFLOCK_NATIVE", "COV_", "COVERAGE_")
    return {k: v for k, v in os.environ.items() if not k.startswith(steering)}


def install(folder, **environment):
    """Install into a folder of its own, as `pip install .` would, and return what pip said."""
    command = [sys.executable, "-m", "pip", "install", "--no-build-isolation", "--no-deps"]
    environment = inherited() | environment
    return subprocess.run(
        [*command, "--target", str(folder), str(ROOT)],
        env=environment,
        cwd=folder,
        capture_output=True,
        text=True,
        check=False,
    )


def engine(folder, **environment):
    environment = inherited() | environment
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


@pytest.mark.slow
def test_without_a_working_compiler_it_is_pure_python(tmp_path):
    assert install(tmp_path, CXX="/bin/false").returncode == 0
    assert engine(tmp_path) == "False not built"


@pytest.mark.slow
def test_a_build_that_must_have_kernels_fails_loudly(tmp_path):
    assert install(tmp_path, CXX="/bin/false", TOKENFLOCK_NATIVE="1").returncode != 0


@pytest.mark.slow
def test_kernels_can_be_left_out(tmp_path):
    assert install(tmp_path, TOKENFLOCK_NATIVE="0").returncode == 0
    assert not [*tmp_path.rglob("*.so")]


@pytest.mark.slow
def test_the_kernels_of_this_environment_can_be_switched_off():
    code = SAY.replace("Redirecting", "no finder")
    environment = os.environ | {"TOKENFLOCK_NATIVE": "0"}
    run = subprocess.run(
        [sys.executable, "-c", code], env=environment, stdout=subprocess.PIPE, text=True
    )
    assert run.stdout.startswith("False")
