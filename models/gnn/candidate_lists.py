"""Questions as slates: who is asked about, whom the walks reach, and what the walks say of each."""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from scinet.graph.snapshot.csr import Int64
from scinet.models.gnn.shared_history import FEATURES, meetings
from scinet.models.gnn.title_context import Told
from scinet.models.temporal_graph.dated_walks import Walker, WalkSpec

Float32: TypeAlias = NDArray[np.float32]
Floats: TypeAlias = NDArray[np.float64]

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
        told: What the title tells, where it is known: half of the walks that begin at papers
            start at those near to it.
    """

    askers: Sequence[int]
    cited: Sequence[int]
    before: int
    barred: Collection[int] = ()
    true: Collection[int] = ()
    told: Told | None = None


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
            place in the first, what :func:`~scinet.models.gnn.shared_history.meetings`
            tells, and, where a title is known, how near the candidate is to it.
        is_true: ``(candidates,)``.
    """

    askers: Int64
    before: int
    truths: int
    candidates: Int64
    features: Float32
    is_true: NDArray[np.bool_]


def features_of(courses: Sequence[WalkSpec], *, told: bool) -> int:
    """Number of features of a pair, where a title is known or not."""
    return len(courses) + 1 + FEATURES + told


def slates(
    walker: Walker, kind: str, courses: Sequence[WalkSpec], asked: Sequence[Asked], longest: int
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
        starts = {"author": (one.askers, None), "paper": _papers_to_start_at(one)}
        found = []
        for course in courses:
            nodes, odds = starts[course.origin]
            found.append(walker.shares(course, nodes, one.before, kind, odds=odds))
        nodes, share = found[0]
        allowed = ~np.isin(nodes, np.array(list(one.barred), dtype=np.int64))
        nodes, share = nodes[allowed], share[allowed]
        order = np.lexsort((nodes, -share))[:longest]
        nodes = nodes[order]
        columns = [np.log(_looked_up(nodes, *walk) + _UNREACHED) for walk in found]
        columns.append(np.log(np.arange(1.0, len(nodes) + 1)))
        askers = np.asarray(one.askers, dtype=np.int64)
        columns.extend(meetings(walker.graph, kind, askers, nodes, one.before).T)
        if one.told is not None:
            columns.append(one.told.nearness(nodes))
        yield Slate(
            askers=askers,
            before=one.before,
            truths=len(one.true),
            candidates=nodes,
            features=np.column_stack(columns).astype(np.float32),
            is_true=np.isin(nodes, np.array(list(one.true), dtype=np.int64)),
        )


def _papers_to_start_at(one: Asked) -> tuple[Sequence[int] | Int64, Floats | None]:
    if one.told is None or not len(one.told.near):
        return one.cited, None
    cited = np.full(len(one.cited), 0.5 / len(one.cited))
    return np.append(one.cited, one.told.near), np.append(cited, 0.5 * one.told.odds)


def _looked_up(nodes: Int64, reached: Int64, share: Floats) -> Floats:
    if not len(reached):
        return np.zeros(len(nodes))
    place = np.minimum(np.searchsorted(reached, nodes), len(reached) - 1)
    return np.where(reached[place] == nodes, share[place], 0.0)
