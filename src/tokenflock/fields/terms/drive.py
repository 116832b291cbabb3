"""What moves tokens in one half of a block: attention, terms, or both at once."""

from typing import Any

import equinox as eqx

from tokenflock.attention import SelfAttention
from tokenflock.attention.attention import Time, Tokens
from tokenflock.fields.terms.term import Term


class TotalDrive(eqx.Module):
    """A(x) + sum of g(t, x) over the terms, read by a space like an attention."""

    t: Time
    attention: SelfAttention | None
    terms: tuple[Term, ...]

    def __call__(self, x: Tokens) -> Tokens:
        """The whole sum."""
        return self._with_terms(x, None if self.attention is None else self.attention(x))

    def pull(self, x: Tokens) -> Tokens:
        """The same for unit tokens, up to a multiple of each (see `SelfAttention.pull`)."""
        return self._with_terms(x, None if self.attention is None else self.attention.pull(x))

    def _with_terms(self, x: Tokens, attended: Any) -> Tokens:
        parts = [term(self.t, x) for term in self.terms]
        parts = parts if attended is None else [attended, *parts]
        return sum(parts[1:], parts[0])
