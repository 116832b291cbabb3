"""Terms as the kernels take them: all perceptrons as one, and the sums of all others.

    g(x_i) = U (sigma(W x_i + b) * (G x_i + c)) + B x_i + E_i,

every hidden unit with a sigma of its own; one without a gate has G = 0 and c = 1.
"""

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from tokenflock.fields import ExternalField, Flow, LinearMap, Perceptron, Term
from tokenflock.spaces import NGPT, PeriLN
from tokenflock.spec.vocabulary import ACTIVATIONS

Arrays = dict[str, np.ndarray | None]


def are_known(flow: Flow) -> bool:
    """Whether the kernels know all terms of a flow.

    Where what moves tokens is normalized, they know attention and terms together, not in turn.
    """
    in_turn = bool(flow.terms) and flow.block == "sequential"
    normalized = isinstance(flow.space, PeriLN | NGPT)
    return all(map(_is_known, flow.terms)) and not (in_turn and normalized)


def _is_known(term: Term) -> bool:
    if type(term) is ExternalField:
        return not callable(term.E)
    return type(term) in (Perceptron, LinearMap)


def arrays(terms: Sequence[Any], n: int, d: int) -> Arrays:
    """The arrays of the terms of a flow, by the names of `native_call.Law`."""
    maps = [np.asarray(term.B) for term in terms if type(term) is LinearMap]
    fields = [np.asarray(term.E) for term in terms if type(term) is ExternalField]
    return _perceptron([term for term in terms if type(term) is Perceptron]) | {
        "linear": np.sum(maps, axis=0) if maps else None,
        "external": np.sum([np.broadcast_to(E, (n, d)) for E in fields], axis=0)
        if fields
        else None,
    }


NONE: Arrays = dict.fromkeys(
    ("mlp_in", "mlp_bias", "mlp_out", "mlp_gate", "mlp_gate_bias", "mlp_sigma")
)


def _perceptron(several: Sequence[Perceptron]) -> Arrays:
    """Perceptrons side by side."""
    if not several:
        return NONE

    def joined(part: Callable[[Perceptron], Any], axis: int = 0) -> np.ndarray:
        return np.concatenate([np.asarray(part(one)) for one in several], axis=axis)

    found: Arrays = {
        "mlp_in": joined(lambda one: one.W),
        "mlp_bias": joined(lambda one: np.zeros(one.width) if one.b is None else one.b),
        "mlp_out": joined(lambda one: one.U, axis=1),
        "mlp_sigma": joined(lambda one: np.full(one.width, ACTIVATIONS.index(one.activation))),
    }
    if all(one.G is None for one in several):
        return NONE | found
    return found | {
        "mlp_gate": joined(lambda one: np.zeros(one.W.shape) if one.G is None else one.G),
        "mlp_gate_bias": joined(_gate_bias),
    }


def _gate_bias(one: Perceptron) -> Any:
    if one.c is not None:
        return one.c
    return np.full(one.width, 1.0 if one.G is None else 0.0)
