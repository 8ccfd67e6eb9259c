"""The part of the report on search systems, from the folders of ``scinet evaluate runs``."""

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from markupsafe import Markup

from scinet.errors import DataError, ScinetError
from scinet.eval.comparison_table import SideBySide, compare_systems, list_comparisons
from scinet.eval.evaluated_tasks import FORECASTS, TaskEvaluation, read_evaluated
from scinet.eval.report.charts import draw_bars
from scinet.eval.task import Row


def make_sections(
    folders: Sequence[Path],
    graph_fingerprint: str,
    *,
    refused: Callable[[ScinetError], None] | None = None,
) -> list[Row]:
    """Make one section per task below folders of results, and below each folder in them.

    Args:
        folders: Where ``scinet evaluate runs --out`` wrote.
        graph_fingerprint: Of the graph that the report is on.
        refused: Takes why a task is left out: its results cannot be read, or are of another graph.
            It is raised otherwise.
    """
    tasks = [task for folder in folders for task in read_evaluated(folder, refused=refused)]
    named = ", ".join(map(str, folders))
    if not tasks and refused is None:
        raise DataError(
            f"no result in this folder ({named})", hint="Make one with `scinet evaluate runs`."
        )
    built: dict[tuple[str, str], str] = {}
    shown = []
    for task in tasks:
        try:
            _require_graph(task, graph_fingerprint)
            _require_one_version(task, built, named)
        except DataError as error:
            if refused is None:
                raise
            refused(error)
        else:
            shown.append(task)
    return [
        {**_make_section(task), "anchor": f"task-{place}"}
        for place, task in enumerate(shown, start=1)
    ]


def _require_graph(task: TaskEvaluation, graph_fingerprint: str) -> None:
    for (scoring, system), folder in task.folders.items():
        made_on = task.results[scoring][system]["graph_fingerprint"]
        if made_on != graph_fingerprint:
            raise DataError(
                f"{task.name} was made on another graph: {made_on[:16]}, not "
                f"{graph_fingerprint[:16]} ({folder / 'result.json'})",
                hint="Score it again on this graph, connect to that one, or leave its folder out.",
            )


def _require_one_version(
    task: TaskEvaluation, built: dict[tuple[str, str], str], named: str
) -> None:
    mark = task.about["task_fingerprint"]
    if built.setdefault((task.place, task.name), mark) != mark:
        raise DataError(
            f"results of two versions of the task {task.about['task']} lie together ({named})",
            hint="Score all systems on one task folder, or delete the older results.",
        )


def _make_section(task: TaskEvaluation) -> Row:
    header, table = task.about, compare_systems(task)
    is_forecast = header["suite"] in FORECASTS
    built = {
        "before": header["before"],
        "seed": header["task_seed"],
        "task_fingerprint": header["task_fingerprint"][:16],
    }
    results = [task.result_of(name) for name in task.systems]
    return {
        "task": header["task"],
        "where": task.place,
        "queries": task.queries,
        "scorings": list(task.results),
        "headline": header["headline"],
        "svg": _draw_headline(task, table) if is_forecast else None,
        "is_forecast": is_forecast,
        "table": table,
        "finding": _make_finding(task, table),
        "comparisons": _format_comparisons(task),
        "options": [
            ("task", _flatten_values(built)),
            ("options", _flatten_values(header["options"])),
            ("left out of the task", _flatten_values(header["left_out"])),
            *((f"counted for {row['system']}", _flatten_values(row["counts"])) for row in results),
        ],
    }


def _make_finding(task: TaskEvaluation, table: SideBySide) -> Row | None:
    """Return the first system with its headline, the chance level, and the systems level with it.

    None without a competing system.
    """
    metrics = {line.name: line.metrics[0] for line in table.lines}
    if task.first is None or metrics[task.first] is None:
        return None
    return {
        "system": task.first,
        "metric": metrics[task.first],
        "scoring": table.columns[0][1],
        "chance": metrics.get("random"),
        "floor": task.floor,
        "level": task.leaders[1:],
    }


def _draw_headline(task: TaskEvaluation, table: SideBySide) -> Markup | None:
    metric = table.columns[0][0]
    shown = {line.name: line.metrics[0] for line in table.lines if line.kind != "control"}
    ends = {
        name: [metric_row[end] for end in ("mean", "low", "high")]
        for name, metric_row in shown.items()
        if metric_row
    }
    rows = {name: values for name, values in ends.items() if None not in values}
    return draw_bars(rows, metric, task.leaders) if rows else None


def _format_comparisons(task: TaskEvaluation) -> str:
    headline, scoring = task.about["headline"], next(iter(task.results))
    rows = [
        row
        for row in list_comparisons(task)
        if row["metric"] == headline and row["scoring"] == scoring
    ]
    if not rows:
        return ""
    return (
        f"{headline}, {scoring} scoring, compared with {rows[0]['system_b']}, paired permutation "
        "test with Holm's correction: "
        + "; ".join(
            f"{row['system_a']} {_format_signed(row['difference'])} (p {_format_p(row['p_holm'])})"
            for row in rows
        )
        + "."
    )


def _format_signed(number: float | None) -> str:
    return "-" if number is None else f"{number:+.3f}"


def _format_p(number: float | None) -> str:
    return "-" if number is None else f"{number:.2g}"


def _flatten_values(values: Mapping[str, Any]) -> list[tuple[str, str]]:
    """Flatten options and counts to text, nested ones with their path."""
    pairs: list[tuple[str, str]] = []
    for key, item in values.items():
        if isinstance(item, Mapping):
            pairs += [(f"{key} {inner}", text) for inner, text in _flatten_values(item)]
        elif isinstance(item, list):
            pairs.append((key, ", ".join(map(str, item)) or "none"))
        elif isinstance(item, float):
            pairs.append((key, f"{item:.6g}"))
        else:
            pairs.append((key, "none" if item is None else str(item)))
    return pairs
