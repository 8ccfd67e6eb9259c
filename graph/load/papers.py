"""Storage of a batch of papers: compare with stored records, remove, add, account.

Of records of one id with different contents that of the smallest hash is stored, in any order, and
the others are kept; all that a displaced record brought is removed, down to authors and works that
only it named.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final

from scinet.graph.db.fingerprint import HashSum
from scinet.graph.load.batch import BatchEntry, BatchReport, SeenRecords, settle_papers
from scinet.graph.load.documents import delete_unnamed
from scinet.graph.load.external_texts import INSIDE, replace_texts
from scinet.graph.load.fingerprint_rows import add_paper
from scinet.graph.load.links import link_papers, node_numbers
from scinet.graph.load.node_names import update_names
from scinet.graph.load.shared_nodes import Several, SharedNodes
from scinet.graph.load.superseded import (
    EXTERNAL_IDS,
    PAPER,
    SupersededRecords,
    parse_record,
    stored_papers,
)
from scinet.graph.schema.dates import day_of
from scinet.graph.schema.printed_names import other_words
from scinet.graph.schema.records import PaperRecord

if TYPE_CHECKING:
    from scinet.graph.db.connection import Transaction

_OWN: Final = (
    "title", "abstract", "date", "date_precision", "first_date", "date_reason", "type",
    "is_retracted", "merged_ids",
)  # fmt: skip


def write_papers(
    tx: "Transaction",
    entries: Sequence[BatchEntry[PaperRecord]],
    account: BatchReport,
    run: str,
    *,
    keeps_unknown: bool,
    outside: Mapping[str, str] = INSIDE,
) -> None:
    """Store the records of one batch; citations of works without a record may be dropped.

    Args:
        outside: References of texts that are kept outside the graph.
    """
    superseded = SupersededRecords(PAPER, run, outside)
    ids = list(dict.fromkeys(entry.record.id for entry in entries))
    stored = {row["id"]: row for row in tx.rows("load/paper_stored", ids=ids)}
    existing = [paper_id for paper_id in stored if stored[paper_id]["digest"] is not None]
    seen = _seen_records(tx, entries, {identifier: stored[identifier] for identifier in existing})
    before = {identifier: frozenset(one.digests) for identifier, one in seen.items()}
    settled = settle_papers(entries, account, seen, run)
    fresh = {identifier: entry.record for identifier, entry in settled.stored.items()}
    displaced = [identifier for identifier in fresh if identifier in before]
    for entry in settled.kept:
        superseded.keep(entry.record)
    for record in (entry.record for entry in settled.again):
        row = stored.get(record.id, {})
        if record.digest != row.get("digest"):
            if record.digest in before.get(record.id, ()):
                superseded.keep(record)
        elif keeps_unknown and row["dropped"] and record.id not in fresh:
            # Dropped citations are from a load that drops, hence another one.
            superseded.take(record.id, rank=record.digest)
            superseded.add(record.id, record.id, record.digest, run=row["run"])
            fresh[record.id] = record
        elif row["run"] != run and record.id in fresh:
            superseded.keep(record)
        elif row["run"] != run:
            superseded.add(record.id, record.id, record.digest)
    cleared = [identifier for identifier in fresh if identifier in before]
    for identifier, text in (stored_papers(tx, displaced) if displaced else {}).items():
        row = stored[identifier]
        superseded.keep(parse_record(PAPER, text), run=row["run"], dropped=row["dropped"])
        superseded.take(identifier, rank=fresh[identifier].digest)
    superseded.write(tx)
    # In a resumed load, a record that other loads have met may be superseded.
    if not cleared and not delete_unnamed(tx, existing):
        # Only the graph knows what is removed below with cleared records.
        account.change = HashSum()
        works = [identifier for identifier in fresh if identifier in stored]
        account.change.add("work", works, times=-1)
    others = tx.rows("load/paper_clear", ids=cleared) if cleared else []
    account.several = add_papers(tx, fresh.values(), run, account.change, outside)
    if cleared:
        clean_up(tx, cleared, others)
        delete_unnamed(tx, existing)


def _seen_records(
    tx: "Transaction", entries: Sequence[BatchEntry[PaperRecord]], stored: Mapping[str, Any]
) -> dict[str, SeenRecords]:
    """Return what the graph has of papers; all records only where another one comes."""
    seen = {
        identifier: SeenRecords(row["digest"], row["run"], {row["digest"]})
        for identifier, row in stored.items()
    }
    others = {
        entry.record.id
        for entry in entries
        if entry.record.id in seen and entry.record.digest != seen[entry.record.id].least
    }
    for row in tx.rows("load/paper_seen", ids=sorted(others)) if others else ():
        seen[row["id"]].digests.update(row["digests"])
        seen[row["id"]].titles.update(filter(None, row["titles"]))
    return seen


def add_papers(
    tx: "Transaction",
    records: Iterable[PaperRecord],
    run: str,
    change: HashSum | None = None,
    outside: Mapping[str, str] = INSIDE,
) -> Several:
    """Store records of papers that are new or cleared.

    Args:
        change: The rows that the graph gains and loses are added to it.
        outside: As in :func:`write_papers`.

    Returns:
        By kind, ids of authors and so on that still have to get their commonest name.
    """
    listed, several = list(records), Several()
    if not listed:
        return several
    works: dict[str, None] = {}
    shared = SharedNodes()
    for record in listed:
        works.update(dict.fromkeys(record.references))
        shared.add(record)
        if change is not None:
            add_paper(change, record)
    papers = [
        {"id": record.id, "own": own_properties(replace_texts(record, outside))}
        for record in listed
    ]
    numbers = node_numbers(tx.rows("load/paper", rows=papers, run=run))
    others = [identifier for identifier in works if identifier not in numbers]
    numbers |= node_numbers(tx.rows("load/work_numbers", ids=others))
    if missing := [identifier for identifier in others if identifier not in numbers]:
        numbers |= node_numbers(tx.rows("load/work", ids=missing))
        if change is not None:
            change.add("work", missing)
    link_papers(tx, listed, numbers, shared.write(tx, change, several))
    return several


def own_properties(record: PaperRecord) -> dict[str, Any]:
    """Return the properties of a paper from its record, without the id."""
    stated = {
        **{name: getattr(record, name) for name in _OWN},
        **{name: record.external_ids.get(name) for name in EXTERNAL_IDS},
        "day": None if record.date is None else day_of(record.date),
        "spellings": other_words(record.title),
        "has_influential_only": record.has_influential_only or None,
        "is_xpac": record.is_xpac or None,
        "record_hash": record.digest,
    }
    return {name: value for name, value in stated.items() if value is not None}


def clean_up(
    tx: "Transaction", cleared: list[str], others: list[dict[str, Any]], *added: Several
) -> None:
    """Delete or rename other ends that lost a paper, and update the dates of mentions.

    Args:
        added: Ends of papers that were stored instead, from :func:`add_papers`.
    """
    ends = {
        part: {end for row in others for end in row[f"{part}s"]}.union(
            *(some.get(part, ()) for some in added)
        )
        for part in ("work", "author", "venue", "field", "institution", "artifact")
    }
    for part, ids in ends.items():
        if part == "work":
            tx.rows("load/work_prune", ids=sorted(ids))
        else:
            update_names(tx, sorted(ids), part)
    for name in ("load/mention_redate", "load/co_mention_redate", "load/mention_count"):
        tx.rows(name, ids=cleared)
