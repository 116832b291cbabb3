"""Simulate: from a spec to a labeled path.

spec -> starting tokens, attention, space, times -> solve -> dataset
"""

import math
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
import xarray as xr

from tokenflock.attention import Annealed, Attention, Layered, Ramp, SelfAttention
from tokenflock.errors import InputError
from tokenflock.fields.flow import Flow
from tokenflock.fields.noise import Brownian
from tokenflock.initial import configurations
from tokenflock.initial.matrices import drawn, signed
from tokenflock.integrate import solve
from tokenflock.numerics.random_streams import INITIAL_TOKENS, WEIGHTS, generator
from tokenflock.solvers.paths import Progress, Saved
from tokenflock.spaces import (
    NGPT,
    Euclidean,
    MixLN,
    PeriLN,
    PreLN,
    Rescaled,
    Space,
    Sphere,
    SqrtScaled,
    normalize,
)
from tokenflock.spec import ArrayFile, Spec, checksum
from tokenflock.spec.vocabulary import MATRICES, SIGNED

SPACES: dict[str, Callable[..., Space]] = {
    "sphere": Sphere,
    "euclidean": Euclidean,
    "rescaled": Rescaled,
    "preln": PreLN,
    "periln": PeriLN,
    "mixln": MixLN,
    "ngpt": NGPT,
    "sqrtscaled": SqrtScaled,
}
UNIT = ("sphere", "ngpt", "sqrtscaled")  # where tokens have norm one


def simulate(
    spec: Spec, *, progress: Progress | None = None, saved: Saved | None = None
) -> xr.Dataset:
    """The path that a spec describes, with the spec itself among its attributes.

    >>> run = tkf.simulate(tkf.Spec(n=4, d=2, t_end=1.0, samples=5))
    >>> dict(run.x.sizes)
    {'time': 5, 'token': 4, 'coord': 2}
    """
    return followed(spec, flow_of(spec), tokens_of(spec), progress, saved)


def followed(
    spec: Spec, flow: Flow, x0: np.ndarray, progress: Progress | None, saved: Saved | None
) -> xr.Dataset:
    """The path of tokens under a flow, through the times of a spec and by its method."""
    run = solve(
        flow, x0, times_of(spec),
        tol=spec.tol, method=spec.method, step=spec.step, coarsen=spec.coarsen, seed=spec.seed,
        progress=progress, saved=saved,
    )  # fmt: skip
    run.x.attrs["mask"] = spec.mask if isinstance(spec.mask, str) else "explicit"
    return run.assign_attrs(spec=spec.to_json(), seed=spec.seed)


def flow_of(spec: Spec) -> Flow:
    """The vector field that a spec describes."""
    frozen = None if spec.frozen is None else np.isin(np.arange(spec.n), spec.frozen)
    noise = None if spec.kappa is None else Brownian(spec.kappa)
    return Flow(attention_of(spec), space_of(spec), frozen, noise)


def space_of(spec: Spec) -> Space:
    """The space that a spec names, with its number."""
    name, _, number = spec.space.partition(":")
    return SPACES[name](*([float(number)] if number else []))


def attention_of(spec: Spec) -> Attention:
    """The attention that a spec describes, constant in time or not."""
    layers = [_attention(spec, qk, ov) for qk, ov in matrices_of(spec)]
    attention = layers[0] if len(layers) == 1 else Layered(layers, spec.layer_time or 1.0)
    if spec.beta_end is None:
        return attention
    if isinstance(attention, Layered):
        raise InputError(
            "`beta_end` anneals one set of weights, but there is one per layer. Leave one out."
        )
    return Annealed(attention, Ramp(spec.beta, spec.beta_end, spec.t_end))


def _attention(spec: Spec, qk: np.ndarray | None, ov: np.ndarray | None) -> SelfAttention:
    return SelfAttention(
        beta=spec.beta, qk=qk, ov=ov,
        mask=spec.mask if isinstance(spec.mask, str) else _array(spec, "mask").astype(bool),
        weighting=spec.weighting, position=spec.position,
        masses=None if spec.masses is None else _array(spec, "masses"),
    )  # fmt: skip


def matrices_of(spec: Spec) -> Iterator[tuple[np.ndarray | None, np.ndarray | None]]:
    """The matrices M and V of every layer; a single pair where they never change."""
    rng = generator(spec.seed, WEIGHTS)
    given = {name: _given(spec, name) for name in ("qk", "ov")}
    for layer in range(_depth(spec, given)):
        qk = _of_layer(spec.qk, given["qk"], layer, spec, rng)
        if spec.ov in SIGNED and qk is not None:
            yield qk, signed(qk, -1.0 if spec.ov == "-qk" else 1.0)
        else:
            yield qk, _of_layer(spec.ov, given["ov"], layer, spec, rng)


def _given(spec: Spec, name: str) -> np.ndarray | None:
    """The array of a field of matrices; None where there is none, or a law."""
    value = getattr(spec, name)
    if value is None or isinstance(value, str):
        return None
    m = _array(spec, name)
    return m * np.eye(spec.d) if m.ndim == 0 else m


def _depth(spec: Spec, given: dict[str, np.ndarray | None]) -> int:
    """How many sets of weights there are."""
    lengths = {len(m) for m in given.values() if m is not None and m.ndim == 4}
    if len(lengths) > 1:
        raise InputError(f"`qk` and `ov` must have as many layers. Got {sorted(lengths)}.")
    if lengths:
        return lengths.pop()
    if spec.layer_time is None or not (spec.qk in MATRICES or spec.ov in MATRICES):
        return 1
    return math.ceil(spec.t_end / spec.layer_time)


def _of_layer(
    value: Any, given: np.ndarray | None, layer: int, spec: Spec, rng: np.random.Generator
) -> np.ndarray | None:
    if isinstance(value, str):
        return drawn(value, spec.heads, spec.d, rng)
    return given[layer] if given is not None and given.ndim == 4 else given


def tokens_of(spec: Spec) -> np.ndarray:
    """The starting tokens of a spec; drawn tokens are put on the sphere where that is the space."""
    if not isinstance(spec.init, str):
        x0 = _array(spec, "init")
        if x0.shape != (spec.n, spec.d):
            raise InputError(f"`init` must have shape {(spec.n, spec.d)}. Got {x0.shape}.")
        return x0
    x0 = configurations.tokens(spec.init, spec.n, spec.d, generator(spec.seed, INITIAL_TOKENS))
    return normalize(x0) if spec.space.partition(":")[0] in UNIT else x0


def times_of(spec: Spec) -> np.ndarray:
    """The saved times of a spec, the first of them 0."""
    if spec.method in ("layers", "no-residual"):
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
