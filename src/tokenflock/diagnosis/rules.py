"""What each rule looks for in a table of measures: where it is, and the sentence about it."""

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np
import xarray as xr
from scipy.special import stdtr

from tokenflock.diagnosis import wording
from tokenflock.diagnosis.thresholds import Thresholds


class Seen(NamedTuple):
    """A sentence, and the layers or heads (layer, head) that it is about."""

    sentence: str
    layers: tuple[int, ...] = ()
    heads: tuple[tuple[int, int], ...] = ()


def _about_layers(text: str, found: np.ndarray) -> Iterator[Seen]:
    yield Seen(wording.sentence(text), tuple(int(k) for k in found))


def token_collapse(t: xr.Dataset, limits: Thresholds) -> Iterator[Seen]:
    """Tokens agree, in cosine and in rank."""
    room = float(min(t.attrs["tokens"], t.attrs["dimension"]))
    cosine, rank = t.mean_cosine.data, t.effective_rank.data
    states = np.flatnonzero(
        (cosine > limits.collapse_cosine) & (rank < limits.collapse_rank * room)
    )
    if len(states):
        alone = _collapsed_at(t, "attention only", limits)
        tail = "" if alone is None else f"; attention alone would have collapsed by layer {alone}"
        text = (
            f"after {wording.layers(states - 1)} tokens agree: mean cosine "
            f"{cosine[states].max():.2f}, effective rank {rank[states].min():.1f} of {room:.0f}"
        )
        yield from _about_layers(f"{text}{tail}.", states - 1)


def _collapsed_at(t: xr.Dataset, version: str, limits: Thresholds) -> int | None:
    """The first layer after which a version of the model has collapsed."""
    if "version" not in t.dims or version not in t["version"].data:
        return None
    over = t.version_cosine.sel(version=version).data > limits.collapse_cosine
    return max(0, int(np.argmax(over)) - 1) if over.any() else None


WITHOUT_SKIP = "; without it tokens become one doubly exponentially fast in depth."


def missing_skip(t: xr.Dataset, limits: Thresholds) -> Iterator[Seen]:
    """What entered a layer does not pass by its parts."""
    if "attention_skip" not in t:
        yield from _little_carried(t, limits)
        return
    # Where next to nothing is added, nothing can be said about what is beside it; and where tokens
    # have met before the layer, what is left of them says nothing about what passes by it.
    active = np.minimum(t.attention_share.data, t.mlp_share.data) > limits.idle
    active &= t.mean_cosine.data[:-1] <= limits.collapse_cosine
    for part, word in (("attention", "attention"), ("mlp", "MLP")):
        strength = t[f"{part}_skip"].data
        found = np.flatnonzero(active & (np.abs(strength) < limits.skip))
        if len(found):
            text = (
                f"{wording.layers(found)}: no skip connection around the {word}: of what entered "
                f"it, {wording.interval(strength[found])} passes by, where 1 is usual"
            )
            yield from _about_layers(text + WITHOUT_SKIP, found)


def _little_carried(t: xr.Dataset, limits: Thresholds) -> Iterator[Seen]:
    """The same where the parts of a layer are not known."""
    left = t.carried.data
    # A first and a last layer may turn tokens over in a healthy model.
    inner = np.arange(1, len(left) - 1)
    apart = t.mean_cosine.data[inner] <= limits.collapse_cosine  # as for `missing_skip`
    found = inner[(left[inner] < limits.carried) & apart]
    if len(found):
        text = (
            f"{wording.layers(found)}: hardly anything of a token is left, a cosine of "
            f"{wording.interval(left[found])} with what entered, as if there were no skip "
            "connection"
        )
        yield from _about_layers(text + WITHOUT_SKIP, found)


def shrunk_weights(t: xr.Dataset, limits: Thresholds) -> Iterator[Seen]:
    """Layers that add next to nothing."""
    a, f = t.attention_share.data, t.mlp_share.data
    found = np.flatnonzero((a < limits.idle) & (f < limits.idle))
    if len(found):
        do = "does" if len(found) == 1 else "do"
        text = (
            f"{wording.layers(found)} {do} next to nothing: attention adds "
            f"{wording.percent(a[found].max())} of a token's norm and the MLP "
            f"{wording.percent(f[found].max())} at most, as after weights shrank or with an "
            "initialization far too small."
        )
        yield from _about_layers(text, found)


def large_logits(t: xr.Dataset, limits: Thresholds) -> Iterator[Seen]:
    """Logits beyond the spread at which a random layer picks single tokens."""
    spread, critical = np.nanmedian(t.logit_spread.data, axis=1), critical_spread(t)
    times = spread / critical
    found = np.flatnonzero(times > limits.logits)
    if len(found):
        worst = found[times[found].argmax()]
        text = (
            f"{wording.layers(found)}: logits of the median head spread by up to "
            f"{spread[worst]:.0f}, {times[worst]:.1f} times the critical spread of "
            f"{critical[worst]:.1f} for {t.attrs['tokens']:.0f} tokens; attention picks single "
            f"tokens (relative entropy {np.nanmedian(t.relative_entropy.data[worst]):.2f}): beta "
            "is too large for this context."
        )
        yield from _about_layers(text, found)


def critical_spread(t: xr.Dataset) -> np.ndarray:
    """The deviation of logits at which a random layer begins to pick tokens, (layer,),

        beta_c sqrt(log n),     beta_c = sqrt(2 / (1 - rho))          (arXiv:2505.24333),

    rho the mean cosine of the tokens that enter.
    """
    rho = np.clip(t.mean_cosine.data[:-1], 0.0, 1 - 1e-6)
    return np.sqrt(2 / (1 - rho) * np.log(max(2.0, float(t.attrs["tokens"]))))


def unexplained_sinks(t: xr.Dataset, limits: Thresholds) -> Iterator[Seen]:
    """Heads on a first token that is no longer than others."""
    why = "the first token is no longer than others, so nothing makes it a sink: look at the head"
    yield from _about_sinks(t, _on_first(t, limits) & ~_massive_first(t, limits), why)


def forced_heads(t: xr.Dataset, limits: Thresholds) -> Iterator[Seen]:
    """Heads on a massive first token that no query could take away from it."""
    found = _on_first(t, limits) & _massive_first(t, limits) & never_elsewhere(t, limits)
    if found.any():
        why = (
            f"{_odds_in_words(t, found)}: no query could make it look elsewhere, so that it has "
            "nothing to learn from; a head that rests answers to its queries"
        )
        yield from _about_sinks(t, found, why)


def _odds_in_words(t: xr.Dataset, found: np.ndarray) -> str:
    """The odds of heads and how they vary, in nats."""
    odds, spread = t.first_odds.data[found], t.odds_spread.data[found]
    return (
        f"its odds, e to the {wording.interval(odds, digits=0)}, vary by a deviation of only "
        f"{wording.interval(spread)} in the exponent from query to query"
    )


def resting_heads(t: xr.Dataset, limits: Thresholds) -> Iterator[Seen]:
    """Heads on a massive first token that answer to their queries."""
    found = _on_first(t, limits) & _massive_first(t, limits) & ~never_elsewhere(t, limits)
    why = "the first token is massive there, which makes it a sink: such heads rest"
    yield from _about_sinks(t, found, why)


def _on_first(t: xr.Dataset, limits: Thresholds) -> np.ndarray:
    """Heads whose later tokens look at nothing but the first, (layer, head)."""
    return np.asarray(t.first_share.data > limits.sink)


def _massive_first(t: xr.Dataset, limits: Thresholds) -> np.ndarray:
    """Layers that a massive first token enters, (layer, 1)."""
    return np.asarray(t.first_norm_ratio.data[:-1] > limits.massive)[:, None]


def never_elsewhere(t: xr.Dataset, limits: Thresholds) -> np.ndarray:
    """Heads for which a query that gives the first token less than half is out of reach.

    Log odds of the queries seen have a mean m and a deviation s from each other.  One more query of
    a normal law falls below 0 with the probability P(T > m / (s sqrt(1 + 1 / r))), T of Student's
    law with r - 1 degrees of freedom, r queries.  Where that is less than one in all tokens that a
    model may ever be trained on, no gradient has ever told the head apart from a constant.  Tokens
    that have met are one query, and say nothing.
    """
    if "first_odds" not in t:
        return np.zeros(t.first_share.shape, bool)
    rows = t.attrs["tokens"] - 1
    deviation = np.maximum(t.odds_spread.data, 1e-6) * np.sqrt(1 + 1 / rows)
    chance = stdtr(rows - 1, -t.first_odds.data / deviation)
    apart = t.mean_cosine.data[:-1] <= limits.collapse_cosine
    return np.asarray((chance < limits.departure) & apart[:, None])


def _about_sinks(t: xr.Dataset, stuck: np.ndarray, why: str) -> Iterator[Seen]:
    """The heads of a mask (layer, head), and why they are worth a sentence."""
    found = tuple((int(k), int(h)) for k, h in zip(*np.nonzero(stuck), strict=True))
    if found:
        text = (
            f"{wording.heads(found)}: later tokens give the first one "
            f"{wording.at_least(t.first_share.data[stuck].min())} their attention; {why}."
        )
        yield Seen(wording.sentence(text), tuple(sorted({k for k, _ in found})), found)


def massive_token(t: xr.Dataset, limits: Thresholds) -> Iterator[Seen]:
    """A token far longer than the median one."""
    ratio = t.norm_ratio.data
    found = np.flatnonzero(ratio > limits.massive)
    if len(found):
        first, worst = found[0], found[ratio[found].argmax()]
        text = (
            f"{wording.layers(found - 1)}: token {int(t.longest_token.data[worst])} is up to "
            f"{ratio[worst]:.0f} times as long as the median one, mostly in coordinate "
            f"{int(t.massive_coordinate.data[worst])}; seen with norms the effective rank is "
            f"{t.raw_effective_rank.data[first]:.1f}, that of directions "
            f"{t.effective_rank.data[first]:.1f}."
        )
        yield from _about_layers(text, found - 1)


def uniform_heads(t: xr.Dataset, limits: Thresholds) -> Iterator[Seen]:
    """Heads that weigh all tokens alike, if there are some."""
    mask = t.relative_entropy.data > limits.uniform
    if mask.mean() > 0.02:
        found = np.flatnonzero(mask.any(axis=1))
        text = (
            f"{wording.layers(found)}: {int(mask.sum())} of {mask.size} heads attend to all tokens "
            f"alike (relative entropy above {limits.uniform:g}): they average."
        )
        yield from _about_layers(text, found)


def long_context(t: xr.Dataset, limits: Thresholds) -> Iterator[Seen]:
    """Does beta fit this many tokens?  gamma = beta / log n against 1 / (1 - rho)."""
    now, critical = np.nanmedian(t.gamma.data, axis=1), t.critical_gamma.data
    found = np.flatnonzero(now < limits.context * critical)
    if len(found) > 0.5 * len(now):
        growth = (critical[found] / now[found]).mean()
        text = (
            f"{wording.layers(found)}: with {t.attrs['tokens']:.0f} tokens the median head "
            f"averages: gamma = beta / log n is {now[found].mean():.2f}, below 1 / (1 - rho) = "
            f"{critical[found].mean():.2f}; logits would have to be {growth:.1f} times as large to "
            "pick tokens."
        )
        yield from _about_layers(text, found)


def lost_in_the_middle(t: xr.Dataset, limits: Thresholds) -> Iterator[Seen]:
    """The middle half of a text moves the output less than what is outside it."""
    share, quarter = t.influence.data, t.sizes["token"] // 4
    first, middle, last = np.split(share, (quarter, len(share) - quarter))
    inside, outside = middle.mean(), np.append(first, last).mean()
    if inside < limits.middle * outside:
        yield Seen(
            f"A token in the middle half of the text moves the output {inside / outside:.2f} times "
            f"as much as one outside it (first quarter {first.mean() / inside:.1f}, last "
            f"{last.mean() / inside:.1f} times the middle)."
        )
