"""`load_model`: a pretrained transformer from a folder, a file or a name on the hub."""

from pathlib import Path

from tokenflock.pretrained.families.registry import family_of
from tokenflock.pretrained.files.checkpoint import read_checkpoint
from tokenflock.pretrained.files.hub import local_path
from tokenflock.pretrained.model import Model


def load_model(path_or_name: str | Path) -> Model:
    """The model in a folder of transformers, a .gguf file, a llama2.c .bin file, or of a hub name.

    Shapes are checked against the configuration at once; numbers are read layer by layer.
    """
    checkpoint = read_checkpoint(local_path(path_or_name))
    return family_of(checkpoint).read(checkpoint)
