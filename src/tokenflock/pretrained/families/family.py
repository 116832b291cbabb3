"""What a family of models is: the name its checkpoints bear, and how a model is built of one."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from tokenflock.errors import InputError
from tokenflock.pretrained.families.harmless import is_harmless
from tokenflock.pretrained.files.checkpoint import Checkpoint
from tokenflock.pretrained.files.settings import Settings
from tokenflock.pretrained.model import Model

LIVE = (
    "PyTorch runs it as it is: `with tkf.pretrained.watch(model): model(**batch)`, or "
    "`tkf.diagnose(hidden_states=..., attentions=...)` of its outputs"
)


@dataclass(frozen=True)
class Family:
    """A family of models: the `model_type` in its configurations, and what builds a model.

    `build` checks shapes at once and leaves the numbers in their file until a layer is read.
    Settings that `build` goes by are `honored`; those of `fixed` must have one of the values
    given, or be missing.  Any other that may change the mathematics is refused, unless `honored`
    is None: then `build` answers for all of them.
    """

    name: str
    build: Callable[[Checkpoint], Model]
    honored: tuple[str, ...] | None = None
    fixed: Mapping[str, tuple[Any, ...]] = field(default_factory=dict)

    def read(self, checkpoint: Checkpoint) -> Model:
        """The model in a checkpoint, all of whose settings are understood."""
        if self.honored is not None:
            self.check(checkpoint.settings)
        return self.build(checkpoint)

    def check(self, settings: Settings) -> None:
        """Raise `InputError` unless every setting is honored, as fixed, or changes nothing."""
        for key, value in settings.values.items():
            if key in self.fixed and value is not None and value not in self.fixed[key]:
                valid = " or ".join(repr(v) for v in self.fixed[key])
                raise InputError(
                    f"`{key}` in `{settings.source}` must be {valid} for a {self.name} that is "
                    f"read here. Got {repr(value)[:60]}. {LIVE}."
                )
        unknown = [key for key in settings.values if not self.knows(key, settings.values[key])]
        if unknown:
            raise InputError(
                f"`{settings.source}` sets `{unknown[0]}`, which is not known here for a "
                f"{self.name} and may change what it computes. {LIVE}. If it changes nothing, "
                f"take it out of the file."
            )

    def knows(self, key: str, value: Any) -> bool:
        """Whether a setting is understood, or says nothing about the mathematics."""
        return key in (self.honored or ()) or key in self.fixed or is_harmless(key, value)
