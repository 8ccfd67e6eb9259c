"""Scoring of runs side by side: metrics with intervals, paired tests, and counts.

The controls are scored in every evaluation, or once beside it for all evaluations.
"""

import math
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict
from typing import Any

import numpy as np
from numpy.typing import NDArray

from scinet.errors import DataError
from scinet.eval import controls
from scinet.eval.answer import NoAnswer
from scinet.eval.external_metrics import METRICS, ExternalMetric, add_metrics
from scinet.eval.metrics import mean_in_order
from scinet.eval.metrics.impact import CITATIONS, PREDICTED, spearman
from scinet.eval.options import DEFAULT_OPTIONS, EvaluationOptions, metric_name
from scinet.eval.query_groups import Parts, divide
from scinet.eval.results import Comparison, Metric, Result, replace_nan
from scinet.eval.run import Run
from scinet.eval.significance import (
    bootstrap_interval,
    compute_statistic,
    holm_correction,
    paired_statistic_test,
    paired_test,
    statistic_interval,
)
from scinet.eval.task import Query, Row, Task
from scinet.eval.task_type import (
    Floats,
    JudgedAnswer,
    JudgedTask,
    Scoring,
    ScoringContext,
    TaskType,
)
from scinet.eval.titles import TitleIndex
from scinet.graph.db import fingerprint
from scinet.graph.db.connection import Database
from scinet.graph.snapshot import Snapshot
from scinet.llm.batch_client import LLMSession


def evaluate(
    task_type: TaskType,
    task: Task,
    runs: Sequence[Run],
    options: EvaluationOptions = DEFAULT_OPTIONS,
    *,
    database: Database | None = None,
    snapshot: Snapshot | None = None,
    with_controls: bool = True,
    judge: LLMSession | None = None,
    external: ExternalMetric | None = None,
) -> list[Result]:
    """Score runs and the controls.

    The graph as arrays (``snapshot``, before the cut-off day) is needed to resolve titles,
    ``database`` where answers are checked against the graph. The judge does not see the controls,
    and these are not divided by properties of the queries, see :mod:`scinet.eval.query_groups`.
    ``judge`` and ``external`` are the model and the scores of the options, opened; results are
    written by :func:`scinet.eval.evaluation.evaluate_runs`.

    Returns the runs in the order given, then the controls.
    """
    scoring, split, seed = options.scoring, options.split, options.seed
    queries = task.require_queries(split)
    truth = task.truth(split)
    titles = None if snapshot is None else TitleIndex.of(snapshot, similar=options.similar)
    context = ScoringContext(task, scoring, database, split, snapshot, titles)
    _check_runs(task_type, runs, context, options.baseline, judge)
    divided = [divide(item, queries, truth) for item in options.by]
    further = {metric_name(item): METRICS.find(item) for item in options.metrics}
    everyone = list(runs)
    if with_controls:
        everyone += controls.make_control_runs(task_type, queries, context, seed=seed)
    resolved = task_type.resolve(everyone, queries, context)
    # One call for all systems: a pair that several return is looked up in the graph once.
    examples = [item for run in resolved for item in run.scored(queries, truth)]
    rows = add_metrics(task_type.score(examples, context), examples, context, further)
    ended: list[dict[str, int]] = [{} for _ in everyone]
    if judge is not None and isinstance(task_type, JudgedTask):
        judged = task_type.judge(examples[: len(runs) * len(queries)], judge, context)
        rows = _add_judge_metrics(rows, judged)
        ended = _count_statuses(judged, len(queries)) + ended[len(runs) :]
    if external is not None:
        rows = external.beside(rows, [run.header.system for run in runs], queries, truth)
    tables = [
        {
            name: np.array([row[name] for row in rows[start : start + len(queries)]])
            for name in rows[0]
        }
        for start in range(0, len(rows), len(queries))
    ]
    answered = [
        np.array([not isinstance(run.answers.get(q.query_id), NoAnswer | None) for q in queries])
        for run in everyone
    ]
    orders = [_run_order(run, queries, scoring) for run in everyone]
    base = _choose_baseline(runs, options.baseline)
    compared = compare(
        task_type,
        {run.header.system: table for run, table in zip(runs, tables, strict=False)},
        base,
        seed,
    )
    return [
        Result(
            header=run.header,
            is_control=number >= len(runs),
            metrics=measure(task_type, table, seed, answered[number], orders[number]),
            comparisons=tuple(
                row for row in compared if number < len(runs) and row.system_a == run.header.system
            ),
            baseline=base,
            similar=options.similar,
            counts={**_coverage(run, queries), **resolved_run.counts, **ended[number]},
            per_query=tuple(
                {
                    "query_id": query.query_id,
                    "is_answered": bool(answered[number][place]),
                    **{name: _number(values[place]) for name, values in table.items()},
                }
                for place, query in enumerate(queries)
            ),
            parts=tuple(
                row
                for item in divided[: len(divided) if number < len(runs) else 0]
                for row in _measure_parts(
                    task_type, table, item, answered[number], orders[number], seed
                )
            ),
            order=tuple(run.answers),
        )
        for number, (run, resolved_run, table) in enumerate(
            zip(everyone, resolved, tables, strict=True)
        )
    ]


def _add_judge_metrics(
    rows: Sequence[Mapping[str, float]], judged: Sequence[JudgedAnswer]
) -> list[dict[str, float]]:
    """Add the judge's metrics to rows; the controls, which stand last, have none."""
    nothing = dict.fromkeys(judged[0].values if judged else (), math.nan)
    values = [judgment.values for judgment in judged]
    values += [nothing] * (len(rows) - len(judged))
    return [{**row, **more} for row, more in zip(rows, values, strict=True)]


def _count_statuses(judged: Sequence[JudgedAnswer], queries: int) -> list[dict[str, int]]:
    """Count the statuses of the judge's requests, by run."""
    counts: list[dict[str, int]] = []
    for start in range(0, len(judged), queries):
        total: Counter[str] = Counter()
        for judgment in judged[start : start + queries]:
            total.update(judgment.statuses)
        counts.append({f"judge_{status}": count for status, count in sorted(total.items())})
    return counts


def _coverage(run: Run, queries: Sequence[Query]) -> dict[str, Any]:
    ended = [run.answers[query.query_id] for query in queries if query.query_id in run.answers]
    failed: Counter[str] = Counter(
        answer.status for answer in ended if isinstance(answer, NoAnswer)
    )
    answered = len(ended) - failed.total()
    return {
        "queries": len(queries),
        "answered": answered,
        "missing": len(queries) - len(ended),
        "coverage": answered / len(queries),
        **failed,
    }


def _check_runs(
    task_type: TaskType,
    runs: Sequence[Run],
    context: ScoringContext,
    baseline: str | None,
    judge: LLMSession | None,
) -> None:
    if judge is not None and not isinstance(task_type, JudgedTask):
        raise DataError(
            f"{context.task.id} has no text to judge",
            hint="Leave out the language model for this task.",
        )
    names = [run.header.system for run in runs]
    twice = [name for name in names if names.count(name) > 1 or name in controls.NAMES]
    if twice:
        raise DataError(
            f"two runs are named {twice[0]!r}",
            hint="Name one of them yourself: NAME=FILE in place of FILE.",
        )
    if baseline is not None and baseline not in names:
        raise DataError(
            f"the baseline {baseline!r} is not among the runs", hint="Add its run, or name another."
        )
    if task_type.needs_graph or context.database is not None:
        context.task.check_graph(fingerprint.stored_fingerprint(context.graph))


def _choose_baseline(runs: Sequence[Run], requested: str | None) -> str | None:
    names = [run.header.system for run in runs]
    likely = [requested, "bm25", "popularity", *names]
    return next((name for name in likely if name in names), None)


def compare(
    task_type: TaskType, tables: Mapping[str, Mapping[str, Floats]], baseline: str | None, seed: int
) -> list[Comparison]:
    """Test every system against the baseline, with Holm's correction within each metric.

    ``tables`` hold metrics and columns by system, each of shape ``(queries,)`` in one order.
    """
    others = [name for name in tables if name != baseline]
    if baseline is None or not others:
        return []
    rows: list[Comparison] = []
    for metric, base in tables[baseline].items():
        if metric in task_type.columns:
            continue
        p_values = [paired_test(tables[name][metric], base, seed) for name in others]
        for name, p, adjusted in zip(others, p_values, holm_correction(p_values), strict=True):
            difference = tables[name][metric] - base
            both = ~np.isnan(difference)
            more, of = _mean(difference[both]), _mean(base[both])
            n, gain = int(both.sum()), _percent_gain(more, of)
            rows.append(Comparison(name, baseline, metric, more, p, adjusted, n, gain))
    for metric, statistic in task_type.statistics.items():
        pairs = [_common_columns(task_type, tables[name], tables[baseline]) for name in others]
        p_values = [paired_statistic_test(statistic, ours, base, seed) for ours, base in pairs]
        for name, (ours, theirs), p, adjusted in zip(
            others, pairs, p_values, holm_correction(p_values), strict=True
        ):
            of = compute_statistic(statistic, theirs)
            more = compute_statistic(statistic, ours) - of
            n, gain = len(next(iter(ours.values()))), _percent_gain(more, of)
            rows.append(Comparison(name, baseline, metric, more, p, adjusted, n, gain))
    return rows


def measure(
    task_type: TaskType,
    table: Mapping[str, Floats],
    seed: int,
    answered: NDArray[np.bool_] | None = None,
    order: NDArray[np.intp] | None = None,
) -> tuple[Metric, ...]:
    """Compute the metrics of one system with their intervals.

    Metrics and columns of ``table`` and ``answered`` have the shape ``(queries,)``; ``order`` is
    the order in which means are summed.
    """
    metrics = [
        _make_metric(name, values, seed, answered, order)
        for name, values in table.items()
        if name not in task_type.columns
    ]
    if task_type.statistics:
        columns, _ = _common_columns(task_type, table, table)
        n = len(next(iter(columns.values())))
        for name, statistic in task_type.statistics.items():
            ends = statistic_interval(statistic, columns, seed)
            metrics.append(Metric(name, compute_statistic(statistic, columns), *ends, n))
    return tuple(metrics)


def _measure_parts(
    task_type: TaskType,
    table: Mapping[str, Floats],
    divided: Parts,
    answered: NDArray[np.bool_],
    order: NDArray[np.intp] | None,
    seed: int,
) -> Iterator[Row]:
    """Yield every metric of each part; for numbers and days also its rank correlation with them."""
    for part, mask in divided.masks.items():
        inside = {name: values[mask] for name, values in table.items()}
        own = None if order is None else (np.cumsum(mask) - 1)[order[mask[order]]]
        for metric in measure(task_type, inside, seed, answered[mask], own):
            yield {"by": divided.name, "part": part, **replace_nan(asdict(metric))}
    if divided.values is None or len(divided.masks) < 2:
        return
    for name, values in table.items():
        both = ~np.isnan(values) & ~np.isnan(divided.values)
        if name in task_type.columns or not both.any():
            continue
        columns = {PREDICTED: divided.values[both], CITATIONS: values[both]}
        ends = statistic_interval(spearman, columns, seed)
        correlation = Metric(name, compute_statistic(spearman, columns), *ends, int(both.sum()))
        yield {"by": divided.name, "part": "rank correlation", **replace_nan(asdict(correlation))}


def _common_columns(
    task_type: TaskType, first: Mapping[str, Floats], second: Mapping[str, Floats]
) -> tuple[dict[str, Floats], dict[str, Floats]]:
    """Return the columns of the queries that count for both systems."""
    count = ~np.isnan([table[name] for table in (first, second) for name in task_type.columns])
    counts = count.all(axis=0)
    first_columns, two = (
        {name: table[name][counts] for name in task_type.columns} for table in (first, second)
    )
    return first_columns, two


def _run_order(run: Run, queries: Sequence[Query], scoring: Scoring) -> NDArray[np.intp] | None:
    """Return positions of the queries in the order of the run, in which published scorers sum."""
    if scoring == "strict":
        return None
    place = {query.query_id: number for number, query in enumerate(queries)}
    order = [place[name] for name in dict.fromkeys([*run.answers, *place]) if name in place]
    return np.array(order, dtype=np.intp)


def _make_metric(
    name: str,
    values: Floats,
    seed: int,
    answered: NDArray[np.bool_] | None,
    order: NDArray[np.intp] | None,
) -> Metric:
    has_value = ~np.isnan(values)

    def mean(counts: NDArray[np.bool_]) -> float:
        if order is None or not counts.any():
            return _mean(values[counts])
        return mean_in_order(values[order][counts[order]].tolist())

    of_answered = None if answered is None else mean(has_value & answered)
    ends = bootstrap_interval(values, seed)
    return Metric(name, mean(has_value), *ends, int(has_value.sum()), of_answered)


def _percent_gain(more: float, of: float) -> float:
    return 100.0 * more / of if of > 0.0 else math.nan


def _mean(values: Floats) -> float:
    return float(values.mean()) if len(values) else math.nan


def _number(value: float) -> float | None:
    return None if math.isnan(value) else float(value)
