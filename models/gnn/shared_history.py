"""What authors and candidates share: papers that both wrote, or citations of the candidate."""

from typing import Final, TypeAlias

import numpy as np
from numba import njit
from numpy.typing import NDArray

from scinet.graph.dates import DAYS_PER_YEAR
from scinet.graph.snapshot.csr import Int32, Int64
from scinet.models.temporal_graph.dated_graph import CITES, WRITTEN_BY, WROTE, DatedGraph
from scinet.models.temporal_graph.sampling_kernel import earlier

Float32: TypeAlias = NDArray[np.float32]

FEATURES: Final = 5
_LINK: Final = {"author": WRITTEN_BY, "paper": CITES}


def shared_history(
    graph: DatedGraph, node_type: str, authors: Int64, candidates: Int64, before: int
) -> Float32:
    """How often, how recently and in which byline order, before a day.

    The graph is of a snapshot, whose senders are in ascending order.

    Returns:
        Logarithms of 1 + the shared papers (of a paper: citations) in all and of 1 + those of the
        last year, and 1 / (1 + the years since the last), 0 without one. For authors also the
        logarithm of 1 + the shared papers whose byline names them after the author of the query,
        and the share of their papers that they are the last author of; 0 for papers. Shape
        ``(candidates, 5)``.
    """
    own = graph.begin[graph.relations.index(WRITTEN_BY)] + authors
    other = graph.begin[graph.relations.index(_LINK[node_type])] + candidates
    bylines = graph.begin[graph.relations.index(WROTE)] if node_type == "author" else -1
    return _shared(
        graph.sender, graph.day, graph.pointer, own, other, authors, candidates, bylines, before
    )


@njit(cache=True, nogil=True)
def _is_behind(byline: Int32, author: int, other: int) -> bool:
    for one in byline:
        if one == other:
            return True
        if one == author:
            return False
    return False


@njit(cache=True, nogil=True)
def _shared(
    sender: Int32,
    day: Int32,
    pointer: Int64,
    own: Int64,
    other: Int64,
    authors: Int64,
    candidates: Int64,
    bylines: int,
    before: int,
) -> Float32:
    found = np.zeros((len(other), FEATURES), dtype=np.float32)
    for place in range(len(other)):
        end = earlier(day, pointer[other[place]], pointer[other[place] + 1], before)
        times, lately, behind, last = 0, 0, 0, -1
        for number in range(len(own)):
            row = own[number]
            here, there = pointer[row], pointer[other[place]]
            until = earlier(day, here, pointer[row + 1], before)
            while here < until and there < end:
                if sender[here] < sender[there]:
                    here += 1
                elif sender[here] > sender[there]:
                    there += 1
                else:
                    times += 1
                    last = max(last, day[there])
                    lately += before - day[there] <= 366
                    if bylines >= 0:
                        paper = bylines + sender[here]
                        behind += _is_behind(
                            sender[pointer[paper] : pointer[paper + 1]],
                            candidates[place],
                            authors[number],
                        )
                    here += 1
                    there += 1
        if times > 0:
            found[place, 0] = np.log1p(times)
            found[place, 1] = np.log1p(lately)
            found[place, 2] = 1.0 / (1.0 + (before - last) / DAYS_PER_YEAR)
            found[place, 3] = np.log1p(behind)
        first = pointer[other[place]]
        if bylines >= 0 and end > first:
            ends = 0
            for entry in range(first, end):
                paper = bylines + sender[entry]
                ends += sender[pointer[paper + 1] - 1] == candidates[place]
            found[place, 4] = ends / (end - first)
    return found
