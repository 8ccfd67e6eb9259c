"""Lists to rank in place of everything: the true items of a question, and drawn negatives.

A negative existed before the day of the question, is not true and is not asked about. It is drawn
for the question alone, by a seed that the target's id is part of, so that no other question and
nothing later moves it. How negatives are drawn decides how hard the task is: they are part of it.
"""

import hashlib
from collections.abc import Mapping
from dataclasses import replace
from functools import cached_property
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from scinet.eval.suites.prescience.targets import ListOptions
from scinet.eval.task import Query, Split
from scinet.graph.links import network
from scinet.graph.snapshot import Csr, Snapshot

Ints: TypeAlias = NDArray[np.int64]


class AuthorPool:
    """Authors before a day; connected by co-authors."""

    def __init__(self, past: Snapshot) -> None:
        self.ids = past.author_id
        self._past = past

    def own(self, query: Query) -> Ints:
        """The seed."""
        return np.array([self._past.author_number[query.inputs["author_id"]]])

    def degree(self) -> Ints:
        """Number of co-authors."""
        return self._network.lengths()

    def near(self, query: Query) -> Ints:
        """Co-authors of the seed, and theirs."""
        direct = self._network.row(int(self.own(query)[0]))
        return np.concatenate([direct, *(self._network.row(int(author)) for author in direct)])

    def same_venue(self, query: Query) -> Ints:
        """Who published in a venue of the seed."""
        return _concatenate_rows(self._past.authored, _venue_papers(self._past, self.own(query)))

    @cached_property
    def _network(self) -> Csr:
        return network(self._past, "coauthor")


class PaperPool:
    """Papers before a day; connected by citations."""

    def __init__(self, past: Snapshot) -> None:
        self.ids = past.paper_id
        self._past = past

    def own(self, query: Query) -> Ints:
        """None: a team may cite its own papers."""
        return np.zeros(0, dtype=np.int64)

    def degree(self) -> Ints:
        """Number of citations."""
        return self._past.citations

    def near(self, query: Query) -> Ints:
        """What the team has cited, what that cites, and what cites it; else so of its papers."""
        papers = _concatenate_rows(self._past.author_papers, self._team(query))
        start = _concatenate_rows(self._past.cites, papers)
        start = np.unique(start if len(start) else papers)
        around = (
            _concatenate_rows(self._past.cites, start),
            _concatenate_rows(self._past.cited_by, start),
        )
        return np.concatenate([start, *around])

    def same_venue(self, query: Query) -> Ints:
        """What appeared in a venue of the team."""
        return _venue_papers(self._past, self._team(query))

    def _team(self, query: Query) -> Ints:
        return np.array([self._past.author_number[author] for author in query.inputs["author_ids"]])


Items: TypeAlias = type[AuthorPool] | type[PaperPool]


def add_candidates(
    split: Split, snapshot: Snapshot, items: Items, options: ListOptions, seed: int
) -> tuple[Split, dict[str, int]]:
    """Give each question of a split its candidates, in order of id.

    Its table ``candidates`` has them too: ``query_id`` and ``ids``.

    Args:
        split: Questions in order of their days; the truth of each has ``paper_id`` and ``items``.
        snapshot: The graph, not cut before the last of the days.
        items: What is asked for: :class:`AuthorPool` or :class:`PaperPool`.
        options: Among them how many ``negatives`` each question gets, as far as there are so many.

    Returns:
        The split, and how many questions and negatives could not be had.
    """
    queries, negatives = split.queries, options.negatives
    with_candidates: list[Query] = []
    short = missing = 0
    past: AuthorPool | PaperPool | None = None
    code: dict[str, int] = {}
    for number, (query, row) in enumerate(zip(queries, split.truth, strict=True)):
        if past is None or query.before != queries[number - 1].before:
            past = items(snapshot.until(query.before))
            code = {str(item): place for place, item in enumerate(past.ids)}
        true = np.array([code[item] for item in row["items"]], dtype=np.int64)
        rng = np.random.default_rng([seed, _hash_name(str(row["paper_id"]))])
        drawn = _sample_negatives(past, query, true, options.candidates, negatives, rng)
        short += len(drawn) < negatives
        missing += negatives - len(drawn)
        # In order of id: places tell nothing.
        ids = sorted(str(past.ids[item]) for item in (*true, *drawn))
        with_candidates.append(replace(query, candidates=tuple(ids)))
    rows = [
        {"query_id": query.query_id, "ids": list(query.candidates or ())}
        for query in with_candidates
    ]
    made = replace(split, queries=with_candidates, tables={**split.tables, "candidates": rows})
    return made, {"queries_short_of_negatives": short, "negatives_missing": missing}


def _sample_negatives(
    past: AuthorPool | PaperPool,
    query: Query,
    true: Ints,
    way: str,
    negatives: int,
    rng: np.random.Generator,
) -> Ints:
    out = np.concatenate([true, past.own(query)])
    pools: Mapping[str, Ints] = {
        "two_hop": past.near(query) if way == "two_hop" else out,
        "venue": past.same_venue(query) if way == "venue" else out,
    }
    pool = np.setdiff1d(pools.get(way, np.arange(len(past.ids))), out)
    if way == "degree":
        return _match_degrees(past.degree(), pool, true, negatives, rng)
    return rng.permutation(pool)[:negatives]


def _match_degrees(
    degree: Ints, pool: Ints, true: Ints, negatives: int, rng: np.random.Generator
) -> Ints:
    """Of the pool, for each true item in turn, those of the nearest degree; ties are drawn."""
    remaining = rng.permutation(pool)
    selected: list[Ints] = []
    for number, item in enumerate(true):
        # Equal shares; the first ones get what cannot be divided.
        share = negatives // len(true) + (number < negatives % len(true))
        order = np.argsort(np.abs(degree[remaining] - degree[item]), kind="stable")
        selected.append(remaining[order[:share]])
        remaining = remaining[np.sort(order[share:])]
    return np.concatenate(selected)


def _venue_papers(past: Snapshot, authors: Ints) -> Ints:
    """Papers that appeared where the authors have published."""
    venues = past.venue[_concatenate_rows(past.author_papers, authors)]
    return np.flatnonzero(np.isin(past.venue, venues[venues >= 0]))


def _concatenate_rows(rows: Csr, numbers: Ints) -> Ints:
    """The entries of some rows, one after the other."""
    parts = [rows.row(int(number)) for number in numbers]
    return np.concatenate([np.zeros(0, dtype=np.int64), *parts])


def _hash_name(name: str) -> int:
    return int.from_bytes(hashlib.sha256(name.encode()).digest()[:8], "big")
