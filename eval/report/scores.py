"""The part of the report on search systems, from the folders of ``scinet evaluate``."""

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from markupsafe import Markup

from scinet.errors import DataError, ScinetError
from scinet.eval.evaluated import FORECASTS, Evaluated, evaluated
from scinet.eval.report.charts import bars
from scinet.eval.side_by_side import SideBySide, side_by_side, tests
from scinet.eval.task import Row


def sections(
    folders: Sequence[Path],
    graph_fingerprint: str,
    *,
    refused: Callable[[ScinetError], None] | None = None,
) -> list[Row]:
    """One section per task below folders of results, and below each folder in them.

    Args:
        folders: Where ``scinet evaluate --out`` wrote.
        graph_fingerprint: Of the graph that the report is on.
        refused: Takes why a task is left out: its results cannot be read, or are of another graph.
            It is raised otherwise.
    """
    found = [one for folder in folders for one in evaluated(folder, refused=refused)]
    named = ", ".join(map(str, folders))
    if not found and refused is None:
        raise DataError(
            f"no result in this folder ({named})", hint="Make one with `scinet evaluate`."
        )
    built: dict[tuple[str, str], str] = {}
    shown = []
    for one in found:
        try:
            _must_be_of(one, graph_fingerprint)
            _must_be_one_version(one, built, named)
        except DataError as error:
            if refused is None:
                raise
            refused(error)
        else:
            shown.append(one)
    return [
        {**_section(one), "anchor": f"task-{place}"} for place, one in enumerate(shown, start=1)
    ]


def _must_be_of(task: Evaluated, graph_fingerprint: str) -> None:
    for (scoring, system), folder in task.folders.items():
        made_on = task.results[scoring][system]["graph_fingerprint"]
        if made_on != graph_fingerprint:
            raise DataError(
                f"{task.name} was made on another graph: {made_on[:16]}, not "
                f"{graph_fingerprint[:16]} ({folder / 'result.json'})",
                hint="Score it again on this graph, connect to that one, or leave its folder out.",
            )


def _must_be_one_version(task: Evaluated, built: dict[tuple[str, str], str], named: str) -> None:
    mark = task.about["task_fingerprint"]
    if built.setdefault((task.place, task.name), mark) != mark:
        raise DataError(
            f"results of two versions of the task {task.about['task']} lie together ({named})",
            hint="Score all systems on one task folder, or delete the older results.",
        )


def _section(task: Evaluated) -> Row:
    about, table = task.about, side_by_side(task)
    is_forecast = about["suite"] in FORECASTS
    built = {
        "before": about["before"],
        "seed": about["task_seed"],
        "task_fingerprint": about["task_fingerprint"][:16],
    }
    results = [task.result_of(name) for name in task.systems]
    return {
        "task": about["task"],
        "where": task.place,
        "queries": task.queries,
        "scorings": list(task.results),
        "headline": about["headline"],
        "svg": _drawing(task, table) if is_forecast else None,
        "is_forecast": is_forecast,
        "table": table,
        "finding": _finding(task, table),
        "comparisons": _comparisons(task),
        "options": [
            ("task", _shown(built)),
            ("options", _shown(about["options"])),
            ("left out of the task", _shown(about["left_out"])),
            *((f"counted for {row['system']}", _shown(row["counts"])) for row in results),
        ],
    }


def _finding(task: Evaluated, table: SideBySide) -> Row | None:
    """The first system with its headline, chance, and what it is not clearly above.

    None where nothing competes.
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


def _drawing(task: Evaluated, table: SideBySide) -> Markup | None:
    """The headline of what competes."""
    metric = table.columns[0][0]
    shown = {line.name: line.metrics[0] for line in table.lines if line.kind != "control"}
    ends = {
        name: [found[end] for end in ("mean", "low", "high")]
        for name, found in shown.items()
        if found
    }
    rows = {name: values for name, values in ends.items() if None not in values}
    return bars(rows, metric, task.leaders) if rows else None


def _comparisons(task: Evaluated) -> str:
    headline, scoring = task.about["headline"], next(iter(task.results))
    rows = [row for row in tests(task) if row["metric"] == headline and row["scoring"] == scoring]
    if not rows:
        return ""
    return (
        f"{headline}, {scoring} scoring, compared with {rows[0]['system_b']}, paired permutation "
        "test with Holm's correction: "
        + "; ".join(
            f"{row['system_a']} {_signed(row['difference'])} (p {_small(row['p_holm'])})"
            for row in rows
        )
        + "."
    )


def _signed(number: float | None) -> str:
    return "-" if number is None else f"{number:+.3f}"


def _small(number: float | None) -> str:
    return "-" if number is None else f"{number:.2g}"


def _shown(values: Mapping[str, Any]) -> list[tuple[str, str]]:
    """Options and counts as text, nested ones with their path; nothing is left out."""
    pairs: list[tuple[str, str]] = []
    for key, one in values.items():
        if isinstance(one, Mapping):
            pairs += [(f"{key} {inner}", text) for inner, text in _shown(one)]
        elif isinstance(one, list):
            pairs.append((key, ", ".join(map(str, one)) or "none"))
        elif isinstance(one, float):
            pairs.append((key, f"{one:.6g}"))
        else:
            pairs.append((key, "none" if one is None else str(one)))
    return pairs
