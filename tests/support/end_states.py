"""Random systems of five kinds, followed to their end, for certificates."""

import numpy as np

import tokenflock as tkf


def on_circle(angles):
    return np.stack([np.cos(angles), np.sin(angles)], axis=-1)


def flow(beta=1.0, **options):
    """A flow; numbers stand for multiples of the identity of R^2, or of R^d with `d`."""
    d = options.pop("d", 2)
    options = {k: v * np.eye(d) if isinstance(v, float) else v for k, v in options.items()}
    return tkf.Flow(tkf.SelfAttention(beta, **options))


def end_state(seed):
    """The end of a random system of one of five kinds, and its field."""
    rng = np.random.default_rng(seed)
    n, d = int(rng.integers(3, 7)), int(rng.integers(2, 4))
    beta, mask = float(rng.uniform(0.3, 3.0)), ("full", "causal")[int(rng.integers(2))]
    leading = np.diag(np.linspace(1.0, 0.3, d)) + 0.1 * rng.normal(size=(d, d))
    kind = ("attracted", "repelled", "led", "apart", "causal")[seed % 5]
    field = {
        "attracted": lambda: flow(beta, qk=rng.normal(size=(d, d)), mask=mask),
        "repelled": lambda: flow(beta, ov=-1.0, d=d, masses=rng.uniform(1, 2, n)),
        "led": lambda: flow(beta, qk=rng.normal(size=(d, d)), ov=leading, mask=mask),
        "apart": lambda: flow(40.0 + 10 * beta),
        "causal": lambda: flow(40.0 + 10 * beta, mask="causal"),
    }[kind]()
    if kind in ("apart", "causal"):
        d, n, t_end = 2, 20, 30.0
    else:
        t_end = 300.0
    x0 = tkf.normalize(rng.normal(size=(n, d)))
    if kind == "apart":
        x0 = on_circle(2.1 * rng.integers(3, size=n) + 0.1 * rng.normal(size=n))
    return field, tkf.solve(field, x0, [0.0, t_end], tol=1e-9).x.data[-1]
