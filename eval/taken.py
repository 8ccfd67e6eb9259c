"""What a run answered, in the form that is scored, and what was found in it."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any, Final

from scinet.eval import returned
from scinet.eval.returned import Returned
from scinet.eval.run import Answer, Run
from scinet.eval.task import Query, Row
from scinet.eval.task_type import ScoredQuery, Scoring, TaskType
from scinet.eval.titles import Titles

_COUNTED: Final = (
    "items",
    "titles",
    "unresolved",
    "unknown",
    "repeats",
    "own",
    "outside",
    "beyond_k",
    "turned",
)


@dataclass(frozen=True, slots=True)
class Taken:
    """One run on one split.

    Attributes:
        asked: Every query with its answer, in the order of the split.
        counts: Missing queries, repeats, unresolved titles and the like.
    """

    asked: list[ScoredQuery]
    counts: dict[str, Any]


def lists(
    run: Run,
    queries: Sequence[Query],
    truth: Mapping[str, Row],
    task_type: TaskType,
    scoring: Scoring,
    *,
    titles: Titles | None,
    known: Mapping[str, date] | None,
) -> Taken:
    """Lists as the scoring mode takes them; see :func:`scinet.eval.returned.read`."""
    read = {
        query_id: returned.read(answer, query, task_type, scoring, titles=titles, known=known)
        for query_id, query, answer in _answered(run, queries)
    }
    asked = [
        ScoredQuery(query, truth[query.query_id], None if found is None else found.papers)
        for query in queries
        for found in (read.get(query.query_id),)
    ]
    counts = _of_lists(list(read.values()), is_unknown_known=known is not None)
    return Taken(asked, {**_coverage(run, queries), **counts, "tied_score_share": run.tied_share})


def single(run: Run, queries: Sequence[Query], truth: Mapping[str, Row]) -> Taken:
    """Numbers, choices, texts and records as they were given."""
    given = {query_id: answer for query_id, _, answer in _answered(run, queries)}
    asked = [
        ScoredQuery(query, truth[query.query_id], None)
        if found is None
        else ScoredQuery(
            query,
            truth[query.query_id],
            None,
            found.value,
            found.choice,
            found.score,
            found.text,
            found.record,
        )
        for query in queries
        for found in (given.get(query.query_id),)
    ]
    counts = {
        "negative": sum(one.value is not None and one.value < 0.0 for one in asked),
        "neither": sum(one.choice == "" for one in asked),
    }
    return Taken(asked, {**_coverage(run, queries), **counts})


def _answered(run: Run, queries: Sequence[Query]) -> list[tuple[str, Query, Answer]]:
    """Queries that ended with an answer."""
    return [
        (query.query_id, query, answer)
        for query in queries
        for answer in (run.answers.get(query.query_id),)
        if answer is not None and answer.status == "ok"
    ]


def _coverage(run: Run, queries: Sequence[Query]) -> dict[str, Any]:
    ended = [run.answers[query.query_id] for query in queries if query.query_id in run.answers]
    failed: Counter[str] = Counter(answer.status for answer in ended if answer.status != "ok")
    answered = len(ended) - failed.total()
    return {
        "queries": len(queries),
        "answered": answered,
        "missing": len(queries) - len(ended),
        "coverage": answered / len(queries),
        **failed,
    }


def _of_lists(read: Sequence[Returned], *, is_unknown_known: bool) -> dict[str, Any]:
    counts = {name: sum(getattr(one, name) for one in read) for name in _COUNTED}
    titles = counts["titles"]
    return {
        **counts,
        "unknown": counts["unknown"] if is_unknown_known else None,
        "unresolved_share": counts["unresolved"] / titles if titles else None,
    }
