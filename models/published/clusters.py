"""Hierarchical clustering: authors and papers near to a centroid of clusters of latest papers."""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Final

import numpy as np

from scinet.errors import extra_needed
from scinet.models.published.frequency import Corpus, Instance, Padding, Ranked
from scinet.models.published.fusion import Space, Vector, filled, with_authors, with_candidates
from scinet.models.text.clusters import centroids

_DIMENSIONS: Final = 64
_SEED: Final = 42


def turned(space: Space) -> Space:
    """Vectors by the main directions of all papers, later ones included, of length 1."""
    with extra_needed("models"):
        from sklearn.decomposition import PCA

    given = np.stack(list(space.vectors.values()))
    found = PCA(min(_DIMENSIONS, *given.shape), random_state=_SEED).fit_transform(given)
    return replace(space, vectors=dict(zip(space.vectors, _unit(found), strict=True)))


def collaborators(
    corpus: Corpus, instances: Sequence[Instance], k: int, recent: int, space: Space
) -> Iterable[Ranked]:
    """Authors with a centroid near to one of the seed's."""
    space = turned(space)
    known: dict[str, Vector] = {}

    def put(author: str, papers: list[str]) -> None:
        known[author] = _clusters(space, papers)

    padding = Padding()
    for one, own in with_authors(corpus, instances, recent, put):
        nearest = (_clusters(space, own) @ np.vstack(list(known.values())).T).max(axis=0)
        first = np.cumsum([0, *(len(rows) for rows in known.values())])[:-1]
        ranked = _ranked(list(known), np.maximum.reduceat(nearest, first))
        yield filled(corpus, one, ranked, padding, k, 0.0)


def references(
    corpus: Corpus, instances: Sequence[Instance], k: int, recent: int, space: Space
) -> Iterable[Ranked]:
    """Papers near to a centroid of any author's latest papers."""
    space = turned(space)
    known: list[str] = []
    for one in with_candidates(corpus, instances, known.append):
        histories = [corpus.earlier(author, one.day)[-recent:] for author in one.authors]
        own = [_clusters(space, papers) for papers in histories if papers]
        if not own:
            yield [], []
            continue
        ids, scores = _ranked(known, (np.vstack(own) @ np.stack(space.of(known)).T).max(axis=0))
        yield ids[:k], scores[:k]


def _clusters(space: Space, papers: Sequence[str]) -> Vector:
    """Centroids of as many clusters as the square root of the papers, rounded up."""
    return centroids(np.stack(space.of(papers)), int(np.ceil(np.sqrt(len(papers)))))


def _ranked(names: Sequence[str], scores: Vector) -> Ranked:
    order = np.argsort(-scores, kind="stable")
    return [names[place] for place in order], scores[order].tolist()


def _unit(rows: Vector) -> Vector:
    lengths = np.linalg.norm(rows, axis=1, keepdims=True)
    return np.asarray(rows / np.where(lengths > 1e-12, lengths, 1.0))
