"""Answers relational questions by the graph: reads the question, finds the names, runs a statement.

Only the text of a query is read, never its fields. With the track ``indicators`` it uses the same
indicator and path procedures that define the truth: a ceiling, no competitor. ``graph-edges``
may use dated citations only. A question of no known form is searched by its words, and the
answer says so.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, ClassVar, Final

import numpy as np
from numpy.typing import NDArray

from scinet.errors import DataError
from scinet.eval.run import Answer, Item
from scinet.eval.task import Query
from scinet.eval.tasks.kind import Material
from scinet.eval.tasks.scinetbench import ego_novelty, subfields
from scinet.eval.tasks.scinetbench.ego import Measured
from scinet.eval.tasks.scinetbench.subfields import SubfieldOptions
from scinet.eval.titles import Titles, key
from scinet.graph import paths
from scinet.graph.indicators import citations, disruption
from scinet.graph.levels import LEVELS
from scinet.models.bm25 import Bm25, Index
from scinet.models.question import Question, read
from scinet.models.ranking import best_first, texts
from scinet.models.system import Context, System

_STATEMENTS: Final = {
    "citing": "pair/citing",
    "references": "ego/references",
    "beside": "pair/mentioned_with",
}
_EXPLAINED = 3  # items of an answer that come with their paragraphs


@dataclass(frozen=True)
class GraphSearch(System):
    """Statements and procedures chosen by the words of the question.

    Attributes:
        min_references: Fewest references of a paper that can be disruptive.
        min_citations: Fewest citations of it.
        novelty_unit: What pairs of references are pairs of.
        novelty_stratum: Group within which papers are compared for novelty, or ``none``.
        novel_min_references: Fewest references of a paper that can be novel.
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
    novelty_unit: str = "venue"
    novelty_stratum: str = "none"
    novel_min_references: int = 5
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
        if read(query.text):
            return Answer(query.query_id, (), {"reason": "no reading whose names the graph knows"})
        return self._by_words(query)

    def _by_words(self, query: Query) -> Answer:
        order = best_first(self._words.scores(query.text))[: query.k]
        papers = tuple(Item(str(self._snapshot.paper_id[i])) for i in order)
        about = {"asked": "words", "reason": "no relation was read in it: searched by its words"}
        return Answer(query.query_id, papers, about)

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
        return max(same, key=self._citations_of, default=None)

    def _citations_of(self, paper: str) -> int:
        return int(self._citations[self._snapshot.index(paper)])

    def _ask(
        self, question: Question, found: list[Any], count: int
    ) -> tuple[list[str], dict[str, Any]]:
        if question.kind in {"disruptive", "novel"}:
            group = found[0][self._is_within(question, found[0])]
            if not self._system.has_indicators:
                return self._most_cited(group, count)
            if question.kind == "novel":
                return self._most_novel(group, count)
            return self._most_disruptive(group, count)
        if question.kind == "path":
            return self._path(found[0], found[1])
        return self._statement(_STATEMENTS[question.kind], question, found[0], count)

    def _is_within(self, question: Question, papers: NDArray[np.integer]) -> NDArray[np.bool_]:
        """Which papers are of the years that are asked for; shape ``(papers,)``."""
        day = self._snapshot.day[papers].astype("datetime64[D]")
        year = day.astype("datetime64[Y]").astype(np.int64) + 1970
        first = -np.inf if question.since is None else question.since
        last = np.inf if question.until is None else question.until
        result: NDArray[np.bool_] = (year >= first) & (year <= last)
        return result

    def _most_novel(self, group: NDArray[np.int64], count: int) -> tuple[list[str], dict[str, Any]]:
        found = self._novelty
        value = found.value[group]
        counts = group[
            ~np.isnan(value) & (found.references[group] >= self._system.novel_min_references)
        ]
        order = counts[np.lexsort((counts, -found.citations[counts], found.value[counts]))][:count]
        evidence = [
            {"paper_id": str(self._snapshot.paper_id[i]), "p10": float(found.value[i])}
            for i in order[:_EXPLAINED]
        ]
        params = {
            "unit": self._system.novelty_unit,
            "stratum": self._system.novelty_stratum,
            "before": self._before,
            "min_references": self._system.novel_min_references,
        }
        about = {"procedure": "novelty", "params": params, "evidence": evidence}
        return [str(self._snapshot.paper_id[i]) for i in order], about

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

    def _statement(
        self, name: str, question: Question, paper: str, count: int
    ) -> tuple[list[str], dict[str, Any]]:
        is_any_year = question.since is None and question.until is None
        limit = count if is_any_year else self._snapshot.num_papers
        rows = self._context.database.rows(
            name, paper_id=paper, before=self._context.before, limit=limit
        )
        papers = [row["paper_id"] for row in rows]
        if not is_any_year:
            positions = np.array([self._snapshot.index(p) for p in papers], dtype=np.int64)
            kept = np.flatnonzero(self._is_within(question, positions))[:count]
            papers = [papers[i] for i in kept]
        evidence = [
            {"paper_id": other, "paragraph_ids": self._paragraphs(name, paper, other)}
            for other in papers[:_EXPLAINED]
        ]
        params = {"paper_id": paper, "before": self._before, "limit": count}
        params |= {} if is_any_year else {"since": question.since, "until": question.until}
        return papers, {"statement": name, "params": params, "evidence": evidence}

    def _paragraphs(self, name: str, paper: str, other: str) -> list[str]:
        before = self._context.before
        if name in {"pair/citing", "ego/references"}:
            citing, cited = (other, paper) if name == "pair/citing" else (paper, other)
            rows = self._context.database.rows(
                "pair/citing_words", citing_id=citing, cited_id=cited, before=before
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
            "params": {"source_ids": best.papers[:1], "target_ids": best.papers[-1:], **bound},
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
    def _words(self) -> Index:
        return Index(texts(self._snapshot), Bm25())

    @cached_property
    def _novelty(self) -> Measured:
        options = ego_novelty.Options(
            novelty_unit=self._system.novelty_unit,
            novelty_stratum=self._system.novelty_stratum,
            resolution=self._system.resolution,
            community_seed=self._system.community_seed,
        )
        return ego_novelty.EgoNovelty().measure(self._material, options)

    @property
    def _material(self) -> Material:
        context = self._context
        return Material(context.database, context.snapshot, context.before, seed=0)

    @cached_property
    def _subfields(self) -> dict[str, NDArray[np.int64]]:
        """Groups by normalised name; communities win over venues, and these over fields."""
        system = self._system
        found: dict[str, NDArray[np.int64]] = {}
        for by in (*reversed(LEVELS), "venue", "community"):
            try:
                options = SubfieldOptions(
                    subfield_by=by,
                    resolution=system.resolution,
                    community_seed=system.community_seed,
                )
                groups = subfields.find(self._material, options)
            except DataError:  # this graph has none of that sort
                continue
            found |= {key(name): papers for name, papers in groups.papers.items()}
        return found
