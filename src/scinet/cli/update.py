"""Update language models with new papers, and score what that did."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from scinet.cli import model, output, shared
from scinet.cli.root import app

if TYPE_CHECKING:
    from scinet.eval.run import Run
    from scinet.eval.suites.sciencemeter.knowledge import Knowledge
    from scinet.eval.task import Task

_update = typer.Typer(no_args_is_help=True, help="Updates of language models with new papers.")
app.add_typer(_update, name="update")

_GOALS = ("preservation", "acquisition", "projection")


@_update.command()
def train(
    method: Annotated[str, typer.Argument(help="continued, instruction or pre-instruction.")],
    folder: shared.TaskFolder,
    *,
    base: Annotated[str, typer.Option(help="Folder or hub name of the model to update.")],
    out: Annotated[Path, typer.Option(help="Folder for the update.")],
    option: shared.Options = None,
    seed: shared.Seed = 0,
    as_json: output.AsJson = False,
) -> None:
    """Train a model on a task's new papers; a stopped training goes on where it was.

    The update is answered with by `scinet run claims-local TASK -o folder=OUT`.

    Example: scinet update train continued tasks/judgment --base models/olmo --out updates/olmo
    """
    from scinet.eval.task import Task
    from scinet.models.sciencemeter import update
    from scinet.models.sciencemeter.tuning import TuningSettings
    from scinet.validation import changed

    given = {**shared.pairs(option), "seed": str(seed)}
    settings = changed(TuningSettings(), given, owner="update train", word="setting")
    with output.progress() as display:
        bar = display.add_task(method, total=None)

        def tell(row: Mapping[str, Any]) -> None:
            told = f"{method}: {row['lesson']}, loss {row['loss']:.3f}"
            display.update(bar, completed=row["step"], total=row["steps"], description=told)

        found = update.train(method, Task.read(folder), base, out, settings, tell)
    output.emit_one({**found, "folder": str(out)}, as_json=as_json)


@_update.command()
@model.asks(without=("repair",))
def judge(
    folder: shared.TaskFolder,
    run: Annotated[Path, typer.Argument(metavar="RUN", help="Run file.")],
    *,
    out: Annotated[Path, typer.Option(help="Run file to write, with the judge's word.")],
    split: shared.TaskSplit = "test",
    language: model.Language,
    as_json: output.AsJson = False,
) -> None:
    """Let a model judge how sure replies sound, or whether an abstract backs generated claims.

    Example: scinet update judge tasks/generation before.jsonl --out before-judged.jsonl
    --model judge --ledger judge.sqlite
    """
    from scinet.eval import writing
    from scinet.eval.suites.sciencemeter import judging
    from scinet.eval.task import Task

    task = Task.read(folder)
    _, read = _runs(task, [run], split)
    with language.open(task.graph_fingerprint) as asker:
        marked = judging.mark(task, read[0], asker, split=split)
        writing.write(marked.run, out)
        output.emit_one({**marked.counts, "run": str(out)}, as_json=as_json)


@_update.command()
def score(
    folder: shared.TaskFolder,
    before: Annotated[Path, typer.Argument(metavar="BEFORE", help="Run before the update.")],
    after: Annotated[list[Path], typer.Argument(metavar="AFTER…", help="Runs after updates.")],
    *,
    scoring: Annotated[
        str, typer.Option(help="strict, or official: as published, faults included.")
    ] = "strict",
    signals: Annotated[
        str | None,
        typer.Option(
            help="Signs of confidence, comma between.", show_default="all that the task has"
        ),
    ] = None,
    weights: Annotated[str, typer.Option(help="Domains count alike, or by triplets.")] = "domains",
    split: shared.TaskSplit = "test",
    out: Annotated[Path | None, typer.Option(help="File for the whole result as JSON.")] = None,
    seed: shared.Seed = 0,
    as_json: output.AsJson = False,
) -> None:
    """Score what updates kept, taught and let foresee: two runs of one model, before and after.

    Several updates are compared with the first of them. --json prints every share.

    Example: scinet update score tasks/judgment before.jsonl after.jsonl
    """
    from scinet.eval.suites.json_files import write
    from scinet.eval.suites.sciencemeter import update
    from scinet.eval.task import Task

    if scoring not in {"strict", "official"}:
        raise typer.BadParameter("it is strict or official", param_hint="--scoring")
    mode: Any = scoring
    task = Task.read(folder)
    task_type, read = _runs(task, [before, *after], split)
    chosen = None if signals is None else tuple(signals.split(","))
    found = update.score(
        task_type,
        task,
        read[0],
        read[1:],
        scoring=mode,
        signals=chosen,
        weights=weights,
        split=split,
        seed=seed,
    )
    options = {
        "scoring": scoring,
        "signals": ",".join(chosen or task_type.signals),
        "weights": weights,
        "seed": seed,
        "caution": update.CAUTION if mode == "official" else None,
    }
    plain = [update.plain(one) for one in found]
    if out is not None:
        about = {"task": task.id, "task_fingerprint": task.fingerprint, **options}
        write({**about, "updates": plain}, out)
    if as_json:
        output.emit(
            (
                {"before": one["before"], "after": one["after"], **share, "options": options}
                for one in plain
                for share in one["shares"]
            ),
            as_json=True,
        )
        return
    _print(plain, options)


def _runs(task: "Task", files: Sequence[Path], split: str) -> "tuple[Knowledge, list[Run]]":
    """Runs of a task of ScienceMeter, with its kind."""
    from scinet.errors import DataError
    from scinet.eval.suites import named
    from scinet.eval.suites.sciencemeter.knowledge import Knowledge

    task_type = named(task.type_name)
    if not isinstance(task_type, Knowledge):
        raise DataError(f"{task.id} has no updates", hint="Take a task of sciencemeter.")
    return task_type, [task_type.read_run(file, task, split) for file in files]


def _print(updates: Sequence[Mapping[str, Any]], options: Mapping[str, Any]) -> None:
    rows = [
        {"after": one["after"], **share}
        for one in updates
        for share in one["shares"]
        if share["needs_new_unknown"] and share["claims"] == "all" and share["domain"] is None
    ]
    columns = ["after", "metric", "value", "low", "high", "rows", "papers"]
    output.emit(rows, as_json=False, columns=columns)
    typer.echo(
        "\nShares of the rows that the model before the update labelled so, with 95 % BCa "
        "intervals over papers; - is undefined.\n"
    )
    for one in updates:
        for name, table in one["transitions"].items():
            output.emit(
                (
                    {"after": one["after"], "set": name, "from \\ to": label, **ends}
                    for label, ends in table.items()
                ),
                as_json=False,
            )
            typer.echo("")
    if tests := [row for one in updates for row in one["differences"]]:
        output.emit(tests, as_json=False)
        typer.echo("\nDifferences on the same rows, permutation tests, Holm correction.\n")
    output.emit(({"after": one["after"], **one["counts"]} for one in updates), as_json=False)
    output.emit_one(options, as_json=False)
