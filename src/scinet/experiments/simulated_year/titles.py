"""Diversity and novelty of titles, by words in place of a judge.

PreScience has a language model rate the ten nearest papers by embedding; here similarity is the
cosine of words weighted by inverse frequency.
"""

from collections.abc import Callable
from typing import Final

import numpy as np
from scipy import sparse

from scinet.experiments.simulated_year.year import Values, Year

NUM_NEAREST: Final = 10
MAX_ENTRIES: Final = 8_000_000
"""Cosines that are kept at a time; those of one title at least."""


def sample_papers(papers: Values, size: int) -> Values:
    """Sample ``size`` papers, reproducibly; all of them where there are fewer.

    A smaller sample of the same papers is part of a larger one.
    """
    return np.sort(np.random.default_rng(0).permutation(papers)[:size])


def nearest_in_pool(year: Year, papers: Values, pool: Values) -> Values:
    """Return cosines of each title with the ten nearest others of a pool, and their positions.

    Args:
        pool: Papers to compare with, these included.

    Returns:
        Shape ``(2, papers, 10)``; without papers where there are too few.
    """
    return _find_nearest(year, papers, pool, len(pool) - 1, lambda batch: batch[:, None] == pool)


def nearest_earlier(year: Year, papers: Values, *, before: int | None) -> Values:
    """Return the same for the ten nearest titles among all earlier papers.

    Args:
        before: Position of the first paper that is not earlier; None means that of the paper's own
            day.
    """
    if before is not None:
        return _find_nearest(year, papers, np.arange(before), before)
    day = year.snapshot.day
    among = np.arange(year.snapshot.num_papers)
    return _find_nearest(year, papers, among, year.first, lambda batch: day >= day[batch][:, None])


def title_difference(nearest: Values) -> Values:
    """Compute one minus the mean cosine of each title and those nearest to it, from 0 to 1."""
    difference: Values = 1.0 - nearest[0].mean(axis=1)
    return difference


def _title_rows(year: Year, papers: Values) -> sparse.csr_array:
    return sparse.csr_array(year.titles[papers])


def _find_nearest(
    year: Year,
    papers: Values,
    among: Values,
    others: int,
    hidden: Callable[[Values], Values] | None = None,
) -> Values:
    """Find cosines and positions of the nearest titles.

    Args:
        others: Least number of papers that are not hidden from one.
        hidden: Mask of ``among`` to ignore for some papers, ``(papers, among)``.
    """
    if others < NUM_NEAREST:
        return np.zeros((2, 0, NUM_NEAREST))
    words, columns = _title_rows(year, papers), sparse.csr_array(_title_rows(year, among).T)
    nearest = np.empty((2, len(papers), NUM_NEAREST))
    size = max(1, MAX_ENTRIES // len(among))
    for start in range(0, len(papers), size):
        batch = slice(start, start + size)
        cosine = (words[batch] @ columns).toarray()
        if hidden is not None:
            cosine[hidden(papers[batch])] = -np.inf
        place = np.argpartition(cosine, -NUM_NEAREST, axis=1)[:, -NUM_NEAREST:]
        nearest[:, batch] = np.take_along_axis(cosine, place, axis=1), among[place]
    return nearest
