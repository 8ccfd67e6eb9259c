"""The groups of papers that ego and path queries ask about."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from scinet.errors import DataError
from scinet.eval.tasks.kind import Material

CHOICES = ("auto", "community", "venue")


@dataclass(frozen=True, slots=True)
class Subfields:
    """Named groups of papers.

    Attributes:
        by: ``community`` or ``venue``.
        papers: Positions in the snapshot, ascending, by name; names sorted.
        ungrouped: Papers in no group.
    """

    by: str
    papers: dict[str, NDArray[np.int64]]
    ungrouped: int


def find(material: Material, by: str, *, resolution: float, seed: int) -> Subfields:
    """Group the papers of a snapshot.

    Args:
        material: The graph; communities must have been computed for its very cut-off day, since
            later citations would show in others.
        by: ``community``, ``venue``, or ``auto``: communities when there are any, else venues.
        resolution: Resolution of the communities.
        seed: Seed of the communities.

    Raises:
        DataError: If there is no such group.
    """
    snapshot = material.snapshot
    papers: dict[str, NDArray[np.int64]] = {}
    if by in {"auto", "community"}:
        rows = material.database.rows(
            "community/members",
            before=material.before,
            graph_fingerprint=snapshot.graph_fingerprint,
            resolution=resolution,
            seed=seed,
        )
        for row in rows:
            positions = sorted(snapshot.index(paper) for paper in row["paper_ids"])
            papers[row["name"]] = np.array(positions, dtype=np.int64)
        if papers or by == "community":
            by = "community"
    if by in {"auto", "venue"}:
        by = "venue"
        papers = _venues(material)
    if not papers:
        raise DataError(
            f"no {by} groups the papers before {material.before}",
            hint="Choose a later day, compute communities for it, or use -o subfield_by=venue.",
        )
    grouped = np.concatenate(list(papers.values()))
    return Subfields(
        by=by,
        papers=dict(sorted(papers.items())),
        ungrouped=snapshot.num_papers - len(np.unique(grouped)),
    )


def _venues(material: Material) -> dict[str, NDArray[np.int64]]:
    snapshot = material.snapshot
    rows = material.database.rows("task/venue_names", venue_ids=list(snapshot.venue_id))
    names = {row["venue_id"]: row["name"] for row in rows}
    listed = [names.get(venue, venue) for venue in snapshot.venue_id]
    return {
        # Two venues of one name are told apart by their ids.
        name if listed.count(name) == 1 else f"{name} ({snapshot.venue_id[code]})": np.flatnonzero(
            snapshot.venue == code
        )
        for code, name in enumerate(listed)
    }
