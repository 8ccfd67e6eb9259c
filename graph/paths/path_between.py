"""Most cited path between the papers of two authors, venues or fields.

It leads from any paper of the one to any paper of the other, with at least one step: shared papers
are counted, but are not a path.
"""

from collections.abc import Sized
from dataclasses import asdict, dataclass
from datetime import date
from typing import Unpack

import numpy as np

from scinet.errors import NotFoundError
from scinet.graph.paths.best import BestPath, best_path
from scinet.graph.paths.objective import ObjectiveOptions, PathObjective
from scinet.graph.schema.dates import cutoff_suffix
from scinet.graph.snapshot import Snapshot
from scinet.graph.snapshot.csr import Int32, Int64


@dataclass(frozen=True, slots=True)
class PathBetween(BestPath):
    """Best path between two sets of papers."""

    source_papers: int
    target_papers: int
    shared_papers: int


def path_between(
    snapshot: Snapshot,
    sources: Int64 | Int32,
    targets: Int64 | Int32,
    **how: Unpack[ObjectiveOptions],
) -> PathBetween:
    """Return the path with the largest sum, or mean, of citations between two sets of papers.

    It starts at any source and ends at a target that is dated later, never the other way round;
    papers between the two ends may be of either set or of none. The shortest path, on which the
    bound may depend, is that of the nearest pair. Ties go as in
    :func:`scinet.graph.paths.most_cited_path`. Excluding the two ends may change the best path,
    even by the sum.

    Args:
        sources: Positions of possible starts, shape ``(n,)``.
        targets: Positions of possible ends, shape ``(m,)``.
    """
    starts, ends = np.unique(sources).astype(np.int64), np.unique(targets).astype(np.int64)
    refuse_no_ends(starts, ends)
    best = best_path(snapshot, starts, ends, PathObjective(**how))
    shared = len(np.intersect1d(starts, ends, assume_unique=True))
    return PathBetween(
        **asdict(best), source_papers=len(starts), target_papers=len(ends), shared_papers=shared
    )


def refuse_no_ends(*sides: Sized) -> None:
    """Refuse a path from or to an empty set."""
    if not all(map(len, sides)):
        raise ValueError("a path needs a paper to start from and one to end at")


def papers_of_author(snapshot: Snapshot, author_id: str) -> Int32:
    """Return positions of the papers of an author, shape ``(n,)``."""
    place = int(np.searchsorted(snapshot.author_id, author_id))
    if place == snapshot.num_authors or snapshot.author_id[place] != author_id:
        raise without_papers(author_id, snapshot.before)
    return snapshot.author_papers.row(place)


def without_papers(author_id: str, before: date | None) -> NotFoundError:
    """Make the error for an author without a dated paper before the day."""
    return NotFoundError(
        f"no dated paper of {author_id!r}{cutoff_suffix(before)}",
        hint="See `scinet query lookup/author_by_name`.",
    )
