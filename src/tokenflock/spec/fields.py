"""The types of a spec's fields: what a value may be, and what it becomes."""

from collections.abc import Mapping
from typing import Annotated, Any

from pydantic import AfterValidator, BeforeValidator, Field

from tokenflock.spec import vocabulary
from tokenflock.spec.arrays import ArrayFile, array, entries, plain
from tokenflock.spec.perceptron_arrays import PerceptronArrays

Whole = Annotated[int, BeforeValidator(plain)]
Real = Annotated[float, BeforeValidator(plain), Field(allow_inf_nan=False)]
Array = Annotated[Any, BeforeValidator(array)]
Name = Annotated[str, BeforeValidator(str)]


def _init(value: Any) -> Any:
    return vocabulary.check_init(value) if isinstance(value, str) else array(value)


def _mask(value: Any) -> Any:
    if isinstance(value, str):
        return vocabulary.check_mask(value)
    value = array(value)
    if not isinstance(value, ArrayFile) and not all(isinstance(v, bool) for v in entries(value)):
        raise ValueError("must be the name of a mask or an array of true and false")
    return value


def _matrices(field: str) -> BeforeValidator:
    """The validator of matrices that are given, or drawn from the law of a name."""

    def validate(value: Any) -> Any:
        return vocabulary.check_matrices(field, value) if isinstance(value, str) else array(value)

    return BeforeValidator(validate)


def _mlp(value: Any) -> Any:
    if isinstance(value, str):
        return vocabulary.check_mlp(value)
    if isinstance(value, Mapping):
        return PerceptronArrays(**value)
    if not isinstance(value, PerceptronArrays):
        raise ValueError("must be a word as 'relu:16' or a table of arrays W, U, ...")
    return value


Init = Annotated[Any, BeforeValidator(_init)]
Mask = Annotated[Any, BeforeValidator(_mask)]
QK = Annotated[Any, _matrices("qk")]
OV = Annotated[Any, _matrices("ov")]
MLP = Annotated[Any, BeforeValidator(_mlp)]
Linear = Annotated[Any, _matrices("linear")]
Block = Annotated[str, AfterValidator(vocabulary.check_block)]
Weighting = Annotated[Name, AfterValidator(vocabulary.check_weighting)]
Position = Annotated[Name, AfterValidator(vocabulary.check_position)]
Space = Annotated[Name, AfterValidator(vocabulary.check_space)]
LastTime = Annotated[Real, AfterValidator(vocabulary.check_t_end)]
Tolerance = Annotated[Real, AfterValidator(vocabulary.check_tol)]
Method = Annotated[str, AfterValidator(vocabulary.check_method)]
