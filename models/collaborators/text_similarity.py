"""Authors whose texts are like the author's: PreScience's baselines by embeddings, and BM25."""

from collections.abc import Iterator

import numpy as np
from pydantic import PositiveInt
from pydantic.dataclasses import dataclass as checked

from scinet.graph.text_search import Index
from scinet.models.base.ranking import AuthorRanker, Floats, Ints
from scinet.models.base.system import Context
from scinet.models.text.author_profiles import (
    ByVectors,
    centroids,
    latest,
    summed_places,
    titles_of_authors,
)
from scinet.models.text.clusters import Clustered, best_by, stacked
from scinet.models.text.dense import nearness
from scinet.validation import OPTIONS, Natural


@checked(frozen=True, config=OPTIONS)
class AuthorWords(AuthorRanker):
    """Authors by BM25 of their titles for the titles of the author.

    Attributes:
        recent: How many of each author's latest papers count; 0 means all.
    """

    name = "collaborators-bm25"
    track = "text"
    summary = "authors with the words of the author's latest titles"

    recent: Natural = 10

    def scores(self, authors: Ints, context: Context) -> Iterator[Floats]:
        """Search with all titles of the author at once."""
        titles = titles_of_authors(context.snapshot, latest(context.snapshot, self.recent))
        index = Index(titles)
        for author in authors:
            yield index.scores(titles[author])


class AuthorVectors(ByVectors, AuthorRanker):
    """Authors by nearness of their centroids to the author's: Embedding Fusion."""

    name = "collaborators-embedding-fusion"
    summary = "authors near in meaning by their latest papers"

    def scores(self, authors: Ints, context: Context) -> Iterator[Floats]:
        """Cosine with each author who has a text."""
        vectors = self.of_papers(context)
        everyone = centroids(vectors, latest(context.snapshot, self.recent))
        has_text = everyone.any(axis=1)
        for author in authors:
            yield np.where(has_text, nearness(everyone, everyone[author]), np.nan)


@checked(frozen=True, config=OPTIONS)
class NearPapers(ByVectors, AuthorRanker):
    """Authors by their places in the lists of those nearest to each paper: Rank Fusion.

    An author who is absent from a list comes after its end.

    Attributes:
        depth: Length of each list.
    """

    name = "collaborators-rank-fusion"
    summary = "authors near in meaning to each of the author's latest papers"

    depth: PositiveInt = 1000

    def scores(self, authors: Ints, context: Context) -> Iterator[Floats]:
        """Minus the sum of places."""
        vectors = self.of_papers(context)
        papers = latest(context.snapshot, self.recent)
        everyone = centroids(vectors, papers)
        for author in authors:
            near = vectors[papers.row(author)] @ everyone.T
            yield summed_places(near.astype(np.float64), self.depth)


class AuthorClusters(Clustered, AuthorRanker):
    """Authors by the nearest pair of clusters of their papers and of the author's.

    Hierarchical Clustering.
    """

    name = "collaborators-hierarchical-clustering"
    summary = "authors near in meaning by clusters of their latest papers"

    def scores(self, authors: Ints, context: Context) -> Iterator[Floats]:
        """Cosines; authors without a text are left out."""
        turned = self.turned(context)
        papers = latest(context.snapshot, self.recent)
        everyone = [self.centroids(turned[papers.row(one)]) for one in range(papers.num_rows)]
        owner, clusters = stacked(everyone)
        for author in authors:
            if not len(everyone[author]):
                yield np.full(papers.num_rows, np.nan)
                continue
            yield best_by(owner, (everyone[author] @ clusters.T).max(axis=0), papers.num_rows)
