"""The page without a server beside Python, on random specs of all that it follows.

    PYTHONPATH=tests python benchmarks/page_without_server.py [COUNT]

Prints the largest differences of tokens, clusters, energy and cosines, and of verdicts all that
differ.  Needs Node.
"""

import sys

from support.page_worker import compared, random_specs, told

COUNT = int(sys.argv[1]) if len(sys.argv) > 1 else 40

specs = random_specs(COUNT)
found = [compared(fields, one) for fields, one in zip(specs, told(specs), strict=True)]
for name in ("x", "times", "counts", "labels", "energy", "alignment"):
    print(f"{name:10} {max(one[name] for one in found):.3g}")
same = sum(mine == theirs for mine, theirs in (one["verdict"] for one in found))
print(f"verdicts   {same} of {COUNT} the same")
for fields, one in zip(specs, found, strict=True):
    mine, theirs = one["verdict"]
    if mine != theirs or one["x"] > 1e-6 or one["labels"]:
        print(one, fields)
