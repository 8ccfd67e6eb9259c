"""Candidates of questions: whom walks reach, and what walks, past and title say of each."""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from scinet.eval.task import Query
from scinet.graph.dates import day_of
from scinet.graph.snapshot import Snapshot
from scinet.graph.snapshot.csr import Int64
from scinet.models.gnn.shared_history import FEATURES, shared_history
from scinet.models.history import Float32, Floats
from scinet.models.prior_work.features import about, nearest
from scinet.models.temporal_graph.dated_walks import Walker, WalkSpec
from scinet.models.text.author_profiles import vectors_of_papers, vectors_of_texts
from scinet.models.text.dense import nearness
from scinet.models.text.vector_cache import Vectors

_UNREACHED = 1e-7  # a share that is less than any walk leaves

_NEAR = 50  # papers, as in the walk from a title


@dataclass(frozen=True)
class TitleContext:
    """A title among earlier papers.

    Shapes:
        near: ``(near,)``, the papers nearest to it that are dated before the question's day.
        odds: ``(near,)``, how likely a walk starts at each, the nearer the likelier; sum 1.
        vector: ``(dimensions,)``, of the title.
        vectors: ``(papers, dimensions)``, of all papers.
    """

    near: Int64
    odds: Floats
    vector: Vectors
    vectors: Vectors

    def nearness(self, papers: Int64) -> Floats:
        """Cosine of some papers with the title, 0 for those without a text."""
        return nearness(self.vectors[papers], self.vector)


def title_contexts(
    queries: Sequence[Query], snapshot: Snapshot, cache: Path | None
) -> Iterator[TitleContext]:
    """The title of each query among the papers before its own day."""
    vectors = vectors_of_papers(snapshot, cache)
    titles = vectors_of_texts([about(query) for query in queries], cache)
    for query, vector in zip(queries, titles, strict=True):
        is_later = snapshot.day >= day_of(query.before)
        weights = nearest(np.where(is_later, 0.0, nearness(vectors, vector)), _NEAR)
        near = np.flatnonzero(weights)
        yield TitleContext(near, weights[near] / weights[near].sum(), vector, vectors)


@dataclass(frozen=True)
class Question:
    """A query by node numbers.

    Attributes:
        authors: The author or team of the query.
        cited: Papers where walks that begin at papers start.
        before: Day, exclusive.
        excluded: Nodes that cannot be candidates.
        true: The true answers; empty where they are not known.
        title: The title among earlier papers, where it is known: half of the walks that begin at
            papers start at those near to it.
    """

    authors: Sequence[int]
    cited: Sequence[int]
    before: int
    excluded: Collection[int] = ()
    true: Collection[int] = ()
    title: TitleContext | None = None


@dataclass(frozen=True)
class CandidateList:
    """A question with its candidates, in the order of the first walk.

    Attributes:
        truths: How many true answers there are, reached or not.

    Shapes:
        candidates: ``(candidates,)``, node numbers.
        features: ``(candidates, features)``: the logarithm of the share of each walk, that of the
            place in the first, :func:`~scinet.models.gnn.shared_history.shared_history`, and,
            where a title is known, how near the candidate is to it.
        is_true: ``(candidates,)``.
    """

    authors: Int64
    before: int
    truths: int
    candidates: Int64
    features: Float32
    is_true: NDArray[np.bool_]


def features_of(walks: Sequence[WalkSpec], *, knows_title: bool) -> int:
    """Number of features of a pair, where a title is known or not."""
    return len(walks) + 1 + FEATURES + knows_title


def candidate_lists(
    walker: Walker,
    node_type: str,
    walks: Sequence[WalkSpec],
    questions: Sequence[Question],
    longest: int,
) -> Iterator[CandidateList]:
    """Candidates of some questions, at most ``longest`` each; the first of the walks names them."""
    for one in questions:
        starts = {"author": (one.authors, None), "paper": _papers_to_start_at(one)}
        found = []
        for walk in walks:
            nodes, odds = starts[walk.origin]
            found.append(walker.shares(walk, nodes, one.before, node_type, odds=odds))
        nodes, share = found[0]
        allowed = ~np.isin(nodes, np.array(list(one.excluded), dtype=np.int64))
        nodes, share = nodes[allowed], share[allowed]
        order = np.lexsort((nodes, -share))[:longest]
        nodes = nodes[order]
        columns = [np.log(_looked_up(nodes, *walk) + _UNREACHED) for walk in found]
        columns.append(np.log(np.arange(1.0, len(nodes) + 1)))
        authors = np.asarray(one.authors, dtype=np.int64)
        columns.extend(shared_history(walker.graph, node_type, authors, nodes, one.before).T)
        if one.title is not None:
            columns.append(one.title.nearness(nodes))
        yield CandidateList(
            authors=authors,
            before=one.before,
            truths=len(one.true),
            candidates=nodes,
            features=np.column_stack(columns).astype(np.float32),
            is_true=np.isin(nodes, np.array(list(one.true), dtype=np.int64)),
        )


def _papers_to_start_at(one: Question) -> tuple[Sequence[int] | Int64, Floats | None]:
    if one.title is None or not len(one.title.near):
        return one.cited, None
    cited = np.full(len(one.cited), 0.5 / len(one.cited))
    return np.append(one.cited, one.title.near), np.append(cited, 0.5 * one.title.odds)


def _looked_up(nodes: Int64, reached: Int64, share: Floats) -> Floats:
    if not len(reached):
        return np.zeros(len(nodes))
    place = np.minimum(np.searchsorted(reached, nodes), len(reached) - 1)
    return np.where(reached[place] == nodes, share[place], 0.0)
