"""Storage of a batch of documents that mention papers: patents, news and others, with their days.

A mention links one document and one paper. Of several the one with the earliest day wins, so that
later ones do not change the past; an undated one loses, and on the same day the smallest hash wins.
A mention depends on names of the paper, of which a loaded record must have one.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from datetime import date
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

from scinet.graph.load.batch import BatchEntry, BatchReport
from scinet.graph.load.node_names import update_names
from scinet.graph.load.replacements import find_replacements, replacement_referrals
from scinet.graph.load.resolve_mentions import display_name, resolve_mentions, stated_names
from scinet.graph.load.superseded import DOCUMENT, SupersededRecords, dump_record, parse_record
from scinet.graph.schema.dates import day_of
from scinet.graph.schema.records import DocumentRecord, Notes, digest

if TYPE_CHECKING:
    from scinet.graph.db.connection import Transaction

_Key: TypeAlias = tuple[str, str]  # paper and document


class _Mention(NamedTuple):
    """Document that mentions one paper, and the matching names; none if matched by id."""

    record: DocumentRecord
    run: str
    found_by: tuple[str, ...]


def write_documents(
    tx: "Transaction", entries: Sequence[BatchEntry[DocumentRecord]], account: BatchReport, run: str
) -> None:
    """Store the mentions of one batch inside its transaction."""
    papers = resolve_mentions(tx, [entry.record for entry in entries])
    keys = {
        (paper, entry.record.id)
        for entry in entries
        for paper in papers[stated_names(entry.record)]
    }
    stored = _read_mentions(tx, keys)
    fresh: dict[_Key, _Mention] = {}
    superseded = SupersededRecords(DOCUMENT, run)
    for entry in entries:
        record, matches = entry.record, papers[stated_names(entry.record)]
        if not matches:
            message = f"the graph has no paper {display_name(record)}"
            account.reject(entry.line, "unknown_paper", message)
            continue
        earlier: list[_Mention] = []
        lost: list[DocumentRecord] = []
        is_taken = False
        for paper, found_by in matches.items():
            key, own = (paper, record.id), _Mention(record, run, found_by)
            current = stored.get(key)
            if current is not None:
                _note_superseded(superseded, key, own, current)
            if current is None or _version_rank(record) < _version_rank(current.record):
                is_taken = True
                earlier += [] if current is None else [current]
                stored[key] = fresh[key] = own
            elif _version_rank(current.record) < _version_rank(record):
                lost.append(current.record)
        _account_record(account, entry, earlier, lost, run, is_taken=is_taken)
    superseded.write(tx)
    if fresh:
        rows = [
            _row(mention.record, paper, mention.found_by) for (paper, _), mention in fresh.items()
        ]
        tx.rows("load/document", rows=rows, run=run)
        update_names(tx, sorted({identifier for _, identifier in fresh}), "artifact")


def delete_mentions(tx: "Transaction", rows: Sequence[Mapping[str, Any]]) -> None:
    """Delete mentions; superseded ones of the same paper and document replace them."""
    replacements = find_replacements(tx, DOCUMENT, {row["owner"] for row in rows}, rows)
    tx.rows("remove/count", rows=[row for row in rows if row["id"] not in replacements])
    for row, replacement, stored in replacement_referrals(tx, rows, replacements):
        replaced = _row(parse_record(DOCUMENT, stored), row["owner"], replacement.found_by)
        tx.rows("load/document", rows=[replaced], run=replacement.run)
    update_names(tx, sorted({row["artifact_id"] for row in rows}), "artifact")


def delete_unnamed(tx: "Transaction", papers: Collection[str]) -> bool:
    """Delete mentions whose paper lost all matching names; return whether there were any."""
    rows = tx.rows("remove/unnamed", ids=sorted(papers)) if papers else []
    if rows:
        delete_mentions(tx, rows)
    return bool(rows)


def _row(record: DocumentRecord, paper: str, found_by: Sequence[str] | None) -> dict[str, Any]:
    return {
        "found_by": list(found_by or ()) or None,
        "paper_id": paper,
        "artifact_id": record.id,
        "kind": record.kind,
        "name": record.name,
        "url": record.url,
        "date": record.date,
        "day": None if record.date is None else day_of(record.date),
        "date_precision": record.date_precision,
    }


def _account_record(
    account: BatchReport,
    entry: BatchEntry[DocumentRecord],
    earlier: Sequence[_Mention],
    lost: Sequence[DocumentRecord],
    run: str,
    *,
    is_taken: bool,
) -> None:
    """Account once for a record, however many papers it mentions.

    A document that mentions a paper again on another or an unknown day is not a conflict.
    """
    record = entry.record
    own = [item.record for item in earlier if item.run == run]
    others = [*own, *lost]
    if is_taken:
        account.merge_notes(entry)
        account.counts["replaced"] += len(earlier) > len(own)
        if not own:
            return
        account.counts["loaded"] -= 1
    if any(item.date == record.date for item in others):
        message = f"{record.id!r} of the same day has another title or link"
        account.reject(entry.line, "conflict", message)
        return
    account.counts["merged"] += 1
    account.counts["accepted.mentioned_again"] += bool(others)


def _note_superseded(
    superseded: SupersededRecords, key: _Key, own: _Mention, current: _Mention
) -> None:
    """Record the losing one of two mentions of different loads or names for a later removal.

    Of one load and the same names only the best is kept; if both are equal, no content is needed.
    """
    paper, identifier = key
    name = f"{paper} {identifier}"
    own_rank, rank = _version_rank(own.record), _version_rank(current.record)
    if rank > own_rank:
        text = dump_record(_strip_papers(current.record))
        superseded.add(name, paper, rank, text, run=current.run, found_by=current.found_by)
        superseded.take(name, own.found_by)
    elif current[1:] != own[1:]:
        record = None if rank == own_rank else dump_record(_strip_papers(own.record))
        superseded.add(name, paper, own_rank, record, found_by=own.found_by)


def _read_mentions(tx: "Transaction", keys: Iterable[_Key]) -> dict[_Key, _Mention]:
    rows = [{"paper_id": paper, "artifact_id": identifier} for paper, identifier in sorted(keys)]
    return {
        (row["paper_id"], row["artifact_id"]): _Mention(
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
            tuple(row["found_by"] or ()),
        )
        for row in tx.rows("load/document_stored", rows=rows)
    }


def _strip_papers(record: DocumentRecord) -> DocumentRecord:
    return replace(record, papers=(), paper_title=None, digest="")


def _version_rank(document: DocumentRecord) -> str:
    """Rank a document, smaller first: the earlier day, then the smaller hash."""
    days = (document.date or date.max).toordinal()
    content = (
        document.id,
        document.kind,
        document.name,
        document.url,
        document.date,
        document.date_precision,
    )
    return f"{days:08}{digest(content)}"
