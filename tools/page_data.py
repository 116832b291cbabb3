"""Writes what the page without a server knows of the package: web/src/wasm/data.json.

    python tools/page_data.py

The greeting of the server (schema, presets, limits), the tables of the Runge-Kutta methods, the
numbers that steps, clusters and verdicts are decided by, and the tables by which NumPy draws normal
numbers.  None of it is written a second time in TypeScript; a test compares the file with this.
"""

import json
import re
import struct
from pathlib import Path
from typing import Any

import numpy as np

from tokenflock.analysis import attraction, verdicts
from tokenflock.explorer import measures, work
from tokenflock.explorer.hello import hello, unit_spaces
from tokenflock.explorer.limits import Limits
from tokenflock.integrate import EXPLICIT_TIME
from tokenflock.numerics.random_streams import INITIAL_TOKENS, NOISE, WEIGHTS
from tokenflock.papers import bibliography
from tokenflock.solvers import native_law
from tokenflock.solvers.methods import NOISY_STEP
from tokenflock.solvers.runge_kutta import METHODS, tables
from tokenflock.solvers.tableaus import ERROR_ORDERS, LONGEST, SAFETY, SHORTEST
from tokenflock.spaces import record_of
from tokenflock.spec.vocabulary import LONGEST_TIME, SMALLEST_TOL, SPACES
from tokenflock.theory import renyi_constant
from tokenflock.theory.limit_sets import ATLAS

OUT = Path(__file__).parents[1] / "web" / "src" / "wasm" / "data.json"
LIMITS = Limits(tokens=2000, pairs=4_000_000, numbers=4_000_000)  # a browser's one thread


def data() -> dict[str, Any]:
    """All that the page is told, as plain values."""
    return {
        "hello": hello(LIMITS, "causal-circle", False),
        "limits": vars(LIMITS),
        "methods": {name: _method(name) for name in METHODS},
        "control": {"safety": SAFETY, "factor_min": SHORTEST, "factor_max": LONGEST},
        "spaces": {name: _space(name) for name in dict.fromkeys(s.split(":")[0] for s in SPACES)},
        "streams": {"tokens": INITIAL_TOKENS, "weights": WEIGHTS, "noise": NOISE},
        "ziggurat": _ziggurat(),
        "numbers": {
            "explicit_time": EXPLICIT_TIME,
            "noisy_step": NOISY_STEP,
            "smallest_tol": SMALLEST_TOL,
            "longest_time": LONGEST_TIME,
            "largest_matrix": native_law.LARGEST_MATRIX,
            "largest_logit": native_law.LARGEST_LOGIT,
            "preview_tol": work.PREVIEW_TOL,
            "preview_samples": work.PREVIEW_SAMPLES,
            "preview_stride": work.PREVIEW_STRIDE,
            "measured_tokens": measures.MOST_TOKENS,
            "consensus_angle": verdicts.CONSENSUS_ANGLE,
            "still": verdicts.STILL,
            "balanced": attraction.BALANCED,
            "apart": attraction.APART,
            "renyi_constant": renyi_constant(),
        },
        "atlas": ATLAS,
        "program": bibliography.bibtex([]),
    }


def _method(name: str) -> dict[str, Any]:
    listed = {part: values.ravel().tolist() for part, values in tables(name)._asdict().items()}
    return listed | {"order": ERROR_ORDERS.get(name)}


def _space(name: str) -> dict[str, bool]:
    record = record_of(name)
    return {"unit": name in unit_spaces(), "flat": record.metric == "euclidean"}


def _ziggurat() -> dict[str, list[float]]:
    """The tables of `Generator.standard_normal`, read from the library that NumPy ships.

    Layer i of 256 under exp(-x^2 / 2) ends at x_i = 2^52 w_i and begins at height f_i = exp(-x_i^2
    / 2); k_i = 2^52 x_(i-1) / x_i is where it leaves the curve (Marsaglia and Tsang, 2000).
    """
    library = (Path(np.__file__).parent / "random" / "lib" / "libnpyrandom.a").read_bytes()
    heights = library.index(_FIRST_HEIGHTS)
    widths = _near(library, heights, "d", lambda w: _is_close(w[255] * 2**52, _TAIL))
    f = np.frombuffer(library, np.float64, 256, heights)
    w = np.frombuffer(library, np.float64, 256, widths)
    last = 2**52 * w[254] / w[255]
    shares = _near(library, heights, "Q", lambda k: k[1] == 0 and _is_close(k[255], last))
    k = np.frombuffer(library, np.uint64, 256, shares)
    assert np.allclose(np.exp(-((w[1:] * 2**52) ** 2) / 2), f[1:], rtol=1e-12)
    return {"k": [int(v) for v in k], "w": w.tolist(), "f": f.tolist(), "tail": _TAIL}


_TAIL = 3.6541528853610088  # where the lowest layer ends
_FIRST_HEIGHTS = struct.pack("<2d", 1.0, 0.9771017012676716)


def _is_close(a: float, b: float) -> bool:
    return abs(a - b) < 1e-12 * abs(b)


def _near(library: bytes, other: int, kind: str, fits: Any) -> int:
    """Where a table of 256 numbers that fits begins, at most some tables from another."""
    for start in range(max(0, other - 16 * 2048), min(other + 16 * 2048, len(library) - 2048)):
        if fits(struct.unpack_from(f"<256{kind}", library, start)):
            return start
    raise RuntimeError("NumPy's library of distributions holds no tables that we know.")


def text() -> str:
    """The file, in which the program has no version: it is that of whoever built the page."""
    whole = json.dumps(data(), ensure_ascii=False, separators=(",", ":"), allow_nan=False)
    return re.sub(r",\\n  version = \{[^}]*\}", "", whole) + "\n"


if __name__ == "__main__":
    OUT.write_text(text(), encoding="utf-8")
