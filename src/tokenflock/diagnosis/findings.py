"""What is unusual about a table of measures, in sentences with numbers and a source for each."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass

import numpy as np
import xarray as xr

from tokenflock.diagnosis.thresholds import Thresholds


@dataclass(frozen=True)
class Finding:
    """One sentence about a model.

    A `warning` says that something is broken or about to be; a `note` what is worth knowing of a
    model that may well be healthy.
    """

    name: str
    severity: str  # warning or note
    sentence: str
    source: str
    layers: tuple[int, ...] = ()
    heads: tuple[tuple[int, int], ...] = ()  # (layer, head)
    claim: str = ""  # of ours that `tokenflock check` measures


def findings_of(table: xr.Dataset, limits: Thresholds) -> list[Finding]:
    """All findings, warnings first."""
    found = [finding for rule in RULES for finding in rule(table, limits)]
    return sorted(found, key=lambda finding: finding.severity != "warning")


def _token_collapse(t: xr.Dataset, limits: Thresholds) -> Iterator[Finding]:
    room = float(min(t.attrs["tokens"], t.attrs["dimension"]))
    cosine, rank = t.mean_cosine.data, t.effective_rank.data
    states = np.flatnonzero(
        (cosine > limits.collapse_cosine) & (rank < limits.collapse_rank * room)
    )
    if len(states):
        alone = _collapsed_at(t, "attention only", limits)
        tail = "" if alone is None else f"; attention alone would have collapsed by layer {alone}"
        yield Finding(
            "token-collapse",
            "warning",
            f"After {layers(states - 1)} tokens agree: mean cosine {cosine[states].max():.2f}, "
            f"effective rank {rank[states].min():.1f} of {room:.0f}{tail}.",
            "arXiv:2103.03404",
            _numbers(states - 1),
            claim="rank-collapse",
        )


def _collapsed_at(t: xr.Dataset, version: str, limits: Thresholds) -> int | None:
    """The first layer after which a version of the model has collapsed."""
    if "version" not in t.dims or version not in t["version"].data:
        return None
    over = t.version_cosine.sel(version=version).data > limits.collapse_cosine
    return max(0, int(np.argmax(over)) - 1) if over.any() else None


def _missing_skip(t: xr.Dataset, limits: Thresholds) -> Iterator[Finding]:
    if "attention_skip" in t:
        # Where next to nothing is added, nothing can be said about what is beside it.
        active = np.minimum(t.attention_share.data, t.mlp_share.data) > limits.idle
        for part in ("attention", "mlp"):
            strength = t[f"{part}_skip"].data
            found = np.flatnonzero(active & (np.abs(strength) < limits.skip))
            if len(found):
                word = "MLP" if part == "mlp" else part
                yield _skip(
                    f"{Layers(found)}: no skip connection around the {word}: of what entered it, "
                    f"{_range(strength[found])} passes by, where 1 is usual",
                    found,
                )
    else:
        left = t.carried.data
        # A first and a last layer may turn tokens over in a healthy model.
        inner = np.arange(1, len(left) - 1)
        found = inner[left[inner] < limits.carried]
        if len(found):
            yield _skip(
                f"{Layers(found)}: hardly anything of a token is left, a cosine of "
                f"{_range(left[found])} with what entered, as if there were no skip connection",
                found,
            )


def _skip(text: str, found: np.ndarray) -> Finding:
    why = "; without it tokens become one doubly exponentially fast in depth."
    return Finding("skip-missing", "warning", text + why, "arXiv:2103.03404", _numbers(found),
                   claim="rank-collapse")  # fmt: skip


def _shrunk_weights(t: xr.Dataset, limits: Thresholds) -> Iterator[Finding]:
    if "attention_share" not in t or "mlp_share" not in t:
        return
    a, f = t.attention_share.data, t.mlp_share.data
    found = np.flatnonzero((a < limits.idle) & (f < limits.idle))
    if len(found):
        yield Finding(
            "weights-shrunk",
            "warning",
            f"{Layers(found)} do next to nothing: attention adds {_percent(a[found].max())} of a "
            f"token's norm and the MLP {_percent(f[found].max())} at most, as after weights "
            "shrank or with an initialization far too small.",
            "arXiv:2403.02579",
            _numbers(found),
        )


def _large_logits(t: xr.Dataset, limits: Thresholds) -> Iterator[Finding]:
    if "logit_spread" not in t:
        return
    spread = np.nanmedian(t.logit_spread.data, axis=1)
    times = spread / critical_spread(t)
    found = np.flatnonzero(times > limits.logits)
    if len(found):
        worst = found[times[found].argmax()]
        yield Finding(
            "logits-too-large",
            "warning",
            f"{Layers(found)}: logits of the median head spread by up to {spread[worst]:.0f}, "
            f"{times[worst]:.1f} times the critical spread of {critical_spread(t)[worst]:.1f} for "
            f"{t.attrs['tokens']:.0f} tokens; attention picks single tokens (relative entropy "
            f"{np.nanmedian(t.relative_entropy.data[worst]):.2f}): beta is too large for this "
            "context.",
            "arXiv:2505.24333",
            _numbers(found),
            claim="entropy-collapse",
        )


def critical_spread(t: xr.Dataset) -> np.ndarray:
    """The deviation of logits at which a random layer begins to pick tokens, (layer,),

        beta_c sqrt(log n),     beta_c = sqrt(2 / (1 - rho))          (arXiv:2505.24333),

    rho the mean cosine of the tokens that enter.
    """
    rho = np.clip(t.mean_cosine.data[:-1], 0.0, 1 - 1e-6)
    return np.sqrt(2 / (1 - rho) * np.log(max(2.0, float(t.attrs["tokens"]))))


def _first_token_heads(t: xr.Dataset, limits: Thresholds) -> Iterator[Finding]:
    if "first_share" not in t or t.attrs["tokens"] < 8:
        return
    share = t.first_share.data
    stuck = share > limits.sink
    explained = (t.first_norm_ratio.data[:-1] > limits.massive)[:, None]
    for mask, severity in ((stuck & ~explained, "warning"), (stuck & explained, "note")):
        found = [(int(k), int(h)) for k, h in zip(*np.nonzero(mask), strict=True)]
        if found:
            yield _stuck(found, share, t, severity)


def _stuck(
    found: list[tuple[int, int]], share: np.ndarray, t: xr.Dataset, severity: str
) -> Finding:
    why = (
        "the first token is no longer than others, so nothing makes it a sink: look at the head"
        if severity == "warning"
        else "the first token is massive there, which makes it a sink: such heads rest"
    )
    least = min(share[k, h] for k, h in found)
    return Finding(
        "head-on-first-token" if severity == "warning" else "resting-heads",
        severity,
        f"{_heads(found)}: later tokens give the first one {_at_least(least)} their attention; "
        f"{why}.",
        "arXiv:2504.02732",
        tuple(sorted({k for k, _ in found})),
        tuple(found),
    )


def _massive_token(t: xr.Dataset, limits: Thresholds) -> Iterator[Finding]:
    ratio = t.norm_ratio.data
    found = np.flatnonzero(ratio > limits.massive)
    if not len(found):
        return
    first, worst = found[0], found[ratio[found].argmax()]
    token = int(t.longest_token.data[worst])
    raw, rank = t.raw_effective_rank.data, t.effective_rank.data
    yield Finding(
        "massive-token",
        "note",
        f"{Layers(found - 1)}: token {token} is up to {ratio[worst]:.0f} times as long as the "
        f"median one, mostly in coordinate {int(t.massive_coordinate.data[worst])}; seen with "
        f"norms the effective rank is {raw[first]:.1f}, that of directions {rank[first]:.1f}.",
        "arXiv:2402.17762",
        _numbers(found - 1),
    )


def _uniform_heads(t: xr.Dataset, limits: Thresholds) -> Iterator[Finding]:
    if "relative_entropy" not in t:
        return
    mask = t.relative_entropy.data > limits.uniform
    if mask.mean() > 0.02:
        found = np.flatnonzero(mask.any(axis=1))
        yield Finding(
            "uniform-attention",
            "note",
            f"{layers(found).capitalize()}: {int(mask.sum())} of {mask.size} heads attend to all "
            f"tokens alike (relative entropy above {limits.uniform:g}): they average.",
            "arXiv:2510.05554",
            _numbers(found),
            claim="long-context",
        )


def _context(t: xr.Dataset, limits: Thresholds) -> Iterator[Finding]:
    """Does beta fit this many tokens?  gamma = beta / log n against 1 / (1 - rho)."""
    if "gamma" not in t or t.attrs["tokens"] < 32:
        return
    now, critical = np.nanmedian(t.gamma.data, axis=1), t.critical_gamma.data
    found = np.flatnonzero(now < limits.context * critical)
    if len(found) > 0.5 * len(now):
        growth = (critical[found] / now[found]).mean()
        yield Finding(
            "context-too-long",
            "note",
            f"{Layers(found)}: with {t.attrs['tokens']:.0f} tokens the median head averages: gamma "
            f"= beta / log n is {now[found].mean():.2f}, below 1 / (1 - rho) = "
            f"{critical[found].mean():.2f}; logits would have to be {growth:.1f} times as large to "
            "pick tokens.",
            "arXiv:2510.05554",
            _numbers(found),
            claim="long-context",
        )


def _lost_in_the_middle(t: xr.Dataset, limits: Thresholds) -> Iterator[Finding]:
    if "influence" not in t or t.sizes["token"] < 16:
        return
    share = t.influence.data
    n = len(share)
    middle, outer = (
        share[n // 4 : n - n // 4].mean(),
        np.append(share[: n // 4], share[n - n // 4 :]).mean(),
    )
    if middle < limits.middle * outer:
        ends = share[: n // 4].mean() / middle, share[n - n // 4 :].mean() / middle
        yield Finding(
            "lost-in-the-middle",
            "note",
            f"A token in the middle half of the text moves the output {middle / outer:.2f} times "
            f"as much as one outside it (first quarter {ends[0]:.1f}, last {ends[1]:.1f} times the "
            "middle).",
            "arXiv:2603.10123",
            claim="lost-in-the-middle",
        )


Rule = Callable[[xr.Dataset, Thresholds], Iterator[Finding]]
RULES: tuple[Rule, ...] = (
    _token_collapse,
    _missing_skip,
    _shrunk_weights,
    _large_logits,
    _first_token_heads,
    _massive_token,
    _uniform_heads,
    _context,
    _lost_in_the_middle,
)


def layers(found: np.ndarray) -> str:
    """Layers in words, counted from 0: 'layer 3', 'layers 3-5, 9'; -1 is the embedding."""
    runs: list[list[int]] = []
    for k in found.tolist():
        if runs and k == runs[-1][1] + 1:
            runs[-1][1] = k
        else:
            runs.append([k, k])
    words = [_run(*run) for run in runs]
    one = len(found) == 1
    return words[0] if one and found[0] < 0 else f"layer{'' if one else 's'} {', '.join(words)}"


def Layers(found: np.ndarray) -> str:
    """The same at the beginning of a sentence."""
    words = layers(found)
    return words[0].upper() + words[1:]


def _run(first: int, last: int) -> str:
    start = "the embedding" if first < 0 else str(first)
    return start if first == last else f"{start}–{last}"


def _heads(found: list[tuple[int, int]], most: int = 6) -> str:
    words = [f"layer {k} head {h}" for k, h in found[:most]]
    more = f" and {len(found) - most} more" if len(found) > most else ""
    text = ", ".join(words) + more
    return text[0].upper() + text[1:]


def _range(values: np.ndarray) -> str:
    low, high = np.min(values), np.max(values)
    return f"{low:.2f}" if f"{low:.2f}" == f"{high:.2f}" else f"{low:.2f} to {high:.2f}"


def _at_least(share: float) -> str:
    return "all of" if share > 0.999 else f"{100 * share:.1f} % or more of"


def _percent(value: float) -> str:
    return f"{100 * value:.2g} %" if value < 0.1 else f"{100 * value:.0f} %"


def _numbers(found: np.ndarray) -> tuple[int, ...]:
    return tuple(int(k) for k in found)
