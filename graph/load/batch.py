"""Batches of input lines, stored in one transaction each, and their reports.

Batch limits depend on the lines alone, so that a resumed load finds the batches that it left.
"""

import contextlib
import gc
import hashlib
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from itertools import islice
from typing import TYPE_CHECKING, Any, Final, Generic, TypeVar

from scinet.graph.db.fingerprint import HashSum
from scinet.graph.schema.records import (
    BadRecordError,
    PaperRecord,
    Record,
    is_version,
    title_key,
)
from scinet.graph.sources.files import UNREADABLE, InputLine
from scinet.graph.sources.json_lines import parse_object

if TYPE_CHECKING:
    from scinet.graph.sources.person_map import People

_MAX_BYTES: Final = 8 * 1024 * 1024
_TEXT: Final = 300

R = TypeVar("R", bound=Record)
T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class LineBatch:
    """Consecutive lines that are stored in one transaction.

    Attributes:
        half: For a part of a batch that could not be stored as a whole: ``a`` for the first half
            and ``b`` for the second, ``ba`` for the first half of that one, and so on.
    """

    number: int
    lines: list[InputLine]
    sha256: str
    half: str = ""

    @property
    def name(self) -> int | str:
        """Name in the journal."""
        return f"{self.number}{self.half}" if self.half else self.number

    def halves(self) -> "tuple[LineBatch, LineBatch]":
        """Return both halves of a batch of at least two lines."""
        middle = len(self.lines) // 2
        first, second = (
            LineBatch(self.number, lines, _sha256(lines), self.half + half)
            for half, lines in (("a", self.lines[:middle]), ("b", self.lines[middle:]))
        )
        return first, second


@dataclass(frozen=True, slots=True)
class BatchEntry(Generic[R]):
    """Valid record with its line."""

    line: InputLine
    record: R


@dataclass(slots=True)
class BatchReport:
    """Outcome of the records of a batch.

    Attributes:
        counts: Numbers by dotted name: ``read``, ``loaded``, ``merged``, ``rejected.<reason>``,
            ``accepted.<reason>`` and parts such as ``references.read``.
        change: Change of the fingerprint; None when it is not known.
        several: By kind, ids of nodes for which records print several names.
    """

    counts: Counter[str] = field(default_factory=Counter)
    rejects: list[dict[str, Any]] = field(default_factory=list)
    change: HashSum | None = None
    several: dict[str, set[str]] = field(default_factory=dict)

    def reject(self, line: InputLine, reason: str, message: str) -> None:
        """Count a record as rejected and list it."""
        self.counts[f"rejected.{reason}"] += 1
        self.remark(line, reason, message)

    def remark(self, line: InputLine, reason: str, message: str) -> None:
        """List a line without counting it."""
        self.rejects.append(
            {
                "file": line.file,
                "line": line.number,
                "offset": line.offset,
                "reason": reason,
                "message": message[:_TEXT],
                "text": line.data[: 4 * _TEXT].decode(errors="replace")[:_TEXT],
            }
        )

    def merge_notes(self, entry: BatchEntry[R]) -> None:
        """Add the notes of a record that is now loaded."""
        self.counts["loaded"] += 1
        self.add_notes(entry)

    def add_notes(self, entry: BatchEntry[R]) -> None:
        """Add the notes of a record of which something is stored."""
        for name, number in entry.record.notes.counts.items():
            self.counts[name] += number
        for remark in entry.record.notes.left_out:
            self.remark(entry.line, remark.reason, remark.message)

    def add_parts(
        self, line: InputLine, counts: Mapping[str, int], left_out: Iterable[tuple[str, str]]
    ) -> None:
        """Count the parts of a record, and list those that are not stored."""
        self.counts.update(counts)
        for reason, message in left_out:
            self.remark(line, reason, message)

    def copy(self) -> "BatchReport":
        """Return a copy to continue from, for a transaction that may run twice."""
        return BatchReport(Counter(self.counts), list(self.rejects))


def _sha256(lines: Iterable[InputLine]) -> str:
    whole = hashlib.sha256()
    for line in lines:
        whole.update(line.data + b"\n")
    return whole.hexdigest()


def batch_lines(lines: Iterable[InputLine], size: int) -> Iterator[LineBatch]:
    """Cut lines into batches of at most ``size`` lines and some megabytes."""
    taken: list[InputLine] = []
    number = length = 0
    for line in lines:
        taken.append(line)
        length += len(line.data)
        if len(taken) == size or length >= _MAX_BYTES:
            yield LineBatch(number, taken, _sha256(taken))
            taken, number, length = [], number + 1, 0
    if taken:
        yield LineBatch(number, taken, _sha256(taken))


def split_batches(listed: Iterable[T], size: int) -> Iterator[list[T]]:
    """Cut an iterable into lists of at most ``size``."""
    rest = iter(listed)
    while part := list(islice(rest, size)):
        yield part


def read_records(
    lines: LineBatch,
    make: Callable[[dict[str, Any], str | None], Any],
    source: str | None,
    people: "People | None" = None,
) -> tuple[list[BatchEntry[Any]], BatchReport]:
    """Make valid records of the lines of a batch, and account for invalid ones.

    Args:
        people: Author map for papers.
    """
    with _without_collection():
        return _read_records(lines, make, source, people)


@contextlib.contextmanager
def _without_collection() -> Iterator[None]:
    """Collect no garbage: records have no cycles, and to search them takes a fifth of the time."""
    was_enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_enabled:
            gc.enable()


def _read_records(
    lines: LineBatch,
    make: Callable[[dict[str, Any], str | None], Any],
    source: str | None,
    people: "People | None",
) -> tuple[list[BatchEntry[Any]], BatchReport]:
    entries: list[BatchEntry[Any]] = []
    account = BatchReport()
    account.counts["read"] = sum(line.rows for line in lines.lines)
    account.counts["merged"] = account.counts["read"] - len(lines.lines)
    for line in lines.lines:
        try:
            if line.reason:
                raise BadRecordError(line.reason, UNREADABLE[line.reason])  # noqa: TRY301
            record = make(parse_object(line.data, is_last=line.is_last), source)
        except BadRecordError as error:
            account.reject(line, error.reason, str(error))
        else:
            if people is not None:
                record = people.applied(record, account.counts)
            entries.append(BatchEntry(line, record))
            account.counts["simulated"] += record.simulated
    return entries, account


def unstorable_account(line: InputLine, why: str) -> BatchReport:
    """Return the account of a line that the database refuses."""
    account = BatchReport(change=HashSum())
    account.counts["read"] = line.rows
    account.counts["merged"] = line.rows - 1
    account.reject(line, "not_storable", why)
    return account


def deduplicate(entries: Iterable[BatchEntry[R]], account: BatchReport) -> dict[str, BatchEntry[R]]:
    """Keep one entry per id: the first of repeats, the smallest hash of differing contents."""
    by_id: dict[str, BatchEntry[R]] = {}
    for entry in entries:
        earlier = by_id.setdefault(entry.record.id, entry)
        if earlier is entry:
            continue
        if earlier.record.digest == entry.record.digest:
            account.counts["merged"] += 1
            continue
        smaller, larger = sorted((earlier, entry), key=lambda e: e.record.digest)
        by_id[entry.record.id] = smaller
        reject_conflict(larger.line, larger.record, account, smaller.record.digest)
    return by_id


def reject_conflict(
    line: InputLine, record: Record, account: BatchReport, other_digest: str
) -> None:
    """Reject a record of an id that has another content, or merge it if it is an older version.

    Args:
        other_digest: Hash of the other record of the same id.
    """
    if is_version(record.digest, other_digest):
        account.counts["merged"] += 1
        account.counts["accepted.older_version"] += 1
        return
    identifier = record.id
    account.reject(line, "conflict", f"another record of {identifier!r} has another content")


@dataclass(slots=True)
class SeenRecords:
    """Records of one paper that were met before.

    Attributes:
        least: Their smallest hash, that of the record in the graph; None without records.
        run: Its load.
        digests: All their hashes.
        titles: Their titles.
    """

    least: str | None = None
    run: str | None = None
    digests: set[str] = field(default_factory=set)
    titles: set[str] = field(default_factory=set)

    def has_other_work(self, record: PaperRecord) -> bool:
        """Whether all titles say that the record is of another work."""
        keys = {title_key(record.id, title) for title in self.titles}
        own = title_key(record.id, record.title)
        return not (own is None or keys <= {None} or own in keys)


@dataclass(frozen=True, slots=True)
class SettledPapers:
    """Records of papers of a batch.

    Attributes:
        stored: By id, those to store in the graph, in place of any other record.
        kept: Those with another content than the record in the graph.
        again: Those that are there already.
    """

    stored: dict[str, BatchEntry[PaperRecord]] = field(default_factory=dict)
    kept: list[BatchEntry[PaperRecord]] = field(default_factory=list)
    again: list[BatchEntry[PaperRecord]] = field(default_factory=list)


def settle_papers(
    entries: Iterable[BatchEntry[PaperRecord]],
    account: BatchReport,
    seen: dict[str, SeenRecords],
    run: str,
) -> SettledPapers:
    """Choose the records to store, of several of one id that of the smallest hash; account for all.

    Different records of one id are put together at the end of the load, except those whose titles
    say that they are of different works.
    """
    settled = SettledPapers()
    for entry in entries:
        digest, title = entry.record.digest, entry.record.title
        there = seen.setdefault(entry.record.id, SeenRecords())
        if digest in there.digests:
            account.counts["merged"] += 1
            settled.again.append(entry)
            continue
        _account_for_paper(entry, account, there, run)
        there.digests.add(digest)
        if title:
            there.titles.add(title)
        if there.least is not None and there.least < digest:
            settled.kept.append(entry)
            continue
        if (displaced := settled.stored.get(entry.record.id)) is not None:
            settled.kept.append(displaced)
        settled.stored[entry.record.id] = entry
        there.least, there.run = digest, run
    return settled


def _account_for_paper(
    entry: BatchEntry[PaperRecord], account: BatchReport, there: SeenRecords, run: str
) -> None:
    digest, counts = entry.record.digest, account.counts
    if there.least is None:
        account.merge_notes(entry)
    elif is_version(digest, there.least):
        if there.least < digest or there.run == run:
            counts.update(("merged", "accepted.older_version"))
        else:
            counts.update(("loaded", "replaced"))
        if digest < there.least:
            account.add_notes(entry)
    elif there.has_other_work(entry.record):
        account.reject(entry.line, "conflict", conflict_message(entry.record))
    else:
        counts.update(("merged", "accepted.put_together"))
        account.add_notes(entry)


def conflict_message(record: PaperRecord) -> str:
    """Return the message for a record of a paper that is another work than an earlier one."""
    return f"another record of {record.id!r} has another title"
