"""Candidates of queries reached by walks, with features from walks, past and title.

The past is shared by authors and candidates: joint papers, or citations of the candidate.
"""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import numpy as np
from numba import njit
from numpy.typing import NDArray

from scinet.eval.task import Query
from scinet.graph.schema.dates import DAYS_PER_YEAR, day_of
from scinet.graph.snapshot import Snapshot
from scinet.graph.snapshot.csr import Int32, Int64
from scinet.models.history import Float32, Floats
from scinet.models.prior_work.features import keep_nearest, query_text
from scinet.models.temporal_graph.dated_graph import CITES, WRITTEN_BY, WROTE, DatedGraph
from scinet.models.temporal_graph.dated_walks import Walker, WalkSpec
from scinet.models.temporal_graph.sampling_kernel import search_before
from scinet.models.text.author_profiles import paper_vectors, text_vectors
from scinet.models.text.dense import inner_products
from scinet.models.text.vector_cache import Vectors

_UNREACHED_SHARE = 1e-7  # below the share of any reached node
_NUM_NEIGHBOURS = 50  # papers, as in the walk from a title
FEATURES: Final = 5
_LINK_RELATION: Final = {"author": WRITTEN_BY, "paper": CITES}


@dataclass(frozen=True)
class TitleContext:
    """Title embedded among earlier papers.

    Shapes:
        near: ``(near,)``, the papers nearest to it that are dated before the query's day.
        odds: ``(near,)``, start probabilities of a walk, higher for nearer papers; sum 1.
        vector: ``(dimensions,)``, of the title.
        vectors: ``(papers, dimensions)``, of all papers.
    """

    near: Int64
    odds: Floats
    vector: Vectors
    vectors: Vectors

    def nearness(self, papers: Int64) -> Floats:
        """Compute the cosine of some papers with the title, 0 for those without a text."""
        return inner_products(self.vectors[papers], self.vector)


def build_title_contexts(
    queries: Sequence[Query], snapshot: Snapshot, cache: Path | None
) -> Iterator[TitleContext]:
    """Yield the title of each query among the papers before its own day."""
    vectors = paper_vectors(snapshot, cache)
    titles = text_vectors([query_text(query) for query in queries], cache)
    for query, vector in zip(queries, titles, strict=True):
        is_later = snapshot.day >= day_of(query.before)
        weights = keep_nearest(
            np.where(is_later, 0.0, inner_products(vectors, vector)), _NUM_NEIGHBOURS
        )
        near = np.flatnonzero(weights)
        yield TitleContext(near, weights[near] / weights[near].sum(), vector, vectors)


@dataclass(frozen=True)
class NodeQuery:
    """Query by node numbers.

    Attributes:
        cited: Start papers of walks.
        before: Day, exclusive.
        true: The true answers; empty where unknown.
        title: The title among earlier papers, where known: half of the walks from papers start at
            those near to it, and all of them where nothing is ``cited``.
    """

    authors: Sequence[int]
    cited: Sequence[int]
    before: int
    excluded: Collection[int] = ()
    true: Collection[int] = ()
    title: TitleContext | None = None


@dataclass(frozen=True)
class CandidateList:
    """Query with its candidates, in the order of the first walk.

    Attributes:
        truths: Number of true answers, reached or not.

    Shapes:
        candidates: ``(candidates,)``, node numbers.
        features: ``(candidates, features)``: the logarithm of the share of each walk, that of the
            rank in the first, :func:`shared_history`, and the similarity to the title, where one is
            known.
        is_true: ``(candidates,)``.
    """

    authors: Int64
    before: int
    truths: int
    candidates: Int64
    features: Float32
    is_true: NDArray[np.bool_]


def count_features(walks: Sequence[WalkSpec], *, knows_title: bool) -> int:
    """Return the number of features of a pair, with or without a title."""
    return len(walks) + 1 + FEATURES + knows_title


def build_candidate_lists(
    walker: Walker,
    node_type: str,
    walks: Sequence[WalkSpec],
    questions: Sequence[NodeQuery],
    longest: int,
) -> Iterator[CandidateList]:
    """Yield the candidates of queries, at most ``longest`` each, reached by the first walk."""
    for question in questions:
        starts = {"author": (question.authors, None), "paper": _start_papers(question)}
        walked = []
        for walk in walks:
            nodes, odds = starts[walk.origin]
            walked.append(walker.shares(walk, nodes, question.before, node_type, odds=odds))
        nodes, share = walked[0]
        allowed = ~np.isin(nodes, np.array(list(question.excluded), dtype=np.int64))
        nodes, share = nodes[allowed], share[allowed]
        order = np.lexsort((nodes, -share))[:longest]
        nodes = nodes[order]
        columns = [np.log(_look_up_shares(nodes, *walk) + _UNREACHED_SHARE) for walk in walked]
        columns.append(np.log(np.arange(1.0, len(nodes) + 1)))
        authors = np.asarray(question.authors, dtype=np.int64)
        columns.extend(shared_history(walker.graph, node_type, authors, nodes, question.before).T)
        if question.title is not None:
            columns.append(question.title.nearness(nodes))
        yield CandidateList(
            authors=authors,
            before=question.before,
            truths=len(question.true),
            candidates=nodes,
            features=np.column_stack(columns).astype(np.float32),
            is_true=np.isin(nodes, np.array(list(question.true), dtype=np.int64)),
        )


def _start_papers(question: NodeQuery) -> tuple[Sequence[int] | Int64, Floats | None]:
    if question.title is None or not len(question.title.near):
        return question.cited, None
    if not len(question.cited):
        return question.title.near, question.title.odds
    cited = np.full(len(question.cited), 0.5 / len(question.cited))
    return np.append(question.cited, question.title.near), np.append(
        cited, 0.5 * question.title.odds
    )


def _look_up_shares(nodes: Int64, reached: Int64, share: Floats) -> Floats:
    if not len(reached):
        return np.zeros(len(nodes))
    place = np.minimum(np.searchsorted(reached, nodes), len(reached) - 1)
    return np.where(reached[place] == nodes, share[place], 0.0)


def shared_history(
    graph: DatedGraph, node_type: str, authors: Int64, candidates: Int64, before: int
) -> Float32:
    """Compute features of number, recency and byline order of shared papers before a day.

    The graph is of a snapshot, whose senders are in ascending order.

    Returns:
        Logarithms of 1 + the shared papers (for a paper: citations) in all and of 1 + those of the
        last year, and 1 / (1 + the years since the last), 0 without one. For authors also the
        logarithm of 1 + the shared papers with them after the query's author in the byline, and the
        share of their papers that they are the last author of; 0 for papers. Shape ``(candidates,
        5)``.
    """
    own = graph.begin[graph.relations.index(WRITTEN_BY)] + authors
    candidate_rows = graph.begin[graph.relations.index(_LINK_RELATION[node_type])] + candidates
    bylines = graph.begin[graph.relations.index(WROTE)] if node_type == "author" else -1
    return _count_shared(
        graph.sender,
        graph.day,
        graph.pointer,
        own,
        candidate_rows,
        authors,
        candidates,
        bylines,
        before,
    )


@njit(cache=True, nogil=True)
def _is_behind(byline: Int32, author: int, coauthor: int) -> bool:
    for member in byline:
        if member == coauthor:
            return True
        if member == author:
            return False
    return False


@njit(cache=True, nogil=True)
def _count_shared(
    sender: Int32,
    day: Int32,
    pointer: Int64,
    own: Int64,
    candidate_rows: Int64,
    authors: Int64,
    candidates: Int64,
    bylines: int,
    before: int,
) -> Float32:
    features = np.zeros((len(candidate_rows), FEATURES), dtype=np.float32)
    for place in range(len(candidate_rows)):
        end = search_before(
            day, pointer[candidate_rows[place]], pointer[candidate_rows[place] + 1], before
        )
        times, lately, behind, last = 0, 0, 0, -1
        for number in range(len(own)):
            row = own[number]
            sender_at, other_at = pointer[row], pointer[candidate_rows[place]]
            until = search_before(day, sender_at, pointer[row + 1], before)
            while sender_at < until and other_at < end:
                if sender[sender_at] < sender[other_at]:
                    sender_at += 1
                elif sender[sender_at] > sender[other_at]:
                    other_at += 1
                else:
                    times += 1
                    last = max(last, day[other_at])
                    lately += before - day[other_at] <= 366
                    if bylines >= 0:
                        paper = bylines + sender[sender_at]
                        behind += _is_behind(
                            sender[pointer[paper] : pointer[paper + 1]],
                            candidates[place],
                            authors[number],
                        )
                    sender_at += 1
                    other_at += 1
        if times > 0:
            features[place, 0] = np.log1p(times)
            features[place, 1] = np.log1p(lately)
            features[place, 2] = 1.0 / (1.0 + (before - last) / DAYS_PER_YEAR)
            features[place, 3] = np.log1p(behind)
        first = pointer[candidate_rows[place]]
        if bylines >= 0 and end > first:
            ends = 0
            for entry in range(first, end):
                paper = bylines + sender[entry]
                ends += sender[pointer[paper + 1] - 1] == candidates[place]
            features[place, 4] = ends / (end - first)
    return features
