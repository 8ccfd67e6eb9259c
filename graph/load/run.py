"""Load, from its first file to its fingerprint; the same command resumes it.

The lock is taken, batches in the journal are skipped, the others are stored, and the account is
closed.
"""

import contextlib
import json
import logging
import time
from collections import Counter
from collections.abc import Callable, Container, Iterator, Sequence
from dataclasses import dataclass, field
from importlib.metadata import version
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, TypeAlias

from scinet import machine
from scinet.errors import QueryError, SchemaError
from scinet.graph.db import fingerprint, fingerprint_sum, indexes
from scinet.graph.db.graph_counts import graph_counts
from scinet.graph.db.text_references import OPTION as TEXT_FOLDER
from scinet.graph.load import external_texts, failure, journal
from scinet.graph.load.author_map import count_used_entries
from scinet.graph.load.batch import (
    BatchEntry,
    BatchReport,
    LineBatch,
    batch_lines,
    read_records,
    unstorable_account,
)
from scinet.graph.load.disk_space import Disk
from scinet.graph.load.identity.link import link_works, shown_fingerprint, unlink_works
from scinet.graph.load.kinds import PAPER_KINDS
from scinet.graph.load.node_names import update_ambiguous_names
from scinet.graph.load.plan import PlanPart
from scinet.graph.load.report import SAME_WORK, LoadReport, RejectsFile, make_report, repeat_report
from scinet.graph.sources import files
from scinet.graph.sources.file_faults import FileFault
from scinet.prefetching import prefetch

if TYPE_CHECKING:
    from scinet.graph.db.connection import Database, Transaction

_LOG: Final = logging.getLogger(__name__)
_DEPTH: Final = 32  # of halving; a batch has fewer lines than two to this power
_Made: TypeAlias = tuple[list[BatchEntry[Any]], BatchReport]


@dataclass
class Load:
    """Load of one part of a plan; see :func:`scinet.graph.load.loading.load`.

    Attributes:
        keeps_unknown: Whether cited works without a record are stored.
        max_rejected: Share of bad records above which the load fails, 0 to 1; checked when all
            files are read.
        rejects: File for the rejected records; ``rejects-<run>.jsonl`` in the working folder
            when None.
        adds_rejects: Whether to append to the rejects file of the part before.
        is_last: Whether no other part of the plan comes after it.
        command: Name of its command; see :func:`journal.command_of`.
        settled: Checks that the graph allows the load, and returns the folder for texts outside
            the graph, None when they stand in it.
        name: Name in the journal.
        options: Options that decide its outcome besides its files.
        texts: Result of ``settled``.
        workers_mib: Peak memory of the processes that read records for a bulk load.
        mapped: Number of authorships changed by each entry of the author map, after the end.
    """

    db: "Database"
    part: PlanPart
    keeps_unknown: bool
    max_rejected: float
    rejects: Path | None
    adds_rejects: bool
    is_last: bool
    command: str | None
    settled: Callable[[], Path | None]
    batch_size: int | None
    progress: Callable[..., None]
    after_batch: Callable[[int], None] | None
    texts: Path | None = field(init=False)
    workers_mib: float = field(init=False, default=0.0)

    def __post_init__(self) -> None:
        kind = self.part.kind
        self.options: dict[str, Any] = (
            {"unknown": "keep" if self.keeps_unknown else "drop"}
            if kind.has_papers
            else {"records": _list_paper_loads(self.db)}
        )
        self.options |= self.part.options
        self.name = journal.run_id(kind.name, self.part.source, self.part.files, self.options)
        self.settle()
        path = self.rejects or Path(f"rejects-{self.name}.jsonl")
        self._target = RejectsFile(path)
        self._started_at = time.monotonic()
        self._several: dict[str, set[str]] = {}

    def settle(self) -> None:
        """Check the load against the graph; again under the lock, since others may have loaded."""
        self.texts = self.settled()
        self.options.pop(TEXT_FOLDER, None)
        if self.texts is not None:  # does not change the outcome, nor the name
            self.options[TEXT_FOLDER] = str(self.texts)

    def run(self, faults: Sequence[FileFault]) -> LoadReport:
        """Load the files, or resume; ``faults`` are named files that cannot be read."""
        with journal.hold_lock(self.db, self.name) as lock, contextlib.closing(self._target):
            self.settle()
            if not self.adds_rejects:
                self._target.begin()
            fingerprint_sum.reset_sum(self.db)
            stored = journal.begin_load(
                self.db,
                self.name,
                kind=self.part.kind.name,
                source=self.part.source,
                files=self.part.files,
                batch_size=self.batch_size or self.part.kind.batch_size,
                options=self.options,
                version=version("scinet"),
                before=graph_counts(self.db),
                command=self.command,
            )
            if stored.finished and stored.complete and not faults:
                return self._repeat(stored)
            reading = files.ReadProgress(faults=list(faults), accepted=Counter(self.part.accepted))
            return self._resume_load(lock, stored, reading)

    def _repeat(self, stored: journal.StoredLoad) -> LoadReport:
        """Report a load that was complete already, without reading it again."""
        total = self._recorded_counts()
        if stored.account is not None:
            self.mapped = count_used_entries(total)
            return repeat_report(stored.account, self._started_at, self.name, self._target.written)
        total["merged"] += total.pop("loaded", 0)
        added = dict.fromkeys(graph_counts(self.db), 0)
        # The part after it may be the interrupted one, about to resume.
        previous = None if self.is_last else stored.fingerprint
        return self.report(total, added, previous or fingerprint.stored_fingerprint(self.db))

    def _recorded_counts(self) -> Counter[str]:
        total: Counter[str] = Counter()
        for batch in journal.read_batches(self.db, self.name).values():
            total.update(batch.counts)
            self._target.add(batch.rejects)
        return total

    def _resume_load(
        self, lock: journal.WriteLock, stored: journal.StoredLoad, reading: files.ReadProgress
    ) -> LoadReport:
        db = self.db
        db.write(lambda tx: tx.rows("load/snapshot_start", run=self.name))
        unlink_works(db, lock)
        before = journal.counts_before(db, self.name)
        if stored.complete and not reading.faults:  # the importer has stored all of it
            fingerprint_sum.refuse_partial(db)
            total = self._recorded_counts()
        else:
            total = self._store_all(lock, stored.batch_size, reading)
        if not self.keeps_unknown:
            db.write(fingerprint_sum.take_sum)
            db.rows("load/unknown_drop", run=self.name)
            db.rows("load/unknown_prune")
        if stored.finished and stored.account is None:
            total["merged"] += total.pop("loaded", 0)
        total.update({f"accepted.{name}": n for name, n in reading.accepted.items()})
        after = fingerprint_sum.current_fingerprint(db)
        indexes.ensure_schema(db, self.report_index)
        same_work = link_works(db, lock)
        now = graph_counts(db)
        added: dict[str, Any] = {name: now[name] - before.get(name, 0) for name in now}
        if same_work:
            added[SAME_WORK] = same_work
        shown = shown_fingerprint(db, after.hex)
        report = self.report(total, added, shown)
        why = failure.failure_reason(reading.faults, total, self.max_rejected)
        db.write(
            lambda tx: tx.rows(
                "load/snapshot_finish",
                run=self.name,
                counts=json.dumps(report.as_dict()),
                fingerprint=shown,
                graph_counts=json.dumps(after.counts),
                complete=why is None,
                fault=why,
                simulated=total["simulated"] > 0,
                version=version("scinet"),
            )
        )
        if why is not None:
            rejects = self._target.path
            raise failure.incomplete_error(why, reading.faults, total, rejects, run=self.name)
        return report

    def report_index(self, name: str, share: float) -> None:
        """Report that an index is built, and how far, 0 to 1."""
        self.progress(self.part.size, f"index {name}, {share:.0%}")

    def _store_all(
        self, lock: journal.WriteLock, batch_size: int, reading: files.ReadProgress
    ) -> Counter[str]:
        done = journal.read_batches(self.db, self.name)
        total: Counter[str] = Counter()
        disk = Disk.of(self.db)

        def make(item: tuple[LineBatch, int]) -> _Made | None:
            part, _ = item
            is_done = part.name in done or _is_halved(part, done)
            return None if is_done else self._make_records(part)

        parts = (
            (part, reading.done)
            for part in batch_lines(self.part.kind.lines(self.part.files, reading), batch_size)
        )
        for (part, bytes_read), made in prefetch(parts, make):
            for batch in self._ensure_stored(part, done, lock, disk, made.result()):
                total.update(batch.counts)
                self._target.add(batch.rejects)
            self.progress(bytes_read)
        # The nodes changed by batches of an earlier run are unknown.
        update_ambiguous_names(self.db, lock, None if done else self._several)
        return total

    def _make_records(self, part: LineBatch) -> _Made:
        return read_records(part, self.part.kind.make, self.part.source, self.part.people)

    def _ensure_stored(
        self,
        part: LineBatch,
        done: dict[int | str, journal.Batch],
        lock: journal.WriteLock,
        disk: Disk,
        made: _Made | None = None,
    ) -> Iterator[journal.Batch]:
        """Yield a batch from the journal, or store it; a refused one is stored by halves."""
        batch = done.get(part.name)
        if batch is None and not _is_halved(part, done):
            disk.check()
            try:
                batch = self._store(lock, part, made or self._make_records(part))
            except QueryError as error:
                _LOG.info("batch %s is refused: %s", part.name, error)
                if len(part.lines) == 1:
                    # If the database is not writable, this fails as well.
                    refused = unstorable_account(part.lines[0], str(error))
                    batch = self._write(lock, part, lambda _: refused)
        elif batch is not None and batch.sha256 != part.sha256:
            raise SchemaError(
                f"batch {part.name} of load {self.name} is not what was stored before",
                hint="Another version of scinet began it: empty the graph and load anew.",
            )
        if batch is not None:
            yield batch
            return
        for half in part.halves():
            yield from self._ensure_stored(half, done, lock, disk)

    def _store(self, lock: journal.WriteLock, part: LineBatch, made: _Made) -> journal.Batch:
        kind, (entries, account) = self.part.kind, made
        how: dict[str, Any] = {"keeps_unknown": self.keeps_unknown} if kind.has_papers else {}
        if kind.has_texts:
            how["outside"] = external_texts.write_texts(
                self.texts, (entry.record for entry in entries)
            )

        def work(tx: "Transaction") -> BatchReport:
            attempt = account.copy()
            kind.write(tx, entries, attempt, self.name, **how)
            for name, ids in attempt.several.items():
                self._several.setdefault(name, set()).update(ids)
            return attempt

        return self._write(lock, part, work)

    def _write(
        self, lock: journal.WriteLock, part: LineBatch, work: Callable[["Transaction"], BatchReport]
    ) -> journal.Batch:
        begun = time.monotonic()

        def both(tx: "Transaction") -> journal.Batch:
            lock.heartbeat(tx)
            if (stored_batch := journal.find_batch(tx, self.name, part.name)) is not None:
                return stored_batch  # committed, but the answer was lost
            before = fingerprint_sum.take_sum(tx)
            account = work(tx)
            if before is not None and account.change is not None:
                before.join(account.change.total, account.change.counts)
                fingerprint_sum.store_sum(tx, before)
            batch = journal.Batch(part.name, part.sha256, account.counts, account.rejects)
            journal.mark_done(tx, self.name, batch)
            return batch

        batch = self.db.write(both)
        name, seconds = self.part.kind.name, time.monotonic() - begun
        _LOG.info("%s batch %s: %d lines, %.1f s", name, part.name, len(part.lines), seconds)
        if self.after_batch is not None:
            self.after_batch(part.number)
        return batch

    def report(
        self, total: Counter[str], added: dict[str, Any], fingerprint_hex: str
    ) -> LoadReport:
        """Make the report of the given counts."""
        self.mapped = count_used_entries(total)
        return make_report(
            self.part.kind.name,
            self.part.source,
            total,
            begun=self._started_at,
            peak_mib=machine.peak_memory_mib() + self.workers_mib,
            gained={**added, "replaced": total["replaced"]},
            graph_fingerprint=fingerprint_hex,
            run=self.name,
            rejects=self._target.written,
        )


def _is_halved(part: LineBatch, done: Container[int | str]) -> bool:
    """Whether the first half of a batch, or a half of that, is done."""
    return any(f"{part.name}{'a' * depth}" in done for depth in range(1, _DEPTH))


def _list_paper_loads(db: "Database") -> list[str]:
    """Return finished loads of papers and removals; side records are read again after them."""
    return sorted(
        row["run"]
        for row in db.rows("admin/loads")
        if row["kind"] in {*PAPER_KINDS, "remove"} and row["finished_at"] is not None
    )
