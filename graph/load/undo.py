"""Removal of the records of some loads in batches; records of other loads replace them.

Texts, counts and claims come before papers, with which their dependants are deleted; pathways come
last, since they are linked to the remaining papers.
"""

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from scinet.graph.load import superseded
from scinet.graph.load.batch import BatchEntry, BatchReport
from scinet.graph.load.documents import delete_mentions, delete_unnamed
from scinet.graph.load.fulltext import write_fulltext
from scinet.graph.load.kinds import PAPER_KINDS
from scinet.graph.load.node_names import update_names
from scinet.graph.load.papers import add_papers, clean_up
from scinet.graph.load.replacements import Replacement, find_replacements, replacement_referrals
from scinet.graph.load.scipaths import rewrite_pathways
from scinet.graph.schema.records import FulltextRecord
from scinet.graph.sources.files import InputLine

if TYPE_CHECKING:
    from scinet.graph.db.connection import Transaction

_NO_LINE: Final = InputLine("", 0, 0, b"")
_ENDS: Final = ("works", "authors", "venues", "fields", "institutions", "artifacts")
_Row = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Undo:
    """Removal of one type of records: the statement that lists them, batch size, and function."""

    held: str
    size: int
    work: "Callable[[Transaction, Sequence[_Row], Sequence[str]], None]"


def _undo_claims(tx: "Transaction", rows: Sequence[_Row], _: Sequence[str]) -> None:
    replacements = find_replacements(tx, superseded.CLAIM, {row["owner"] for row in rows}, rows)
    taken = [{"id": key, "run": replacement.run} for key, replacement in replacements.items()]
    tx.rows("remove/claim_run", rows=taken)
    tx.rows("remove/claim", ids=_unreplaced_ids(rows, replacements))


def _undo_counts(tx: "Transaction", rows: Sequence[_Row], _: Sequence[str]) -> None:
    replacements = find_replacements(tx, superseded.COUNT, {row["owner"] for row in rows}, rows)
    gone = [row for row in rows if row["id"] not in replacements]
    tx.rows("remove/count", rows=gone)
    update_names(tx, sorted({row["artifact_id"] for row in gone}), "artifact")
    for row, replacement, stored in replacement_referrals(tx, rows, replacements):
        record = superseded.parse_record(superseded.COUNT, stored)
        named = {"id": row["owner"], "artifact_id": row["artifact_id"]}
        stated = {"count": record.count, "read_on": record.read_on}
        tx.rows("load/count", rows=[named | stated], run=replacement.run)


def _undo_documents(tx: "Transaction", rows: Sequence[_Row], _: Sequence[str]) -> None:
    delete_mentions(tx, rows)


def _undo_artifact_counts(tx: "Transaction", rows: Sequence[_Row], _: Sequence[str]) -> None:
    replacements = find_replacements(tx, superseded.COUNT, {row["id"] for row in rows}, rows)
    tx.rows("remove/artifact_count", ids=_unreplaced_ids(rows, replacements))
    for key, replacement in replacements.items():
        if replacement.record is None:
            tx.rows("remove/artifact_count_run", id=key, run=replacement.run)
            continue
        record = superseded.parse_record(superseded.COUNT, replacement.record)
        row = {"id": key, "count": record.count, "read_on": record.read_on}
        tx.rows("load/artifact_count", rows=[row], run=replacement.run)


def _undo_pathways(tx: "Transaction", rows: Sequence[_Row], _: Sequence[str]) -> None:
    replacements = find_replacements(tx, superseded.PATHWAY, {row["id"] for row in rows}, rows)
    own = {row["id"]: row["record"] for row in rows}
    tx.rows("load/pathway_clear", ids=[row["id"] for row in rows])
    restore_pathways(
        tx,
        (
            (replacement.run, replacement.record or own[key])
            for key, replacement in replacements.items()
        ),
    )


def restore_pathways(tx: "Transaction", records: Iterable[tuple[str, str]]) -> None:
    """Store pathways (load and JSON of each) anew with the papers loaded now."""
    by_run: dict[str, list[Any]] = defaultdict(list)
    for run, record in records:
        by_run[run].append(superseded.parse_record(superseded.PATHWAY, record))
    for run, listed in by_run.items():
        rewrite_pathways(tx, listed, run)
    tx.rows("remove/led", runs=list(by_run))


def _undo_fulltexts(tx: "Transaction", rows: Sequence[_Row], _: Sequence[str]) -> None:
    ids = [row["id"] for row in rows]
    replacements = find_replacements(tx, superseded.FULLTEXT, set(ids), rows)
    own = superseded.stored_texts(
        tx, [key for key, replacement in replacements.items() if replacement.record is None]
    )
    delete_texts(tx, ids)
    restore_texts(
        tx,
        (
            (
                replacement.run,
                superseded.parse_record(superseded.FULLTEXT, replacement.record or own[key][0]),
            )
            for key, replacement in replacements.items()
        ),
    )


def delete_texts(tx: "Transaction", papers: Sequence[str]) -> None:
    """Delete the full texts of papers with their paragraphs."""
    tx.rows("load/fulltext_clear", ids=papers)
    tx.rows("remove/fulltext", ids=papers)


def restore_texts(tx: "Transaction", records: Iterable[tuple[str, FulltextRecord]]) -> None:
    """Store full texts (load and record of each) of papers that have none."""
    by_run: dict[str, list[BatchEntry[FulltextRecord]]] = defaultdict(list)
    for run, record in records:
        by_run[run].append(BatchEntry(_NO_LINE, record))
    for run, entries in by_run.items():
        write_fulltext(tx, entries, BatchReport(), run)


def _undo_superseded_papers(tx: "Transaction", rows: Sequence[_Row], _: Sequence[str]) -> None:
    tx.rows("load/spare_drop", ids=[row["id"] for row in rows])
    delete_unnamed(tx, {row["owner"] for row in rows})


def _undo_papers(tx: "Transaction", rows: Sequence[_Row], droppers: Sequence[str]) -> None:
    ids = [row["id"] for row in rows]
    replacements = find_replacements(tx, superseded.PAPER, set(ids), rows)
    digest = {row["id"]: row["digest"] for row in rows}
    same = {
        key: replacement
        for key, replacement in replacements.items()
        if replacement.rank == digest[key]
    }
    changed = {key: replacement for key, replacement in replacements.items() if key not in same}
    gone = _unreplaced_ids(rows, replacements)
    texts = superseded.stored_texts(tx, changed)  # before the record takes mentions with it
    tx.rows(
        "remove/paper_run",
        rows=[{"id": k, "run": replacement.run} for k, replacement in same.items()],
    )
    ends = tx.rows("load/paper_clear", ids=[*changed, *gone])
    removed = tx.rows("remove/paper", ids=gone)
    by_run: dict[str, list[Any]] = defaultdict(list)
    for replacement in changed.values():
        by_run[replacement.run].append(
            superseded.parse_record(superseded.PAPER, str(replacement.record))
        )
    added = [add_papers(tx, records, run) for run, records in by_run.items()]
    lacking = [
        {"owner": key, "dropped": replacement.dropped} for key, replacement in changed.items()
    ]
    tx.rows("same_work/dropped", rows=lacking)
    nothing: dict[str, list[str]] = {part: [] for part in _ENDS}
    ends.append(
        nothing | {"works": gone, "artifacts": [a for r in removed for a in r["artifacts"]]}
    )
    if droppers:
        touched = {*replacements, *(citing for row in removed for citing in row["citing"])} - set(
            gone
        )
        dropped = tx.rows("remove/unknown", ids=sorted(touched), runs=droppers)
        ends.append(nothing | {"works": [work for row in dropped for work in row["works"]]})
    clean_up(tx, list(changed), ends, *added)
    delete_texts(tx, list(texts))
    read = (
        (run, superseded.parse_record(superseded.FULLTEXT, record))
        for record, run in texts.values()
    )
    restore_texts(tx, read)
    delete_unnamed(tx, changed)


_PAPERS: Final = (
    Undo("remove/spare_papers", 1_000, _undo_superseded_papers),
    Undo("remove/papers", 1_000, _undo_papers),
)
UNDOS: Final = {
    "claims": (Undo("remove/claims", 2_000, _undo_claims),),
    "counts": (
        Undo("remove/counts", 2_000, _undo_counts),
        Undo("remove/artifact_counts", 2_000, _undo_artifact_counts),
    ),
    "documents": (Undo("remove/documents", 2_000, _undo_documents),),
    "fulltext": (Undo("remove/fulltexts", 100, _undo_fulltexts),),
    **dict.fromkeys(sorted(PAPER_KINDS), _PAPERS),
    "pathways": (Undo("remove/pathways", 200, _undo_pathways),),
}


def _unreplaced_ids(rows: Sequence[_Row], replacements: Mapping[str, Replacement]) -> list[str]:
    return [row["id"] for row in rows if row["id"] not in replacements]
