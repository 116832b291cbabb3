"""The lowest versions that pyproject allows, or the newest and their pre-releases: do tests pass?

    python tools/versions.py lowest|newest [--folder build/versions] [--short]

An environment of its own gets tokenflock with its extras, at these versions; there the smoke test
and the tests of the core run.  Prints the versions and what ran; exit status 1 if anything failed.
"""

import argparse
import os
import re
import subprocess
import sys
import tomllib
from pathlib import Path

ROOT = Path(__file__).parents[1]
EXTRAS = ("certify", "explore", "sweeps")
TOOLS = ("pytest>=8", "pytest-xdist>=3.6", "hypothesis>=6.100", "beartype>=0.20", "dask-jobqueue")
SHORT = ("attention", "fields", "observables", "solvers", "spaces", "spec", "theory")
CORE = (*SHORT, "analysis", "certificates", "coarsening", "results", "runtime", "sweeps")


def requirements() -> list[str]:
    """What tokenflock needs, its extras included."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    extras = project["optional-dependencies"]
    return [*project["dependencies"], *(one for extra in EXTRAS for one in extras[extra])]


def lowest(requirement: str) -> str:
    """The requirement, held at its lower bound."""
    found = re.fullmatch(r"([\w.-]+)>=([\d.]+)", requirement)
    if found is None:
        sys.exit(f"`{requirement}` must have a lower bound, NAME>=VERSION, and nothing else.")
    return f"{found[1]}=={found[2]}"


def installed(folder: Path, wanted: str) -> Path:
    """The Python of an environment with tokenflock at these versions."""
    subprocess.run([sys.executable, "-m", "venv", "--clear", folder], check=True)
    python = folder / "bin" / "python"
    held = folder / "constraints.txt"
    lines = [lowest(one) for one in requirements()] if wanted == "lowest" else []
    held.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
    pre = ["--pre", "--upgrade"] if wanted == "newest" else []
    words = [*pre, "-c", held, "-e", f"{ROOT}[{','.join(EXTRAS)}]", *TOOLS]
    subprocess.run([python, "-m", "pip", "install", "--quiet", *words], check=True)
    return python


def passed(python: Path, words: list[str]) -> bool:
    """Whether a command of the environment succeeds."""
    # Warnings of other versions are theirs; ours are errors in `make test`.
    env = os.environ | {"PATH": f"{python.parent}{os.pathsep}{os.environ['PATH']}"}
    return subprocess.run([python, *words], cwd=ROOT, env=env).returncode == 0


def main() -> int:
    """Install, and test."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("wanted", choices=("lowest", "newest"))
    parser.add_argument("--folder", type=Path, default=ROOT / "build" / "versions")
    parser.add_argument("--short", action="store_true", help="fewer tests")
    options = parser.parse_args()
    python = installed(options.folder.resolve() / options.wanted, options.wanted)
    names = [re.split(r"[>=]", one)[0] for one in requirements()]
    passed(python, ["-c", TELL, *names])
    tests = [f"tests/{name}" for name in (SHORT if options.short else CORE)]
    pytest = ["-m", "pytest", "-q", "-n", "2", "--dist", "loadfile", "-W", "default"]
    well = [
        passed(python, ["tests/smoke.py"]),
        passed(python, [*pytest, "--cases", "few", *tests]),
    ]
    return 0 if all(well) else 1


TELL = """
import sys
from importlib.metadata import version
print(sys.version.split()[0], *(f"{name} {version(name)}" for name in sys.argv[1:]), sep=", ")
"""

if __name__ == "__main__":
    sys.exit(main())
