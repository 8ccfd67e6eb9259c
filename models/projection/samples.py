"""What a projection learns from: a team, what it turned to, and what it did not.

Everybody and everything is a *bag* of papers, whose mean vector is projected: an author by the
latest papers, a paper by itself. All that is in a sample is dated before its question.

Source:
    PreScience, ``train_projection`` of both tasks at 47384ed, without its limit on how often an
    item may be in samples.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, Literal, TypeAlias
from zlib import crc32

import numpy as np

from scinet.eval.task import Row
from scinet.graph.snapshot import Snapshot
from scinet.graph.snapshot.csr import Int32
from scinet.models.base.system import by_day
from scinet.models.base.training import TrainingData
from scinet.models.prior_work.team import latest_papers

Bag: TypeAlias = Int32
Items: TypeAlias = Literal["papers", "authors"]
_TRIES: Final = 20  # items looked at for each one wanted among all that are far away


@dataclass(frozen=True, slots=True)
class Sample:
    """One question.

    Attributes:
        wrong: What they did not: some a step away from what they know, some from anywhere.
    """

    team: Sequence[Bag]
    true: Sequence[Bag]
    wrong: Sequence[Bag]


Near: TypeAlias = tuple[set[int], set[int]]
"""What a team knows already, and what is one step away from that."""


def cited(snapshot: Snapshot, team: Sequence[int], rng: np.random.Generator) -> Near:
    """Papers that a team has cited, and what these cite."""
    del rng
    own = [paper for author in team for paper in snapshot.author_papers.row(author)]
    known = {int(one) for paper in own for one in snapshot.cites.row(paper)}
    step = {int(one) for paper in known for one in snapshot.cites.row(paper)}
    return known, step - known


def co_authors(snapshot: Snapshot, team: Sequence[int], rng: np.random.Generator) -> Near:
    """Co-authors of an author, and the co-authors of 50 of these."""

    def of(author: int) -> set[int]:
        papers = snapshot.author_papers.row(author)
        return {int(one) for paper in papers for one in snapshot.authored.row(paper)} - {author}

    known = {other for author in team for other in of(author)} - set(team)
    some = sorted(known)
    if len(some) > 50:
        some = rng.choice(some, 50, replace=False).tolist()
    step = {other for author in some for other in of(author)}
    return known | set(team), step - known - set(team)


def samples(
    data: TrainingData,
    split: str,
    *,
    recent: int,
    negatives: tuple[int, int],
    items: Items,
    seed: int,
) -> Iterator[Sample]:
    """The questions of a split; those without a true and a wrong item teach nothing.

    Args:
        recent: How many of an author's latest papers are in the bag; 0 means all.
        negatives: Wrong items a step away, and from anywhere.
        seed: Of wrong items; those of a question follow from its id.
    """
    are_papers = items == "papers"
    near = cited if are_papers else co_authors
    truth: Mapping[str, Row] = data.task.truth(split)
    for day, asked in by_day(data.task.queries(split)):
        past = data.snapshot.until(day)

        def bag(item: int, past: Snapshot = past) -> Bag:
            if are_papers:
                return np.array([item], dtype=np.int32)
            return latest_papers(past, item, recent)

        for query in asked:
            given = query.inputs
            asking = given["author_ids"] if "author_ids" in given else [given["author_id"]]
            team = [past.author_number[one] for one in asking]
            names = truth[query.query_id]["items"]
            true = [past.index(one) if are_papers else past.author_number[one] for one in names]
            rng = np.random.default_rng([seed, crc32(query.query_id.encode())])
            size = past.num_papers if are_papers else past.num_authors
            wrong = _wrong(near(past, team, rng), true, size, negatives, rng)
            if true and wrong:
                own = [latest_papers(past, author, recent) for author in team]
                yield Sample(own, [bag(one) for one in true], [bag(one) for one in wrong])


def _wrong(
    near: Near, true: Sequence[int], size: int, negatives: tuple[int, int], rng: np.random.Generator
) -> list[int]:
    (known, nearby), (hard, easy) = near, negatives
    step = np.array(sorted(nearby.difference(true)), dtype=np.int64)
    found: list[int] = rng.choice(step, min(hard, len(step)), replace=False).tolist()
    out = known | nearby | set(true)
    anywhere = rng.permutation(size) if size <= _TRIES * easy else rng.choice(size, _TRIES * easy)
    far = [one for one in dict.fromkeys(anywhere.tolist()) if one not in out]
    return found + far[:easy]
