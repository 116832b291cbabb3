"""Heads of a pretrained model as systems to explore: a sentence's tokens under one head.

Under one head tokens move within the span of where they start and of what the head can write,

    x_i(t) in span(x_1(0), ..., x_n(0)) + range(W_O),

n + r dimensions of the model's d.  With an orthonormal basis B of that space the system

    y = B' x,     M' = B' M B,     V' = B' V B

is the same one, small enough to be written out as a spec that can be edited like any other.
"""

from dataclasses import dataclass
from typing import Any

import numpy as np

from tokenflock.errors import InputError
from tokenflock.pretrained import Model, factors_of, forward, tokenize, unit_tokens
from tokenflock.spec import Spec

MOST_TOKENS = 64
LAST_TIME = 10.0


@dataclass(frozen=True)
class ModelHeads:
    """The heads of a model, each with a sentence's tokens as they enter its layer.

    `states` are those tokens, (depth + 1, n, d) of norm one, and `words` what they stand for.
    """

    model: Model
    words: tuple[str, ...]
    states: np.ndarray

    def presets(self) -> list[dict[str, Any]]:
        """All heads by name; their specs are made when they are asked for."""
        return [
            {"name": _name(layer, head), "title": self.title, "group": self.model.name,
             "spec": None}
            for layer in range(len(self.model.order))
            for head in range(self.model.config.heads)
        ]  # fmt: skip

    @property
    def title(self) -> str:
        left_out = ", positions left out" if self._is_rotary else ""
        return f"{self.model.name}, {len(self.words)} tokens of a sentence{left_out}"

    @property
    def _is_rotary(self) -> bool:
        return self.model.layer(0).heads.frequencies is not None

    @property
    def first(self) -> str:
        """The name of the head the page begins with."""
        return _name(0, 0)

    def spec(self, name: str) -> Spec:
        """The system of the head with a name: that of `pretrained.attention_of`."""
        for layer in range(len(self.model.order)):
            for head in range(self.model.config.heads):
                if name == _name(layer, head):
                    return _spec(self, layer, head)
        raise InputError(f"There is no preset {name!r}. The heads are named like {self.first!r}.")


def heads_of(model: Model, text: str) -> ModelHeads:
    """The heads of a model and the tokens of a sentence, as they enter each of its layers."""
    ids, words = tokenize(model, text)
    if len(ids) > MOST_TOKENS:
        raise InputError(
            f"The page shows sentences of at most {MOST_TOKENS} tokens. Got {len(ids)}; shorten it."
        )
    states = unit_tokens(model, forward(model, ids, matrices=False).x.data)
    return ModelHeads(model, tuple(word.strip() or word for word in words), states)


def _name(layer: int, head: int) -> str:
    return f"layer {layer} head {head}"


def _spec(heads: ModelHeads, layer: int, head: int) -> Spec:
    x = heads.states[layer]
    f = factors_of(heads.model, layer)
    Q, K, W_O, W_V = f.Q[head], f.K[head], f.O[head], f.V[head]
    basis, _ = np.linalg.qr(np.concatenate([x.T, W_O], axis=1))
    y = x @ basis
    return Spec(
        init=y / np.linalg.norm(y, axis=-1, keepdims=True), beta=f.scale * x.shape[-1],
        qk=(Q @ basis).T @ (K @ basis), ov=(basis.T @ W_O) @ (W_V @ basis),
        mask=heads.model.mask, t_end=LAST_TIME,
    )  # fmt: skip
