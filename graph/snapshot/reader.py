"""Reader of the graph into arrays, in blocks of parallel lists.

A row per edge would take fifteen times as long. The server's node ids join the lists of one
export and are discarded. The reads are several transactions, so the graph is counted before and
after and must not have changed.
"""

import logging
import shutil
import time
from datetime import date
from functools import partial
from pathlib import Path
from typing import Any, Final, TypeAlias

import numpy as np
from numpy.typing import NDArray

from scinet.errors import DataError, SchemaError
from scinet.graph.db import fingerprint, incomplete_loads
from scinet.graph.db.connection import Database, RolledBack, Row
from scinet.graph.db.graph_counts import node_blocks
from scinet.graph.db.progress import Reporter, open_reporter
from scinet.graph.db.query import load_query
from scinet.graph.schema.choices import LEVELS
from scinet.graph.snapshot.arrays import Objects, Snapshot
from scinet.graph.snapshot.csr import Csr, Int32
from scinet.graph.snapshot.names import drop_unused, lowest_level, names_by_owner, number_texts
from scinet.graph.snapshot.store import cache_folder, open_snapshot, save_snapshot
from scinet.prefetching import prefetch

_log = logging.getLogger(__name__)
_FETCH = 8  # rows per request; one holds thousands of values
_TOGETHER = 64  # blocks per statement, with several statements in parallel
_READERS = 4  # parallel statements; one inside a transaction
_TEXTS = frozenset(
    {"paper_id", "date_precision", "title", "abstract", "author_id", "name", "venue_id"}
    | {"citing_id", "field_id", "level", "other_name", "other_level"}
)
# Name in export/counts of what each statement reads.
_READS: Final = {
    "export/papers": "papers", "export/citations": "citations", "export/authors": "authors",
    "export/authorships": "authorships", "export/venues": "publications",
    "export/co_mentions": "co_mentions", "export/fields": "fields",
    "export/field_memberships": "field_memberships",
}  # fmt: skip


def read_snapshot(
    database: Database, before: date | None = None, *, cache: Path | None = None
) -> Snapshot:
    """Read the graph before a day as arrays.

    Args:
        database: The graph; papers without a date and works without a record are left out and
            counted.
        cache: Folder where the arrays of the whole graph are kept under its fingerprint; None
            reads the database each time.
    """
    name = fingerprint.stored_fingerprint(database)
    incomplete_loads.warn_unfinished(database)
    snapshot = None if cache is None else _open_cached(cache_folder(cache, name))
    if snapshot is None:
        with open_reporter() as tell:
            snapshot = _export(database, name, tell)
            if cache is not None:
                save_snapshot(snapshot, cache_folder(cache, name))
    return snapshot if before is None else snapshot.until(before)


def _open_cached(folder: Path) -> Snapshot | None:
    if not folder.is_dir():
        return None
    try:
        return open_snapshot(folder)
    except DataError as error:
        _log.warning("%s; the graph is read again", error)
        shutil.rmtree(folder, ignore_errors=True)
        return None


_Arrays: TypeAlias = dict[str, NDArray[Any]]


class _Blocks:
    """Reader of the graph in blocks of nodes by the server's ids.

    Attributes:
        last: The last node id.
    """

    def __init__(self, database: Database, counts: Row, tell: Reporter) -> None:
        self._database, self._counts, self._tell = database, counts, tell
        self._blocks = node_blocks(database)
        self._readers = 1 if isinstance(database, RolledBack) else _READERS
        self._done, self._total = 0, sum(counts[kind] for kind in _READS.values())
        self.last = self._blocks[-1][1] if self._blocks else -1

    def columns(self, statement: str) -> _Arrays:
        """Read all blocks of a statement, joined: texts as objects, numbers as int64."""
        columns: dict[str, list[NDArray[Any]]] = {
            name: [] for name in load_query(statement).returns
        }
        before = self._done
        groups = [self._blocks[n : n + _TOGETHER] for n in range(0, len(self._blocks), _TOGETHER)]
        for _, future in prefetch(groups, partial(self._rows, statement), threads=self._readers):
            for row in future.result():
                for name, values in row.items():
                    if len(values):
                        columns[name].append(values)
                self._done += len(next(iter(row.values())))
                self._tell(self._done, self._total)
        # Undated papers and citations of works without a record are not returned.
        self._total += self._done - before - self._counts[_READS[statement]]
        return {
            name: np.concatenate(parts) if parts else np.empty(0, dtype=_kind(name))
            for name, parts in columns.items()
        }

    def _rows(self, statement: str, blocks: list[tuple[int, int]]) -> list[_Arrays]:
        rows = self._database.stream(statement, fetch_size=_FETCH, blocks=blocks)
        return [
            {name: np.array(values, dtype=_kind(name)) for name, values in row.items()}
            for row in rows
        ]


def _export(database: Database, name: str, tell: Reporter) -> Snapshot:
    start = time.perf_counter()
    counts = _single_row(database, "export/counts")
    snapshot = _arrays(_Blocks(database, counts, tell), name, counts)
    if (
        _single_row(database, "export/counts") != counts
        or fingerprint.stored_fingerprint(database) != name
    ):
        raise SchemaError(
            "the graph changed while it was read", hint="Repeat this when nothing is being loaded."
        )
    _log.info("read %d papers in %.1f s", snapshot.num_papers, time.perf_counter() - start)
    return snapshot


def _arrays(blocks: _Blocks, name: str, counts: Row) -> Snapshot:
    papers = blocks.columns("export/papers")
    order = np.lexsort((papers["paper_id"], papers["day"]))
    paper_id, day = papers["paper_id"][order], papers["day"][order].astype(np.int32)
    position = _numbering(papers["node"][order], blocks.last)
    pairs = blocks.columns("export/citations")
    citing, cited = position[pairs["citing"]], position[pairs["cited"]]
    dated = (citing >= 0) & (cited >= 0)
    authors = _authors(blocks, position, len(order))
    venue_id, venue = _venues(blocks, position, len(order))
    co_mention, co_mention_citing = _co_mentions(blocks, position, paper_id)
    subjects = _fields(blocks, position, len(order)) if counts["field_memberships"] else {}
    return Snapshot(
        before=None,
        graph_fingerprint=name,
        paper_id=paper_id,
        day=day,
        first_day=_first_days(papers["first_day"][order], papers["date_precision"][order]),
        title=_texts(papers["title"][order]),
        abstract=_texts(papers["abstract"][order]),
        cites=Csr.from_pairs(citing[dated], cited[dated], len(order)),
        venue_id=venue_id,
        venue=venue,
        co_mention=co_mention,
        co_mention_citing=co_mention_citing,
        left_out={
            "undated_papers": counts["undated_papers"],
            "unknown_works": counts["works"] - counts["papers"],
            "citations_of_unknown_works": counts["citations"] - len(citing),
            "citations_with_undated_papers": int(np.count_nonzero(~dated)),
        },
        **authors,
        **subjects,
    )


def _authors(blocks: _Blocks, position: Int32, papers: int) -> dict[str, Any]:
    """Return the arrays of authors, with names on dated papers only."""
    authors = blocks.columns("export/authors")
    written = blocks.columns("export/authorships")
    paper = position[written["paper"]]
    dated = paper >= 0
    row = _numbering(authors["node"], blocks.last)[written["author"][dated]]
    existing, code = _existing_rows(row, authors["author_id"])
    byline = np.lexsort((code[row], written["position"][dated], paper[dated]))
    author = code[row][byline]
    own, other_name = authors["name"][existing], written["other_name"][dated][byline]
    names, name = _stated_names(own, other_name, author)
    return {
        "author_id": authors["author_id"][existing],
        "author_name": names_by_owner(names, name, author, len(existing)),
        "authored": Csr.from_sequences(paper[dated][byline], author, papers),
        "written_name": names,
        "authored_name": name,
    }


def _stated_names(own: Objects, others: Objects, owner: Int32) -> tuple[Objects, Int32]:
    """Return distinct names and the code of each entry: its own name, else its owner's, or -1."""
    differs = np.isin(others, ("", " "), invert=True)
    names, place = number_texts([*own, *others[differs]])
    code = place[: len(own)][owner]
    code[differs] = place[len(own) :]
    code[others == " "] = -1
    return drop_unused(names, code)


def _venues(blocks: _Blocks, position: Int32, papers: int) -> tuple[Objects, Int32]:
    places = blocks.columns("export/venues")
    paper = position[places["paper"]]
    dated = paper >= 0
    venue_id, code = np.unique(places["venue_id"][dated], return_inverse=True)
    venue = np.full(papers, -1, dtype=np.int32)
    venue[paper[dated]] = code
    return venue_id, venue


def _fields(blocks: _Blocks, position: Int32, papers: int) -> dict[str, Any]:
    fields = blocks.columns("export/fields")
    inside = blocks.columns("export/field_memberships")
    paper = position[inside["paper"]]
    dated = paper >= 0
    row = _numbering(fields["node"], blocks.last)[inside["field"][dated]]
    existing, code = _existing_rows(row, fields["field_id"])
    order = np.lexsort((code[row], paper[dated]))
    member, subject = paper[dated][order], code[row][order]
    names, name = _stated_names(
        fields["name"][existing], inside["other_name"][dated][order], subject
    )
    levels = np.where(
        (other_level := inside["other_level"][dated][order]) == "",
        fields["level"][existing][subject],
        other_level,
    )
    level = np.array([LEVELS.index(level_name) for level_name in levels], dtype=np.int32)
    is_main = inside["is_primary"][dated][order] == 1
    main_field = np.full((papers, len(LEVELS)), -1, dtype=np.int32)
    main_field[member[is_main], level[is_main]] = subject[is_main]
    return {
        "field_id": fields["field_id"][existing],
        "field_name": names_by_owner(names, name, subject, len(existing)),
        "field_level": lowest_level(level, subject, len(existing)),
        "in_field": Csr.from_pairs(member, subject, papers),
        "main_field": main_field,
        "written_field": names,
        "in_field_name": name,
        "in_field_level": level,
    }


def _co_mentions(
    blocks: _Blocks, position: Int32, paper_id: Objects
) -> tuple[NDArray[np.int32], Int32]:
    pairs = blocks.columns("export/co_mentions")
    place = {paper: number for number, paper in enumerate(paper_id)}
    citing = np.array([place.get(paper, -1) for paper in pairs["citing_id"]], dtype=np.int32)
    both = np.stack([position[pairs["one"]], position[pairs["other"]]], axis=1)
    dated = (citing >= 0) & (both >= 0).all(axis=1)
    citing, both = citing[dated], both[dated]
    order = np.lexsort((both[:, 1], both[:, 0], citing))
    return both[order], citing[order]


def _existing_rows(rows: Int32, ids: Objects) -> tuple[NDArray[np.integer], Int32]:
    """Return the rows in use in order of id, and the code of each; only dated papers count."""
    existing = np.unique(rows)
    existing = existing[np.argsort(ids[existing], kind="stable")]
    code = np.full(len(ids), -1, dtype=np.int32)
    code[existing] = np.arange(len(existing), dtype=np.int32)
    return existing, code


def _single_row(database: Database, statement: str) -> Row:
    return database.rows(statement)[0]


def _kind(name: str) -> type:
    return object if name in _TEXTS else np.int64


def _numbering(nodes: NDArray[np.integer], last: int) -> Int32:
    """Return the position of each node id, shape ``(last + 1,)``; -1 for other nodes."""
    result = np.full(last + 1, -1, dtype=np.int32)
    result[nodes] = np.arange(len(nodes), dtype=np.int32)
    return result


def _first_days(day: NDArray[np.int64], precision: Objects) -> Int32:
    stamps = day.astype("datetime64[D]")
    first = np.where(
        precision == "year",
        stamps.astype("datetime64[Y]").astype("datetime64[D]"),
        np.where(
            precision == "month", stamps.astype("datetime64[M]").astype("datetime64[D]"), stamps
        ),
    )
    return first.astype("datetime64[D]").astype(np.int64).astype(np.int32)


def _texts(texts: Objects) -> Objects:
    """Replace empty texts, which stand for missing ones, by None."""
    result = texts.copy()
    result[texts == ""] = None
    return result
