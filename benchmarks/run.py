"""All cases of `tokenflock bench`, or the named ones: python benchmarks/run.py [CASE ...].

The cases themselves are in src/tokenflock/bench, so that an installed package has them too.
"""

import sys
from pathlib import Path

from tokenflock.bench import report
from tokenflock.runtime.folders import next_free

if __name__ == "__main__":
    names = report.checked(sys.argv[1:])
    report.bench(names, next_free(Path("runs"), "bench"), quick=False, as_json=False)
