"""Score what systems answered: runs of a task, readers of citations, published files."""

import sys
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

import typer

from scinet.cli import output
from scinet.cli.progress import name_progress
from scinet.cli.verbs import Invocation, add_command, add_group
from scinet.eval.options import metric_name
from scinet.session.api import evaluate_predictions, evaluate_steps, evaluate_updates
from scinet.session.learn import Learn
from scinet.session.published import evaluate_generations, evaluate_readers

if TYPE_CHECKING:
    from scinet.eval.evaluation import Evaluation
    from scinet.experiments.citation_readers import ReaderScores
    from scinet.experiments.updates import UpdateScores
    from scinet.models.citations.evaluate import ReaderRow

_COLUMNS = 4  # metrics in a table for people


def _print_runs(evaluation: "Evaluation", line: Invocation) -> None:
    described, task = evaluation.result_rows, evaluation.task
    settings = {name: described[0][name] for name in ("baseline", "similar", "titles")}
    if line.as_json:
        output.emit(
            (
                {
                    "system": run["system"],
                    **metric,
                    "options": {**run["options"], **settings},
                    "caution": run["settings"].get("caution"),
                }
                for run in described
                for metric in (*run["metrics"], *run.get("parts", ()))
            ),
            as_json=True,
        )
        return
    own = [metric_name(item) for item in line.options.get("metrics") or ()]
    first = _table_metrics(described, own)
    most = max(metric["n"] for run in described for metric in run["metrics"])
    rows = [
        {
            "system": run["system"],
            "track": "control" if run["is_control"] else run["track"],
            **{
                m["metric"]: _format_interval(m, most)
                for m in run["metrics"]
                if m["metric"] in first
            },
        }
        for run in described
    ]
    output.emit_explained(
        rows,
        f"Means over {most:,} queries, n where fewer have a value, or one number over all of them, "
        "with 95 % BCa intervals; - is undefined.",
    )
    names = [metric["metric"] for metric in described[0]["metrics"]]
    if hidden := [name for name in names if name not in first]:
        typer.echo(f"Also in --json and --out: {'; '.join(hidden)}.\n")
    for run in described:
        if caution := run["settings"].get("caution"):
            typer.echo(f"{run['system']}: {caution}.\n")
    _print_parts(evaluation, first)
    output.emit_explained(
        [
            {
                "system": row["system_a"],
                "against": row["system_b"],
                **row,
                "gain": _format_percent(row),
            }
            for run in described
            for row in run["comparisons"]
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
        if name in {"queries", "answered"} or any(run["counts"].get(name) for run in described)
    ]
    output.emit_explained(
        [{"system": run["system"], **run["counts"]} for run in described],
        "Counts that are 0 for every run are left out.",
        ["system", *counted],
    )
    run = {
        "task": task.id,
        "scoring": evaluation.scoring,
        **settings,
        "before": described[0]["before"],
        "options": dict(task.options),
        "left_out": dict(task.left_out),
        "truth": described[0]["notes"],
        "seed": evaluation.seed,
    }
    output.emit_one({name: value for name, value in run.items() if value != {}}, as_json=False)


def _print_parts(evaluation: "Evaluation", first: Sequence[str]) -> None:
    rows: dict[tuple[str, str, str], dict[str, str]] = {}
    for run in evaluation.result_rows:
        for part in run.get("parts", ()):
            row = rows.setdefault((part["by"], part["part"], run["system"]), {})
            if part["metric"] in first:
                row.setdefault("n", str(part["n"]))
                row[part["metric"]] = _format_interval(part, int(row["n"]))
    parts = list(dict.fromkeys((by, part) for by, part, _ in rows))
    output.emit_explained(
        [
            {"by": by, "part": part, "system": system, **rows[by, part, system]}
            for by, part, system in sorted(rows, key=lambda key: parts.index(key[:2]))
        ],
        "The same of the queries of each part; n is that of the first metric.",
    )


def _table_metrics(described: Sequence[Mapping[str, Any]], own: Sequence[str]) -> list[str]:
    """Metrics of the table for people: a wider one breaks in a terminal, and files hold them all.

    After the headline come the user's own metrics, then those of a judge; of the rest, one with the
    same values as another for every system is left out.
    """
    names = [metric["metric"] for metric in described[0]["metrics"]]
    headline = described[0]["headline"]
    judged = [name for name in names if f"{name} of judged" in names]
    means = {
        name: tuple(m["mean"] for run in described for m in run["metrics"] if m["metric"] == name)
        for name in names
    }
    first = list(dict.fromkeys([headline, *own]))
    for name in [*judged, *names]:
        if name not in first and means[name] not in [means[metric_name] for metric_name in first]:
            first.append(name)
    return first[:_COLUMNS]


def _format_interval(metric: Mapping[str, Any], most: int) -> str:
    if metric["mean"] is None:
        return "-"
    n = f" (n {metric['n']:,})" if metric["n"] != most or metric["low"] is None else ""
    if metric["low"] is None:
        return f"{metric['mean']:.3f}{n}"
    return f"{metric['mean']:.3f} [{metric['low']:.3f}, {metric['high']:.3f}]{n}"


def _format_percent(comparison: Mapping[str, Any]) -> str:
    gain = comparison["gain"]
    return "-" if gain is None else f"{gain:+,.3g} %" if abs(gain) < 100 else f"{gain:+,.0f} %"


def _print_readers(scores: "ReaderScores", line: Invocation) -> None:
    counts = scores.asked_about.counts
    read = (f"{value:,} {name.replace('_', ' ')}" for name, value in counts.items())
    sys.stderr.write(f"{', '.join(read)}\n")
    line.emit(row.as_dict() if line.as_json else _short(row) for row in scores.rows)


def _short(row: "ReaderRow") -> dict[str, Any]:
    """A row for people: scores, then the table of confusions on one line."""
    score = row.score
    return {
        "system": row.system,
        "macro_f1": score.macro_f1,
        "low": score.low,
        "high": score.high,
        "accuracy": score.accuracy,
        **{f"f1 {name}": value for name, value in score.f1.items()},
        **({} if score.answered == 1.0 else {"answered": score.answered}),
        "said of each": "; ".join(
            f"{name}: " + " ".join(f"{count} {status}" for status, count in counts.items() if count)
            for name, counts in score.confusion.items()
        ),
    }


def _print_updates(scores: "UpdateScores", line: Invocation) -> None:
    updates, options = scores.updates, scores.options
    if line.as_json:
        shares = (
            {
                "before": update["before"],
                "after": update["after"],
                **share,
                "options": options,
            }
            for update in updates
            for share in (*update["shares"], *update["correlations"])
        )
        output.emit(shares, as_json=True)
        return
    rows = [
        {"after": update["after"], **share}
        for update in updates
        for share in update["shares"]
        if share["needs_new_unknown"] and share["claims"] == "all" and share["domain"] is None
    ]
    output.emit_explained(
        rows,
        "Shares of the rows that the model before the update labelled so, with 95 % BCa "
        "intervals over papers; - is undefined.",
        ["after", "reading", "metric", "value", "low", "high", "rows", "papers"],
    )
    for update in updates:
        for name, table in update["transitions"].items():
            output.emit(
                (
                    {"after": update["after"], "set": name, "from \\ to": label, **ends}
                    for label, ends in table.items()
                ),
                as_json=False,
            )
            typer.echo("")
    output.emit_explained(
        [row for update in updates for row in update["differences"]],
        "Differences on the same rows, permutation tests, Holm correction.",
    )
    output.emit_explained(
        [{"after": update["after"], **row} for update in updates for row in update["correlations"]],
        "Correlations over domains: Pearson's r and its p-value, Spearman's rho.",
    )
    output.emit(
        ({"after": update["after"], **update["counts"]} for update in updates), as_json=False
    )
    output.emit_one(options, as_json=False)


evaluations = add_group("evaluate", "Score runs, readers of citations and published files.")

add_command(
    evaluations,
    "runs tasks/path runs/path/*.jsonl --out results",
    Learn.evaluate,
    _print_runs,
    arguments={"runs": "[NAME=]RUN…"},
)
add_command(
    evaluations,
    "updates tasks/education before.jsonl after.jsonl --out results",
    evaluate_updates,
    _print_updates,
)
add_command(evaluations, "steps tasks/path environment", evaluate_steps)
add_command(
    evaluations,
    "readers labels.jsonl --folds 5",
    evaluate_readers,
    _print_readers,
    progress=name_progress("readers"),
)
add_command(evaluations, "predictions predictions.walk.json", evaluate_predictions)
add_command(
    evaluations, "generations tasks/next generations.gpt.json --bert FOLDER", evaluate_generations
)
