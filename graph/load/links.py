"""Relationships of papers, created by the internal node ids that hold within a transaction.

A node is found by its internal id without an index lookup, and a paper only once for all its links.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, TypeAlias

from scinet.graph.schema.dates import day_of
from scinet.graph.schema.records import PaperRecord

if TYPE_CHECKING:
    from scinet.graph.db.connection import Transaction

Numbers: TypeAlias = Mapping[str, int]


def node_numbers(rows: Iterable[Mapping[str, Any]]) -> dict[str, int]:
    """Return internal ids by id, from rows with both as lists."""
    return {
        identifier: number
        for row in rows
        for identifier, number in zip(row["ids"], row["numbers"], strict=True)
    }


def link_papers(
    tx: "Transaction",
    records: Sequence[PaperRecord],
    works: Numbers,
    shared: Mapping[str, Numbers],
) -> None:
    """Link papers that have no links yet.

    Args:
        works: Internal ids of the papers and of all works that they cite.
        shared: Internal ids of shared nodes, by kind.
    """
    tx.rows("load/link", rows=[_link_row(record, works, shared) for record in records])
    authors, places, things = shared["author"], shared["institution"], shared["artifact"]
    affiliations = [
        {
            "id": record.id,
            **_date_columns(record),
            "affiliations": [
                (authors[a.id], places[i.id], i.name)
                for a in record.authors
                for i in a.institutions
            ],
        }
        for record in records
        if any(author.institutions for author in record.authors)
    ]
    if affiliations:
        tx.rows("load/affiliation", rows=affiliations)
    releases = [
        {
            "number": works[record.id],
            **_date_columns(record),
            "released": [things[artifact.id] for artifact in record.released],
        }
        for record in records
        if record.released
    ]
    if releases:
        tx.rows("load/release", rows=releases)
    referrals = [
        {
            "number": works[record.id],
            "referrals": [
                (things[r.artifact.id], r.artifact.name, r.count, r.read_on)
                for r in record.referrals
            ],
        }
        for record in records
        if record.referrals
    ]
    if referrals:
        tx.rows("load/referral", rows=referrals)


def _link_row(record: PaperRecord, works: Numbers, shared: Mapping[str, Numbers]) -> dict[str, Any]:
    authors, subjects, venue = shared["author"], shared["field"], record.venue
    details = {
        works[c.id]: (c.is_influential, c.intents or None, c.contexts or None)
        for c in record.citations
        if c.id in works
    }
    cited = [works[identifier] for identifier in record.references]
    return {
        "number": works[record.id],
        **_date_columns(record),
        "has_influential_only": record.has_influential_only or None,
        "works": [number for number in cited if number not in details] if details else cited,
        "citations": [(number, *details[number]) for number in cited if number in details]
        if details
        else (),
        "authors": [
            (
                authors[a.id],
                a.name,
                a.position,
                a.is_corresponding,
                a.orcid,
                [institution.id for institution in a.institutions] or None,
                a.given_ids,
            )
            for a in record.authors
        ],
        "fields": [(subjects[f.id], f.name, f.level, f.score, f.is_primary) for f in record.fields],
        "venues": () if venue is None else [(shared["venue"][venue.id], venue.name)],
    }


def _date_columns(record: PaperRecord) -> dict[str, Any]:
    return {"date": record.date, "day": None if record.date is None else day_of(record.date)}
