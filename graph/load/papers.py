"""Write a batch of papers: classify against what is there, take away, add, account.

Records of one id with different contents are settled by the smallest hash, whichever comes
first; so what a displaced record had said is taken away, down to authors and works that only it
named.
"""

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any, Final

from scinet.graph.dates import day_of
from scinet.graph.load.batch import Account, Entry, unique
from scinet.graph.load.fingerprint import Sum
from scinet.graph.load.hashed import add_paper
from scinet.graph.load.shared_nodes import SharedNodes
from scinet.graph.load.spares import EXTERNAL_IDS, PAPER, Spares, stored_papers
from scinet.graph.records import Author, PaperRecord

if TYPE_CHECKING:
    from scinet.graph.connection import Transaction

_PARTS: Final = {
    "references": "load/citation",
    "citations": "load/citation_detail",
    "authors": "load/authorship",
    "fields": "load/field_membership",
    "affiliations": "load/affiliation",
    "released": "load/release",
    "referrals": "load/referral",
}
_OWN: Final = (
    "id", "title", "abstract", "date", "date_precision", "type", "is_retracted", "references",
)  # fmt: skip
_BEYOND: Final = (*_PARTS, "venue_id", "venue_name")  # what is not a property of the paper


def write_papers(
    tx: "Transaction",
    entries: Sequence[Entry[PaperRecord]],
    account: Account,
    run: str,
    *,
    keeps_unknown: bool,
) -> None:
    """Store the records of one batch; citations of works without a record may be dropped."""
    kept = unique(entries, account)
    spares = Spares(PAPER, run)
    displaced: dict[str, tuple[Any, Any]] = {}
    stored = {row["id"]: row for row in tx.rows("load/paper_stored", ids=list(kept))}
    fresh: list[PaperRecord] = []
    cleared: list[str] = []
    for identifier, entry in kept.items():
        row = stored.get(identifier, {})
        there, by_run = row.get("digest"), row.get("run")
        is_other = there is not None and by_run != run
        if keeps_unknown and row.get("dropped") and there == entry.record.digest:
            account.counts["merged"] += 1
            if is_other:
                spares.take(identifier)
                spares.add(identifier, identifier, entry.record.digest, run=by_run)
        elif not spares.settle(entry, account, there, by_run):
            continue
        elif is_other:
            spares.take(identifier)
            displaced[identifier] = by_run, there
        fresh.append(entry.record)
        if there is not None:
            cleared.append(identifier)
    for identifier, record in stored_papers(tx, displaced).items():
        whose, rank = displaced[identifier]
        spares.add(identifier, identifier, rank, record, run=whose)
    spares.write(tx)
    if not cleared:
        # What is taken away below with records that were there, only the graph knows.
        account.change = Sum()
        works = [record.id for record in fresh if record.id in stored]
        account.change.add("work", works, times=-1)
    others = tx.rows("load/paper_clear", ids=cleared) if cleared else []
    add_papers(tx, fresh, run, account.change)
    if cleared:
        tidy(tx, cleared, others)


def add_papers(
    tx: "Transaction", records: Iterable[PaperRecord], run: str, change: Sum | None = None
) -> None:
    """Store records of papers that have none, or whose last one was cleared.

    Args:
        change: The rows that the graph gains and loses are added to it.
    """
    papers: list[dict[str, Any]] = []
    works: dict[str, None] = {}
    shared = SharedNodes()
    for record in records:
        papers.append(
            {name: getattr(record, name) for name in _OWN}
            | {name: record.external_ids.get(name) for name in EXTERNAL_IDS}
            | {
                "day": None if record.date is None else day_of(record.date),
                "has_influential_only": record.has_influential_only or None,
                "is_xpac": record.is_xpac or None,
                "merged_ids": record.merged_ids,
                "record_hash": record.digest,
                "citations": [
                    (c.id, c.is_influential, c.intents or None, c.contexts or None)
                    for c in record.citations
                ],
                "authors": [_authorship(author) for author in record.authors],
                "fields": [(f.id, f.name, f.level, f.score, f.is_primary) for f in record.fields],
                "affiliations": [
                    (a.id, i.id, i.name) for a in record.authors for i in a.institutions
                ],
                "released": [artifact.id for artifact in record.released],
                "referrals": [
                    (r.artifact.id, r.artifact.name, r.count, r.read_on) for r in record.referrals
                ],
                "venue_id": record.venue and record.venue.id,
                "venue_name": record.venue and record.venue.name,
            }
        )
        works.update(dict.fromkeys(record.references))
        shared.add(record)
        if change is not None:
            add_paper(change, record)
    if not papers:
        return
    columns = ("id", "date", "day", "has_influential_only")
    tx.rows("load/paper", rows=[_without(row, _BEYOND) for row in papers], run=run)
    made = tx.rows("load/work", ids=list(works))
    if change is not None:
        change.add("work", (row["id"] for row in made))
    shared.write(tx, change)
    for part, name in _PARTS.items():
        if rows := [_only(row, (*columns, part)) for row in papers if row[part]]:
            tx.rows(name, rows=rows)
    tx.rows(
        "load/publication",
        rows=[_only(r, (*columns, "venue_id", "venue_name")) for r in papers if r["venue_id"]],
    )


def _authorship(author: Author) -> tuple[Any, ...]:
    places = [institution.id for institution in author.institutions] or None
    stated = (author.is_corresponding, author.orcid, places)
    return (author.id, author.name, author.position, *stated)


def tidy(tx: "Transaction", cleared: list[str], others: list[dict[str, Any]]) -> None:
    """Delete or rename other ends that lost a paper, and follow the new dates of cleared ones."""
    for part in ("work", "author", "venue", "field", "institution", "artifact"):
        ends = {end for row in others for end in row[f"{part}s"]}
        tx.rows(f"load/{part}_prune", ids=sorted(ends))
    for name in ("load/mention_redate", "load/co_mention_redate", "load/mention_count"):
        tx.rows(name, ids=cleared)


def _only(row: dict[str, Any], keys: Iterable[str]) -> dict[str, Any]:
    return {key: row[key] for key in keys}


def _without(row: dict[str, Any], keys: Sequence[str]) -> dict[str, Any]:
    return {key: value for key, value in row.items() if key not in keys}
