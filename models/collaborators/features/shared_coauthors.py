"""Features of co-authors shared by two authors, and of their recency."""

from typing import Final

import numpy as np
from numba import njit
from numpy.typing import NDArray

from scinet.graph.links.features import neighbour_features
from scinet.graph.snapshot.csr import Int32, Int64
from scinet.models.collaborators.features.lists import AuthorLists, Columns
from scinet.models.history import History

_LINK_FEATURES: Final = ("common_neighbours", "jaccard", "adamic_adar", "resource_allocation")
_HALF_LIFE: Final = 1.0
_RECENT_YEARS: Final = 3.0
_LARGEST_TEAM: Final = 100  # pairs of pairs grow with its third power
_PATH_FEATURES: Final = (
    "shared_lately",
    "strongest_path",
    "years_since_shared",
    "with_closest",
    "team_of_last_knows",
)


def shared_coauthor_features(past: History, lists: AuthorLists) -> Columns:
    """Compute features of the shared co-authors of each pair.

    ``shared_lately`` sums, over the seed's co-authors of the last three years, their papers with
    the other author in these years; ``years_since_shared`` is the age of the last of them, NaN
    without one; ``strongest_path`` is the largest, over shared co-authors, of the smaller of the
    two decayed sums of joint papers (half-life one year); ``with_closest`` the other's decayed sum
    with the co-author who has the largest one with the seed; ``team_of_last_knows`` the share of
    the seed's last team that had written with the other.
    """
    snapshot = past.snapshot
    plain = neighbour_features(past.coauthors, lists.pairs, threads=1)
    path_features = _walk_coauthors(
        snapshot.author_papers.indptr,
        snapshot.author_papers.indices,
        snapshot.authored.indptr,
        snapshot.authored.indices,
        past.age,
        lists.seed,
        lists.first,
        lists.other,
        snapshot.num_authors,
        _HALF_LIFE,
        _RECENT_YEARS,
        _LARGEST_TEAM,
    )
    columns = {name: plain[name] for name in _LINK_FEATURES}
    return columns | dict(zip(_PATH_FEATURES, path_features, strict=True))


@njit(cache=True, nogil=True)
def _walk_coauthors(
    indptr: Int64,
    paper: Int32,
    team_indptr: Int64,
    team: Int32,
    age: NDArray[np.float64],
    seed: Int32,
    first: Int64,
    candidates: Int32,
    authors: int,
    half_life: float,
    lately: float,
    largest: int,
) -> NDArray[np.float64]:
    """Walk from the seed to its co-authors, and from their papers to all authors of these."""
    result = np.zeros((5, len(candidates)))
    near = np.zeros(authors)
    far = np.zeros(authors)
    shared = np.zeros(authors)
    path = np.zeros(authors)
    youngest = np.full(authors, np.inf)
    closest_with = np.zeros(authors)
    knows = np.zeros(authors)
    coauthors = np.empty(authors, dtype=np.int32)
    reached = np.empty(authors, dtype=np.int32)
    touched = np.zeros(authors, dtype=np.bool_)
    everyone = np.empty(authors, dtype=np.int32)
    in_last = np.zeros(authors, dtype=np.bool_)
    for row in range(len(seed)):
        me = seed[row]
        number = 0
        for entry in range(indptr[me], indptr[me + 1]):
            joint_paper = paper[entry]
            if team_indptr[joint_paper + 1] - team_indptr[joint_paper] > largest:
                continue
            for place in range(team_indptr[joint_paper], team_indptr[joint_paper + 1]):
                with_ = team[place]
                if with_ == me:
                    continue
                if near[with_] == 0.0:
                    coauthors[number] = with_
                    number += 1
                near[with_] += 0.5 ** (age[joint_paper] / half_life)
        last = paper[indptr[me + 1] - 1]
        others = 0
        for place in range(team_indptr[last], team_indptr[last + 1]):
            if team[place] != me:
                in_last[team[place]] = True
                others += 1
        closest = -1
        for place in range(number):
            if closest < 0 or near[coauthors[place]] > near[closest]:
                closest = coauthors[place]
        total = 0
        for place in range(number):
            middle = coauthors[place]
            # A co-author of long ago still opens a path, but not a recent one.
            is_recent = _wrote_recently(indptr, paper, team_indptr, team, age, me, middle, lately)
            fresh = 0
            for entry in range(indptr[middle], indptr[middle + 1]):
                joint_paper = paper[entry]
                if team_indptr[joint_paper + 1] - team_indptr[joint_paper] > largest:
                    continue
                weight = 0.5 ** (age[joint_paper] / half_life)
                for at in range(team_indptr[joint_paper], team_indptr[joint_paper + 1]):
                    end = team[at]
                    if end in (me, middle):
                        continue
                    if far[end] == 0.0:
                        reached[fresh] = end
                        fresh += 1
                        if not touched[end]:
                            touched[end] = True
                            everyone[total] = end
                            total += 1
                    far[end] += weight
                    if is_recent:
                        youngest[end] = min(youngest[end], age[joint_paper])
                        shared[end] += age[joint_paper] <= lately
            for at in range(fresh):
                end = reached[at]
                path[end] = max(path[end], min(near[middle], far[end]))
                if middle == closest:
                    closest_with[end] = far[end]
                if in_last[middle]:
                    knows[end] += 1.0 / others
                far[end] = 0.0
        for at in range(first[row], first[row + 1]):
            end = candidates[at]
            result[0, at] = shared[end]
            result[1, at] = path[end]
            result[2, at] = youngest[end] if youngest[end] < np.inf else np.nan
            result[3, at] = closest_with[end] if end != closest else np.nan
            result[4, at] = knows[end]
        for at in range(total):
            end = everyone[at]
            shared[end] = path[end] = closest_with[end] = knows[end] = 0.0
            youngest[end] = np.inf
            touched[end] = False
        for at in range(number):
            near[coauthors[at]] = 0.0
        for place in range(team_indptr[last], team_indptr[last + 1]):
            in_last[team[place]] = False
    return result


@njit(cache=True, nogil=True)
def _wrote_recently(
    indptr: Int64,
    paper: Int32,
    team_indptr: Int64,
    team: Int32,
    age: NDArray[np.float64],
    author: int,
    coauthor: int,
    lately: float,
) -> bool:
    for entry in range(indptr[author + 1] - 1, indptr[author] - 1, -1):
        if age[paper[entry]] > lately:
            return False
        for place in range(team_indptr[paper[entry]], team_indptr[paper[entry] + 1]):
            if team[place] == coauthor:
                return True
    return False
