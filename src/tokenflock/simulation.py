"""Simulate: from a spec to a labelled path.

spec -> starting tokens, attention, space, times -> solve -> dataset
"""

from typing import Any

import numpy as np
import xarray as xr

from tokenflock import initial
from tokenflock.attention import SelfAttention
from tokenflock.errors import InputError
from tokenflock.flow import Flow
from tokenflock.integrate import Progress, solve
from tokenflock.spaces import Euclidean, Rescaled, Space, Sphere, normalize
from tokenflock.spec import ArrayFile, Spec, checksum

SPACES: dict[str, Space] = {"sphere": Sphere(), "euclidean": Euclidean(), "rescaled": Rescaled()}

INITIAL_TOKENS = 0  # the first of the independent random streams of one seed


def simulate(spec: Spec, *, progress: Progress | None = None) -> xr.Dataset:
    """The path that a spec describes, with the spec itself among its attributes."""
    run = solve(
        flow_of(spec), tokens_of(spec), times_of(spec),
        tol=spec.tol, method=spec.method, step=spec.step, coarsen=spec.coarsen,
        progress=progress,
    )  # fmt: skip
    run.x.attrs["mask"] = spec.mask if isinstance(spec.mask, str) else "explicit"
    return run.assign_attrs(spec=spec.to_json(), seed=spec.seed)


def flow_of(spec: Spec) -> Flow:
    """The vector field that a spec describes."""
    mask = spec.mask if isinstance(spec.mask, str) else _array(spec, "mask").astype(bool)
    attention = SelfAttention(
        beta=spec.beta, qk=_matrices(spec, "qk"), ov=_matrices(spec, "ov"), mask=mask
    )
    return Flow(attention, SPACES[spec.space])


def tokens_of(spec: Spec) -> np.ndarray:
    """The starting tokens of a spec; drawn tokens are put on the sphere where that is the space."""
    if not isinstance(spec.init, str):
        x0 = _array(spec, "init")
        if x0.shape != (spec.n, spec.d):
            raise InputError(f"`init` must have shape {(spec.n, spec.d)}. Got {x0.shape}.")
        return x0
    x0 = initial.tokens(spec.init, spec.n, spec.d, generator(spec.seed, INITIAL_TOKENS))
    return normalize(x0) if spec.space == "sphere" else x0


def times_of(spec: Spec) -> np.ndarray:
    """The saved times of a spec, the first of them 0."""
    if spec.method == "layers":
        step = spec.step or 1.0
        depth = round(spec.t_end / step)
        if abs(spec.t_end - depth * step) > 1e-9 * spec.t_end:
            raise InputError(
                "With `method='layers'` the last time must be a whole number of layers, a multiple "
                f"of `step={step:g}`. Got t_end={spec.t_end:g}."
            )
        return np.unique(np.rint(_spaced(spec, depth))) * step
    return _spaced(spec, spec.t_end)


def _spaced(spec: Spec, end: float) -> np.ndarray:
    if spec.spacing == "linear":
        return np.linspace(0.0, end, spec.samples)
    first = min(1e-2, 1e-3 * end) if spec.samples > 2 else end
    return np.append(0.0, np.geomspace(first, end, spec.samples - 1))


def generator(seed: int, stream: int) -> np.random.Generator:
    """The random numbers of one stream of a seed."""
    return np.random.default_rng(np.random.SeedSequence(seed, spawn_key=(stream,)))


def _matrices(spec: Spec, name: str) -> np.ndarray | None:
    if getattr(spec, name) is None:
        return None
    m = _array(spec, name)
    return m * np.eye(spec.d) if m.ndim == 0 else m


def _array(spec: Spec, name: str) -> np.ndarray:
    value: Any = getattr(spec, name)
    return np.asarray(_load(name, value) if isinstance(value, ArrayFile) else value, float)


def _load(name: str, file: ArrayFile) -> np.ndarray:
    found = checksum(file.path)
    if found != file.sha256:
        raise InputError(
            f"`{name}` must be the array with checksum {file.sha256[:12]}..., but `{file.path}` "
            f"has {found[:12]}...: the file has changed. Restore it, or write the new checksum "
            "into the spec."
        )
    try:
        return np.load(file.path, allow_pickle=False)
    except (OSError, ValueError) as error:
        raise InputError(f"`{file.path}` is not a .npy array: {error}") from None
