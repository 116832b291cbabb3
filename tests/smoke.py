"""Does an installed tokenflock work?  `python tests/smoke.py [ENGINE]`, with nothing but the wheel.

ENGINE is what must run: `native` (the default), `avx2`, ..., or `pure` where no kernels were built.
"""

import os
import subprocess
import sys
import sysconfig
import tempfile
from pathlib import Path

import numpy as np

import tokenflock as tkf
from tokenflock.attention import native

TOKENFLOCK = Path(sysconfig.get_path("scripts")) / "tokenflock"


def check_engine(wanted: str) -> None:
    """The kernels are those that must run."""
    runs = native.instruction_set()
    if wanted == "pure":
        assert runs == "not built", runs
    else:
        assert native.available(), runs
        assert wanted in ("native", runs), f"{runs} runs, not {wanted}"


def check_path() -> None:
    """From orthogonal tokens at beta = 0, <x_i, x_j>(t) = (e^2t - 1) / (e^2t + n - 1)."""
    run = tkf.simulate(tkf.Spec(n=8, d=8, init="orthogonal", beta=0.0, t_end=2.0, samples=5))
    grown = np.exp(2 * run.time.data)
    exact = (grown - 1) / (grown + 7)
    np.testing.assert_allclose(tkf.alignment(run.x), exact, rtol=0, atol=1e-7)


def check_kernels() -> None:
    """The average, by whatever engine, is the one that its matrix of weights gives."""
    rng = np.random.default_rng(0)
    for d in (2, 3, 40):  # harmonics of the circle and the sphere, and pairs
        x = tkf.normalize(rng.normal(size=(300, d)))
        attention = tkf.SelfAttention(beta=16.0, mask=tkf.causal)
        exact = np.asarray(attention.matrix(x))[0] @ x
        np.testing.assert_allclose(attention(x), exact, rtol=0, atol=1e-12)


def check_command_line(folder: Path) -> None:
    """A run leaves data, a figure and a timeline behind."""
    words = ["run", "--n", "12", "--t-end", "3", "--samples", "7", "--out", "out"]
    subprocess.run([TOKENFLOCK, *words], cwd=folder, check=True, stdout=subprocess.DEVNULL)
    kept = sorted(path.name for path in (folder / "out").iterdir())
    assert kept == ["figure.png", "run.zarr", "spec.toml", "timeline.csv"], kept
    told = subprocess.run([TOKENFLOCK, "info"], capture_output=True, text=True, check=True).stdout
    assert tkf.__version__ in told
    assert native.instruction_set() in told


def main() -> None:
    wanted = sys.argv[1] if len(sys.argv) > 1 else "native"
    os.environ.setdefault("MPLBACKEND", "agg")
    check_engine(wanted)
    check_path()
    check_kernels()
    with tempfile.TemporaryDirectory() as folder:
        check_command_line(Path(folder))
    print(f"tokenflock {tkf.__version__} works: {native.instruction_set()}")


if __name__ == "__main__":
    main()
