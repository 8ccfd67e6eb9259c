"""Answers relational questions by the graph: reads the question, finds the names, runs a statement.

Only the text of a query is read, never its fields. With the track ``indicators`` it uses the same
disruption and path procedures that define the truth: a ceiling, no competitor. ``graph-edges``
may use dated citations only.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from scinet.errors import DataError
from scinet.eval.run import Answer, Item
from scinet.eval.task import Query
from scinet.eval.tasks.kind import Material
from scinet.eval.tasks.scinetbench import subfields
from scinet.eval.tasks.scinetbench.subfields import SubfieldOptions
from scinet.eval.titles import Titles, key
from scinet.graph import paths
from scinet.graph.indicators import citations, disruption
from scinet.models.question import Question, read
from scinet.models.system import Context, System

_EXPLAINED = 3  # items of an answer that come with their paragraphs


@dataclass(frozen=True)
class GraphSearch(System):
    """Statements and procedures chosen by the words of the question.

    Attributes:
        min_references: Fewest references of a paper that can be disruptive.
        min_citations: Fewest citations of it.
        similar: Least edit similarity at which a title still names a paper.
        resolution: Resolution of the communities that count as subfields.
        community_seed: Their seed.
    """

    name = "graph"
    version = "1"
    track = "indicators"
    summary = "statements and procedures chosen by the words of the question; the ceiling"
    has_indicators: ClassVar[bool] = True

    min_references: int = 1
    min_citations: int = 5
    similar: float = 0.95
    resolution: float = 1.0
    community_seed: int = 0

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

    def answer(self, query: Query) -> Answer:
        for titles in (self._titles, self._similar_titles):
            for question in read(query.text):
                found = self._names(question, titles)
                if found is not None:
                    papers, explanation = self._ask(question, found, question.count or query.k)
                    about = {"asked": question.kind, "names": question.names, **explanation}
                    return Answer(query.query_id, tuple(map(Item, papers)), about)
        return Answer(query.query_id, (), {"reason": "no reading whose names the graph knows"})

    def _names(self, question: Question, titles: Titles) -> list[Any] | None:
        """What the names mean: positions of a subfield, or one paper id per name."""
        if question.kind == "disruptive":
            group = self._subfields.get(key(question.names[0]))
            return None if group is None else [group]
        found = [self._paper(name, titles) for name in question.names]
        return found if all(found) else None

    def _paper(self, title: str, titles: Titles) -> str | None:
        same = titles.papers(title)
        # Of several papers with one title, people mean the one they cite.
        return max(same, key=self._citations_of, default=None)

    def _citations_of(self, paper: str) -> int:
        return int(self._citations[self._snapshot.index(paper)])

    def _ask(
        self, question: Question, found: list[Any], count: int
    ) -> tuple[list[str], dict[str, Any]]:
        if question.kind == "disruptive":
            if self._system.has_indicators:
                return self._most_disruptive(found[0], count)
            return self._most_cited(found[0], count)
        if question.kind == "citing":
            return self._statement("pair/citing", found[0], count)
        if question.kind == "beside":
            return self._statement("pair/mentioned_with", found[0], count)
        return self._path(found[0], found[1])

    def _most_disruptive(
        self, group: NDArray[np.int64], count: int
    ) -> tuple[list[str], dict[str, Any]]:
        found = disruption.on_arrays(self._snapshot, window_years=None, focal=group)
        citing = found.n_i + found.n_j
        references = self._snapshot.ordered.lengths()[group]
        counts = np.flatnonzero(
            (references >= self._system.min_references)
            & (citing >= max(1, self._system.min_citations))
        )
        order = counts[np.lexsort((group[counts], -citing[counts], -found.di[counts]))][:count]
        evidence = [
            {
                "paper_id": str(self._snapshot.paper_id[group[i]]),
                "n_i": int(found.n_i[i]),
                "n_j": int(found.n_j[i]),
            }
            for i in order[:_EXPLAINED]
        ]
        params = {
            "window_years": None,
            "before": self._before,
            "min_references": self._system.min_references,
            "min_citations": self._system.min_citations,
        }
        about = {"statement": "indicator/disruption", "params": params, "evidence": evidence}
        return [str(self._snapshot.paper_id[group[i]]) for i in order], about

    def _most_cited(self, group: NDArray[np.int64], count: int) -> tuple[list[str], dict[str, Any]]:
        order = group[np.lexsort((group, -self._citations[group]))][:count]
        papers = [str(self._snapshot.paper_id[i]) for i in order]
        evidence = [
            {"paper_id": paper, "citations": self._citations_of(paper)}
            for paper in papers[:_EXPLAINED]
        ]
        params = {"before": self._before}
        return papers, {
            "statement": "indicator/citations",
            "params": params,
            "evidence": evidence,
        }

    def _statement(self, name: str, paper: str, count: int) -> tuple[list[str], dict[str, Any]]:
        rows = self._context.database.rows(
            name, paper_id=paper, before=self._context.before, limit=count
        )
        papers = [row["paper_id"] for row in rows]
        evidence = [
            {"paper_id": other, "paragraph_ids": self._paragraphs(name, paper, other)}
            for other in papers[:_EXPLAINED]
        ]
        params = {"paper_id": paper, "before": self._before, "limit": count}
        return papers, {"statement": name, "params": params, "evidence": evidence}

    def _paragraphs(self, name: str, paper: str, other: str) -> list[str]:
        before = self._context.before
        if name == "pair/citing":
            rows = self._context.database.rows(
                "pair/citing_words", citing_id=other, cited_id=paper, before=before
            )
        else:
            rows = self._context.database.rows(
                "pair/shared_paragraphs", paper_id=paper, other_id=other, before=before
            )
        return list(dict.fromkeys(row["paragraph_id"] for row in rows))

    def _path(self, one: str, other: str) -> tuple[list[str], dict[str, Any]]:
        if not self._system.has_indicators:
            params = {"source_id": one, "target_id": other}
            rows = self._context.database.rows(
                "path/shortest", **params, before=self._context.before
            )
            papers: list[str] = rows[0]["papers"] if rows else []
            about = {"statement": "path/shortest", "params": {**params, "before": self._before}}
            return papers, about
        best = paths.most_cited(self._snapshot, one, other)
        bound: dict[str, Any] = {"max_hops": best.max_hops, "before": self._before}
        return list(best.papers), {
            "statement": "path/most_cited",
            "params": {"early": one, "late": other, **bound},
            "evidence": {"citations": best.citations, "optimal_paths": best.optimal_paths},
        }

    @property
    def _before(self) -> str:
        return self._context.before.isoformat()

    @cached_property
    def _titles(self) -> Titles:
        # Not the full-text index: its scores move with papers after the cut-off day.
        return Titles.of(self._snapshot)

    @cached_property
    def _similar_titles(self) -> Titles:
        return Titles.of(self._snapshot, similar=self._system.similar)

    @cached_property
    def _citations(self) -> NDArray[np.int64]:
        return citations.counts(self._snapshot)

    @cached_property
    def _subfields(self) -> dict[str, NDArray[np.int64]]:
        """Communities and venues by normalised name; a community wins over a venue."""
        context, system = self._context, self._system
        material = Material(context.database, context.snapshot, context.before, seed=0)
        found: dict[str, NDArray[np.int64]] = {}
        for by in ("venue", "community"):
            try:
                options = SubfieldOptions(
                    subfield_by=by,
                    resolution=system.resolution,
                    community_seed=system.community_seed,
                )
                groups = subfields.find(material, options)
            except DataError:  # this graph has none of that sort
                continue
            found |= {key(name): papers for name, papers in groups.papers.items()}
        return found
