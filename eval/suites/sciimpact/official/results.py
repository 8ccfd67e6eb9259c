"""SciImpact's result files: what was chosen of each pair, beside counts and accuracies.

A row names its pair by the ids of the pair file and tells whether the one that is stored first was
shown as A. A reply without a choice is read as the published scripts do.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable
from pathlib import Path
from typing import Any, Final, Literal

from scinet.eval.answer import SIDES, Answer, Choice, Side, content_of
from scinet.eval.results import Result
from scinet.eval.run import Header, Run
from scinet.eval.suites.json_files import Record, read_records
from scinet.eval.suites.official import Imported
from scinet.eval.suites.sciimpact.metrics import Reply, Rule, scores
from scinet.eval.suites.sciimpact.official.replies import parsed
from scinet.eval.task import Query, Row, Task

_IDS: Final = {
    "code": ("repo_url_a", "repo_url_b"),
    "dataset": ("dataset_a", "dataset_b"),
    "model": ("model_a", "model_b"),
    "award-nobel": ("prize_paper_id", "non_prize_paper_id"),
    "award-cs": ("positive_id", "negative_id"),
    "award-mdpi": ("positive_id", "negative_id"),
}
_PAPERS: Final = ("paper_a_id", "paper_b_id")
_SHOWN: Final = {
    "award-nobel": "first_is_prize",
    "award-cs": "positive_first",
    "award-mdpi": "positive_first",
}
_BIG: Final = frozenset({"computer_science", "physics", "chemistry", "medicine"})


def read_results(task: Task, file: Path, header: Header) -> Imported:
    """Make a run of a result file.

    Rows of pairs that the task does not hold are left out and counted; of a pair that stands in the
    task twice each row answers one.

    Raises:
        DataError: If a row breaks the form, or calls right what the task calls wrong.
        NotFoundError: If there is no such file.
    """
    form = _form(task)
    keys, shown = _IDS.get(form, _PAPERS), _SHOWN.get(form, "order_a_first")
    truth = task.truth(header.split)
    waiting: dict[tuple[str, str], list[Query]] = defaultdict(list)
    for query in reversed(task.queries(header.split)):
        one, other = _stored(query, truth[query.query_id])
        waiting[one, other].append(query)
    answers: dict[str, Answer] = {}
    counts = Counter(records=0, answered=0, not_asked=0, neither=0)
    for record in read_records(file, "results"):
        counts["records"] += 1
        queries = waiting.get((record.text(keys[0]), record.text(keys[1])), [])
        if not queries:
            counts["not_asked"] += 1
            continue
        query = queries.pop()
        row = truth[query.query_id]
        choice = _choice(record, form, shown, is_turned=bool(row.get("is_turned")))
        counts["answered"] += 1
        counts["neither"] += not choice
        told = record.fields.get("is_correct")
        if isinstance(told, bool) and choice and not row.get("is_tie"):
            is_right = choice == row["choice"]
            if told != is_right:
                record.refuse(f"is_correct is {told}, by the task's pair it is {is_right}")
        answers[query.query_id] = Choice(query.query_id, choice)
    return Imported(Run(header, answers), counts)


def document(task: Task, run: Run) -> Any:
    """A run as a result file; queries without an answer have no row, as pairs passed over."""
    form = _form(task)
    keys, shown = _IDS.get(form, _PAPERS), _SHOWN.get(form, "order_a_first")
    truth = task.truth(run.header.split)
    rows: list[Row] = []
    replies: list[tuple[Row, str | None]] = []
    for query in task.queries(run.header.split):
        row = truth[query.query_id]
        answer = run.answers.get(query.query_id)
        given: Choice | None = content_of(answer)
        choice = None if given is None else given.choice
        replies.append((row, choice))
        if answer is None:
            continue
        one, other = _stored(query, row)
        rows.append(
            {
                keys[0]: one,
                keys[1]: other,
                shown: not row.get("is_turned"),
                "predicted": choice or None,
                "is_correct": choice == row["choice"],
                "raw_response": answer.explanation or choice or "",
            }
        )
    return {"model": run.header.system, **_figures(form, replies), "results": rows}


def summary(task: Task, result: Result) -> Any:
    """Counts and accuracies of a result of official scoring."""
    truth = task.truth(result.header.split)
    replies: list[tuple[Row, str | None]] = []
    for row in result.per_query:
        known = truth[row["query_id"]]
        wrong = "B" if known["choice"] == "A" else "A"
        is_parsed = row["field accuracy"] is not None
        choice = known["choice"] if row["accuracy"] else wrong if is_parsed else ""
        replies.append((known, choice))
    return {"model": result.header.system, **_figures(_form(task), replies)}


def _figures(form: str, replies: Iterable[tuple[Row, str | None]]) -> Row:
    """What a result file tells beside its rows, in the order of the published ones."""
    listed = list(replies)
    scored = scores([Reply(row, choice) for row, choice in listed], Rule(form), "official")
    by_field: dict[str, list[tuple[dict[str, float], Row]]] = defaultdict(list)
    for score, (row, _) in zip(scored, listed, strict=True):
        by_field[row.get("field") or ""].append((score, row))
    evaluated = [score["accuracy"] for score in scored if score["accuracy"] >= 0]
    figures: Row = {
        "total_pairs": len(listed),
        "evaluated": len(evaluated),
        "correct": int(sum(evaluated)),
        "accuracy": _share(evaluated),
    }
    if set(by_field) != {""}:
        figures["field_stats"] = [
            _field_row(name, [score for score, _ in found]) for name, found in by_field.items()
        ]
    if form == "citation":
        others = [
            score["accuracy"]
            for name, found in by_field.items()
            if name not in _BIG
            for score, _ in found
            if score["accuracy"] >= 0
        ]
        figures["summary"] = {
            "overall_accuracy": figures["accuracy"],
            "other_fields_avg": _share(others),
        }
    return figures


def _field_row(name: str, found: list[dict[str, float]]) -> Row:
    """A field: what was not parsed leaves out of patents and media, as published."""
    counted = [score["field accuracy"] for score in found if score["field accuracy"] >= 0]
    return {
        "field": name or None,
        "pairs_count": len(found),
        "evaluated_count": len(counted),
        "skipped_count": len(found) - len(counted),
        "correct_predictions": int(sum(counted)),
        "accuracy": _share(counted),
    }


def _share(values: list[float]) -> float | None:
    return sum(values) / len(values) if values else None


def _choice(record: Record, form: str, shown: str, *, is_turned: bool) -> Side | Literal[""]:
    """The choice in the task's order; empty without one."""
    stated = record.fields.get("predicted")
    if stated is None and isinstance(record.fields.get("raw_response"), str):
        stated = parsed(record.text("raw_response"), form)
    if stated in (None, ""):
        return ""
    if stated not in SIDES:
        record.refuse(f"predicted is {stated!r}, not A, B or null")
    first_is_a = record.fields.get(shown, True)
    if not isinstance(first_is_a, bool):
        record.refuse(f"{shown} is neither true nor false")
    is_first = (stated == "A") == first_is_a
    return "A" if is_first != is_turned else "B"


def _stored(query: Query, row: Row) -> tuple[str, str]:
    """Ids of a pair in the order of its file; in a drawn task, in that of the question."""
    if "ids" in row:
        one, other = row["ids"]
        return str(one), str(other)
    shown = [query.inputs[side] for side in "ab"]
    names = [str(side.get("artifact_id", side["paper_id"])) for side in shown]
    return names[0], names[1]


def _form(task: Task) -> str:
    return str(task.options.get("dimension", task.name))
