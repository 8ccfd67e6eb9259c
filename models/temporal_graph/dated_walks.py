"""Walks on dated edges: personalised PageRank as of a day, by forward push.

Visited nodes are read from lists that serve every day, so the cost depends on the visited part,
however large the network is.
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
    """Parameters of a walk.

    Attributes:
        odds: Weight of each relation, against its direction: from the receiver to a sender. Of the
            outgoing ones of a node one is taken with probability in proportion.
        half_life_years: Half-life of an edge in years of 365.25 days; 0 for no decay.
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
        """Compute shares of time at nodes of a kind, of walks with restart at given nodes.

        A walk without a next step restarts.

        Args:
            starts: Numbers of nodes of its origin, at least one; a repeated one is more likely.
            before: Cutoff, exclusive.
            odds: Start probabilities, up to a factor, above 0; None for equal ones.

        Returns:
            Nodes that were reached, in ascending order, and their shares, underestimated by at most
            the undistributed part.

        Source:
            Andersen, Chung and Lang (2006), doi:10.1109/FOCS.2006.44, for walks that are not lazy,
            on weighted edges.
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
    """Return the number of touched nodes; node arrays are 0 before, and settled has the answer."""
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
                # A node is new as long as its share is 0, so a share of 0 must not mark it.
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
