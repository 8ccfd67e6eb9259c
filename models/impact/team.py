"""Citations of the team's earlier papers: of its best author, or of all its authors."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from scinet.eval.task import Query
from scinet.models.base.system import Context
from scinet.models.impact.forecaster import Forecaster
from scinet.models.impact.record import Floats, Record
from scinet.models.prior_work.team import teams_of


class PastMeans(Forecaster):
    """A number made of the mean citations of each author's earlier papers."""

    needs = frozenset({"months", "author_ids"})
    of_means: ClassVar[Callable[[Floats], np.floating]]

    def values(self, queries: Sequence[Query], record: Record, context: Context) -> Floats:
        """Only authors with a paper whose window is over count."""
        means = past_means(record)
        found = np.full(len(queries), np.nan)
        for place, team in enumerate(teams_of(queries, context.snapshot)):
            known = means[team]
            known = known[~np.isnan(known)]
            if len(known):
                found[place] = type(self).of_means(known)
        return found


@dataclass(frozen=True)
class BestAuthor(PastMeans):
    """The largest of the authors' means."""

    name = "impact-best-author"
    version = "1"
    summary = "mean citations of the best author's earlier papers"
    of_means = np.max


@dataclass(frozen=True)
class Team(PastMeans):
    """The mean of the authors' means."""

    name = "impact-team"
    version = "1"
    summary = "mean citations of the team's earlier papers, each author counting the same"
    of_means = np.mean


def past_means(record: Record) -> Floats:
    """Mean citations of each author's papers whose window is over, NaN without one.

    Returns:
        Shape ``(authors,)``.
    """
    rows = record.snapshot.author_papers
    citations = record.citations[rows.indices]
    is_known = ~np.isnan(citations)
    authors = rows.row_numbers()[is_known]
    size = record.snapshot.num_authors
    count = np.bincount(authors, minlength=size)
    total = np.bincount(authors, weights=citations[is_known], minlength=size)
    means = np.full(size, np.nan)
    np.divide(total, count, out=means, where=count > 0)
    return means
