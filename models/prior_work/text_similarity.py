"""Papers with texts similar to what the authors of a team wrote recently.

Embedding Fusion and Rank Fusion are PreScience's published baselines; BM25 does with words what
the first does with vectors.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from scinet.eval.task import Query
from scinet.graph.text_search import Index
from scinet.models.base.ranking import Floats, Ranker, texts
from scinet.models.base.system import Context
from scinet.models.prior_work.team import cited_by, teams_of
from scinet.models.text.author_profiles import (
    ByVectors,
    centroids,
    latest,
    summed_places,
    titles_of_authors,
    unit,
)
from scinet.models.text.dense import nearness


@dataclass(frozen=True)
class TeamText(Ranker):
    """Papers by their texts; the base of one class per way to compare.

    Attributes:
        recent: How many of each author's latest papers count; 0 means all.
    """

    version = "1"
    track = "text"
    needs = frozenset({"author_ids"})

    recent: int = 10

    def __post_init__(self) -> None:
        if self.recent < 0:
            raise ValueError("recent is at least 0")


@dataclass(frozen=True)
class TeamWords(TeamText):
    """Papers by BM25 for the titles of the team's latest papers."""

    name = "prior-work-bm25"
    summary = "papers with the words of the team's latest titles"

    def scores(self, queries: Sequence[Query], context: Context) -> Iterator[Floats]:
        """Search with all titles of all authors at once."""
        index = Index(texts(context.snapshot))
        titles = titles_of_authors(context.snapshot, latest(context.snapshot, self.recent))
        for team in teams_of(queries, context.snapshot):
            yield index.scores(" ".join(titles[author] for author in team))


@dataclass(frozen=True)
class TeamVectors(ByVectors, TeamText):
    """Papers by nearness to the mean of the authors' centroids: Embedding Fusion."""

    name = "prior-work-embedding-fusion"
    summary = "papers near in meaning to the team's latest papers"

    def scores(self, queries: Sequence[Query], context: Context) -> Iterator[Floats]:
        """Cosine with each paper that has a text."""
        vectors = self.of_papers(context)
        authors = centroids(vectors, latest(context.snapshot, self.recent))
        has_text = vectors.any(axis=1)
        for team in teams_of(queries, context.snapshot):
            profile = unit(authors[list(team)].mean(axis=0, keepdims=True))[0]
            yield np.where(has_text, nearness(vectors, profile), np.nan)


@dataclass(frozen=True)
class NearReferences(ByVectors, TeamText):
    """Papers by their places in the lists of those nearest to each cited paper: Rank Fusion.

    The released code sums places over those lists alone that hold the paper, which rewards being
    absent; here a paper that is absent from a list stands behind its end.

    Attributes:
        depth: Length of each list.
    """

    name = "prior-work-rank-fusion"
    summary = "papers near in meaning to each of those that the team cited"

    depth: int = 1000

    def scores(self, queries: Sequence[Query], context: Context) -> Iterator[Floats]:
        """Minus the sum of places."""
        vectors = self.of_papers(context)
        for team in teams_of(queries, context.snapshot):
            cited = np.flatnonzero(cited_by(context.snapshot, team, self.recent))
            near = vectors[cited] @ vectors.T
            yield summed_places(near.astype(np.float64), self.depth)
