"""Measures while a model trains: one `Monitor`, for transformers' Trainer and for Lightning."""

from collections.abc import Mapping, Sequence
from typing import Any

from tokenflock.errors import InputError
from tokenflock.pretrained.live.scalars import measure, write_scalars


class Monitor:
    """Measures of one fixed batch at every so many steps; `history` has (step, numbers)."""

    def __init__(
        self, batch: Mapping[str, Any], *, every: int = 100, logger: Any | None = None,
        layers: Sequence[Any] | None = None, sequences: int = 4,
    ) -> None:  # fmt: skip
        if every < 1:
            raise InputError(f"`every` must be at least 1 step. Got {every}.")
        self.batch, self.every, self.logger = batch, every, logger
        self.layers, self.sequences = layers, sequences
        self.history: list[tuple[int, dict[str, float]]] = []

    def after_step(self, model: Any, step: int, logger: Any | None = None) -> None:
        """Measure if it is time, and write to a logger if there is one."""
        if step % self.every or (self.history and self.history[-1][0] == step):
            return
        batch = {name: _moved(value, model) for name, value in self.batch.items()}
        values = measure(model, batch, layers=self.layers, sequences=self.sequences)
        self.history.append((step, values))
        target = self.logger if self.logger is not None else logger
        if target is not None:
            write_scalars(target, values, step)


def _moved(value: Any, model: Any) -> Any:
    """A tensor where the model is."""
    return value.to(next(model.parameters()).device) if hasattr(value, "to") else value


def trainer_monitor(batch: Mapping[str, Any], **options: Any) -> Any:
    """A callback of transformers' `Trainer` that measures a fixed batch every 100 steps.

    `every`, `logger`, `layers` and `sequences` as in `Monitor`.  Without `logger` numbers go to the
    Trainer's own history.  The callback's `monitor.history` has them all.
    """
    try:
        from transformers import TrainerCallback
    except ImportError:
        raise InputError(
            "The callback of a Trainer needs transformers, which is not installed. Call "
            "`tkf.pretrained.measure(model, batch)` in your own loop."
        ) from None
    monitor = Monitor(batch, **options)

    class TrainerMonitor(TrainerCallback):  # type: ignore[misc, unused-ignore]
        """Measures at the beginning and at every so many steps."""

        def __init__(self) -> None:
            self.monitor = monitor

        def on_train_begin(self, args: Any, state: Any, control: Any, **given: Any) -> None:
            self.on_step_end(args, state, control, **given)

        def on_step_end(self, args: Any, state: Any, control: Any, **given: Any) -> None:
            def own(values: dict[str, float], step: int) -> None:
                state.log_history.append({**values, "step": step})

            monitor.after_step(given["model"], state.global_step, own)

    return TrainerMonitor()


def _lightning_callback() -> type:
    """Lightning's class of callbacks, by either of its names; a plain one where there is none."""
    for name in ("lightning.pytorch", "pytorch_lightning"):
        try:
            found: type = __import__(name, fromlist=["Callback"]).Callback
        except ImportError:
            continue
        return found
    return object


class LightningMonitor(_lightning_callback()):  # type: ignore[misc]
    """A callback of Lightning that measures a fixed batch every 100 steps.

    Options as in `Monitor`.  `attribute` names the transformer inside the Lightning module, unless
    it is the module itself.  Numbers go to the trainer's logger.
    """

    def __init__(
        self, batch: Mapping[str, Any], *, attribute: str | None = None, **options: Any
    ) -> None:
        self.monitor, self.attribute = Monitor(batch, **options), attribute

    def on_train_batch_end(
        self, trainer: Any, pl_module: Any, outputs: Any, batch: Any, batch_idx: int
    ) -> None:
        """Measure if it is time."""
        model = pl_module if self.attribute is None else getattr(pl_module, self.attribute)
        self.monitor.after_step(model, trainer.global_step, getattr(trainer, "logger", None))
