"""Published frequency baselines: authors by joint papers, papers by the team's citations.

Rows and author lists are read as the published baselines read them.
"""

import random
from bisect import bisect_left
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from scinet.eval.task import Row

Ranked = tuple[list[str], list[float]]
"""Ids best first, with scores."""


@dataclass(frozen=True)
class CorpusRows:
    """Rows in the order of their file.

    Attributes:
        publications: Papers of each author, in the order of the list, in time.
    """

    papers: Mapping[str, Row]
    publications: Mapping[str, Sequence[str]]

    @cached_property
    def by_day(self) -> list[Row]:
        """Rows in order of day, ties as in the file."""
        return sorted(self.papers.values(), key=lambda row: str(row["date"]))

    def earlier(self, author: str, day: str) -> list[str]:
        """Return an author's papers before a day."""
        listed = [paper for paper in self.publications.get(author) or () if paper in self.papers]
        return listed[: bisect_left([self.papers[paper]["date"] for paper in listed], day)]

    def cited(self, author: str, day: str, recent: int) -> Iterator[str]:
        """Yield key references of an author's latest papers among those that have some."""
        citing = [paper for paper in self.earlier(author, day) if self.references(paper)]
        for paper in citing[-recent:]:
            yield from self.references(paper)

    def references(self, paper: str) -> list[str]:
        """Return the key references of a paper."""
        return [row["corpus_id"] for row in self.papers[paper].get("key_references") or ()]

    def team(self, paper: str) -> list[str]:
        """Return the authors of a paper."""
        return [row["author_id"] for row in self.papers[paper].get("authors") or ()]


@dataclass(frozen=True, slots=True)
class Instance:
    """Target of a query."""

    paper: str
    day: str
    authors: tuple[str, ...]
    true: tuple[str, ...]


@dataclass
class Padding:
    """Padding of lists by a random sample of other items.

    The published scripts take authors from a set, whose order depends on the process; here they
    stand in the order of the author file. Papers come in the order of their file there too.
    """

    rng: random.Random = field(default_factory=lambda: random.Random(42))  # noqa: S311

    def fill(self, ranked: Ranked, pool: Iterable[str], k: int, score: float) -> Ranked:
        """Add items of a pool until there are ``k``."""
        ids, scores = ranked
        if len(ids) < k:
            ranked_ids = set(ids)
            remaining = [name for name in pool if name not in ranked_ids]
            more = self.rng.sample(remaining, min(k - len(ids), len(remaining)))
            ids, scores = ids + more, scores + [score] * len(more)
        return ids[:k], scores[:k]


def rank_collaborators(
    corpus: CorpusRows, instances: Sequence[Instance], k: int, recent: int, *, iterated: bool
) -> Iterable[Ranked]:
    """Rank co-authors of the seed's latest papers.

    Iterated, the most frequent one joins the query with the counts of its own co-authors, until
    there are as many as true ones.
    """
    padding = Padding()
    for instance in instances:
        [seed] = instance.authors
        counts = _count_coauthors(corpus, seed, instance.day, recent)
        ids: list[str] = []
        scores: list[float] = []
        while iterated and len(ids) < len(instance.true):
            best = next((name for name in counts if name not in {seed, *ids}), None)
            if best is None:
                break
            ids.append(best)
            scores.append(counts[best])
            counts.update(_count_coauthors(corpus, best, instance.day, recent))
            counts = _sort_counts(counts)
        rest = [name for name in counts if name not in {seed, *ids}]
        ranked = ids + rest, scores + [counts[name] for name in rest]
        pool = (name for name in corpus.publications if name != seed)
        yield padding.fill(ranked, pool, k, 0)


def rank_references(
    corpus: CorpusRows, instances: Sequence[Instance], k: int, recent: int
) -> Iterable[Ranked]:
    """Rank papers cited in the authors' latest papers with key references."""
    padding = Padding()
    for instance in instances:
        counts = _sort_counts(
            Counter(
                paper
                for author in instance.authors
                for paper in corpus.cited(author, instance.day, recent)
            )
        )
        pool = (paper for paper, row in corpus.papers.items() if row["date"] < instance.day)
        yield padding.fill((list(counts), list(counts.values())), pool, k, 0)


def _count_coauthors(corpus: CorpusRows, author: str, day: str, recent: int) -> Counter[str]:
    papers = corpus.earlier(author, day)[-recent:]
    together = (name for paper in papers for name in corpus.team(paper) if name != author)
    return _sort_counts(Counter(together))


def _sort_counts(counts: Counter[str]) -> Counter[str]:
    """Sort by count, ties in order of counting."""
    return Counter(dict(sorted(counts.items(), key=lambda item: -item[1])))
