"""Rotary positions of a checkpoint: how fast pairs of coordinates turn, and which make a pair.

transformers turns the coordinates (a, a + t/2) of a query together, t of its r coordinates; here
pairs are adjacent, (2a, 2a + 1), as in `Rotary`: rows are put in that order, and coordinates that
stand still have frequency 0.
"""

import math
from dataclasses import dataclass, replace

import numpy as np

from tokenflock.errors import InputError
from tokenflock.pretrained.files.settings import Settings
from tokenflock.pretrained.model import Norm

KINDS = ("default", "linear", "dynamic", "llama3", "yarn", "longrope")


@dataclass(frozen=True)
class Turns:
    """The frequencies (r / 2,) of a head, of which only `turned` coordinates move."""

    frequencies: np.ndarray
    turned: int
    magnitude: float = 1.0  # of turned queries and keys
    halves: bool = True  # whether pairs are stored apart, (a, a + turned / 2)

    def still(self) -> "Turns":
        """The same without turning: a layer that does not know positions."""
        return replace(self, frequencies=np.zeros_like(self.frequencies))

    def ordered(self, rows: np.ndarray, heads: int, *, scaled: bool = True) -> np.ndarray:
        """Rows (heads r, ...) with adjacent pairs, turned ones times the magnitude if `scaled`."""
        parts = rows.reshape(heads, -1, *rows.shape[1:])
        first, rest = parts[:, : self.turned], parts[:, self.turned :]
        if self.halves:
            pairs = first.reshape(heads, 2, -1, *rows.shape[1:])
            first = np.moveaxis(pairs, 1, 2).reshape(first.shape)
        if scaled and self.magnitude != 1.0:
            first = self.magnitude * first.astype(float)
        return np.concatenate([first, rest], axis=1).reshape(rows.shape)

    def ordered_norm(self, norm: Norm) -> Norm:
        """A norm of queries or keys, its gains (r,) or (heads, r) in the order of the pairs."""

        def parts(values: np.ndarray | None) -> np.ndarray | None:
            if values is None:
                return None
            heads = 1 if values.ndim == 1 else len(values)
            return self.ordered(values.reshape(-1), heads).reshape(values.shape)

        return replace(norm, gain=parts(norm.gain), shift=parts(norm.shift))


def turns_of(
    settings: Settings,
    r: int,
    *,
    positions: int,
    base: float = 1e4,
    share: float = 1.0,
    rope: Settings | None = None,
    halves: bool = True,
) -> Turns:
    """The turns of a head with r coordinates, slowed down as a model may ask.

    `base` and `share` (of turned coordinates) are the family's own where the settings have none;
    `rope` is the section of the settings that counts, where kinds of layers differ.
    """
    if rope is None:
        rope = rope_section(settings)
        base = settings.positive("rope_theta", base)
        share = settings.positive("partial_rotary_factor", share)
    base = rope.positive("rope_theta", base)
    share = rope.positive("partial_rotary_factor", share)
    turned = int(r * share)
    if turned % 2 or not 0 < turned <= r:
        raise InputError(
            "Rotary positions turn pairs: the turned coordinates of a head must be an even number "
            f"of at most {r}. Got {turned} in `{settings.source}`."
        )
    kind = rope.values.get("rope_type", rope.values.get("type", "default")) or "default"
    with np.errstate(over="ignore", divide="ignore", invalid="ignore"):  # refused below
        plain = base ** (-np.arange(0, turned, 2) / turned)
        found, magnitude = _slowed(kind, plain, base, turned, rope, settings, positions)
    frequencies = np.zeros(r // 2)
    frequencies[: turned // 2] = check_turns(found, settings)
    return Turns(frequencies, turned, _factor(magnitude, settings), halves)


def check_turns(frequencies: np.ndarray, settings: Settings) -> np.ndarray:
    """The frequencies, if all of them are numbers by which a token can be turned."""
    if not (np.isfinite(frequencies).all() and np.abs(frequencies).max(initial=0.0) < 1e6):
        raise InputError(
            f"The rotary factors of `{settings.source}` must give finite frequencies. They reach "
            f"{np.abs(frequencies).max():.3g} radians per position; check `rope_scaling` there."
        )
    return frequencies


def _factor(magnitude: float, settings: Settings) -> float:
    if not 0 < magnitude < 1e6:
        raise InputError(
            f"The rotary factors of `{settings.source}` must scale queries by a positive number. "
            f"Got {magnitude:.3g}; check `attention_factor` there."
        )
    return magnitude


def rope_section(settings: Settings) -> Settings:
    """The section about rotary positions."""
    # transformers 5 keeps all of it in one table.
    rope = settings.section("rope_parameters")
    return rope if rope.values else settings.section("rope_scaling")


def _slowed(
    kind: object, plain: np.ndarray, base: float, turned: int, rope: Settings, own: Settings,
    positions: int,
) -> tuple[np.ndarray, float]:  # fmt: skip
    """The frequencies for a long context, and the magnitude of what is turned."""
    if kind in ("default", "none", "dynamic"):  # within the context, dynamic ones are the plain
        return plain, 1.0
    if kind == "linear":
        return plain / rope.positive("factor"), 1.0
    if kind == "llama3":
        return _llama3(plain, rope), 1.0
    if kind == "yarn":
        return _yarn(plain, base, turned, rope, positions)
    if kind in ("longrope", "su"):
        return _longrope(plain, rope, own, positions)
    raise InputError(f"`rope_type` must be one of {', '.join(map(repr, KINDS))}. Got {kind!r}.")


def _llama3(plain: np.ndarray, rope: Settings) -> np.ndarray:
    """Long waves slowed down by a factor, short ones left, a ramp between (Llama 3.1)."""
    factor, context = rope.positive("factor"), rope.positive("original_max_position_embeddings")
    low, high = rope.positive("low_freq_factor"), rope.positive("high_freq_factor")
    if not high > low:
        raise InputError("`high_freq_factor` must be larger than `low_freq_factor`.")
    turns = context * plain / (2 * math.pi)
    share = np.clip((turns - low) / (high - low), 0.0, 1.0)
    return plain * (share + (1 - share) / factor)


def _yarn(
    plain: np.ndarray, base: float, turned: int, rope: Settings, positions: int
) -> tuple[np.ndarray, float]:
    """Waves that turn often in the first context left, seldom ones slowed (arXiv:2309.00071)."""
    if "mscale" in rope or "mscale_all_dim" in rope:
        raise InputError("`mscale` of rotary positions is not read. See `tkf.pretrained.watch`.")
    context = rope.positive("original_max_position_embeddings", positions)
    factor = rope.positive("factor", positions / context)

    def place(rotations: float) -> float:
        return turned * math.log(context / (rotations * 2 * math.pi)) / (2 * math.log(base))

    low, high = place(rope.positive("beta_fast", 32.0)), place(rope.positive("beta_slow", 1.0))
    if rope.flag("truncate", True):
        low, high = math.floor(low), math.ceil(high)
    low, high = max(low, 0), min(high, turned - 1)
    high = high + 0.001 if high == low else high
    slow = np.clip((np.arange(turned // 2) - low) / (high - low), 0.0, 1.0)
    usual = 0.1 * math.log(factor) + 1.0 if factor > 1 else 1.0
    return plain * (1 - slow + slow / factor), rope.positive("attention_factor", usual)


def _longrope(
    plain: np.ndarray, rope: Settings, own: Settings, positions: int
) -> tuple[np.ndarray, float]:
    """Each frequency slowed by a factor of its own, that of short texts (arXiv:2402.13753)."""
    context = first_context(rope, own, positions)
    factors = rope.numbers("short_factor", len(plain))
    ratio = rope.positive("factor", positions / context)
    usual = math.sqrt(1 + math.log(ratio) / math.log(context)) if ratio > 1 else 1.0
    return plain / factors, rope.positive("attention_factor", usual)


def first_context(rope: Settings, own: Settings, positions: int) -> float:
    """The length of the texts that a model read first, before its context was made longer."""
    key = "original_max_position_embeddings"
    return rope.positive(key, own.positive(key, positions))


def known_positions(settings: Settings, positions: int) -> int:
    """How many tokens are read: where long texts turn otherwise than short ones, those."""
    rope = rope_section(settings)
    kind = rope.values.get("rope_type", rope.values.get("type"))
    is_long = kind in ("longrope", "su")
    return int(min(positions, first_context(rope, settings, positions))) if is_long else positions
