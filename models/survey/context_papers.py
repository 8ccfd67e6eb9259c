"""Source papers of a survey: by words, by citations, or given.

All are dated before the cutoff, and between the two ends where a survey has some. The graph gives a
line of papers, each citing the one before, and others around it; words give no line.
"""

from collections.abc import Callable, Container, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final, Literal, TypeAlias

import numpy as np
from numpy.typing import NDArray

from scinet.eval.task import Query
from scinet.graph.paths import main_path
from scinet.graph.schema.dates import date_of
from scinet.graph.search.text_search import rank_descending
from scinet.graph.snapshot import Snapshot
from scinet.models.base.ranking import Floats, Ranker
from scinet.models.base.system import Context
from scinet.models.text.search import Bm25, Hybrid

Positions = NDArray[np.int64]
Source: TypeAlias = Literal["none", "text", "graph", "truth"]
"""Origin of the papers: none, text search, citations, or the truth."""

_MAX_HITS: Final = 200  # papers that match a topic
_MIN_SCORE_SHARE: Final = 0.5  # of the best score, for a match
_MAX_ROOTS: Final = 50  # papers that these cite most; the main path runs through both
_OPINION_PHRASES: Final = {"positive": "with approval", "negative": "with criticism"}


@dataclass(frozen=True, slots=True)
class SurveySources:
    """Source papers of a survey.

    Attributes:
        ends: Positions of its first and last paper; none for a topic.
        line: Positions of papers that follow from each other, early to late.
        others: Positions of further papers, in time order.
        relation: Reason for including a paper, by position.
    """

    ends: tuple[int, ...] = ()
    line: tuple[int, ...] = ()
    others: tuple[int, ...] = ()
    relation: Mapping[int, str] = field(default_factory=dict)

    @property
    def papers(self) -> list[int]:
        """Positions of all, without the ends if nothing was found, in time order."""
        selected = {*self.line, *self.others}
        return sorted(selected | set(self.ends)) if selected else []

    def rows(self, positions: Sequence[int], snapshot: Snapshot) -> list[dict[str, Any]]:
        """Return rows of papers for a prompt."""
        return [
            {
                "id": str(snapshot.paper_id[i]),
                "title": snapshot.title[i],
                "abstract": snapshot.abstract[i],
                "year": date_of(int(snapshot.day[i])).year,
                "relation": self.relation.get(i, ""),
            }
            for i in positions
        ]


def gather_nothing(
    queries: Sequence[Query], context: Context, count: int
) -> Iterator[SurveySources]:
    """Yield the two ends alone."""
    del count
    return (SurveySources(_query_ends(query, context.snapshot)) for query in queries)


def gather_by_text(
    queries: Sequence[Query], context: Context, count: int
) -> Iterator[SurveySources]:
    """Yield the papers nearest by words and embeddings to the subject of each query."""
    for query, hits in zip(queries, _search_papers(Hybrid(), queries, context), strict=True):
        ends = _query_ends(query, context.snapshot)
        selected = _exclude_known(hits, ends)[: count - len(ends)]
        yield SurveySources(ends, others=tuple(sorted({*selected, *ends})))


def gather_by_graph(
    queries: Sequence[Query], context: Context, count: int
) -> Iterator[SurveySources]:
    """Yield a line of citations, and the papers most often mentioned with it.

    Between two ends the line is a shortest path. For a topic it is the main path of the best
    matches and of the papers that they cite most, plus the most cited ones for half of the free
    places and the best matches for a quarter. Remaining places go to papers that share paragraphs
    with these, then to papers that cite them with approval or criticism, where labelled, then to
    others that cite them or are cited by them.
    """
    topics = [query for query in queries if not _is_path(query)]
    scored = Bm25().scores(topics, context)
    for query in queries:
        if _is_path(query):
            yield _gather_path(query, context, count)
        else:
            yield _gather_topic(next(scored), context, count)


def gather_by_list(
    queries: Sequence[Query], context: Context, count: int
) -> Iterator[SurveySources]:
    """Yield the papers that each query itself gives as its context: the control."""
    del count
    for query in queries:
        line = tuple(context.snapshot.index(paper) for paper in query.inputs["context"])
        yield SurveySources(_query_ends(query, context.snapshot), line)


SOURCES: Final[
    Mapping[Source, Callable[[Sequence[Query], Context, int], Iterator[SurveySources]]]
] = {
    "none": gather_nothing,
    "text": gather_by_text,
    "graph": gather_by_graph,
    "truth": gather_by_list,
}


def _gather_path(query: Query, context: Context, count: int) -> SurveySources:
    snapshot = context.snapshot
    ends = _query_ends(query, snapshot)
    named = {f"{end}_id": query.inputs[f"{end}_id"] for end in ("source", "target")}
    rows = context.graph.rows("path/shortest", **named, before=context.before)
    line = tuple(snapshot.index(paper) for paper in rows[0]["papers"]) if rows else ()
    relation = dict.fromkeys(line[1:-1], "on a shortest path of citations between the ends")
    inside = np.arange(min(ends), max(ends) + 1)
    return _add_neighbours(SurveySources(ends, line, (), relation), context, inside, count)


def _gather_topic(scores: Floats, context: Context, count: int) -> SurveySources:
    snapshot = context.snapshot
    order = rank_descending(scores)
    # Words common to a field make hundreds of weak matches.
    hits = order[scores[order] >= _MIN_SCORE_SHARE * scores[order[:1]].sum()][:_MAX_HITS]
    cited = _count_papers([snapshot.ordered.row(int(i)) for i in hits], snapshot)
    roots = np.argsort(-cited, kind="stable")
    roots = roots[cited[roots] > 0]
    path = main_path(snapshot, papers=np.union1d(hits, roots[:_MAX_ROOTS])).papers
    line = tuple(snapshot.index(paper) for paper in path)[:count]
    relation = dict.fromkeys(line, "on the main path of citations of the subject")
    room = count - len(line)
    for i in _exclude_known(roots, relation)[: room // 2]:
        relation[i] = f"cited by {cited[i]} papers on the subject"
    relation |= dict.fromkeys(
        _exclude_known(hits, relation)[: room // 4], "its words fit the subject"
    )
    others = tuple(sorted(relation.keys() - set(line)))
    gathered = SurveySources((), line, others, relation)
    return _add_neighbours(gathered, context, np.arange(snapshot.num_papers), count)


def _exclude_known(order: Positions, excluded: Container[int]) -> list[int]:
    return [int(i) for i in order if int(i) not in excluded]


def _add_neighbours(
    gathered: SurveySources, context: Context, allowed: Positions, count: int
) -> SurveySources:
    """Fill up with papers near the selected ones."""
    snapshot = context.snapshot
    core = np.array(sorted({*gathered.ends, *gathered.line, *gathered.others}), dtype=np.int64)
    named = _count_co_mentions(core, snapshot)
    opinion = _find_opinions(core, context) if count > len(core) else {}
    has_opinion = np.zeros(snapshot.num_papers, dtype=np.int64)
    has_opinion[list(opinion)] = 1
    linked = _count_links(core, snapshot)
    near = np.setdiff1d(np.intersect1d(np.flatnonzero(named + linked), allowed), core)
    keys = (near, -snapshot.citations[near], -linked[near], -has_opinion[near], -named[near])
    selected = [int(i) for i in near[np.lexsort(keys)][: max(0, count - len(core))]]
    relation = {
        i: f"named in one paragraph with the papers before by {named[i]} papers"
        if named[i]
        else opinion.get(i, f"cites or is cited by {linked[i]} of the papers before")
        for i in selected
    }
    others = tuple(sorted({*gathered.others, *selected}))
    return SurveySources(gathered.ends, gathered.line, others, {**gathered.relation, **relation})


def _find_opinions(core: Positions, context: Context) -> dict[int, str]:
    """Find papers that cite one of the core with approval or criticism, where labelled."""
    snapshot = context.snapshot
    ids = [str(snapshot.paper_id[i]) for i in core]
    rows = context.graph.rows("task/citing_with", paper_ids=ids, before=context.before)
    return {
        snapshot.index(
            row["citing_id"]
        ): f"cites [{row['paper_id']}] {_OPINION_PHRASES[row['sentiment']]}"
        for row in rows
        if row["sentiment"] in _OPINION_PHRASES
    }


def _count_co_mentions(core: Positions, snapshot: Snapshot) -> Positions:
    """Count citing papers that mention each paper in a paragraph with one of the core."""
    first, second = snapshot.co_mention.T.astype(np.int64)
    citing = snapshot.co_mention_citing.astype(np.int64)
    is_core = np.zeros(snapshot.num_papers, dtype=bool)
    is_core[core] = True
    neighbour = np.concatenate([second[is_core[first]], first[is_core[second]]])
    by = np.concatenate([citing[is_core[first]], citing[is_core[second]]])
    pairs = np.unique(np.stack([neighbour, by]), axis=1)
    return np.bincount(pairs[0], minlength=snapshot.num_papers)


def _count_links(core: Positions, snapshot: Snapshot) -> Positions:
    """Count the papers of the core that each paper cites or is cited by."""
    both = snapshot.ordered, snapshot.ordered_by
    return _count_papers([rows.row(int(i)) for i in core for rows in both], snapshot)


def _count_papers(rows: Sequence[NDArray[np.integer]], snapshot: Snapshot) -> Positions:
    listed = np.concatenate([np.zeros(0, dtype=np.int64), *rows])
    return np.bincount(listed, minlength=snapshot.num_papers)


def _search_papers(
    ranker: Ranker, queries: Sequence[Query], context: Context
) -> Iterator[Positions]:
    """Yield papers in the order of a search, those between the ends where a query has some."""
    for query, scores in zip(queries, ranker.scores(queries, context), strict=True):
        order = rank_descending(scores)
        if ends := _query_ends(query, context.snapshot):
            order = order[(order >= min(ends)) & (order <= max(ends))]
        yield order


def _is_path(query: Query) -> bool:
    return "source_id" in query.inputs


def _query_ends(query: Query, snapshot: Snapshot) -> tuple[int, ...]:
    if not _is_path(query):
        return ()
    return tuple(sorted(snapshot.index(query.inputs[f"{end}_id"]) for end in ("source", "target")))
