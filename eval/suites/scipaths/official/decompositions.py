"""Files of Task A: import and export of predictions, and judged files of official scoring."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, Final

from scinet.eval.answer import Answer, NoAnswer, get_content
from scinet.eval.answer import RecordAnswer as RecordAnswer
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
from scinet.eval.suites.scipaths import metrics
from scinet.eval.suites.scipaths.claims import format_claim
from scinet.eval.suites.scipaths.judging import JudgeRating
from scinet.eval.suites.scipaths.official.claims import SplitQueries
from scinet.eval.task import Row, Task
from scinet.graph.schema.records import BadRecordError
from scinet.graph.sources.scipaths import pathway_record

_METRIC_NAMES: Final = {"recall": "recall", "precision": "precision", "f1": "F1"}
_ITEM_KEYS: Final = ("description", "role", "rationale", "ref_title")
_HEADER_KEYS: Final = ("has_related_work", "related_work_chars", "generation_metadata")
_SUMMARY_KEYS: Final = ("setting", "gold_file", "gold_claim_field", "conference_year")


def read_predictions(task: Task, file: Path, header: RunHeader) -> ImportedRun:
    """Make a run of a file of predictions, or of a judged one.

    Claims are identified by paper and position, or by their text without a paper. A claim whose
    generation failed is a failed query; claims outside the task are kept. In a file of pathways,
    such as silver ones, the enabling contributions are the answer.
    """
    claims = SplitQueries(task, header.split)
    answers: dict[str, Answer] = {}
    counts = Counter(records=0, answered=0, failed=0, not_asked=0)
    document_read = read_document(file, "predictions", "papers")
    head, records = document_read.head, document_read.records
    others: list[UnrequestedRecord] = []
    for original in records:
        record = original
        counts["records"] += 1
        is_solved = "enabling_contributions" in record.fields
        if is_solved:
            record = replace(record, fields=_pathway_row(record))
        name = claims.of(record)
        if name is None:
            counts["not_asked"] += 1
            others.append(make_not_asked(original))
            continue
        if name in answers:
            record.refuse(f"claim {name} is answered twice")
        explanation = None if is_solved else {PUBLISHED: record.fields}
        items = _read_items(record)
        if record.fields.get("error"):
            counts["failed"] += 1
            reason = str(record.fields["error"])
            answers[name] = NoAnswer(name, "invalid", reason, explanation=explanation)
            continue
        counts["answered"] += 1
        answers[name] = RecordAnswer(name, {"contributions": items}, explanation=explanation)
    settings = {**header.settings, PUBLISHED: head.get("summary") or {}}
    return ImportedRun(Run(replace(header, settings=settings), answers, not_asked=others), counts)


def _pathway_row(record: JsonRecord) -> Row:
    """Convert a solved claim to a prediction, by its text: positions in gold files differ."""
    try:
        pathway = pathway_record(record.fields, None)
    except BadRecordError as error:
        record.refuse(f"the claim {error}")
    return {
        "claim": record.text("target_contribution"),
        "predicted_ingredients": [
            {"description": s.text, "role": ", ".join(s.roles), "rationale": s.rationale or ""}
            for s in pathway.enabling
        ],
    }


def make_document(task: Task, run: Run) -> Any:
    """Convert a run to a file of predictions, in its order; imported rows stay unchanged."""
    claims = SplitQueries(task, run.header.split)
    rows = [
        published_row(answer)
        or {
            **_claim_header(claims, name),
            "setting": int(task.options.get("setting", 1)),
            "generator_model": run.header.system,
            "has_related_work": None,
            "related_work_chars": None,
            "few_shot_n": run.header.settings.get("shots", 0),
            "n_predicted": len(_predicted_items(answer)),
            "predicted_ingredients": _predicted_items(answer),
            "generation_metadata": answer.usage,
            "error": answer.fault,
        }
        for name, answer in run.answers.items()
    ]
    rows = merge_not_asked(rows, run)
    head = {
        "source": "gold",
        "gold_claim_field": "target_contribution",
        "conference_year": None,
        "setting": int(task.options.get("setting", 1)),
        "generator_model": run.header.system,
        "few_shot_n": run.header.settings.get("shots", 0),
        "n_papers": len({row.get("paper_id") for row in rows}),
        "n_total_claims": len(claims.queries),
        **run.header.settings.get(PUBLISHED, {}),
        "n_claims": len(rows),
        "n_errors": sum(bool(row.get("error")) for row in rows),
        "mean_n_predicted": _round_mean([row.get("n_predicted", 0) for row in rows], 4),
    }
    return {"summary": head, "predictions": rows}


def make_judged(task: Task, run: Run, judgments: Sequence[JudgeRating], model: str) -> Any:
    """Convert a run with its judgments to a judged file, scored as published.

    Args:
        judgments: One per query of the split, in their order.
    """
    claims = SplitQueries(task, run.header.split)
    by_name = dict(zip(claims.queries, judgments, strict=True))
    rows = [
        _judged_row(claims, name, answer, by_name[name])
        for name, answer in run.answers.items()
        if claims.truth[name]["contributions"]
    ]
    stored = run.header.settings.get(PUBLISHED, {})
    header = {
        **mean_scores(rows),
        "generator_model": stored.get("generator_model", run.header.system),
        "judge_model": model,
        "source": "gold",
        "setting": int(task.options.get("setting", 1)),
        **{key: stored[key] for key in _SUMMARY_KEYS if key in stored},
        "n_claims": len(rows),
        "n_papers": len({row["paper_id"] for row in rows}),
    }
    return {"summary": header, "papers": rows}


def summarise_result(task: Task, result: Result) -> Any:
    """Return the means of official scoring, rounded as published, and the metrics of each claim."""
    del task
    rows = [
        {
            "n_predicted": row["predicted"],
            **{new: row.get(old) for new, old in _METRIC_NAMES.items()},
        }
        for row in result.per_query
    ]
    mean_values = mean_scores(rows)
    names = [
        name for name in mean_values if "recall" in name or name in {"mean_precision", "mean_f1"}
    ]
    header = {
        "n_claims": len(rows),
        **{name: mean_values[name] for name in names if "recall" in result.per_query[0]},
        "mean_n_predicted": mean_values["mean_n_predicted"],
        "generator_model": result.header.system,
    }
    return {"summary": header, "papers": list(result.per_query)}


def _judged_row(claims: SplitQueries, name: str, answer: Answer, judgment: JudgeRating) -> Row:
    gold = claims.truth[name]["contributions"]
    stored = published_row(answer) or {}
    named = stored.get("predicted_ingredients") or _predicted_items(answer)
    row = {
        **_claim_header(claims, name),
        "n_reference": len(gold),
        "n_predicted": len(named),
        **{key: stored.get(key) for key in _HEADER_KEYS},
        "predicted_ingredients": named,
    }
    if answer.fault is not None:
        nothing = dict.fromkeys(_METRIC_NAMES)
        return {**row, "recall_judgments": [], **nothing, "error": answer.fault}
    matched = judgment.matched or ()
    full = [edge for edge in judgment.edges if edge["match"] == "full"]
    by_place = {(edge["reference_idx"] - 1, edge["predicted_idx"] - 1): edge for edge in full[::-1]}
    pairs = {place: by_place[place, predicted_place] for place, predicted_place in matched}
    partial = [edge for edge in judgment.edges if edge["match"] == "partial"]
    score = metrics.decomposition_scores(len(gold), len(named), len(matched), "official")
    failed = f"error: {judgment.error}" if judgment.error else ""
    row |= {
        "candidate_matches": list(judgment.edges),
        "full_candidate_matches": full,
        "partial_matches": partial,
        "matched_pairs": [pairs[place] for place in sorted(pairs)],
        "judge_error": judgment.error,
        "recall_judgments": [
            {
                "reference_idx": place + 1,
                "reference_ingredient": contribution["description"],
                "reference_role": ", ".join(contribution["roles"]),
                "covered": place in pairs,
                "best_match_idx": pairs[place]["predicted_idx"] if place in pairs else None,
                "reasoning": pairs[place].get("reasoning", "") if place in pairs else failed,
                "best_match": named[pairs[place]["predicted_idx"] - 1] if place in pairs else None,
                "partial_matches": [e for e in partial if e["reference_idx"] == place + 1],
            }
            for place, contribution in enumerate(gold)
        ],
        **{
            new: None if score[old] != score[old] else score[old]
            for new, old in _METRIC_NAMES.items()
        },
    }
    return row


def mean_scores(rows: Sequence[Mapping[str, Any]]) -> Row:
    """Compute counts and means as the published script rounds them."""
    defined = {
        name: [row[name] for row in rows if row.get(name) is not None] for name in _METRIC_NAMES
    }
    recalls = defined["recall"]
    references = _round_mean([row.get("n_reference", 0) for row in rows], 2)
    return {
        "n_gen_errors": sum(bool(row.get("error")) for row in rows),
        # As published: once for each contribution, wherever the words stand.
        "n_judge_errors": sum(
            "error:" in judgment["reasoning"]
            for row in rows
            for judgment in row.get("recall_judgments", ())
        ),
        **{f"mean_{name}": _round_mean(values, 3) for name, values in defined.items()},
        "full_recall_rate": _round_mean([value == 1.0 for value in recalls], 3),
        "partial_recall_rate": _round_mean([0 < value < 1.0 for value in recalls], 3),
        "zero_recall_rate": _round_mean([value == 0.0 for value in recalls], 3),
        "mean_n_reference": references,
        "mean_n_silver": references,
        "mean_n_predicted": _round_mean([row.get("n_predicted", 0) for row in rows], 2),
    }


def _read_items(record: JsonRecord) -> list[dict[str, Any]]:
    listed = record.fields.get("predicted_ingredients") or []
    if not isinstance(listed, list) or not all(isinstance(entry, dict) for entry in listed):
        record.refuse("the record has no list of objects as predicted_ingredients")
    items = [
        {key: entry[key] for key in _ITEM_KEYS if isinstance(entry.get(key), str)}
        for entry in listed
    ]
    return [{"description": "", **entry} for entry in items]


def _predicted_items(answer: Answer) -> list[dict[str, Any]]:
    listed = (get_content(answer) or {"contributions": []})["contributions"]
    return [{key: item[key] for key in _ITEM_KEYS if item.get(key) is not None} for item in listed]


def _claim_header(claims: SplitQueries, name: str) -> Row:
    paper, number = claims.place(name)
    return {
        "paper_id": paper,
        "claim_idx": number,
        "paper_title": claims.truth[name]["target_title"] or paper,
        "claim": format_claim(claims.queries[name].inputs),
        "source": "gold",
    }


def _round_mean(values: Sequence[float], digits: int) -> float | None:
    return round(mean_in_order(values), digits) if values else None
