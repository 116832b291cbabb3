"""The arrays of a perceptron in a spec."""

from typing import Annotated, Any, Self

from pydantic import AfterValidator, BaseModel, BeforeValidator, ConfigDict, model_validator

from tokenflock.spec.arrays import array, check_shape, shape
from tokenflock.spec.vocabulary import ACTIVATIONS, one_of

Array = Annotated[Any, BeforeValidator(array)]


def _activation(word: str) -> str:
    if word in ACTIVATIONS:
        return word
    raise one_of("activation", ACTIVATIONS, word)


class PerceptronArrays(BaseModel):
    """U sigma(W x + b), or U (sigma(W x + b) * (G x + c)), by arrays or the files of such.

    W and G are (width, d), U is (d, width), b and c are (width,); all of them may have a leading
    axis of layers.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")
    activation: Annotated[str, AfterValidator(_activation)] = "relu"
    W: Array
    U: Array
    b: Array | None = None
    G: Array | None = None
    c: Array | None = None

    @model_validator(mode="after")
    def _shapes_fit(self) -> Self:
        if len(shape(self.W)) not in (2, 3):
            return self  # a file, whose shape is checked on loading
        *lead, width, d = shape(self.W)
        check_shape("mlp.U", self.U, {(*lead, d, width)})
        check_shape("mlp.G", self.G, {(*lead, width, d)})
        check_shape("mlp.b", self.b, {(*lead, width)})
        check_shape("mlp.c", self.c, {(*lead, width)})
        return self
