"""Embedding fusion and rank fusion: authors and papers near to written or cited papers."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from scinet.models.prescience.frequency import CorpusRows, Instance, Padding, Ranked

Vector: TypeAlias = NDArray[np.float32]
Vectors: TypeAlias = dict[str, Vector]


@dataclass(frozen=True)
class VectorSpace:
    """Vectors of papers, compared by cosine, or by squared distance for Specter2 (``is_l2``)."""

    vectors: Vectors
    is_l2: bool = False

    def of(self, papers: Iterable[str]) -> list[Vector]:
        """Return the vectors of papers."""
        return [self.vectors[paper] for paper in papers]

    def mean(self, vectors: Sequence[Vector]) -> Vector:
        """Compute the mean, by cosine of unit vectors and of length 1."""
        if self.is_l2:
            return np.asarray(np.mean(vectors, axis=0))
        mean = np.mean([vector / np.linalg.norm(vector) for vector in vectors], axis=0)
        return np.asarray(mean / np.linalg.norm(mean))


@dataclass
class VectorIndex:
    """Index with exact search; a vector put again replaces the old one."""

    space: VectorSpace
    capacity: int
    ids: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        size = len(next(iter(self.space.vectors.values())))
        self._rows = np.zeros((self.capacity, size), dtype=np.float32)
        self._place: dict[str, int] = {}

    def put(self, name: str, vector: Vector) -> None:
        """Add or replace a vector."""
        if name not in self._place:
            self._place[name] = len(self.ids)
            self.ids.append(name)
        self._rows[self._place[name]] = vector if self.space.is_l2 else _normalise_vector(vector)

    def nearest(self, query: Vector, k: int) -> tuple[list[str], list[float]]:
        """Return the nearest ones: falling cosines, or rising squared distances."""
        rows = self._rows[: len(self.ids)]
        if self.space.is_l2:
            scores = ((rows - query.astype(np.float32)) ** 2).sum(axis=1)
        else:
            scores = rows @ _normalise_vector(query)
        order = np.argsort(scores if self.space.is_l2 else -scores, kind="stable")[:k]
        return [self.ids[place] for place in order], scores[order].tolist()


def rank_collaborators(
    corpus: CorpusRows,
    instances: Sequence[Instance],
    k: int,
    recent: int,
    space: VectorSpace,
    *,
    way: str,
) -> Iterable[Ranked]:
    """Rank authors near to the mean of the seed's latest papers, or by ranks near to each.

    ``fusion``: the mean of vectors, normalised before if compared by cosine; ``pooling``: the mean
    of vectors as they are, always compared by cosine; ``ranks``: by ranks near to each paper.
    """
    if way == "pooling":
        space = replace(space, is_l2=False)
    index = VectorIndex(space, len(corpus.publications))

    def mean(papers: Sequence[str]) -> Vector:
        vectors = space.of(papers)
        return np.asarray(np.mean(vectors, axis=0)) if way == "pooling" else space.mean(vectors)

    padding = Padding()
    for instance, own in replay_authors(
        corpus, instances, recent, lambda author, papers: index.put(author, mean(papers))
    ):
        if way == "ranks":
            lists = [index.nearest(vector, k + 1)[0] for vector in space.of(own)]
            ranked = _sum_places(lists, [1] * len(own))
        else:
            ranked = index.nearest(mean(own), k + 1)
        yield pad_ranking(
            corpus, instance, ranked, padding, k, 0.0 if way == "pooling" else float("inf")
        )


def replay_authors(
    corpus: CorpusRows,
    instances: Sequence[Instance],
    recent: int,
    put: Callable[[str, list[str]], None],
) -> Iterator[tuple[Instance, list[str]]]:
    """Yield instances in time order, with the seed's latest papers, after ``put`` of the others'.

    An author is put anew when a paper of the author comes, with the papers before it: the latest
    paper counts only from the next one on, and authors of the target are up to date.
    """
    by_paper = {instance.paper: instance for instance in instances}

    def refresh(author: str, day: str) -> None:
        if papers := corpus.earlier(author, day)[-recent:]:
            put(author, papers)

    first = instances[0].day
    for author in corpus.publications:
        refresh(author, first)
    for row in corpus.by_day:
        if row["date"] < first:
            continue
        for author in corpus.team(row["corpus_id"]):
            refresh(author, row["date"])
        if instance := by_paper.get(row["corpus_id"]):
            [seed] = instance.authors
            yield instance, corpus.earlier(seed, instance.day)[-recent:]


def pad_ranking(
    corpus: CorpusRows, instance: Instance, ranked: Ranked, padding: Padding, k: int, score: float
) -> Ranked:
    """Return ranked authors without the seed, and others at random up to ``k``."""
    [seed] = instance.authors
    others = [pair for pair in zip(*ranked, strict=True) if pair[0] != seed]
    pool = (name for name in corpus.publications if name != seed)
    return padding.fill(
        ([name for name, _ in others], [score for _, score in others]), pool, k, score
    )


def rank_references(
    corpus: CorpusRows,
    instances: Sequence[Instance],
    k: int,
    recent: int,
    space: VectorSpace,
    *,
    way: str,
) -> Iterable[Ranked]:
    """Rank papers near to the papers or references of the team.

    ``papers``: nearest to the mean over authors of the means of their latest papers, which are not
    normalised before; ``references``: by ranks near to each author's mean of cited papers;
    ``ranks``: by ranks near to each cited paper, as often as it was cited.
    """
    # The mean of papers is compared by cosine whatever the vectors.
    index = VectorIndex(replace(space, is_l2=space.is_l2 and way != "papers"), len(corpus.papers))
    for instance in replay_candidates(
        corpus, instances, lambda paper: index.put(paper, space.vectors[paper])
    ):
        yield _rank_nearest(corpus, instance, k, recent, index, way)


def replay_candidates(
    corpus: CorpusRows, instances: Sequence[Instance], put: Callable[[str], None]
) -> Iterator[Instance]:
    """Yield instances in time order, after ``put`` of the papers before them.

    These include papers of the day itself that precede the target in the file.
    """
    by_paper = {instance.paper: instance for instance in instances}
    first = instances[0].day
    before = [row for row in corpus.papers.values() if row["date"] < first]
    for row in (*before, *(row for row in corpus.by_day if row["date"] >= first)):
        if instance := by_paper.get(row["corpus_id"]):
            yield instance
        put(row["corpus_id"])


def _rank_nearest(
    corpus: CorpusRows, instance: Instance, k: int, recent: int, index: VectorIndex, way: str
) -> Ranked:
    space = index.space
    if way == "papers":
        histories = [corpus.earlier(author, instance.day)[-recent:] for author in instance.authors]
        means = [
            _normalise_vector(np.mean(space.of(papers), axis=0)) for papers in histories if papers
        ]
        return index.nearest(_normalise_vector(np.mean(means, axis=0)), k) if means else ([], [])
    cited = [list(corpus.cited(author, instance.day, recent)) for author in instance.authors]
    if way == "references":
        vectors = [space.mean(space.of(papers)) for papers in cited if papers]
        times = [1] * len(vectors)
    else:
        counted = Counter(paper for papers in cited for paper in papers)
        vectors, times = space.of(counted), list(counted.values())
    ids, scores = _sum_places([index.nearest(vector, k)[0] for vector in vectors], times)
    return ids[:k], scores[:k]


def _sum_places(lists: Sequence[Sequence[str]], times: Sequence[int]) -> Ranked:
    """Sum the ranks of items, from 0; absence from a list adds nothing."""
    total: dict[str, float] = {}
    for names, weight in zip(lists, times, strict=True):
        for place, name in enumerate(names):
            total[name] = total.get(name, 0) + place * weight
    order = sorted(total.items(), key=lambda item: item[1])
    return [name for name, _ in order], [score for _, score in order]


def _normalise_vector(vector: Vector) -> Vector:
    return np.asarray(vector.astype(np.float32) / (np.linalg.norm(vector) + np.float32(1e-12)))
