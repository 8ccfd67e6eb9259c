"""Write a batch of papers: classify against what is there, take away, add, account.

Records of one id with different contents are settled by the smallest hash, whichever comes
first; so what a displaced record had said is taken away, down to authors and works that only it
named.
"""

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any, Final

from scinet.graph.dates import day_of
from scinet.graph.load.batch import Account, Entry, conflict, unique
from scinet.graph.load.spares import PAPER, Spares, stored_papers, written
from scinet.graph.records import Artifact, Author, PaperRecord

if TYPE_CHECKING:
    from scinet.graph.connection import Transaction

_PARTS: Final = {
    "references": "load/citation",
    "authors": "load/authorship",
    "fields": "load/field_membership",
    "affiliations": "load/affiliation",
    "released": "load/release",
    "referrals": "load/referral",
}
_BEYOND: Final = (*_PARTS, "venue_id", "venue_name")  # what is not a property of the paper


def write_papers(
    tx: "Transaction",
    entries: Sequence[Entry[PaperRecord]],
    account: Account,
    run: str,
    *,
    keeps_unknown: bool,
) -> None:
    """Store the records of one batch inside its transaction.

    Args:
        keeps_unknown: Whether citations of works without a record are to stay.
    """
    kept = unique(entries, account)
    spares = Spares(PAPER, run)
    displaced: dict[str, tuple[str, str]] = {}
    stored = {row["id"]: row for row in tx.rows("load/paper_stored", ids=list(kept))}
    fresh: list[PaperRecord] = []
    cleared: list[str] = []
    for identifier, entry in kept.items():
        row = stored.get(identifier)
        digest = entry.record.digest
        if row is None:
            account.take_over(entry)
            fresh.append(entry.record)
        elif row["digest"] == digest:
            account.counts["merged"] += 1
            is_own = row["run"] == run
            if row["dropped"] and keeps_unknown:
                cleared.append(identifier)
                fresh.append(entry.record)
                spares.take(identifier)
                if not is_own:
                    spares.add(identifier, identifier, digest, run=row["run"])
            elif not is_own:
                spares.add(identifier, identifier, digest)
        elif row["digest"] is None or digest < row["digest"]:
            account.take_over(entry)
            cleared.append(identifier)
            fresh.append(entry.record)
            if row["run"] == run:
                account.counts["loaded"] -= 1
                conflict(entry.line, identifier, account)
            else:
                account.counts["replaced"] += 1
                spares.take(identifier)
                if row["digest"] is not None:
                    displaced[identifier] = row["run"], row["digest"]
        else:
            conflict(entry.line, identifier, account)
            if row["run"] != run:
                spares.add(identifier, identifier, digest, written(entry.record))
    for identifier, record in stored_papers(tx, displaced).items():
        whose, rank = displaced[identifier]
        spares.add(identifier, identifier, rank, record, run=whose)
    spares.write(tx)
    others = tx.rows("load/paper_clear", ids=cleared) if cleared else []
    add_papers(tx, fresh, run)
    if cleared:
        tidy(tx, cleared, others)


def add_papers(tx: "Transaction", records: Iterable[PaperRecord], run: str) -> None:
    """Store records of papers that have none, or whose last one was cleared."""
    papers: list[dict[str, Any]] = []
    works: dict[str, None] = {}
    authors: dict[tuple[str, str | None, str | None], None] = {}
    fields: dict[tuple[str, str | None, str], None] = {}
    institutions: dict[tuple[str, str | None], None] = {}
    artifacts: dict[Artifact, None] = {}
    venues: dict[tuple[str, str], None] = {}
    for record in records:
        external = record.external_ids
        papers.append(
            {
                "id": record.id,
                "title": record.title,
                "abstract": record.abstract,
                "date": record.date,
                "day": None if record.date is None else day_of(record.date),
                "date_precision": record.date_precision,
                "doi": external.get("doi"),
                "arxiv_id": external.get("arxiv_id"),
                "acl_id": external.get("acl_id"),
                "openalex_id": external.get("openalex_id"),
                "s2_id": external.get("s2_id"),
                "type": record.type,
                "is_retracted": record.is_retracted,
                "has_influential_only": record.has_influential_only or None,
                "record_hash": record.digest,
                "references": record.references,
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
        authors.update(dict.fromkeys((a.id, a.name, a.orcid) for a in record.authors))
        fields.update(dict.fromkeys((f.id, f.name, f.level) for f in record.fields))
        institutions.update(
            dict.fromkeys((i.id, i.name) for a in record.authors for i in a.institutions)
        )
        artifacts.update(dict.fromkeys(record.released))
        artifacts.update(dict.fromkeys(r.artifact for r in record.referrals))
        if record.venue is not None:
            venues[record.venue.id, record.venue.name] = None
    if not papers:
        return
    columns = ("id", "date", "day", "has_influential_only")
    tx.rows(
        "load/paper",
        rows=[_without(row, _BEYOND) for row in papers],
        run=run,
    )
    tx.rows("load/work", ids=list(works))
    tx.rows("load/author", rows=[{"id": i, "name": n, "orcid": o} for i, n, o in authors])
    tx.rows("load/venue", rows=[{"id": i, "name": n} for i, n in venues])
    if fields:
        tx.rows("load/field", rows=[{"id": i, "name": n, "level": v} for i, n, v in fields])
    if institutions:
        tx.rows("load/institution", rows=[{"id": i, "name": n} for i, n in institutions])
    if artifacts:
        tx.rows(
            "load/artifact",
            rows=[{"id": a.id, "kind": a.kind, "name": a.name} for a in artifacts],
        )
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
    """Delete or rename what lost a paper, and follow the new dates of the cleared ones.

    Args:
        others: What clearing gave: ids of other ends by kind.
    """
    for part in ("work", "author", "venue", "field", "institution", "artifact"):
        ends = {end for row in others for end in row[f"{part}s"]}
        tx.rows(f"load/{part}_prune", ids=sorted(ends))
    for name in ("load/mention_redate", "load/co_mention_redate", "load/mention_count"):
        tx.rows(name, ids=cleared)


def _only(row: dict[str, Any], keys: Iterable[str]) -> dict[str, Any]:
    return {key: row[key] for key in keys}


def _without(row: dict[str, Any], keys: Sequence[str]) -> dict[str, Any]:
    return {key: value for key, value in row.items() if key not in keys}
