"""Answers relational questions by the graph: reads the question, finds the names, runs a statement.

Only the text of a query is read, never its fields. With the track ``indicators`` it uses the same
indicator and path procedures that define the truth: a ceiling, no competitor. ``graph-edges``
may use dated citations only. A question that is not understood is searched by its words, and the
answer says so.
"""

from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import cached_property
from typing import Any, ClassVar, Final

import numpy as np
from numpy.typing import NDArray

from scinet.errors import DataError
from scinet.eval.answer import Answer
from scinet.eval.ranked_list import Item, PaperList
from scinet.eval.suites.scinetbench import subfields
from scinet.eval.suites.scinetbench.subfields import SubfieldOptions
from scinet.eval.task import Query
from scinet.eval.titles import Titles, key
from scinet.graph.levels import LEVELS
from scinet.graph.text_search import Index
from scinet.models.base.ranking import best_first, texts
from scinet.models.base.system import Context, System
from scinet.models.graph_qa.procedures import Found, Measures, Procedures
from scinet.models.graph_qa.question import Question, read

_STATEMENTS: Final = {
    "citing": "pair/citing",
    "references": "ego/references",
    "beside": "pair/mentioned_with",
}


@dataclass(frozen=True)
class GraphSearch(Measures, System):
    """Statements and procedures chosen by the words of the question.

    Attributes:
        similar: Least edit similarity at which a title still names a paper.
    """

    name = "graph"
    version = "2"
    track = "indicators"
    summary = "statements and procedures chosen by the words of the question; the ceiling"
    asks_database = True
    has_indicators: ClassVar[bool] = True

    similar: float = 0.95

    def answer(self, queries: Sequence[Query], context: Context) -> Iterator[Answer]:
        """Answer from the text alone; an empty list where no name is known."""
        search = _Search(self, context)
        for query in queries:
            yield search.answer(query)


@dataclass(frozen=True)
class EdgeSearch(GraphSearch):
    """The same without indicator and path procedures: only dated edges."""

    name = "graph-edges"
    track = "graph"
    summary = "the same with dated edges only: most cited of a subfield, shortest paths"
    has_indicators: ClassVar[bool] = False


class _Search:
    """One system on one graph."""

    def __init__(self, system: GraphSearch, context: Context) -> None:
        self._system = system
        self._context = context
        self._snapshot = context.snapshot
        self._procedures = Procedures(system, context)

    def answer(self, query: Query) -> Answer:
        for titles in (self._titles, self._similar_titles):
            for question in read(query.text):
                found = self._names(question, titles)
                if found is not None:
                    papers, explanation = self._ask(question, found, question.count or query.k)
                    about = {"asked": question.kind, "names": question.names, **explanation}
                    return PaperList(query.query_id, tuple(map(Item, papers)), explanation=about)
        if read(query.text):
            why = {"reason": "no reading whose names the graph knows"}
            return PaperList(query.query_id, (), explanation=why)
        return self._by_words(query)

    def _by_words(self, query: Query) -> Answer:
        order = best_first(self._words.scores(query.text))[: query.k]
        papers = tuple(Item(str(self._snapshot.paper_id[i])) for i in order)
        about = {"asked": "words", "reason": "no relation was read in it: searched by its words"}
        return PaperList(query.query_id, papers, explanation=about)

    def _names(self, question: Question, titles: Titles) -> list[Any] | None:
        """What the names mean: positions of a subfield, or one paper id per name."""
        if question.kind in {"disruptive", "novel"}:
            group = self._subfields.get(key(question.names[0]))
            return None if group is None else [group]
        found = [self._paper(name, titles) for name in question.names]
        return found if all(found) else None

    def _paper(self, title: str, titles: Titles) -> str | None:
        same = titles.papers(title)
        # Of several papers with one title, people mean the one they cite.
        return max(same, key=self._procedures.citations_of, default=None)

    def _ask(self, question: Question, found: list[Any], count: int) -> Found:
        procedures, has_indicators = self._procedures, self._system.has_indicators
        if question.kind in {"disruptive", "novel"}:
            lead = procedures.most_cited
            if has_indicators:
                is_novel = question.kind == "novel"
                lead = procedures.most_novel if is_novel else procedures.most_disruptive
            return lead(procedures.of_years(question, found[0]), count)
        if question.kind == "path":
            path = procedures.best_cited_path if has_indicators else procedures.shortest_path
            return path(found[0], found[1])
        statement = "pair/citing_with" if question.sentiment else _STATEMENTS[question.kind]
        return procedures.related(statement, question, found[0], count)

    @cached_property
    def _titles(self) -> Titles:
        # Not the full-text index: its scores move with papers after the cut-off day.
        return Titles.of(self._snapshot)

    @cached_property
    def _similar_titles(self) -> Titles:
        return Titles.of(self._snapshot, similar=self._system.similar)

    @cached_property
    def _words(self) -> Index:
        return Index(texts(self._snapshot))

    @cached_property
    def _subfields(self) -> dict[str, NDArray[np.int64]]:
        """Groups by normalised name; communities win over venues, and these over fields."""
        system = self._system
        found: dict[str, NDArray[np.int64]] = {}
        for by in (*reversed(LEVELS), "venue", "community"):
            # A graph may have none of that sort.
            with suppress(DataError):
                options = SubfieldOptions(
                    subfield_by=by,
                    resolution=system.resolution,
                    community_seed=system.community_seed,
                )
                groups = subfields.find(self._procedures.material, options)
                found |= {key(name): papers for name, papers in groups.papers.items()}
        return found
