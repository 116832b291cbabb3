"""Simulate: from a spec, or several, to a labeled dataset.

spec -> flow_of, tokens_of, times_of -> solve -> dataset
"""

import json
import math
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import xarray as xr

from tokenflock.attention import Annealed, Attention, Layered, Ramp, SelfAttention
from tokenflock.errors import InputError
from tokenflock.fields import AttentionNoise, Brownian, CommonNoise, Flow, MatrixNoise, Noise
from tokenflock.fields.terms.of_spec import terms_of
from tokenflock.initial import configurations
from tokenflock.initial.arrays import loaded
from tokenflock.initial.matrices import drawn, signed, white
from tokenflock.integrate import Numerics, noise_seeds, solved
from tokenflock.numerics.random_streams import INITIAL_TOKENS, WEIGHTS, generator
from tokenflock.solvers import checks
from tokenflock.solvers.family import Family, are_of_one_kind
from tokenflock.solvers.problem import Progress
from tokenflock.solvers.recording import Save, coordinates_of
from tokenflock.solvers.sinks import OnSave
from tokenflock.spaces import named, normalize, record_of
from tokenflock.spec import Spec
from tokenflock.spec.times import saved_times
from tokenflock.spec.vocabulary import MATRICES, SIGNED, WHITE


def simulate(
    spec: Spec | Iterable[Spec],
    *,
    save: Save = None,
    progress: Progress | None = None,
    on_save: OnSave | None = None,
) -> xr.Dataset:
    """The path that a spec describes, with the spec itself among its attributes.

    Several specs, which may differ in anything but their numbers of tokens and saved times, give
    one dataset with a dimension `run` and what they differ in along it.  `save`, `progress` and
    `on_save` are those of `solve`.

    >>> run = tkf.simulate(tkf.Spec(n=4, d=2, t_end=1.0, samples=5))
    >>> dict(run.x.sizes)
    {'time': 5, 'token': 4, 'coord': 2}
    >>> runs = tkf.simulate(tkf.grid(tkf.Spec(n=4, t_end=1.0, samples=5), beta=[1.0, 4.0]))
    >>> dict(runs.x.sizes), runs.beta.data
    ({'run': 2, 'time': 5, 'token': 4, 'coord': 2}, array([1., 4.]))
    """
    if isinstance(spec, Spec):
        return simulated(
            spec, flow_of(spec), tokens_of(spec), save=save, progress=progress, on_save=on_save
        )
    if on_save is not None:
        raise InputError("`on_save` is told of one run. Got several specs; leave it out.")
    return _stacked(_alike(tuple(spec)), save, progress)


def simulated(
    spec: Spec,
    flow: Flow,
    x0: np.ndarray,
    *,
    save: Save = None,
    progress: Progress | None = None,
    on_save: OnSave | None = None,
) -> xr.Dataset:
    """The path of tokens under a flow, through the times of a spec and by its method."""
    return solved(
        Family.of(flow, 1), checks.tokens(x0, flow)[None], times_of(spec), numerics_of(spec),
        seeds=noise_seeds([spec.seed]), alone=True, save=save, progress=progress, on_save=on_save,
        attrs={"spec": spec.to_json(), "seed": spec.seed}, about_x={"mask": _mask_word(spec)},
    )  # fmt: skip


def _mask_word(spec: Spec) -> str:
    return spec.mask if isinstance(spec.mask, str) else "explicit"


def numerics_of(spec: Spec) -> Numerics:
    """How a spec is solved: tolerance, method, steps."""
    return Numerics(spec.tol, spec.method, spec.step, spec.coarsen)


def _alike(specs: tuple[Spec, ...]) -> tuple[Spec, ...]:
    """Specs whose runs can be stacked."""
    if not specs or not all(isinstance(spec, Spec) for spec in specs):
        raise InputError("`simulate` takes a `Spec` or several. Make them with `tkf.grid`.")
    for name in ("n", "d"):
        values = {getattr(spec, name) for spec in specs}
        if len(values) > 1:
            raise InputError(
                f"Runs are stacked, so all specs must have the same `{name}`. Got "
                f"{', '.join(map(str, sorted(values)))}; simulate them one by one, or sweep."
            )
    if len({saved_times(spec) for spec in specs}) > 1:
        raise InputError("Runs are stacked, so all specs must save the same times. They differ.")
    return specs


def _stacked(specs: tuple[Spec, ...], save: Save, progress: Progress | None) -> xr.Dataset:
    """All runs along a dimension `run`; those of one kind are solved as a batch."""
    if isinstance(save, str | Path):
        raise InputError("A store holds the tokens of one spec. Use a `Sweep` for several.")
    fields = _flows_of(specs)
    parts, order = [], []
    for group in _kinds(specs, fields):
        parts.append(_batch([specs[k] for k in group], [fields[k] for k in group], save, progress))
        order += group
    runs = _concatenated(parts) if len(parts) > 1 else parts[0]
    runs = runs.isel(run=np.argsort(order)).assign_coords(run=np.arange(len(specs)))
    coords = coordinates_of(fields, times_of(specs[0]), specs[0].n)
    return _labeled(runs.assign_coords(coords), specs)


def _concatenated(parts: Sequence[xr.Dataset]) -> xr.Dataset:
    """Parts along `run`, without what only some of them tell."""
    shared = set.intersection(*(set(part.variables) for part in parts)) - {"beta", "mass"}
    alike = [part.drop_vars(set(part.variables) - shared) for part in parts]
    return xr.concat(alike, "run", combine_attrs="override", coords="minimal", compat="override")


DRAWN = ("qk", "ov", "mlp", "linear")  # by the seed, where they are the name of a law


def _flows_of(specs: Sequence[Spec]) -> list[Flow]:
    """The fields of specs; those whose starting tokens alone differ have the same one."""
    keys = [_all_but_the_start(spec) for spec in specs]
    flows = {key: flow_of(spec) for key, spec in dict(zip(keys, specs, strict=True)).items()}
    return [flows[key] for key in keys]


def _all_but_the_start(spec: Spec) -> tuple[str, ...]:
    drawn = any(isinstance(getattr(spec, name), str) for name in DRAWN)
    start = {"init"} if drawn else {"init", "seed"}
    return tuple(repr(getattr(spec, name)) for name in Spec.model_fields if name not in start)


def _kinds(specs: Sequence[Spec], fields: Sequence[Flow]) -> Iterator[list[int]]:
    """The numbers of specs in groups that one program follows."""
    left, end = list(range(len(specs))), specs[0].t_end
    while left:
        first = left[0]
        group = [
            k for k in left
            if numerics_of(specs[k]) == numerics_of(specs[first])
            and _are_alike(fields[first], fields[k], end)
        ]  # fmt: skip
        yield group
        left = [k for k in left if k not in group]


def _are_alike(one: Flow, other: Flow, end: float) -> bool:
    """Whether one program follows both as far as some time."""
    return one is other or (
        are_of_one_kind([one, other]) and one.breaks(0.0, end) == other.breaks(0.0, end)
    )


def _batch(
    specs: Sequence[Spec], fields: Sequence[Flow], save: Save, progress: Progress | None
) -> xr.Dataset:
    distinct = {id(field): field for field in fields}
    which = np.array([list(distinct).index(id(field)) for field in fields])
    x0 = np.stack([tokens_of(spec) for spec in specs])
    for k, field in enumerate(distinct.values()):
        checks.tokens(x0[which == k], field)
    return solved(
        Family(list(distinct.values()), which), x0, times_of(specs[0]), numerics_of(specs[0]),
        seeds=noise_seeds([spec.seed for spec in specs]), alone=False, save=save,
        progress=progress,
    )  # fmt: skip


def _labeled(runs: xr.Dataset, specs: Sequence[Spec]) -> xr.Dataset:
    """Runs with the fields in which their specs differ as coordinates, and all specs kept."""
    first, fields = specs[0], Spec.model_fields
    differing = [name for name in fields if len({repr(getattr(s, name)) for s in specs}) > 1]
    changes = [{name: getattr(spec, name) for name in differing} for spec in specs]
    plain = [n for n in differing if all(isinstance(c[n], str | int | float) for c in changes)]
    new = [name for name in plain if name not in runs.coords]  # beta(t) is there already
    coords = {name: ("run", [change[name] for change in changes]) for name in new}
    for name in ("x", "x_last"):
        if name in runs:
            runs[name].attrs = {k: v for k, v in runs[name].attrs.items() if k not in plain}
    kept = {name: value for name, value in runs.attrs.items() if name not in plain}
    runs.attrs = kept | {"spec": first.to_json(), "specs": _json(specs, differing)}
    return runs.assign_coords(coords)


def _json(specs: Sequence[Spec], names: list[str]) -> str:
    """What each spec has of its own, as one JSON list."""
    whole = (json.loads(spec.to_json()) for spec in specs)
    return json.dumps([{name: one[name] for name in names if name in one} for one in whole])


def spec_of(run: xr.Dataset) -> Spec:
    """The spec of a simulated run, alone or picked from several by `isel(run=k)`."""
    if "spec" not in run.attrs:
        raise InputError("The dataset must come from `simulate`: it has no spec among its attrs.")
    base = Spec.from_json(run.attrs["spec"])
    if "specs" not in run.attrs:
        return base
    if "run" in run.dims:
        raise InputError("The dataset holds several runs. Pick one with `isel(run=k)`.")
    every = json.loads(run.attrs["specs"])
    swept = {name for one in every for name in one}
    fields = {k: v for k, v in json.loads(base.to_json()).items() if k not in swept}
    return Spec(**fields, **every[int(run["run"])])


def flow_of(spec: Spec) -> Flow:
    """The vector field that a spec describes."""
    frozen = None if spec.frozen is None else np.isin(np.arange(spec.n), spec.frozen)
    attention = attention_of(spec)
    noise, terms = _noise(spec, attention), terms_of(spec)
    return Flow(attention, named(spec.space), frozen, noise, terms, block=spec.block)


NOISES: dict[str, Callable[[Any], Noise]] = {
    "token": Brownian,
    "common": CommonNoise,
    "common-matrix": MatrixNoise,
}


def _noise(spec: Spec, attention: Attention) -> Noise | None:
    if spec.kappa is None:
        return None
    if spec.noise == "common-attention":
        return AttentionNoise(spec.kappa, attention)
    return NOISES[spec.noise](spec.kappa)


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
    if spec.layer_time is None or not (spec.qk in MATRICES or spec.ov in (*MATRICES, WHITE)):
        return 1
    return math.ceil(spec.t_end / spec.layer_time)


def _of_layer(
    value: Any, given: np.ndarray | None, layer: int, spec: Spec, rng: np.random.Generator
) -> np.ndarray | None:
    if value == WHITE:
        return white(spec.heads, spec.d, spec.layer_time or 1.0, rng)
    if isinstance(value, str):
        return drawn(value, spec.heads, spec.d, rng)
    return given[layer] if given is not None and given.ndim == 4 else given


def tokens_of(spec: Spec) -> np.ndarray:
    """The starting tokens of a spec; drawn tokens are put on the sphere where that is the space."""
    return tokens_of_seeds(spec, [spec.seed])[0]


def tokens_of_seeds(spec: Spec, seeds: Sequence[int]) -> np.ndarray:
    """The starting tokens (seeds, n, d) of a spec with other seeds."""
    if not isinstance(spec.init, str):
        x0 = _array(spec, "init")
        if x0.shape != (spec.n, spec.d):
            raise InputError(f"`init` must have shape {(spec.n, spec.d)}. Got {x0.shape}.")
        return np.repeat(x0[None], len(seeds), axis=0)
    streams = (generator(seed, INITIAL_TOKENS) for seed in seeds)
    x0 = configurations.tokens(spec.init, spec.n, spec.d, streams)
    return normalize(x0) if record_of(spec.space).unit else x0


def times_of(spec: Spec) -> np.ndarray:
    """The saved times of a spec, the first of them 0."""
    return np.asarray(saved_times(spec))


def _array(spec: Spec, name: str) -> np.ndarray:
    return loaded(name, getattr(spec, name))
