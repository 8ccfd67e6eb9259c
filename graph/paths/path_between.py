"""How the work of one author, venue or field reached another's.

The most cited path from any paper of the one to any paper of the other. It has one step at least:
that both share papers is counted and is not a path.
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
    """The best path from some papers to others."""

    source_papers: int
    target_papers: int
    shared_papers: int


def path_between(
    snapshot: Snapshot,
    sources: Int64 | Int32,
    targets: Int64 | Int32,
    **how: Unpack[ObjectiveOptions],
) -> PathBetween:
    """The path with the largest sum, or mean, of citations from one set of papers to another.

    It starts at any source and ends at a target that is dated later, never the other way round;
    papers between the two ends may be of either set or of none. The shortest path, on which the
    bound may hang, is that of the nearest pair. Ties go as in
    :func:`scinet.graph.paths.most_cited_path`. Without the two ends, other papers may be best,
    even by the sum.

    Args:
        sources: Positions of the papers where a path may start, shape ``(n,)``.
        targets: Positions of the papers where it may end, shape ``(m,)``.
    """
    starts, ends = np.unique(sources).astype(np.int64), np.unique(targets).astype(np.int64)
    refuse_no_ends(starts, ends)
    best = best_path(snapshot, starts, ends, PathObjective(**how))
    shared = len(np.intersect1d(starts, ends, assume_unique=True))
    return PathBetween(
        **asdict(best), source_papers=len(starts), target_papers=len(ends), shared_papers=shared
    )


def refuse_no_ends(*sides: Sized) -> None:
    """Refuse to look for a path from or to nothing."""
    if not all(map(len, sides)):
        raise ValueError("a path needs a paper to start from and one to end at")


def papers_of_author(snapshot: Snapshot, author_id: str) -> Int32:
    """Positions of the papers of an author, shape ``(n,)``."""
    place = int(np.searchsorted(snapshot.author_id, author_id))
    if place == snapshot.num_authors or snapshot.author_id[place] != author_id:
        raise without_papers(author_id, snapshot.before)
    return snapshot.author_papers.row(place)


def without_papers(author_id: str, before: date | None) -> NotFoundError:
    """The error that tells of an author without a dated paper before the day."""
    return NotFoundError(
        f"no dated paper of {author_id!r}{cutoff_suffix(before)}",
        hint="See `scinet query lookup/author_by_name`.",
    )
