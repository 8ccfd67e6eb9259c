"""Profiles of authors from the texts of their latest papers: as words and as vectors."""

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray
from pydantic.dataclasses import dataclass as checked

from scinet.errors import DataError
from scinet.eval.suites.prescience.official.embeddings import Embeddings, read_embeddings
from scinet.graph.search.text_search import searchable_texts
from scinet.graph.snapshot import Csr, Snapshot
from scinet.graph.sources.prescience import SOURCE
from scinet.models.base.ranking import Floats
from scinet.models.base.system import Context, System
from scinet.models.base.training import TrainingData
from scinet.models.history import Latest
from scinet.models.text.dense import CAUTION, embed_cached, inner_products
from scinet.models.text.vector_cache import Vectors
from scinet.validation import OPTIONS

_VECTORS_CAUTION: Final = "published vectors that may know later papers"


def read_stored_vectors(file: Path, papers: Sequence[str] | NDArray[np.object_]) -> Vectors:
    """Read vectors of papers from a file as published by PreScience, 0 for papers without one.

    Shape ``(papers, dimensions)``.
    """
    embeddings, row = _read(file)
    rows = np.array([row.get(_bare_id(paper), -1) for paper in papers], dtype=np.int64)
    return np.asarray(np.where((rows >= 0)[:, None], embeddings.key[rows], np.float32(0.0)))


def require_vectors(file: Path, snapshot: Snapshot) -> None:
    """Refuse a file of vectors that has none of the papers."""
    _, row = _read(file)
    if not any(_bare_id(paper) in row for paper in snapshot.paper_id):
        raise DataError(
            f"no paper of the graph has a vector in {file}", hint="Load the rows that belong to it."
        )


def _bare_id(paper: object) -> str:
    return str(paper).removeprefix(f"{SOURCE}:")


def _read(file: Path) -> tuple[Embeddings, dict[str, int]]:
    return _read_cached(file, file.stat().st_mtime_ns if file.is_file() else 0)


@lru_cache(maxsize=1)
def _read_cached(file: Path, changed: int) -> tuple[Embeddings, dict[str, int]]:
    """Read the file again only when it has changed: queries of every day use it."""
    del changed
    embeddings = read_embeddings(file)
    return embeddings, {name: place for place, name in enumerate(embeddings.ids)}


def describe_model(vectors: str) -> dict[str, str]:
    """Return the model of a file of vectors, or of no file, and its caution."""
    return {"model": Path(vectors).name, "caution": _VECTORS_CAUTION} if vectors else dict(CAUTION)


@checked(frozen=True, config=OPTIONS)
class VectorSystem(System):
    """System based on vectors of the latest papers of authors.

    Attributes:
        vectors: File of published vectors; empty for those of the static model.
    """

    track = "text"

    recent: Latest = 10
    vectors: str = ""

    @property
    def settings(self) -> dict[str, Any]:
        """Settings with the model and its caution."""
        return {**super().settings, **describe_model(self.vectors)}

    def embed_papers(self, context: Context | TrainingData) -> Vectors:
        """Return vectors of all papers, of length 1; 0 for papers without one."""
        if self.vectors:
            file = Path(self.vectors)
            require_vectors(file, context.snapshot)
            vectors = read_stored_vectors(file, context.snapshot.paper_id)
            length = np.linalg.norm(vectors, axis=1, keepdims=True)
            empty = np.zeros_like(vectors)
            return np.asarray(np.divide(vectors, length, out=empty, where=length > 0.0))
        return paper_vectors(context.snapshot, context.cache)


def latest_author_papers(snapshot: Snapshot, recent: int) -> Csr:
    """Map authors to papers, or to the latest ``recent`` ones if that is not 0."""
    rows = snapshot.author_papers
    from_end = np.repeat(rows.indptr[1:], rows.lengths()) - np.arange(len(rows.indices))
    return rows.keep(from_end <= recent) if recent else rows


def author_titles(snapshot: Snapshot, recent: int) -> list[str]:
    """Join the titles of each author's :func:`latest_author_papers`."""
    papers = latest_author_papers(snapshot, recent)
    return [
        " ".join(str(snapshot.title[paper] or "") for paper in papers.row(author))
        for author in range(papers.num_rows)
    ]


def paper_vectors(snapshot: Snapshot, cache: Path | None) -> Vectors:
    """Embed titles and abstracts, shape ``(papers, 384)``; 0 for papers without either."""
    return text_vectors(searchable_texts(snapshot), cache)


def text_vectors(lines: Sequence[str], cache: Path | None) -> Vectors:
    """Embed texts, shape ``(lines, 384)``; 0 for empty ones."""
    vectors = embed_cached(lines, cache)
    return vectors * np.array([bool(line) for line in lines], dtype=np.float32)[:, None]


def author_centroids(vectors: Vectors, papers: Csr) -> Vectors:
    """Compute the mean vector of each author's papers, of length 1, shape ``(authors, 384)``."""
    total = np.zeros((papers.num_rows, vectors.shape[1]), dtype=np.float32)
    np.add.at(total, papers.row_numbers(), vectors[papers.indices])
    return normalise_rows(total)


def team_centroid(authors: Vectors, team: Sequence[int]) -> Vectors:
    """Compute the mean of some authors' centroids, of length 1; 0 without an author, ``(384,)``."""
    if not team:
        return np.zeros(authors.shape[1], dtype=authors.dtype)
    profile: Vectors = normalise_rows(authors[list(team)].mean(axis=0, keepdims=True))[0]
    return profile


def cosines(items: Vectors, profiles: Iterable[Vectors]) -> Iterator[Floats]:
    """Yield the cosine of each profile with every item, ``(items,)``; NaN where either is 0."""
    has_text = items.any(axis=1)
    for profile in profiles:
        yield np.where(has_text & profile.any(), inner_products(items, profile), np.nan)


def normalise_rows(rows: Vectors) -> Vectors:
    """Scale rows to length 1; rows of zeros stay."""
    length = np.sqrt(np.einsum("ij,ij->i", rows, rows))[:, None]
    return np.asarray(np.divide(rows, length, out=np.zeros_like(rows), where=length > 0))


def sum_places(query_vectors: Vectors, items: Vectors, depth: int) -> Floats:
    """Compute the negated sum of an item's ranks in the lists near each vector, ``(items,)``.

    An item that is not among the first ``depth`` of a list has rank ``depth + 1`` there, and is NaN
    if in none. Zero vectors, which are of no text, make no list and are in none.
    """
    embedded_items = np.flatnonzero(items.any(axis=1))
    near = (query_vectors[query_vectors.any(axis=1)] @ items[embedded_items].T).astype(np.float64)
    lists, size = near.shape
    depth = min(depth, size)
    total = np.full(size, -float(lists * (depth + 1)))
    for row in near:
        # The later of two equal ones comes first, as among papers the younger.
        order = np.argsort(-row[::-1], kind="stable")[:depth]
        total[size - 1 - order] += depth - np.arange(depth)
    total[total == -lists * (depth + 1)] = np.nan
    everything = np.full(len(items), np.nan)
    everything[embedded_items] = total
    return everything
