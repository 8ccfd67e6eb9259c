"""Citation forecasts from one number: of recent papers, team, venue, or similar titles."""

from collections.abc import Callable, Sequence
from typing import ClassVar, Literal, TypeAlias

import numpy as np
from pydantic import NonNegativeFloat, PositiveInt
from pydantic.dataclasses import dataclass as checked

from scinet.eval.task import Query
from scinet.graph.search.text_search import TextIndex, rank_descending, searchable_texts
from scinet.models.base.system import Context
from scinet.models.history import Floats, History, group_means
from scinet.models.impact.forecaster import CitationRecord, Forecaster
from scinet.models.prior_work.team import team_numbers
from scinet.validation import OPTIONS

Years: TypeAlias = NonNegativeFloat
"""Years in which papers count, up to the last one whose window is over; 0 means all."""


@checked(frozen=True, config=OPTIONS)
class Constant(Forecaster):
    """Median or mean of recent papers whose window is over, for all papers of a day.

    Attributes:
        of: ``median``, which has the smallest mean error of all constants, or ``mean``.
    """

    name = "impact-constant"
    summary = "the median of recent papers"

    of: Literal["median", "mean"] = "median"
    years: Years = 3.0

    def values(self, queries: Sequence[Query], record: CitationRecord, context: Context) -> Floats:
        """Return one number for all."""
        citations = record.citations[record.recent(self.years)]
        of = np.mean if self.of == "mean" else np.median
        return np.full(len(queries), float(of(citations)) if len(citations) else np.nan)


class TeamStatistic(Forecaster):
    """Statistic over a number of each author of the team."""

    needs = frozenset({"months", "author_ids"})
    joined: ClassVar[Callable[[Floats], np.floating]]

    def values(self, queries: Sequence[Query], record: CitationRecord, context: Context) -> Floats:
        """Aggregate over the authors with a number."""
        numbers = self.of_authors(record)
        predicted = np.full(len(queries), np.nan)
        for place, team in enumerate(team_numbers(queries, context.snapshot)):
            defined = numbers[team][~np.isnan(numbers[team])]
            if len(defined):
                predicted[place] = type(self).joined(defined)
        return predicted

    def of_authors(self, record: CitationRecord) -> Floats:
        """Compute mean citations of each author's papers whose window is over, ``(authors,)``."""
        rows = record.snapshot.author_papers
        citations = record.citations[rows.indices]
        is_known = ~np.isnan(citations)
        authors = rows.row_numbers()[is_known]
        return group_means(authors, citations[is_known], record.snapshot.num_authors)


class BestAuthor(TeamStatistic):
    """Largest of the authors' means."""

    name = "impact-best-author"
    summary = "mean citations of the best author's earlier papers"
    joined = np.max


class Team(TeamStatistic):
    """Mean of the authors' means."""

    name = "impact-team"
    summary = "mean citations of the team's earlier papers, each author counting the same"
    joined = np.mean


class LargestHIndex(TeamStatistic):
    """Largest h-index of the team; it ranks papers well, but is not a number of citations."""

    name = "impact-h-index"
    summary = "the largest h-index in the team"
    joined = np.max

    def of_authors(self, record: CitationRecord) -> Floats:
        """Return the h-index as of the day, from all citations until then."""
        return History(record.snapshot).h_index


@checked(frozen=True, config=OPTIONS)
class VenueMean(Forecaster):
    """Mean citations of the venue's recent papers whose window is over."""

    name = "impact-venue"
    summary = "mean citations of recent papers of the venue"
    needs = frozenset({"months", "venue_id"})

    years: Years = 3.0

    def values(self, queries: Sequence[Query], record: CitationRecord, context: Context) -> Floats:
        """Return the means, NaN for a venue without such a paper."""
        snapshot = context.snapshot
        recent = record.recent(self.years) & (snapshot.venue >= 0)
        unknown = len(snapshot.venue_id)
        means = group_means(snapshot.venue[recent], record.citations[recent], unknown + 1)
        number = snapshot.venue_number
        return means[[number.get(query.inputs["venue_id"], unknown) for query in queries]]


@checked(frozen=True, config=OPTIONS)
class TopicMean(Forecaster):
    """Mean citations of the nearest papers by BM25 whose window is over."""

    name = "impact-topic"
    track = "text"
    summary = "mean citations of the earlier papers with the nearest words"
    needs = frozenset({"months", "title"})

    near: PositiveInt = 30
    years: Years = 0.0

    def values(self, queries: Sequence[Query], record: CitationRecord, context: Context) -> Floats:
        """Return the means, NaN for a title without words of an earlier paper."""
        papers = np.flatnonzero(record.recent(self.years))
        predicted = np.full(len(queries), np.nan)
        if not len(papers):
            return predicted
        lines = searchable_texts(context.snapshot)
        index = TextIndex([lines[paper] for paper in papers])
        for place, query in enumerate(queries):
            nearest = rank_descending(index.scores(query.inputs["title"] or ""))[: self.near]
            if len(nearest):
                predicted[place] = record.citations[papers[nearest]].mean()
        return predicted
