"""From an image to the pixels that a model was trained on."""

import numpy as np
from jaxtyping import Float

from tokenflock.errors import InputError
from tokenflock.pretrained.files.json_files import json_object
from tokenflock.pretrained.files.settings import Settings
from tokenflock.pretrained.model import Model, PatchEmbedding

FILE = "preprocessor_config.json"


def pixels_of(model: Model, image: np.ndarray) -> Float[np.ndarray, "channels height width"]:
    """The pixels (channels, height, width) of an image (height, width, channels) of bytes,

        (value / 255 - mean) / deviation,

    with the mean and deviation of each channel that lie beside the weights.  The image must have
    the model's size: how to cut or stretch a larger one is the reader's choice.
    """
    e = model.embedding
    if not isinstance(e, PatchEmbedding):
        raise InputError(f"`{model.name}` reads words, not images.")
    image = np.asarray(image)
    expected = (*e.size, e.channels)
    if image.dtype != np.uint8 or image.shape != expected:
        raise InputError(
            f"`image` must be bytes {expected}: height, width, channels. Got {image.dtype} of "
            f"shape {image.shape}; resize it first."
        )
    mean, deviation = _moments(model, e.channels)
    return np.moveaxis((image / 255.0 - mean) / deviation, -1, -3)


def _moments(model: Model, channels: int) -> tuple[np.ndarray, np.ndarray]:
    path = model.checkpoint.source / FILE
    if not path.is_file():
        raise InputError(
            f"`{model.checkpoint.source}` must hold {FILE}, which says how bytes become numbers, "
            "and does not. Give `forward` the pixels themselves, (channels, height, width)."
        )
    settings = Settings(json_object(path), str(path))
    if not settings.flag("do_normalize", True):
        return np.zeros(channels), np.ones(channels)
    return settings.numbers("image_mean", channels), settings.numbers("image_std", channels)
