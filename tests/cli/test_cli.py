"""The command line as a stranger uses it, right and wrong; signals in processes of their own."""

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import numpy as np
import pytest

import tokenflock as tkf

TOKENFLOCK = Path(sys.executable).with_name("tokenflock")
SMALL = ["--n", "12", "--beta", "9", "--t-end", "3", "--samples", "7"]


def test_run_prints_a_timeline_and_saves(tmp_path, tokenflock):
    done = tokenflock("run", "causal-circle", *SMALL, "--out", "here")
    assert done.returncode == 0, done.stderr
    for words in (
        "12 tokens",
        "clusters",
        "Rényi centers (delta = 4 beta^(-1/2) = 1.33)",
        "Saved in here: figure.png, run.zarr, spec.toml, timeline.csv",
        "Try next",
    ):
        assert words in done.stdout
    run = tkf.load(tmp_path / "here" / "run.zarr")
    assert tkf.Spec.from_file(tmp_path / "here" / "spec.toml").to_json() == run.attrs["spec"]
    lines = (tmp_path / "here" / "timeline.csv").read_text().splitlines()
    assert len(lines) == 1 + len(tkf.timeline(run.x))
    last = lines[-1].split(",")
    assert float(last[0]) == 3.0
    assert int(last[1]) == tkf.count_clusters(run.x)[-1]


def test_run_speaks_json(tokenflock):
    done = tokenflock("run", *SMALL, "--mask", "full", "--format", "json", "--figure", "none",
                      "--seed", "5")  # fmt: skip
    printed = json.loads(done.stdout)
    assert printed["spec"]["seed"] == 5
    assert printed["timeline"][-1]["time"] == 3.0
    assert printed["verdict"]["state"] in ("consensus", "metastable", "moving")
    assert printed["centers"] is None
    assert printed["folder"] == "runs/causal-circle-1"
    assert printed["files"] == ["run.zarr", "spec.toml", "timeline.csv"]
    assert printed["solver"]["steps_accepted"] > 0


def test_a_spec_file_runs_and_can_be_changed(tmp_path, tokenflock):
    (tmp_path / "two.toml").write_text(tkf.Spec(init=[[1.0, 0.0], [0.0, 1.0]], t_end=1.0).to_toml())
    done = tokenflock("run", "two.toml", "--beta", "0", "--method", "layers", "--step", "0.5",
                      "--figure", "svg")  # fmt: skip
    assert done.returncode == 0, done.stderr
    assert "2 layers" in done.stdout
    assert (tmp_path / "runs" / "two-1" / "figure.svg").exists()
    done = tokenflock("run", "two.toml", "--n", "5")
    assert done.returncode == 2
    assert "--n and --d need an --init" in done.stderr


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["run", "causl"], "Did you mean 'causal-circle'?"),
        (["run", "missing.toml"], "cannot be read"),
        (["run", "--n", "0"], "`n` must be greater than or equal to 1. Got 0."),
        (["run", "--beta", "nan"], "`beta` must be"),
        (["run", "--mask", "casual"], "Did you mean 'causal'?"),
        (["run", "--n", "0"], "`n` must be greater than or equal to 1"),
        (["run", "--betta", "1"], "--betta"),
        (["run", "--beta", "x"], "'--beta'"),
        (["run", "--out", "."], "exists already"),
        (["run", "--out", "/dev/null/out"], "cannot be written"),
        (["run", "--format", "xml"], "`--format` must be one of 'text', 'json'. Got 'xml'."),
        (["run", "--figure", "gif"], "`--figure` must be one of"),
        (["run", "--tol", "1e-6", "--step", "0.1"], "Leave out --step or --tol."),
        (["run", "--tol", "1e-30"], "what float64 can hold"),
        (["bench", "--device", "gpuu"], "`--device` must be one of 'cpu', 'gpu', 'tpu'. Got"),
        (["cite", "causl-circle"], "Did you mean 'causal-circle'?"),
        (["fly"], "fly"),
        (["check", "hemisphere-probabilty"], "Did you mean 'hemisphere-probability'?"),
        (["check", "--source", "1706.03762"], "No claim comes from '1706.03762'."),
        (["report", "--out", "missing/page.html"], "cannot be written"),
        (["reproduce", "polytop"], "Did you mean 'polytope'?"),
    ],
)
def test_bad_input_is_a_sentence_and_status_two(words, said, tmp_path, tokenflock):
    done = tokenflock(*words)
    assert done.returncode == 2
    assert said in done.stderr
    assert "Traceback" not in done.stderr
    assert list(tmp_path.iterdir()) == []


def test_a_misspelt_field_in_a_file(tmp_path, tokenflock):
    (tmp_path / "spec.toml").write_text("n = 3\nbetta = 1.0\n")
    done = tokenflock("run", "spec.toml")
    assert done.returncode == 2
    assert "Did you mean 'beta'?" in done.stderr
    assert [path.name for path in tmp_path.iterdir()] == ["spec.toml"]


RING = """
import tokenflock as tkf

class Ring(tkf.Mask, name="ring-of-the-command-line"):
    def visible(self, i, j):
        return abs(i - j) <= 1
"""
RING_CLAIM = """
import tokenflock as tkf

CLAIM = tkf.Claim(
    name="ring", question="Do neighbors meet?", source="this test", statement="They come closer.",
    specs=[tkf.Spec(n=6, beta=1.0, mask="ring-of-the-command-line", t_end=1.0, samples=2)],
    measure=lambda run, spec: tkf.alignment(run.x.data),
    check=lambda runs: [tkf.Check("growth of the mean cosine", runs[0][1] - runs[0][0], least=0)],
)
"""


def test_a_mask_of_ones_own_is_used(tmp_path, tokenflock):
    (tmp_path / "ring.py").write_text(RING)
    words = ["run", *SMALL, "--mask", "ring-of-the-command-line", "--figure", "none"]
    done = tokenflock(*words)
    assert done.returncode == 2
    assert "`mask` must be one of" in done.stderr
    done = tokenflock(*words, "--use", "ring.py", "--out", "here")
    assert done.returncode == 0, done.stderr
    assert f"--use {tmp_path / 'ring.py'}" in done.stdout  # in what to try next
    run = tkf.load(tmp_path / "here" / "run.zarr")
    near = np.abs(np.subtract.outer(range(12), range(12))) <= 1
    attention = tkf.SelfAttention(9.0, mask=near)
    path = tkf.solve(tkf.Flow(attention), run.x.data[0], run.time.data)
    np.testing.assert_allclose(run.x, path.x, rtol=0, atol=1e-6)
    assert tokenflock("run", "--use", "missing.py").returncode == 2


@pytest.mark.slow
def test_processes_of_check_know_a_mask_of_ones_own(tmp_path):
    (tmp_path / "ring.py").write_text(RING)
    (tmp_path / "claim.py").write_text(RING_CLAIM)
    command = [TOKENFLOCK, "check", "claim.py", "--use", "ring.py", "--jobs", "2"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr


def test_a_solve_that_cannot_go_on_is_a_sentence_and_status_one(tmp_path, tokenflock):
    done = tokenflock("run", *SMALL, "--space", "euclidean", "--ov", "100", "--t-end", "100")
    assert done.returncode == 1
    assert "The tokens grow beyond floating point" in done.stderr
    assert "Traceback" not in done.stderr
    assert list(tmp_path.rglob("*.zarr")) == []


def test_sixty_four_bits_or_nothing(tmp_path):
    environment = os.environ | {"JAX_ENABLE_X64": "0"}
    done = subprocess.run(
        [TOKENFLOCK, "run", *SMALL], cwd=tmp_path, env=environment, capture_output=True, text=True
    )
    assert done.returncode == 2
    assert "Unset JAX_ENABLE_X64" in done.stderr


def test_info_tells_what_runs(tokenflock):
    printed = json.loads(tokenflock("info", "--format", "json").stdout)
    assert printed["tokenflock"] == tkf.__version__
    assert "float64" in printed["precision"]
    assert "engine" in tokenflock("info").stdout


@pytest.mark.parametrize("printing", ["rich.console.Console().print", "print"])
def test_output_that_nobody_reads_on_ends_quietly(printing):
    code = (
        "import rich.console\nfrom tokenflock.cli import app as cli\n"
        f"cli.app = lambda **_: [{printing}('word ' * 99) for _ in range(999)]\ncli.main()"
    )
    read, write = os.pipe()
    os.close(read)
    done = subprocess.run([sys.executable, "-c", code], stdout=write, stderr=subprocess.PIPE)
    os.close(write)
    assert (done.returncode, done.stderr) == (0, b"")


def test_help_lists_the_presets_and_loads_nothing_heavy(tokenflock):
    assert "causal-circle" in tokenflock("run", "--help").stdout
    code = (
        "import sys; sys.argv = ['tokenflock', 'run', '--help']\n"
        "from tokenflock.cli import app as cli\n"
        "try: cli.app(standalone_mode=False)\n"
        "finally: print(sorted({'jax', 'numpy', 'xarray', 'scipy'} & set(sys.modules)))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert done.stdout.endswith("[]\n")


@pytest.mark.slow
def test_check_tells_that_verdicts_are_as_recorded(tmp_path):
    command = [TOKENFLOCK, "check", "long-context", "--quick"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    assert "1 claim, all as recorded" in done.stdout


LONG = ["run", "--n", "500", "--t-end", "1e9", "--tol", "1e-12"]
REPORT = ["report", "--jobs", "2"]


def begun(folder, process):
    """Wait until a run has made its folder: before that, Python itself may be starting."""
    while process.poll() is None and not (folder / "runs").exists():
        time.sleep(0.02)


@pytest.mark.parametrize(("words", "wait"), [(LONG, None), (LONG, 4.0), (REPORT, 4.0)])
def test_ctrl_c_stops_at_once_and_leaves_nothing(tmp_path, words, wait):
    # Shells let programs in the background ignore Ctrl-C, and their children inherit that.
    heeding = ["env", "--default-signal=INT", TOKENFLOCK, *words]
    process = subprocess.Popen(
        heeding, cwd=tmp_path, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    )
    with process:
        begun(tmp_path, process) if wait is None else time.sleep(wait)
        assert process.poll() is None
        process.send_signal(signal.SIGINT)
        try:
            # One second is promised; the rest is for a busy machine.
            _, errors = process.communicate(timeout=20)
        finally:
            process.kill()
    assert process.returncode == 130
    assert b"Traceback" not in errors
    assert [p for p in tmp_path.rglob("*") if p.name != "runs"] == []


INSIDE = """
import gc, signal, sys, time
from tokenflock.cli import exits

def callback(phase, info):
    gc.callbacks.clear()
    signal.raise_signal(signal.SIGINT)

sys.unraisablehook = exits.resend_interrupt
gc.callbacks.append(callback)
gc.collect()
time.sleep(20)
"""


def test_ctrl_c_inside_a_callback_of_the_garbage_collector_is_not_lost():
    heeding = ["env", "--default-signal=INT", sys.executable, "-c", INSIDE]
    done = subprocess.run(heeding, capture_output=True, text=True, timeout=15)
    assert "KeyboardInterrupt" in done.stderr
    assert done.returncode in (130, -signal.SIGINT)


LOADING = """
from tokenflock.cli import signals
from tokenflock.runtime import folders
from pathlib import Path
signals.heed()
with folders.fresh(Path("out")):
    {then}
"""


@pytest.mark.parametrize("name", ["SIGINT", "SIGTERM"])
@pytest.mark.parametrize(("then", "raised"), [
    ("import interrupted", False), ("exec(open('interrupted.py').read())", True),
])  # fmt: skip
def test_a_signal_while_modules_are_loaded_ends_the_process(tmp_path, name, then, raised):
    # An exception inside a half-loaded extension crashes now and then: benchmarks/signals.py.
    (tmp_path / "interrupted.py").write_text(f"import signal\nsignal.raise_signal(signal.{name})")
    command = ["env", "--default-signal=INT,TERM", sys.executable, "-c", LOADING.format(then=then)]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, timeout=60)
    assert done.returncode == (-signal.SIGINT if raised else 130)
    assert ("Traceback" in done.stderr) == raised
    assert [p.name for p in tmp_path.iterdir()] == ["interrupted.py"]
