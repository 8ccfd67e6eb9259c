"""Journal of loads: one lock, one ``Snapshot`` per load, one ``LoadBatch`` per batch.

A batch and its marker are written in one transaction, so after any interruption the markers are
exact. A load is named after its input: the same command finds its own markers and resumes.
"""

import contextlib
import hashlib
import json
import logging
import os
import socket
import threading
import time
import uuid
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, TypeVar

from scinet.errors import SchemaError, ScinetError
from scinet.graph.db.graph_counts import graph_counts

if TYPE_CHECKING:
    from scinet.graph.db.connection import Database, Transaction
    from scinet.graph.sources.files import SourceFile

T = TypeVar("T")
_LOG: Final = logging.getLogger(__name__)
STALE_S: Final = 600
_HEARTBEAT_S: Final = 30
_FINAL_HEARTBEAT_S: Final = 1.0
# A living loader sends a heartbeat within this time; the server's clock may be wrong.
_WATCH_S: Final = 2 * _HEARTBEAT_S
_PROC: Final = Path("/proc")
_BOOT: Final = _PROC / "sys/kernel/random/boot_id"
_FORMAT: Final = 5  # raised when the same files are to give another graph


@dataclass(frozen=True, slots=True)
class StoredLoad:
    """Load in the journal; ``complete`` means that all input was read once without a fault.

    Attributes:
        account: Its report, where its command was stopped before reporting it.
    """

    finished: bool
    complete: bool
    batch_size: int
    before: dict[str, int]
    fingerprint: str | None
    account: dict[str, Any] | None


@dataclass(frozen=True, slots=True)
class Batch:
    """Stored batch, or part of one, with the name of its lines."""

    name: int | str
    sha256: str
    counts: Counter[str]
    rejects: list[dict[str, Any]]


def run_id(
    kind: str, source: str | None, files: Sequence["SourceFile"], options: Mapping[str, Any]
) -> str:
    """Name a load after the input that decides its outcome: file contents in order, not names."""
    parts = [_FORMAT, kind, source, [file.sha256 for file in files], dict(options)]
    return hashlib.sha256(json.dumps(parts, sort_keys=True).encode()).hexdigest()[:16]


def begin_load(
    db: "Database",
    run: str,
    *,
    kind: str,
    source: str | None,
    files: Sequence["SourceFile"],
    batch_size: int,
    options: Mapping[str, Any],
    version: str,
    before: Mapping[str, int],
    command: str | None = None,
) -> StoredLoad:
    """Find the load in the journal, or create it."""
    listed = [{"name": f.name, "bytes": f.size, "sha256": f.sha256} for f in files]
    [row] = db.write(
        lambda tx: tx.rows(
            "load/snapshot_begin",
            run=run,
            source=source,
            kind=kind,
            files=json.dumps(listed),
            batch_size=batch_size,
            options=json.dumps(options),
            version=version,
            before=json.dumps(before),
            command=command,
        )
    )
    counts = json.loads(row["before"])
    account = json.loads(row["account"]) if row["account"] else None
    fields = (row["finished"], row["complete"], row["batch_size"], counts, row["fingerprint"])
    return StoredLoad(*fields, account)


def counts_before(db: "Database", run: str) -> dict[str, int]:
    """Return the counts before a load, plus all that other loads have added since.

    To be called when the load, or a removal, begins or resumes, while works are not combined: loads
    that were interrupted in between then know what they left.
    """
    now = graph_counts(db)

    def work(tx: "Transaction") -> dict[str, int]:
        [row] = tx.rows("load/snapshot_gone_on", run=run, counts=json.dumps(now))
        counts: dict[str, int] = json.loads(row["before"])
        if row["left"] is not None:
            left_counts = json.loads(row["left"])
            counts = {
                name: counts.get(name, 0) + now[name] - left_counts.get(name, 0) for name in now
            }
            tx.rows("load/snapshot_before", run=run, before=json.dumps(counts))
        return counts

    return db.write(work)


def command_of(parts: Sequence[tuple[str, str | None, Sequence["SourceFile"]]]) -> str | None:
    """Name a command after the kinds, sources and files of its loads; None for a single one."""
    named = [[kind, source, [file.sha256 for file in files]] for kind, source, files in parts]
    whole = hashlib.sha256(json.dumps(named).encode()).hexdigest()[:16]
    return whole if len(named) > 1 else None


def mark_reported(db: "Database", command: str | None) -> None:
    """Mark the loads of a command as reported, so that repeating it finds all done."""
    if command is not None:
        db.rows("load/mark_reported", command=command)


def read_batches(db: "Database", run: str) -> dict[int | str, Batch]:
    """Return the stored batches of a load by name."""
    return {row["number"]: _batch_from_row(row) for row in db.rows("load/batch_stored", run=run)}


def find_batch(tx: "Transaction", run: str, name: int | str) -> Batch | None:
    """Return a batch that a commit with a lost answer has stored, if any."""
    rows = tx.rows("load/batch_seen", id=f"{run}#{name}")
    return _batch_from_row(rows[0]) if rows else None


def _batch_from_row(row: Mapping[str, Any]) -> Batch:
    counts = Counter(json.loads(row["counts"]))
    return Batch(row["number"], row["sha256"], counts, json.loads(row["rejects"]))


def mark_done(tx: "Transaction", run: str, batch: Batch) -> None:
    """Mark a batch as done, in its own transaction."""
    tx.rows(
        "load/batch_mark",
        id=f"{run}#{batch.name}",
        run=run,
        number=batch.name,
        sha256=batch.sha256,
        counts=json.dumps(batch.counts),
        rejects=json.dumps(batch.rejects, ensure_ascii=False),
    )


# Holders in this process; other locks with its process id are of a dead process.
_HELD_LOCKS: set[str] = set()


class WriteLock:
    """Exclusive right to write into the graph."""

    def __init__(self, db: "Database", run: str) -> None:
        self._db = db
        self.holder = uuid.uuid4().hex
        self._me = {
            "run": run,
            "holder": self.holder,
            "host": socket.gethostname(),
            "pid": os.getpid(),
            "born": _start_time(os.getpid()),
        }

    def acquire(self) -> None:
        """Take the lock, also from a dead holder."""
        row = self._request_lock()
        if row["holder"] == self.holder:
            return
        if self._is_dead(row):
            taken = self._db.write(
                lambda tx: tx.rows("load/lock_take", old=row["holder"], **self._me)
            )
            if taken:
                return
        raise SchemaError(
            f"the graph is being loaded by run {row['run']} since {row['since']}",
            hint=f"Wait until it ends; a crashed loader (no heartbeat) is replaced after "
            f"{STALE_S // 60} minutes.",
        )

    def _request_lock(self) -> dict[str, Any]:
        """Return the holder; retry when the lock is released at this moment."""
        while True:
            [row] = self._db.write(lambda tx: tx.rows("load/lock_acquire", **self._me))
            if row["holder"] is not None:
                return row

    def heartbeat(self, tx: "Transaction") -> None:
        """Renew the lock; fail the transaction if another loader took over."""
        if not tx.rows("load/lock_beat", holder=self.holder):
            raise SchemaError(
                "another loader took over (no heartbeat of this one)",
                hint="Run the same command again when the other has ended.",
            )

    def write(self, part: T, work: "Callable[[Transaction, T], Any]") -> None:
        """Run work on a part in one transaction with a heartbeat."""

        def both(tx: "Transaction") -> None:
            self.heartbeat(tx)
            work(tx, part)

        self._db.write(both)

    def keep(self, ended: threading.Event) -> None:
        """Send heartbeats until the work has ended.

        If another loader took over, the work itself fails at its next heartbeat.
        """
        while not ended.wait(_HEARTBEAT_S):
            with contextlib.suppress(ScinetError):
                self._db.write(self.heartbeat)

    def release(self) -> None:
        """Release the lock in one try; after a lost connection it expires."""
        with contextlib.suppress(ScinetError):
            self._db.rows("load/lock_release", holder=self.holder)

    def _is_dead(self, row: Mapping[str, Any]) -> bool:
        if row["host"] == self._me["host"]:
            if not _is_visible(row["born"]):  # in another container, or before a restart
                return self._is_silent()
            if row["pid"] == os.getpid():
                return row["holder"] not in _HELD_LOCKS
            if not _is_alive(row["pid"], row["born"]):
                return True
        return abs(row["age_s"]) > STALE_S and self._is_silent()

    def _is_silent(self) -> bool:
        """Whether the holder sends no heartbeat while it is watched."""
        _LOG.warning("another loader seems to be dead: watching it for %d s", _WATCH_S)
        seen = self._db.rows("load/lock_seen")
        end = time.monotonic() + _WATCH_S
        while time.monotonic() < end:
            time.sleep(min(1.0, _WATCH_S))
            if self._db.rows("load/lock_seen") != seen:
                return False
        return True


@contextlib.contextmanager
def hold_lock(db: "Database", run: str) -> Iterator[WriteLock]:
    """Hold the lock inside a ``with`` block."""
    lock, ended = WriteLock(db, run), threading.Event()
    lock.acquire()
    _HELD_LOCKS.add(lock.holder)
    keeper = threading.Thread(target=lock.keep, args=(ended,), daemon=True)
    keeper.start()
    try:
        yield lock
    finally:
        _HELD_LOCKS.discard(lock.holder)
        ended.set()
        keeper.join(_FINAL_HEARTBEAT_S)  # a later heartbeat finds no lock
        lock.release()


def running_since(db: "Database") -> str | None:
    """Return the time since when a living loader holds the lock; None without one."""
    rows = db.rows("load/lock_holder", patience_s=_WATCH_S)
    return rows[0]["since"] if rows else None


def _is_visible(born: str | None) -> bool:
    """Whether a process id of this boot and namespace refers to a process here."""
    mine = _start_time(os.getpid())
    if born is None or mine is None:
        return True
    return born.rpartition(" ")[0] == mine.rpartition(" ")[0]


def _is_alive(pid: int, born: str | None) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    except PermissionError:
        pass
    start_time = _start_time(pid)
    return None in {born, start_time} or born == start_time


def _start_time(pid: int) -> str | None:
    """Return boot, namespace and start time of a process; empty for a zombie, None if unreadable.

    A process id alone is ambiguous: in a restarted container another process soon has it.
    """
    try:
        # The name in parentheses may contain anything; the state comes after it.
        words = (_PROC / str(pid) / "stat").read_text(errors="replace").rpartition(")")[2].split()
        place = f"{_BOOT.read_text().strip()} {(_PROC / 'self/ns/pid').readlink()}"
        return "" if words[0] == "Z" else f"{place} {words[19]}"
    except OSError:
        return None
