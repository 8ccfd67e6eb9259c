"""Take the records of some loads back, in batches; what other loads brought takes their place.

Texts, counts and claims come before papers, with which goes what hangs on them; pathways come last,
since they lead to the papers that are left.
"""

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from scinet.graph.load import spares
from scinet.graph.load.batch import Account, Entry
from scinet.graph.load.documents import forget_mentions, forget_unnamed
from scinet.graph.load.fulltext import write_fulltext
from scinet.graph.load.heirs import Heir, find_heirs, referrals
from scinet.graph.load.journal import PAPER_KINDS
from scinet.graph.load.names import settle_names
from scinet.graph.load.papers import add_papers, tidy
from scinet.graph.load.scipaths import rewrite_pathways
from scinet.graph.records import FulltextRecord
from scinet.graph.sources.files import Line

if TYPE_CHECKING:
    from scinet.graph.connection import Transaction

_NOWHERE: Final = Line("", 0, 0, b"")
_ENDS: Final = ("works", "authors", "venues", "fields", "institutions", "artifacts")
_Row = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Undo:
    """How records are taken back: the statement that lists them, batch size, and the work."""

    held: str
    size: int
    work: "Callable[[Transaction, Sequence[_Row], Sequence[str]], None]"


def _claims(tx: "Transaction", rows: Sequence[_Row], _: Sequence[str]) -> None:
    heirs = find_heirs(tx, spares.CLAIM, {row["owner"] for row in rows}, rows)
    taken = [{"id": key, "run": heir.run} for key, heir in heirs.items()]
    tx.rows("remove/claim_run", rows=taken)
    tx.rows("remove/claim", ids=_without(rows, heirs))


def _counts(tx: "Transaction", rows: Sequence[_Row], _: Sequence[str]) -> None:
    heirs = find_heirs(tx, spares.COUNT, {row["owner"] for row in rows}, rows)
    gone = [row for row in rows if row["id"] not in heirs]
    tx.rows("remove/count", rows=gone)
    settle_names(tx, sorted({row["artifact_id"] for row in gone}), "artifact")
    for row, heir, stored in referrals(tx, rows, heirs):
        record = spares.read(spares.COUNT, stored)
        named = {"id": row["owner"], "artifact_id": row["artifact_id"]}
        stated = {"count": record.count, "read_on": record.read_on}
        tx.rows("load/count", rows=[named | stated], run=heir.run)


def _documents(tx: "Transaction", rows: Sequence[_Row], _: Sequence[str]) -> None:
    forget_mentions(tx, rows)


def _artifact_counts(tx: "Transaction", rows: Sequence[_Row], _: Sequence[str]) -> None:
    heirs = find_heirs(tx, spares.COUNT, {row["id"] for row in rows}, rows)
    tx.rows("remove/artifact_count", ids=_without(rows, heirs))
    for key, heir in heirs.items():
        if heir.record is None:
            tx.rows("remove/artifact_count_run", id=key, run=heir.run)
            continue
        record = spares.read(spares.COUNT, heir.record)
        row = {"id": key, "count": record.count, "read_on": record.read_on}
        tx.rows("load/artifact_count", rows=[row], run=heir.run)


def _pathways(tx: "Transaction", rows: Sequence[_Row], _: Sequence[str]) -> None:
    heirs = find_heirs(tx, spares.PATHWAY, {row["id"] for row in rows}, rows)
    own = {row["id"]: row["record"] for row in rows}
    tx.rows("load/pathway_clear", ids=[row["id"] for row in rows])
    restore_pathways(tx, ((heir.run, heir.record or own[key]) for key, heir in heirs.items()))


def restore_pathways(tx: "Transaction", records: Iterable[tuple[str, str]]) -> None:
    """Store pathways, load and JSON each, anew with the papers that are loaded now."""
    by_run: dict[str, list[Any]] = defaultdict(list)
    for run, record in records:
        by_run[run].append(spares.read(spares.PATHWAY, record))
    for run, listed in by_run.items():
        rewrite_pathways(tx, listed, run)
    tx.rows("remove/led", runs=list(by_run))


def _fulltexts(tx: "Transaction", rows: Sequence[_Row], _: Sequence[str]) -> None:
    ids = [row["id"] for row in rows]
    heirs = find_heirs(tx, spares.FULLTEXT, set(ids), rows)
    own = spares.stored_texts(tx, [key for key, heir in heirs.items() if heir.record is None])
    forget_texts(tx, ids)
    restore_texts(
        tx,
        (
            (heir.run, spares.read(spares.FULLTEXT, heir.record or own[key][0]))
            for key, heir in heirs.items()
        ),
    )


def forget_texts(tx: "Transaction", papers: Sequence[str]) -> None:
    """Take away the full texts of papers, paragraphs and all."""
    tx.rows("load/fulltext_clear", ids=papers)
    tx.rows("remove/fulltext", ids=papers)


def restore_texts(tx: "Transaction", records: Iterable[tuple[str, FulltextRecord]]) -> None:
    """Store full texts, load and record each, of papers that have none."""
    by_run: dict[str, list[Entry[FulltextRecord]]] = defaultdict(list)
    for run, record in records:
        by_run[run].append(Entry(_NOWHERE, record))
    for run, entries in by_run.items():
        write_fulltext(tx, entries, Account(), run)


def _spare_papers(tx: "Transaction", rows: Sequence[_Row], _: Sequence[str]) -> None:
    tx.rows("load/spare_drop", ids=[row["id"] for row in rows])
    forget_unnamed(tx, {row["owner"] for row in rows})


def _papers(tx: "Transaction", rows: Sequence[_Row], droppers: Sequence[str]) -> None:
    ids = [row["id"] for row in rows]
    heirs = find_heirs(tx, spares.PAPER, set(ids), rows)
    digest = {row["id"]: row["digest"] for row in rows}
    same = {key: heir for key, heir in heirs.items() if heir.rank == digest[key]}
    other = {key: heir for key, heir in heirs.items() if key not in same}
    gone = _without(rows, heirs)
    texts = spares.stored_texts(tx, other)  # before the record takes mentions with it
    tx.rows("remove/paper_run", rows=[{"id": k, "run": heir.run} for k, heir in same.items()])
    ends = tx.rows("load/paper_clear", ids=[*other, *gone])
    left = tx.rows("remove/paper", ids=gone)
    by_run: dict[str, list[Any]] = defaultdict(list)
    for heir in other.values():
        by_run[heir.run].append(spares.read(spares.PAPER, str(heir.record)))
    added = [add_papers(tx, records, run) for run, records in by_run.items()]
    lacking = [{"owner": key, "dropped": heir.dropped} for key, heir in other.items()]
    tx.rows("same_work/dropped", rows=lacking)
    nothing: dict[str, list[str]] = {part: [] for part in _ENDS}
    ends.append(nothing | {"works": gone, "artifacts": [a for r in left for a in r["artifacts"]]})
    if droppers:
        touched = {*heirs, *(citing for row in left for citing in row["citing"])} - set(gone)
        dropped = tx.rows("remove/unknown", ids=sorted(touched), runs=droppers)
        ends.append(nothing | {"works": [work for row in dropped for work in row["works"]]})
    tidy(tx, list(other), ends, *added)
    forget_texts(tx, list(texts))
    read = ((run, spares.read(spares.FULLTEXT, record)) for record, run in texts.values())
    restore_texts(tx, read)
    forget_unnamed(tx, other)


_PAPERS: Final = (
    Undo("remove/spare_papers", 1_000, _spare_papers),
    Undo("remove/papers", 1_000, _papers),
)
UNDOS: Final = {
    "claims": (Undo("remove/claims", 2_000, _claims),),
    "counts": (
        Undo("remove/counts", 2_000, _counts),
        Undo("remove/artifact_counts", 2_000, _artifact_counts),
    ),
    "documents": (Undo("remove/documents", 2_000, _documents),),
    "fulltext": (Undo("remove/fulltexts", 100, _fulltexts),),
    **dict.fromkeys(sorted(PAPER_KINDS), _PAPERS),
    "pathways": (Undo("remove/pathways", 200, _pathways),),
}


def _without(rows: Sequence[_Row], heirs: Mapping[str, Heir]) -> list[str]:
    return [row["id"] for row in rows if row["id"] not in heirs]
