"""Score what systems answered: runs of a task, published predictions, readers of citations."""

from pathlib import Path
from typing import Annotated

import typer

from scinet.cli import model, output, shared
from scinet.cli.evaluation.case import Case, Given
from scinet.cli.evaluation.measures import MEASURES
from scinet.cli.evaluation.predictions import GENERATIONS, PREDICTIONS
from scinet.cli.evaluation.readers import READERS
from scinet.cli.evaluation.runs import RUNS
from scinet.cli.evaluation.updates import UPDATES
from scinet.cli.root import app


@app.command()
@model.asks()
def evaluate(
    ctx: typer.Context,
    target: Annotated[
        Path,
        typer.Argument(
            metavar="TASK",
            help="Folder of a task; or a file that holds its own truth: published predictions, or "
            "labelled sentences, which measure readers of citations.",
        ),
    ],
    files: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="[NAME=]RUN…",
            help="Run files to compare; NAME distinguishes two of one system.",
        ),
    ] = None,
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
    metric: Annotated[
        str | None,
        typer.Option(
            help="bertscore of written contributions, or match of enabling ones by embeddings, "
            "instead of the task's metrics."
        ),
    ] = None,
    bert: Annotated[
        str | None,
        typer.Option(
            help="Model of BERTScore: a name on the hub, or a folder.",
            show_default="microsoft/deberta-large-mnli",
        ),
    ] = None,
    layer: Annotated[
        int, typer.Option(min=0, help="Its layer; 0 for the one known as the best.")
    ] = 0,
    rescale: Annotated[
        bool, typer.Option(help="Put the BERTScore of random sentences at 0.")
    ] = True,
    least_cosine: Annotated[
        float, typer.Option(min=0, max=1, help="Least cosine of descriptions that match.")
    ] = 0.6,
    before_update: Annotated[
        str | None,
        typer.Option(
            metavar="RUN", help="Run before an update of the model; the others came after one."
        ),
    ] = None,
    signals: Annotated[
        str | None,
        typer.Option(
            help="Signals of the confidence before and after an update, comma between.",
            show_default="all that the task has",
        ),
    ] = None,
    weights: Annotated[
        str, typer.Option(help="Domains of an update count alike, or by triplets.")
    ] = "domains",
    test: Annotated[
        Path | None, typer.Option(help="Labelled sentences to ask about, instead of folds.")
    ] = None,
    folds: Annotated[
        int, typer.Option(min=2, help="Folds of cited papers, for labelled sentences.")
    ] = 5,
    seed: shared.Seed = 0,
    language: model.Language,
    as_json: output.AsJson = False,
) -> None:
    """Score runs together with the controls, with intervals and paired tests.

    With a ledger, a language model judges what only it can judge. Published predictions are scored
    as published, by the truth that they hold.

    Example: scinet evaluate tasks/path runs/path/*.jsonl --out results
    """
    if scoring not in {"strict", "official"}:
        raise typer.BadParameter("it is strict or official", param_hint="--scoring")
    if metric is not None and metric not in MEASURES:
        raise typer.BadParameter(f"it is {' or '.join(MEASURES)}", param_hint="--metric")
    given = Given(
        target=target,
        files=files or [],
        scoring="official" if scoring == "official" else "strict",
        metric=metric,
        out=out,
        split=split,
        baseline=baseline,
        similar=similar,
        bert=bert,
        layer=layer,
        rescale=rescale,
        least_cosine=least_cosine,
        before_update=before_update,
        signals=signals,
        weights=weights,
        test=test,
        folds=folds,
        seed=seed,
        language=language,
        as_json=as_json,
    )
    case = _case(given)
    case.refuse_others(ctx, given)
    case.score(given)


def _case(given: Given) -> Case:
    """What is to be scored, by what the line names and what the files hold."""
    from scinet.experiments.published import is_document

    if given.target.is_file():
        return PREDICTIONS if is_document(given.target) else READERS
    if given.metric is not None:
        return MEASURES[given.metric]
    if given.before_update is not None:
        return UPDATES
    if any(Path(file).is_file() and is_document(Path(file)) for file in given.files):
        return GENERATIONS
    return RUNS
