"""Lineages of communities between two days, by shared papers.

Papers that did not exist on the earlier day are ignored, so growth alone never ends a lineage.
"""

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from typing import Final, Literal

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import linear_sum_assignment

from scinet.graph.communities.detect import Community

THRESHOLD: Final = 0.3


@dataclass(frozen=True, slots=True)
class CommunityChange:
    """Change of a community between two days.

    Attributes:
        community_id: A community of the later day, or an earlier one that ended.
        kind: ``continued``: it has the lineage of ``related_id``, an earlier one. ``split``: a
            lineage of its own, though most of its papers of the earlier day were in ``related_id``.
            ``new``: neither. Earlier ones: ``merged``: most of it is in ``related_id``, a later
            one of another lineage. ``ended``: it is not.
        related_id: The other community, or None.
        overlap: Jaccard index of the two among papers of the earlier day; NaN without another.
    """

    community_id: str
    kind: Literal["continued", "split", "new", "merged", "ended"]
    related_id: str | None
    overlap: float


@dataclass(frozen=True, slots=True)
class TrackedCommunities:
    """Later communities with lineages; their changes, then those of ended earlier ones."""

    communities: tuple[Community, ...]
    changes: tuple[CommunityChange, ...]


def follow_communities(
    earlier: Sequence[Community],
    later: Sequence[Community],
    visible: Collection[str],
    *,
    threshold: float = THRESHOLD,
) -> TrackedCommunities:
    """Carry lineages from one day to a later one.

    Each lineage continues in one community at most: by the assignment with the largest sum of
    Jaccard indices, of which those below the threshold count as 0.

    Args:
        visible: Ids of the papers dated before the earlier day, in a community or not.
        threshold: Least Jaccard index of a lineage that continues, in (0, 1].

    Source:
        Greene, Doyle and Cunningham (2010), doi:10.1109/ASONAM.2010.17, for matching by Jaccard
        index and the events; they match each one greedily, here the assignment is one to one.
    """
    if not 0 < threshold <= 1:
        raise ValueError(f"a threshold of {threshold} is not in (0, 1]")
    visible_ids = set(visible)
    before = [set(group.papers) for group in earlier]
    after = [visible_ids.intersection(group.papers) for group in later]
    shared = np.array([[len(a & b) for a in before] for b in after], dtype=np.float64)
    shared = shared.reshape(len(later), len(earlier))
    sizes_before = np.array([len(group) for group in before], dtype=np.float64)
    sizes_after = np.array([len(group) for group in after], dtype=np.float64)
    jaccard = shared / np.maximum(sizes_after[:, None] + sizes_before - shared, 1.0)
    continues = _assign(np.where(jaccard < threshold, 0.0, jaccard))

    changes: list[CommunityChange] = []
    communities: list[Community] = []
    for place, group in enumerate(later):
        if place in continues:
            origin = continues[place]
            kind: Literal["continued", "split", "new"] = "continued"
            communities.append(replace(group, lineage_id=earlier[origin].lineage_id))
        else:
            # Only one can have more than half of it.
            most = np.flatnonzero(2 * shared[place] > sizes_after[place])
            origin = int(most[0]) if len(most) else -1
            kind = "split" if len(most) else "new"
            communities.append(replace(group, lineage_id=group.id))
        changes.append(_change(group.id, kind, earlier, origin, jaccard[place]))
    for place, group in enumerate(earlier):
        if place in continues.values():
            continue
        most = np.flatnonzero(2 * shared[:, place] > sizes_before[place])
        goal = int(most[0]) if len(most) else -1
        changes.append(
            _change(group.id, "merged" if len(most) else "ended", later, goal, jaccard[:, place])
        )
    return TrackedCommunities(tuple(communities), tuple(changes))


def _assign(jaccard: NDArray[np.float64]) -> dict[int, int]:
    """Return the earlier community that each later one continues."""
    rows, columns = linear_sum_assignment(jaccard, maximize=True)
    return {
        int(row): int(column)
        for row, column in zip(rows, columns, strict=True)
        if jaccard[row, column] > 0
    }


def _change(
    community_id: str,
    kind: Literal["continued", "split", "new", "merged", "ended"],
    others: Sequence[Community],
    index: int,
    jaccard: NDArray[np.float64],
) -> CommunityChange:
    if index < 0:
        return CommunityChange(community_id, kind, None, float("nan"))
    return CommunityChange(community_id, kind, others[index].id, float(jaccard[index]))
