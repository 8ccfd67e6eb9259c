"""Heuristics that choose the paper with the larger value of one number."""

import hashlib
from abc import abstractmethod
from collections.abc import Iterator, Sequence
from typing import Any, ClassVar

import numpy as np

from scinet.eval.answer import Answer, ChoiceAnswer, Side
from scinet.eval.task import Query
from scinet.graph.snapshot import Snapshot
from scinet.graph.snapshot.csr import Int64
from scinet.models.base.system import Context, System
from scinet.models.history import Floats, History
from scinet.models.pairwise_impact.features import FEATURE_GROUPS


class PairNumber(System):
    """Choice of the paper with the larger number; ties and unknown numbers are broken at random."""

    track = "graph"
    answers = ChoiceAnswer
    needs = frozenset({"a", "b"})

    @abstractmethod
    def numbers(self, snapshot: Snapshot, papers: Int64) -> Floats:
        """Compute one number per paper, given by position, NaN if unknown, shape ``(n,)``."""

    def answer(self, queries: Sequence[Query], context: Context) -> Iterator[Answer]:
        """Compare the two; an unknown number is less than any other."""
        papers, sides = paper_positions(queries, context.snapshot)
        value = np.nan_to_num(self.numbers(context.snapshot, papers), nan=-np.inf)
        for query, (first, second) in zip(queries, sides, strict=True):
            yield ChoiceAnswer(query.query_id, choose_side(value[first], value[second], query))


def paper_positions(queries: Sequence[Query], snapshot: Snapshot) -> tuple[Int64, Int64]:
    """Find the distinct papers of queries, and the indices of A and B of each query in them.

    Positions have the shape ``(n,)``, indices ``(queries, 2)``.
    """
    sides = [[snapshot.index(query.inputs[side]["paper_id"]) for side in "ab"] for query in queries]
    papers, place = np.unique(np.array(sides, dtype=np.int64), return_inverse=True)
    return papers, place.reshape(-1, 2)


def choose_side(value_a: Any, value_b: Any, query: Query) -> Side:
    """Return A if the first is larger, B if the second; ties are broken by a hash."""
    if value_a == value_b:
        ids = sorted(str(query.inputs[side]["paper_id"]) for side in "ab")
        first = hashlib.sha256("\n".join(ids).encode()).digest()[0] & 1
        return "A" if str(query.inputs["a"]["paper_id"]) == ids[first] else "B"
    return "A" if value_a > value_b else "B"


class PairFeature(PairNumber):
    """Feature of :mod:`scinet.models.pairwise_impact.features`, of a part such as ``team``."""

    part: ClassVar[str]
    feature: ClassVar[str]

    def numbers(self, snapshot: Snapshot, papers: Int64) -> Floats:
        """Compute the column as of each paper's own day."""
        return FEATURE_GROUPS[self.part](History(snapshot), papers)[self.feature]


class PairAuthorMean(PairFeature):
    """Team of the author with the best mean citations."""

    name = "pair-author-mean"
    summary = "best mean citations of an author's earlier papers"
    part = "team"
    feature = "best mean citations of an author"


class PairHIndex(PairFeature):
    """Team with the largest h-index."""

    name = "pair-h-index"
    summary = "largest h-index of an author"
    part = "team"
    feature = "best h-index of an author"


class PairVenue(PairFeature):
    """Venue with more citations per year of its papers of the last three years."""

    name = "pair-venue"
    summary = "citations per year of the venue's papers of three years"
    part = "venue"
    feature = "citations per year of the venue"


class PairTeamSize(PairFeature):
    """Larger team."""

    name = "pair-team-size"
    summary = "number of authors"
    part = "team"
    feature = "authors"


class PairReferences(PairFeature):
    """More references to papers of the last three years."""

    name = "pair-new-references"
    summary = "references to papers of the last three years"
    part = "references"
    feature = "references of the last 3 years"


class PairEarlyCitations(PairNumber):
    """More citations by the cutoff; see option ``known_days`` of the tasks."""

    name = "pair-early-citations"
    summary = "citations until the day of the question"

    def numbers(self, snapshot: Snapshot, papers: Int64) -> Floats:
        """Count the citations in the snapshot."""
        days = np.full(len(papers), 2**19, dtype=np.int64)
        return History(snapshot).citations_before(papers, days).astype(float)
