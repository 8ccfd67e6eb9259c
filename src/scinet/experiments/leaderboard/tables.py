"""Tables of a task's scored entries: tests, periods, gains and costs.

The result is one JSON file per task, the only input of the page.
"""

import math
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any

import numpy as np

from scinet.eval import controls, results
from scinet.eval.evaluate import compare, measure
from scinet.eval.results import Comparison
from scinet.eval.significance import holm_correction
from scinet.eval.suites import get_task_type
from scinet.eval.task import Row, Task
from scinet.eval.task_type import Floats, TaskType
from scinet.experiments.leaderboard.plan import LeaderboardTask, goal_of, years
from scinet.experiments.leaderboard.run import CONTROLS, place, read_account, write_json

Table = Mapping[str, Floats]


def gather(spec: LeaderboardTask, out: Path, *, seed: int = 0) -> Row:
    """Gather the table of a task from its entries' output; also write ``tables/NAME.json``."""
    task, task_type = Task.read(place(out, "tasks", spec.name)), get_task_type(spec.task_type)
    folder = place(out, "results", spec.name) / task.suite / task.name
    folders = {entry.name: place(out, "accounts", spec.name, entry.name) for entry in spec.entries}
    accounts = {name: read_account(file) for name, file in folders.items()}
    done = [name for name, account in accounts.items() if account and "error" not in account]
    per_query = {name: _per_query(folder / name) for name in done}
    baseline = spec.baseline if spec.baseline in done else None
    compared = [] if baseline is None else compare(task_type, per_query, baseline, seed)
    for name in done:
        _add_tests(folder / name, [row for row in compared if row.system_a == name], baseline)
    gains = _gains_over(spec, task_type, per_query, seed)
    days = np.array([query.before.year for query in task.queries("test")])
    # The headline, and the metrics with goals.
    goals = [goal_of(name, spec.periods)[0] for name in spec.goals]
    shown = list(dict.fromkeys([task_type.headline, *goals]))
    entries = []
    for entry in spec.entries:
        row = {**entry.model_dump(), "account": accounts[entry.name] or {"error": "not done yet"}}
        if entry.name in done:
            row |= _read_result(folder / entry.name)
            row["brought"] = gains.get(entry.name)
            row["periods"] = _periods(spec, task_type, per_query[entry.name], days, shown, seed)
        entries.append(row)
    account = read_account(place(out, "accounts", spec.name, CONTROLS)) or {"error": "not done yet"}
    table = {
        "name": spec.name,
        "title": spec.title,
        "note": spec.note,
        "kind": spec.task_type,
        "headline": task_type.headline,
        "shown": shown,
        "baseline": spec.baseline,
        "seed": seed,
        "task": {
            "options": dict(task.options),
            "seed": task.seed,
            "counts": dict(task.counts),
            "left_out": dict(task.left_out),
            "before": {split: day.isoformat() for split, day in task.before.items()},
            "task_fingerprint": task.fingerprint,
            "graph_fingerprint": task.graph_fingerprint,
        },
        "entries": entries,
        "controls": []
        if "error" in account
        else [{"name": name, **_read_result(folder / name)} for name in controls.NAMES],
        "controls_error": account.get("error"),
        "official": None if baseline is None else _read_result(folder / baseline / "official"),
        "goals": dict(spec.goals),
        "less_is_better": list(spec.less_is_better),
        "references": [reference.model_dump() for reference in spec.references],
    }
    write_json(place(out, "tables", spec.name), table)
    return table


def _per_query(folder: Path) -> dict[str, Floats]:
    rows = list(results.read_per_query(folder).values())
    return {
        name: np.array([math.nan if row[name] is None else row[name] for row in rows])
        for name in rows[0]
    }


def _read_result(folder: Path) -> Row:
    """Read the fields of a ``result.json`` that the page shows."""
    about = results.read_result(folder / results.FILE)
    stored = ("version", "track", "counts", "metrics", "comparisons", "versions")
    return {"all_settings": about["settings"], **{name: about[name] for name in stored}}


def _add_tests(folder: Path, rows: Sequence[Comparison], baseline: str | None) -> None:
    """Add the tests to the result, which was scored alone."""
    file = folder / results.FILE
    tests = [results.replace_nan(asdict(row)) for row in rows]
    write_json(file, {**results.read_result(file), "comparisons": tests, "baseline": baseline})


def _gains_over(
    spec: LeaderboardTask, task_type: TaskType, per_query: Mapping[str, Table], seed: int
) -> dict[str, Row]:
    """Compare each entry with the one that it is meant to improve on, by the headline."""
    rows: list[Comparison] = []
    for entry in spec.entries:
        over = entry.over or spec.baseline
        if entry.name != over and {entry.name, over} <= per_query.keys():
            headline = task_type.headline
            pair = {
                name: _select_columns(task_type, per_query[name], [headline])
                for name in (over, entry.name)
            }
            compared = compare(task_type, pair, over, seed)
            rows += [row for row in compared if row.metric == headline]
    adjusted = holm_correction([row.p for row in rows])
    return {
        row.system_a: results.replace_nan(
            {"over": row.system_b, "difference": row.difference, "p_holm": p}
        )
        for row, p in zip(rows, adjusted, strict=True)
    }


def _periods(
    spec: LeaderboardTask,
    task_type: TaskType,
    table: Table,
    year: Any,
    shown: Sequence[str],
    seed: int,
) -> Row:
    """Compute some metrics for the queries of each period alone."""
    periods: Row = {}
    for period in spec.periods:
        inside = np.isin(year, years(period))
        part = {
            name: values[inside]
            for name, values in _select_columns(task_type, table, shown).items()
        }
        metrics = measure(task_type, part, seed) if inside.any() else ()
        rows = [results.replace_nan(asdict(metric)) for metric in metrics if metric.metric in shown]
        periods[period] = {"queries": int(inside.sum()), "metrics": rows}
    return periods


def _select_columns(task_type: TaskType, table: Table, metrics: Sequence[str]) -> dict[str, Floats]:
    """Select some metrics of the table, and the columns of statistics."""
    stored = {*metrics, *task_type.columns}
    return {name: values for name, values in table.items() if name in stored}
