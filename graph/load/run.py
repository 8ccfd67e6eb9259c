"""One load from its first file to its fingerprint; the same command again goes on.

Schema first, then the files are found and hashed, the lock is taken, batches that the journal
knows are passed over, the others are stored, and the account is closed.
"""

import contextlib
import json
import logging
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from importlib.metadata import version
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, Generic, TypeAlias, TypedDict

from scinet.errors import DataError, SchemaError
from scinet.graph import schema
from scinet.graph.identifiers import check_source
from scinet.graph.load import fingerprint, journal
from scinet.graph.load.batch import Account, Entry, Lines, R, batched, read
from scinet.graph.load.report import LoadReport, RejectsFile, nested, rejected
from scinet.graph.sources import files
from scinet.graph.sources.recognise import wrong_command

if TYPE_CHECKING:
    from scinet.graph.connection import Database, Transaction

_LOG: Final = logging.getLogger(__name__)
_PARTS: Final = (
    "authorships", "references", "fields", "affiliations", "artifacts", "mentions",
    "attributions", "pathway_steps", "groundings",
)  # fmt: skip
_NAMED: Final = 5  # broken files in one message

Progress: TypeAlias = Callable[[int, int], None]
AfterBatch: TypeAlias = Callable[[int], None]


@dataclass(frozen=True, slots=True)
class LoadKind(Generic[R]):
    """What tells one kind of load from another.

    Attributes:
        name: As in the command.
        key: Field that every record has.
        make: Makes a valid record of a JSON object, with the ids below a source.
        write: Stores the records of a batch of a run inside the transaction of the batch.
        options: What else decides the outcome.
        batch_size: Records per transaction, unless the caller wants another.
        finish: Called when all batches of a run are stored; safe to repeat.
        table: Writes a CSV table as JSON lines; None where tables are not taken.
        lines: Reads the files, when they are not simply read one after the other.
    """

    name: str
    key: str
    make: Callable[[dict[str, Any], str | None], R]
    write: "Callable[[Transaction, Sequence[Entry[R]], Account, str], None]"
    options: dict[str, Any]
    batch_size: int
    finish: "Callable[[Database, str], None] | None" = None
    table: Callable[[Path, Path], None] | None = None
    lines: Callable[[Sequence[files.SourceFile], files.Reading], Iterator[files.Line]] | None = None


class How(TypedDict, total=False):
    """What may be said of any load.

    Attributes:
        max_rejected: Share of bad records above which the load fails, 0 to 1, 0.01 when not
            given; judged when all files are read.
        rejects: File for the rejected records; ``rejects-<run>.jsonl`` in the working folder
            when not given.
        batch_size: Records per transaction; that of the kind when not given.
        progress: Told how far the input is read.
        after_batch: Called after each stored batch.
    """

    max_rejected: float
    rejects: Path | None
    batch_size: int
    progress: Progress | None
    after_batch: AfterBatch | None


@dataclass(frozen=True, slots=True)
class Load(Generic[R]):
    """A load with all its settings; see :func:`scinet.graph.load.load_records`."""

    db: "Database"
    kind: LoadKind[R]
    source: str | None
    max_rejected: float = 0.01
    rejects: Path | None = None
    batch_size: int | None = None
    progress: Progress | None = None
    after_batch: AfterBatch | None = None

    def run(self, paths: Iterable[Path | str]) -> LoadReport:
        """Load the files, or go on with them.

        Raises:
            DataError: If a file breaks or too many records are bad.
            SchemaError: If another load is going on.
            StorageError: If the list of rejects cannot be written.
            ValueError: If a setting makes no sense.
        """
        if self.source is not None:
            check_source(self.source)
        if not 0 <= self.max_rejected <= 1:
            raise ValueError(f"max_rejected is a share from 0 to 1, not {self.max_rejected}")
        batch_size = self.kind.batch_size if self.batch_size is None else self.batch_size
        if batch_size < 1:
            raise ValueError(f"batch_size is at least 1, not {batch_size}")
        begun = time.monotonic()
        schema.ensure(self.db)
        with files.gathered(paths, self.kind.key, self.kind.table) as (found, faults):
            if not found:
                raise _fault_error(faults)
            self._refuse_other_kinds(found)
            run = journal.run_id(self.kind.name, self.source, found, self.kind.options)
            target = RejectsFile(self.rejects or Path(f"rejects-{run}.jsonl"))
            with journal.locked(self.db, run) as lock, contextlib.closing(target):
                stored = journal.begin(
                    self.db,
                    run,
                    kind=self.kind.name,
                    source=self.source,
                    files=found,
                    batch_size=batch_size,
                    version=version("scinet"),
                    before=graph_counts(self.db),
                )
                if stored.complete and not faults:
                    return self._repeat(run, target, begun)
                session = _Session(self, run, stored, lock, target, begun)
                return session.go_on(found, faults)

    def _refuse_other_kinds(self, found: Sequence[files.SourceFile]) -> None:
        for file in found:
            wrong = wrong_command(files.first_record(file.path), self.kind.name)
            if wrong is not None:
                message, hint = wrong
                raise DataError(f"{file.name} {message}", hint=hint)

    def _repeat(self, run: str, target: RejectsFile, begun: float) -> LoadReport:
        """Account for a load that was complete already, without reading it again."""
        total: Counter[str] = Counter()
        for batch in journal.batches(self.db, run).values():
            total.update(batch.counts)
            target.add(batch.rejects)
        total["merged"] += total.pop("loaded", 0)
        gained = dict.fromkeys(graph_counts(self.db), 0)
        return _report(run, total, gained, fingerprint.current(self.db), target, begun)


@dataclass(frozen=True, slots=True)
class _Session(Generic[R]):
    """One process at work on a load."""

    load: Load[R]
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
        if self.load.kind.finish is not None:
            self.load.kind.finish(db, self.run)
        if self.stored.finished:
            total["merged"] += total.pop("loaded", 0)
        total.update({f"accepted.{name}": n for name, n in reading.accepted.items()})
        after = fingerprint.compute(db, self.lock.keep)
        now = graph_counts(db)
        gained = {name: now[name] - self.stored.before.get(name, 0) for name in now}
        report = _report(self.run, total, gained, after.hex, self.target, self.begun)
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
            raise _fault_error(reading.faults, total)
        if too_many:
            raise self._tolerance_error(total)
        return report

    def _store_all(self, found: Sequence[files.SourceFile], reading: files.Reading) -> Counter[str]:
        done = journal.batches(self.load.db, self.run)
        size = sum(file.size for file in found)
        total: Counter[str] = Counter()
        read_all = self.load.kind.lines or _one_after_the_other
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
                self.load.progress(reading.done, size)
        return total

    def _store(self, part: Lines) -> journal.Batch:
        begun = time.monotonic()
        kind = self.load.kind
        entries, account = read(part, kind.make, self.load.source)

        def work(tx: "Transaction") -> journal.Batch:
            self.lock.beat(tx)
            if (known := journal.seen(tx, self.run, part.number)) is not None:
                return known  # committed, but the answer was lost
            attempt = account.copy()
            kind.write(tx, entries, attempt, self.run)
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
            hint=f"They are listed in {self.target.path}; mend them, or run the same command "
            "with a higher --max-rejected.",
        )


def _one_after_the_other(
    found: Sequence[files.SourceFile], reading: files.Reading
) -> Iterator[files.Line]:
    return (line for file in found for line in files.lines(file, reading))


def graph_counts(db: "Database") -> dict[str, int]:
    """Source nodes and relationships by kind, from the count store."""
    nodes = {row["label"]: row["count"] for row in db.rows("admin/node_counts")}
    links = {row["type"]: row["count"] for row in db.rows("admin/relationship_counts")}
    return {
        "papers": nodes["Paper"],
        "unknown_works": nodes["Work"] - nodes["Paper"],
        "authors": nodes["Author"],
        "venues": nodes["Venue"],
        "fields": nodes["Field"],
        "institutions": nodes["Institution"],
        "artifacts": nodes["Artifact"],
        "paragraphs": nodes["Paragraph"],
        "contributions": nodes["Contribution"],
        "claims": nodes["Claim"],
        "citations": links["CITES"],
        "authorships": links["AUTHORED"],
        "publications": links["PUBLISHED_IN"],
        "field_memberships": links["IN_FIELD"],
        "affiliations": links["AFFILIATED_WITH"],
        "releases": links["RELEASED"],
        "referrals": links["REFERS_TO"],
        "mentions": links["MENTIONS"],
        "co_mentions": links["CO_MENTIONED"],
        "attributions": links["CONTRIBUTES"],
        "pathway_steps": links["ENABLED_BY"],
        "groundings": links["GROUNDED_IN"],
    }


def _report(
    run: str,
    total: Counter[str],
    gained: dict[str, int],
    fingerprint_hex: str,
    target: RejectsFile,
    begun: float,
) -> LoadReport:
    tree = nested(total)
    parts = {name: part for name, part in tree.items() if name in _PARTS}
    details: dict[str, Any] = {
        **gained,
        "replaced": total["replaced"],
        "accepted": tree.get("accepted", {}),
        "parts": parts,
    }
    return LoadReport(
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


def _fault_error(faults: Sequence[files.FileFault], total: Counter[str] | None = None) -> DataError:
    if not faults:
        return DataError("no file was given", hint="Name a file, a folder, or - for stdin.")
    named = [f"{fault.name} {fault.message} ({fault.reason})" for fault in faults[:_NAMED]]
    if len(faults) > _NAMED:
        named.append(f"{len(faults) - _NAMED} more")
    account = "" if total is None else f"; {_account(total)}"
    hint = "Mend or replace what is broken and run the same command again."
    return DataError(", ".join(named) + account, hint=hint)


def _account(total: Counter[str]) -> str:
    return (
        f"{total['read']} read, {total['loaded']} loaded, {total['merged']} merged, "
        f"{rejected(total)} rejected"
    )
