"""SciImpact's result files: the choice for each pair, with counts and accuracies.

A row names its pair as the pair file does, and whether the artefact stored first was shown first.
The published choice is the stated one, without one the parse of the reply by the rules of the
scripts; strict scoring parses the reply as a person reads it. Imported rows are exported unchanged.
"""

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Final

from scinet.eval.answer import Answer, Choice, ChoiceAnswer, get_content
from scinet.eval.metrics import mean_in_order
from scinet.eval.results import Result
from scinet.eval.run import Run, RunHeader, UnrequestedRecord
from scinet.eval.suites.instance_files import (
    PUBLISHED,
    make_not_asked,
    merge_not_asked,
    published_row,
)
from scinet.eval.suites.json_files import JsonRecord, read_document
from scinet.eval.suites.official import ImportedRun
from scinet.eval.suites.sciimpact.metrics import PairReply, Rule, score_replies
from scinet.eval.suites.sciimpact.official import fields
from scinet.eval.suites.sciimpact.official.replies import SENTENCES, parse_reply
from scinet.eval.suites.sciimpact.pairwise import task_form
from scinet.eval.suites.sciimpact.replies import read_choice
from scinet.eval.task import Query, Row, Task


@dataclass(frozen=True, slots=True)
class _Format:
    """Keys in the rows of one dimension.

    Attributes:
        names: Both of the pair, in stored order.
        shown: Whether the first of these was shown first.
        chosen: The choice: ``first`` or ``second`` of those shown, or true or false.
        counts: Of both, where rows have them.
    """

    names: tuple[str, str] = ("paper_a_id", "paper_b_id")
    shown: str = "order_a_first"
    chosen: str = "predicted"
    counts: tuple[str, str] | None = None


_AWARD: Final = _Format(("positive_id", "negative_id"), "positive_first")
_FORMATS: Final = {
    "citation": _Format(counts=("citations_a", "citations_b")),
    "patent": _Format(chosen="predicted_a_more"),
    "media": _Format(chosen="predicted_a_more"),
    "award-cs": _AWARD,
    "award-mdpi": _AWARD,
    "award-nobel": _Format(
        ("prize_title", "non_prize_title"), "first_is_prize", "predicted_prize_is_first"
    ),
    "code": _Format(("repo_a", "repo_b"), counts=("stars_a", "stars_b")),
    "dataset": _Format(("dataset_a", "dataset_b"), counts=("downloads_a", "downloads_b")),
    "model": _Format(("model_a", "model_b"), counts=("downloads_a", "downloads_b")),
}
_WITH_FIELD: Final = frozenset({"citation", "patent", "media", "award-nobel"})
_PARSED_ONLY: Final = frozenset({"patent", "media"})


def read_results(task: Task, file: Path, header: RunHeader) -> ImportedRun:
    """Make a run of a result file.

    Rows of pairs outside the task are kept and counted, not scored; for a pair that is in the task
    twice each row answers one, in their order.
    """
    form = task_form(task)
    kind = _FORMATS.get(form, _Format())
    truth = task.truth(header.split)
    waiting: dict[tuple[str, str], list[Query]] = defaultdict(list)
    # Skipped pairs have no rows, so that a row may be of another pair of the same two.
    queries = task.queries(header.split)
    for query in sorted(
        queries, key=lambda item: _is_skipped(PairReply(truth[item.query_id]), form)
    ):
        waiting[_pair_key(*_stored_names(query, truth[query.query_id], form))].append(query)
    document_read = read_document(file, "results")
    head, records = document_read.head, document_read.records
    answers: dict[str, Answer] = {}
    others: list[UnrequestedRecord] = []
    counts = Counter(records=len(records), answered=0, not_asked=0, neither=0)
    for record in records:
        names = [record.fields.get(name) for name in kind.names]
        if None in names and form != "award-nobel":
            record.refuse(f"the record has no {kind.names[names.index(None)]}")
        open_ones = waiting.get(_pair_key(*names), [])
        if not open_ones:
            counts["not_asked"] += 1
            others.append(make_not_asked(record))
            continue
        field = fields.parse_name_field(str(record.fields.get("field")))
        same = (item for item in open_ones if truth[item.query_id].get("field") == field)
        query = next(same, open_ones[0])
        open_ones.remove(query)
        row = truth[query.query_id]
        choice, published = _read_choices(record, form, header, is_turned=_is_reversed(row, form))
        counts["answered"] += 1
        counts["neither"] += not published
        is_right = published == row["choice"]
        if record.fields.get("is_correct", is_right) is not is_right:
            stated = record.fields["is_correct"]
            record.refuse(f"is_correct is {stated}, by the task's pair it is {is_right}")
        answers[query.query_id] = ChoiceAnswer(
            query.query_id, choice, published=published, explanation={PUBLISHED: record.fields}
        )
    header = replace(header, settings={**header.settings, PUBLISHED: head})
    return ImportedRun(Run(header, answers, not_asked=others), counts)


def make_document(task: Task, run: Run) -> Any:
    """Convert a run to a result file, in its order, without pairs that official scoring skips."""
    form = task_form(task)
    truth = task.truth(run.header.split)
    replies: list[PairReply] = []
    rows: list[Row] = []
    queries = {query.query_id: query for query in task.queries(run.header.split)}
    for name in dict.fromkeys([*run.answers, *queries]):
        answer = run.answers.get(name)
        choice: ChoiceAnswer | None = get_content(answer)
        replies.append(PairReply(truth[name], None if choice is None else choice.official))
        if not _is_skipped(replies[-1], form):
            rows.append(_result_row(queries[name], replies[-1], answer, form))
    rows = merge_not_asked(rows, run)
    figures = _result_figures(form, replies)
    head = run.header.settings.get(PUBLISHED)
    if head is None:
        return {"model": run.header.system, **figures, "elapsed_seconds": None, "results": rows}
    if run.not_asked:  # its figures include rows outside the task
        return {**head, "results": rows}
    # The figures of the written rows, and any others of the file.
    stored_figures = {
        key: {**head[key], **new} if isinstance(new, dict) else new
        for key, new in figures.items()
        if key in head
    }
    return {**head, **stored_figures, "results": rows}


def summarise_result(task: Task, result: Result) -> Any:
    """Return counts and accuracies of a result of official scoring."""
    truth = task.truth(result.header.split)
    replies: list[PairReply] = []
    for row in result.per_query:
        truth_row = truth[row["query_id"]]
        wrong = "B" if truth_row["choice"] == "A" else "A"
        is_parsed = row["field accuracy"] is not None
        replies.append(
            PairReply(
                truth_row, truth_row["choice"] if row["accuracy"] else wrong if is_parsed else ""
            )
        )
    return {"model": result.header.system, **_result_figures(task_form(task), replies)}


def _is_skipped(reply: PairReply, form: str) -> bool:
    [score] = score_replies([reply], Rule(form), "official")
    return not score["accuracy"] >= 0


def _result_row(query: Query, reply: PairReply, answer: Answer | None, form: str) -> Row:
    if (stored_row := published_row(answer)) is not None:
        return stored_row
    explanation = answer.explanation if answer is not None else None
    kind = _FORMATS.get(form, _Format())
    truth = reply.truth
    is_turned = _is_reversed(truth, form)
    sides = "ba" if is_turned else "ab"
    row: Row = {}
    if form in _WITH_FIELD and truth.get("field"):
        row["field"] = fields.result_field(_field_name(truth), form)
    if form == "award-nobel" and row:
        row["file"] = f"nobel/sampled_nobel_pairs/{row['field']}.json"
    row |= zip(kind.names, _stored_names(query, dict(truth), form), strict=True)
    if kind.counts is not None:
        row |= zip(kind.counts, (truth[f"count_{side}"] for side in sides), strict=True)
    row[kind.shown] = not is_turned
    if form in _PARSED_ONLY:
        row["paper_a_higher"] = (truth["choice"] == "A") != is_turned
    is_first = {"A": True, "B": False}.get(reply.choice or "")
    if kind.chosen == "predicted":
        row[kind.chosen] = {True: "first", False: "second", None: None}[is_first]
    elif is_first is not None and form in _PARSED_ONLY:
        row[kind.chosen] = is_first != is_turned
    else:
        row[kind.chosen] = is_first
    row["is_correct"] = reply.is_right
    row["raw_response"] = explanation.get("reply") if isinstance(explanation, dict) else explanation
    return row


def _field_name(truth: Mapping[str, Any]) -> str:
    """Return the field of a pair in SciImpact's name, else in the graph's, or an empty text."""
    field = truth.get("field") or ""
    return fields.official_field(field) or str(field)


def _result_figures(form: str, replies: Sequence[PairReply]) -> Row:
    """Compute the figures of a result file, as published; 0 where nothing was evaluated."""
    scored = score_replies(replies, Rule(form), "official")
    evaluated = [score["accuracy"] for score in scored if score["accuracy"] >= 0]
    figures: Row = {
        "total_pairs": len(evaluated if form in _PARSED_ONLY else replies),
        "evaluated": len(evaluated),
        "correct": int(sum(evaluated)),
        "accuracy": _mean_share(evaluated),
    }
    if form == "award-mdpi":
        figures["baseline_accuracy"] = 0.49
    by_field: dict[str, list[dict[str, float]]] = defaultdict(list)
    for score, reply in zip(scored, replies, strict=True):
        by_field[_field_name(reply.truth)].append(score)
    if form not in _WITH_FIELD or "" in by_field:
        return figures
    listed = fields.order_fields(by_field, form)
    figures["field_stats"] = [
        _make_field_row(name, by_field.get(name, []), form) for name in listed
    ]
    # One number for all fields except the large ones.
    pooled = [
        score["field accuracy" if form in _PARSED_ONLY else "accuracy"]
        for name in listed
        if name not in fields.LARGE
        for score in by_field.get(name, [])
    ]
    others = [score for score in pooled if score >= 0]
    if form == "citation":
        overall = {"overall_accuracy": figures["accuracy"], "other_fields_avg": _mean_share(others)}
        figures["summary"] = overall
        figures["total_fields"] = len(listed)
    if form in _PARSED_ONLY:
        means = [
            row["accuracy"]
            for name, row in zip(listed, figures["field_stats"], strict=True)
            if name not in fields.LARGE and row["evaluated_count"]
        ]
        figures["other_fields"] = {
            "weighted_accuracy": _mean_share(others),
            "unweighted_accuracy": _mean_share(means),
            "total_correct": int(sum(others)),
            "total_evaluated": len(others),
            "excluded_fields": ["CSCombined", "CSRankings", "Chemistry", "Medicine", "Physics"],
        }
    return figures


def _make_field_row(name: str, field_scores: Sequence[dict[str, float]], form: str) -> Row:
    """Make the row of a field; for patents and media without unparsed replies, as published."""
    counted = [score["field accuracy"] for score in field_scores if score["field accuracy"] >= 0]
    row: Row = {"field": fields.result_field(name, form)}
    if form not in _PARSED_ONLY:
        row["pairs_count"] = len(field_scores)
    row["evaluated_count"] = len(counted)
    if form == "citation":
        row["skipped_count"] = len(field_scores) - len(counted)
    return {**row, "correct_predictions": int(sum(counted)), "accuracy": _mean_share(counted)}


def _mean_share(values: Sequence[float]) -> float:
    return mean_in_order(values) if values else 0


def _read_choices(
    record: JsonRecord, form: str, header: RunHeader, *, is_turned: bool
) -> tuple[Choice, Choice]:
    """Parse the choice as a person reads the reply and the published one, in the task's order.

    They are the same where the file holds no reply.
    """
    kind = _FORMATS.get(form, _Format())
    was_first = record.fields.get(kind.shown)
    if not isinstance(was_first, bool):
        record.refuse(f"{kind.shown} is neither true nor false")
    reply = record.fields.get("raw_response") or ""
    stated = record.fields.get(kind.chosen)
    shown: Choice = ""
    if kind.chosen not in record.fields and form in SENTENCES:
        script: Any = header.settings.get("script", "base")
        shown = parse_reply(reply, form, script)
    elif kind.chosen == "predicted" and stated in {"first", "second"}:
        shown = "A" if stated == "first" else "B"
    elif kind.chosen != "predicted" and isinstance(stated, bool):
        # Of patents and media the file tells of the one that is stored first.
        shown = "A" if stated == (was_first or kind.chosen != "predicted_a_more") else "B"
    elif stated is not None:
        record.refuse(f"{kind.chosen} is {stated!r}")
    in_order: dict[Choice, Choice] = {"A": "A", "B": "B", "": ""}
    if was_first == is_turned:
        in_order |= {"A": "B", "B": "A"}
    return in_order[read_choice(reply, form) if reply else shown], in_order[shown]


def _is_reversed(row: Mapping[str, Any], form: str) -> bool:
    """Whether the one stored second was shown first; for an award the second one has not won."""
    is_drawn_award = form.startswith("award") and row["choice"] == "B"
    return bool(row.get("is_turned", is_drawn_award))


def _stored_names(query: Query, row: Row, form: str) -> tuple[Any, Any]:
    """Return the names of a pair in results, in the order of its file.

    In a sampled task that is the order of the query, and for an award the winner is first.
    """
    if "ids" in row:
        first, second = row["ids"]
        return first, second
    shown = [query.inputs[side] for side in ("ba" if _is_reversed(row, form) else "ab")]
    if form == "award-nobel":
        return shown[0]["title"], shown[1]["title"]
    names = [str(side.get("artifact_id", side["paper_id"])) for side in shown]
    return names[0], names[1]


def _pair_key(first: Any, second: Any) -> tuple[str, str]:
    return str(first), str(second)
