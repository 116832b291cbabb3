"""Observables by name, ours and those of a user: what sweeps and the command line look up."""

from collections.abc import Callable
from typing import Any

from tokenflock.errors import InputError, did_you_mean

_REGISTERED: dict[str, Callable[..., Any]] = {}


def register(function: Callable[..., Any]) -> None:
    """Make an observable known by its name; nobody takes the name of one of ours."""
    name = function.__name__
    if name in _REGISTERED and _is_ours(_REGISTERED[name]) and not _is_ours(function):
        raise InputError(
            f"`{name}` is an observable of tokenflock. Give the function in "
            f"`{function.__module__}` another name."
        )
    _REGISTERED[name] = function


def named(name: str) -> Any:
    """The observable of a name.

    >>> tkf.observables.named("alignment") is tkf.alignment
    True
    """
    if name in _REGISTERED:
        return _REGISTERED[name]
    raise InputError(
        f"`{name}` is no observable; there are {', '.join(names())}. A function of your own "
        f"becomes one by `@tkf.observable`.{did_you_mean(name, _REGISTERED)}"
    )


def names() -> tuple[str, ...]:
    """The names of all observables, sorted."""
    return tuple(sorted(_REGISTERED))


def _is_ours(function: Callable[..., Any]) -> bool:
    return function.__module__.startswith("tokenflock.observables.")
