"""What a family of models is: the name its checkpoints bear, and how a model is built of one."""

from collections.abc import Callable
from dataclasses import dataclass

from tokenflock.pretrained.files.checkpoint import Checkpoint
from tokenflock.pretrained.model import Model


@dataclass(frozen=True)
class Family:
    """A family of models: the `model_type` in its configurations, and what builds a model.

    `build` checks shapes at once and leaves the numbers in their file until a layer is read.
    """

    name: str
    build: Callable[[Checkpoint], Model]
