"""All cases of `tokenflock bench`, or the named ones: python benchmarks/run.py [CASE ...].

The cases themselves are in src/tokenflock/bench, so that an installed package has them too.
"""

import sys

from tokenflock.cli.bench import bench

if __name__ == "__main__":
    bench(sys.argv[1:], None, quick=False, as_json=False)
