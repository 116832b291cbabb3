"""Classes that a name in a spec may stand for: `class Ring(Mask, name="ring")`."""

from typing import Any

import equinox as eqx


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
        cls = super().__new__(mcs, class_name, bases, namespace, **options)
        cls.take_name(name)
        return cls
