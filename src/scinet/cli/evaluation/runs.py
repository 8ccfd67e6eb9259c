"""Runs of a task: a table of the first metrics, then tests and counts."""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

import typer

from scinet.cli import output
from scinet.cli.evaluation.case import Case, Given
from scinet.cli.verbs import Line

if TYPE_CHECKING:
    from scinet.experiments.evaluation import Evaluation

_COLUMNS = 4  # metrics in a table for people


def _score(given: Given, line: Line) -> None:
    found = line.graph.evaluate(given.task(), given.files, **given.of(RUNS.options))
    _print(found, as_json=line.as_json)


def _print(found: "Evaluation", *, as_json: bool) -> None:
    described, task = found.described, found.task
    chosen = {name: described[0][name] for name in ("baseline", "similar", "titles")}
    if as_json:
        output.emit(
            (
                {
                    "system": about["system"],
                    **metric,
                    "options": {**about["options"], **chosen},
                    "caution": about["settings"].get("caution"),
                }
                for about in described
                for metric in (*about["metrics"], *about.get("parts", ()))
            ),
            as_json=True,
        )
        return
    first = _first(described)
    most = max(metric["n"] for about in described for metric in about["metrics"])
    rows = [
        {
            "system": about["system"],
            "track": "control" if about["is_control"] else about["track"],
            **{m["metric"]: _interval(m, most) for m in about["metrics"] if m["metric"] in first},
        }
        for about in described
    ]
    output.explained(
        rows,
        f"Means over {most:,} queries, n where fewer have a value, or one number over all of them, "
        "with 95 % BCa intervals; - is undefined.",
    )
    names = [metric["metric"] for metric in described[0]["metrics"]]
    if hidden := [name for name in names if name not in first]:
        typer.echo(f"Also in --json and --out: {'; '.join(hidden)}.\n")
    for about in described:
        if caution := about["settings"].get("caution"):
            typer.echo(f"{about['system']}: {caution}.\n")
    _print_parts(found, first)
    output.explained(
        [
            {"system": row["system_a"], "against": row["system_b"], **row, "gain": _percent(row)}
            for about in described
            for row in about["comparisons"]
            if row["metric"] in first
        ],
        "Paired permutation tests, Holm correction within each metric; gain is the difference in "
        "percent of the other's mean.",
        ["system", "against", "metric", "difference", "gain", "p", "p_holm", "n"],
    )
    # A column of zeros says nothing, and the table is wide.
    counted = [
        name
        for name in described[0]["counts"]
        if name in {"queries", "answered"} or any(about["counts"].get(name) for about in described)
    ]
    output.explained(
        [{"system": about["system"], **about["counts"]} for about in described],
        "Counts that are 0 for every run are left out.",
        ["system", *counted],
    )
    about = {
        "task": task.id,
        "scoring": found.scoring,
        **chosen,
        "before": described[0]["before"],
        "options": dict(task.options),
        "left_out": dict(task.left_out),
        "truth": described[0]["notes"],
        "seed": found.seed,
    }
    output.emit_one({name: value for name, value in about.items() if value != {}}, as_json=False)


def _print_parts(found: "Evaluation", first: Sequence[str]) -> None:
    rows: dict[tuple[str, str, str], dict[str, str]] = {}
    for about in found.described:
        for part in about.get("parts", ()):
            row = rows.setdefault((part["by"], part["part"], about["system"]), {})
            if part["metric"] in first:
                row.setdefault("n", str(part["n"]))
                row[part["metric"]] = _interval(part, int(row["n"]))
    parts = list(dict.fromkeys((by, part) for by, part, _ in rows))
    output.explained(
        [
            {"by": by, "part": part, "system": system, **rows[by, part, system]}
            for by, part, system in sorted(rows, key=lambda one: parts.index(one[:2]))
        ],
        "The same of the queries of each part; n is that of the first metric.",
    )


def _first(described: Sequence[Mapping[str, Any]]) -> list[str]:
    """Metrics of the table for people: a wider one breaks in a terminal, and files hold them all.

    What a judge was asked for comes before the rest; a metric with the same values as another one
    for every system is left out.
    """
    names = [metric["metric"] for metric in described[0]["metrics"]]
    headline = described[0]["headline"]
    judged = [name for name in names if f"{name} of judged" in names]
    means = {
        name: tuple(
            m["mean"] for about in described for m in about["metrics"] if m["metric"] == name
        )
        for name in names
    }
    first: list[str] = []
    for name in [headline, *judged, *names]:
        if name not in first and means[name] not in [means[one] for one in first]:
            first.append(name)
    return first[:_COLUMNS]


def _interval(metric: Mapping[str, Any], most: int) -> str:
    if metric["mean"] is None:
        return "-"
    n = f" (n {metric['n']:,})" if metric["n"] != most or metric["low"] is None else ""
    if metric["low"] is None:
        return f"{metric['mean']:.3f}{n}"
    return f"{metric['mean']:.3f} [{metric['low']:.3f}, {metric['high']:.3f}]{n}"


def _percent(comparison: Mapping[str, Any]) -> str:
    gain = comparison["gain"]
    return "-" if gain is None else f"{gain:+,.3g} %" if abs(gain) < 100 else f"{gain:+,.0f} %"


RUNS = Case(
    "runs of a task",
    ("scoring", "out", "split", "baseline", "similar", "by", "scores", "seed", "model"),
    _score,
)
