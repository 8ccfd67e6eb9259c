"""Write a batch of documents that mention papers: patents, news and others, each with its day.

A mention is of one document and one paper. Of several the one with the first day stays, so that
what comes later changes nothing before; one without a day gives way, and of one day the smallest
hash stays.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from datetime import date
from typing import TYPE_CHECKING, Any, Final, TypeAlias

from scinet.graph.dates import day_of
from scinet.graph.load.batch import Account, Entry
from scinet.graph.load.spares import DOCUMENT, Spares, written
from scinet.graph.records import DocumentRecord, Notes, digest

if TYPE_CHECKING:
    from scinet.graph.connection import Transaction

_Key: TypeAlias = tuple[str, str]  # paper and document
_There: TypeAlias = tuple[DocumentRecord, str]
_NAMES: Final = ("id", "doi", "arxiv_id", "acl_id", "pmid", "openalex_id", "s2_id")


def write_documents(
    tx: "Transaction", entries: Sequence[Entry[DocumentRecord]], account: Account, run: str
) -> None:
    """Store the mentions of one batch inside its transaction."""
    papers = _papers(tx, [entry.record for entry in entries])
    keys = {(paper, entry.record.id) for entry in entries for paper in papers[_named(entry.record)]}
    stored = _stored(tx, keys)
    fresh: dict[_Key, DocumentRecord] = {}
    spares = Spares(DOCUMENT, run)
    for entry in entries:
        record, found = entry.record, papers[_named(entry.record)]
        if not found:
            message = f"the graph has no paper {_shown(record)}"
            account.reject(entry.line, "unknown_paper", message)
            continue
        taken: dict[_Key, _There | None] = {}
        lost: list[DocumentRecord] = []
        for key in ((paper, record.id) for paper in found):
            there = stored.get(key)
            _note(spares, key, record, there, run)
            if there is None or _rank(record) < _rank(there[0]):
                taken[key] = there
            elif _rank(there[0]) < _rank(record):
                lost.append(there[0])
        _account(account, entry, taken, lost, run)
        for key in taken:
            stored[key] = (record, run)
            fresh[key] = record
    spares.write(tx)
    if fresh:
        rows = [mention(record, paper) for (paper, _), record in fresh.items()]
        tx.rows("load/document", rows=rows, run=run)
        tx.rows("load/artifact_prune", ids=sorted({identifier for _, identifier in fresh}))


def mention(record: DocumentRecord, paper: str) -> dict[str, Any]:
    """What ``load/document`` stores of a document that mentions a paper."""
    return {
        "paper_id": paper,
        "artifact_id": record.id,
        "kind": record.kind,
        "name": record.name,
        "url": record.url,
        "date": record.date,
        "day": None if record.date is None else day_of(record.date),
        "date_precision": record.date_precision,
    }


def _account(
    account: Account,
    entry: Entry[DocumentRecord],
    taken: Mapping[_Key, _There | None],
    lost: Sequence[DocumentRecord],
    run: str,
) -> None:
    """Say once what became of a record, whatever the number of papers that it mentions.

    A document that mentions a paper again, on another day or one that is not known, is no conflict.
    """
    record = entry.record
    earlier = [there for there in taken.values() if there is not None]
    own = [one for one, by_run in earlier if by_run == run]
    others = [*own, *lost]
    if taken:
        account.take_over(entry)
        account.counts["replaced"] += len(earlier) > len(own)
        if not own:
            return
        account.counts["loaded"] -= 1
    if any(one.date == record.date for one in others):
        message = f"{record.id!r} of the same day has another title or link"
        account.reject(entry.line, "conflict", message)
        return
    account.counts["merged"] += 1
    account.counts["accepted.mentioned_again"] += bool(others)


def _note(
    spares: Spares, key: _Key, record: DocumentRecord, stored: _There | None, run: str
) -> None:
    """Note for a later removal what a mention of another load is to this one."""
    if stored is None or stored[1] == run:
        return
    (paper, identifier), (there, by_run) = key, stored
    name = f"{paper} {identifier}"
    own_rank, rank = _rank(record), _rank(there)
    if own_rank == rank:
        spares.add(name, paper, rank)
    elif rank < own_rank:
        spares.add(name, paper, own_rank, written(_bare(record)))
    else:
        spares.take(name)
        spares.add(name, paper, rank, written(there), run=by_run)


def _papers(
    tx: "Transaction", records: Iterable[DocumentRecord]
) -> dict[tuple[Any, ...], list[str]]:
    """Ids of the papers that records name, by what they are named by."""
    named = {_named(record): record for record in records}
    found: dict[tuple[Any, ...], list[str]] = {key: [] for key in named}
    keys = list(named)
    rows = [
        {
            "key": number,
            **{name: [value for own, value in named[key].papers if own == name] for name in _NAMES},
        }
        for number, key in enumerate(keys)
        if named[key].papers
    ]
    for row in tx.rows("load/document_papers", rows=rows):
        found[keys[row["key"]]] = row["paper_ids"]
    titled = [
        {"key": number, "title": named[key].paper_title}
        for number, key in enumerate(keys)
        if not named[key].papers
    ]
    if titled:
        for row in tx.rows("load/document_titles", rows=titled):
            found[keys[row["key"]]] = row["paper_ids"]
    return found


def _stored(tx: "Transaction", keys: Iterable[_Key]) -> dict[_Key, _There]:
    """The mentions that the graph has, each with the load that it is of."""
    rows = [{"paper_id": paper, "artifact_id": identifier} for paper, identifier in sorted(keys)]
    return {
        (row["paper_id"], row["artifact_id"]): (
            DocumentRecord(
                row["artifact_id"],
                row["kind"],
                row["name"],
                row["url"],
                row["date"] and date.fromisoformat(row["date"]),
                row["date_precision"],
                papers=(),
                paper_title=None,
                digest="",
                notes=Notes(),
            ),
            row["run"],
        )
        for row in tx.rows("load/document_stored", rows=rows)
    }


def _named(record: DocumentRecord) -> tuple[Any, ...]:
    return record.papers, record.paper_title


def _bare(record: DocumentRecord) -> DocumentRecord:
    """A document without the papers that it mentions."""
    return replace(record, papers=(), paper_title=None, digest="")


def _shown(record: DocumentRecord) -> str:
    named = [value for _, value in record.papers] or [str(record.paper_title)]
    return repr(named[0])[:100] + (", …" if len(named) > 1 else "")


def _rank(one: DocumentRecord) -> str:
    """Smaller is better: the earlier day, then the smaller hash."""
    days = (one.date or date.max).toordinal()
    said = (one.id, one.kind, one.name, one.url, one.date, one.date_precision)
    return f"{days:08}{digest(said)}"
