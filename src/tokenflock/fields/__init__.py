"""Vector fields: what moves tokens.  Attention in a space is one of them."""

from tokenflock.fields.flow import Flow
from tokenflock.fields.noise import AttentionNoise, Brownian, CommonNoise, MatrixNoise, Noise
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
    "AttentionNoise",
    "Brownian",
    "CommonNoise",
    "ExternalField",
    "Flow",
    "LayeredTerm",
    "LinearMap",
    "MatrixNoise",
    "Noise",
    "Perceptron",
    "Potential",
    "TangentFlow",
    "Term",
    "VectorField",
]
