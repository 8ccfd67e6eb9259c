"""How unlike each other titles are, and how unlike earlier ones: words in place of a judge.

PreScience has a language model rate the ten nearest papers by embedding; here nearness is the
cosine of words weighted by rarity.
"""

from typing import Final

import numpy as np
from scipy import sparse

from scinet.experiments.simulation.year import Values, Year

NEAREST: Final = 10


def sample(papers: Values, size: int) -> Values:
    """So many of some papers, always the same ones; all of them where there are fewer.

    A smaller sample of the same papers is part of a larger one.
    """
    return np.sort(np.random.default_rng(0).permutation(papers)[:size])


def to_each_other(year: Year, papers: Values, pool: Values) -> Values:
    """Cosine of each title and the ten nearest others of a pool, with the positions of these.

    Args:
        pool: Papers that these are among.

    Returns:
        Shape ``(2, papers, 10)``; of no paper where there are too few.
    """
    cosine = (_rows(year, papers) @ _rows(year, pool).T).toarray()
    cosine[papers[:, None] == pool] = -np.inf
    return _nearest(cosine, len(pool) - 1, pool)


def to_earlier(year: Year, papers: Values, *, before: int | None) -> Values:
    """The same of the ten nearest titles among all earlier papers.

    Args:
        before: Position of the first paper that does not count as earlier; None means those of its
            own day for each paper.
    """
    words = _rows(year, papers)
    end = year.snapshot.num_papers if before is None else before
    earlier = np.arange(end)
    cosine = (words @ _rows(year, earlier).T).toarray()
    if before is None:
        later = year.snapshot.day[None, :] >= year.snapshot.day[papers][:, None]
        cosine = np.where(later, -np.inf, cosine)
        end = year.first
    return _nearest(cosine, end, earlier)


def unlikeness(nearest: Values) -> Values:
    """One minus the mean cosine of each title and those nearest to it, from 0 to 1."""
    found: Values = 1.0 - nearest[0].mean(axis=1)
    return found


def _rows(year: Year, papers: Values) -> sparse.csr_array:
    return sparse.csr_array(year.titles[papers])


def _nearest(cosine: Values, others: int, papers: Values) -> Values:
    if others < NEAREST:
        return np.zeros((2, 0, NEAREST))
    place = np.argpartition(cosine, -NEAREST, axis=1)[:, -NEAREST:]
    return np.stack([np.take_along_axis(cosine, place, axis=1), papers[place]])
