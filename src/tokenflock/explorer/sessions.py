"""One visitor: what runs for them, what they may still ask for, and how it all ends."""

import threading
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import xarray as xr

from tokenflock.errors import InputError
from tokenflock.explorer import work
from tokenflock.explorer.jobs import Job
from tokenflock.explorer.messages import (
    Cancel,
    Judge,
    Limits,
    Open,
    Preset,
    Run,
    Save,
    Sweep,
    checked,
    named,
    parsed,
)
from tokenflock.explorer.outbox import Outbox, StoppedError
from tokenflock.explorer.turns import Turns

if TYPE_CHECKING:
    from tokenflock.explorer.heads import Reading

LARGEST_KEPT = 32 * 2**20  # bytes of a run that is kept to be saved or judged


class Visitor:
    """A page that is connected: receives its messages, starts and stops work for it."""

    def __init__(
        self,
        outbox: Outbox,
        turns: Turns,
        limits: Limits,
        opened: xr.Dataset | None = None,
        reading: "Reading | None" = None,
    ) -> None:
        self._outbox, self._turns, self._limits = outbox, turns, limits
        self._opened, self._reading = opened, reading
        self._jobs: dict[str, Job] = {}
        self._alive: set[Job] = set()
        self._kept: dict[str, xr.Dataset] = {}
        self._lock = threading.Lock()

    def receive(self, text: str) -> None:
        """Act on a message; bad input is answered, what is no message raises `MalformedError`."""
        message = parsed(text)
        head = {"id": getattr(message, "id", 0), "slot": getattr(message, "slot", "a")}
        try:
            self._act(message, head)
        except InputError as error:
            self._outbox.put(failed(head, str(error)))

    def _act(self, message: Any, head: dict[str, Any]) -> None:
        match message:
            case Run(slot=slot):
                spec = checked(message.spec, self._limits)
                self._start(slot, head, lambda job: self._follow(job, head, message, spec))
            case Open():
                run = self._demanded(self._opened, "No run was opened on the command line.")
                self._start("a", head, lambda job: self._keep("a", work.show(job, head, run)))
            case Preset(name=name):
                self._outbox.put(named(name, self._reading) | {"type": "preset"})
            case Cancel(slot=slot):
                self._cancel(slot)
            case Judge(slot=slot):
                run = self._demanded(self._kept.get(slot), "There is no run to judge.")
                self._start("judge", head, lambda job: work.judge(job, head, run))
            case Sweep():
                head = head | {"slot": "sweep"}
                specs = self._swept(message)
                self._start("sweep", head, lambda job: work.sweep(job, head, specs))
            case Save(slot=slot, kind=kind):
                run = self._demanded(self._kept.get(slot), "There is no run to save.")
                self._start("save", head, lambda job: work_file(job, kind, run))

    def _demanded(self, run: xr.Dataset | None, sentence: str) -> xr.Dataset:
        if run is None:
            raise InputError(sentence)
        return run

    def _swept(self, message: Sweep) -> list[Any]:
        if len(message.betas) > self._limits.rows:
            raise InputError(
                f"A phase diagram has at most {self._limits.rows} rows. Got {len(message.betas)}."
            )
        fields = {k: v for k, v in message.spec.items() if k not in ("beta", "gamma")}
        return [checked(fields | {"beta": beta}, self._limits) for beta in message.betas]

    def _follow(self, job: Job, head: dict[str, Any], message: Run, spec: Any) -> None:
        run = work.follow(job, head, spec, preview=message.preview)
        if not message.preview:
            self._keep(message.slot, run)

    def _keep(self, slot: str, run: xr.Dataset) -> None:
        if run.nbytes <= LARGEST_KEPT:
            self._kept[slot] = run
        else:
            self._kept.pop(slot, None)

    def _start(self, slot: str, head: dict[str, Any], task: Callable[[Job], None]) -> None:
        """Begin work in a thread of its own; what the slot did before is canceled."""
        self._cancel(slot)
        with self._lock:
            if len(self._alive) >= self._limits.solves:
                raise InputError(
                    f"One page runs at most {self._limits.solves} solves at a time, and these "
                    "still run. Wait for them, or cancel one."
                )
            job = Job(self._outbox, self._turns, self._limits.seconds)
            self._jobs[slot] = job
            self._alive.add(job)
        threading.Thread(target=self._run, args=(job, head, task), daemon=True).start()

    def _run(self, job: Job, head: dict[str, Any], task: Callable[[Job], None]) -> None:
        try:
            self._guarded(job, head, task)
        except StoppedError:
            pass  # the page is gone
        finally:
            with self._lock:
                self._alive.discard(job)

    def _guarded(self, job: Job, head: dict[str, Any], task: Callable[[Job], None]) -> None:
        try:
            task(job)
        except StoppedError:
            self._outbox.put(head | {"type": "ended", "status": "canceled"})
        except InputError as error:
            self._outbox.put(failed(head, str(error)))
        except Exception:
            # The page must not wait for an answer that never comes; the bug keeps its traceback.
            self._outbox.put(failed(head, "This run failed; the terminal has the details."))
            raise

    def _cancel(self, slot: str) -> None:
        job = self._jobs.pop(slot, None)
        if job is not None:
            job.canceled.set()

    def close(self) -> None:
        """The page is gone: stop everything."""
        for slot in list(self._jobs):
            self._cancel(slot)
        self._kept.clear()

    @property
    def busy(self) -> int:
        """How many pieces of work are on their way."""
        return len(self._alive)


def failed(head: dict[str, Any], sentence: str) -> dict[str, Any]:
    """The answer to a message that cannot be served."""
    return head | {"type": "ended", "status": "error", "message": sentence}


def work_file(job: Job, kind: str, run: xr.Dataset) -> None:
    """Send a run as a file."""
    from tokenflock.explorer.export import packed_file

    job.outbox.put(packed_file(run, kind))
