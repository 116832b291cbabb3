"""All families by name, ours and those that users register."""

from tokenflock.errors import InputError
from tokenflock.pretrained.families import albert, bert, distilbert, gpt2, llama
from tokenflock.pretrained.families.family import Family
from tokenflock.pretrained.files.checkpoint import Checkpoint

_families: dict[str, Family] = {}


def register_family(family: Family) -> None:
    """Let `load_model` read a family; it takes the place of any that has the same name."""
    _families[family.name] = family


def family_of(checkpoint: Checkpoint) -> Family:
    """The family that reads a checkpoint, by the `model_type` of its settings."""
    name = checkpoint.model_type
    if name not in _families:
        raise InputError(
            f"`model_type` must be one of {', '.join(map(repr, _families))}. Got {name!r} in "
            f"`{checkpoint.source}`. For another family see `tkf.pretrained.register_family`."
        )
    return _families[name]


for _family in (albert.FAMILY, bert.FAMILY, distilbert.FAMILY, gpt2.FAMILY, *llama.FAMILIES):
    register_family(_family)
