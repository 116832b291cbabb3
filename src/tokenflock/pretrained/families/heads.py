"""From tokens to words: logits by a matrix of the head's own, or by the embedding's."""

from dataclasses import dataclass

from tokenflock.pretrained.families.norms import LAYER_NORM, NormKind
from tokenflock.pretrained.files.settings import Settings
from tokenflock.pretrained.files.tensors import Shape, Weights
from tokenflock.pretrained.model import Config, Unembedding

HEAD = "lm_head.weight"


def causal_head(
    settings: Settings,
    weights: Weights,
    words: str,
    *,
    tied: bool,
    name: str = HEAD,
    bias: str | None = None,
    cap: float | None = None,
) -> Unembedding | None:
    """The logits of a decoder: by a matrix of its own, or by the table of words where tied.

    None where a checkpoint holds neither, as that of a model without its head.
    """
    name = words if settings.flag("tie_word_embeddings", tied) else name
    if name not in weights:
        return None
    has_bias = bias is not None and bias in weights
    return Unembedding(weights, name, b=bias if has_bias else None, cap=cap)


@dataclass(frozen=True)
class MaskedHead:
    """The head of an encoder that guesses masked words, by the names of its tensors.

    logits = W N(phi(D x + b_D)) + b,     W the table of words unless it is stored apart
    """

    dense: str
    norm: str
    decoder: str
    bias: str | None
    has_dense_bias: bool = True
    kind: NormKind = LAYER_NORM

    def shapes(self, c: Config, width: int) -> dict[str, Shape]:
        """The tensors that may be there."""
        shapes: dict[str, Shape] = {f"{self.dense}.weight": (width, c.d)}
        shapes |= {f"{self.dense}.bias": (width,)} if self.has_dense_bias else {}
        shapes |= self.kind.shapes(self.norm, width)
        shapes |= {} if self.bias is None else {self.bias: (c.vocabulary,)}
        return shapes | {f"{self.decoder}.weight": (c.vocabulary, width)}

    def read(
        self, settings: Settings, weights: Weights, c: Config, words: str, activation: str
    ) -> Unembedding | None:
        """The head, if the checkpoint holds one."""
        decoder = f"{self.decoder}.weight"
        W = words if settings.flag("tie_word_embeddings", True) else decoder
        needed = (f"{self.dense}.weight", f"{self.norm}.weight", W)
        if any(name not in weights for name in needed):
            return None
        b_D = f"{self.dense}.bias" if self.has_dense_bias else None
        has_bias = self.bias is not None and self.bias in weights
        return Unembedding(
            weights, W, b=self.bias if has_bias else None, D=f"{self.dense}.weight", b_D=b_D,
            activation=activation, norm=self.kind.read(weights, self.norm, c.eps),
        )  # fmt: skip
