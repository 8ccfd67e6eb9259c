"""Files of Task B: ranked papers with their candidates, and the table of metrics."""

import math
from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Final

from scinet.eval.answer import Answer
from scinet.eval.ranked_list import Item, PaperList, items_of
from scinet.eval.results import Result
from scinet.eval.run import Header, Run
from scinet.eval.suites.json_files import Record, read_records
from scinet.eval.suites.official import Imported
from scinet.eval.suites.scipaths import metrics
from scinet.eval.suites.scipaths.official.claims import published_id
from scinet.eval.suites.scipaths.predicted import claim_id
from scinet.eval.task import Query, Row, Task
from scinet.graph.sources.scipaths import kind_and_text

_DIGITS: Final = 4
_PER_CUT: Final = ("coverage", "recall", "precision", "F1", "any-hit")
_POOL: Final = ("candidate coverage", "candidate recall")
_PREFIX: Final = "s2:"


def read(task: Task, file: Path, header: Header) -> Imported:
    """Make a run of the results in the task's own mode; results in other modes are passed over.

    Raises:
        DataError: If a record breaks the form, or answers a claim twice.
        NotFoundError: If there is no such file.
    """
    mode = str(task.options["mode"])
    queries = {query.query_id: query for query in task.queries(header.split)}
    by_text = {
        " ".join(str(query.inputs["claim"]).split()): name for name, query in queries.items()
    }
    answers: dict[str, Answer] = {}
    counts = Counter(records=0, answered=0, not_asked=0, leaked=0)
    for outer in read_records(file, "results"):
        if outer.fields.get("mode") != mode:
            continue
        for number, fields in enumerate(outer.fields.get("claims") or (), start=1):
            if not isinstance(fields, dict):
                outer.refuse(f"claim {number} is no object")
            record = Record(fields, file, number)
            counts["records"] += 1
            name = claim_id(fields) if "paper_id" in fields and "claim_idx" in fields else ""
            if name not in queries:
                name = by_text.get(_text(record), "")
            if not name:
                counts["not_asked"] += 1
                continue
            if name in answers:
                record.refuse(f"claim {name} is answered twice")
            counts["answered"] += 1
            counts["leaked"] += len(leaked(fields, queries[name]))
            items = tuple(Item(published_id(one) or one) for one in record.texts("ranked_ids"))
            answers[name] = PaperList(
                name, items, explanation={"leaked_candidates": leaked(fields, queries[name])}
            )
    return Imported(Run(header, answers), counts)


def leaked(fields: Mapping[str, Any], query: Query) -> list[str]:
    """Candidates of a year that is not over before the query's day, or of none."""
    return [
        str(one.get("paper_id"))
        for one in fields.get("candidate_papers") or ()
        if not isinstance(one.get("year"), int) or one["year"] >= query.before.year
    ]


def document(task: Task, run: Run) -> Any:
    """A run as a file of results, with the metrics that the published scorer gives it."""
    truth = task.truth(run.header.split)
    mode = str(task.options["mode"])
    claims = [
        _claim(query, truth[query.query_id], run.answers[query.query_id])
        for query in task.queries(run.header.split)
        if query.query_id in run.answers
    ]
    rows = metric_rows(task, run)
    head = {"system": run.header.system, "n_claims": len(claims), "modes": [mode]}
    return {"summary": head, "metrics": rows, "results": [{"mode": mode, "claims": claims}]}


def metric_rows(task: Task, run: Run) -> list[Row]:
    """One row per K: means over all claims with a gold paper, as published, to four digits."""
    truth = task.truth(run.header.split)
    scores = [
        metrics.grounding([str(item.id) for item in items_of(answer)], truth[name]["published"])
        for name, answer in run.answers.items()
    ]
    return [
        {
            "mode": task.options["mode"],
            "ranking": run.header.system,
            "k": cut,
            "n_claims": sum(not math.isnan(score[f"recall@{cut}"]) for score in scores),
            **{_named(name): _mean([s[f"{name}@{cut}"] for s in scores]) for name in _PER_CUT},
            **{_named(name): _mean([s[name] for s in scores]) for name in _POOL},
        }
        for cut in metrics.CUTS
    ]


def summary(task: Task, result: Result) -> Any:
    """Means of a result of official scoring, to four digits, beside the numbers of each claim."""
    means = {
        one.metric: None if math.isnan(one.mean) else round(one.mean, _DIGITS)
        for one in result.metrics
    }
    about = {"system": result.header.system, "mode": task.options["mode"]}
    return {"summary": about, "metrics": means, "claims": list(result.per_query)}


def _claim(query: Query, row: Row, answer: Answer) -> Row:
    told = answer.explanation if isinstance(answer.explanation, dict) else {}
    candidates = [
        {**one, "paper_id": str(one["paper_id"]).removeprefix(_PREFIX)}
        for one in told.get("candidates", ())
    ]
    by_rule = sorted(
        candidates, key=lambda one: (-one.get("deterministic_score", 0.0), one["best_rank"])
    )
    kind = query.inputs.get("kind")
    return {
        "paper_id": row["target_paper_id"],
        "claim_idx": row["claim_idx"],
        "claim": f"{kind}: {query.inputs['claim']}" if kind else query.inputs["claim"],
        "target_ids": sorted({_bare(paper) for group in row["published"] for paper in group}),
        "target_ingredient_groups": [[_bare(paper) for paper in one] for one in row["published"]],
        "queries": list(told.get("queries", ())),
        "candidate_papers": candidates,
        "rankings": {"deterministic": [one["paper_id"] for one in by_rule]},
        "ranked_ids": [_bare(str(item.id)) for item in items_of(answer)],
        "llm_scores": {
            one["paper_id"]: one["llm_score"] for one in candidates if "llm_score" in one
        },
        "error": answer.fault,
    }


def _bare(paper: str) -> str:
    return paper.removeprefix(_PREFIX)


def _text(record: Record) -> str:
    return " ".join(kind_and_text(record.text("claim"))[1].split())


def _named(name: str) -> str:
    return name.lower().replace("-", "_").replace(" ", "_")


def _mean(values: Sequence[float]) -> float | None:
    known = [value for value in values if not math.isnan(value)]
    return round(sum(known) / len(known), _DIGITS) if known else None
