"""Sums over the attention weights of a layer in PyTorch, some rows at a time.

Queries and keys are those that enter the fused kernel, rotated where they are.  The kernel's own
call is left alone; weights of so many rows are formed again, summed and dropped.
"""

import math
from collections.abc import Iterator
from typing import Any

from tokenflock.pretrained.live.torch_library import torch_library
from tokenflock.pretrained.measures.head_measures import SUMS, HeadSums, binary_entropy, log_odds

ENTRIES = {"cpu": 2**18}  # logits held at a time: what fits into the cache
ENTRIES_ELSEWHERE = 2**24


def sums_of_attention(
    q: Any,
    k: Any,
    *,
    mask: Any | None = None,
    is_causal: bool = False,
    scale: float | None = None,
    softcap: float | None = None,
    tokens: Any | None = None,
) -> HeadSums:
    """The sums of queries (run, heads, n, r) and keys (run, kv_heads, m, r), as fused calls have.

    `mask` is boolean (True: in sight) or added to the logits, broadcast to (run, heads, n, m).
    `softcap` c makes c tanh(l / c) of a logit l.  `tokens` (run, n) says which rows are no padding.
    """
    torch = torch_library()
    with torch.no_grad(), torch.autocast(device_type=q.device.type, enabled=False):
        rows = list(_rows(torch, q, k, mask, is_causal, scale, softcap, tokens))
        totals = [sum(part) for part in zip(*(row[:-1] for row in rows), strict=True)]
        largest = torch.stack([row[-1] for row in rows]).amax(dim=0)
        counted = q.shape[0] * q.shape[2] if tokens is None else int(tokens.sum())
    names = (*SUMS, "received")
    values = {name: total.double().cpu().numpy() for name, total in zip(names, totals, strict=True)}
    return HeadSums(**values, rows=float(counted), largest_logit=largest.double().cpu().numpy())


def _rows(
    torch: Any, q: Any, k: Any, mask: Any | None, is_causal: bool, scale: float | None,
    softcap: float | None, tokens: Any | None,
) -> Iterator[tuple[Any, ...]]:  # fmt: skip
    """The sums of some rows after others, in the order of `SUMS`, then what columns receive."""
    run, heads, n, r = q.shape
    m, kind = k.shape[-2], torch.float64 if q.dtype == torch.float64 else torch.float32
    queries = q.to(kind) * (r**-0.5 if scale is None else scale)
    keys = k.to(kind).repeat_interleave(heads // k.shape[1], dim=1)
    step = max(1, ENTRIES.get(q.device.type, ENTRIES_ELSEWHERE) // (run * heads * m))
    for start in range(0, n, step):
        rows = slice(start, min(n, start + step))
        # Under a causal mask nobody sees past the last row: half of the work.
        seen = min(m, rows.stop) if is_causal else m
        logits = queries[:, :, rows] @ keys[..., :seen, :].mT
        if softcap is not None:
            logits = softcap * torch.tanh(logits / softcap)
        hidden = _hidden(torch, logits, mask, is_causal, rows)
        kept = _kept(torch, logits, tokens, rows)
        yield _sums(torch, logits, hidden, kept, rows, m)


def _kept(torch: Any, logits: Any, tokens: Any | None, rows: slice) -> Any:
    """1 for rows that count, 0 for padding, (run, 1, rows)."""
    if tokens is not None:
        return tokens[:, None, rows].to(logits.dtype)
    ones = torch.ones((), device=logits.device, dtype=logits.dtype)
    return ones.expand(logits.shape[0], 1, logits.shape[2])


def _hidden(torch: Any, logits: Any, mask: Any | None, is_causal: bool, rows: slice) -> Any | None:
    """Which entries are out of sight, None where none are; a mask that adds is added in place."""
    seen, hidden = logits.shape[-1], None
    if is_causal:
        i = torch.arange(rows.start, rows.stop, device=logits.device)
        hidden = torch.arange(seen, device=logits.device) > i[:, None]
    if mask is None:
        return hidden
    part = mask[..., rows, :seen] if mask.shape[-2] > 1 else mask[..., :seen]
    if part.dtype == torch.bool:
        return ~part if hidden is None else hidden | ~part
    # Kernels are given -inf or the least number of their precision; both are out of sight.
    far = part <= 0.5 * torch.finfo(part.dtype).min
    logits += part.to(logits.dtype).masked_fill(far, 0.0)
    return far if hidden is None else hidden | far


def _sums(
    torch: Any, logits: Any, hidden: Any | None, kept: Any, rows: slice, m: int
) -> tuple[Any, ...]:
    """Few passes over the entries: they are what this costs."""
    width = logits.shape[-1]
    count = torch.full(logits.shape[2:3], width, device=logits.device, dtype=logits.dtype)
    if hidden is not None:
        count = (width - hidden.sum(dim=-1)).to(logits.dtype)
        logits.masked_fill_(hidden, 0.0)
    seen, total = count.clamp(min=1), logits.sum(dim=-1)
    mean = total / seen
    # Deviations by the norm of a row: a rounding error of 1e-7 of the largest logit.
    spread = (torch.linalg.vector_norm(logits, dim=-1) ** 2 / seen - mean**2).clamp(min=0).sqrt()
    if hidden is not None:
        logits.masked_fill_(hidden, torch.finfo(logits.dtype).min)
    kept = kept * (count > 0)
    top = logits.amax(dim=-1)
    w = (logits - top[..., None]).exp_()  # not yet divided by their sum
    if hidden is not None:
        logits.masked_fill_(hidden, 0.0)
    # The first token apart: where it has nearly all, what is left keeps its digits.
    away = w[..., 1:].sum(dim=-1)
    size = w[..., 0] + away
    first, others = w[..., 0] / size, away / size
    some = away.clamp(min=torch.finfo(away.dtype).tiny)
    inside = top + torch.log(some) - torch.linalg.vecdot(w[..., 1:], logits[..., 1:]) / some
    rest = torch.where(away > 0, others * inside, 0.0).clamp(min=0.0)
    entropy = rest + binary_entropy(torch, first, others)
    later = kept * (torch.arange(rows.start, rows.stop, device=w.device) > 0)
    room = torch.log((count - 1).clamp(min=1))
    odds = log_odds(torch, first.double(), others.double())
    gap = odds + room
    received = ((kept / size)[..., None, :] @ w).double().sum(dim=(0, 2))
    padded = torch.nn.functional.pad(received, (0, m - width))
    sums = [
        (value * weight).sum(dim=(0, 2), dtype=torch.float64)
        for value, weight in (
            (entropy, kept), (torch.log(seen).expand(first.shape), kept), (first, later),
            (torch.ones_like(first), later), (rest, kept), (others * room, kept), (spread, kept),
            (odds, later), (gap, later), (gap * gap, later),
        )
    ]  # fmt: skip
    largest = torch.where(kept > 0, top, -math.inf).amax(dim=(0, 2))
    return (*sums, padded, largest)
