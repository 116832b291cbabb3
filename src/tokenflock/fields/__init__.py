"""Vector fields: what moves tokens.  Attention in a space is one of them."""

from tokenflock.fields.flow import Flow
from tokenflock.fields.noise import Brownian
from tokenflock.fields.tangent import TangentFlow
from tokenflock.fields.terms import (
    ExternalField,
    LayeredTerm,
    LinearMap,
    Perceptron,
    Potential,
    Term,
)
from tokenflock.fields.vector_field import VectorField

__all__ = [
    "Brownian",
    "ExternalField",
    "Flow",
    "LayeredTerm",
    "LinearMap",
    "Perceptron",
    "Potential",
    "TangentFlow",
    "Term",
    "VectorField",
]
