"""Certificates of random end states, each looked at a second time: `python benchmarks/certificates.py 200`.

Prints how many states of each kind are certified by which theorem, how many of those hold on the
second, independent look with twice the digits, and what became of perturbed ones.
"""

import sys
import time
from collections import Counter
from pathlib import Path

sys.path[:0] = [
    str(Path(__file__).parents[1] / "tests"),
    str(Path(__file__).parents[1] / "tests" / "certificates"),
]

import numpy as np
from test_certificates import end_state, flow

import tokenflock as tkf


def main(count: int) -> None:
    certified, held, refused, seconds = Counter(), 0, [], [0.0, 0.0]
    for seed in range(count):
        field, x = end_state(seed)
        begun = time.process_time()
        try:
            certificate = tkf.certify(field, x)
        except tkf.InputError as refusal:
            refused.append((seed, str(refusal)[:120]))
            continue
        made = time.process_time()
        held += tkf.verify_certificate(tkf.Certificate.from_json(certificate.to_json())).holds
        seconds[0] += made - begun
        seconds[1] += time.process_time() - made
        certified[certificate.theorem] += 1
    total = sum(certified.values())
    print(f"{count} end states: {total} certified {dict(certified)}, {held} hold on a second look")
    print(
        f"CPU per certificate: {seconds[0] / total:.2f} s to make, {seconds[1] / total:.2f} s to verify"
    )
    for seed, reason in refused:
        print(f"  refused, seed {seed}: {reason}")
    print(f"moved out of the hemisphere by 1e-12: {moved_out(count)} of {count} refused")


def moved_out(count: int) -> int:
    """How many of random starts that lack a hemisphere by 1e-12 are refused, none of them lost."""
    refused = 0
    for seed in range(count):
        rng = np.random.default_rng(seed)
        d = int(rng.integers(2, 6))
        turn = np.linalg.qr(rng.normal(size=(d, d)))[0]
        # A simplex around the equator, its corners at the same height: inside, or below by as much.
        corners = np.eye(d) - 1 / d
        flat = tkf.normalize(np.linalg.svd(corners)[2][: d - 1] @ corners.T).T if d > 2 else None
        flat = np.array([[1.0], [-1.0]]) if flat is None else tkf.normalize(flat)
        for height in (1e-12, -1e-12):
            x = np.column_stack([flat, np.full(len(flat), height)])
            x = tkf.normalize(np.vstack([x, [0.0] * (d - 1) + [1.0]]) @ turn.T)
            try:
                tkf.certify(flow(), x, "hemisphere")
                inside = True
            except tkf.InputError:
                inside = False
            refused += height < 0 and not inside
            if height > 0 and not inside:
                print(f"  seed {seed}: inside by 1e-12, and not certified")
    return refused


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 200)
