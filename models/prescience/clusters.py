"""Hierarchical clustering: authors and papers near to a centroid of latest papers' clusters."""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Final

import numpy as np

from scinet.errors import extra_needed
from scinet.models.prescience.frequency import CorpusRows, Instance, Padding, Ranked
from scinet.models.prescience.fusion import (
    Vector,
    VectorSpace,
    pad_ranking,
    replay_authors,
    replay_candidates,
)
from scinet.models.text.clusters import cluster_centroids

_DIMENSIONS: Final = 64
_SEED: Final = 42


def reduce_space(space: VectorSpace) -> VectorSpace:
    """Project vectors to the principal components of all papers, later ones included; length 1."""
    with extra_needed("models"):
        from sklearn.decomposition import PCA

    matrix = np.stack(list(space.vectors.values()))
    reduced = PCA(min(_DIMENSIONS, *matrix.shape), random_state=_SEED).fit_transform(matrix)
    return replace(space, vectors=dict(zip(space.vectors, _normalise_rows(reduced), strict=True)))


def rank_collaborators(
    corpus: CorpusRows, instances: Sequence[Instance], k: int, recent: int, space: VectorSpace
) -> Iterable[Ranked]:
    """Rank authors with a centroid near to one of the seed's."""
    space = reduce_space(space)
    clusters_of: dict[str, Vector] = {}

    def put(author: str, papers: list[str]) -> None:
        clusters_of[author] = _cluster_centroids(space, papers)

    padding = Padding()
    for instance, own in replay_authors(corpus, instances, recent, put):
        nearest = (_cluster_centroids(space, own) @ np.vstack(list(clusters_of.values())).T).max(
            axis=0
        )
        first = np.cumsum([0, *(len(rows) for rows in clusters_of.values())])[:-1]
        ranked = _sort_by_score(list(clusters_of), np.maximum.reduceat(nearest, first))
        yield pad_ranking(corpus, instance, ranked, padding, k, 0.0)


def rank_references(
    corpus: CorpusRows, instances: Sequence[Instance], k: int, recent: int, space: VectorSpace
) -> Iterable[Ranked]:
    """Rank papers near to a centroid of any author's latest papers."""
    space = reduce_space(space)
    candidates: list[str] = []
    for instance in replay_candidates(corpus, instances, candidates.append):
        histories = [corpus.earlier(author, instance.day)[-recent:] for author in instance.authors]
        own = [_cluster_centroids(space, papers) for papers in histories if papers]
        if not own:
            yield [], []
            continue
        ids, scores = _sort_by_score(
            candidates, (np.vstack(own) @ np.stack(space.of(candidates)).T).max(axis=0)
        )
        yield ids[:k], scores[:k]


def _cluster_centroids(space: VectorSpace, papers: Sequence[str]) -> Vector:
    """Compute centroids of as many clusters as the square root of the papers, rounded up."""
    return cluster_centroids(np.stack(space.of(papers)), int(np.ceil(np.sqrt(len(papers)))))


def _sort_by_score(names: Sequence[str], scores: Vector) -> Ranked:
    order = np.argsort(-scores, kind="stable")
    return [names[place] for place in order], scores[order].tolist()


def _normalise_rows(rows: Vector) -> Vector:
    lengths = np.linalg.norm(rows, axis=1, keepdims=True)
    return np.asarray(rows / np.where(lengths > 1e-12, lengths, 1.0))
