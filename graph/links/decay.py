"""Decayed co-authorship: joint papers of two authors, weighted by age as of any day.

A joint paper counts one on its day and half of that a half-life later. The sum after each paper
follows from the one before, so one build serves every day, and no sum is divided by an underflowed
weight.
"""

from dataclasses import dataclass
from datetime import date
from typing import TypeAlias

import numpy as np
from numba import njit, prange
from numpy.typing import NDArray
from scipy import sparse

from scinet.errors import SplitError
from scinet.graph.schema.dates import day_of
from scinet.graph.snapshot import Snapshot
from scinet.graph.snapshot.csr import Int32, Int64

Floats: TypeAlias = NDArray[np.float64]


@dataclass(frozen=True)
class Coauthorship:
    """Pairs of authors, each with its joint papers in time order.

    Attributes:
        left_out: Papers with too many authors, and the pairs of authors that they would add.

    Shapes:
        first: ``(authors + 1,)``, start of the pairs whose smaller author is this one.
        other: ``(pairs,)``, the larger author of each pair, ascending for each smaller one.
        start: ``(pairs + 1,)``, start of the joint papers of each pair.
        day: ``(events,)``, day of each joint paper.
        strength: ``(events,)``, decayed sum right after it.
    """

    before: date | None
    half_life_days: float
    first: Int64
    other: Int32
    start: Int64
    day: Int32
    strength: Floats
    left_out: dict[str, int]

    def at(self, pairs: NDArray[np.integer], before: date | NDArray[np.integer]) -> Floats:
        """Return decayed sums of pairs of authors, over joint papers dated strictly before a day.

        Args:
            pairs: Author numbers in any order, shape ``(n, 2)``.
            before: A day, or the days from 1970-01-01 of each pair, shape ``(n,)``.

        Returns:
            Shape ``(n,)``; 0 for authors without joint papers.
        """
        array = np.asarray(pairs, dtype=np.int32).reshape(-1, 2)
        days = np.full(len(array), day_of(before)) if isinstance(before, date) else before
        days = np.ascontiguousarray(days, dtype=np.int32)
        if len(days):
            self._check(int(days.max()))
        small, large = array.min(axis=1), array.max(axis=1)
        return _look_up(
            self.first,
            self.other,
            self.start,
            self.day,
            self.strength,
            small,
            large,
            days,
            _rate(self),
        )

    def edges(self, before: date) -> tuple[Int32, Int32, Floats]:
        """Return smaller authors, larger ones and decayed sums of all pairs before a day."""
        now = day_of(before)
        self._check(now)
        # Joint papers are in time order, so the number of visible ones gives the last.
        seen = np.concatenate(([0], np.cumsum(self.day < now)))
        visible = seen[self.start[1:]] - seen[self.start[:-1]]
        pair = np.flatnonzero(visible)
        last = self.start[pair] + visible[pair] - 1
        small = np.repeat(np.arange(len(self.first) - 1, dtype=np.int32), np.diff(self.first))
        faded = self.strength[last] * np.exp(-_rate(self) * (now - self.day[last]))
        return small[pair], self.other[pair], faded

    def table(self, before: date) -> sparse.csr_array:
        """Return the sums as a symmetric matrix of shape ``(authors, authors)``."""
        small, large, weight = self.edges(before)
        ends = (np.append(small, large), np.append(large, small))
        size = len(self.first) - 1
        return sparse.coo_array((np.tile(weight, 2), ends), shape=(size, size)).tocsr()

    def _check(self, last: int) -> None:
        if self.before is not None and last > day_of(self.before):
            raise SplitError(
                f"the snapshot ends at {self.before}, a later day was asked",
                hint="Read a snapshot with the later day.",
            )


def coauthorship(
    snapshot: Snapshot, *, half_life_days: float, largest_team: int = 100, shared: bool = False
) -> Coauthorship:
    """Collect the joint papers of all pairs of authors, for any day.

    A pair's sum is ``s_k = s_{k-1} exp(-lambda (t_k - t_{k-1})) + w_k`` with
    ``lambda = ln 2 / half_life_days``; at a day T it is ``s_k exp(-lambda (T - t_k))`` for the
    last ``t_k < T``.

    Args:
        largest_team: Papers with more authors are left out and counted: their pairs grow with the
            square of the authors.
        shared: Whether a paper of k authors counts ``1 / (k - 1)`` for each pair instead of 1, so
            that it gives each author 1 in all.
    """
    if half_life_days <= 0:
        raise ValueError(f"a half-life of {half_life_days} days is not above 0")
    authored, size = snapshot.authored, snapshot.num_authors
    team = authored.lengths()
    is_small = team <= largest_team
    small, large, paper = author_pairs(authored.indptr, authored.indices, is_small)
    # Radix sort: by larger author, then by smaller; papers stay in time order.
    order = _stable_order(large, size)
    order = order[_stable_order(small[order], size)]
    small, large, paper = small[order], large[order], paper[order]
    new = np.ones(len(paper), dtype=np.bool_)
    new[1:] = (small[1:] != small[:-1]) | (large[1:] != large[:-1])
    begins = np.flatnonzero(new)
    start = np.append(begins, len(paper)).astype(np.int64)
    weight = 1.0 / np.maximum(team - 1, 1) if shared else np.ones(len(team))
    day = snapshot.day[paper]
    too_large = team[~is_small]
    result = Coauthorship(
        before=snapshot.before,
        half_life_days=half_life_days,
        first=np.concatenate(([0], np.cumsum(np.bincount(small[begins], minlength=size)))),
        other=large[begins],
        start=start,
        day=day,
        strength=weight[paper],
        left_out={
            "papers_with_too_many_authors": len(too_large),
            "pairs_of_their_authors": int((too_large * (too_large - 1) // 2).sum()),
        },
    )
    _fade(start, day, result.strength, _rate(result))
    return result


def _rate(of: Coauthorship) -> float:
    return float(np.log(2.0)) / of.half_life_days


@njit(cache=True, nogil=True)
def author_pairs(
    indptr: Int64, author: Int32, is_kept: NDArray[np.bool_]
) -> tuple[Int32, Int32, Int32]:
    """Return smaller author, larger author and paper of all author pairs of the kept papers."""
    total = 0
    for paper in range(len(is_kept)):
        team = indptr[paper + 1] - indptr[paper]
        if is_kept[paper]:
            total += team * (team - 1) // 2
    small = np.empty(total, dtype=np.int32)
    large = np.empty(total, dtype=np.int32)
    papers = np.empty(total, dtype=np.int32)
    event = 0
    for paper in range(len(is_kept)):
        if not is_kept[paper]:
            continue
        for first in range(indptr[paper], indptr[paper + 1]):
            for two in range(first + 1, indptr[paper + 1]):
                small[event] = min(author[first], author[two])
                large[event] = max(author[first], author[two])
                papers[event] = paper
                event += 1
    return small, large, papers


@njit(cache=True, nogil=True)
def _stable_order(code: Int32, size: int) -> Int64:
    """Sort codes in ``[0, size)`` stably by counting, in linear time."""
    place = np.zeros(size + 1, dtype=np.int64)
    for entry in range(len(code)):
        place[code[entry] + 1] += 1
    place = np.cumsum(place)
    order = np.empty(len(code), dtype=np.int64)
    for entry in range(len(code)):
        order[place[code[entry]]] = entry
        place[code[entry]] += 1
    return order


@njit(cache=True, nogil=True)
def _fade(start: Int64, day: Int32, strength: Floats, rate: float) -> None:
    for pair in range(len(start) - 1):
        for event in range(start[pair] + 1, start[pair + 1]):
            strength[event] += strength[event - 1] * np.exp(-rate * (day[event] - day[event - 1]))


@njit(cache=True, parallel=True, nogil=True)
def _look_up(
    first: Int64,
    partner: Int32,
    start: Int64,
    day: Int32,
    strength: Floats,
    small: Int32,
    large: Int32,
    before: Int32,
    rate: float,
) -> Floats:
    result = np.zeros(len(small))
    for item in prange(len(small)):
        low, end = first[small[item]], first[small[item] + 1]
        pair = low + np.searchsorted(partner[low:end], large[item])
        if pair < end and partner[pair] == large[item]:
            begin = start[pair]
            seen = np.searchsorted(day[begin : start[pair + 1]], before[item])
            if seen > 0:
                last = begin + seen - 1
                result[item] = strength[last] * np.exp(-rate * (before[item] - day[last]))
    return result
