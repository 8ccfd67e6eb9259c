"""Training samples of a projection: a team, its next items, and negatives.

Every author and paper is a *bag* of papers, whose mean vector is projected: an author by the latest
papers, a paper by itself. All papers in a sample are dated before its query.

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
from scinet.models.base.system import group_by_day
from scinet.models.base.training import TrainingData
from scinet.models.prior_work.team import latest_papers

Bag: TypeAlias = Int32
Items: TypeAlias = Literal["papers", "authors"]
_TRIES_PER_NEGATIVE: Final = 20  # draws for each negative from anywhere


@dataclass(frozen=True, slots=True)
class TrainingSample:
    """Training sample of one query.

    Attributes:
        wrong: Negatives: some one step away from the team's neighbours, some from anywhere.
    """

    team: Sequence[Bag]
    true: Sequence[Bag]
    wrong: Sequence[Bag]


Near: TypeAlias = tuple[set[int], set[int]]
"""Neighbours of a team, and the items one step away from these."""


def citation_neighbours(snapshot: Snapshot, team: Sequence[int], rng: np.random.Generator) -> Near:
    """Return the team's references, and the references of these."""
    del rng
    own = [paper for author in team for paper in snapshot.author_papers.row(author)]
    references = {int(reference) for paper in own for reference in snapshot.cites.row(paper)}
    step = {int(reference) for paper in references for reference in snapshot.cites.row(paper)}
    return references, step - references


def coauthor_neighbours(snapshot: Snapshot, team: Sequence[int], rng: np.random.Generator) -> Near:
    """Return an author's co-authors, and the co-authors of 50 of these."""

    def of(author: int) -> set[int]:
        papers = snapshot.author_papers.row(author)
        return {int(member) for paper in papers for member in snapshot.authored.row(paper)} - {
            author
        }

    coauthors = {coauthor for author in team for coauthor in of(author)} - set(team)
    coauthor_sample = sorted(coauthors)
    if len(coauthor_sample) > 50:
        coauthor_sample = rng.choice(coauthor_sample, 50, replace=False).tolist()
    step = {coauthor for author in coauthor_sample for coauthor in of(author)}
    return coauthors | set(team), step - coauthors - set(team)


def make_samples(
    data: TrainingData,
    split: str,
    *,
    recent: int,
    negatives: tuple[int, int],
    items: Items,
    seed: int,
) -> Iterator[TrainingSample]:
    """Yield samples of the queries of a split with a true and a wrong item.

    Args:
        recent: Number of an author's latest papers in the bag; 0 means all.
        negatives: Numbers of negatives one step away, and from anywhere.
        seed: Seed of the negatives; those of a query depend on its id.
    """
    are_papers = items == "papers"
    near = citation_neighbours if are_papers else coauthor_neighbours
    truth: Mapping[str, Row] = data.task.truth(split)
    for day, batch in group_by_day(data.task.queries(split)):
        past = data.snapshot.until(day)

        def bag(item: int, past: Snapshot = past) -> Bag:
            if are_papers:
                return np.array([item], dtype=np.int32)
            return latest_papers(past, item, recent)

        for query in batch:
            inputs = query.inputs
            asking = inputs["author_ids"] if "author_ids" in inputs else [inputs["author_id"]]
            team = [past.author_number[entry] for entry in asking]
            names = truth[query.query_id]["items"]
            true = [
                past.index(entry) if are_papers else past.author_number[entry] for entry in names
            ]
            rng = np.random.default_rng([seed, crc32(query.query_id.encode())])
            size = past.num_papers if are_papers else past.num_authors
            wrong = _sample_negatives(near(past, team, rng), true, size, negatives, rng)
            if true and wrong:
                own = [latest_papers(past, author, recent) for author in team]
                yield TrainingSample(
                    own, [bag(entry) for entry in true], [bag(entry) for entry in wrong]
                )


def _sample_negatives(
    near: Near, true: Sequence[int], size: int, negatives: tuple[int, int], rng: np.random.Generator
) -> list[int]:
    (direct, nearby), (hard, easy) = near, negatives
    step = np.array(sorted(nearby.difference(true)), dtype=np.int64)
    negatives_near: list[int] = rng.choice(step, min(hard, len(step)), replace=False).tolist()
    out = direct | nearby | set(true)
    anywhere = (
        rng.permutation(size)
        if size <= _TRIES_PER_NEGATIVE * easy
        else rng.choice(size, _TRIES_PER_NEGATIVE * easy)
    )
    far = [item for item in dict.fromkeys(anywhere.tolist()) if item not in out]
    return negatives_near + far[:easy]
