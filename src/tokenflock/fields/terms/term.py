"""What a term is: a velocity g(t, x) of tokens that a flow adds to their attention."""

from abc import abstractmethod
from typing import Any

import equinox as eqx

from tokenflock.attention.attention import Time, Tokens
from tokenflock.errors import InputError


class Term(eqx.Module):
    """What acts on tokens x (..., n, d) besides attention: g(t, x), one row per token.

    Tokens come as attention sees them: of norm one wherever the space normalizes them.

    >>> class Spring(tkf.Term):
    ...     def __call__(self, t, x):
    ...         return -0.5 * x
    >>> flow = tkf.Flow(tkf.SelfAttention(1.0), tkf.Euclidean(), terms=Spring())
    >>> np.asarray(flow(0.0, np.ones((1, 2))))
    array([[0.5, 0.5]])
    """

    @abstractmethod
    def __call__(self, t: Time, x: Tokens) -> Tokens:
        """g(t, x), of the shape of x."""

    def check(self, n: int, d: int) -> None:
        """Raise `InputError` unless the term can act on n tokens of R^d."""

    def at(self, t: Time) -> "Term":
        """The term that stays for ever as it is at time t."""
        return Held(self, t)

    def breaks(self, start: float, end: float) -> tuple[float, ...]:
        """The times strictly between `start` and `end` at which the term jumps."""
        return ()

    def during(self, t: float) -> "Term":
        """The term of the stretch between two breaks that holds t, continued beyond them."""
        return self


class Held(Term):
    """A term that time no longer changes."""

    term: Term
    t: Time

    def __call__(self, t: Time, x: Tokens) -> Tokens:
        return self.term(self.t, x)

    def check(self, n: int, d: int) -> None:
        self.term.check(n, d)


def check_dimension(name: str, found: int, d: int) -> None:
    """Raise `InputError` unless what acts on R^found meets tokens of R^d."""
    if found != d:
        raise InputError(f"{name} acts on R^{found}, but the tokens of `x0` have d={d}.")


def check_shape(name: str, array: Any, shape: tuple[int, ...], why: str) -> None:
    """Raise `InputError` unless an array has the shape that the others give it."""
    if array is not None and array.shape != shape:
        raise InputError(f"`{name}` must have shape {shape}, {why}. Got {array.shape}.")
