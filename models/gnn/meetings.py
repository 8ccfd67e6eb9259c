"""Where askers and candidates met: papers that both wrote, or that cite the one by the other."""

from typing import Final, TypeAlias

import numpy as np
from numba import njit
from numpy.typing import NDArray

from scinet.graph.snapshot.csr import Int32, Int64
from scinet.models.neighbours.dated import CITES, WRITTEN_BY, DatedGraph
from scinet.models.neighbours.draw import earlier

Float32: TypeAlias = NDArray[np.float32]

FEATURES: Final = 3
_LINK: Final = {"author": WRITTEN_BY, "paper": CITES}


def meetings(
    graph: DatedGraph, kind: str, askers: Int64, candidates: Int64, before: int
) -> Float32:
    """How often and how lately askers and each candidate met before a day.

    Args:
        graph: The lists, of a snapshot: their senders are in ascending order.
        kind: Kind of the candidates, ``author`` or ``paper``.
        askers: Authors.
        candidates: Numbers of the candidates.
        before: Day, exclusive.

    Returns:
        Logarithms of 1 + the meetings in all and of 1 + those of the last year, and 1 / (1 + the
        years since the last), 0 without one; shape ``(candidates, 3)``.
    """
    own = graph.begin[graph.relations.index(WRITTEN_BY)] + askers
    other = graph.begin[graph.relations.index(_LINK[kind])] + candidates
    return _met(graph.sender, graph.day, graph.pointer, own, other, before)


@njit(cache=True, nogil=True)
def _met(
    sender: Int32, day: Int32, pointer: Int64, own: Int64, other: Int64, before: int
) -> Float32:
    found = np.zeros((len(other), FEATURES), dtype=np.float32)
    for place in range(len(other)):
        end = earlier(day, pointer[other[place]], pointer[other[place] + 1], before)
        times, lately, last = 0, 0, -1
        for row in own:
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
                    here += 1
                    there += 1
        if times > 0:
            found[place, 0] = np.log1p(times)
            found[place, 1] = np.log1p(lately)
            found[place, 2] = 1.0 / (1.0 + (before - last) / 365.25)
    return found
