"""Files of Task A: predictions in and out, and judged files as official scoring writes them."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, Final

from scinet.eval.answer import Answer, NoAnswer, content_of
from scinet.eval.answer import Record as RecordAnswer
from scinet.eval.metrics import mean_in_order
from scinet.eval.results import Result
from scinet.eval.run import Header, NotAsked, Run
from scinet.eval.suites.instance_files import PUBLISHED, among, not_asked, row_of
from scinet.eval.suites.json_files import Record, read_document
from scinet.eval.suites.official import Imported
from scinet.eval.suites.scipaths import metrics
from scinet.eval.suites.scipaths.claims import stated
from scinet.eval.suites.scipaths.judging import Judgment
from scinet.eval.suites.scipaths.official.claims import Asked
from scinet.eval.task import Row, Task
from scinet.graph.records import BadRecordError
from scinet.graph.sources.scipaths import pathway_record

_OWN: Final = {"recall": "recall", "precision": "precision", "f1": "F1"}
_ITEM: Final = ("description", "role", "rationale", "ref_title")
_ABOUT: Final = ("has_related_work", "related_work_chars", "generation_metadata")
_HEAD: Final = ("setting", "gold_file", "gold_claim_field", "conference_year")


def read(task: Task, file: Path, header: Header) -> Imported:
    """Make a run of a file of predictions, or of a judged one.

    Claims are known by paper and place, or by their text where the paper is not told. A claim whose
    generation failed is an answer of no use; those that the task does not hold are kept.
    Of a file of pathways, such as silver ones, the enabling contributions are the answer.
    """
    asked = Asked(task, header.split)
    answers: dict[str, Answer] = {}
    counts = Counter(records=0, answered=0, failed=0, not_asked=0)
    found = read_document(file, "predictions", "papers")
    head, records = found.head, found.records
    others: list[NotAsked] = []
    for given in records:
        record = given
        counts["records"] += 1
        is_solved = "enabling_contributions" in record.fields
        if is_solved:
            record = replace(record, fields=_of_pathway(record))
        name = asked.of(record)
        if name is None:
            counts["not_asked"] += 1
            others.append(not_asked(given))
            continue
        if name in answers:
            record.refuse(f"claim {name} is answered twice")
        told = None if is_solved else {PUBLISHED: record.fields}
        items = _items(record)
        if record.fields.get("error"):
            counts["failed"] += 1
            reason = str(record.fields["error"])
            answers[name] = NoAnswer(name, "invalid", reason, explanation=told)
            continue
        counts["answered"] += 1
        answers[name] = RecordAnswer(name, {"contributions": items}, explanation=told)
    settings = {**header.settings, PUBLISHED: head.get("summary") or {}}
    return Imported(Run(replace(header, settings=settings), answers, not_asked=others), counts)


def _of_pathway(record: Record) -> Row:
    """A solved claim as a prediction, known by its text: its place in a file of gold is another."""
    try:
        made = pathway_record(record.fields, None)
    except BadRecordError as error:
        record.refuse(f"the claim {error}")
    return {
        "claim": record.text("target_contribution"),
        "predicted_ingredients": [
            {"description": s.text, "role": ", ".join(s.roles), "rationale": s.rationale or ""}
            for s in made.enabling
        ],
    }


def document(task: Task, run: Run) -> Any:
    """A run as a file of predictions, in its order; what came in goes out as it came."""
    asked = Asked(task, run.header.split)
    rows = [
        row_of(answer)
        or {
            **_about(asked, name),
            "setting": int(task.options.get("setting", 1)),
            "generator_model": run.header.system,
            "has_related_work": None,
            "related_work_chars": None,
            "few_shot_n": run.header.settings.get("shots", 0),
            "n_predicted": len(_predicted(answer)),
            "predicted_ingredients": _predicted(answer),
            "generation_metadata": answer.usage,
            "error": answer.fault,
        }
        for name, answer in run.answers.items()
    ]
    rows = among(rows, run)
    head = {
        "source": "gold",
        "gold_claim_field": "target_contribution",
        "conference_year": None,
        "setting": int(task.options.get("setting", 1)),
        "generator_model": run.header.system,
        "few_shot_n": run.header.settings.get("shots", 0),
        "n_papers": len({row.get("paper_id") for row in rows}),
        "n_total_claims": len(asked.queries),
        **run.header.settings.get(PUBLISHED, {}),
        "n_claims": len(rows),
        "n_errors": sum(bool(row.get("error")) for row in rows),
        "mean_n_predicted": _mean([row.get("n_predicted", 0) for row in rows], 4),
    }
    return {"summary": head, "predictions": rows}


def judged(task: Task, run: Run, judgments: Sequence[Judgment], model: str) -> Any:
    """A run with its judgments as a judged file, scored as published.

    Args:
        judgments: One per query of the split, in their order.
    """
    asked = Asked(task, run.header.split)
    by_name = dict(zip(asked.queries, judgments, strict=True))
    rows = [
        _judged(asked, name, answer, by_name[name])
        for name, answer in run.answers.items()
        if asked.truth[name]["contributions"]
    ]
    told = run.header.settings.get(PUBLISHED, {})
    about = {
        **means(rows),
        "generator_model": told.get("generator_model", run.header.system),
        "judge_model": model,
        "source": "gold",
        "setting": int(task.options.get("setting", 1)),
        **{key: told[key] for key in _HEAD if key in told},
        "n_claims": len(rows),
        "n_papers": len({row["paper_id"] for row in rows}),
    }
    return {"summary": about, "papers": rows}


def summary(task: Task, result: Result) -> Any:
    """Means of a result of official scoring, rounded as published, and numbers of each claim."""
    del task
    rows = [
        {"n_predicted": row["predicted"], **{new: row.get(old) for new, old in _OWN.items()}}
        for row in result.per_query
    ]
    found = means(rows)
    names = [name for name in found if "recall" in name or name in {"mean_precision", "mean_f1"}]
    about = {
        "n_claims": len(rows),
        **{name: found[name] for name in names if "recall" in result.per_query[0]},
        "mean_n_predicted": found["mean_n_predicted"],
        "generator_model": result.header.system,
    }
    return {"summary": about, "papers": list(result.per_query)}


def _judged(asked: Asked, name: str, answer: Answer, judgment: Judgment) -> Row:
    gold = asked.truth[name]["contributions"]
    told = row_of(answer) or {}
    named = told.get("predicted_ingredients") or _predicted(answer)
    row = {
        **_about(asked, name),
        "n_reference": len(gold),
        "n_predicted": len(named),
        **{key: told.get(key) for key in _ABOUT},
        "predicted_ingredients": named,
    }
    if answer.fault is not None:
        nothing = dict.fromkeys(_OWN)
        return {**row, "recall_judgments": [], **nothing, "error": answer.fault}
    matched = judgment.matched or ()
    full = [edge for edge in judgment.edges if edge["match"] == "full"]
    by_place = {(edge["reference_idx"] - 1, edge["predicted_idx"] - 1): edge for edge in full[::-1]}
    pairs = {place: by_place[place, other] for place, other in matched}
    partial = [edge for edge in judgment.edges if edge["match"] == "partial"]
    score = metrics.decomposition(len(gold), len(named), len(matched), "official")
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
                "reference_ingredient": one["description"],
                "reference_role": ", ".join(one["roles"]),
                "covered": place in pairs,
                "best_match_idx": pairs[place]["predicted_idx"] if place in pairs else None,
                "reasoning": pairs[place].get("reasoning", "") if place in pairs else failed,
                "best_match": named[pairs[place]["predicted_idx"] - 1] if place in pairs else None,
                "partial_matches": [e for e in partial if e["reference_idx"] == place + 1],
            }
            for place, one in enumerate(gold)
        ],
        **{new: None if score[old] != score[old] else score[old] for new, old in _OWN.items()},
    }
    return row


def means(rows: Sequence[Mapping[str, Any]]) -> Row:
    """Counts and means as the published script rounds them."""
    known = {name: [row[name] for row in rows if row.get(name) is not None] for name in _OWN}
    recalls = known["recall"]
    references = _mean([row.get("n_reference", 0) for row in rows], 2)
    return {
        "n_gen_errors": sum(bool(row.get("error")) for row in rows),
        # As published: once for each contribution, wherever the words stand.
        "n_judge_errors": sum(
            "error:" in one["reasoning"] for row in rows for one in row.get("recall_judgments", ())
        ),
        **{f"mean_{name}": _mean(values, 3) for name, values in known.items()},
        "full_recall_rate": _mean([value == 1.0 for value in recalls], 3),
        "partial_recall_rate": _mean([0 < value < 1.0 for value in recalls], 3),
        "zero_recall_rate": _mean([value == 0.0 for value in recalls], 3),
        "mean_n_reference": references,
        "mean_n_silver": references,
        "mean_n_predicted": _mean([row.get("n_predicted", 0) for row in rows], 2),
    }


def _items(record: Record) -> list[dict[str, Any]]:
    listed = record.fields.get("predicted_ingredients") or []
    if not isinstance(listed, list) or not all(isinstance(one, dict) for one in listed):
        record.refuse("the record has no list of objects as predicted_ingredients")
    known = [{key: one[key] for key in _ITEM if isinstance(one.get(key), str)} for one in listed]
    return [{"description": "", **one} for one in known]


def _predicted(answer: Answer) -> list[dict[str, Any]]:
    listed = (content_of(answer) or {"contributions": []})["contributions"]
    return [{key: one[key] for key in _ITEM if one.get(key) is not None} for one in listed]


def _about(asked: Asked, name: str) -> Row:
    paper, number = asked.place(name)
    return {
        "paper_id": paper,
        "claim_idx": number,
        "paper_title": asked.truth[name]["target_title"] or paper,
        "claim": stated(asked.queries[name].inputs),
        "source": "gold",
    }


def _mean(values: Sequence[float], digits: int) -> float | None:
    return round(mean_in_order(values), digits) if values else None
