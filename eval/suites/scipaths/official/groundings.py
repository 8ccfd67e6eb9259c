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
from scinet.eval.ranked_list import PaperList, RankedItem, get_items
from scinet.eval.results import Result
from scinet.eval.run import Run, RunHeader, UnrequestedRecord
from scinet.eval.suites.instance_files import PUBLISHED, make_not_asked, published_row
from scinet.eval.suites.json_files import JsonRecord, read_document
from scinet.eval.suites.official import ImportedRun
from scinet.eval.suites.scipaths import metrics
from scinet.eval.suites.scipaths.claims import format_claim
from scinet.eval.suites.scipaths.official.claims import SplitQueries, bare_id, semantic_scholar_id
from scinet.eval.task import Query, Row, Task

_DIGITS: Final = 4
_RANKINGS: Final = ("deterministic", "llm_score")
_MODES: Final = {
    "B1": "Claim only",
    "B3": "Gold enabling contributions",
    "B4": "Predicted enabling contributions",
    "B4_MATCHED": "Matched predicted enabling contributions",
}
# Of lists, and of the candidate pool.
_MEANS: Final = {
    "recall": ("mean_recall", "candidate_pool_recall"),
    "precision": ("mean_precision", "candidate_pool_precision"),
    "F1": ("mean_f1", "candidate_pool_f1"),
    "any-hit": ("any_hit_rate", "candidate_pool_any_hit"),
    "coverage": ("ingredient_coverage", "candidate_pool_ingredient_coverage"),
}


def read_results(task: Task, file: Path, header: RunHeader) -> ImportedRun:
    """Make a run of the results in the task's own mode; other modes are skipped.

    The list of an answer is the ranking by the model's score, or with ``ranking=deterministic``
    among the settings the one without it.
    """
    claims = SplitQueries(task, header.split)
    ranking = str(header.settings.get("ranking", _RANKINGS[1]))
    answers: dict[str, Answer] = {}
    counts = Counter(records=0, answered=0, not_asked=0, leaked=0)
    document_read = read_document(file, "results")
    head, blocks = document_read.head, document_read.records
    block_fields: Row = {}
    others: list[UnrequestedRecord] = []
    for outer in _select_mode(task, blocks):
        block_fields = {name: value for name, value in outer.fields.items() if name != "claims"}
        for number, fields in enumerate(outer.fields.get("claims") or (), start=1):
            if not isinstance(fields, dict):
                outer.refuse(f"claim {number} is not an object")
            record = JsonRecord(fields, file, number)
            counts["records"] += 1
            name = claims.of(record)
            if name is None:
                counts["not_asked"] += 1
                others.append(make_not_asked(record))
                continue
            if name in answers:
                record.refuse(f"claim {name} is answered twice")
            late = find_leaked(fields, claims.queries[name])
            counts["answered"] += 1
            counts["leaked"] += len(late)
            items = tuple(
                RankedItem(semantic_scholar_id(paper) or paper)
                for paper in _ranked_ids(record, ranking)
            )
            explanation = {PUBLISHED: fields, "leaked_candidates": late}
            answers[name] = PaperList(name, items, explanation=explanation)
    # The metrics of a file are over all its claims, including those without a known paper.
    stored = {"summary": head.get("summary") or {}, "block": block_fields}
    header = replace(header, settings={**header.settings, PUBLISHED: stored})
    return ImportedRun(Run(header, answers, not_asked=others), counts)


def find_leaked(fields: Mapping[str, Any], query: Query) -> list[str]:
    """Find candidates of a year that is not over before the query's day, or without a year."""
    return [
        str(candidate.get("paper_id"))
        for candidate in fields.get("candidate_papers") or ()
        if not isinstance(candidate.get("year"), int) or candidate["year"] >= query.before.year
    ]


def make_document(task: Task, run: Run) -> Any:
    """Convert a run to a file of results, with its metrics by the published scorer."""
    mode = str(task.options["mode"])
    stored = run.header.settings.get(PUBLISHED, {})
    claims = _claim_rows(task, run)
    block = {"mode": mode, "mode_name": _MODES[mode], "result_label": None}
    head = {
        "gold_claim_field": "target_contribution",
        "model": run.header.system,
        "query_model": run.header.system,
        "modes": [mode],
        "rankers": _distinct_rankers(claims),
        "budgets": list(metrics.CUTS),
        **stored.get("summary", {}),
    }
    return {
        "summary": head,
        "metrics": make_metric_rows(task, run),
        "results": [{**block, **stored.get("block", {}), "claims": claims}],
    }


def make_metric_rows(task: Task, run: Run) -> list[Row]:
    """Make one row for each ranking and K: exact means over claims with a gold paper, rounded."""
    stored = run.header.settings.get(PUBLISHED, {})
    stored_summary, block = stored.get("summary", {}), stored.get("block", {})
    mode = str(task.options["mode"])
    rows = _claim_rows(task, run)
    labels = {
        "mode": mode,
        "mode_name": _MODES[mode],
        "result_label": block.get("result_label"),
        "display_name": _MODES[mode]
        + (f" ({block['result_label']})" if block.get("result_label") else ""),
    }
    model = stored_summary.get("model", run.header.system)
    return [
        {
            **labels,
            "ranker": ranker,
            "predicted_results": block.get("predicted_results"),
            "model": model,
            "query_model": stored_summary.get("query_model", model),
            "fallback_repair_model": stored_summary.get("fallback_repair_model"),
            "llm_rerank_candidates": stored_summary.get("llm_rerank_candidates"),
            "candidate_snippets": stored_summary.get("candidate_snippets"),
            "n_claims_total": len(rows),
            "n_errors": sum(bool(row.get("error")) for row in rows),
            "mean_candidates": _round_mean([row.get("n_candidates", 0) for row in rows]),
            "mean_ranked": _round_mean([len(_ranking_ids(row, ranker)) for row in rows]),
            **{
                f"mean_{name}": _round_mean([row.get(f"n_{name}", 0) for row in rows])
                if rows and ranker == _RANKINGS[1]
                else ""
                for name in ("llm_scored", "missing_llm_scores")
            },
            **mean_scores(rows, ranker, cut),
        }
        for ranker in stored_summary.get("rankers") or _distinct_rankers(rows)
        for cut in stored_summary.get("budgets") or metrics.CUTS
    ]


def summarise_result(task: Task, result: Result) -> Any:
    """Return the means of official scoring, and the metrics of each claim."""
    means = {
        metric.metric: _round_mean(
            [row[metric.metric] for row in result.per_query if row.get(metric.metric) is not None]
        )
        for metric in result.metrics
    }
    header = {"system": result.header.system, "mode": task.options["mode"]}
    return {"summary": header, "metrics": means, "claims": list(result.per_query)}


def _select_mode(task: Task, blocks: Sequence[JsonRecord]) -> list[JsonRecord]:
    """Select results in the task's mode; of several predictions those of the task's options."""
    mine = [block for block in blocks if block.fields.get("mode") == task.options["mode"]]
    name = task.options.get("predicted")
    same = [
        block for block in mine if Path(str(block.fields.get("predicted_results"))).name == name
    ]
    return same if len(mine) > 1 and same else mine


def _ranked_ids(record: JsonRecord, ranking: str) -> list[str]:
    rankings = record.fields.get("rankings")
    if not isinstance(rankings, dict) or not rankings:
        return record.texts("ranked_ids")
    if ranking not in rankings:
        record.refuse(f"no ranking {ranking!r} among {', '.join(rankings)}")
    return [str(entry["paper_id"]) for entry in rankings[ranking] or ()]


def _claim_rows(task: Task, run: Run) -> list[Row]:
    """Make rows by paper and position, as published."""
    claims = SplitQueries(task, run.header.split)
    others = [json.loads(record.record) for record in run.not_asked]
    rows = [((str(row.get("paper_id")), row.get("claim_idx", 0)), row) for row in others]
    for name, answer in run.answers.items():
        rows.append(
            (claims.place(name), published_row(answer) or _claim_row(task, claims, name, answer))
        )
    return [row for _, row in sorted(rows, key=itemgetter(0))]


def _claim_row(task: Task, claims: SplitQueries, name: str, answer: Answer) -> Row:
    explained = answer.explanation if isinstance(answer.explanation, dict) else {}
    mode = str(task.options["mode"])
    (paper, number), truth = claims.place(name), claims.truth[name]
    groups = [[bare_id(entry) for entry in group] for group in truth["published"]]
    gold = list(dict.fromkeys(entry for group in groups for entry in group))
    candidates = [
        {
            "paper_title": None,
            "best_rank": place,
            "frequency": 1,
            "deterministic_score": 0.0,
            **entry,
            "paper_id": bare_id(str(entry["paper_id"])),
        }
        for place, entry in enumerate(
            explained.get("candidates") or [{"paper_id": item.id} for item in get_items(answer)],
            start=1,
        )
    ]
    by_rule = sorted(
        candidates, key=lambda entry: (-entry["deterministic_score"], entry["best_rank"])
    )
    scored = [entry for entry in candidates if "llm_score" in entry]
    rankings = {
        ranker: [
            {**entry, "rank": place, "ranker": ranker} for place, entry in enumerate(listed, 1)
        ]
        for ranker, listed in zip(
            _RANKINGS, (by_rule if explained else candidates, candidates), strict=True
        )
    }
    return {
        "paper_id": paper,
        "paper_title": truth["target_title"] or paper,
        "claim_idx": number,
        "claim": format_claim(claims.queries[name].inputs),
        "mode": mode,
        "mode_name": _MODES[mode],
        "target_ids": gold,
        "target_titles": dict.fromkeys(gold, ""),
        "target_ingredient_groups": groups,
        "n_target_ingredients": len(groups),
        "n_targets": len(gold),
        "queries": list(explained.get("queries", ())),
        "query_error": None,
        "search_errors": [],
        "candidate_papers": candidates,
        "n_candidates": len(candidates),
        "rankings": rankings,
        "ranked_papers": rankings[_RANKINGS[1]],
        "ranked_ids": [entry["paper_id"] for entry in candidates],
        "llm_scores": [{key: entry[key] for key in ("paper_id", "llm_score")} for entry in scored],
        "n_llm_scored": len(scored),
        "n_missing_llm_scores": 0,
        "error": answer.fault,
    }


def _distinct_rankers(rows: Sequence[Row]) -> list[str]:
    """Return the distinct rankings: without a model's scores, the second equals the first."""
    return list(_RANKINGS if any(row.get("llm_scores") for row in rows) else _RANKINGS[:1])


def _ranking_ids(row: Row, ranker: str) -> list[str]:
    return [entry["paper_id"] for entry in (row.get("rankings") or {}).get(ranker) or ()]


def mean_scores(rows: Sequence[Row], ranker: str, cut: int) -> Row:
    """Compute means over claims at one K, as published; 0 where no claim has a gold paper."""
    with_gold = [row for row in rows if row["target_ids"]]
    pools = [
        _published_scores([item["paper_id"] for item in row["candidate_papers"]], row)
        for row in with_gold
    ]
    scores = [_published_scores(_ranking_ids(row, ranker)[:cut], row) for row in with_gold]
    return {
        "budget": cut,
        "claims": len(with_gold),
        **{new: _round_mean([item[old] for item in pools]) for old, (_, new) in _MEANS.items()},
        **{new: _round_mean([item[old] for item in scores]) for old, (new, _) in _MEANS.items()},
    }


def _published_scores(papers: Sequence[str], row: Row) -> dict[str, float]:
    """Compute the scores of one list; an empty one has 0."""
    gold, groups = set(row["target_ids"]), row.get("target_ingredient_groups") or []
    hits = len(gold & set(papers))
    recall, precision = hits / len(gold), hits / len(papers) if papers else 0.0
    covered = sum(not set(papers).isdisjoint(group) for group in groups)
    return {
        "recall": recall,
        "precision": precision,
        "F1": metrics.harmonic_mean(precision, recall),
        "any-hit": float(hits > 0),
        "coverage": covered / len(groups) if groups else 0.0,
    }


def _round_mean(values: Sequence[float]) -> float:
    """Compute the exact mean, as published, and 0 for no values."""
    defined = [value for value in values if not math.isnan(value)]
    return round(mean(defined), _DIGITS) if defined else 0.0
