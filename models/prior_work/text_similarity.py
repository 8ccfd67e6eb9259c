"""Papers with texts similar to the recent papers of a team's authors.

Embedding Fusion, of papers and of references, Rank Fusion and Hierarchical Clustering are
PreScience's published baselines; BM25 does with words what the first does with vectors.
"""

from collections.abc import Iterator

import numpy as np
from pydantic import PositiveInt
from pydantic.dataclasses import dataclass as checked

from scinet.graph.search.text_search import TextIndex, searchable_texts
from scinet.models.base.ranking import Floats
from scinet.models.base.system import Context
from scinet.models.prior_work.team import TeamRanker, Teams, count_team_citations
from scinet.models.text import author_profiles as profiles
from scinet.models.text.author_profiles import VectorSystem
from scinet.models.text.clusters import ClusterSystem
from scinet.validation import OPTIONS


class TeamWords(TeamRanker):
    """Papers by BM25 for the titles of the team's latest papers."""

    track = "text"
    name = "prior-work-bm25"
    summary = "papers with the words of the team's latest titles"

    def score_teams(self, teams: Teams, context: Context) -> Iterator[Floats]:
        """Search with all titles of all authors at once."""
        index = TextIndex(searchable_texts(context.snapshot))
        titles = profiles.author_titles(context.snapshot, self.recent)
        for team in teams:
            yield index.scores(" ".join(titles[author] for author in team))


class TeamVectors(VectorSystem, TeamRanker):
    """Papers by similarity to the mean of the authors' centroids: Embedding Fusion."""

    name = "prior-work-embedding-fusion"
    version = "2"  # as 1, where every paper has a text
    summary = "papers near in meaning to the team's latest papers"

    def score_teams(self, teams: Teams, context: Context) -> Iterator[Floats]:
        """Yield the cosine with each paper with a text; none where the team has none."""
        vectors = self.embed_papers(context)
        authors = profiles.author_centroids(
            vectors, profiles.latest_author_papers(context.snapshot, self.recent)
        )
        return profiles.cosines(vectors, (profiles.team_centroid(authors, team) for team in teams))


@checked(frozen=True, config=OPTIONS)
class NearReferences(VectorSystem, TeamRanker):
    """Papers by their ranks in the lists of those nearest to each cited paper: Rank Fusion.

    The released code sums ranks only over the lists that hold the paper, which rewards absence;
    here a missing paper is ranked after the end of a list.
    """

    name = "prior-work-rank-fusion"
    version = "2"  # as 1, where every paper has a text
    summary = "papers near in meaning to each of those that the team cited"

    depth: PositiveInt = 1000

    def score_teams(self, teams: Teams, context: Context) -> Iterator[Floats]:
        """Yield the negated sum of ranks."""
        vectors = self.embed_papers(context)
        for team in teams:
            cited = np.flatnonzero(count_team_citations(context.snapshot, team, self.recent))
            yield profiles.sum_places(vectors[cited], vectors, self.depth)


class NearCentroids(NearReferences):
    """Papers by mean rank among those nearest to each author's references.

    Embedding Fusion of references: a paper counts in an author's mean as often as it was cited.
    """

    name = "prior-work-embedding-fusion-references"
    summary = "papers near in meaning to the mean of what each author of the team cited"

    def score_teams(self, teams: Teams, context: Context) -> Iterator[Floats]:
        """Yield the negated sum of ranks over the authors with references."""
        vectors = self.embed_papers(context)
        for team in teams:
            counts = [
                count_team_citations(context.snapshot, [author], self.recent) for author in team
            ]
            means = [count.astype(np.float32) @ vectors for count in counts if count.any()]
            middle = profiles.normalise_rows(
                np.array(means, dtype=np.float32).reshape(-1, vectors.shape[1])
            )
            yield profiles.sum_places(middle, vectors, self.depth)


class NearClusters(ClusterSystem, TeamRanker):
    """Papers by similarity to the nearest cluster of each author's papers, averaged over authors.

    In the released code only the nearest cluster of any author counts.
    """

    name = "prior-work-hierarchical-clustering"
    summary = "papers near in meaning to clusters of each author's latest papers"

    def score_teams(self, teams: Teams, context: Context) -> Iterator[Floats]:
        """Yield cosines; papers without a text are omitted."""
        turned = self.turned(context)
        has_text = turned.any(axis=1)
        papers = profiles.latest_author_papers(context.snapshot, self.recent)
        for team in teams:
            clusters = [self.centroids(turned[papers.row(author)]) for author in team]
            best = [(centres @ turned.T).max(axis=0) for centres in clusters if len(centres)]
            if not best:
                yield np.full(len(turned), np.nan)
                continue
            joined = np.mean(best, axis=0) if self.definition == "paper" else np.max(best, axis=0)
            yield np.where(has_text, joined.astype(np.float64), np.nan)
