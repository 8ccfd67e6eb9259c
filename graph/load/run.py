"""One load from its first file to its fingerprint; the same command again goes on.

The lock is taken, batches that the journal knows are passed over, the others are stored, and the
account is closed.
"""

import contextlib
import json
import logging
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from importlib.metadata import version
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from scinet.errors import DataError, SchemaError
from scinet.graph.load import fingerprint, journal
from scinet.graph.load.batch import Account, Entry, Lines, batched, read
from scinet.graph.load.graph_counts import graph_counts
from scinet.graph.load.papers import write_papers
from scinet.graph.load.plan import Part
from scinet.graph.load.report import LoadReport, RejectsFile, nested, rejected
from scinet.graph.sources import files

if TYPE_CHECKING:
    from scinet.graph.connection import Database, Transaction

_LOG: Final = logging.getLogger(__name__)
_PARTS: Final = (
    "authorships", "references", "fields", "affiliations", "artifacts", "mentions",
    "attributions", "pathway_steps", "groundings",
)  # fmt: skip
_NAMED: Final = 5  # broken files in one message


@dataclass(frozen=True, slots=True)
class Load:
    """The load of one part of a plan; see :func:`scinet.graph.load.load`.

    Attributes:
        keeps_unknown: Whether cited works without a record are stored.
        max_rejected: Share of bad records above which the load fails, 0 to 1; judged when all
            files are read.
        rejects: File for the rejected records; ``rejects-<run>.jsonl`` in the working folder
            when None.
    """

    db: "Database"
    part: Part
    keeps_unknown: bool = True
    max_rejected: float = 0.01
    rejects: Path | None = None
    adds_rejects: bool = False
    batch_size: int | None = None
    progress: Callable[[int], None] | None = None
    after_batch: Callable[[int], None] | None = None

    def run(self, faults: list[files.FileFault]) -> LoadReport:
        """Load the files, or go on with them.

        Args:
            faults: Files that were named and cannot be read.
        """
        begun = time.monotonic()
        kind = self.part.kind
        options = self.options()
        run = journal.run_id(kind.name, self.part.source, self.part.files, options)
        path = self.rejects or Path(f"rejects-{run}.jsonl")
        target = RejectsFile(path, continued=self.adds_rejects)
        with journal.locked(self.db, run) as lock, contextlib.closing(target):
            stored = journal.begin(
                self.db,
                run,
                kind=kind.name,
                source=self.part.source,
                files=self.part.files,
                batch_size=self.batch_size or kind.batch_size,
                options=options,
                version=version("scinet"),
                before=graph_counts(self.db),
            )
            if stored.complete and not faults:
                return self._repeat(run, target, begun)
            session = _Session(self, run, stored, lock, target, begun)
            return session.go_on(self.part.files, list(faults))

    def options(self) -> dict[str, Any]:
        """What decides the outcome, besides the files."""
        if self.part.kind.has_papers:
            return {"unknown": "keep" if self.keeps_unknown else "drop"}
        return {"records": journal.loaded_papers(self.db)}

    def write(
        self, tx: "Transaction", entries: Sequence[Entry[Any]], account: Account, run: str
    ) -> None:
        """Store the records of a batch."""
        if self.part.kind.has_papers:
            write_papers(tx, entries, account, run, keeps_unknown=self.keeps_unknown)
        else:
            self.part.kind.write(tx, entries, account, run)

    def _repeat(self, run: str, target: RejectsFile, begun: float) -> LoadReport:
        """Account for a load that was complete already, without reading it again."""
        total: Counter[str] = Counter()
        for batch in journal.batches(self.db, run).values():
            total.update(batch.counts)
            target.add(batch.rejects)
        total["merged"] += total.pop("loaded", 0)
        gained = dict.fromkeys(graph_counts(self.db), 0)
        return self.report(run, total, gained, fingerprint.current(self.db), target, begun)

    def report(
        self,
        run: str,
        total: Counter[str],
        gained: dict[str, int],
        fingerprint_hex: str,
        target: RejectsFile,
        begun: float,
    ) -> LoadReport:
        """The account as a report."""
        tree = nested(total)
        details: dict[str, Any] = {
            **gained,
            "replaced": total["replaced"],
            "accepted": tree.get("accepted", {}),
            "parts": {name: part for name, part in tree.items() if name in _PARTS},
        }
        return LoadReport(
            kind=self.part.kind.name,
            source=self.part.source,
            read=total["read"],
            loaded=total["loaded"],
            merged=total["merged"],
            rejected=tree.get("rejected", {}),
            details=details,
            graph_fingerprint=fingerprint_hex,
            seconds=time.monotonic() - begun,
            run=run,
            rejects=target.written,
        )


@dataclass(frozen=True, slots=True)
class _Session:
    """One process at work on a load."""

    load: Load
    run: str
    stored: journal.Stored
    lock: journal.Lock
    target: RejectsFile
    begun: float

    def go_on(self, found: Sequence[files.SourceFile], faults: list[files.FileFault]) -> LoadReport:
        db = self.load.db
        db.write(lambda tx: tx.rows("load/snapshot_start", run=self.run))
        reading = files.Reading(faults=faults)
        total = self._store_all(found, reading)
        if not self.load.keeps_unknown:
            db.rows("load/unknown_drop", run=self.run)
            db.rows("load/unknown_prune")
        if self.stored.finished:
            total["merged"] += total.pop("loaded", 0)
        total.update({f"accepted.{name}": n for name, n in reading.accepted.items()})
        after = fingerprint.compute(db, self.lock.keep)
        now = graph_counts(db)
        gained = {name: now[name] - self.stored.before.get(name, 0) for name in now}
        report = self.load.report(self.run, total, gained, after.hex, self.target, self.begun)
        too_many = self._is_over_tolerance(total)
        db.write(
            lambda tx: tx.rows(
                "load/snapshot_finish",
                run=self.run,
                counts=json.dumps(report.as_dict()),
                fingerprint=after.hex,
                graph_counts=json.dumps(after.counts),
                complete=not reading.faults and not too_many,
                simulated=total["simulated"] > 0,
                version=version("scinet"),
            )
        )
        if reading.faults:
            raise fault_error(reading.faults, total)
        if too_many:
            raise self._tolerance_error(total)
        return report

    def _store_all(self, found: Sequence[files.SourceFile], reading: files.Reading) -> Counter[str]:
        done = journal.batches(self.load.db, self.run)
        total: Counter[str] = Counter()
        read_all = self.load.part.kind.lines or _one_after_the_other
        lines = read_all(found, reading)
        for part in batched(lines, self.stored.batch_size):
            batch = done.get(part.number)
            if batch is None:
                batch = self._store(part)
            elif batch.sha256 != part.sha256:
                raise SchemaError(
                    f"batch {part.number} of load {self.run} is not what was stored before",
                    hint="Another version of scinet began it: empty the graph and load anew.",
                )
            total.update(batch.counts)
            self.target.add(batch.rejects)
            if self.load.progress is not None:
                self.load.progress(reading.done)
        return total

    def _store(self, part: Lines) -> journal.Batch:
        begun = time.monotonic()
        kind = self.load.part.kind
        entries, account = read(part, kind.make, self.load.part.source)

        def work(tx: "Transaction") -> journal.Batch:
            self.lock.beat(tx)
            if (known := journal.seen(tx, self.run, part.number)) is not None:
                return known  # committed, but the answer was lost
            attempt = account.copy()
            self.load.write(tx, entries, attempt, self.run)
            batch = journal.Batch(part.number, part.sha256, attempt.counts, attempt.rejects)
            journal.mark(tx, self.run, batch)
            return batch

        batch = self.load.db.write(work)
        seconds = time.monotonic() - begun
        _LOG.info("%s batch %d: %d records, %.1f s", kind.name, part.number, len(entries), seconds)
        if self.load.after_batch is not None:
            self.load.after_batch(part.number)
        return batch

    def _is_over_tolerance(self, total: Counter[str]) -> bool:
        return rejected(total) > self.load.max_rejected * total["read"]

    def _tolerance_error(self, total: Counter[str]) -> DataError:
        share = rejected(total) / total["read"]
        reasons = nested(total)["rejected"]
        return DataError(
            f"{share:.1%} of the records are bad, more than {self.load.max_rejected:.1%}: "
            f"{_account(total)}, most often {max(reasons, key=reasons.__getitem__)}",
            hint=f"They are listed in {self.target.path}; fix them, or run the same command "
            "with a higher --max-rejected.",
        )


def _one_after_the_other(
    found: Sequence[files.SourceFile], reading: files.Reading
) -> Iterator[files.Line]:
    return (line for file in found for line in files.lines(file, reading))


def fault_error(faults: Sequence[files.FileFault], total: Counter[str] | None = None) -> DataError:
    """The error that names the files that broke."""
    if not faults:
        return DataError("no file was given", hint="Name a file, a folder, or - for stdin.")
    named = [f"{fault.name} {fault.message} ({fault.reason})" for fault in faults[:_NAMED]]
    if len(faults) > _NAMED:
        named.append(f"{len(faults) - _NAMED} more")
    account = "" if total is None else f"; {_account(total)}"
    hint = "Fix or replace what is broken and run the same command again."
    return DataError(", ".join(named) + account, hint=hint)


def _account(total: Counter[str]) -> str:
    return (
        f"{total['read']} read, {total['loaded']} loaded, {total['merged']} merged, "
        f"{rejected(total)} rejected"
    )
