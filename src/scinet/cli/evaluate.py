"""Score runs side by side, and tell everything that was counted."""

from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from scinet.cli import model, output, shared
from scinet.cli.root import app

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from scinet.experiments.evaluation import Evaluation
    from scinet.llm.asker import Asker

_COLUMNS = 4  # metrics in a table for people


@app.command()
@model.asks()
def evaluate(
    folder: shared.TaskFolder,
    runs: Annotated[
        list[str],
        typer.Argument(
            metavar="[NAME=]RUN…", help="Run files to compare; NAME tells two of one system apart."
        ),
    ],
    *,
    scoring: Annotated[
        str, typer.Option(help="strict, or official: as published, faults included.")
    ] = "strict",
    out: Annotated[Path | None, typer.Option(help="Folder for result files.")] = None,
    split: shared.TaskSplit = "test",
    baseline: Annotated[
        str | None, typer.Option(help="System to test the others against; bm25 when it is there.")
    ] = None,
    similar: Annotated[
        float, typer.Option(min=0.5, max=1.0, help="Least edit similarity of a title; 1 is equal.")
    ] = 1.0,
    seed: shared.Seed = 0,
    language: model.Language,
    as_json: output.AsJson = False,
) -> None:
    """Score runs side by side with the controls, with intervals and paired tests.

    With a ledger, a language model judges what only it can judge.

    Example: scinet evaluate tasks/path runs/path/*.jsonl --out results
    """
    from scinet.eval.task import Task
    from scinet.experiments import pipeline

    if scoring not in {"strict", "official"}:
        raise typer.BadParameter("it is strict or official", param_hint="--scoring")
    mode: Any = scoring
    task = Task.read(folder)
    with ExitStack() as stack:

        def judge() -> "Asker":
            return stack.enter_context(language.open(task.graph_fingerprint, seed=seed))

        found = pipeline.evaluate(
            task,
            runs,
            stack.enter_context(shared.graph()),
            scoring=mode,
            split=split,
            similar=similar,
            baseline=baseline,
            seed=seed,
            open_judge=judge if language.is_named else None,
        )
        if out is not None:
            found.write(out)
        _print(found, as_json=as_json)


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
                for metric in about["metrics"]
            ),
            as_json=True,
        )
        return
    first = _first(described)
    rows = [
        {
            "system": about["system"],
            "track": "control" if about["is_control"] else about["track"],
            **{m["metric"]: _interval(m) for m in about["metrics"] if m["metric"] in first},
        }
        for about in described
    ]
    output.emit(rows, as_json=False)
    typer.echo(
        "\nMeans over queries, or one number over all of them, with 95 % BCa intervals; "
        "- is undefined.\n"
    )
    names = [metric["metric"] for metric in described[0]["metrics"]]
    if hidden := [name for name in names if name not in first]:
        typer.echo(f"Also in --json and --out: {'; '.join(hidden)}.\n")
    for about in described:
        if caution := about["settings"].get("caution"):
            typer.echo(f"{about['system']}: {caution}.\n")
    tests = [
        {"system": row["system_a"], "against": row["system_b"], **row}
        for about in described
        for row in about["comparisons"]
        if row["metric"] in first
    ]
    if tests:
        columns = ["system", "against", "metric", "difference", "gain", "p", "p_holm", "n"]
        output.emit(tests, as_json=False, columns=columns)
        typer.echo(
            "\nPaired permutation tests, Holm correction within each metric; gain is the "
            "difference in percent of the other's mean.\n"
        )
    # A column of zeros says nothing, and the table is wide.
    counted = [
        name
        for name in described[0]["counts"]
        if name in {"queries", "answered"} or any(about["counts"].get(name) for about in described)
    ]
    output.emit(
        ({"system": about["system"], **about["counts"]} for about in described),
        as_json=False,
        columns=["system", *counted],
    )
    typer.echo("\nCounts that are 0 for every run are left out.\n")
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


def _first(described: "Sequence[Mapping[str, Any]]") -> list[str]:
    """Metrics of the table for people: wider ones break in a terminal, and files hold them all.

    What a judge was asked for comes before the rest; a metric that says the same as another of
    them for every system is no column.
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


def _interval(metric: "Mapping[str, Any]") -> str:
    if metric["mean"] is None:
        return "-"
    if metric["low"] is None:
        return f"{metric['mean']:.3f} (n {metric['n']})"
    return f"{metric['mean']:.3f} [{metric['low']:.3f}, {metric['high']:.3f}]"
