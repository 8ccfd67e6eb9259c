"""Features of two authors' joint papers: number, recency, positions in the byline."""

from typing import Final

import numpy as np
from numba import njit
from numpy.typing import NDArray

from scinet.graph.snapshot.csr import Int32, Int64
from scinet.models.collaborators.features.lists import AuthorLists, Columns
from scinet.models.history import History

_HALF_LIVES: Final = (0.5, 1.0, 2.0, 5.0)
_LATEST_COUNTS: Final = (1, 2, 3, 5, 10)
_COUNT_NAMES: Final = (
    "joint",
    "joint_shared",
    "joint_other_first",
    "joint_other_last",
    "joint_seed_first",
    "years_since_joint",
    "years_since_first_joint",
    "papers_of_seed_since_joint",
    "papers_of_other_since_joint",
    "team_of_last_joint",
    "other_last_in_last_joint",
    "other_first_in_last_joint",
    "seed_first_in_last_joint",
)


def joint_paper_features(past: History, lists: AuthorLists) -> Columns:
    """Compute joint papers of each pair: their number, decayed sums, the last of them.

    ``joint_faded_h`` halves each joint paper every h years; ``joint_shared`` weights a paper of k
    authors ``1 / (k - 1)``, halved every 2 years; ``joint_in_latest_n`` counts those among the
    seed's latest n papers. Features of the last joint paper are NaN where there is none.
    """
    snapshot = past.snapshot
    written = snapshot.author_papers
    counted, faded, recent = _count_joint_papers(
        written.indptr,
        written.indices,
        snapshot.authored.indptr,
        snapshot.authored.indices,
        past.age,
        lists.pairs[:, 0],
        lists.pairs[:, 1],
        np.array(_HALF_LIVES),
        np.array(_LATEST_COUNTS),
    )
    columns = dict(zip(_COUNT_NAMES, counted, strict=True))
    names = [f"joint_faded_{years:g}" for years in _HALF_LIVES]
    columns |= dict(zip(names, faded, strict=True))
    names = [f"joint_in_latest_{papers}" for papers in _LATEST_COUNTS]
    columns |= dict(zip(names, recent, strict=True))
    of_seed, of_other = past.papers[lists.pairs].T
    columns["joint_of_seed"] = columns["joint"] / of_seed
    columns["joint_of_other"] = columns["joint"] / of_other
    return columns


@njit(cache=True, nogil=True)
def _count_joint_papers(
    indptr: Int64,
    paper: Int32,
    team_indptr: Int64,
    team: Int32,
    age: NDArray[np.float64],
    seed: Int32,
    candidates: Int32,
    half_lives: NDArray[np.float64],
    recent: NDArray[np.int64],
) -> tuple[NDArray[np.float64], NDArray[np.float64], NDArray[np.float64]]:
    """Merge both rows of papers, which are in time order."""
    counted = np.zeros((13, len(seed)))
    counted[5:] = np.nan
    faded = np.zeros((len(half_lives), len(seed)))
    latest = np.zeros((len(recent), len(seed)))
    for row in range(len(seed)):
        position, left_end = indptr[seed[row]], indptr[seed[row] + 1]
        right, right_end = indptr[candidates[row]], indptr[candidates[row] + 1]
        while position < left_end and right < right_end:
            if paper[position] < paper[right]:
                position += 1
            elif paper[position] > paper[right]:
                right += 1
            else:
                joint = paper[position]
                begin, end = team_indptr[joint], team_indptr[joint + 1]
                years = age[joint]
                counted[0, row] += 1
                counted[1, row] += 0.5 ** (years / 2.0) / max(end - begin - 1, 1)
                counted[2, row] += team[begin] == candidates[row]
                counted[3, row] += team[end - 1] == candidates[row]
                counted[4, row] += team[begin] == seed[row]
                counted[5, row] = years
                if np.isnan(counted[6, row]):
                    counted[6, row] = years
                counted[7, row] = left_end - position - 1
                counted[8, row] = right_end - right - 1
                counted[9, row] = end - begin
                counted[10, row] = team[end - 1] == candidates[row]
                counted[11, row] = team[begin] == candidates[row]
                counted[12, row] = team[begin] == seed[row]
                for number in range(len(half_lives)):
                    faded[number, row] += 0.5 ** (years / half_lives[number])
                for number in range(len(recent)):
                    latest[number, row] += left_end - position <= recent[number]
                position += 1
                right += 1
    return counted, faded, latest
