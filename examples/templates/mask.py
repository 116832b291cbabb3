"""A template for a mask: tokens on a ring that see their neighbors.  Copy it, and say who sees.

A mask answers `visible(i, j)`, token i receiving; i and j are arrays that broadcast.  By its name
it serves in specs, sweeps and on the command line:

    tokenflock run full-circle --mask ring:3 --use mask.py
"""

import tokenflock as tkf


class Ring(tkf.Mask, name="ring"):
    """Token i sees the tokens less than `width` places away from it, around a ring of 32."""

    width: int = 2

    def visible(self, i, j):
        apart = abs(i - j) % 32
        return (apart < self.width) | (apart > 32 - self.width)


if __name__ == "__main__":
    for mask in ("full", "ring:2", "ring:8"):
        run = tkf.simulate(tkf.Spec(n=32, beta=4.0, mask=mask))
        print(mask, tkf.verdict(run).reason)
