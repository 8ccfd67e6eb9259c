"""Papers with texts similar to what the authors of a team wrote recently.

Embedding Fusion, of papers and of references, Rank Fusion and Hierarchical Clustering are
PreScience's published baselines; BM25 does with words what the first does with vectors.
"""

from collections.abc import Iterator

import numpy as np
from pydantic import PositiveInt
from pydantic.dataclasses import dataclass as checked

from scinet.graph.text_search import Index
from scinet.models.base.ranking import Floats, texts
from scinet.models.base.system import Context
from scinet.models.prior_work.team import TeamRanker, Teams, cited_by
from scinet.models.text import author_profiles as profiles
from scinet.models.text.author_profiles import ByVectors
from scinet.models.text.clusters import Clustered
from scinet.models.text.dense import nearness
from scinet.validation import OPTIONS


class TeamWords(TeamRanker):
    """Papers by BM25 for the titles of the team's latest papers."""

    track = "text"
    name = "prior-work-bm25"
    summary = "papers with the words of the team's latest titles"

    def of_teams(self, teams: Teams, context: Context) -> Iterator[Floats]:
        """Search with all titles of all authors at once."""
        index = Index(texts(context.snapshot))
        titles = profiles.titles_of_authors(context.snapshot, self.recent)
        for team in teams:
            yield index.scores(" ".join(titles[author] for author in team))


class TeamVectors(ByVectors, TeamRanker):
    """Papers by nearness to the mean of the authors' centroids: Embedding Fusion."""

    name = "prior-work-embedding-fusion"
    version = "2"  # as 1, where every paper has a text
    summary = "papers near in meaning to the team's latest papers"

    def of_teams(self, teams: Teams, context: Context) -> Iterator[Floats]:
        """Cosine with each paper that has a text; none where the team has none."""
        vectors = self.of_papers(context)
        authors = profiles.centroids(vectors, profiles.latest(context.snapshot, self.recent))
        has_text = vectors.any(axis=1)
        for team in teams:
            profile = profiles.of_team(authors, team)
            yield np.where(has_text & profile.any(), nearness(vectors, profile), np.nan)


@checked(frozen=True, config=OPTIONS)
class NearReferences(ByVectors, TeamRanker):
    """Papers by their places in the lists of those nearest to each cited paper: Rank Fusion.

    The released code sums places over those lists alone that hold the paper, which rewards being
    absent; here a paper that is absent from a list comes after its end.
    """

    name = "prior-work-rank-fusion"
    version = "2"  # as 1, where every paper has a text
    summary = "papers near in meaning to each of those that the team cited"

    depth: PositiveInt = 1000

    def of_teams(self, teams: Teams, context: Context) -> Iterator[Floats]:
        """Minus the sum of places."""
        vectors = self.of_papers(context)
        for team in teams:
            cited = np.flatnonzero(cited_by(context.snapshot, team, self.recent))
            yield profiles.summed_places(vectors[cited], vectors, self.depth)


class NearCentroids(NearReferences):
    """Papers by their places among those nearest to what each author cited, in the mean.

    Embedding Fusion of references: a paper counts in an author's mean as often as it was cited.
    """

    name = "prior-work-embedding-fusion-references"
    summary = "papers near in meaning to the mean of what each author of the team cited"

    def of_teams(self, teams: Teams, context: Context) -> Iterator[Floats]:
        """Minus the sum of places over the authors who cited something."""
        vectors = self.of_papers(context)
        for team in teams:
            counts = [cited_by(context.snapshot, [author], self.recent) for author in team]
            means = [count.astype(np.float32) @ vectors for count in counts if count.any()]
            middle = profiles.unit(np.array(means, dtype=np.float32).reshape(-1, vectors.shape[1]))
            yield profiles.summed_places(middle, vectors, self.depth)


class NearClusters(Clustered, TeamRanker):
    """Papers by nearness to the nearest cluster of each author's papers, in the mean over authors.

    As released the nearest cluster of any author counts alone.
    """

    name = "prior-work-hierarchical-clustering"
    summary = "papers near in meaning to clusters of each author's latest papers"

    def of_teams(self, teams: Teams, context: Context) -> Iterator[Floats]:
        """Cosines; papers without a text are left out."""
        turned = self.turned(context)
        has_text = turned.any(axis=1)
        papers = profiles.latest(context.snapshot, self.recent)
        for team in teams:
            clusters = [self.centroids(turned[papers.row(author)]) for author in team]
            best = [(one @ turned.T).max(axis=0) for one in clusters if len(one)]
            if not best:
                yield np.full(len(turned), np.nan)
                continue
            joined = np.mean(best, axis=0) if self.definition == "paper" else np.max(best, axis=0)
            yield np.where(has_text, joined.astype(np.float64), np.nan)
