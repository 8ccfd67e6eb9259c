"""Collaborators by text similarity: PreScience's embedding baselines, and BM25."""

from collections.abc import Iterator

import numpy as np
from pydantic import PositiveInt
from pydantic.dataclasses import dataclass as checked

from scinet.graph.search.text_search import TextIndex
from scinet.models.base.ranking import AuthorRanker, Floats, Ints
from scinet.models.base.system import Context
from scinet.models.history import Latest
from scinet.models.text import author_profiles as profiles
from scinet.models.text.author_profiles import VectorSystem
from scinet.models.text.clusters import ClusterSystem
from scinet.validation import OPTIONS


@checked(frozen=True, config=OPTIONS)
class AuthorWords(AuthorRanker):
    """Authors by BM25 of their titles for the titles of the author."""

    name = "collaborators-bm25"
    track = "text"
    summary = "authors with the words of the author's latest titles"

    recent: Latest = 10

    def scores(self, authors: Ints, context: Context) -> Iterator[Floats]:
        """Search with all titles of the author at once."""
        titles = profiles.author_titles(context.snapshot, self.recent)
        index = TextIndex(titles)
        for author in authors:
            yield index.scores(titles[author])


class AuthorVectors(VectorSystem, AuthorRanker):
    """Authors by similarity of their centroids to the author's: Embedding Fusion."""

    name = "collaborators-embedding-fusion"
    version = "2"  # as 1, where every paper has a text
    summary = "authors near in meaning by their latest papers"

    def scores(self, authors: Ints, context: Context) -> Iterator[Floats]:
        """Yield the cosine with each author with a text; none where the query author has none."""
        vectors = self.embed_papers(context)
        everyone = profiles.author_centroids(
            vectors, profiles.latest_author_papers(context.snapshot, self.recent)
        )
        return profiles.cosines(everyone, everyone[authors])


@checked(frozen=True, config=OPTIONS)
class NearPapers(VectorSystem, AuthorRanker):
    """Authors by their ranks in the lists of those nearest to each paper: Rank Fusion.

    An author missing from a list is ranked after its end.
    """

    name = "collaborators-rank-fusion"
    version = "2"  # as 1, where every paper has a text
    summary = "authors near in meaning to each of the author's latest papers"

    depth: PositiveInt = 1000

    def scores(self, authors: Ints, context: Context) -> Iterator[Floats]:
        """Yield the negated sum of ranks."""
        vectors = self.embed_papers(context)
        papers = profiles.latest_author_papers(context.snapshot, self.recent)
        everyone = profiles.author_centroids(vectors, papers)
        for author in authors:
            yield profiles.sum_places(vectors[papers.row(author)], everyone, self.depth)


class AuthorClusters(ClusterSystem, AuthorRanker):
    """Authors by the nearest pair of clusters of their papers and of the author's.

    Hierarchical Clustering.
    """

    name = "collaborators-hierarchical-clustering"
    summary = "authors near in meaning by clusters of their latest papers"

    def scores(self, authors: Ints, context: Context) -> Iterator[Floats]:
        """Yield cosines; authors without a text are omitted."""
        turned = self.turned(context)
        papers = profiles.latest_author_papers(context.snapshot, self.recent)
        everyone = [self.centroids(turned[papers.row(item)]) for item in range(papers.num_rows)]
        owner = np.repeat(np.arange(len(everyone)), [len(item) for item in everyone])
        clusters = np.concatenate(everyone)
        for author in authors:
            near = (everyone[author] @ clusters.T).max(axis=0, initial=-np.inf)
            best = np.full(papers.num_rows, -np.inf)
            np.maximum.at(best, owner, near)
            yield np.where(np.isneginf(best), np.nan, best)
