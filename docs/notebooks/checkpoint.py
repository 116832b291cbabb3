"""The weights of an ALBERT for a notebook: trained ones if they can be had, else random ones."""

import sys
import tempfile
from pathlib import Path

# What fetches weights and draws random ones stands beside the tests, which need both too.
sys.path.append(str(Path(__file__).resolve().parents[2] / "tests"))
from support import checkpoints, weights


def albert_folder() -> tuple[Path, bool]:
    """The folder of a checkpoint, and whether it was trained."""
    folder = weights.fetched("albert-kor")
    return (folder, True) if folder is not None else (_random(), False)


def _random() -> Path:
    folder = Path(tempfile.mkdtemp()) / "random-albert"
    return checkpoints.write_folder(folder, *checkpoints.albert())
