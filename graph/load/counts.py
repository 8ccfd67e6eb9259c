"""Storage of a batch of counts: of several readings the latest wins, of one day the smallest hash.

They are stored beside the counts in records of papers, and outlive those. In any order of files
and batches, one reading per paper and kind, or per artefact, is left. An address released as two
kinds is two artefacts, each with its own count.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, replace
from datetime import date
from typing import TYPE_CHECKING, Any, Final, TypeAlias

from scinet.graph.load.batch import BatchEntry, BatchReport
from scinet.graph.load.shared_nodes import name_properties
from scinet.graph.load.superseded import COUNT, SupersededRecords, dump_record
from scinet.graph.schema.records import Artifact, CountRecord, digest
from scinet.graph.sources.artifacts import RELEASED, count_artifact

if TYPE_CHECKING:
    from scinet.graph.db.connection import Transaction

_Key: TypeAlias = tuple[str, str | None]
_StoredReading: TypeAlias = tuple[CountRecord | None, str | None]
_NO_DAY: Final = date.min


def write_counts(
    tx: "Transaction", entries: Sequence[BatchEntry[CountRecord]], account: BatchReport, run: str
) -> None:
    """Store the counts of one batch inside its transaction."""
    stored = _read_stored(tx, [entry.record for entry in entries])
    fresh: dict[_Key, CountRecord] = {}
    superseded = SupersededRecords(COUNT, run)
    for entry in entries:
        record = entry.record
        if not (keys := [key for key in _count_keys(record) if key in stored]):
            what = "artefact" if record.kind is None else "paper"
            message = f"the graph has no {what} {record.id!r}"
            account.reject(entry.line, f"unknown_{what}", message)
            continue
        for key in keys:
            _note_superseded(superseded, key, record, stored[key], run)
        held = {key: stored[key] for key in keys}
        ranks = {
            _version_rank(current): current for current, _ in held.values() if current is not None
        }
        own = _version_rank(record)
        taken = [
            key
            for key, (current, _) in held.items()
            if current is None or own < _version_rank(current)
        ]
        if taken:
            stored.update(dict.fromkeys(taken, (record, run)))
            fresh.update(dict.fromkeys(taken, record))
            account.merge_notes(entry)
            remaining = [stored[key] for key in keys]
            _account_superseded(entry, [held[key] for key in taken], remaining, account, run)
        elif own in ranks:
            account.counts["merged"] += 1
        else:
            account.reject(entry.line, *_loss_reason(ranks[min(ranks)], record))
    superseded.write(tx)
    _add(tx, fresh, run)


def _account_superseded(
    entry: BatchEntry[CountRecord],
    gone: Sequence[_StoredReading],
    remaining: Sequence[_StoredReading],
    account: BatchReport,
    run: str,
) -> None:
    """Account for readings replaced by this one, unless they remain under another key."""
    others = {
        (_version_rank(reading), by_run): reading for reading, by_run in gone if reading is not None
    }
    remaining_keys = {
        (_version_rank(reading), by_run) for reading, by_run in remaining if reading is not None
    }
    for key, reading in others.items():
        if key[1] != run:
            account.counts["replaced"] += 1
        elif key not in remaining_keys:
            account.counts["loaded"] -= 1
            account.reject(entry.line, *_loss_reason(entry.record, reading))


def _note_superseded(
    superseded: SupersededRecords, key: _Key, record: CountRecord, stored: _StoredReading, run: str
) -> None:
    """Record the losing one of two readings of different loads for a later removal."""
    current, by_run = stored
    if current is None:
        return
    identifier, kind = key
    name = identifier if kind is None else f"{identifier} {_counter(record).id}"
    own_rank, rank = _version_rank(record), _version_rank(current)
    if rank > own_rank:
        superseded.add(name, identifier, rank, dump_record(current), run=by_run)
        superseded.take(name)
    elif by_run != run:
        text = None if rank == own_rank else dump_record(record)
        superseded.add(name, identifier, own_rank, text)


def _read_stored(tx: "Transaction", records: Iterable[CountRecord]) -> dict[_Key, _StoredReading]:
    papers: dict[str, list[CountRecord]] = {}
    artifacts: dict[str, CountRecord] = {}
    for record in records:
        if record.kind is None:
            artifacts.update((identifier, record) for identifier, _ in _count_keys(record))
        else:
            papers.setdefault(record.id, []).append(record)
    stored: dict[_Key, _StoredReading] = {}
    for row in tx.rows("load/count_stored", ids=list(papers)):
        readings = {identifier: rest for identifier, *rest in row["counts"]}
        for record in papers[row["id"]]:
            reading = readings.get(_counter(record).id, (None, None, None))
            stored[row["id"], record.kind] = _reading(record, *reading)
    for row in tx.rows("load/artifact_count_stored", ids=list(artifacts)):
        reading = (row["count"], row["read_on"], row["run"])
        stored[row["id"], None] = _reading(artifacts[row["id"]], *reading)
    return stored


def _reading(record: CountRecord, count: int | None, day: Any, run: str | None) -> _StoredReading:
    if count is None:
        return None, run
    read_on = None if day is None else date(day.year, day.month, day.day)
    return replace(record, count=count, read_on=read_on), run


def _count_keys(record: CountRecord) -> list[_Key]:
    """Return all keys that a record may count; an address may be of several kinds."""
    if record.kind is not None:
        return [(record.id, record.kind)]
    return [(f"{kind}:{record.id}", None) for kind in RELEASED.values()]


def _add(tx: "Transaction", fresh: Mapping[_Key, CountRecord], run: str) -> None:
    papers: list[dict[str, Any]] = []
    others: list[dict[str, Any]] = []
    counters: dict[str, dict[str, Any]] = {}
    for (identifier, kind), record in fresh.items():
        row = {"id": identifier, "count": record.count, "read_on": record.read_on}
        if kind is None:
            others.append(row)
        else:
            artifact = _counter(record)
            counters[artifact.id] = asdict(artifact) | name_properties([artifact.name])
            papers.append({**row, "artifact_id": artifact.id})
    if papers:
        tx.rows("load/artifact", rows=list(counters.values()))
        tx.rows("load/count", rows=papers, run=run)
    if others:
        tx.rows("load/artifact_count", rows=others, run=run)


def _counter(record: CountRecord) -> Artifact:
    return count_artifact(str(record.kind), record.source)


def _version_rank(record: CountRecord) -> str:
    """Rank a reading, smaller first: the later day, then the smaller hash."""
    days = date.max.toordinal() - (record.read_on or _NO_DAY).toordinal()
    return f"{days:08}{digest((record.id, record.kind, record.count, record.read_on))}"


def _loss_reason(winner: CountRecord, given_up: CountRecord) -> tuple[str, str]:
    days = winner.read_on or _NO_DAY, given_up.read_on or _NO_DAY
    if winner.read_on == given_up.read_on:
        return "conflict", "another count of the same day has another value"
    return "older_reading", f"it was counted again on {max(days)}"
