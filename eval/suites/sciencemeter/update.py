"""Effect of a model's update, from one run before and one after it.

Shares are means over domains; intervals and tests resample papers, since one paper has two claims
and may be in several triplets.
"""

import math
from collections.abc import Mapping, Sequence
from typing import Any, Final

from scinet.errors import DataError
from scinet.eval.answer import RecordAnswer
from scinet.eval.run import Run
from scinet.eval.significance import (
    compute_statistic,
    holm_correction,
    paired_statistic_test,
    statistic_interval,
)
from scinet.eval.suites.sciencemeter import metrics, shares
from scinet.eval.suites.sciencemeter.knowledge import KnowledgeTask
from scinet.eval.suites.sciencemeter.metrics import SETS, Label
from scinet.eval.suites.sciencemeter.shares import GroupedRow, join_labels, zip_labels
from scinet.eval.task import Row as TruthRow
from scinet.eval.task import Task
from scinet.eval.task_type import Scoring
from scinet.extension import suggest

WEIGHTS: Final = ("domains", "triplets")
CAUTION: Final = (
    "the published scorer compares with a misspelt value, so that nothing is ever correct; the "
    "published numbers cannot come from it"
)
"""Caution beside every number of official scoring."""


def score_updates(
    task_type: KnowledgeTask,
    task: Task,
    before: Run,
    after: Sequence[Run],
    *,
    scoring: Scoring = "strict",
    signals: Sequence[str] | None = None,
    weights: str = "domains",
    split: str = "test",
    seed: int = 0,
) -> list[TruthRow]:
    """Score updates of one model.

    strict: a row without an answer before is left out, one without an answer after is unknown; both
        are counted. official: sets are paired in the order of their rows and cut to the shortest;
        the shares of all three readings are given, the published one first.

    Args:
        after: Answers after each update; the others are compared with the first.
        signals: Signals of confidence, all of the task's when None.
        weights: Domains count equally, or by their ``triplets``.

    Returns:
        For each update ``before`` and ``after``, the names of its runs; ``shares``, official as
        published; ``transitions``, counts of label pairs before and after, by set; ``differences``,
        shares minus those of the first update on the same rows; and ``counts`` of rows, and of
        missing or unreadable answers.
    """
    used_signals = task_type.signals if signals is None else tuple(signals)
    _check_runs(task_type, before, after, used_signals, weights)
    truth = task.truth(split)
    runs = (before, *after)
    readings: Sequence[metrics.Reading] = ["strict"]
    if scoring == "official":
        readings = ["official", "corrected", "strict"]
    labels = {
        reading: [_label_answers(task_type, run, truth, reading, used_signals) for run in runs]
        for reading in readings
    }
    updates: list[TruthRow] = []
    first: list[GroupedRow] = []
    for number, run in enumerate(after, start=1):
        joins = {
            reading: (join_labels if reading == "strict" else zip_labels)(
                truth, listed[0], listed[number]
            )
            for reading, listed in labels.items()
        }
        rows, labels_after = joins[readings[0]], labels[readings[0]][number]
        if number == 1:
            first = rows
        found_shares = (
            shares.strict_shares(rows, weights, seed)
            if scoring == "strict"
            else [
                *shares.published_shares(joins["official"], "official"),
                *shares.published_shares(joins["corrected"], "corrected"),
                *shares.domain_shares(joins["strict"], weights, seed),
            ]
        )
        plain = [joined_row.row for joined_row in rows]
        updates.append(
            {
                "before": run_name(before),
                "after": run_name(run),
                "shares": found_shares,
                "transitions": {name: metrics.count_transitions(plain, name) for name in SETS},
                "differences": _compare_updates(run, after[0], rows, first, weights, seed)
                if number > 1 and scoring == "strict"
                else [],
                "counts": {
                    "rows": len(rows),
                    "missing_before": len(truth) - len(labels[readings[0]][0]),
                    "missing_after": len(truth) - len(labels_after),
                    "unread_after": sum(
                        task_type.read_signs(record, truth[name], scoring).is_right is None
                        for name, record in _answer_records(run).items()
                    ),
                },
            }
        )
    return updates


def to_json_value(value: Any) -> Any:
    """Convert an update, or a part of it, to JSON; undefined values become null."""
    if isinstance(value, dict):
        return {name: to_json_value(inner) for name, inner in value.items()}
    if isinstance(value, list | tuple):
        return [to_json_value(inner) for inner in value]
    return None if isinstance(value, float) and math.isnan(value) else value


def run_name(run: Run) -> str:
    """Return the name of a run's file: one model has the same name before and after."""
    return run.header.system if run.file is None else run.file.stem


def _check_runs(
    task_type: KnowledgeTask,
    before: Run,
    after: Sequence[Run],
    signals: Sequence[str],
    weights: str,
) -> None:
    if unknown := sorted(set(signals) - set(task_type.signals)) or (not signals and ["none"]):
        raise DataError(
            f"{task_type.suite}/{task_type.name} has no signal {', '.join(unknown)}",
            hint=f"It has {', '.join(task_type.signals)}.",
        )
    if weights not in WEIGHTS:
        raise DataError(f"no weights {weights!r}", hint=suggest(weights, WEIGHTS))
    names = [run_name(run) for run in after]
    if len(set(names)) < len(names):
        raise DataError("two updates have the same name", hint="Give their files different names.")
    for run in (before, *after):
        if unchecked := sum(
            not task_type.is_checked(record) for record in _answer_records(run).values()
        ):
            raise DataError(
                f"{unchecked} claims of {run_name(run)} were not checked",
                hint="Let a model check them: add --model and --ledger.",
            )


def _label_answers(
    task_type: KnowledgeTask,
    run: Run,
    truth: Mapping[str, TruthRow],
    scoring: metrics.Reading,
    signals: Sequence[str],
) -> dict[str, Label]:
    return {
        query_id: task_type.label(record, truth[query_id], scoring, signals)
        for query_id, record in _answer_records(run).items()
    }


def _answer_records(run: Run) -> dict[str, Mapping[str, Any]]:
    return {
        name: answer.record
        for name, answer in run.answers.items()
        if isinstance(answer, RecordAnswer)
    }


def _compare_updates(
    run: Run,
    base: Run,
    rows: Sequence[GroupedRow],
    first: Sequence[GroupedRow],
    weights: str,
    seed: int,
) -> list[TruthRow]:
    """Compare with the first update; the model before is the same, so both have the same rows."""
    statistic = shares.DomainMean(rows, weights)
    differences: list[TruthRow] = []
    for goal in metrics.GOALS:
        ours, theirs = (
            shares.make_columns(
                shares.denominator_rows(item, goal, needs_new_unknown=True),
                goal,
                "correct",
                statistic,
            )
            for item in (rows, first)
        )
        less = {**ours, "hits": ours["hits"] - theirs["hits"]}
        low, high = statistic_interval(statistic, less, seed)
        row: TruthRow = {"system_a": run_name(run), "system_b": run_name(base), "metric": goal}
        row |= {"difference": compute_statistic(statistic, less), "low": low, "high": high}
        differences.append(row | {"p": paired_statistic_test(statistic, ours, theirs, seed)})
    adjusted = holm_correction([item["p"] for item in differences])
    return [item | {"p_holm": p} for item, p in zip(differences, adjusted, strict=True)]
