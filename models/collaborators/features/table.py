"""Candidates for an author's next co-authors, and the table of all their features."""

from collections.abc import Callable
from typing import Final, TypeAlias

import numpy as np
from scipy.stats import rankdata

from scinet.graph.search.text_search import rank_descending
from scinet.graph.snapshot.csr import Int32
from scinet.models.base.ranking import fuse_rankings
from scinet.models.collaborators.features.byline import byline_features
from scinet.models.collaborators.features.joint_papers import joint_paper_features
from scinet.models.collaborators.features.lists import AuthorLists, Columns
from scinet.models.collaborators.features.profiles import (
    career_features,
    citation_features,
    subject_features,
)
from scinet.models.collaborators.features.shared_coauthors import shared_coauthor_features
from scinet.models.collaborators.features.walks import (
    CITATION_WALK,
    NEAR_WALK,
    walk_features,
    walk_shares,
)
from scinet.models.history import Float32, History

BATCH_SIZE: Final = 64  # seeds: tables of authors by seeds take 0.25 KiB for each author


def find_candidates(past: History, seeds: Int32, most: int) -> AuthorLists:
    """Find candidates for each seed, at most ``most``, best first and without the seed.

    The rankings by a walk over joint papers and by one with as many citations are fused. Seeds are
    author numbers, shape ``(lists,)``.
    """
    ranked: list[Int32] = []
    shares = [walk_shares(past, walk, seeds) for walk in (NEAR_WALK, CITATION_WALK)]
    for column, seed in enumerate(seeds):
        reached = (np.where(share[:, column] > 0, share[:, column], np.nan) for share in shares)
        orders = [rank_descending(values)[: 2 * most] for values in reached]
        total = fuse_rankings(orders, past.snapshot.num_authors)
        total[seed] = np.nan
        ranked.append(rank_descending(total)[:most].astype(np.int32))
    first = np.concatenate(([0], np.cumsum([len(values) for values in ranked]))).astype(np.int64)
    return AuthorLists(seeds, first, np.concatenate([seeds[:0], *ranked]))


Family: TypeAlias = Callable[[History, AuthorLists], Columns]

FAMILIES: Final[tuple[Family, ...]] = (
    joint_paper_features,
    byline_features,
    shared_coauthor_features,
    walk_features,
    citation_features,
    subject_features,
    career_features,
)
_RANKED_FEATURES: Final = (
    "joint_faded_1",
    "walk_near",
    "walk_back",
    "walk_behind",
    "titles_lately",
)


def compute_features(past: History, lists: AuthorLists) -> tuple[tuple[str, ...], Float32]:
    """Compute names and values of all columns, shape ``(rows, columns)``, NaN where undefined."""
    columns: Columns = {}
    for family in FAMILIES:
        columns |= family(past, lists)
    for name in _RANKED_FEATURES:  # from 1, the largest value first, ties at their mean rank
        of_lists = np.split(-columns[name], lists.first[1:-1])
        columns[f"rank_by_{name}"] = np.concatenate([rankdata(values) for values in of_lists])
    return tuple(columns), np.stack(list(columns.values()), axis=1).astype(np.float32)
