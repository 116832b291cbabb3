"""Observables: functions of a configuration that keep the labels of what they measure.

An observable reduces tokens, `(..., n, d) -> (...)`, and may keep or add named axes.  The decorator
gives it its three faces: NumPy in, NumPy out; JAX in, JAX out; xarray in, xarray out.
"""

import functools
import inspect
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Concatenate, Literal, ParamSpec, Protocol, TypeVar, overload

import numpy as np

from tokenflock.errors import InputError
from tokenflock.numerics.reals import reals
from tokenflock.observables import labels
from tokenflock.spec import registry

if TYPE_CHECKING:
    import jax
    import xarray as xr
    from numpy.typing import ArrayLike

Dims = tuple[str, str]
Options = ParamSpec("Options")
FromJax = TypeVar("FromJax", covariant=True)

TOKENS: Dims = ("token", "coord")
MATRIX: Dims = ("token", "source")  # an attention matrix: the row receives, the column sends
RENAMED = {"space": ("metric", "'angle'` or `metric='euclidean'")}


class Observable(Protocol[Options, FromJax]):
    """A measure of tokens, as type checkers know it.

    It ends in the named `axes`, reads the `keywords` from labels where they are left out, and is
    `traceable` by JAX unless it works on the host.
    """

    __name__: str
    axes: tuple[str, ...]
    keywords: tuple[str, ...]
    traceable: bool

    @overload
    def __call__(
        self, x: "xr.DataArray | xr.Dataset", *args: Any, **options: Any
    ) -> "xr.DataArray": ...
    @overload
    def __call__(  # type: ignore[overload-overlap]
        self, x: "jax.Array", *args: Options.args, **options: Options.kwargs
    ) -> FromJax: ...
    @overload
    def __call__(
        self, x: "ArrayLike", *args: Options.args, **options: Options.kwargs
    ) -> np.ndarray: ...


if TYPE_CHECKING:
    Traceable = Observable[Options, jax.Array]
    OnHost = Observable[Options, np.ndarray]
    Measure = Callable[Concatenate[Any, Options], Any]


class _Decorator(Protocol):
    def __call__(self, function: "Measure[Options]", /) -> "Traceable[Options]": ...


class _HostDecorator(Protocol):
    def __call__(self, function: "Measure[Options]", /) -> "OnHost[Options]": ...


@overload
def observable(function: "Measure[Options]", /) -> "Traceable[Options]": ...
@overload
def observable(
    *,
    axes: tuple[str, ...] = (),
    over: tuple[Dims, ...] = (TOKENS,),
    traceable: Literal[True] = ...,
) -> _Decorator: ...
@overload
def observable(
    *, axes: tuple[str, ...] = (), over: tuple[Dims, ...] = (TOKENS,), traceable: Literal[False]
) -> _HostDecorator: ...
def observable(
    function: Callable[..., Any] | None = None,
    /,
    *,
    axes: tuple[str, ...] = (),
    over: tuple[Dims, ...] = (TOKENS,),
    traceable: bool = True,
) -> Any:
    """Declare an observable: a function of tokens (..., n, d), which it reduces.

    It may end in named `axes`; `traceable=False` says that it computes on the host and JAX cannot
    trace it; `over` names the pairs of dims it may reduce.  A keyword that the caller leaves out is
    read from what is measured: a coordinate of that name, so that `clusters(run)` knows beta(t) of
    an annealed run, or an attribute.  It is known by its name in sweeps and on the command line.

    >>> @tkf.observable
    ... def height(x):
    ...     return x[..., -1].mean(axis=-1)
    >>> float(height([[1.0, 0.0], [0.0, 1.0]]))
    0.5
    """
    if function is None:
        return functools.partial(_declared, axes=axes, over=over, traceable=traceable)
    return _declared(function, axes=axes, over=over, traceable=traceable)


def _declared(
    function: Callable[..., Any], *, axes: tuple[str, ...], over: tuple[Dims, ...], traceable: bool
) -> Any:
    parameters = list(inspect.signature(function).parameters.values())[1:]
    parameters = [p for p in parameters if p.kind not in (p.VAR_POSITIONAL, p.VAR_KEYWORD)]
    keywords = tuple(p.name for p in parameters)
    required = {p.name for p in parameters if p.default is p.empty}

    @functools.wraps(function)
    def measured(x: Any, *args: Any, **options: Any) -> Any:
        _check_renamed(function.__name__, keywords, options)
        left_out = [name for name in keywords[len(args) :] if name not in options]
        if not labels.is_labeled(x):
            _check_complete(function.__name__, required.intersection(left_out))
            return function(as_array(x), *args, **options)
        x = labels.arranged(x, over, function.__name__)
        known = labels.found(x, left_out)
        _check_complete(function.__name__, required.intersection(left_out) - known.keys())

        def with_known(x: Any, known: dict[str, Any]) -> Any:
            return function(x, *args, **known, **options)

        return labels.measured(with_known, x, known, function.__name__, axes)

    vars(measured).update(axes=axes, keywords=keywords, traceable=traceable)
    registry.register("observable", function.__name__, measured)
    return measured


def named(name: str) -> Any:
    """The observable of a name, ours or a user's own.

    >>> tkf.observables.named("alignment") is tkf.alignment
    True
    """
    return registry.find("observable", name)


def names() -> tuple[str, ...]:
    """The names of all observables."""
    return registry.names("observable")


def namespace(x: Any) -> Any:
    """The module (`numpy` or `jax.numpy`) that computes on `x`."""
    return x.__array_namespace__()


def as_array(x: Any) -> Any:
    """`x` itself where it is an array of NumPy or JAX, else an array of NumPy.

    A tensor of PyTorch may have gradients, be on a device, or be of bfloat16, which NumPy lacks.
    """
    if hasattr(x, "detach") and hasattr(x, "cpu"):
        x = x.detach().cpu().double().numpy()
    return x if hasattr(x, "__array_namespace__") else reals("x", x)


def _check_renamed(name: str, keywords: tuple[str, ...], options: dict[str, Any]) -> None:
    for old, (new, values) in RENAMED.items():
        if old in options and old not in keywords and new in keywords:
            raise InputError(
                f"`{name}` has no `{old}`: pass `{new}={values}`. Got {old}={options[old]!r}."
            )


def _check_complete(name: str, missing: set[str]) -> None:
    if missing:
        names = " and ".join(f"`{keyword}`" for keyword in sorted(missing))
        raise InputError(f"`{name}` needs {names}: pass it, or measure a run that carries it.")
