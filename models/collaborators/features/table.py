"""Lists of candidates for an author's next co-authors, and the table of all their features."""

from collections.abc import Callable
from typing import Final, TypeAlias

import numpy as np
from scipy.stats import rankdata

from scinet.graph.snapshot.csr import Int32
from scinet.models.base.ranking import best_first, fused
from scinet.models.collaborators.features.byline import byline
from scinet.models.collaborators.features.joint_papers import joint_papers
from scinet.models.collaborators.features.lists import Columns, Lists
from scinet.models.collaborators.features.profiles import careers, citations, subjects
from scinet.models.collaborators.features.shared_coauthors import shared_coauthors
from scinet.models.collaborators.features.walks import CITING, NEAR, time_shares, walks
from scinet.models.history import Float32, Past

AT_ONCE: Final = 64  # seeds: tables of authors by seeds take 0.25 KiB for each author


def candidates(past: Past, seeds: Int32, most: int) -> Lists:
    """Authors worth ordering for each seed, at most so many, best first and without the seed.

    The rankings by a walk over joint papers and by one over as many citations are fused. Seeds are
    author numbers, shape ``(lists,)``.
    """
    found: list[Int32] = []
    shares = [time_shares(past, walk, seeds) for walk in (NEAR, CITING)]
    for column, seed in enumerate(seeds):
        reached = (np.where(share[:, column] > 0, share[:, column], np.nan) for share in shares)
        orders = [best_first(one)[: 2 * most] for one in reached]
        total = fused(orders, past.snapshot.num_authors)
        total[seed] = np.nan
        found.append(best_first(total)[:most].astype(np.int32))
    first = np.concatenate(([0], np.cumsum([len(one) for one in found]))).astype(np.int64)
    return Lists(seeds, first, np.concatenate([seeds[:0], *found]))


Family: TypeAlias = Callable[[Past, Lists], Columns]

FAMILIES: Final[tuple[Family, ...]] = (
    joint_papers,
    byline,
    shared_coauthors,
    walks,
    citations,
    subjects,
    careers,
)
_RANKED: Final = ("joint_faded_1", "walk_near", "walk_back", "walk_behind", "titles_lately")


def features(past: Past, lists: Lists) -> tuple[tuple[str, ...], Float32]:
    """Names and values of all columns, these of shape ``(rows, columns)``, NaN where undefined."""
    columns: Columns = {}
    for family in FAMILIES:
        columns |= family(past, lists)
    for name in _RANKED:  # from 1, the largest value first, ties at their mean rank
        of_lists = np.split(-columns[name], lists.first[1:-1])
        columns[f"rank_by_{name}"] = np.concatenate([rankdata(values) for values in of_lists])
    return tuple(columns), np.stack(list(columns.values()), axis=1).astype(np.float32)
