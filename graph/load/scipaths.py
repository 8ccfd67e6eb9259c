"""Storage of a batch of pathways: contributions, enabling contributions, and papers of both.

A paper is matched by its own id, then by ACL, arXiv, DOI and Semantic Scholar id, then by a unique
title. Unmatched ones are kept as a property and counted; a stored pathway whose papers have changed
is stored anew.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final

from scinet.graph.load.batch import BatchEntry, BatchReport, deduplicate
from scinet.graph.load.superseded import PATHWAY, SupersededRecords, dump_record
from scinet.graph.schema.dates import day_of
from scinet.graph.schema.records import EnablingContribution, PathwayRecord, Reference, digest

if TYPE_CHECKING:
    from scinet.graph.db.connection import Transaction


_OWN: Final = ("text", "contribution", "roles", "rationale", "evidence")


@dataclass(frozen=True, slots=True)
class _PathwayParts:
    """Content of one pathway to store, given the records loaded now."""

    row: dict[str, Any]
    attributions: list[dict[str, Any]] = field(default_factory=list)
    groundings: list[dict[str, Any]] = field(default_factory=list)
    left_out: list[tuple[str, str]] = field(default_factory=list)
    counts: Counter[str] = field(default_factory=Counter)

    def is_stored(self, row: Mapping[str, Any]) -> bool:
        targets = {item["paper_id"] for item in self.attributions}
        grounds = {(item["id"], item["paper_id"], item["is_canonical"]) for item in self.groundings}
        return targets == {*row["targets"]} and grounds == {*map(tuple, row["grounds"])}


def write_pathways(
    tx: "Transaction", entries: Sequence[BatchEntry[PathwayRecord]], account: BatchReport, run: str
) -> None:
    """Store the pathways of one batch inside its transaction."""
    unique_entries = deduplicate(entries, account)
    superseded = SupersededRecords(PATHWAY, run)
    stored = {row["id"]: row for row in tx.rows("load/pathway_stored", ids=list(unique_entries))}
    papers = _papers(tx, [entry.record for entry in unique_entries.values()])
    fresh: list[_PathwayParts] = []
    cleared: list[str] = []
    for identifier, entry in unique_entries.items():
        parts = _pathway_parts(entry.record, papers)
        row = stored.get(identifier, {})
        current, by_run = row.get("digest"), row.get("run")
        is_whole = current == entry.record.digest and parts.is_stored(row)
        if not superseded.settle(entry, account, current, by_run, is_whole=is_whole):
            continue
        if current is not None:
            cleared.append(identifier)
            superseded.add(identifier, identifier, current, row["record"], run=by_run)
            superseded.take(identifier)
        account.add_parts(entry.line, parts.counts, parts.left_out)
        fresh.append(parts)
    superseded.write(tx)
    if cleared:
        tx.rows("load/pathway_clear", ids=cleared)
    _add_pathways(tx, fresh, run)


def rewrite_pathways(tx: "Transaction", records: Sequence[PathwayRecord], run: str) -> None:
    """Store pathways anew, with the papers loaded now."""
    papers = _papers(tx, records)
    tx.rows("load/pathway_clear", ids=[record.id for record in records])
    _add_pathways(tx, [_pathway_parts(record, papers) for record in records], run)


def _add_pathways(tx: "Transaction", fresh: Sequence[_PathwayParts], run: str) -> None:
    if fresh:
        tx.rows("load/pathway", rows=[parts.row for parts in fresh], run=run)
        tx.rows("load/attribution", rows=[row for parts in fresh for row in parts.attributions])
        tx.rows("load/grounding", rows=[row for parts in fresh for row in parts.groundings])


def _papers(tx: "Transaction", records: Iterable[PathwayRecord]) -> dict[str, str]:
    named = {
        _reference_key(reference): reference
        for record in records
        for reference in _references(record)
    }
    rows = [
        {
            "key": key,
            "ids": _reference_ids(reference),
            "acl": reference.acl,
            "arxiv": reference.arxiv,
            "doi": reference.doi,
            "s2": list(reference.s2),
        }
        for key, reference in named.items()
    ]
    paper_ids = {row["key"]: row["paper_id"] for row in tx.rows("load/pathway_papers", rows=rows)}
    titled = [
        {"key": key, "title": reference.title}
        for key, reference in named.items()
        if key not in paper_ids and reference.title
    ]
    paper_ids.update(
        (row["key"], row["paper_id"]) for row in tx.rows("load/pathway_titles", rows=titled)
    )
    return paper_ids


def _references(record: PathwayRecord) -> list[Reference]:
    return [
        record.target,
        *(reference for step in record.enabling for reference, _ in _step_references(step)),
    ]


def _step_references(step: EnablingContribution) -> list[tuple[Reference, bool]]:
    canonical = [] if step.canonical is None else [(step.canonical, True)]
    return canonical + [(reference, False) for reference in step.additional]


def _reference_key(reference: Reference) -> str:
    return digest(reference)


def _reference_ids(reference: Reference) -> list[str]:
    named = (("acl", reference.acl), ("arxiv", reference.arxiv), ("doi", reference.doi))
    prefixed = [f"{source}:{text}" for source, text in named if text]
    return [reference.id or "", *prefixed, *(f"s2:{text}" for text in reference.s2)]


def _pathway_parts(record: PathwayRecord, papers: Mapping[str, str]) -> _PathwayParts:
    dated = {"date": record.date, "day": day_of(record.date)}
    steps: list[dict[str, Any]] = []
    parts = _PathwayParts(
        {
            "id": record.id,
            "kind": record.kind,
            "text": record.text,
            "paper_ref": record.target.id,
            "paper_title": record.target.title,
            "digest": record.digest,
            "record": dump_record(record),
            "steps": steps,
            **dated,
        }
    )
    own = papers.get(_reference_key(record.target))
    if own is None:
        _leave_out(parts, "attributions", "unknown_paper", record.target, record.id)
    else:
        parts.attributions.append({"id": record.id, "paper_id": own, **dated})
        parts.counts["attributions.loaded"] += 1
    for position, step in enumerate(record.enabling):
        identifier = f"{record.id}#{position}"
        unknown: list[str] = []
        seen = {own}
        for reference, is_canonical in _step_references(step):
            paper = papers.get(_reference_key(reference))
            parts.counts["groundings.read"] += 1
            if paper is None:
                unknown.append(reference.id or str(reference.title))
                _leave_out(parts, "groundings", "unknown_paper", reference, identifier)
            elif paper in seen:
                reason = "in_itself" if paper == own else "repeated"
                _leave_out(parts, "groundings", reason, reference, identifier)
            else:
                seen.add(paper)
                parts.counts["groundings.loaded"] += 1
                parts.groundings.append(
                    {"id": identifier, "paper_id": paper, "is_canonical": is_canonical, **dated}
                )
        steps.append(
            {
                "id": identifier,
                "name": step.id,
                "position": position,
                "unknown": unknown or None,
                **{name: getattr(step, name) for name in _OWN},
            }
        )
    return parts


def _leave_out(
    parts: _PathwayParts, part: str, reason: str, reference: Reference, where: str
) -> None:
    parts.counts[f"{part}.rejected.{reason}"] += 1
    parts.left_out.append((reason, f"{reference.title or reference.id!r} ({where})"))
