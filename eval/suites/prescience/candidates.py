"""Candidate pools of queries: the true items and sampled negatives.

A negative existed before the day of the query, is not true and is not part of the query. It is
sampled for each query alone, seeded by the target's id, so that it does not depend on other queries
or on later data. The sampling method determines the difficulty, and so is part of the task.
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
    """Authors before a day, connected by co-authorship."""

    def __init__(self, past: Snapshot) -> None:
        self.ids = past.author_id
        self._past = past

    def own(self, query: Query) -> Ints:
        """Return the seed author."""
        return np.array([self._past.author_number[query.inputs["author_id"]]])

    def degree(self) -> Ints:
        """Return the number of co-authors of each author."""
        return self._network.lengths()

    def near(self, query: Query) -> Ints:
        """Return the co-authors of the seed, and theirs."""
        direct = self._network.row(int(self.own(query)[0]))
        return np.concatenate([direct, *(self._network.row(int(author)) for author in direct)])

    def same_venue(self, query: Query) -> Ints:
        """Return the authors with a paper in a venue of the seed."""
        return _concatenate_rows(self._past.authored, _venue_papers(self._past, self.own(query)))

    @cached_property
    def _network(self) -> Csr:
        return network(self._past, "coauthor")


class PaperPool:
    """Papers before a day, connected by citations."""

    def __init__(self, past: Snapshot) -> None:
        self.ids = past.paper_id
        self._past = past

    def own(self, query: Query) -> Ints:
        """Return no paper: a team may cite its own."""
        return np.zeros(0, dtype=np.int64)

    def degree(self) -> Ints:
        """Return the number of citations of each paper."""
        return self._past.citations

    def near(self, query: Query) -> Ints:
        """Return the team's references (else its papers), their references and citing papers."""
        papers = _concatenate_rows(self._past.author_papers, self._team(query))
        start = _concatenate_rows(self._past.cites, papers)
        start = np.unique(start if len(start) else papers)
        around = (
            _concatenate_rows(self._past.cites, start),
            _concatenate_rows(self._past.cited_by, start),
        )
        return np.concatenate([start, *around])

    def same_venue(self, query: Query) -> Ints:
        """Return the papers in a venue of the team."""
        return _venue_papers(self._past, self._team(query))

    def _team(self, query: Query) -> Ints:
        return np.array([self._past.author_number[author] for author in query.inputs["author_ids"]])


Items: TypeAlias = type[AuthorPool] | type[PaperPool]


def add_candidates(
    split: Split, snapshot: Snapshot, items: Items, options: ListOptions, seed: int
) -> tuple[Split, dict[str, int]]:
    """Give each query of a split its candidates, in order of id.

    The split's table ``candidates`` has them too: ``query_id`` and ``ids``.

    Args:
        split: Queries in order of their days; the truth of each has ``paper_id`` and ``items``.
        snapshot: The graph, not cut before the last of the days.
        items: Kind of candidates: :class:`AuthorPool` or :class:`PaperPool`.
        options: Among them the number of ``negatives`` of each query, fewer if there are not as
            many.

    Returns:
        The split, and the numbers of queries short of negatives and of missing negatives.
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
        # In order of id, so that positions carry no information.
        ids = sorted(str(past.ids[item]) for item in (*true, *drawn))
        with_candidates.append(replace(query, candidates=tuple(ids)))
    rows = [
        {"query_id": query.query_id, "ids": list(query.candidates or ())}
        for query in with_candidates
    ]
    completed = replace(split, queries=with_candidates, tables={**split.tables, "candidates": rows})
    return completed, {"queries_short_of_negatives": short, "negatives_missing": missing}


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
    """Sample from the pool, for each true item in turn, the nearest by degree; ties at random."""
    remaining = rng.permutation(pool)
    selected: list[Ints] = []
    for number, item in enumerate(true):
        # Equal shares; the first items get the remainder.
        share = negatives // len(true) + (number < negatives % len(true))
        order = np.argsort(np.abs(degree[remaining] - degree[item]), kind="stable")
        selected.append(remaining[order[:share]])
        remaining = remaining[np.sort(order[share:])]
    return np.concatenate(selected)


def _venue_papers(past: Snapshot, authors: Ints) -> Ints:
    """Return the papers in venues where the authors have published."""
    venues = past.venue[_concatenate_rows(past.author_papers, authors)]
    return np.flatnonzero(np.isin(past.venue, venues[venues >= 0]))


def _concatenate_rows(rows: Csr, numbers: Ints) -> Ints:
    parts = [rows.row(int(number)) for number in numbers]
    return np.concatenate([np.zeros(0, dtype=np.int64), *parts])


def _hash_name(name: str) -> int:
    return int.from_bytes(hashlib.sha256(name.encode()).digest()[:8], "big")
