"""Vectors of papers from a published file in place of those that scinet makes of their texts."""

from functools import lru_cache
from pathlib import Path

import numpy as np

from scinet.errors import DataError
from scinet.eval.suites.prescience.official.embeddings import Embeddings, read
from scinet.graph.snapshot import Snapshot
from scinet.graph.sources.prescience import SOURCE
from scinet.models.text.vector_cache import Vectors


def vectors_in(file: Path, snapshot: Snapshot) -> Vectors:
    """Vectors of the papers from a file as PreScience publishes it, shape ``(papers, dimensions)``.

    Each has length 1; 0 for papers without one.

    Raises:
        NotFoundError: If there is no such file.
        DataError: If it has another format, or none of the papers.
    """
    changed = file.stat().st_mtime_ns if file.is_file() else 0
    found, row = _once(file, changed)
    names = (str(paper).removeprefix(f"{SOURCE}:") for paper in snapshot.paper_id)
    rows = np.array([row.get(name, -1) for name in names], dtype=np.int64)
    if not (rows >= 0).any():
        raise DataError(
            f"no paper of the graph has a vector in {file}", hint="Load the rows that belong to it."
        )
    length = np.linalg.norm(found.key, axis=1, keepdims=True)
    key = np.divide(found.key, length, out=np.zeros_like(found.key), where=length > 0.0)
    result: Vectors = np.where((rows >= 0)[:, None], key[rows], np.float32(0.0))
    return result


@lru_cache(maxsize=1)
def _once(file: Path, changed: int) -> tuple[Embeddings, dict[str, int]]:
    """The file, read again only when it has changed: questions of every day ask for it."""
    del changed
    found = read(file)
    return found, {name: place for place, name in enumerate(found.ids)}
