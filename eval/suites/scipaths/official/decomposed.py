"""Files of Task A: predictions in and out, and judged files as official scoring writes them."""

import math
from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Final

from scinet.errors import DataError
from scinet.eval.answer import Answer, NoAnswer, content_of
from scinet.eval.answer import Record as RecordAnswer
from scinet.eval.results import Result
from scinet.eval.run import Header, Run
from scinet.eval.suites.json_files import Record, read_records
from scinet.eval.suites.official import Imported
from scinet.eval.suites.scipaths import metrics
from scinet.eval.suites.scipaths.judging import Judgment
from scinet.eval.suites.scipaths.predicted import claim_id
from scinet.eval.task import Query, Row, Task

_DIGITS: Final = 4
_MEANS: Final = {
    "mean_recall": "recall",
    "mean_precision": "precision",
    "mean_f1": "F1",
    "full_recall_rate": "full recall",
    "partial_recall_rate": "partial recall",
    "zero_recall_rate": "zero recall",
}
_OWN: Final = {"recall": "recall", "precision": "precision", "f1": "F1"}
_ITEM: Final = ("description", "role", "rationale", "ref_title")


def read(task: Task, file: Path, header: Header) -> Imported:
    """Make a run of a file of predictions, or of a judged one.

    Claims are known by paper and place, or by their text where the paper is not told. A claim whose
    generation failed is an answer of no use; claims that the task does not hold are counted.

    Raises:
        DataError: If a record breaks the form, or answers a claim twice.
        NotFoundError: If there is no such file.
    """
    queries = task.queries(header.split)
    by_text = {_folded(stated(query)): query.query_id for query in queries}
    by_text |= {_folded(str(query.inputs["claim"])): query.query_id for query in queries}
    known = {query.query_id for query in queries}
    answers: dict[str, Answer] = {}
    counts = Counter(records=0, answered=0, failed=0, not_asked=0)
    for record in _records(file):
        counts["records"] += 1
        name = _name(record, known, by_text)
        if name is None:
            counts["not_asked"] += 1
            continue
        if name in answers:
            record.refuse(f"claim {name} is answered twice")
        if record.fields.get("error"):
            counts["failed"] += 1
            reason = str(record.fields["error"])
            answers[name] = NoAnswer(name, "invalid", reason)
            continue
        counts["answered"] += 1
        answers[name] = RecordAnswer(name, {"contributions": _items(record)})
    return Imported(Run(header, answers), counts)


def document(task: Task, run: Run) -> Any:
    """A run as a file of predictions."""
    truth = task.truth(run.header.split)
    rows = [
        {
            **_about(query, truth[query.query_id]),
            "source": "gold",
            "setting": 1,
            "generator_model": run.header.system,
            "has_related_work": False,
            "related_work_chars": 0,
            "few_shot_n": run.header.settings.get("shots", 0),
            "n_predicted": len(_predicted(answer)),
            "predicted_ingredients": _predicted(answer),
            "generation_metadata": answer.usage or {},
            "error": answer.fault,
        }
        for query in task.queries(run.header.split)
        if (answer := run.answers.get(query.query_id)) is not None
    ]
    failed = sum(row["error"] is not None for row in rows)
    head = {"n_claims": len(rows), "n_gen_errors": failed, "generator_model": run.header.system}
    return {"summary": {**head, "setting": 1, "source": "gold"}, "predictions": rows}


def judged(task: Task, run: Run, judgments: Sequence[Judgment], model: str) -> Any:
    """A run with its judgments as a judged file, scored as published.

    Args:
        task: The task.
        run: The run.
        judgments: One per query of the split, in their order.
        model: The judge.
    """
    truth = task.truth(run.header.split)
    rows: list[Row] = []
    scores: list[dict[str, float]] = []
    for query, judgment in zip(task.queries(run.header.split), judgments, strict=True):
        gold = len(truth[query.query_id]["contributions"])
        answer = run.answers.get(query.query_id)
        if not gold or answer is None:
            continue
        named = _predicted(answer)
        counts = len(named) if answer.fault is None else None
        size = None if judgment.matched is None else len(judgment.matched)
        score = metrics.decomposition(gold, counts, size, "official")
        scores.append(score)
        edges = judgment.edges
        pairs = set(judgment.matched or ())
        rows.append(
            {
                **_about(query, truth[query.query_id]),
                "n_reference": gold,
                "n_predicted": len(named),
                "predicted_ingredients": named,
                "candidate_matches": edges,
                "full_candidate_matches": [edge for edge in edges if edge["match"] == "full"],
                "partial_matches": [edge for edge in edges if edge["match"] == "partial"],
                "matched_pairs": [
                    edge
                    for edge in edges
                    if (edge["reference_idx"] - 1, edge["predicted_idx"] - 1) in pairs
                    and edge["match"] == "full"
                ],
                "error": answer.fault,
                "judge_error": judgment.error,
                "recall_judgments": judgment.error,
                **{name: _plain(score[key]) for name, key in _OWN.items()},
            }
        )
    about = {
        "n_papers": len({row["paper_id"] for row in rows}),
        "n_claims": len(rows),
        "n_gen_errors": sum(row["error"] is not None for row in rows),
        "n_judge_errors": sum(row["judge_error"] is not None for row in rows),
        **{name: _mean([score[key] for score in scores]) for name, key in _MEANS.items()},
        "mean_n_reference": _mean([float(row["n_reference"]) for row in rows]),
        "mean_n_predicted": _mean([float(row["n_predicted"]) for row in rows]),
        "generator_model": run.header.system,
        "judge_model": model,
        "setting": 1,
        "source": "gold",
    }
    return {"summary": about, "papers": rows}


def summary(task: Task, result: Result) -> Any:
    """Means of a result of official scoring, to four digits, beside the numbers of each claim."""
    del task
    means = {one.metric: one.mean for one in result.metrics}
    names = {name: key for name, key in _MEANS.items() if key in means}
    about = {
        "n_claims": len(result.per_query),
        **{name: _rounded(means[key]) for name, key in names.items()},
        "mean_n_predicted": _rounded(means["predicted"]),
        "generator_model": result.header.system,
    }
    return {"summary": about, "papers": list(result.per_query)}


def stated(query: Query) -> str:
    """The claim as the files state it."""
    kind = query.inputs.get("kind")
    return f"{kind}: {query.inputs['claim']}" if kind else str(query.inputs["claim"])


def _records(file: Path) -> list[Record]:
    try:
        return read_records(file, "predictions")
    except DataError:
        return read_records(file, "papers")


def _name(record: Record, known: set[str], by_text: Mapping[str, str]) -> str | None:
    fields = record.fields
    if fields.get("paper_id") is not None and isinstance(fields.get("claim_idx"), int):
        name = claim_id(fields)
        bare = name.partition(":")[2]
        found = next((one for one in (name, bare) if one in known), None)
        if found is not None:
            return found
    return by_text.get(_folded(record.text("claim")))


def _items(record: Record) -> list[dict[str, Any]]:
    listed = record.fields.get("predicted_ingredients")
    if not isinstance(listed, list) or not all(isinstance(one, dict) for one in listed):
        record.refuse("the record has no list of objects as predicted_ingredients")
    items: list[dict[str, Any]] = []
    for one in listed:
        if not isinstance(one.get("description"), str):
            record.refuse("a predicted contribution has no description")
        item = {key: one[key] for key in _ITEM if isinstance(one.get(key), str)}
        items.append(item)
    return items


def _predicted(answer: Answer) -> list[dict[str, Any]]:
    listed = (content_of(answer) or {"contributions": []})["contributions"]
    return [{key: one[key] for key in _ITEM if one.get(key) is not None} for one in listed]


def _about(query: Query, row: Row) -> Row:
    return {
        "paper_id": row["target_paper_id"],
        "claim_idx": row["claim_idx"],
        "claim_id": query.query_id,
        "paper_title": row["target_title"],
        "claim": stated(query),
    }


def _folded(text: str) -> str:
    return " ".join(text.casefold().split())


def _mean(values: Sequence[float]) -> float | None:
    known = [value for value in values if not math.isnan(value)]
    return round(sum(known) / len(known), _DIGITS) if known else None


def _rounded(value: float) -> float | None:
    return None if math.isnan(value) else round(value, _DIGITS)


def _plain(value: float) -> float | None:
    return None if math.isnan(value) else value
