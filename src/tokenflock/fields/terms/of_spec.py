"""The terms that a spec describes: a perceptron, a linear map, an external field."""

import math
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np

from tokenflock.fields.terms.external_field import ExternalField
from tokenflock.fields.terms.layered_term import LayeredTerm
from tokenflock.fields.terms.linear_map import LinearMap
from tokenflock.fields.terms.perceptron import Perceptron
from tokenflock.fields.terms.term import Term
from tokenflock.initial import matrices, perceptrons
from tokenflock.initial.arrays import loaded
from tokenflock.numerics.random_streams import WEIGHTS, generator
from tokenflock.spec import Spec

# Parts of the stream of weights, beside that of the matrices M and V.
PERCEPTRON, LINEAR = 1, 2


def terms_of(spec: Spec) -> tuple[Term, ...]:
    """What acts on the tokens of a spec besides attention; weights that are drawn follow the seed.

    With `layer_time` drawn ones change from layer to layer, as those of attention do.
    """
    return tuple(_terms(spec))


def _terms(spec: Spec) -> Iterator[Term]:
    if spec.mlp is not None:
        yield _mlp(spec)
    if spec.linear is not None:
        yield _linear(spec)
    if spec.external is not None:
        yield ExternalField(loaded("external", spec.external))


def _mlp(spec: Spec) -> Term:
    mlp: Any = spec.mlp
    if isinstance(mlp, str):
        sigma, rng = perceptrons.activation_of(mlp), generator(spec.seed, WEIGHTS, PERCEPTRON)
        return _redrawn(spec, lambda: _scaled(spec, sigma, perceptrons.drawn(mlp, spec.d, rng)))
    fields = mlp.model_dump(exclude_none=True)
    sigma = fields.pop("activation")
    arrays = {name: loaded(f"mlp.{name}", getattr(mlp, name)) for name in fields}
    if arrays["W"].ndim != 3:
        return _scaled(spec, sigma, arrays)
    layers = (dict(zip(arrays, layer, strict=True)) for layer in zip(*arrays.values(), strict=True))
    return LayeredTerm([_scaled(spec, sigma, one) for one in layers], spec.layer_time or 1.0)


def _scaled(spec: Spec, sigma: str, arrays: dict[str, np.ndarray]) -> Perceptron:
    U = spec.mlp_scale * arrays["U"]
    return Perceptron(**(arrays | {"U": U}), activation=sigma)


def _linear(spec: Spec) -> Term:
    law: Any = spec.linear
    if isinstance(law, str):
        rng = generator(spec.seed, WEIGHTS, LINEAR)
        return _redrawn(spec, lambda: LinearMap(matrices.drawn(law, 1, spec.d, rng)[0]))
    B = loaded("linear", law)
    if B.ndim == 3:
        return LayeredTerm([LinearMap(one) for one in B], spec.layer_time or 1.0)
    return LinearMap(B * np.eye(spec.d) if B.ndim == 0 else B)


def _redrawn(spec: Spec, draw: Callable[[], Term]) -> Term:
    """A drawn term, or one for every layer where layers have weights of their own."""
    if spec.layer_time is None:
        return draw()
    return LayeredTerm(
        [draw() for _ in range(math.ceil(spec.t_end / spec.layer_time))], spec.layer_time
    )
