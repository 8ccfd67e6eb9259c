"""What authors write about, by the texts of their latest papers: as words and as vectors."""

from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray
from pydantic.dataclasses import dataclass as checked

from scinet.errors import DataError
from scinet.eval.suites.prescience.official.embeddings import Embeddings, read
from scinet.graph.snapshot import Csr, Snapshot
from scinet.graph.sources.prescience import SOURCE
from scinet.models.base.ranking import Floats, texts
from scinet.models.base.system import Context, System
from scinet.models.base.training import TrainingData
from scinet.models.history import Latest
from scinet.models.text.dense import CAUTION, embedded
from scinet.models.text.vector_cache import Vectors
from scinet.validation import OPTIONS

_PUBLISHED: Final = "published vectors that may know later papers"


def stored_vectors(file: Path, papers: Sequence[str] | NDArray[np.object_]) -> Vectors:
    """Vectors of papers from a file as PreScience publishes it, 0 for papers without one.

    Shape ``(papers, dimensions)``.
    """
    found, row = _read(file)
    rows = np.array([row.get(_bare(paper), -1) for paper in papers], dtype=np.int64)
    return np.asarray(np.where((rows >= 0)[:, None], found.key[rows], np.float32(0.0)))


def must_hold(file: Path, snapshot: Snapshot) -> None:
    """Refuse a file of vectors that has none of the papers."""
    _, row = _read(file)
    if not any(_bare(paper) in row for paper in snapshot.paper_id):
        raise DataError(
            f"no paper of the graph has a vector in {file}", hint="Load the rows that belong to it."
        )


def _bare(paper: object) -> str:
    return str(paper).removeprefix(f"{SOURCE}:")


def _read(file: Path) -> tuple[Embeddings, dict[str, int]]:
    return _once(file, file.stat().st_mtime_ns if file.is_file() else 0)


@lru_cache(maxsize=1)
def _once(file: Path, changed: int) -> tuple[Embeddings, dict[str, int]]:
    """The file, read again only when it has changed: questions of every day ask for it."""
    del changed
    found = read(file)
    return found, {name: place for place, name in enumerate(found.ids)}


def model_of(vectors: str) -> dict[str, str]:
    """Which model a file of vectors is of, or no file, and what that may know."""
    return {"model": Path(vectors).name, "caution": _PUBLISHED} if vectors else dict(CAUTION)


@checked(frozen=True, config=OPTIONS)
class ByVectors(System):
    """A system that goes by vectors of the latest papers of authors.

    Attributes:
        vectors: File of published vectors; empty takes those of the static model.
    """

    track = "text"

    recent: Latest = 10
    vectors: str = ""

    @property
    def settings(self) -> dict[str, Any]:
        """Also which model, and what it may know."""
        return {**super().settings, **model_of(self.vectors)}

    def of_papers(self, context: Context | TrainingData) -> Vectors:
        """Vectors of all papers, of length 1; 0 for papers without one."""
        if self.vectors:
            file = Path(self.vectors)
            must_hold(file, context.snapshot)
            found = stored_vectors(file, context.snapshot.paper_id)
            length = np.linalg.norm(found, axis=1, keepdims=True)
            empty = np.zeros_like(found)
            return np.asarray(np.divide(found, length, out=empty, where=length > 0.0))
        return vectors_of_papers(context.snapshot, context.cache)


def latest(snapshot: Snapshot, recent: int) -> Csr:
    """Author to papers, to the latest so many of them when ``recent`` is not 0."""
    rows = snapshot.author_papers
    from_end = np.repeat(rows.indptr[1:], rows.lengths()) - np.arange(len(rows.indices))
    return rows.keep(from_end <= recent) if recent else rows


def titles_of_authors(snapshot: Snapshot, recent: int) -> list[str]:
    """The titles of each author's :func:`latest` papers, one after another."""
    papers = latest(snapshot, recent)
    return [
        " ".join(str(snapshot.title[paper] or "") for paper in papers.row(author))
        for author in range(papers.num_rows)
    ]


def vectors_of_papers(snapshot: Snapshot, cache: Path | None) -> Vectors:
    """Embeddings of titles and abstracts, shape ``(papers, 384)``; 0 for papers without either."""
    return vectors_of_texts(texts(snapshot), cache)


def vectors_of_texts(lines: Sequence[str], cache: Path | None) -> Vectors:
    """Embeddings of texts, shape ``(lines, 384)``; 0 for those without a word."""
    vectors = embedded(lines, cache)
    return vectors * np.array([bool(line) for line in lines], dtype=np.float32)[:, None]


def centroids(vectors: Vectors, papers: Csr) -> Vectors:
    """Mean vector of each author's papers, of length 1, shape ``(authors, 384)``."""
    total = np.zeros((papers.num_rows, vectors.shape[1]), dtype=np.float32)
    np.add.at(total, papers.row_numbers(), vectors[papers.indices])
    return unit(total)


def of_team(authors: Vectors, team: Sequence[int]) -> Vectors:
    """Mean of some authors' centroids, of length 1; 0 without an author, shape ``(384,)``."""
    if not team:
        return np.zeros(authors.shape[1], dtype=authors.dtype)
    profile: Vectors = unit(authors[list(team)].mean(axis=0, keepdims=True))[0]
    return profile


def unit(rows: Vectors) -> Vectors:
    """The same rows with length 1; rows of zeros stay."""
    length = np.sqrt(np.einsum("ij,ij->i", rows, rows))[:, None]
    return np.asarray(np.divide(rows, length, out=np.zeros_like(rows), where=length > 0))


def summed_places(asked: Vectors, items: Vectors, depth: int) -> Floats:
    """Minus the sum of an item's places in the lists near each of some vectors, ``(items,)``.

    An item that is not among the first ``depth`` of a list has place ``depth + 1`` there, and is
    NaN if in none. Vectors of 0, which are of no text, make no list and are in none.
    """
    known = np.flatnonzero(items.any(axis=1))
    near = (asked[asked.any(axis=1)] @ items[known].T).astype(np.float64)
    lists, size = near.shape
    depth = min(depth, size)
    total = np.full(size, -float(lists * (depth + 1)))
    for row in near:
        # The later of two equal ones comes first, as among papers the younger.
        order = np.argsort(-row[::-1], kind="stable")[:depth]
        total[size - 1 - order] += depth - np.arange(depth)
    total[total == -lists * (depth + 1)] = np.nan
    everything = np.full(len(items), np.nan)
    everything[known] = total
    return everything
