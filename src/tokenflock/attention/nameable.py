"""Classes that a name in a spec may stand for: `class Ring(Mask, name="ring")`."""

import inspect
from typing import Any

import equinox as eqx

from tokenflock.errors import InputError


class Nameable(type(eqx.Module)):  # type: ignore[misc]
    """The metaclass of masks, weightings and spaces: `cls.take_name(name)` once a class is made.

    A metaclass, since that of equinox has a parameter `name` of its own.
    """

    def __new__(
        mcs,
        class_name: str,
        bases: tuple[type, ...],
        namespace: dict[str, Any],
        /,
        *,
        name: str | None = None,
        **options: Any,
    ) -> Any:
        _check_bases(class_name, bases)
        cls = super().__new__(mcs, class_name, bases, namespace, **options)
        cls.take_name(name)
        return cls


def _check_bases(class_name: str, bases: tuple[type, ...]) -> None:
    """Refuse descendants of what kernels, solvers and verdicts know: they would be taken for it."""
    for base in bases:
        ours = base.__module__.partition(".")[0] == "tokenflock"
        if ours and isinstance(base, Nameable) and not inspect.isabstract(base):
            raise InputError(
                f"`{base.__name__}` is final, since kernels and verdicts know what it does. Derive "
                f"`{class_name}` from `{base.__mro__[1].__name__}`, and use a "
                f"`{base.__name__}()` inside it."
            )
