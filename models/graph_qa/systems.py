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
from scinet.eval.titles import key
from scinet.graph.choices import LEVELS
from scinet.graph.text_search import Index
from scinet.models.base.ranking import best_first, texts
from scinet.models.base.system import Context, System
from scinet.models.graph_qa.procedures import Found, Measures, Procedures
from scinet.models.questions.fields import FIELD_KINDS
from scinet.models.questions.lexicons import SnapshotLexicon
from scinet.models.questions.readings import Kind, Reading, read

_STATEMENTS: Final[dict[Kind, str]] = {
    "citing": "pair/citing",
    "references": "ego/references",
    "co-mentioned": "pair/mentioned_with",
    "similar": "ranking/similar",
}


@dataclass(frozen=True)
class GraphSearch(Measures, System):
    """Statements and procedures chosen by the words of the question."""

    name = "graph"
    version = "3"
    track = "indicators"
    summary = "statements and procedures chosen by the words of the question; the ceiling"
    asks_database = True
    has_indicators: ClassVar[bool] = True

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
        reading = read(query.text, self._lexicon)[0]
        if reading.kind == "other":
            return self._by_words(query)
        found = self._names(reading)
        if found is None:
            why = {"reason": "no reading whose names the graph knows"}
            return PaperList(query.query_id, (), explanation=why)
        papers, explanation = self._ask(reading, found, reading.limits.count or query.k)
        about = {"asked": reading.kind, "names": reading.names, **explanation}
        return PaperList(query.query_id, tuple(map(Item, papers)), explanation=about)

    def _by_words(self, query: Query) -> Answer:
        order = best_first(self._words.scores(query.text))[: query.k]
        papers = tuple(Item(str(self._snapshot.paper_id[i])) for i in order)
        about = {"asked": "words", "reason": "no relation was read in it: searched by its words"}
        return PaperList(query.query_id, papers, explanation=about)

    def _names(self, reading: Reading) -> list[Any] | None:
        """What the names mean: positions of a subfield, or one paper id per name."""
        if reading.kind in FIELD_KINDS:
            group = self._subfields.get(key(reading.names[0]))
            return None if group is None else [group]
        # Of several papers with one title, people mean the one they cite.
        cited = self._procedures.citations_of
        found = [max(ids, key=cited) if ids else None for ids in reading.ids]
        return found if all(found) else None

    def _ask(self, reading: Reading, found: list[Any], count: int) -> Found:
        procedures, has_indicators = self._procedures, self._system.has_indicators
        if reading.kind in FIELD_KINDS:
            group = procedures.of_years(reading, found[0])
            if reading.kind == "novel" and has_indicators:
                return procedures.most_novel(group, count)
            if reading.kind == "disruptive" and has_indicators:
                return procedures.most_disruptive(group, count)
            return procedures.most_cited(group, count)
        if reading.kind == "path":
            path = procedures.best_cited_path if has_indicators else procedures.shortest_path
            return path(found[0], found[1])
        is_rated = reading.polarity is not None
        statement = "pair/citing_with" if is_rated else _STATEMENTS[reading.kind]
        return procedures.related(statement, reading, found[0], count)

    @cached_property
    def _lexicon(self) -> SnapshotLexicon:
        return SnapshotLexicon(self._snapshot, self._groups)

    @cached_property
    def _words(self) -> Index:
        return Index(texts(self._snapshot))

    @cached_property
    def _subfields(self) -> dict[str, NDArray[np.int64]]:
        return {key(name): papers for name, papers in self._groups.items()}

    @cached_property
    def _groups(self) -> dict[str, NDArray[np.int64]]:
        """Groups by name; communities win over venues, and these over fields."""
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
                found |= groups.papers
        return found
