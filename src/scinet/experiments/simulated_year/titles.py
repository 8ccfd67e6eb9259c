"""How unlike each other titles are, and how unlike earlier ones: words in place of a judge.

PreScience has a language model rate the ten nearest papers by embedding; here nearness is the
cosine of words weighted by rarity.
"""

from collections.abc import Callable
from typing import Final

import numpy as np
from scipy import sparse

from scinet.experiments.simulated_year.year import Values, Year

NUM_NEAREST: Final = 10
MAX_ENTRIES: Final = 8_000_000
"""Cosines that are held at a time; those of one title at least."""


def sample_papers(papers: Values, size: int) -> Values:
    """So many of some papers, always the same ones; all of them where there are fewer.

    A smaller sample of the same papers is part of a larger one.
    """
    return np.sort(np.random.default_rng(0).permutation(papers)[:size])


def nearest_in_pool(year: Year, papers: Values, pool: Values) -> Values:
    """Cosine of each title and the ten nearest others of a pool, with the positions of these.

    Args:
        pool: Papers that these are among.

    Returns:
        Shape ``(2, papers, 10)``; of no paper where there are too few.
    """
    return _find_nearest(year, papers, pool, len(pool) - 1, lambda some: some[:, None] == pool)


def nearest_earlier(year: Year, papers: Values, *, before: int | None) -> Values:
    """The same of the ten nearest titles among all earlier papers.

    Args:
        before: Position of the first paper that does not count as earlier; None means those of its
            own day for each paper.
    """
    if before is not None:
        return _find_nearest(year, papers, np.arange(before), before)
    day = year.snapshot.day
    among = np.arange(year.snapshot.num_papers)
    return _find_nearest(year, papers, among, year.first, lambda some: day >= day[some][:, None])


def title_difference(nearest: Values) -> Values:
    """One minus the mean cosine of each title and those nearest to it, from 0 to 1."""
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
    """Cosines and positions of the nearest titles.

    Args:
        others: Least number of papers that are not hidden from one.
        hidden: Which of ``among`` do not count for some papers, ``(papers, among)``.
    """
    if others < NUM_NEAREST:
        return np.zeros((2, 0, NUM_NEAREST))
    words, columns = _title_rows(year, papers), sparse.csr_array(_title_rows(year, among).T)
    nearest = np.empty((2, len(papers), NUM_NEAREST))
    size = max(1, MAX_ENTRIES // len(among))
    for start in range(0, len(papers), size):
        some = slice(start, start + size)
        cosine = (words[some] @ columns).toarray()
        if hidden is not None:
            cosine[hidden(papers[some])] = -np.inf
        place = np.argpartition(cosine, -NUM_NEAREST, axis=1)[:, -NUM_NEAREST:]
        nearest[:, some] = np.take_along_axis(cosine, place, axis=1), among[place]
    return nearest
