"""Terms: what acts on a token besides attention.  Each is one file, and a user's own five lines."""

from tokenflock.fields.terms.drive import TotalDrive
from tokenflock.fields.terms.external_field import ExternalField
from tokenflock.fields.terms.layered_term import LayeredTerm
from tokenflock.fields.terms.linear_map import LinearMap
from tokenflock.fields.terms.perceptron import Perceptron
from tokenflock.fields.terms.potential import Potential
from tokenflock.fields.terms.term import Term

__all__ = [
    "ExternalField",
    "LayeredTerm",
    "LinearMap",
    "Perceptron",
    "Potential",
    "Term",
    "TotalDrive",
]
