"""`watch`: what every layer of a PyTorch model does to the tokens of the batches that pass."""

import contextlib
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Any

import numpy as np
import xarray as xr

from tokenflock.errors import InputError
from tokenflock.pretrained.live.blocks import Block, blocks_of
from tokenflock.pretrained.live.interception import intercepted
from tokenflock.pretrained.live.row_blocks import sums_of_attention
from tokenflock.pretrained.measures.head_measures import HeadSums
from tokenflock.pretrained.measures.records import LayerRecord, Trace


class Watched:
    """What was seen of the last pass through a model; `dataset()` has its measures."""

    def __init__(self, name: str, positions: int, pairs: bool, attention: bool) -> None:
        self.name, self.positions = name, positions
        self._pairs, self._attention = pairs, attention
        self._tokens: Any | None = None
        self._causal = False
        self._dimension = 0
        self._norm_after = False
        self._worker = ThreadPoolExecutor(1)
        self._pending: Future[None] | None = None
        self._begin()

    def dataset(self) -> xr.Dataset:
        """Measures of the last pass, as `tkf.diagnose` has them."""
        self._wait()
        if len(self._trace.states) < 2:
            raise InputError("Nothing was seen: call the model inside the `with` block.")
        mask = "causal" if self._causal else "full"
        return self._trace.dataset(
            model=self.name,
            family=self.name,
            source="live",
            mask=mask,
            dimension=self._dimension,
            positions=self.positions,
        )

    @property
    def norm_after(self) -> bool:
        """Whether norms come after the sums, as in BERT: no token is then longer than a norm lets.

        Read off the pass: what a layer returns is what a norm returned.
        """
        return self._norm_after

    def _begin(self, tokens: Any | None = None) -> None:
        """A new pass: forget the one before; `tokens` (run, n) are no padding."""
        self._wait()
        self._entered = False
        self._trace = Trace(self._pairs)
        self._tokens = tokens
        self._clear()

    def _clear(self) -> None:
        self._parts: dict[str, Any] = {}
        self._last_norm: Any | None = None
        self._heads: HeadSums | None = None

    def _enter(self, x: Any) -> None:
        """A layer begins: the first brings the state in front of all."""
        if not self._entered:
            self._entered = True
            self._add(LayerRecord(self._sequences(x)))
        self._clear()

    def _leave(self, x: Any) -> None:
        self._dimension = int(x.shape[-1])
        last, self._last_norm = self._last_norm, None
        self._norm_after = last is x
        # A map of another width writes elsewhere: queries, keys and values in one, say.
        parts = {
            name: self._sequences(part)
            for name, part in self._parts.items()
            if part.shape == x.shape
        }
        self._add(LayerRecord(self._sequences(x), heads=self._heads, **parts))

    def _add(self, record: LayerRecord) -> None:
        """Measure a record while the model goes on; no more than two are held."""
        self._wait()
        self._pending = self._worker.submit(self._trace.add, record)

    def _wait(self) -> None:
        pending, self._pending = self._pending, None
        if pending is not None:
            pending.result()

    def _close(self) -> None:
        self._worker.shutdown(wait=True)

    def _normed(self, x: Any) -> None:
        self._last_norm = x

    def _part(self, name: str, x: Any) -> None:
        self._parts[name] = x.detach()

    def _see(self, q: Any, k: Any, **options: Any) -> None:
        """Queries and keys on their way into a kernel; only the first attention of a layer."""
        if not self._attention or not self._entered or self._heads is not None:
            return
        rows = self._tokens
        if rows is not None and rows.shape != (q.shape[0], q.shape[2]):
            rows = None
        self._causal = self._causal or options.get("is_causal", False)
        self._causal = self._causal or _looks_causal(options.get("mask"))
        self._heads = sums_of_attention(q.detach(), k.detach(), tokens=rows, **options)

    def _sequences(self, x: Any) -> list[np.ndarray]:
        """The tokens of each sequence, without padding, as NumPy has them."""
        x = x.detach()
        x = x if x.ndim == 3 else x.reshape(1, -1, x.shape[-1])
        arrays = x.double() if str(x.dtype) == "torch.float64" else x.float()
        host = arrays.cpu().numpy()
        if self._tokens is None or self._tokens.shape != host.shape[:2]:
            return list(host)
        return [row[kept] for row, kept in zip(host, self._tokens.cpu().numpy(), strict=True)]


@contextlib.contextmanager
def watch(
    model: Any,
    *,
    layers: Sequence[Any] | None = None,
    pairs: bool = False,
    attention: bool = True,
) -> Iterator[Watched]:
    """Watch the layers of a PyTorch model while it is called inside the block.

    `layers` names them where they are not found.  `pairs` adds clusters and the histogram of
    cosines, in time quadratic in the tokens, and takes ranks of all tokens instead of 128, evenly
    chosen; `attention=False` leaves the heads out.  Hidden
    states are measured as they pass, weights are never kept, and the model's own kernels run.

        with tkf.pretrained.watch(model) as seen:
            model(**batch)
        seen.dataset()
    """
    plain = getattr(model, "_orig_mod", model)  # of a compiled model, the one that has hooks
    blocks = blocks_of(plain, layers)
    positions = getattr(getattr(plain, "config", None), "max_position_embeddings", None) or 0
    seen = Watched(type(plain).__name__, positions, pairs, attention)
    with contextlib.ExitStack() as stack:
        stack.callback(seen._close)
        for handle in _hooks(plain, blocks, seen):
            stack.callback(handle.remove)
        stack.enter_context(intercepted(seen._see))
        yield seen


def _hooks(model: Any, blocks: list[Block], seen: Watched) -> Iterator[Any]:
    yield model.register_forward_pre_hook(
        lambda module, args, options: seen._begin(_real_tokens(options)), with_kwargs=True
    )
    for block in {id(block.module): block for block in blocks}.values():
        yield block.module.register_forward_pre_hook(_entered(seen), with_kwargs=True)
        for name in ("attention", "mlp"):
            module = getattr(block, name)
            if module is not None:
                yield module.register_forward_hook(_part(seen, name))
        yield block.module.register_forward_hook(lambda m, args, out: seen._leave(_tensor(out)))
        for norm in _norms(block.module):
            yield norm.register_forward_hook(lambda m, args, out: seen._normed(out))


def _norms(module: Any) -> Iterator[Any]:
    for child in module.modules():
        if "Norm" in type(child).__name__:
            yield child


def _entered(seen: Watched) -> Callable[..., None]:
    def hook(module: Any, args: Any, options: dict[str, Any]) -> None:
        seen._enter(args[0] if args else options["hidden_states"])

    return hook


def _part(seen: Watched, name: str) -> Callable[..., None]:
    def hook(module: Any, args: Any, out: Any) -> None:
        seen._part(name, _tensor(out))

    return hook


def _tensor(out: Any) -> Any:
    return out[0] if isinstance(out, tuple | list) else out


def _real_tokens(options: dict[str, Any]) -> Any | None:
    """Which tokens of a batch are no padding, (run, n); None where all are."""
    mask = options.get("attention_mask")
    if mask is None or getattr(mask, "ndim", 0) != 2 or bool(mask.bool().all()):
        return None
    return mask.bool()


def _looks_causal(mask: Any | None) -> bool:
    """Whether the first token sees itself only."""
    if mask is None or mask.ndim < 2 or mask.shape[-1] < 2 or mask.shape[-2] < 2:
        return False
    row = mask[(0,) * (mask.ndim - 2)][0]
    hidden = ~row if str(row.dtype) == "torch.bool" else row < -1e4
    return bool(hidden[1:].all())
