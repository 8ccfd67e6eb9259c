"""Write a batch of pathways: contributions, what enabled them, and the papers on both sides.

A paper is found by its own id, then by ACL, arXiv, DOI and Semantic Scholar id, then by its title
when no other paper has it. What is not found stays as a property and is counted; a pathway that is
there with other papers than the records now lead to is stored anew.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final

from scinet.graph.dates import day_of
from scinet.graph.load.batch import Account, Entry, unique
from scinet.graph.load.spares import PATHWAY, Spares, written
from scinet.graph.records import Enabling, PathwayRecord, Reference, digest

if TYPE_CHECKING:
    from scinet.graph.connection import Transaction


_OWN: Final = ("text", "contribution", "roles", "rationale", "evidence")


@dataclass(frozen=True, slots=True)
class _Parts:
    """What the graph is to hold of one pathway, by the records that are loaded now."""

    row: dict[str, Any]
    attributions: list[dict[str, Any]] = field(default_factory=list)
    groundings: list[dict[str, Any]] = field(default_factory=list)
    left_out: list[tuple[str, str]] = field(default_factory=list)
    counts: Counter[str] = field(default_factory=Counter)

    def are_stored(self, row: Mapping[str, Any]) -> bool:
        """Whether the pathway is there, and leads to the same papers."""
        targets = {one["paper_id"] for one in self.attributions}
        grounds = {(one["id"], one["paper_id"], one["is_canonical"]) for one in self.groundings}
        return targets == {*row["targets"]} and grounds == {*map(tuple, row["grounds"])}


def write_pathways(
    tx: "Transaction", entries: Sequence[Entry[PathwayRecord]], account: Account, run: str
) -> None:
    """Store the pathways of one batch inside its transaction."""
    kept = unique(entries, account)
    spares = Spares(PATHWAY, run)
    stored = {row["id"]: row for row in tx.rows("load/pathway_stored", ids=list(kept))}
    papers = _papers(tx, [entry.record for entry in kept.values()])
    fresh: list[_Parts] = []
    cleared: list[str] = []
    for identifier, entry in kept.items():
        parts = _parts(entry.record, papers)
        row = stored.get(identifier, {})
        there, by_run = row.get("digest"), row.get("run")
        is_whole = there == entry.record.digest and parts.are_stored(row)
        if not spares.settle(entry, account, there, by_run, is_whole=is_whole):
            continue
        if there is not None:
            cleared.append(identifier)
            spares.add(identifier, identifier, there, row["record"], run=by_run)
            spares.take(identifier)
        account.add_parts(entry.line, parts.counts, parts.left_out)
        fresh.append(parts)
    spares.write(tx)
    if cleared:
        tx.rows("load/pathway_clear", ids=cleared)
    _add(tx, fresh, run)


def rewrite_pathways(tx: "Transaction", records: Sequence[PathwayRecord], run: str) -> None:
    """Store pathways anew, with the papers that are loaded now."""
    papers = _papers(tx, records)
    tx.rows("load/pathway_clear", ids=[record.id for record in records])
    _add(tx, [_parts(record, papers) for record in records], run)


def _add(tx: "Transaction", fresh: Sequence[_Parts], run: str) -> None:
    if fresh:
        tx.rows("load/pathway", rows=[parts.row for parts in fresh], run=run)
        tx.rows("load/attribution", rows=[row for parts in fresh for row in parts.attributions])
        tx.rows("load/grounding", rows=[row for parts in fresh for row in parts.groundings])


def _papers(tx: "Transaction", records: Iterable[PathwayRecord]) -> dict[str, str]:
    """Ids of papers by the key of the reference that names them."""
    named = {_key(one): one for record in records for one in _references(record)}
    rows = [
        {
            "key": key,
            "ids": _ids(one),
            "acl": one.acl,
            "arxiv": one.arxiv,
            "doi": one.doi,
            "s2": list(one.s2),
        }
        for key, one in named.items()
    ]
    found = {row["key"]: row["paper_id"] for row in tx.rows("load/pathway_papers", rows=rows)}
    titled = [
        {"key": key, "title": one.title}
        for key, one in named.items()
        if key not in found and one.title
    ]
    found.update(
        (row["key"], row["paper_id"]) for row in tx.rows("load/pathway_titles", rows=titled)
    )
    return found


def _references(record: PathwayRecord) -> list[Reference]:
    return [record.target, *(one for step in record.enabling for one, _ in _grounded(step))]


def _grounded(step: Enabling) -> list[tuple[Reference, bool]]:
    """References of a step, and whether each is the canonical one."""
    canonical = [] if step.canonical is None else [(step.canonical, True)]
    return canonical + [(one, False) for one in step.additional]


def _key(reference: Reference) -> str:
    return digest(reference)


def _ids(one: Reference) -> list[str]:
    """Ids under which the graph may hold a paper."""
    named = (("acl", one.acl), ("arxiv", one.arxiv), ("doi", one.doi))
    prefixed = [f"{source}:{text}" for source, text in named if text]
    return [one.id or "", *prefixed, *(f"s2:{text}" for text in one.s2)]


def _parts(record: PathwayRecord, papers: Mapping[str, str]) -> _Parts:
    dated = {"date": record.date, "day": day_of(record.date)}
    steps: list[dict[str, Any]] = []
    parts = _Parts(
        {
            "id": record.id,
            "kind": record.kind,
            "text": record.text,
            "paper_ref": record.target.id,
            "paper_title": record.target.title,
            "digest": record.digest,
            "record": written(record),
            "steps": steps,
            **dated,
        }
    )
    own = papers.get(_key(record.target))
    if own is None:
        _leave_out(parts, "attributions", "unknown_paper", record.target, record.id)
    else:
        parts.attributions.append({"id": record.id, "paper_id": own, **dated})
        parts.counts["attributions.loaded"] += 1
    for position, step in enumerate(record.enabling):
        identifier = f"{record.id}#{position}"
        unknown: list[str] = []
        seen = {own}
        for reference, is_canonical in _grounded(step):
            paper = papers.get(_key(reference))
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


def _leave_out(parts: _Parts, part: str, reason: str, one: Reference, where: str) -> None:
    parts.counts[f"{part}.rejected.{reason}"] += 1
    parts.left_out.append((reason, f"{one.title or one.id!r} ({where})"))
