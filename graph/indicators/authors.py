"""Author indices as of a day, from dated citations only."""

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from scinet.graph.indicators import citations
from scinet.graph.schema.dates import DAYS_PER_YEAR, day_of
from scinet.graph.snapshot import Snapshot
from scinet.graph.snapshot.csr import Int64


@dataclass(frozen=True, slots=True)
class AuthorStanding:
    """Indices of authors, one entry per author.

    Shapes:
        papers: ``(authors,)``.
        citations: ``(authors,)``, citing papers summed over the author's papers.
        h_index: ``(authors,)``, the largest h such that h papers have at least h citations each.
        g_index: ``(authors,)``, the largest g such that the g most cited papers together have at
            least g²; never above the number of papers.
        i10: ``(authors,)``, papers with at least 10 citations.
        m_quotient: ``(authors,)``, h by the years since the first paper; NaN in the first year.
    """

    papers: Int64
    citations: Int64
    h_index: Int64
    g_index: Int64
    i10: Int64
    m_quotient: NDArray[np.float64]


def author_metrics(snapshot: Snapshot) -> AuthorStanding:
    """Compute the indices of all authors at the cutoff of a snapshot, else at its newest paper.

    Source:
        Hirsch (2005), doi:10.1073/pnas.0507655102, h and m; Egghe (2006),
        doi:10.1007/s11192-006-0144-7, g.
    """
    rows = snapshot.author_papers
    author, paper = rows.row_numbers(), rows.indices
    authors = snapshot.num_authors
    cited = citations.citation_counts(snapshot)[paper]
    papers = rows.lengths()
    # Papers of each author, most cited first, with ranks from 1.
    order = np.lexsort((-cited, author))
    ranked = cited[order]
    place = np.arange(len(ranked)) - rows.indptr[author] + 1
    running = np.cumsum(ranked)
    first = rows.indptr[:-1]
    earlier = np.concatenate(([0], running))[first]
    together = running - earlier[author]

    def total(values: NDArray[Any]) -> Int64:
        return np.bincount(author, weights=values, minlength=authors).astype(np.int64)

    h_index = total(ranked >= place)
    years = np.full(authors, np.nan)
    if len(snapshot.day):
        end = int(snapshot.day[-1]) if snapshot.before is None else day_of(snapshot.before)
        # Every author of a snapshot has a paper, and the row is in time order.
        years = (end - snapshot.day[paper[first]].astype(np.int64)) / DAYS_PER_YEAR
    m_quotient = np.full(authors, np.nan)
    np.divide(h_index, years, out=m_quotient, where=years >= 1)
    return AuthorStanding(
        papers=papers,
        citations=total(cited),
        h_index=h_index,
        g_index=total(together >= place.astype(np.int64) ** 2),
        i10=total(ranked >= 10),
        m_quotient=m_quotient,
    )
