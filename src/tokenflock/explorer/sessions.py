"""One page that is connected: what runs for it, what it may still ask for, and how it all ends."""

import threading
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import xarray as xr

from tokenflock.errors import InputError, SolveError
from tokenflock.explorer import run_messages, work
from tokenflock.explorer.hello import preset_message
from tokenflock.explorer.jobs import Job
from tokenflock.explorer.limits import Limits, checked_spec
from tokenflock.explorer.messages import Cancel, Open, Preset, Run, Save, Sweep, Verdict, parse
from tokenflock.explorer.semaphore import FairSemaphore
from tokenflock.explorer.send_queue import CanceledError, SendQueue
from tokenflock.runtime import programs
from tokenflock.spec import Spec

if TYPE_CHECKING:
    from tokenflock.explorer.heads import ModelHeads

MOST_PROGRAMS = 50  # of all pages: two or three megabytes each
LARGEST_KEPT = 32 * 2**20  # bytes of a run that is kept to be saved or given a verdict

Header = run_messages.Header
Task = Callable[[Job], None]


class Session:
    """A connected page: receives its messages, starts and cancels jobs for it."""

    def __init__(
        self,
        queue: SendQueue,
        cores: FairSemaphore,
        limits: Limits,
        opened: xr.Dataset | None = None,
        heads: "ModelHeads | None" = None,
        on_finished: "Callable[[xr.Dataset], None] | None" = None,
    ) -> None:
        self._queue, self._cores, self._limits = queue, cores, limits
        self._opened, self._heads, self._on_finished = opened, heads, on_finished
        self._jobs: dict[str, Job] = {}  # the last job of each slot
        self._running: set[Job] = set()
        self._finished: dict[str, xr.Dataset] = {}  # the last run of each slot
        self._lock = threading.Lock()

    def receive(self, text: str) -> None:
        """Act on a message; bad input is answered, what is no message raises `MalformedError`."""
        message = parse(text)
        header = {"id": getattr(message, "id", 0), "slot": getattr(message, "slot", "a")}
        try:
            self._act(message, header)
        except InputError as error:
            self._queue.put(run_messages.failed(header, str(error)))

    def _act(self, message: Any, header: Header) -> None:
        match message:
            case Run(slot=slot):
                spec = checked_spec(message.spec, self._limits)
                self._start(slot, header, lambda job: self._run_spec(job, header, message, spec))
            case Open():
                run = self._existing(self._opened, "No run was opened on the command line.")
                self._start("a", header, lambda job: self._show(job, header, run))
            case Preset(name=name):
                self._queue.put(preset_message(name, self._heads) | {"type": "preset"})
            case Cancel(slot=slot):
                self._cancel(slot)
            case Verdict(slot=slot):
                run = self._existing(self._finished.get(slot), "There is no run to judge.")
                self._start(
                    f"verdict of {slot}", header, lambda job: work.send_verdict(job, header, run)
                )
            case Sweep():
                header = header | {"slot": "sweep"}
                specs = self._sweep_specs(message)
                self._start("sweep", header, lambda job: work.sweep(job, header, specs))
            case Save(slot=slot, kind=kind):
                run = self._existing(self._finished.get(slot), "There is no run to save.")
                other = self._finished.get("b") if message.second else None
                task = lambda job: work.send_file(job, header, kind, run, other)  # noqa: E731
                self._start(f"save of {slot}", header, task)

    def _existing(self, run: xr.Dataset | None, sentence: str) -> xr.Dataset:
        if run is None:
            raise InputError(sentence)
        return run

    def _sweep_specs(self, message: Sweep) -> list[Spec]:
        if len(message.betas) > self._limits.rows:
            raise InputError(
                f"A phase diagram has at most {self._limits.rows} rows. Got {len(message.betas)}."
            )
        fields = {k: v for k, v in message.spec.items() if k not in ("beta", "gamma")}
        return [checked_spec(fields | {"beta": beta}, self._limits) for beta in message.betas]

    def _run_spec(self, job: Job, header: Header, message: Run, spec: Spec) -> None:
        run, ended = work.run_and_send(job, header, spec, preview=message.preview)
        if not message.preview:
            self._keep(message.slot, run)
        job.queue.put(ended)  # now it can be judged and saved

    def _show(self, job: Job, header: Header, run: xr.Dataset) -> None:
        ended = work.show(job, header, run)
        self._keep("a", run)
        job.queue.put(ended)

    def open_later(self, run: xr.Dataset) -> None:
        """What the page gets when it asks for the run that was opened."""
        self._opened = run

    def _keep(self, slot: str, run: xr.Dataset) -> None:
        if slot == "a" and self._on_finished is not None:
            self._on_finished(run)
        if run.nbytes <= LARGEST_KEPT:
            self._finished[slot] = run
        else:
            self._finished.pop(slot, None)

    def _start(self, slot: str, header: Header, task: Task) -> None:
        """Begin a job in a thread of its own; what the slot did before is canceled."""
        self._cancel(slot)
        with self._lock:
            if len(self._running) >= self._limits.solves:
                raise InputError(
                    f"One page runs at most {self._limits.solves} solves at a time, and these "
                    "still run. Wait for them, or cancel one."
                )
            job = Job(self._queue, self._cores, self._limits.seconds)
            self._jobs[slot] = job
            self._running.add(job)
        threading.Thread(target=self._run, args=(job, header, task), daemon=True).start()

    def _run(self, job: Job, header: Header, task: Task) -> None:
        try:
            self._report(job, header, task)
        except CanceledError:
            pass  # the page is gone
        finally:
            with self._lock:
                self._running.discard(job)
            programs.bound(MOST_PROGRAMS)

    def _report(self, job: Job, header: Header, task: Task) -> None:
        """Run a task; the page is told of any end but the task's own."""
        try:
            task(job)
        except CanceledError:
            self._queue.put(run_messages.canceled(header))
        except (InputError, SolveError) as error:
            self._queue.put(run_messages.failed(header, str(error)))
        except Exception:
            # The page must not wait for an answer that never comes; the bug keeps its traceback.
            sentence = "This run failed; the terminal has the details."
            self._queue.put(run_messages.failed(header, sentence))
            raise

    def _cancel(self, slot: str) -> None:
        job = self._jobs.pop(slot, None)
        if job is not None:
            job.canceled.set()

    def close(self) -> None:
        """The page is gone: cancel everything."""
        for slot in list(self._jobs):
            self._cancel(slot)
        self._finished.clear()

    @property
    def busy(self) -> int:
        """How many jobs are running."""
        return len(self._running)
