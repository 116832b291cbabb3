"""A certificate: a theorem, the exact tokens it is about, and its hypotheses as inequalities."""

import json
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import numpy as np

from tokenflock.certificates.system import System
from tokenflock.errors import InputError

FORMAT = "tokenflock certificate 1"


@dataclass(frozen=True)
class Hypothesis:
    """A number that must be positive, and an interval that provably holds it."""

    name: str
    low: float
    high: float


@dataclass(frozen=True)
class Certificate:
    """What a theorem guarantees of tokens, and why it applies.

    Tokens are exact floats, and stand for their directions x_i / |x_i|.  `witness` is what the
    proof chose (a pole, centers, a place), `hypotheses` are numbers shown to be positive in ball
    arithmetic of `precision` bits, `conclusion` what follows, as numbers with their bounds.
    """

    theorem: str
    statement: str
    source: str
    system: System
    tokens: tuple[tuple[float, ...], ...]
    witness: dict[str, Any]
    hypotheses: tuple[Hypothesis, ...]
    conclusion: dict[str, Any]
    precision: int

    def to_json(self) -> str:
        """The certificate as JSON, every float in hexadecimal, which is exact."""
        plain = {"format": FORMAT} | asdict(self) | {"system": self.system.plain()}
        return json.dumps(_hexadecimal(plain), indent=1)

    @classmethod
    def from_json(cls, text: str) -> "Certificate":
        """The certificate that `to_json` wrote."""
        try:
            plain = _floats(json.loads(text))
            if plain.pop("format") != FORMAT:
                raise ValueError("another format")
            plain["system"] = System.from_plain(plain["system"])
            plain["hypotheses"] = tuple(Hypothesis(**each) for each in plain["hypotheses"])
            plain["tokens"] = tuple(map(tuple, plain["tokens"]))
            return cls(**plain)
        except (KeyError, TypeError, ValueError, AttributeError) as error:
            raise InputError(
                f"A certificate must be the JSON that `certify` writes ({FORMAT!r}). "
                f"This is none: {type(error).__name__}, {error}."
            ) from None

    def save(self, path: str | Path) -> None:
        """Write the certificate to a .json file."""
        Path(path).write_text(self.to_json() + "\n", encoding="utf-8")

    @classmethod
    def load(cls, path: str | Path) -> "Certificate":
        """Read a certificate from a .json file."""
        try:
            return cls.from_json(Path(path).read_text(encoding="utf-8"))
        except (OSError, UnicodeDecodeError) as error:
            raise InputError(f"`{path}` must be a certificate, a .json file: {error}.") from None


def tokens_of(x: np.ndarray) -> tuple[tuple[float, ...], ...]:
    """Tokens (n, d) as plain floats."""
    return tuple(tuple(map(float, token)) for token in x)


def _hexadecimal(value: Any) -> Any:
    if isinstance(value, float):
        return value.hex()
    if isinstance(value, dict):
        return {name: _hexadecimal(each) for name, each in value.items()}
    return [_hexadecimal(each) for each in value] if isinstance(value, list | tuple) else value


def _floats(value: Any) -> Any:
    if isinstance(value, str) and value.lstrip("-").startswith(("0x", "inf", "nan")):
        return float.fromhex(value)
    if isinstance(value, dict):
        return {name: _floats(each) for name, each in value.items()}
    return [_floats(each) for each in value] if isinstance(value, list) else value
