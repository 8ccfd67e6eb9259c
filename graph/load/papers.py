"""Storage of a batch of papers: compare with stored records, remove, add, account.

Records of one id with different contents are settled by the smallest hash, in any order; all that
a displaced record brought is removed, down to authors and works that only it named.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final

from scinet.graph.db.fingerprint import HashSum
from scinet.graph.load.batch import BatchEntry, BatchReport, deduplicate
from scinet.graph.load.documents import delete_unnamed
from scinet.graph.load.external_texts import INSIDE, replace_texts
from scinet.graph.load.fingerprint_rows import add_paper
from scinet.graph.load.links import link_papers, node_numbers
from scinet.graph.load.node_names import update_names
from scinet.graph.load.shared_nodes import Several, SharedNodes
from scinet.graph.load.superseded import EXTERNAL_IDS, PAPER, SupersededRecords, stored_papers
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
    unique_entries = deduplicate(entries, account)
    superseded = SupersededRecords(PAPER, run, outside)
    displaced: list[str] = []
    stored = {row["id"]: row for row in tx.rows("load/paper_stored", ids=list(unique_entries))}
    existing = [paper_id for paper_id in stored if stored[paper_id]["digest"] is not None]
    fresh: list[PaperRecord] = []
    cleared: list[str] = []
    for identifier, entry in unique_entries.items():
        row = stored.get(identifier, {})
        current, by_run = row.get("digest"), row.get("run")
        if keeps_unknown and row.get("dropped") and current == entry.record.digest:
            account.counts["merged"] += 1
            # Dropped citations are from a load that drops, hence another one.
            superseded.take(identifier)
            superseded.add(identifier, identifier, entry.record.digest, run=by_run)
        elif not superseded.settle(entry, account, current, by_run):
            continue
        elif current is not None:
            displaced.append(identifier)
        fresh.append(entry.record)
        if current is not None:
            cleared.append(identifier)
    for identifier, record in (stored_papers(tx, displaced) if displaced else {}).items():
        row = stored[identifier]
        how = {"run": row["run"], "dropped": row["dropped"]}
        superseded.add(identifier, identifier, row["digest"], record, **how)
        superseded.take(identifier)
    superseded.write(tx)
    # In a resumed load, a record that other loads have met may be superseded.
    if not cleared and not delete_unnamed(tx, existing):
        # Only the graph knows what is removed below with cleared records.
        account.change = HashSum()
        works = [record.id for record in fresh if record.id in stored]
        account.change.add("work", works, times=-1)
    others = tx.rows("load/paper_clear", ids=cleared) if cleared else []
    account.several = add_papers(tx, fresh, run, account.change, outside)
    if cleared:
        clean_up(tx, cleared, others)
        delete_unnamed(tx, existing)


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
