"""What the tests of sweeps share: small sweeps, and their stores."""

from tokenflock.sweeps import solving
from tokenflock.sweeps.store import Store
from tokenflock.sweeps.sweep import Sweep

BASE = {"n": 6, "d": 3, "tol": 1e-7}
TIMES = [0.0, 0.5, 1.0, 2.0]


def sweep(**fields):
    plain = {
        "base": BASE, "axes": {"beta": [0.0, 1.0, 2.0, 4.0]}, "seeds": 4, "times": TIMES,
        "batch": 8, "measure": {"alignment": {"keep": ["all", "mean", "quantiles", "histogram"]}},
    }  # fmt: skip
    return Sweep(**(plain | fields))


def finished(made, path, *, only=None):
    """The store of a sweep solved in this process."""
    store = Store(str(path), made)
    store.prepare()
    for batch in made.batches if only is None else only:
        solving.solve_batch(made.to_json(), store.url, batch.number)
    return store
