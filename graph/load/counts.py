"""Write a batch of counts: of several readings the latest stays, of one day the smallest hash.

They are stored next to the counts that records of papers state, and outlive those; whatever the
order of files and batches, one reading per paper and kind, or per artefact, is left.
"""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from datetime import date
from typing import TYPE_CHECKING, Any, Final, TypeAlias

from scinet.graph.load.batch import Account, Entry
from scinet.graph.load.spares import COUNT, Spares, written
from scinet.graph.records import CountRecord, digest
from scinet.graph.sources.artifacts import RELEASED, counter

if TYPE_CHECKING:
    from scinet.graph.connection import Transaction

_Key: TypeAlias = tuple[str, str | None]
_Stored: TypeAlias = dict[_Key, tuple[int | None, date | None, str | None]]
_NO_DAY: Final = date.min


def write_counts(
    tx: "Transaction", entries: Sequence[Entry[CountRecord]], account: Account, run: str
) -> None:
    """Store the counts of one batch inside its transaction."""
    stored = _stored(tx, [entry.record for entry in entries])
    fresh: dict[_Key, Entry[CountRecord]] = {}
    spares = Spares(COUNT, run)
    for entry in entries:
        record = entry.record
        if not (keys := [key for key in _keys(record) if key in stored]):
            what = "artefact" if record.kind is None else "paper"
            message = f"the graph has no {what} {record.id!r}"
            account.reject(entry.line, f"unknown_{what}", message)
            continue
        count, day, by_run = stored[keys[0]]
        for key in keys:
            _note(spares, key, record, stored[key], run)
        if count is None:
            account.take_over(entry)
        elif (count, day) == (record.count, record.read_on):
            account.counts["merged"] += 1
            continue
        elif _order(record.id, record.kind, count, day) < _order(*_content(record)):
            account.reject(entry.line, *_loss(day, record.read_on))
            continue
        else:
            account.take_over(entry)
            if by_run == run:
                account.counts["loaded"] -= 1
                account.reject(entry.line, *_loss(record.read_on, day))
            else:
                account.counts["replaced"] += 1
        for key in keys:
            stored[key] = (record.count, record.read_on, run)
            fresh[key] = entry
    spares.write(tx)
    _add(tx, fresh, run)


def _note(
    spares: Spares,
    key: _Key,
    record: CountRecord,
    there: tuple[int | None, date | None, str | None],
    run: str,
) -> None:
    """Note for a later removal what a reading of another load is to this one."""
    count, day, by_run = there
    if count is None or by_run == run:
        return
    identifier, kind = key
    name = identifier if kind is None else f"{identifier} {_counter(record).id}"
    other = replace(record, count=count, read_on=day)
    own_rank, rank = _rank(record), _rank(other)
    if own_rank == rank:
        spares.add(name, identifier, rank)
    elif rank < own_rank:
        spares.add(name, identifier, own_rank, written(record))
    else:
        spares.take(name)
        spares.add(name, identifier, rank, written(other), run=by_run)


def _rank(record: CountRecord) -> str:
    place, own = _order(*_content(record))
    return f"{place + date.max.toordinal():08}{own}"


def _stored(tx: "Transaction", records: Iterable[CountRecord]) -> _Stored:
    """What the graph has of all that may be counted; None as the count where it has none."""
    papers: dict[str, list[CountRecord]] = {}
    addresses: dict[str, None] = {}
    for record in records:
        if record.kind is None:
            addresses.update(dict.fromkeys(identifier for identifier, _ in _keys(record)))
        else:
            papers.setdefault(record.id, []).append(record)
    found: _Stored = {}
    for row in tx.rows("load/count_stored", ids=list(papers)):
        there = {identifier: tuple(rest) for identifier, *rest in row["counts"]}
        for record in papers[row["id"]]:
            count, day, run = there.get(_counter(record).id, (None, None, None))
            found[row["id"], record.kind] = (count, _plain(day), run)
    for row in tx.rows("load/artifact_count_stored", ids=list(addresses)):
        found[row["id"], None] = (row["count"], _plain(row["read_on"]), row["run"])
    return found


def _keys(record: CountRecord) -> list[_Key]:
    """Everything in the graph that the record may count; an address may be of several kinds."""
    if record.kind is not None:
        return [(record.id, record.kind)]
    return [(f"{kind}:{record.id}", None) for kind in RELEASED.values()]


def _add(tx: "Transaction", fresh: dict[_Key, Entry[CountRecord]], run: str) -> None:
    papers: list[dict[str, Any]] = []
    others: list[dict[str, Any]] = []
    counters: dict[str, dict[str, str]] = {}
    for (identifier, kind), entry in fresh.items():
        row = {"id": identifier, "count": entry.record.count, "read_on": entry.record.read_on}
        if kind is None:
            others.append(row)
        else:
            artifact = _counter(entry.record)
            named = {"id": artifact.id, "kind": artifact.kind, "name": artifact.name}
            counters[artifact.id] = named
            papers.append({**row, "artifact_id": artifact.id})
    if papers:
        tx.rows("load/artifact", rows=list(counters.values()))
        tx.rows("load/count", rows=papers, run=run)
    if others:
        tx.rows("load/artifact_count", rows=others, run=run)


def _counter(record: CountRecord) -> Any:
    return counter(str(record.kind), record.source)


def _content(record: CountRecord) -> tuple[str, str | None, int, date | None]:
    return record.id, record.kind, record.count, record.read_on


def _order(identifier: str, kind: str | None, count: int, day: date | None) -> tuple[int, str]:
    """Smaller is better: the later day, then the smaller hash."""
    return -(day or _NO_DAY).toordinal(), digest((identifier, kind, count, day))


def _loss(kept: date | None, given_up: date | None) -> tuple[str, str]:
    if kept == given_up:
        return "conflict", "another count of the same day has another value"
    return "older_reading", f"it was counted again on {max(kept or _NO_DAY, given_up or _NO_DAY)}"


def _plain(day: Any) -> date | None:
    """The day as Python's own; the driver has a class of its own."""
    return None if day is None else date(day.year, day.month, day.day)
