"""What is unusual about a table of measures, in sentences with numbers and a source for each."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass

import xarray as xr

from tokenflock.diagnosis import rules
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


@dataclass(frozen=True)
class Rule:
    """What a finding is called, who says that it matters, and how to look for it.

    It is not asked about tables without the measures it `needs`, or of fewer `tokens`.
    """

    name: str
    severity: str
    look: Callable[[xr.Dataset, Thresholds], Iterator[rules.Seen]]
    source: str
    claim: str = ""
    needs: tuple[str, ...] = ()
    tokens: int = 0

    def applies(self, table: xr.Dataset) -> bool:
        """Whether the table has what the rule looks at."""
        there = set(self.needs) <= set(table)
        read = table.sizes["token"] if "influence" in self.needs and there else None
        return there and (table.attrs["tokens"] if read is None else read) >= self.tokens


def findings_of(table: xr.Dataset, limits: Thresholds) -> list[Finding]:
    """All findings, warnings first."""
    found = [
        Finding(rule.name, rule.severity, seen.sentence, rule.source, seen.layers, seen.heads,
                rule.claim)
        for rule in RULES if rule.applies(table) for seen in rule.look(table, limits)
    ]  # fmt: skip
    return sorted(found, key=lambda finding: finding.severity != "warning")


RULES = (
    Rule("token-collapse", "warning", rules.token_collapse, "arXiv:2103.03404", "rank-collapse"),
    Rule("skip-missing", "warning", rules.missing_skip, "arXiv:2103.03404", "rank-collapse"),
    Rule("weights-shrunk", "warning", rules.shrunk_weights, "arXiv:2403.02579",
         needs=("attention_share", "mlp_share")),
    Rule("logits-too-large", "warning", rules.large_logits, "arXiv:2505.24333",
         "entropy-collapse", needs=("logit_spread",), tokens=8),
    Rule("head-on-first-token", "warning", rules.unexplained_sinks, "arXiv:2504.02732",
         needs=("first_share",), tokens=8),
    Rule("head-on-first-token", "warning", rules.forced_heads, "arXiv:2410.13835",
         needs=("first_share",), tokens=8),
    Rule("resting-heads", "note", rules.resting_heads, "arXiv:2504.02732",
         needs=("first_share",), tokens=8),
    Rule("massive-token", "note", rules.massive_token, "arXiv:2402.17762"),
    Rule("uniform-attention", "note", rules.uniform_heads, "arXiv:2510.05554", "long-context",
         needs=("relative_entropy",)),
    Rule("context-too-long", "note", rules.long_context, "arXiv:2510.05554", "long-context",
         needs=("gamma",), tokens=32),
    Rule("lost-in-the-middle", "note", rules.lost_in_the_middle, "arXiv:2603.10123",
         "lost-in-the-middle", needs=("influence",), tokens=16),
)  # fmt: skip
