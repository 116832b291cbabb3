"""What a family of models is: the names its checkpoints bear, and how a model is built of one."""

from collections.abc import Callable
from dataclasses import dataclass

from tokenflock.errors import InputError
from tokenflock.pretrained.files.checkpoint import Checkpoint
from tokenflock.pretrained.model import Model


@dataclass(frozen=True)
class Family:
    """A family of models: the `model_type`s in its configurations, and what builds a model.

    `build` checks shapes at once and leaves the numbers in their file until a layer is read.
    """

    names: tuple[str, ...]
    build: Callable[[Checkpoint], Model]

    def __post_init__(self) -> None:
        if not isinstance(self.names, tuple) or not all(isinstance(n, str) for n in self.names):
            raise InputError(
                f"`names` must be a tuple of words, as ('llama',). Got {self.names!r}."
            )
