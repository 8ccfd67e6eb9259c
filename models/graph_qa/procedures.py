"""What answers a relational question once its names are known: statements and procedures.

Each gives papers, best first, and how they were found: the statement or procedure with its
parameters, and evidence for the first few.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Final, TypeAlias

from scinet.eval.suites.scinetbench import ego_novelty
from scinet.eval.suites.scinetbench.ego import Measured
from scinet.eval.task_type import Material
from scinet.graph import paths
from scinet.graph.tools import leading
from scinet.graph.tools.leading import Places
from scinet.models.base.system import Context
from scinet.models.questions.readings import Reading

Found: TypeAlias = tuple[list[str], dict[str, Any]]

_EXPLAINED: Final = 3  # items of an answer that come with their paragraphs


@dataclass(frozen=True)
class Measures:
    """How indicators are measured.

    Attributes:
        min_references: Fewest references of a paper that can be disruptive.
        min_citations: Fewest citations of it.
        novelty_unit: What pairs of references are pairs of.
        novelty_stratum: Group within which papers are compared for novelty, or ``none``.
        novel_min_references: Fewest references of a paper that can be novel.
        resolution: Resolution of communities, where they group papers.
        community_seed: Their seed.
        rule: How many labelled mentions of a citation must have the sentiment that is asked for:
            ``any``, ``majority`` or ``all``.
    """

    min_references: int = 1
    min_citations: int = 5
    novelty_unit: str = "venue"
    novelty_stratum: str = "none"
    novel_min_references: int = 5
    resolution: float = 1.0
    community_seed: int = 0
    rule: str = "any"


class Procedures:
    """Statements and procedures on one graph, as of a day."""

    def __init__(self, measures: Measures, context: Context) -> None:
        self._measures = measures
        self._context = context
        self._snapshot = context.snapshot

    def of_years(self, reading: Reading, papers: Places) -> Places:
        """Those of some papers that are of the years asked for, in the same order."""
        return leading.of_years(self._snapshot, papers, reading.limits.since, reading.limits.until)

    def most_novel(self, group: Places, count: int) -> Found:
        """Papers of a group whose pairs of references are least usual."""
        measures, value = self._measures, self._novelty.value
        least = measures.novel_min_references
        order = leading.most_novel(self._snapshot, group, value, min_references=least)[:count]
        evidence = [{"p10": float(value[i])} for i in order[:_EXPLAINED]]
        params: dict[str, Any] = {
            "unit": measures.novelty_unit,
            "stratum": measures.novelty_stratum,
            "before": self._before,
            "min_references": least,
        }
        return self._explained({"procedure": "novelty", "params": params}, order, evidence)

    def most_disruptive(self, group: Places, count: int) -> Found:
        """Papers of a group that are most often cited without what they cite."""
        least = {
            "min_references": self._measures.min_references,
            "min_citations": self._measures.min_citations,
        }
        order, found = leading.most_disruptive(self._snapshot, group, **least)
        place = {paper: i for i, paper in enumerate(group.tolist())}
        first = [place[paper] for paper in order[:_EXPLAINED].tolist()]
        evidence = [{"n_i": int(found.n_i[i]), "n_j": int(found.n_j[i])} for i in first]
        params = {"window_years": None, "before": self._before, **least}
        about = {"statement": "indicator/disruption", "params": params}
        return self._explained(about, order[:count], evidence)

    def most_cited(self, group: Places, count: int) -> Found:
        """Papers of a group with the most citations."""
        order = leading.most_cited(self._snapshot, group)[:count]
        evidence = [{"citations": int(self._snapshot.citations[i])} for i in order[:_EXPLAINED]]
        about = {"statement": "indicator/citations", "params": {"before": self._before}}
        return self._explained(about, order, evidence)

    def related(self, name: str, reading: Reading, paper: str, count: int) -> Found:
        """Papers that a statement relates to one, of the years that are asked for.

        Args:
            name: A statement that takes ``paper_id``, such as ``pair/citing``.
            reading: For its years, and how the paper is cited.
        """
        params: dict[str, Any] = {"paper_id": paper, "limit": count}
        years = {"since": reading.limits.since, "until": reading.limits.until}
        params |= {key: year for key, year in years.items() if year is not None}
        if reading.polarity is not None:
            params |= {"sentiment": reading.polarity, "rule": self._measures.rule}
        rows = self._context.graph.rows(name, **params, before=self._context.before)
        evidence: list[dict[str, Any]] = []
        for row in rows[:_EXPLAINED]:
            other = row["paper_id"]
            one = {"paper_id": other, "paragraph_ids": self._paragraphs(name, paper, other)}
            if reading.polarity is not None:
                one |= {"label_source": row["source"], "confidence": row["confidence"]}
            evidence.append(one)
        params["before"] = self._before
        about = {"statement": name, "params": params, "evidence": evidence}
        return [row["paper_id"] for row in rows], about

    def _explained(
        self, about: dict[str, Any], order: Places, evidence: Sequence[dict[str, Any]]
    ) -> Found:
        """Papers by id, and what is known of the first few of them."""
        papers = [str(self._snapshot.paper_id[i]) for i in order]
        first = zip(papers, evidence, strict=False)  # there is evidence for some alone
        return papers, {**about, "evidence": [{"paper_id": p, **found} for p, found in first]}

    def _paragraphs(self, name: str, paper: str, other: str) -> list[str]:
        statement, asked = "pair/citing_words", {"citing_id": other, "cited_id": paper}
        if name == "ego/references":
            asked = {"citing_id": paper, "cited_id": other}
        elif name == "pair/mentioned_with":
            statement, asked = "pair/shared_paragraphs", {"paper_id": paper, "other_id": other}
        rows = self._context.graph.rows(statement, **asked, before=self._context.before)
        return list(dict.fromkeys(row["paragraph_id"] for row in rows))

    def shortest_path(self, one: str, other: str) -> Found:
        """A path of the fewest steps between two papers, early to late."""
        params = {"source_id": one, "target_id": other}
        rows = self._context.graph.rows("path/shortest", **params, before=self._context.before)
        papers: list[str] = rows[0]["papers"] if rows else []
        about = {"statement": "path/shortest", "params": {**params, "before": self._before}}
        return papers, about

    def best_cited_path(self, one: str, other: str) -> Found:
        """The path whose papers are cited most, early to late."""
        best = paths.most_cited(self._snapshot, one, other)
        params = {"source_ids": best.papers[:1], "target_ids": best.papers[-1:]}
        return list(best.papers), {
            "statement": "path/most_cited",
            "params": {**params, "max_hops": best.max_hops, "before": self._before},
            "evidence": {"citations": best.citations, "optimal_paths": best.optimal_paths},
        }

    def citations_of(self, paper: str) -> int:
        """Number of papers that cite one."""
        return int(self._snapshot.citations[self._snapshot.index(paper)])

    @property
    def material(self) -> Material:
        """What tasks are built from, for what they share with answers."""
        context = self._context
        return Material(context.snapshot, context.before, seed=0, database=context.database)

    @property
    def _before(self) -> str:
        return self._context.before.isoformat()

    @cached_property
    def _novelty(self) -> Measured:
        options = ego_novelty.NoveltyOptions(
            novelty_unit=self._measures.novelty_unit,
            novelty_stratum=self._measures.novelty_stratum,
            resolution=self._measures.resolution,
            community_seed=self._measures.community_seed,
        )
        return ego_novelty.EgoNovelty().measure(self.material, options)
