"""Walks on dated edges: how much of their time do they spend where, as of a day?

Personalised PageRank by forward push. What is reached is read from lists that serve every day,
so a question costs what its walks touch, however large the network is.
"""

from collections.abc import Mapping, Sequence
from typing import TypeAlias

import numpy as np
from numba import njit
from numpy.typing import NDArray
from pydantic import NonNegativeFloat, PositiveFloat, PositiveInt
from pydantic.dataclasses import dataclass as checked

from scinet.graph.schema.dates import DAYS_PER_YEAR
from scinet.graph.snapshot.csr import Int32, Int64
from scinet.models.temporal_graph.dated_graph import DatedGraph, Relation
from scinet.models.temporal_graph.sampling_kernel import search_before
from scinet.validation import OPTIONS, PositiveShare

Floats: TypeAlias = NDArray[np.float64]


@checked(frozen=True, config=OPTIONS)
class WalkSpec:
    """How a walk moves on.

    Attributes:
        odds: Weight of each relation, against its direction: from the receiver to a sender. Of
            those that lead on from a node one is taken with odds in proportion.
        half_life_years: Years of 365.25 days after which an edge counts half; 0 for never.
        precision: Largest probability that is left undistributed at a node, above 0.
    """

    odds: Mapping[Relation, float]
    origin: str = "author"
    restart: PositiveShare = 0.15
    half_life_years: NonNegativeFloat = 0.0
    precision: PositiveFloat = 1e-5
    longest: PositiveInt = 1000


class Walker:
    """Walks on one graph; the arrays that they need are reused."""

    def __init__(self, graph: DatedGraph) -> None:
        self.graph = graph
        nodes = int(graph.offsets[-1])
        self._settled, self._waiting = np.zeros(nodes), np.zeros(nodes)
        self._queue, self._touched = np.empty((2, nodes), dtype=np.int64)
        self._queued = np.zeros(nodes, dtype=np.bool_)

    def shares(
        self,
        walk: WalkSpec,
        starts: Sequence[int] | NDArray[np.integer],
        before: int,
        wanted: str,
        *,
        odds: Floats | None = None,
    ) -> tuple[Int64, Floats]:
        """Share of time at nodes of a kind, of walks that start anew at any of some nodes.

        A walk that has nowhere to go starts anew.

        Args:
            starts: Numbers of nodes of its origin, at least one; one that is there twice is twice
                as likely.
            before: Day; what is dated on or after it does not exist.
            odds: How likely a walk starts at each, above 0; None for all alike.

        Returns:
            Nodes that were reached, in ascending order, and their shares: too small by at most
            what was left undistributed.

        Source:
            Andersen, Chung and Lang (2006), doi:10.1109/FOCS.2006.44, for walks that are not
            lazy, on weighted edges.
        """
        graph = self.graph
        place = {name: number for number, name in enumerate(graph.kinds)}
        nodes, place_of = np.unique(np.asarray(starts, dtype=np.int64), return_inverse=True)
        likely = np.bincount(place_of, odds)
        weights = np.array([walk.odds.get(name, 0.0) for name in graph.relations])
        half_life = walk.half_life_years * DAYS_PER_YEAR
        reached = _push_shares(
            graph.sender,
            graph.day,
            graph.pointer,
            graph.begin,
            graph.ends,
            graph.offsets,
            weights,
            np.log(2) / half_life if half_life else 0.0,
            walk.longest,
            nodes + graph.offsets[place[walk.origin]],
            likely / likely.sum(),
            before,
            walk.restart,
            walk.precision,
            self._settled,
            self._waiting,
            self._queue,
            self._queued,
            self._touched,
        )
        touched = np.sort(self._touched[:reached])
        first, last = graph.offsets[place[wanted]], graph.offsets[place[wanted] + 1]
        inside = touched[np.searchsorted(touched, first) : np.searchsorted(touched, last)]
        share = self._settled[inside]
        self._settled[touched] = 0.0
        self._waiting[touched] = 0.0
        return (inside - first)[share > 0], share[share > 0]


@njit(cache=True, nogil=True)
def _push_shares(
    sender: Int32,
    day: Int32,
    pointer: Int64,
    begin: Int64,
    ends: Int64,
    offsets: Int64,
    odds: Floats,
    rate: float,
    longest: int,
    starts: Int64,
    start_share: Floats,
    before: int,
    restart: float,
    precision: float,
    settled: Floats,
    waiting: Floats,
    queue: Int64,
    queued: NDArray[np.bool_],
    touched: Int64,
) -> int:
    """Number of nodes touched; the arrays of nodes are 0 before, and settled holds the answer."""
    nodes, relations = len(queue), len(odds)
    low, high = np.empty(relations, dtype=np.int64), np.empty(relations, dtype=np.int64)
    # A ring: the flag lets no node in twice, so it never holds more than all nodes.
    head, length, reached = 0, len(starts), len(starts)
    for number in range(len(starts)):
        touched[number] = queue[number] = starts[number]
        waiting[starts[number]] = start_share[number]
        queued[starts[number]] = True
    while length > 0:
        here = queue[head]
        head = head + 1 if head + 1 < nodes else 0
        length -= 1
        queued[here] = False
        amount = waiting[here]
        waiting[here] = 0.0
        settled[here] += restart * amount
        amount *= 1.0 - restart
        total = 0.0
        for relation in range(relations):
            kind = ends[1, relation]
            low[relation] = high[relation] = 0
            if odds[relation] > 0.0 and offsets[kind] <= here < offsets[kind + 1]:
                row = begin[relation] + here - offsets[kind]
                high[relation] = search_before(day, pointer[row], pointer[row + 1], before)
                low[relation] = max(pointer[row], high[relation] - longest)
                if high[relation] > low[relation]:
                    total += odds[relation]
        if total == 0.0:
            for number in range(len(starts)):
                node = starts[number]
                waiting[node] += amount * start_share[number]
                if not queued[node] and waiting[node] >= precision:
                    queue[(head + length) % nodes] = node
                    length += 1
                    queued[node] = True
            continue
        for relation in range(relations):
            if high[relation] == low[relation]:
                continue
            latest = day[high[relation] - 1]
            weights = 0.0
            for entry in range(low[relation], high[relation]):
                weights += np.exp(rate * (day[entry] - latest))
            part = amount * odds[relation] / total / weights
            shift = offsets[ends[0, relation]]
            for entry in range(low[relation], high[relation]):
                node = shift + sender[entry]
                added = part * np.exp(rate * (day[entry] - latest))
                # A node is new as long as it holds nothing, so nothing must not make it known.
                if added == 0.0:
                    continue
                if waiting[node] == 0.0 and settled[node] == 0.0:
                    touched[reached] = node
                    reached += 1
                waiting[node] += added
                if not queued[node] and waiting[node] >= precision:
                    queue[(head + length) % nodes] = node
                    length += 1
                    queued[node] = True
    return reached
