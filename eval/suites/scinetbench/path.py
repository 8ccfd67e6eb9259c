"""Path task: the best-cited chain of papers from a classical paper to an emerging one."""

import itertools
import math
import sys
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import asdict, replace
from datetime import date
from typing import Annotated, Any, ClassVar, Literal

import numpy as np
from numpy.typing import NDArray
from pydantic import AfterValidator
from pydantic.dataclasses import dataclass as checked

from scinet.errors import DataError
from scinet.eval.list_task import Ids, ListTask
from scinet.eval.suites.scinetbench import judging, metrics, subfields
from scinet.eval.suites.scinetbench.pair import filter_citations
from scinet.eval.suites.scinetbench.subfields import SubfieldOptions
from scinet.eval.task import Query, Row, Split, Task, TaskDraft
from scinet.eval.task_type import (
    BuildContext,
    JudgedAnswer,
    JudgedTask,
    ScoredQuery,
    Scoring,
    ScoringContext,
    unique_title_mask,
)
from scinet.graph.paths import most_cited_path
from scinet.graph.paths.objective import Endpoints, Objective
from scinet.graph.schema.dates import date_of, day_of
from scinet.graph.snapshot import Snapshot
from scinet.llm.batch_client import LLMSession
from scinet.validation import OPTIONS, Day, Natural, Positive

_NUM_GUESSED = 3  # inner papers of an uninformed answer
_COUNT_NAMES = ("n_paths", "n_paths_cut")


def _check_max_hops(text: str) -> str:
    if text not in {"shortest+2", "none"} and not (text.isdecimal() and int(text)):
        raise ValueError("Input should be shortest+2, none or 1, 2, …")
    return text


@checked(frozen=True, slots=True, config=OPTIONS)
class PathOptions(SubfieldOptions):
    """Options of the task.

    Attributes:
        k: Longest path that is scored.
        queries: Most queries, sampled; 0 for all.
        pairs_per_subfield: Most pairs of each subfield.
        classical: Most cited papers of a subfield, candidates for the early end.
        emerging: Most cited papers of its last two calendar years, candidates for the late end.
        max_hops: ``shortest+2``, a number, or ``none``.
        shortest_only: ``yes`` to take the best of the shortest paths only, else ``no``.
        objective: Objective that the true path maximises: the ``sum`` or the ``mean`` of citations.
        endpoints: Whether the two given ends count in it: ``include`` or ``exclude``.
        weights_before: Earlier day, exclusive, up to which citations count as weights, written
            YYYY-MM-DD; empty means the cutoff.
        theme: Common theme of the two ends: their ``subfield``, or in it also the ``similarity`` of
            their titles and abstracts.
        least_similarity: Least cosine of their embeddings for the latter.
        count_paths: ``yes`` to count all paths between the two ends, of any length, and those that
            the bound cuts off.
    """

    k: Positive = 50
    queries: Natural = 0
    pairs_per_subfield: Natural = 1
    classical: Natural = 50
    emerging: Natural = 10
    max_hops: Annotated[str, AfterValidator(_check_max_hops)] = "shortest+2"
    shortest_only: Literal["yes", "no"] = "no"
    objective: Objective = "sum"
    endpoints: Endpoints = "include"
    weights_before: Day = ""
    theme: Literal["subfield", "similarity"] = "subfield"
    least_similarity: float = 0.4
    count_paths: Literal["yes", "no"] = "no"

    def bound(self) -> int | Literal["shortest+2"] | None:
        """Return ``max_hops`` as the path search takes it."""
        if self.max_hops == "shortest+2":
            return "shortest+2"
        return None if self.max_hops == "none" else int(self.max_hops)


class PathTask(ListTask, JudgedTask[Ids]):
    """``scinetbench/path``."""

    suite = "scinetbench"
    name = "path"
    options = PathOptions
    needs_graph = True
    is_ranking = False
    headline = "Consistency"
    presets: ClassVar[Mapping[str, Mapping[str, str]]] = {
        "paper": {"subfields": "paper", "queries": "133", "max_hops": "none", "count_paths": "yes"},
        "scinet-v2": {"subfield_by": "topic", "max_hops": "none", "count_paths": "yes"},
    }

    def build(self, context: BuildContext, options: PathOptions) -> TaskDraft:
        """Build pairs of each subfield with a citation path between them; see :class:`TaskType`."""
        snapshot = context.snapshot
        groups = subfields.find_subfields(context, options)
        named = unique_title_mask(snapshot)
        weights = options.weights_before
        queries: list[Query] = []
        truth: list[Row] = []
        unjoined = without = strayed = 0
        for number, (name, papers) in enumerate(groups.papers.items()):
            found_here = 0
            for early, late in _candidate_pairs(context, papers[named[papers]], options, number):
                if not _is_one_theme(context, early, late, options):
                    strayed += 1
                    continue
                best_path = most_cited_path(
                    snapshot,
                    str(snapshot.paper_id[early]),
                    str(snapshot.paper_id[late]),
                    max_hops=options.bound(),
                    shortest_only=options.shortest_only == "yes",
                    objective=options.objective,
                    endpoints=options.endpoints,
                    weights_before=date.fromisoformat(weights) if weights else None,
                )
                if not best_path.papers:
                    unjoined += 1
                    continue
                query_id = f"q{len(queries) + 1:04d}"
                inputs = _path_inputs(snapshot, early, late, name)
                text = 'the best-cited chain of papers from "{source_title}" to "{target_title}"'
                text = text.format_map(inputs)
                queries.append(Query(query_id, text, inputs, context.before, options.k))
                truth.append(
                    {
                        "query_id": query_id,
                        "paths": [list(best_path.papers)],
                        "total": best_path.total,
                        "value": best_path.value,
                        "n_optimal": best_path.optimal_paths,
                        "max_hops": best_path.max_hops,
                        "left_out_edges": best_path.left_out_edges,
                        **_count_paths(snapshot, inputs, options),
                    }
                )
                found_here += 1
                if found_here == options.pairs_per_subfield:
                    break
            without += not found_here
        queries, truth, superseded_record = _sample_queries(
            queries, truth, options.queries, context.seed
        )
        draft = self.draft(
            context,
            options,
            Split(context.before, queries, truth, groups.tables),
            left_out={
                **superseded_record,
                "subfields_without_a_pair": without,
                "pairs_without_a_path": unjoined,
                "pairs_of_two_themes": strayed,
                "papers_without_subfield": groups.ungrouped,
                "papers_without_a_title_of_their_own": int(np.count_nonzero(~named)),
                "unordered_citations": snapshot.unordered_citations,
            },
            settled=groups.settled,
        )
        if options.count_paths == "no":
            return draft
        counts = {name: _clip_infinite(sum(row[name] for row in truth)) for name in _COUNT_NAMES}
        return replace(draft, counts={**draft.counts, **counts})

    def score(
        self, examples: Sequence[ScoredQuery[Ids]], context: ScoringContext
    ) -> list[dict[str, float]]:
        """Compute overlap with the true path and validity of the path; see :class:`TaskType`."""
        pairs = {
            pair for example in examples for pair in itertools.permutations(example.answer or (), 2)
        }
        cites = filter_citations(pairs, context.before, context.graph)
        return [_score_path(example, cites, context.scoring) for example in examples]

    def judge(
        self, examples: Sequence[ScoredQuery[Ids]], asker: LLMSession, context: ScoringContext
    ) -> list[JudgedAnswer]:
        """Judge how well the papers of a path follow from each other; see :class:`TaskType`."""
        papers_of = judging.load_papers_by_day(
            examples, [example.answer or () for example in examples], context.graph
        )

        def inputs(example: ScoredQuery[Ids]) -> dict[str, Any] | None:
            shown = [papers_of[example.query.before].get(paper) for paper in example.answer or ()]
            if not any(shown):
                return None
            papers = [paper and asdict(paper) for paper in shown]
            return {"query": example.query.text, "papers": papers}

        result: list[JudgedAnswer] = []
        for example, reply in judging.request_replies(examples, asker, "rationality", inputs):
            outcomes = [judging.parse_outcome(reply)] if example.answer else []
            statuses = [each.status for each in outcomes]
            result.append(
                judging.summarise_outcomes(
                    {"Rationality": outcomes}, statuses, context.scoring, example.answer
                )
            )
        return result

    def ideal(self, query: Query, truth: Row, scoring: Scoring) -> list[str]:
        """Return the true path."""
        return list(truth["paths"][0])

    def notes(self, task: Task, scoring: Scoring, *, split: str) -> dict[str, float]:
        """Return the mean length of the true paths, and the number of equally good ones."""
        rows = task.truth(split).values()
        return describe_paths(rows, [row["paths"][0] for row in rows])

    def make_wrong_answer(
        self,
        query: Query,
        truth: Row,
        pool: Sequence[str],
        scoring: Scoring,
        rng: np.random.Generator,
    ) -> list[str]:
        """Return papers that are not on the true path, without the ends."""
        on_path = set(truth["paths"][0])
        shuffled = (pool[i] for i in rng.permutation(len(pool)))
        return list(itertools.islice((p for p in shuffled if p not in on_path), _NUM_GUESSED + 2))

    def make_answer(self, query: Query, items: Sequence[str]) -> list[str]:
        """Return the two given ends and a few papers between them."""
        ends = query.inputs["source_id"], query.inputs["target_id"]
        return [ends[0], *[paper for paper in items if paper not in ends][:_NUM_GUESSED], ends[1]]

    def orient_items(self, query: Query, items: Sequence[str]) -> tuple[list[str], bool]:
        """Reverse a path that was given late to early."""
        ends = query.inputs["source_id"], query.inputs["target_id"]
        listed = list(items)
        if not listed or listed[0] == ends[0] or listed[-1] == ends[1]:
            return listed, False
        is_backward = listed[0] == ends[1] or listed[-1] == ends[0]
        return listed[::-1] if is_backward else listed, is_backward


def describe_paths(rows: Collection[Row], paths: Sequence[Sequence[str]]) -> dict[str, float]:
    """Compute the mean length of the true paths, and the number of equally good ones."""
    with np.errstate(over="ignore"):
        optimal = float(np.mean([row["n_optimal"] for row in rows], dtype=np.float64))
    return {
        "hops": float(np.mean([len(path) - 1 for path in paths])),
        "optimal_paths": _clip_infinite(optimal),
    }


def _path_inputs(snapshot: Snapshot, early: int, late: int, subfield: str) -> dict[str, str]:
    return {
        "source_id": str(snapshot.paper_id[early]),
        "source_title": str(snapshot.title[early]),
        "target_id": str(snapshot.paper_id[late]),
        "target_title": str(snapshot.title[late]),
        "subfield": subfield,
    }


def _candidate_pairs(
    context: BuildContext, papers: NDArray[np.int64], options: PathOptions, number: int
) -> Iterator[tuple[int, int]]:
    """Yield classical and emerging papers of a subfield in random order, the early one first."""
    snapshot = context.snapshot
    citations = snapshot.cited_by.lengths()[papers]
    ranked = papers[np.lexsort((papers, -citations))]
    recent = day_of(date(date_of(day_of(context.before) - 1).year - 1, 1, 1))
    classical = ranked[: options.classical]
    emerging = ranked[snapshot.day[ranked] >= recent][: options.emerging]
    pairs = np.array(list(itertools.product(classical, emerging)), dtype=np.int64).reshape(-1, 2)
    for early, late in np.random.default_rng([context.seed, number]).permutation(pairs):
        if snapshot.day[early] < snapshot.day[late]:
            yield int(early), int(late)


def _sample_queries(
    queries: Sequence[Query], truth: Sequence[Row], most: int, seed: int
) -> tuple[list[Query], list[Row], dict[str, int]]:
    """Sample queries in their order, renumber them, and count omitted and missing ones."""
    count = min(most or len(queries), len(queries))
    drawn = sorted(np.random.default_rng(seed).permutation(len(queries))[:count])
    names = [f"q{number:04d}" for number in range(1, count + 1)]
    superseded_record = {
        "queries_not_sampled": len(queries) - count,
        "queries_short": max(most - count, 0),
    }
    return (
        [replace(queries[i], query_id=name) for i, name in zip(drawn, names, strict=True)],
        [{**truth[i], "query_id": name} for i, name in zip(drawn, names, strict=True)],
        superseded_record if most else {},
    )


def _count_paths(
    snapshot: Snapshot, inputs: Mapping[str, str], options: PathOptions
) -> dict[str, int | float]:
    """Count all paths between the ends, and those beyond the bound; approximate from 2**53."""
    if options.count_paths == "no":
        return {}

    def number(bound: int | Literal["shortest+2"] | None, *, shortest_only: bool) -> int | float:
        # Without citations every path has the same weight.
        return most_cited_path(
            snapshot,
            inputs["source_id"],
            inputs["target_id"],
            max_hops=bound,
            shortest_only=shortest_only,
            weights_before=date.min,
        ).optimal_paths

    every = number(None, shortest_only=False)
    held = number(options.bound(), shortest_only=options.shortest_only == "yes")
    # Two approximate numbers may differ either way.
    return {"n_paths": every, "n_paths_cut": max(every - held, 0)}


def _clip_infinite(number: int | float) -> int | float:
    """Return the number, or the largest float, since JSON has no infinity."""
    return min(number, sys.float_info.max)


def _is_one_theme(context: BuildContext, early: int, late: int, options: PathOptions) -> bool:
    if options.theme == "subfield":  # pairs are sampled inside one
        return True
    if context.embed is None:
        raise DataError(
            "no model given that compares two texts (option theme)",
            hint="Take theme=subfield.",
        )
    snapshot = context.snapshot
    early_vector, late_vector = context.embed(
        [f"{snapshot.title[i] or ''} {snapshot.abstract[i] or ''}".strip() for i in (early, late)]
    )
    return float(early_vector @ late_vector) >= options.least_similarity


def _score_path(
    example: ScoredQuery[Ids], cites: set[tuple[str, str]], scoring: Scoring
) -> dict[str, float]:
    strict = scoring == "strict"
    (truth,) = example.truth["paths"]
    ends = example.query.inputs["source_id"], example.query.inputs["target_id"]
    path = example.answer or ()
    scores = {
        **metrics.path_consistencies("Consistency", path, truth, strict=strict),
        "Jaccard": metrics.jaccard_index(path, truth),
        "LCS": metrics.common_subsequence_share(path, truth),
        "Connectivity": metrics.is_consecutive_path(path, ends, cites),
        "Connectivity (induced)": metrics.is_induced_path(path, ends, cites),
        "Connectivity (edge share)": metrics.citation_edge_share(path, cites),
    }
    if example.answer is None and not strict:
        return dict.fromkeys(scores, math.nan)
    return scores
