"""What a space is: how attention moves tokens there, and the way back after a step."""

import inspect
from abc import abstractmethod
from typing import TYPE_CHECKING, ClassVar

import equinox as eqx
import numpy as np
from jaxtyping import Array, Float

from tokenflock.attention import SelfAttention
from tokenflock.attention.attention import Drive, Time, Tokens
from tokenflock.attention.nameable import Nameable
from tokenflock.errors import InputError
from tokenflock.spaces.record import SpaceRecord
from tokenflock.spec import registry


class Space(eqx.Module, metaclass=Nameable):
    """The law of motion of tokens under a given attention, or whatever else drives them.

    With a `record` of its own, or a name, `class Torus(Space, name="torus")`, a space serves in
    specs, sweeps and on the command line.
    """

    record: ClassVar[SpaceRecord] = SpaceRecord("space")

    @abstractmethod
    def velocity(self, t: Time, x: Tokens, attention: Drive) -> Tokens:
        """dx/dt, one row per token."""

    def retract(self, x: Tokens) -> Tokens:
        """The point of the space that stands for `x`, at most a step's error away."""
        return x

    def layer(self, t: Time, x: Tokens, attention: Drive, step: Time) -> Tokens:
        """Tokens after one layer of a transformer of this kind, `step` long."""
        return self.retract(x + step * self.velocity(t, x, attention))

    def check(self, x: np.ndarray, attention: SelfAttention) -> None:
        """Raise `InputError` unless `x` can start a path here under this attention."""

    def diffused(self, x: Tokens, gaussian: Tokens, variance: Time) -> Tokens:
        """Tokens after Brownian motion of a given variance per direction."""
        raise InputError(
            f"`noise` is defined on the sphere and in R^d, not for {type(self).__name__}. "
            "Use `space='sphere'`."
        )

    def carried(self, x: Tokens, gaussian: Float[Array, "d+1"], variance: Time) -> Tokens:
        """Tokens after one Brownian motion for all of them, of a given variance per direction.

        The sign of the last number may say in which order directions come.
        """
        raise InputError(
            f"Common `noise` is defined on the sphere and in R^d, not for {type(self).__name__}. "
            "Use `space='sphere'`."
        )

    def breaks(self, start: float, end: float) -> tuple[float, ...]:
        """The times strictly between `start` and `end` at which the law of motion jumps."""
        return ()

    def during(self, t: float) -> "Space":
        """The law of the stretch between two breaks that holds t, continued beyond them."""
        return self

    def about(self) -> dict[str, str]:
        """What a dataset of its tokens says about the space."""
        record = self.record
        return {"space": record.name, "metric": record.metric, "space_title": record.title}

    @classmethod
    def take_name(cls, name: str | None) -> None:
        """Give a new class its record, and let the record's name stand for it."""
        if "record" not in vars(cls):
            facts = cls.record._replace(title=cls.__name__, number=_number(cls))
            cls.record = facts._replace(name=name or cls.__name__.lower())
            if name is None:
                return
        if not inspect.isabstract(cls):
            registry.register("space", cls.record.name, cls)

    if TYPE_CHECKING:

        def __init_subclass__(cls, *, name: str | None = None) -> None: ...


def _number(cls: type) -> str | None:
    """The name of the first thing that a space is made of, in capitals."""
    return next((parameter.upper() for parameter in inspect.signature(cls).parameters), None)
