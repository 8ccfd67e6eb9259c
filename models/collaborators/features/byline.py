"""Features of the order of authors in bylines.

When the query author is the first of a team, the co-authors to predict come after it; an author who
always came before it, such as a student, is rarely among them.
"""

from typing import Final

import numpy as np
from numba import njit
from numpy.typing import NDArray
from scipy import sparse

from scinet.graph.links.walks import Steps, restart_walks
from scinet.graph.snapshot.csr import Int32, Int64
from scinet.models.collaborators.features.lists import AuthorLists, Columns
from scinet.models.collaborators.features.walks import make_step
from scinet.models.history import Floats, History, group_means

_HALF_LIVES: Final = (1.0, 4.0)
_WALK_YEARS: Final = 3.0
_RESTART: Final = 0.4
_STEPS: Final = 6
_LARGEST_TEAM: Final = 100  # as for walks among co-authors


def byline_features(past: History, lists: AuthorLists) -> Columns:
    """Compute joint papers by byline order, and walks to authors behind.

    ``behind_h`` is the decayed sum (half-life h years) of joint papers with the other author behind
    the seed, each divided by its authors minus one; ``in_front_h`` the reverse. ``walk_behind`` is
    the share of time of walks that restart at the seed and step to an author behind, or, with one
    half, to any co-author; ``behind_near`` the probability to be behind a co-author of the seed,
    ``near_behind`` to be a co-author of one behind it. ``seed_place`` and ``other_place`` are mean
    positions in the byline, from 0, the first, to 1, the last, NaN without co-authors.
    """
    snapshot = past.snapshot
    columns: Columns = {}
    for years in _HALF_LIVES:
        behind = past.once(_byline_weights, years)
        columns[f"behind_{years:g}"] = _read_entries(behind, lists.seed[lists.number], lists.other)
        columns[f"in_front_{years:g}"] = _read_entries(
            behind, lists.other, lists.seed[lists.number]
        )
    near, away = past.once(make_step, _WALK_YEARS, 0.0), past.once(_byline_step, _WALK_YEARS)
    start = np.zeros((snapshot.num_authors, len(lists.seed)), dtype=np.float32)
    start[lists.seed, np.arange(len(lists.seed))] = 1.0
    columns["behind_near"] = lists.read(away(near(start)))
    columns["near_behind"] = lists.read(near(away(start)))
    chains = [(share / 2, moves) for share, moves in (*away.chains, *near.chains)]
    either = Steps(snapshot.num_authors, chains)
    columns["walk_behind"] = lists.read(
        restart_walks(either, start, restart=_RESTART, steps=_STEPS)
    )
    place = past.once(_mean_places)
    columns["seed_place"] = place[lists.seed][lists.number]
    columns["other_place"] = place[lists.other]
    return columns


def _byline_weights(past: History, half_life: float) -> sparse.csr_array:
    """Return the decayed weight of each author (row) with each author behind (column)."""
    teams = past.snapshot.authored
    front, back, weight = _byline_pairs(
        teams.indptr, teams.indices, past.fade(half_life), _LARGEST_TEAM
    )
    authors = past.snapshot.num_authors
    return sparse.coo_array((weight, (front, back)), shape=(authors, authors)).tocsr()


def _byline_step(past: History, half_life: float) -> Steps:
    weights = _byline_weights(past, half_life)
    total = np.asarray(weights.sum(axis=1)).ravel()
    scale = np.divide(1.0, total, out=np.zeros_like(total), where=total > 0)
    move = sparse.csr_array((sparse.diags_array(scale) @ weights).T)
    return Steps(past.snapshot.num_authors, [(1.0, [move])]).single()


def _read_entries(table: sparse.csr_array, row: Int32, column: Int32) -> Floats:
    if not len(row):  # which SciPy takes for no index
        return np.zeros(0)
    return np.asarray(table[row, column]).ravel().astype(np.float64)


def _mean_places(past: History) -> Floats:
    """Compute the mean position of each author in bylines, shape ``(authors,)``."""
    teams = past.snapshot.authored
    size = teams.lengths()[teams.row_numbers()]
    place = np.arange(len(teams.indices)) - teams.indptr[teams.row_numbers()]
    joint = size > 1
    shares = place[joint] / (size[joint] - 1)
    return group_means(teams.indices[joint], shares, past.snapshot.num_authors)


@njit(cache=True, nogil=True)
def _byline_pairs(
    indptr: Int64, author: Int32, faded: NDArray[np.float64], largest: int
) -> tuple[Int32, Int32, NDArray[np.float64]]:
    total = 0
    for paper in range(len(faded)):
        team = indptr[paper + 1] - indptr[paper]
        if team <= largest:
            total += team * (team - 1) // 2
    front = np.empty(total, dtype=np.int32)
    back = np.empty(total, dtype=np.int32)
    weight = np.empty(total)
    pair = 0
    for paper in range(len(faded)):
        begin, end = indptr[paper], indptr[paper + 1]
        if end - begin > largest:
            continue
        for first in range(begin, end):
            for second in range(first + 1, end):
                front[pair] = author[first]
                back[pair] = author[second]
                weight[pair] = faded[paper] / (end - begin - 1)
                pair += 1
    return front, back, weight
