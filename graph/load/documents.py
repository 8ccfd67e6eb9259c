"""Storage of a batch of documents that mention papers: patents, news and others, with their days.

A mention links one document and one paper. Of several the one with the earliest day wins, so that
later ones do not change the past; an undated one loses, and on the same day the smallest hash wins.
A mention depends on names of the paper, of which a loaded record must have one. Records of a paper
may have different names: any counts, so that a mention depends neither on which record stays
nor on the order of loading.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from datetime import date
from typing import TYPE_CHECKING, Any, Final, NamedTuple, TypeAlias

from scinet.graph.load.batch import BatchEntry, BatchReport
from scinet.graph.load.node_names import update_names
from scinet.graph.load.replacements import find_replacements, replacement_referrals
from scinet.graph.load.superseded import DOCUMENT, SupersededRecords, dump_record, parse_record
from scinet.graph.schema.dates import day_of
from scinet.graph.schema.records import DocumentRecord, Notes, digest

if TYPE_CHECKING:
    from scinet.graph.db.connection import Transaction

_Key: TypeAlias = tuple[str, str]  # paper and document
_NAMES: Final = ("id", "doi", "arxiv_id", "acl_id", "pmid", "openalex_id", "s2_id")


class _Mention(NamedTuple):
    """Document that mentions one paper, and the matching names; none if matched by id."""

    record: DocumentRecord
    run: str
    found_by: tuple[str, ...]


def write_documents(
    tx: "Transaction", entries: Sequence[BatchEntry[DocumentRecord]], account: BatchReport, run: str
) -> None:
    """Store the mentions of one batch inside its transaction."""
    papers = _resolve_mentions(tx, [entry.record for entry in entries])
    keys = {
        (paper, entry.record.id)
        for entry in entries
        for paper in papers[_stated_names(entry.record)]
    }
    stored = _read_mentions(tx, keys)
    fresh: dict[_Key, _Mention] = {}
    superseded = SupersededRecords(DOCUMENT, run)
    for entry in entries:
        record, matches = entry.record, papers[_stated_names(entry.record)]
        if not matches:
            message = f"the graph has no paper {_display_name(record)}"
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


def _resolve_mentions(
    tx: "Transaction", records: Iterable[DocumentRecord]
) -> dict[tuple[Any, ...], dict[str, tuple[str, ...]]]:
    """Return the papers of documents, each with the names that match, by :func:`_stated_names`.

    A paper found by its id has no names here.
    """
    by_name = {_stated_names(record): record for record in records}
    matches: dict[tuple[Any, ...], dict[str, tuple[str, ...]]] = {key: {} for key in by_name}
    keys = list(by_name)
    rows, titled = [], []
    for number, record in enumerate(by_name.values()):
        if record.papers:
            stated = {name: [v for own, v in record.papers if own == name] for name in _NAMES}
            rows.append({"key": number, **stated})
        else:
            titled.append({"key": number, "title": record.paper_title})
    answers = tx.rows("load/document_papers", rows=rows)
    if titled:
        answers = [*answers, *tx.rows("load/document_titles", rows=titled)]
    for row in answers:
        matches[keys[row["key"]]] = {paper: tuple(sorted(names)) for paper, names in row["papers"]}
    return matches


def _stated_names(record: DocumentRecord) -> tuple[Any, ...]:
    """Return the names of papers as stated in a document."""
    return record.papers, record.paper_title


def _display_name(record: DocumentRecord) -> str:
    """Return the name of a document's paper for messages."""
    names = [value for _, value in record.papers] or [str(record.paper_title)]
    return repr(names[0])[:100] + (", …" if len(names) > 1 else "")
