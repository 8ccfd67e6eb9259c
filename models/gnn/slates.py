"""Questions as slates: who is asked about, whom the walks reach, and what the walks say of each."""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from scinet.graph.snapshot.csr import Int64
from scinet.models.gnn.meetings import FEATURES, meetings
from scinet.models.neighbours.walks import Course, Walker

Float32: TypeAlias = NDArray[np.float32]

_UNREACHED = 1e-7  # a share that is less than any walk leaves


@dataclass(frozen=True)
class Asked:
    """A question by numbers.

    Attributes:
        askers: Authors who ask.
        cited: Papers where walks that begin at papers start.
        before: Day, exclusive.
        barred: Nodes that are no candidates.
        true: The true answers; empty where they are not known.
    """

    askers: Sequence[int]
    cited: Sequence[int]
    before: int
    barred: Collection[int] = ()
    true: Collection[int] = ()


@dataclass(frozen=True)
class Slate:
    """A question with its candidates, in the order of the first walk.

    Attributes:
        askers: Authors who ask.
        before: Day, exclusive.
        truths: How many true answers there are, reached or not.

    Shapes:
        candidates: ``(candidates,)``, node numbers.
        features: ``(candidates, features)``: the logarithm of the share of each walk, that of the
            place in the first, and what :func:`~scinet.models.gnn.meetings.meetings` tells.
        is_true: ``(candidates,)``.
    """

    askers: Int64
    before: int
    truths: int
    candidates: Int64
    features: Float32
    is_true: NDArray[np.bool_]


def features_of(courses: Sequence[Course]) -> int:
    """Number of features of a pair."""
    return len(courses) + 1 + FEATURES


def slates(
    walker: Walker, kind: str, courses: Sequence[Course], asked: Sequence[Asked], longest: int
) -> Iterator[Slate]:
    """Slates of some questions.

    Args:
        walker: Walks on the graph.
        kind: Kind of the candidates.
        courses: Walks; the first names the candidates.
        asked: The questions.
        longest: Most candidates of a question.
    """
    for one in asked:
        starts = {"author": one.askers, "paper": one.cited}
        found = [walker.shares(c, starts[c.origin], one.before, kind) for c in courses]
        nodes, share = found[0]
        allowed = ~np.isin(nodes, np.array(list(one.barred), dtype=np.int64))
        nodes, share = nodes[allowed], share[allowed]
        order = np.lexsort((nodes, -share))[:longest]
        nodes = nodes[order]
        columns = [np.log(_looked_up(nodes, *walk) + _UNREACHED) for walk in found]
        columns.append(np.log(np.arange(1.0, len(nodes) + 1)))
        askers = np.asarray(one.askers, dtype=np.int64)
        met = meetings(walker.graph, kind, askers, nodes, one.before)
        yield Slate(
            askers=askers,
            before=one.before,
            truths=len(one.true),
            candidates=nodes,
            features=np.column_stack((*columns, met)).astype(np.float32),
            is_true=np.isin(nodes, np.array(list(one.true), dtype=np.int64)),
        )


def _looked_up(nodes: Int64, reached: Int64, share: NDArray[np.float64]) -> NDArray[np.float64]:
    if not len(reached):
        return np.zeros(len(nodes))
    place = np.minimum(np.searchsorted(reached, nodes), len(reached) - 1)
    return np.where(reached[place] == nodes, share[place], 0.0)
