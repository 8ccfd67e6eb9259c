"""Pathways of contributions: the papers that they name, and what SciPaths' files tell of runs."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from scinet.cli import model, output, shared
from scinet.cli.root import app

if TYPE_CHECKING:
    from scinet.eval.run import Run
    from scinet.eval.task import Task
    from scinet.eval.task_type import ScoredQuery

_pathways = typer.Typer(no_args_is_help=True, help="Contributions, and what enabled them.")
app.add_typer(_pathways, name="pathways")


@_pathways.command("match")
def match(
    folder: shared.TaskFolder,
    runs: Annotated[list[Path], typer.Argument(metavar="RUN…", help="Runs of Task A.")],
    *,
    least: Annotated[
        float, typer.Option(min=0, max=1, help="Cosine from which on two descriptions match.")
    ] = 0.6,
    split: shared.TaskSplit = "test",
    as_json: output.AsJson = False,
) -> None:
    """Match contributions by embeddings: a cheap check beside the judge of Task A.

    Example: scinet pathways match tasks/enabling runs/llm.jsonl
    """
    from scinet.eval.suites.scipaths.similarity import means, near
    from scinet.models.text.dense import embed

    rows = []
    for file in runs:
        _, run, asked = _read(folder, file, split)
        scores = near(asked, embed, least=least, scoring="strict")
        rows.append({"system": run.header.system, "least": least, **means(scores)})
    output.emit(rows, as_json=as_json)


@_pathways.command("judge")
@model.asks()
def judge(
    folder: shared.TaskFolder,
    file: Annotated[Path, typer.Argument(metavar="RUN", help="Run of Task A.")],
    *,
    out: Annotated[Path, typer.Option(help="Judged file to write (.json).")],
    split: shared.TaskSplit = "test",
    language: model.Language,
    as_json: output.AsJson = False,
) -> None:
    """Write what the judge of Task A matched, in the published form, scored as published.

    With the ledger of `scinet evaluate` nothing is asked again.

    Example: scinet pathways judge tasks/a runs/llm.jsonl --model m --ledger l.db --out judged.json
    """
    from scinet.eval.suites.json_files import write
    from scinet.eval.suites.scipaths.judging import judgments
    from scinet.eval.suites.scipaths.official.decomposed import judged

    task, run, asked = _read(folder, file, split)
    with language.open(task.graph_fingerprint) as asker:
        made = judged(task, run, judgments(asked, asker), asker.endpoint.model)
        write(made, out)
        output.emit_one({**made["summary"], "file": out}, as_json=as_json)


@_pathways.command("metrics")
def metrics(
    folder: shared.TaskFolder,
    runs: Annotated[list[Path], typer.Argument(metavar="RUN…", help="Runs of Task B.")],
    *,
    out: Annotated[Path, typer.Option(help="Table to write (.csv).")],
    split: shared.TaskSplit = "test",
    as_json: output.AsJson = False,
) -> None:
    """Write the published table of Task B: one row per run and K, to four digits.

    Example: scinet pathways metrics tasks/grounding runs/search.jsonl --out metrics.csv
    """
    from scinet.eval.suites.scipaths.official.grounded import metric_rows, write_table

    rows = []
    for file in runs:
        task, run, _ = _read(folder, file, split)
        rows += metric_rows(task, run)
    write_table(rows, out)
    output.emit(rows, as_json=as_json)


def _read(folder: Path, file: Path, split: str) -> "tuple[Task, Run, list[ScoredQuery]]":
    from scinet.eval.suites import named
    from scinet.eval.task import Task
    from scinet.eval.task_type import Marking

    task = Task.read(folder)
    task_type = named(task.type_name)
    run = task_type.read_run(file, task, split)
    queries = task.queries(split)
    [found] = task_type.resolve([run], queries, Marking(task, split=split))
    return task, run, found.scored(queries, task.truth(split))
