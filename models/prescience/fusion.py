"""Embedding fusion and rank fusion: authors and papers near to what was written or cited."""

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
        """Vectors of papers."""
        return [self.vectors[paper] for paper in papers]

    def mean(self, vectors: Sequence[Vector]) -> Vector:
        """The mean, by cosine of unit vectors and of length 1."""
        if self.is_l2:
            return np.asarray(np.mean(vectors, axis=0))
        mean = np.mean([vector / np.linalg.norm(vector) for vector in vectors], axis=0)
        return np.asarray(mean / np.linalg.norm(mean))


@dataclass
class VectorIndex:
    """Vectors that are searched exactly; a vector that is put again replaces the old one."""

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
        """The nearest ones: cosines that fall, or squared distances that rise."""
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
    """Authors near to the mean of the seed's latest papers, or by places near to each of them.

    ``fusion``: the mean of vectors that were made unit before, where they are compared by cosine;
    ``pooling``: the mean of vectors as they are, compared by cosine whatever they are; ``ranks``:
    by places near to each paper.
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
    """Instances in time, with the seed's latest papers, when ``put`` had what others wrote.

    An author is put anew when a paper of the author comes, with what was there before it: the
    latest paper counts only from the next one on, and authors of the target are up to date.
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
    """Ranked authors without the seed, and others at random up to ``k``."""
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
    """Papers near to what the team has written or cited.

    ``papers``: nearest to the mean over authors of the means of their latest papers, which are not
    of length 1 before; ``references``: by places near to each author's mean of cited papers;
    ``ranks``: by places near to each cited paper, as often as it was cited.
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
    """Instances in time, when ``put`` had the papers before them.

    Papers of the day itself that stand before the target in the file are among them.
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
    """Items by the sum of their places, from 0; being absent from a list costs nothing."""
    total: dict[str, float] = {}
    for names, weight in zip(lists, times, strict=True):
        for place, name in enumerate(names):
            total[name] = total.get(name, 0) + place * weight
    order = sorted(total.items(), key=lambda item: item[1])
    return [name for name, _ in order], [score for _, score in order]


def _normalise_vector(vector: Vector) -> Vector:
    return np.asarray(vector.astype(np.float32) / (np.linalg.norm(vector) + np.float32(1e-12)))
