"""Files of Task B: ranked papers with their candidates, and the table of metrics."""

import json
import math
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace
from operator import itemgetter
from pathlib import Path
from statistics import mean
from typing import Any, Final

from scinet.eval.answer import Answer
from scinet.eval.ranked_list import Item, PaperList, items_of
from scinet.eval.results import Result
from scinet.eval.run import Header, NotAsked, Run
from scinet.eval.suites.instance_files import PUBLISHED, not_asked, row_of
from scinet.eval.suites.json_files import Record, read_document
from scinet.eval.suites.official import Imported
from scinet.eval.suites.scipaths import metrics
from scinet.eval.suites.scipaths.claims import stated
from scinet.eval.suites.scipaths.official.claims import Asked, bare, published_id
from scinet.eval.task import Query, Row, Task

_DIGITS: Final = 4
_RANKINGS: Final = ("deterministic", "llm_score")
_MODES: Final = {
    "B1": "Claim only",
    "B3": "Gold enabling contributions",
    "B4": "Predicted enabling contributions",
    "B4_MATCHED": "Matched predicted enabling contributions",
}
# Of lists, and of the pool of candidates.
_MEANS: Final = {
    "recall": ("mean_recall", "candidate_pool_recall"),
    "precision": ("mean_precision", "candidate_pool_precision"),
    "F1": ("mean_f1", "candidate_pool_f1"),
    "any-hit": ("any_hit_rate", "candidate_pool_any_hit"),
    "coverage": ("ingredient_coverage", "candidate_pool_ingredient_coverage"),
}


def read(task: Task, file: Path, header: Header) -> Imported:
    """Make a run of the results in the task's own mode; results in other modes are passed over.

    The list of an answer is the ranking by the model's score, or with ``ranking=deterministic``
    among the settings the one without it.
    """
    asked = Asked(task, header.split)
    ranking = str(header.settings.get("ranking", _RANKINGS[1]))
    answers: dict[str, Answer] = {}
    counts = Counter(records=0, answered=0, not_asked=0, leaked=0)
    found = read_document(file, "results")
    head, blocks = found.head, found.records
    told: Row = {}
    others: list[NotAsked] = []
    for outer in _of_mode(task, blocks):
        told = {name: value for name, value in outer.fields.items() if name != "claims"}
        for number, fields in enumerate(outer.fields.get("claims") or (), start=1):
            if not isinstance(fields, dict):
                outer.refuse(f"claim {number} is no object")
            record = Record(fields, file, number)
            counts["records"] += 1
            name = asked.of(record)
            if name is None:
                counts["not_asked"] += 1
                others.append(not_asked(record))
                continue
            if name in answers:
                record.refuse(f"claim {name} is answered twice")
            late = leaked(fields, asked.queries[name])
            counts["answered"] += 1
            counts["leaked"] += len(late)
            items = tuple(Item(published_id(one) or one) for one in _ranked(record, ranking))
            about = {PUBLISHED: fields, "leaked_candidates": late}
            answers[name] = PaperList(name, items, explanation=about)
    # The metrics of a file are of all its claims, with those that no paper is known of.
    known = {"summary": head.get("summary") or {}, "block": told}
    header = replace(header, settings={**header.settings, PUBLISHED: known})
    return Imported(Run(header, answers, not_asked=others), counts)


def leaked(fields: Mapping[str, Any], query: Query) -> list[str]:
    """Candidates of a year that is not over before the query's day, or of none."""
    return [
        str(one.get("paper_id"))
        for one in fields.get("candidate_papers") or ()
        if not isinstance(one.get("year"), int) or one["year"] >= query.before.year
    ]


def document(task: Task, run: Run) -> Any:
    """A run as a file of results, with the metrics that the published scorer gives it."""
    mode = str(task.options["mode"])
    known = run.header.settings.get(PUBLISHED, {})
    claims = _claims(task, run)
    block = {"mode": mode, "mode_name": _MODES[mode], "result_label": None}
    head = {
        "gold_claim_field": "target_contribution",
        "model": run.header.system,
        "query_model": run.header.system,
        "modes": [mode],
        "rankers": _rankers(claims),
        "budgets": list(metrics.CUTS),
        **known.get("summary", {}),
    }
    return {
        "summary": head,
        "metrics": metric_rows(task, run),
        "results": [{**block, **known.get("block", {}), "claims": claims}],
    }


def metric_rows(task: Task, run: Run) -> list[Row]:
    """One row for each ranking and K: exact means over all claims with a gold paper, rounded."""
    known = run.header.settings.get(PUBLISHED, {})
    told, block = known.get("summary", {}), known.get("block", {})
    mode = str(task.options["mode"])
    rows = _claims(task, run)
    about = {
        "mode": mode,
        "mode_name": _MODES[mode],
        "result_label": block.get("result_label"),
        "display_name": _MODES[mode]
        + (f" ({block['result_label']})" if block.get("result_label") else ""),
    }
    model = told.get("model", run.header.system)
    return [
        {
            **about,
            "ranker": ranker,
            "predicted_results": block.get("predicted_results"),
            "model": model,
            "query_model": told.get("query_model", model),
            "fallback_repair_model": told.get("fallback_repair_model"),
            "llm_rerank_candidates": told.get("llm_rerank_candidates"),
            "candidate_snippets": told.get("candidate_snippets"),
            "n_claims_total": len(rows),
            "n_errors": sum(bool(row.get("error")) for row in rows),
            "mean_candidates": _mean([row.get("n_candidates", 0) for row in rows]),
            "mean_ranked": _mean([len(_ids(row, ranker)) for row in rows]),
            **{
                f"mean_{name}": _mean([row.get(f"n_{name}", 0) for row in rows])
                if rows and ranker == _RANKINGS[1]
                else ""
                for name in ("llm_scored", "missing_llm_scores")
            },
            **scores(rows, ranker, cut),
        }
        for ranker in told.get("rankers") or _rankers(rows)
        for cut in told.get("budgets") or metrics.CUTS
    ]


def summary(task: Task, result: Result) -> Any:
    """Means of a result of official scoring, and the numbers of each claim."""
    means = {
        one.metric: _mean(
            [row[one.metric] for row in result.per_query if row.get(one.metric) is not None]
        )
        for one in result.metrics
    }
    about = {"system": result.header.system, "mode": task.options["mode"]}
    return {"summary": about, "metrics": means, "claims": list(result.per_query)}


def _of_mode(task: Task, blocks: Sequence[Record]) -> list[Record]:
    """Results in the task's mode; of several predictions those that the task was made with."""
    mine = [one for one in blocks if one.fields.get("mode") == task.options["mode"]]
    name = task.options.get("predicted")
    same = [one for one in mine if Path(str(one.fields.get("predicted_results"))).name == name]
    return same if len(mine) > 1 and same else mine


def _ranked(record: Record, ranking: str) -> list[str]:
    rankings = record.fields.get("rankings")
    if not isinstance(rankings, dict) or not rankings:
        return record.texts("ranked_ids")
    if ranking not in rankings:
        record.refuse(f"no ranking {ranking!r} among {', '.join(rankings)}")
    return [str(one["paper_id"]) for one in rankings[ranking] or ()]


def _claims(task: Task, run: Run) -> list[Row]:
    """Rows by paper and place, as published."""
    asked = Asked(task, run.header.split)
    others = [json.loads(one.record) for one in run.not_asked]
    rows = [((str(row.get("paper_id")), row.get("claim_idx", 0)), row) for row in others]
    for name, answer in run.answers.items():
        rows.append((asked.place(name), row_of(answer) or _claim(task, asked, name, answer)))
    return [row for _, row in sorted(rows, key=itemgetter(0))]


def _claim(task: Task, asked: Asked, name: str, answer: Answer) -> Row:
    told = answer.explanation if isinstance(answer.explanation, dict) else {}
    mode = str(task.options["mode"])
    (paper, number), truth = asked.place(name), asked.truth[name]
    groups = [[bare(one) for one in group] for group in truth["published"]]
    gold = list(dict.fromkeys(one for group in groups for one in group))
    candidates = [
        {
            "paper_title": None,
            "best_rank": place,
            "frequency": 1,
            "deterministic_score": 0.0,
            **one,
            "paper_id": bare(str(one["paper_id"])),
        }
        for place, one in enumerate(
            told.get("candidates") or [{"paper_id": item.id} for item in items_of(answer)], start=1
        )
    ]
    by_rule = sorted(candidates, key=lambda one: (-one["deterministic_score"], one["best_rank"]))
    scored = [one for one in candidates if "llm_score" in one]
    rankings = {
        ranker: [{**one, "rank": place, "ranker": ranker} for place, one in enumerate(listed, 1)]
        for ranker, listed in zip(
            _RANKINGS, (by_rule if told else candidates, candidates), strict=True
        )
    }
    return {
        "paper_id": paper,
        "paper_title": truth["target_title"] or paper,
        "claim_idx": number,
        "claim": stated(asked.queries[name].inputs),
        "mode": mode,
        "mode_name": _MODES[mode],
        "target_ids": gold,
        "target_titles": dict.fromkeys(gold, ""),
        "target_ingredient_groups": groups,
        "n_target_ingredients": len(groups),
        "n_targets": len(gold),
        "queries": list(told.get("queries", ())),
        "query_error": None,
        "search_errors": [],
        "candidate_papers": candidates,
        "n_candidates": len(candidates),
        "rankings": rankings,
        "ranked_papers": rankings[_RANKINGS[1]],
        "ranked_ids": [one["paper_id"] for one in candidates],
        "llm_scores": [{key: one[key] for key in ("paper_id", "llm_score")} for one in scored],
        "n_llm_scored": len(scored),
        "n_missing_llm_scores": 0,
        "error": answer.fault,
    }


def _rankers(rows: Sequence[Row]) -> list[str]:
    """Rankings that differ: where no model scored, the second is the first."""
    return list(_RANKINGS if any(row.get("llm_scores") for row in rows) else _RANKINGS[:1])


def _ids(row: Row, ranker: str) -> list[str]:
    return [one["paper_id"] for one in (row.get("rankings") or {}).get(ranker) or ()]


def scores(rows: Sequence[Row], ranker: str, cut: int) -> Row:
    """Means over rows of claims at one K, as published; 0 where no claim has a gold paper."""
    known = [row for row in rows if row["target_ids"]]
    pools = [_published([one["paper_id"] for one in row["candidate_papers"]], row) for row in known]
    scores = [_published(_ids(row, ranker)[:cut], row) for row in known]
    return {
        "budget": cut,
        "claims": len(known),
        **{new: _mean([one[old] for one in pools]) for old, (_, new) in _MEANS.items()},
        **{new: _mean([one[old] for one in scores]) for old, (new, _) in _MEANS.items()},
    }


def _published(papers: Sequence[str], row: Row) -> dict[str, float]:
    """Scores of one list, of which an empty one has 0."""
    gold, groups = set(row["target_ids"]), row.get("target_ingredient_groups") or []
    hits = len(gold & set(papers))
    recall, precision = hits / len(gold), hits / len(papers) if papers else 0.0
    covered = sum(not set(papers).isdisjoint(group) for group in groups)
    return {
        "recall": recall,
        "precision": precision,
        "F1": metrics.harmonic(precision, recall),
        "any-hit": float(hits > 0),
        "coverage": covered / len(groups) if groups else 0.0,
    }


def _mean(values: Sequence[float]) -> float:
    """Exact, as published, and 0 for nothing."""
    known = [value for value in values if not math.isnan(value)]
    return round(mean(known), _DIGITS) if known else 0.0
