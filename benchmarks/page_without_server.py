"""The page without a server, and that of a server, beside Python, on random specs.

    PYTHONPATH=tests python benchmarks/page_without_server.py [COUNT] [wasm] [server]

Prints the largest differences of tokens, clusters, energy, cosines and attention matrices, and of
verdicts all that differ.  Needs Node.
"""

import sys

from support.page_worker import attention_error, compared, random_specs, served, told

HOSTS = {"wasm": told, "server": served}
NAMES = ("x", "times", "counts", "labels", "energy", "alignment", "attention")


def report(host: str, specs: list[dict]) -> None:
    """Print how far what a page is told by a host is from what Python says."""
    runs = HOSTS[host](specs)
    found = [
        compared(fields, run) | {"attention": attention_error(fields, run)}
        for fields, run in zip(specs, runs, strict=True)
    ]
    print(f"{host}: {len(specs)} specs")
    for name in NAMES:
        print(f"  {name:10} {max(one[name] for one in found):.3g}")
    same = sum(mine == theirs for mine, theirs in (one["verdict"] for one in found))
    print(f"  verdicts   {same} of {len(specs)} the same", flush=True)
    for fields, one in zip(specs, found, strict=True):
        mine, theirs = one["verdict"]
        if mine != theirs or one["x"] > 1e-6 or one["labels"] or one["attention"] > 1e-6:
            print(" ", one, fields)


if __name__ == "__main__":
    counts = [int(word) for word in sys.argv[1:] if word.isdigit()]
    hosts = [word for word in sys.argv[1:] if word in HOSTS] or list(HOSTS)
    for host in hosts:
        report(host, random_specs(counts[0] if counts else 60))
