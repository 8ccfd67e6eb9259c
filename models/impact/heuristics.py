"""Citations by one number: of recent papers, of the team, of the venue, or of similar titles."""

from collections.abc import Callable, Sequence
from typing import ClassVar, Literal, TypeAlias

import numpy as np
from pydantic import NonNegativeFloat, PositiveInt
from pydantic.dataclasses import dataclass as checked

from scinet.eval.task import Query
from scinet.graph.text_search import Index
from scinet.models.base.ranking import best_first, texts
from scinet.models.base.system import Context
from scinet.models.history import Floats, Past, mean_by
from scinet.models.impact.forecaster import Forecaster, Record
from scinet.models.prior_work.team import teams_of
from scinet.validation import OPTIONS

Years: TypeAlias = NonNegativeFloat
"""How far back papers count, from the last one whose window is over; 0 means all."""


@checked(frozen=True, config=OPTIONS)
class Constant(Forecaster):
    """The median or the mean of recent papers whose window is over, for all papers of a day.

    Attributes:
        of: ``median``, which no other number beats in mean error, or ``mean``.
    """

    name = "impact-constant"
    summary = "the median of recent papers"

    of: Literal["median", "mean"] = "median"
    years: Years = 3.0

    def values(self, queries: Sequence[Query], record: Record, context: Context) -> Floats:
        """One number for all."""
        found = record.citations[record.recent(self.years)]
        of = np.mean if self.of == "mean" else np.median
        return np.full(len(queries), float(of(found)) if len(found) else np.nan)


class OfTeam(Forecaster):
    """A number made of one of each author of the team."""

    needs = frozenset({"months", "author_ids"})
    joined: ClassVar[Callable[[Floats], np.floating]]

    def values(self, queries: Sequence[Query], record: Record, context: Context) -> Floats:
        """Only authors with a number count."""
        numbers = self.of_authors(record)
        found = np.full(len(queries), np.nan)
        for place, team in enumerate(teams_of(queries, context.snapshot)):
            known = numbers[team][~np.isnan(numbers[team])]
            if len(known):
                found[place] = type(self).joined(known)
        return found

    def of_authors(self, record: Record) -> Floats:
        """Mean citations of each author's papers whose window is over, shape ``(authors,)``."""
        rows = record.snapshot.author_papers
        citations = record.citations[rows.indices]
        is_known = ~np.isnan(citations)
        authors = rows.row_numbers()[is_known]
        return mean_by(authors, citations[is_known], record.snapshot.num_authors)


class BestAuthor(OfTeam):
    """The largest of the authors' means."""

    name = "impact-best-author"
    summary = "mean citations of the best author's earlier papers"
    joined = np.max


class Team(OfTeam):
    """The mean of the authors' means."""

    name = "impact-team"
    summary = "mean citations of the team's earlier papers, each author counting the same"
    joined = np.mean


class LargestHIndex(OfTeam):
    """Ranks papers well; the numbers themselves are not citations."""

    name = "impact-h-index"
    summary = "the largest h-index in the team"
    joined = np.max

    def of_authors(self, record: Record) -> Floats:
        """As of the day, from all citations until then."""
        return Past(record.snapshot).h_index


@checked(frozen=True, config=OPTIONS)
class VenueMean(Forecaster):
    """Mean citations of the venue's recent papers whose window is over."""

    name = "impact-venue"
    summary = "mean citations of recent papers of the venue"
    needs = frozenset({"months", "venue_id"})

    years: Years = 3.0

    def values(self, queries: Sequence[Query], record: Record, context: Context) -> Floats:
        """NaN for a venue without such a paper."""
        snapshot = context.snapshot
        recent = record.recent(self.years) & (snapshot.venue >= 0)
        unknown = len(snapshot.venue_id)
        means = mean_by(snapshot.venue[recent], record.citations[recent], unknown + 1)
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

    def values(self, queries: Sequence[Query], record: Record, context: Context) -> Floats:
        """NaN for a title that shares no word with an earlier paper."""
        papers = np.flatnonzero(record.recent(self.years))
        found = np.full(len(queries), np.nan)
        if not len(papers):
            return found
        lines = texts(context.snapshot)
        index = Index([lines[paper] for paper in papers])
        for place, query in enumerate(queries):
            nearest = best_first(index.scores(query.inputs["title"] or ""))[: self.near]
            if len(nearest):
                found[place] = record.citations[papers[nearest]].mean()
        return found
