"""Score runs side by side, and tell everything that was counted."""

import logging
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from scinet.cli import model, output, shared
from scinet.cli.root import app
from scinet.errors import ScinetError

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from scinet.eval.results import Result
    from scinet.eval.run import Run
    from scinet.eval.task import Task
    from scinet.eval.task_type import TaskType
    from scinet.graph.connection import Database
    from scinet.graph.snapshot import Snapshot

_log = logging.getLogger(__name__)
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
    from scinet.eval import evaluate as scoring_room
    from scinet.eval import results as files
    from scinet.eval.official_files import write_evaluations
    from scinet.eval.suites import named
    from scinet.eval.task import Task

    if scoring not in {"strict", "official"}:
        raise typer.BadParameter("it is strict or official", param_hint="--scoring")
    mode: Any = scoring
    task = Task.read(folder)
    task_type = named(task.id)
    read = [_read(task_type, task, split, given) for given in runs]
    with ExitStack() as stack:
        db, snapshot = _graph_of(
            task,
            split,
            stack,
            is_needed=task_type.needs_graph or scoring_room.names_by_title(read),
        )
        if db is not None and snapshot is not None:
            read += _popularity(task, split, read, db, snapshot)
        asker = None
        if language.is_named:
            asker = stack.enter_context(language.open(task.graph_fingerprint, seed=seed))
        found = scoring_room.evaluate(
            task_type,
            task,
            read,
            scoring=mode,
            split=split,
            database=db,
            snapshot=snapshot,
            similar=similar,
            baseline=baseline,
            judge=asker,
            seed=seed,
        )
        if out is not None:
            files.write(found, task, out, scoring=mode, seed=seed)
            if mode == "official":
                write_evaluations(found, task, out)
        _print(found, task, mode, seed=seed, as_json=as_json)


def _read(task_type: "TaskType", task: "Task", split: str, given: str) -> "Run":
    """A run by its file, under the name that is given to it, if one is."""
    from scinet.eval.run import is_name

    name, equals, file = given.partition("=")
    if not equals or not is_name(name) or Path(given).exists():
        return task_type.read_run(Path(given), task, split)
    run = task_type.read_run(Path(file), task, split)
    return replace(run, header=replace(run.header, system=name))


def _graph_of(
    task: "Task", split: str, stack: ExitStack, *, is_needed: bool
) -> "tuple[Database | None, Snapshot | None]":
    """The task's graph; None where it is not needed and not at hand."""
    try:
        db = stack.enter_context(output.database())
        whole = shared.read_arrays(db, None)
    except ScinetError as error:
        if is_needed:
            raise
        _log.warning("no row for popularity, which needs the graph: %s", error)
        return None, None
    if not is_needed and whole.graph_fingerprint != task.graph_fingerprint:
        _log.warning("no row for popularity: another graph is loaded now")
        return None, None
    return db, whole.until(task.before[split])


def _popularity(
    task: "Task", split: str, runs: "list[Run]", db: "Database", snapshot: "Snapshot"
) -> "list[Run]":
    """The popularity row that every table has, when no run brings it."""
    from scinet.eval.run import Header, Run
    from scinet.eval.suites import named
    from scinet.models.base.run import answers
    from scinet.models.registry import make

    system, task_type = make("popularity"), named(task.id)
    if (
        not system.gives(task_type.answers)
        or any(run.header.system == system.name for run in runs)
        or snapshot.graph_fingerprint != task.graph_fingerprint
    ):
        return []
    found = answers(system, task.queries(split), task_type, database=db, snapshot=snapshot)
    header = Header(system.name, system.version, task.fingerprint, system.track, {}, None, split)
    return [Run(header, {answer.query_id: answer for answer in found})]


def _print(found: "list[Result]", task: "Task", scoring: Any, *, seed: int, as_json: bool) -> None:
    from scinet.eval.results import describe

    described = [describe(result, task, scoring=scoring, seed=seed) for result in found]
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
        "scoring": scoring,
        **chosen,
        "before": described[0]["before"],
        "options": dict(task.options),
        "left_out": dict(task.left_out),
        "truth": described[0]["notes"],
        "seed": seed,
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
