"""Question answering on relations: parsing the question, linking names, running a statement.

Only the text of a query is read, never its fields. With the track ``indicators`` it uses the same
indicator and path procedures that define the truth: a ceiling, no competitor. ``graph-edges`` may
use dated citations only. A question that cannot be parsed becomes a text search, which the answer
states. Every answer records its derivation: the statement or procedure with its parameters, and
evidence for the first few papers.
"""

from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import date
from functools import cache, cached_property
from typing import Any, ClassVar, Final, TypeAlias

from scinet.errors import DataError
from scinet.eval.answer import Answer
from scinet.eval.ranked_list import PaperList, RankedItem
from scinet.eval.suites.scinetbench import ego_novelty, subfields
from scinet.eval.suites.scinetbench.ego import IndicatorValues
from scinet.eval.task import Query
from scinet.eval.task_type import BuildContext
from scinet.eval.titles import title_key
from scinet.graph import paths
from scinet.graph.ask.cutoffs import extract_cutoff
from scinet.graph.ask.kinds import STATEMENTS
from scinet.graph.ask.lexicons import SnapshotLexicon
from scinet.graph.ask.readings import QuestionReading, read_question
from scinet.graph.schema.choices import LEVELS
from scinet.graph.search.text_search import TextIndex, rank_descending, searchable_texts
from scinet.graph.tools import ranking
from scinet.graph.tools.ranking import Places
from scinet.models.base.system import Context, System
from scinet.validation import Seed

Found: TypeAlias = tuple[list[str], dict[str, Any]]
"""Papers, best first, and their derivation."""

_RANKED_KINDS: Final = ("disruptive", "most-cited", "novel")  # of papers of a subfield
_RELATED_KINDS: Final = ("citing", "references", "co-mentioned", "similar")
_MAX_EXPLAINED: Final = 3  # items of an answer that come with their paragraphs


@dataclass(frozen=True)
class GraphSearch(System):
    """Statements and procedures selected by the words of the question.

    Attributes:
        min_references: Fewest references of a paper that can be disruptive.
        novelty_unit: Items of pairs of references.
        novelty_stratum: Group within which papers are compared for novelty, or ``none``.
        novel_min_references: Fewest references of a paper that can be novel.
        rule: How many labelled mentions of a citation must have the wanted sentiment: ``any``,
            ``majority`` or ``all``.
    """

    name = "graph"
    version = "3"
    track = "indicators"
    summary = "statements and procedures chosen by the words of the question; the ceiling"
    asks_database = True
    has_indicators: ClassVar[bool] = True

    min_references: int = 1
    min_citations: int = 5
    novelty_unit: str = "venue"
    novelty_stratum: str = "none"
    novel_min_references: int = 5
    resolution: float = 1.0
    community_seed: Seed = 0
    rule: str = "any"

    def answer(self, queries: Sequence[Query], context: Context) -> Iterator[Answer]:
        """Answer from the text alone; an empty list where no name is known."""
        search = cache(lambda day: _Search(self, _context_at(context, day)))
        for query in queries:
            text, cutoff = extract_cutoff(query.text)
            day = cutoff.day(context.before) if cutoff else context.before
            yield search(day).answer(replace(query, text=text))


@dataclass(frozen=True)
class EdgeSearch(GraphSearch):
    """Statements on dated edges only, without indicator and path procedures."""

    name = "graph-edges"
    track = "graph"
    summary = "the same with dated edges only: most cited of a subfield, shortest paths"
    has_indicators: ClassVar[bool] = False


def _context_at(context: Context, day: date) -> Context:
    if day == context.before:
        return context
    return replace(context, snapshot=context.snapshot.until(day), before=day)


class _Search:
    def __init__(self, system: GraphSearch, context: Context) -> None:
        self._system = system
        self._context = context
        self._snapshot = context.snapshot
        self._before = context.before.isoformat()
        # Context of building tasks, for the computations that they share with answers.
        self._material = BuildContext(context.snapshot, context.before, 0, context.database)

    def answer(self, query: Query) -> Answer:
        reading = read_question(query.text, self._lexicon)[0]
        # Other kinds are not about papers of a subfield or near a paper, and no task has them.
        if not reading.names or reading.kind not in (*_RANKED_KINDS, *_RELATED_KINDS, "path"):
            return self._by_words(query)
        resolved = self._names(reading)
        if resolved is None:
            why = {"reason": "no reading whose names the graph knows"}
            return PaperList(query.query_id, (), explanation=why)
        papers, explanation = self._ask(reading, resolved, reading.limits.count or query.k)
        explained = {"asked": reading.kind, "names": reading.names, **explanation}
        return PaperList(query.query_id, tuple(map(RankedItem, papers)), explanation=explained)

    def _by_words(self, query: Query) -> Answer:
        order = rank_descending(self._words.scores(query.text))[: query.k]
        papers = tuple(RankedItem(str(self._snapshot.paper_id[i])) for i in order)
        explanation = {
            "asked": "words",
            "reason": "no relation was read in it: searched by its words",
        }
        return PaperList(query.query_id, papers, explanation=explanation)

    def _names(self, reading: QuestionReading) -> list[Any] | None:
        """Resolve names to positions of a subfield, or one paper id per name."""
        if reading.kind in _RANKED_KINDS:
            group = self._subfields.get(title_key(reading.names[0]))
            return None if group is None else [group]
        # Of several papers with one title, people mean the one they cite.
        past = self._snapshot
        papers = [
            max(ids, key=lambda paper: past.citations[past.index(paper)]) if ids else None
            for ids in reading.ids
        ]
        return papers if all(papers) else None

    def _ask(self, reading: QuestionReading, resolved: list[Any], count: int) -> Found:
        has_indicators, limits = self._system.has_indicators, reading.limits
        if reading.kind in _RANKED_KINDS:
            group = ranking.filter_years(self._snapshot, resolved[0], limits.since, limits.until)
            if reading.kind == "novel" and has_indicators:
                return self._most_novel(group, count)
            if reading.kind == "disruptive" and has_indicators:
                return self._most_disruptive(group, count)
            return self._most_cited(group, count)
        if reading.kind == "path":
            return (self._best_cited_path if has_indicators else self._shortest_path)(*resolved)
        is_rated = reading.polarity is not None
        statement = "pair/citing_with" if is_rated else STATEMENTS[reading.kind]
        return self._find_related(statement, reading, resolved[0], count)

    def _most_novel(self, group: Places, count: int) -> Found:
        """Rank papers of a group by novelty: least usual pairs of references."""
        measures, value = self._system, self._novelty.value
        least = measures.novel_min_references
        order = ranking.rank_novel(self._snapshot, group, value, min_references=least)[:count]
        evidence = [{"p10": float(value[i])} for i in order[:_MAX_EXPLAINED]]
        params: dict[str, Any] = {
            "unit": measures.novelty_unit,
            "stratum": measures.novelty_stratum,
            "before": self._before,
            "min_references": least,
        }
        return self._explain({"procedure": "novelty", "params": params}, order, evidence)

    def _most_disruptive(self, group: Places, count: int) -> Found:
        """Rank papers of a group by disruption: cited without their references."""
        least = {
            "min_references": self._system.min_references,
            "min_citations": self._system.min_citations,
        }
        order, disruption = ranking.rank_disruptive(self._snapshot, group, **least)
        place = {paper: i for i, paper in enumerate(group.tolist())}
        first = [place[paper] for paper in order[:_MAX_EXPLAINED].tolist()]
        evidence = [{"n_i": int(disruption.n_i[i]), "n_j": int(disruption.n_j[i])} for i in first]
        params = {"window_years": None, "before": self._before, **least}
        explanation = {"statement": "indicator/disruption", "params": params}
        return self._explain(explanation, order[:count], evidence)

    def _most_cited(self, group: Places, count: int) -> Found:
        order = ranking.rank_cited(self._snapshot, group)[:count]
        evidence = [{"citations": int(self._snapshot.citations[i])} for i in order[:_MAX_EXPLAINED]]
        explanation = {"statement": "indicator/citations", "params": {"before": self._before}}
        return self._explain(explanation, order, evidence)

    def _find_related(self, name: str, reading: QuestionReading, paper: str, count: int) -> Found:
        """Return papers related to one by a statement, within the years of the question."""
        params: dict[str, Any] = {"paper_id": paper, "limit": count}
        years = {"since": reading.limits.since, "until": reading.limits.until}
        params |= {key: year for key, year in years.items() if year is not None}
        if reading.polarity is not None:
            params |= {"sentiment": reading.polarity, "rule": self._system.rule}
        rows = self._context.graph.rows(name, **params, before=self._context.before)
        evidence: list[dict[str, Any]] = []
        for row in rows[:_MAX_EXPLAINED]:
            related = row["paper_id"]
            item = {"paper_id": related, "paragraph_ids": self._paragraphs(name, paper, related)}
            if reading.polarity is not None:
                item |= {"label_source": row["source"], "confidence": row["confidence"]}
            evidence.append(item)
        params["before"] = self._before
        explanation = {"statement": name, "params": params, "evidence": evidence}
        return [row["paper_id"] for row in rows], explanation

    def _explain(
        self, explanation: dict[str, Any], order: Places, evidence: Sequence[dict[str, Any]]
    ) -> Found:
        """Return papers by id, with evidence for the first few."""
        papers = [str(self._snapshot.paper_id[i]) for i in order]
        first = zip(papers, evidence, strict=False)  # evidence exists for the first ones only
        return papers, {**explanation, "evidence": [{"paper_id": p, **item} for p, item in first]}

    def _paragraphs(self, name: str, paper: str, related: str) -> list[str]:
        statement, params = "pair/citing_words", {"citing_id": related, "cited_id": paper}
        if name == "ego/references":
            params = {"citing_id": paper, "cited_id": related}
        elif name == "pair/mentioned_with":
            statement, params = "pair/shared_paragraphs", {"paper_id": paper, "other_id": related}
        rows = self._context.graph.rows(statement, **params, before=self._context.before)
        return list(dict.fromkeys(row["paragraph_id"] for row in rows))

    def _shortest_path(self, source: str, target: str) -> Found:
        """Return a shortest path between two papers, early to late."""
        params = {"source_id": source, "target_id": target}
        rows = self._context.graph.rows("path/shortest", **params, before=self._context.before)
        papers: list[str] = rows[0]["papers"] if rows else []
        explanation = {"statement": "path/shortest", "params": {**params, "before": self._before}}
        return papers, explanation

    def _best_cited_path(self, source: str, target: str) -> Found:
        """Return the path with the most cited papers, early to late."""
        best = paths.most_cited_path(self._snapshot, source, target)
        params = {"source_ids": best.papers[:1], "target_ids": best.papers[-1:]}
        return list(best.papers), {
            "statement": "path/most_cited",
            "params": {**params, "max_hops": best.max_hops, "before": self._before},
            "evidence": {"citations": best.citations, "optimal_paths": best.optimal_paths},
        }

    @cached_property
    def _lexicon(self) -> SnapshotLexicon:
        return SnapshotLexicon(self._snapshot, self._groups)

    @cached_property
    def _words(self) -> TextIndex:
        return TextIndex(searchable_texts(self._snapshot))

    @cached_property
    def _subfields(self) -> dict[str, Places]:
        return {title_key(name): papers for name, papers in self._groups.items()}

    @cached_property
    def _groups(self) -> dict[str, Places]:
        """Groups by name; communities take precedence over venues, and these over fields."""
        system = self._system
        subfield_options: Any = {
            "resolution": system.resolution,
            "community_seed": system.community_seed,
        }
        groups: dict[str, Places] = {}
        for by in (*reversed(LEVELS), "venue", "community"):
            # A graph may have none of that kind.
            with suppress(DataError):
                options = subfields.SubfieldOptions(subfield_by=by, **subfield_options)
                groups |= subfields.find_subfields(self._material, options).papers
        return groups

    @cached_property
    def _novelty(self) -> IndicatorValues:
        shared = ("novelty_unit", "novelty_stratum", "resolution", "community_seed")
        options = {name: getattr(self._system, name) for name in shared}
        return ego_novelty.EgoNovelty().measure(
            self._material, ego_novelty.NoveltyOptions(**options)
        )
