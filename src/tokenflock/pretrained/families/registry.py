"""All families by name, ours and those that users register."""

from tokenflock.errors import InputError
from tokenflock.pretrained.families import (
    albert,
    bert,
    distilbert,
    electra,
    gemma,
    gpt2,
    llama,
    modernbert,
    mpnet,
    neox,
    olmo2,
    opt,
    phi,
    phi3,
    qwen,
    roberta,
    smollm3,
    starcoder2,
    t5,
    vit,
)
from tokenflock.pretrained.families.family import LIVE, Family
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
            f"`{checkpoint.source}`. {LIVE}; a reader of your own: see "
            "`tkf.pretrained.register_family`."
        )
    return _families[name]


ALONE = (albert, bert, distilbert, electra, gpt2, modernbert, mpnet, neox, olmo2, opt, phi, phi3,
         smollm3, starcoder2)  # fmt: skip
SEVERAL = (gemma, llama, qwen, roberta, t5, vit)
OURS = (*(one.FAMILY for one in ALONE), *(family for m in SEVERAL for family in m.FAMILIES))

for _family in sorted(OURS, key=lambda family: family.name):
    register_family(_family)
