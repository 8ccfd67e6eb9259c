"""Embedding fusion and rank fusion: authors and papers near to what was written or cited."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from scinet.models.published.corpus import Corpus, Instance
from scinet.models.published.frequency import Padding, Ranked

Vector: TypeAlias = NDArray[np.float32]
Vectors: TypeAlias = dict[str, Vector]


@dataclass(frozen=True)
class Space:
    """Vectors of papers, compared by cosine, or by squared distance for Specter2 (``is_l2``)."""

    vectors: Vectors
    is_l2: bool = False

    def of(self, papers: Iterable[str]) -> list[Vector]:
        """Vectors of papers."""
        return [self.vectors[paper] for paper in papers]

    def mean(self, vectors: Sequence[Vector]) -> Vector:
        """The mean, by cosine of unit vectors and of length 1."""
        if self.is_l2:
            plain: Vector = np.mean(vectors, axis=0)
            return plain
        mean = np.mean([one / np.linalg.norm(one) for one in vectors], axis=0)
        found: Vector = mean / np.linalg.norm(mean)
        return found


@dataclass
class Index:
    """Vectors that are searched exactly; a vector that is put again replaces the old one."""

    space: Space
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
        self._rows[self._place[name]] = vector if self.space.is_l2 else _unit(vector)

    def nearest(self, query: Vector, k: int) -> tuple[list[str], list[float]]:
        """The nearest ones: cosines that fall, or squared distances that rise."""
        rows = self._rows[: len(self.ids)]
        if self.space.is_l2:
            found = ((rows - query.astype(np.float32)) ** 2).sum(axis=1)
        else:
            found = rows @ _unit(query)
        order = np.argsort(found if self.space.is_l2 else -found, kind="stable")[:k]
        return [self.ids[place] for place in order], found[order].tolist()


def collaborators(
    corpus: Corpus, instances: Sequence[Instance], k: int, recent: int, space: Space, *, ranks: bool
) -> Iterable[Ranked]:
    """Authors near to the mean of the seed's latest papers, or by places near to each of them.

    An author's vector is made anew when a paper of the author comes, of what was there before it:
    the latest paper counts only from the next one on, and authors of the target are up to date.
    """
    asked = {one.paper: one for one in instances}
    index = Index(space, len(corpus.publications))

    def refresh(author: str, day: str) -> None:
        if papers := corpus.earlier(author, day)[-recent:]:
            index.put(author, space.mean(space.of(papers)))

    first = instances[0].day
    for author in corpus.publications:
        refresh(author, first)
    padding = Padding()
    for row in corpus.by_day:
        if row["date"] < first:
            continue
        for author in corpus.team(row["corpus_id"]):
            refresh(author, row["date"])
        one = asked.get(row["corpus_id"])
        if one is None:
            continue
        [seed] = one.authors
        own = space.of(corpus.earlier(seed, one.day)[-recent:])
        if ranks:
            ranked = _summed([index.nearest(vector, k + 1)[0] for vector in own], [1] * len(own))
        else:
            ranked = index.nearest(space.mean(own), k + 1)
        kept = [place for place, name in enumerate(ranked[0]) if name != seed]
        ranked = [ranked[0][place] for place in kept], [ranked[1][place] for place in kept]
        pool = (name for name in corpus.publications if name != seed)
        yield padding.fill(ranked, pool, k, float("inf"))


def references(
    corpus: Corpus, instances: Sequence[Instance], k: int, recent: int, space: Space, *, way: str
) -> Iterable[Ranked]:
    """Papers near to what the team has written or cited.

    ``papers``: nearest to the mean over authors of the means of their latest papers, which are not
    of length 1 before; ``references``: by places near to each author's mean of cited papers;
    ``ranks``: by places near to each cited paper, as often as it was cited. Papers of the day
    itself that stand before the target in the file are candidates.
    """
    asked = {one.paper: one for one in instances}
    first = instances[0].day
    # The mean of papers is compared by cosine whatever the vectors.
    index = Index(replace(space, is_l2=space.is_l2 and way != "papers"), len(corpus.papers))
    before = [row for row in corpus.papers.values() if row["date"] < first]
    for row in (*before, *(row for row in corpus.by_day if row["date"] >= first)):
        one = asked.get(row["corpus_id"])
        if one is not None:
            yield _WAYS[way](corpus, one, k, recent, index)
        index.put(row["corpus_id"], space.vectors[row["corpus_id"]])


def _of_papers(corpus: Corpus, one: Instance, k: int, recent: int, index: Index) -> Ranked:
    space = index.space
    histories = [corpus.earlier(author, one.day)[-recent:] for author in one.authors]
    means = [_unit(np.mean(space.of(papers), axis=0)) for papers in histories if papers]
    return index.nearest(_unit(np.mean(means, axis=0)), k) if means else ([], [])


def _of_references(corpus: Corpus, one: Instance, k: int, recent: int, index: Index) -> Ranked:
    cited = [list(corpus.cited(author, one.day, recent)) for author in one.authors]
    means = [index.space.mean(index.space.of(papers)) for papers in cited if papers]
    lists = [index.nearest(mean, k)[0] for mean in means]
    return _cut(_summed(lists, [1] * len(lists)), k)


def _by_ranks(corpus: Corpus, one: Instance, k: int, recent: int, index: Index) -> Ranked:
    times: dict[str, int] = {}
    for author in one.authors:
        for paper in corpus.cited(author, one.day, recent):
            times[paper] = times.get(paper, 0) + 1
    lists = [index.nearest(vector, k)[0] for vector in index.space.of(times)]
    return _cut(_summed(lists, list(times.values())), k)


_WAYS: dict[str, Callable[[Corpus, Instance, int, int, Index], Ranked]] = {
    "papers": _of_papers,
    "references": _of_references,
    "ranks": _by_ranks,
}


def _summed(lists: Sequence[Sequence[str]], times: Sequence[int]) -> Ranked:
    """Items by the sum of their places, from 0; being absent from a list costs nothing."""
    total: dict[str, float] = {}
    for names, weight in zip(lists, times, strict=True):
        for place, name in enumerate(names):
            total[name] = total.get(name, 0) + place * weight
    order = sorted(total.items(), key=lambda item: item[1])
    return [name for name, _ in order], [score for _, score in order]


def _cut(ranked: Ranked, k: int) -> Ranked:
    return ranked[0][:k], ranked[1][:k]


def _unit(vector: Vector) -> Vector:
    found: Vector = vector.astype(np.float32) / (np.linalg.norm(vector) + np.float32(1e-12))
    return found
