"""XLA compiles fast rather than well: most of the suite's time is its, for programs that run once.

`tokenflock check`, the other half of `.ci/run`, compiles as users do.
"""

import gc
import os
import signal
import sys
from collections import defaultdict
from dataclasses import dataclass
from importlib.metadata import version

import pytest
from hypothesis import HealthCheck, settings
from jaxtyping import install_import_hook
from support import shapes

# A busy machine is no fault of a test.  `.ci/run` tries the same examples every time, as a change
# has no part in what other examples would show; `make test` tries new ones.
settings.register_profile(
    "patient", deadline=None, suppress_health_check=[HealthCheck.too_slow],
    derandomize=bool(os.environ.get("SAME_EXAMPLES")),
)  # fmt: skip
settings.load_profile("patient")

# One piece of code per program, not 32: what threads gain here, the other worker loses.
FAST = ["--xla_backend_optimization_level=0", "--xla_cpu_parallel_codegen_split_count=1"]
if version("jaxlib").startswith("0.10."):  # which knows the flag; XLA stops at unknown ones
    FAST.append("--xla_cpu_use_fusion_emitters=false")
# Where in our files an operation comes from is written into every program, and read by nobody.
os.environ.setdefault("JAX_TRACEBACK_IN_LOCATIONS_LIMIT", "0")
os.environ["XLA_FLAGS"] = " ".join([os.environ.get("XLA_FLAGS", ""), *FAST]).strip()
# Threads that wait for tiny matrices by spinning would take the core of another worker.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
# Before anything of tokenflock is imported: shapes of arrays are checked in all tests.
install_import_hook(shapes.PACKAGES, "support.shapes.checked")


def pytest_collection_finish():
    """What was imported stays: the collector of garbage need not look at it again and again."""
    gc.collect()
    gc.freeze()


# Each file goes to one worker, where its tests share compiled programs and fixtures.  These take
# longest: begun first, none is left over at the end.
LONG = ("explorer_page", "sweep_kills", "sweeps", "models", "explorer_widget", "plots", "explorer",
        "own_names", "cli", "model_verbs", "coarsening", "row_blocks", "native_call",
        "large_tokens", "dense_output", "rescaled", "oracle", "accuracy", "verdicts", "types",
        "build")  # fmt: skip


FEW = 4  # cases of a test that `make test` runs; `make others` runs those it leaves out


def pytest_addoption(parser):
    parser.addoption(
        "--cases", choices=("all", "few", "others"), default="all",
        help=f"at most {FEW} cases of a test, and none that is slow; or all others",
    )  # fmt: skip


def pytest_collection_modifyitems(config, items):
    place = {f"test_{name}": k for k, name in enumerate(LONG)}
    items.sort(key=lambda item: place.get(item.path.stem, len(LONG)))
    wanted = config.getoption("cases")
    if wanted == "all":
        return
    few = chosen(items)
    left = [item for item in items if (item in few) != (wanted == "few")]
    config.hook.pytest_deselected(items=left)
    items[:] = [item for item in items if (item in few) == (wanted == "few")]


def chosen(items):
    """Of every test the cases that are worth a developer's minutes, spread over all of them."""
    families = defaultdict(list)
    for item in items:
        if item.get_closest_marker("slow") is None:
            families[item.path, item.originalname].append(item)
    return {
        case
        for cases in families.values()
        for case in (cases[k * len(cases) // FEW] for k in range(FEW))
    }


@dataclass
class Done:
    """What a command has left behind."""

    returncode: int
    stdout: str
    stderr: str


class LeftError(BaseException):
    """In place of the end of the process."""


@pytest.fixture
def tokenflock(monkeypatch, capsys, tmp_path):
    """The command line, in the folder of the test and in this process: starting one takes seconds.

    What happens at the doors of a process (signals, imports) is tested in processes.
    """
    from tokenflock.cli import app

    for name, value in {"COLUMNS": "100", "NO_COLOR": "1", "TERM": "dumb"}.items():
        monkeypatch.setenv(name, value)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "unraisablehook", sys.unraisablehook)
    ended = signal.getsignal(signal.SIGTERM)

    def leave(status):
        raise LeftError(status)

    def run(*words):
        monkeypatch.setattr(sys, "argv", ["tokenflock", *map(str, words)])
        monkeypatch.setattr(os, "_exit", leave)
        with pytest.raises(LeftError) as left:
            app.main()
        said = capsys.readouterr()
        return Done(left.value.args[0], said.out, said.err)

    yield run
    signal.signal(signal.SIGTERM, ended)
