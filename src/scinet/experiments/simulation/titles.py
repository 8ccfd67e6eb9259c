"""How unlike each other titles are, and how unlike earlier ones: words in place of a judge.

PreScience has a language model rate the ten nearest papers by embedding; here nearness is the
cosine of words weighted by rarity.
"""

from typing import Final

import numpy as np
from scipy import sparse

from scinet.experiments.simulation.year import Values, Year

_NEAREST: Final = 10


def sample(papers: Values, size: int) -> Values:
    """So many of some papers, always the same ones; all of them where there are fewer."""
    return np.sort(np.random.default_rng(0).permutation(papers)[:size])


def titled(year: Year, papers: Values) -> Values:
    """Those papers that have a title."""
    found: Values = papers[year.snapshot.title[papers].astype(bool)]
    return found


def diversity(year: Year, papers: Values) -> Values:
    """One minus the mean cosine of each title and the ten nearest of the others.

    Returns:
        A value for each paper, from 0, the same words, to 1; none where there are too few papers.
    """
    words = _rows(year, papers)
    cosine = (words @ words.T).toarray()
    np.fill_diagonal(cosine, -np.inf)
    return _far(cosine, len(papers) - 1)


def novelty(year: Year, papers: Values, *, before: int | None) -> Values:
    """The same of the ten nearest titles among all earlier papers.

    Args:
        before: Position of the first paper that does not count as earlier; None means those of its
            own day for each paper.
    """
    words = _rows(year, papers)
    end = year.snapshot.num_papers if before is None else before
    cosine = (words @ _rows(year, np.arange(end)).T).toarray()
    if before is None:
        later = year.snapshot.day[None, :] >= year.snapshot.day[papers][:, None]
        cosine = np.where(later, -np.inf, cosine)
        end = year.first
    return _far(cosine, end)


def _rows(year: Year, papers: Values) -> sparse.csr_array:
    return sparse.csr_array(year.titles[papers])


def _far(cosine: Values, others: int) -> Values:
    if others < _NEAREST:
        return np.zeros(0)
    found: Values = 1.0 - np.partition(cosine, -_NEAREST, axis=1)[:, -_NEAREST:].mean(axis=1)
    return found
