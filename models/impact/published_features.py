"""Feature sets compared by PreScience: target text, context text and bibliometrics.

Source:
    PreScience, Table 4; ``task_impact_prediction/dataset.py`` at 47384ed for the content of each
    set and for 0 as missing value. Numbers of authors, histories and citations of references are as
    of the cutoff; the released rows lack the citations of references.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import numpy as np

from scinet.errors import DataError
from scinet.eval.task import Query
from scinet.graph.snapshot import Snapshot
from scinet.graph.snapshot.csr import Int32
from scinet.models.base.boosted_trees import Float32, Floats
from scinet.models.history import History
from scinet.models.text.author_profiles import read_stored_vectors, text_vectors
from scinet.models.text.vector_cache import Vectors

_PLACES: Final = {"first": 0, "second": 1, "second_last": -2, "last": -1}
_AUTHOR_NUMBERS: Final = ("h_index", "num_papers", "avg_citations")


@dataclass(frozen=True)
class Texts:
    """Vectors of texts: from a file, or those of the static model, from the cache."""

    file: Path | None
    cache: Path | None

    def embed_papers(self, snapshot: Snapshot, papers: Int32) -> Vectors:
        """Embed some papers, 0 for those without a vector, shape ``(papers, dimensions)``."""
        if self.file is not None:
            return read_stored_vectors(self.file, snapshot.paper_id[papers])
        lines = (_join_text(snapshot.title[paper], snapshot.abstract[paper]) for paper in papers)
        return text_vectors(list(lines), self.cache)

    def embed_targets(self, queries: Sequence[Query]) -> Vectors:
        """Embed the papers of the queries, shape ``(queries, dimensions)``."""
        if self.file is None:
            rows = (query.inputs for query in queries)
            lines = [_join_text(inputs["title"], inputs["abstract"]) for inputs in rows]
            return text_vectors(lines, self.cache)
        try:
            return read_stored_vectors(self.file, [query.inputs["paper_id"] for query in queries])
        except KeyError as error:
            raise DataError(
                "the questions do not name their papers, whose vectors stand in a file",
                hint="Make the task again with `scinet task`.",
            ) from error


def bibliometric_features(past: History, inputs: Mapping[str, Any]) -> dict[str, float]:
    """Compute numbers of the first two and last two authors, the team, and its references."""
    snapshot, size = past.snapshot, int(inputs["team_size"])
    table = np.zeros((size, len(_AUTHOR_NUMBERS)))
    for place, author in zip(inputs["author_places"], inputs["author_ids"], strict=True):
        number = snapshot.author_number[author]
        papers = snapshot.author_papers.row(number)
        table[place - 1] = past.h_index[number], len(papers), snapshot.citations[papers].mean()
    columns: dict[str, float] = {}
    for place, row in _rows_by_place(table).items():
        columns |= {f"author_{place}_{name}": row[n] for n, name in enumerate(_AUTHOR_NUMBERS)}
    mean, most = (table.mean(axis=0), table.max(axis=0)) if size else (np.zeros(3), np.zeros(3))
    columns |= {f"author_mean_{name}": mean[n] for n, name in enumerate(_AUTHOR_NUMBERS)}
    columns |= {f"author_max_{name}": most[n] for n, name in enumerate(_AUTHOR_NUMBERS[:2])}
    columns["author_count"] = float(size)
    columns["author_first_time_count"] = float(size - len(inputs["author_ids"]))
    cited = [snapshot.citations[snapshot.index(paper)] for paper in inputs["reference_ids"]]
    columns["ref_mean_citations"] = float(np.mean(cited)) if cited else 0.0
    columns["ref_max_citations"] = float(max(cited, default=0))
    return {name: float(value) for name, value in columns.items()}


def context_vectors(
    queries: Sequence[Query], snapshot: Snapshot, source: Texts
) -> tuple[int, Floats]:
    """Compute mean vectors of papers of authors at four positions and in all, and of references.

    After their vectors comes the number of references: the dimensions of a vector, and values of
    shape ``(queries, 6 * dimensions + 1)``.
    """
    team = [
        [snapshot.author_papers.row(snapshot.author_number[a]) for a in query.inputs["author_ids"]]
        for query in queries
    ]
    cited = [
        np.array(
            [snapshot.index(papers_of) for papers_of in query.inputs["reference_ids"]],
            dtype=np.int32,
        )
        for query in queries
    ]
    needed = np.unique(np.concatenate([*cited, *(papers for listed in team for papers in listed)]))
    vectors = source.embed_papers(snapshot, needed).astype(np.float64)
    has_vector = np.asarray(vectors.any(axis=1))
    size = vectors.shape[1]

    def means_of(listed: Sequence[Int32]) -> Floats:
        """Average the lists in which some paper has a vector, shape ``(lists, dimensions)``."""
        rows = [np.searchsorted(needed, papers) for papers in listed]
        embedded = [papers_of[has_vector[papers_of]] for papers_of in rows]
        return np.array(
            [vectors[papers_of].mean(axis=0) for papers_of in embedded if len(papers_of)]
        ).reshape(-1, size)

    rows = []
    for authors, references in zip(team, cited, strict=True):
        own = means_of(authors)
        middle = own.mean(axis=0) if len(own) else np.zeros(size)
        parts = [*_rows_by_place(own).values(), middle, means_of([references]).sum(axis=0)]
        rows.append(np.concatenate([*parts, [float(len(references))]]))
    return size, np.array(rows)


def published_features(
    which: str, queries: Sequence[Query], past: History, source: Texts
) -> tuple[tuple[str, ...], Float32]:
    """Compute names and values of a set for queries of one day, ``(queries, columns)``."""
    if which == "bibliometrics":
        rows = [bibliometric_features(past, query.inputs) for query in queries]
        values = np.array([list(row.values()) for row in rows])
        return tuple(rows[0]), values.astype(np.float32)
    if which == "target-text":
        vectors = source.embed_targets(queries)
        return tuple(f"target_{number}" for number in range(vectors.shape[1])), vectors
    size, values = context_vectors(queries, past.snapshot, source)
    whose = (*(f"author_{place}" for place in (*_PLACES, "mean")), "reference")
    names = (
        *(f"{owner}_text_{number}" for owner in whose for number in range(size)),
        "key_references",
    )
    return names, values.astype(np.float32)


def _join_text(title: str | None, abstract: str | None) -> str:
    return f"{title or ''} {abstract or ''}".strip()


def _rows_by_place(rows: Floats) -> dict[str, Floats]:
    """Return rows of the first two and last two of a team; one alone is all four, none is 0."""
    if not len(rows):
        return dict.fromkeys(_PLACES, np.zeros(rows.shape[1]))
    return {name: rows[place if len(rows) > 1 else 0] for name, place in _PLACES.items()}
