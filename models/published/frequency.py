"""Frequency: authors by joint papers with the seed, papers by citations from the team."""

import random
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from scinet.models.published.corpus import Corpus, Instance

Ranked = tuple[list[str], list[float]]
"""Ids best first, with scores."""


@dataclass
class Padding:
    """Fills lists with a random sample of what is not in them.

    The published scripts take authors from a set, whose order depends on the process; here they
    stand in the order of the author file. Papers come in the order of their file there too.
    """

    rng: random.Random = field(default_factory=lambda: random.Random(42))  # noqa: S311

    def fill(self, ranked: Ranked, pool: Iterable[str], k: int, score: float) -> Ranked:
        """Add items of a pool until there are ``k``."""
        ids, scores = ranked
        if len(ids) < k:
            known = set(ids)
            left = [one for one in pool if one not in known]
            more = self.rng.sample(left, min(k - len(ids), len(left)))
            ids, scores = ids + more, scores + [score] * len(more)
        return ids[:k], scores[:k]


def collaborators(
    corpus: Corpus, instances: Sequence[Instance], k: int, recent: int, *, iterated: bool
) -> Iterable[Ranked]:
    """Co-authors of the seed's latest papers.

    Iterated, the most frequent one joins the query with the counts of its own co-authors, until as
    many are found as are true.
    """
    padding = Padding()
    for one in instances:
        [seed] = one.authors
        counts = _joint(corpus, seed, one.day, recent)
        ids: list[str] = []
        scores: list[float] = []
        while iterated and len(ids) < len(one.true):
            best = next((name for name in counts if name not in {seed, *ids}), None)
            if best is None:
                break
            ids.append(best)
            scores.append(counts[best])
            counts.update(_joint(corpus, best, one.day, recent))
            counts = _sorted(counts)
        rest = [name for name in counts if name not in {seed, *ids}]
        ranked = ids + rest, scores + [counts[name] for name in rest]
        pool = (name for name in corpus.publications if name != seed)
        yield padding.fill(ranked, pool, k, 0)


def references(
    corpus: Corpus, instances: Sequence[Instance], k: int, recent: int
) -> Iterable[Ranked]:
    """Papers that the authors have cited in their latest papers with key references."""
    padding = Padding()
    for one in instances:
        counts = _sorted(
            Counter(
                paper for author in one.authors for paper in corpus.cited(author, one.day, recent)
            )
        )
        pool = (paper for paper, row in corpus.papers.items() if row["date"] < one.day)
        yield padding.fill((list(counts), list(counts.values())), pool, k, 0)


def _joint(corpus: Corpus, author: str, day: str, recent: int) -> Counter[str]:
    papers = corpus.earlier(author, day)[-recent:]
    together = (name for paper in papers for name in corpus.team(paper) if name != author)
    return _sorted(Counter(together))


def _sorted(counts: Counter[str]) -> Counter[str]:
    """By count, ties as they were first counted."""
    return Counter(dict(sorted(counts.items(), key=lambda item: -item[1])))
