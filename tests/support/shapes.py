"""Shapes of arrays, checked at run time wherever jaxtyping annotates them.

`jaxtyping.install_import_hook` hands every function of a package to `checked`, within a scope in
which n, d and heads keep one value.  Functions without annotated arrays are left as they are.
"""

import typing

from beartype import BeartypeConf, beartype
from jaxtyping import AbstractArray

CHECKED = ("attention", "fields", "solvers", "spaces")
PACKAGES = [f"tokenflock.{name}" for name in CHECKED]
check = beartype(conf=BeartypeConf(is_pep484_tower=True))  # where a float may be, so may an int


def checked(function):
    """The function, with its arguments and results checked if arrays are among them."""
    hints = getattr(function, "__annotations__", {}).values()
    return check(function) if any(map(has_shape, hints)) else function


def has_shape(hint):
    """Whether an annotation is that of an array, or has one inside."""
    if isinstance(hint, type) and issubclass(hint, AbstractArray):
        return True
    return any(map(has_shape, typing.get_args(hint)))
