"""Scores of written contributions beside those of `scinet evaluate`: BERTScore, official files."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from scinet.cli import model, output, shared
from scinet.cli.predictions import prediction_commands
from scinet.cli.root import app

if TYPE_CHECKING:
    from scinet.models.contribution.bertscore import BertScore

_Bert = Annotated[
    str, typer.Option("--bert", help="Name of a model on the hub, or folder that holds one.")
]
_Layer = Annotated[
    int, typer.Option(min=0, help="Layer whose vectors are compared; 0 for the one known as best.")
]
_Rescale = Annotated[bool, typer.Option(help="Put what random sentences have at 0.")]
_DEFAULT = "microsoft/deberta-large-mnli"


@app.command()
def bertscore(
    folder: shared.TaskFolder,
    runs: Annotated[list[Path], typer.Argument(metavar="RUN…", help="Run files to score.")],
    *,
    split: shared.TaskSplit = "test",
    bert: _Bert = _DEFAULT,
    layer: _Layer = 0,
    rescale: _Rescale = True,
    seed: shared.Seed = 0,
    as_json: output.AsJson = False,
) -> None:
    """Score written contributions by the vectors of their words; a missing answer scores 0.

    Example: scinet bertscore tasks/contribution runs/writer.jsonl --bert models/deberta
    """
    from scinet.eval.suites import named
    from scinet.eval.task import Task
    from scinet.models.contribution.bertscore import of_runs

    task = Task.read(folder)
    task_type = named(task.type_name)
    read = [task_type.read_run(file, task, split) for file in runs]
    rows = of_runs(read, task, _measure(bert, layer, rescale=rescale), split=split, seed=seed)
    output.emit(rows, as_json=as_json)


@prediction_commands.command()
@model.asks(without=("repair",))
def generations(
    folder: shared.TaskFolder,
    file: Annotated[Path, typer.Argument(metavar="FILE", help="generations.<model>.json.")],
    *,
    split: shared.TaskSplit = "test",
    bert: Annotated[
        str | None, typer.Option("--bert", help="Model for BERTScore; without one it is left out.")
    ] = None,
    layer: _Layer = 0,
    rescale: _Rescale = True,
    language: model.Language,
    seed: shared.Seed = 0,
    as_json: output.AsJson = False,
) -> None:
    """Score PreScience's generations as published, in files beside them.

    They end with .rouge_scored.json and, with a ledger or --bert, .lacer_scored.json and
    .bert_scored.json.

    Example: scinet predictions generations tasks/contribution generations.gpt.json
    """
    from scinet.eval.suites.json_files import base_of, write
    from scinet.eval.suites.prescience.lacer import ladder
    from scinet.eval.suites.prescience.official import generations as room
    from scinet.eval.task import Task

    task = Task.read(folder)
    found = room.read(file, task, split=split)
    told: dict[str, Any] = {"records": len(found)}

    def keep(scored: Any, ending: str) -> None:
        target = file.with_name(f"{base_of(file)}.{ending}.json")
        write(scored, target)
        told.update({**room.means(scored), ending: target})

    keep(room.by_words(found), "rouge_scored")
    if bert is not None:
        scorer = _measure(bert, layer, rescale=rescale)
        scored = room.by_vectors(found, lambda pairs: scorer.scores(pairs, is_strict=False), bert)
        keep(scored, "bert_scored")
    if language.is_named:
        examples = ladder.read(task.folder / ladder.FILE).ladders
        with language.open(task.graph_fingerprint, seed=seed) as asker:
            keep(room.by_judge(found, examples, asker), "lacer_scored")
            output.emit_one(told, as_json=as_json)
        return
    output.emit_one(told, as_json=as_json)


def _measure(model_name: str, layer: int, *, rescale: bool) -> "BertScore":
    from scinet.models.contribution.bertscore import BertScore

    return BertScore(model_name, layer, rescale)
