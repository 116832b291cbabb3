"""Where a sweep stands, asked from outside: what its store holds, and what its cluster does now.

Whoever solves a sweep leaves the address of the scheduler in the store, so that others can ask it.
"""

import json
import logging
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict, dataclass
from typing import Any

from tokenflock.errors import InputError
from tokenflock.sweeps.store import Record, Store, key, stored_sweep
from tokenflock.sweeps.tally import duration

SESSION = "session.json"
LATELY = 300.0  # seconds of commits that tell the rate
PATIENCE = "3s"  # for a scheduler that may be gone


@dataclass(frozen=True)
class Status:
    """Runs and batches counted; how fast, and for how long still; who has done and does what.

    `running` are batches in work by worker, None where no scheduler answers; `left` is in seconds,
    None where nobody works.
    """

    sweep: str
    runs: int
    done: int
    failed: int
    batches: int
    finished: int
    rate: float
    left: float | None
    hosts: dict[str, int]
    running: dict[str, int] | None
    dashboard: str
    error: str

    def as_json(self) -> str:
        """One line for machines."""
        return json.dumps(asdict(self))

    def sentences(self) -> list[str]:
        """The same for people, a line each."""
        lines = [
            f"{self.sweep}: {self.done} of {self.runs} runs done, {self.failed} failed, "
            f"{self.finished} of {self.batches} batches"
        ]
        if self.running is not None:
            left = "" if self.left is None else f", {duration(self.left)} left"
            lines.append(f"{self.rate:.3g} runs/s{left}; dashboard {self.dashboard}")
            lines += [f"worker {who}: {count} in work" for who, count in self.running.items()]
        elif self.finished < self.batches:
            lines.append("Nobody works on it now: run the sweep again to continue.")
        lines += [f"host {host}: {count} runs" for host, count in self.hosts.items()]
        return lines + ([f"last error: {self.error}"] if self.error else [])


def status_of(url: str) -> Status:
    """The status of the sweep in a store."""
    sweep = stored_sweep(url)
    if sweep is None:
        raise InputError(f"There is no store at `{url}`. Name the store of a sweep.")
    store = Store(url, sweep)
    records = _records(store)
    session = _session(store)
    running = _running(session["scheduler"], sweep.name) if session else None
    runs, failed = (sum(record[name] for record in records) for name in ("runs", "failed"))
    rate = _rate(records)
    works = running is not None and rate > 0
    return Status(
        sweep=sweep.name, runs=sweep.runs, done=runs - failed, failed=failed,
        batches=len(sweep.batches), finished=len(records), rate=rate,
        left=(sweep.runs - runs) / rate if works else None, hosts=_hosts(records),
        running=running, dashboard=session.get("dashboard", "") if running is not None else "",
        error=next((r["first_error"] for r in reversed(records) if r["first_error"]), ""),
    )  # fmt: skip


def announce(store: Store, client: Any) -> None:
    """Leave word of who works on a store; of nobody, once it is done (`client` None)."""
    about = {}
    if client is not None:
        about = {"scheduler": client.scheduler.address, "dashboard": client.dashboard_link}
    store.objects.write(SESSION, json.dumps(about).encode())


def _records(store: Store) -> list[Record]:
    """All records, whose chunks nobody looks at now, in the order of their ends."""
    known = store.committed()
    batches = [b for b in store.sweep.batches if key(b) in known]
    with ThreadPoolExecutor(8) as pool:
        found = [record for record in pool.map(store.told, batches) if record is not None]
    return sorted(found, key=lambda record: record.get("ended") or 0.0)


def _session(store: Store) -> dict[str, Any]:
    try:
        about = json.loads(store.objects.read(SESSION) or b"{}")
    except ValueError:
        return {}
    return about if isinstance(about, dict) and isinstance(about.get("scheduler"), str) else {}


def _rate(records: list[Record]) -> float:
    """Runs per second over the last minutes of commits."""
    timed = [record for record in records if record.get("begun") and record.get("ended")]
    if not timed:
        return 0.0
    last = timed[-1]["ended"]
    lately = [record for record in timed if record["ended"] > last - LATELY]
    since = max(min(record["begun"] for record in lately), last - LATELY)
    return float(sum(record["runs"] for record in lately) / max(last - since, 1e-9))


def _hosts(records: list[Record]) -> dict[str, int]:
    counts = Counter[str]()
    for record in records:
        counts[str(record.get("host", "unknown"))] += record["runs"]
    return dict(counts)


def _running(scheduler: str, name: str) -> dict[str, int] | None:
    """How many batches every worker has in work; None where no scheduler answers."""
    from distributed import Client

    logging.getLogger("distributed").setLevel(logging.CRITICAL)
    try:
        with Client(scheduler, timeout=PATIENCE) as client:
            tasks: dict[str, Any] = client.processing()
    except (OSError, ValueError):
        return None
    mine = f"{name}-"
    return {who: sum(str(k).startswith(mine) for k in keys) for who, keys in tasks.items()}
