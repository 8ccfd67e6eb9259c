"""Score what systems answered: runs of a task, published predictions, readers of citations."""

from pathlib import Path

from scinet.cli.evaluation.case import Case, Given
from scinet.cli.evaluation.readers import READERS
from scinet.cli.evaluation.runs import RUNS
from scinet.cli.evaluation.updates import UPDATES
from scinet.cli.root import app
from scinet.cli.verbs import Line, verb
from scinet.errors import DataError
from scinet.session.opening import evaluate_predictions, evaluate_steps
from scinet.session.published import evaluate_generations


def _score_predictions(given: Given, line: Line) -> None:
    line.emit(evaluate_predictions(given.target, out=given.out))


def _score_generations(given: Given, line: Line) -> None:
    if given.scoring != "official" or len(given.files) > 1:
        raise DataError(
            f"published generations are scored one file at a time and as published "
            f"({given.files[0]})",
            hint="Add --scoring official, or make a run of them: `scinet predictions import`.",
        )
    options = given.of(name for name in _GENERATIONS.options if name != "scoring")
    line.emit(evaluate_generations(given.task(), given.files[0], **options))


_PREDICTIONS = Case(
    "published predictions", ("scoring", "out"), _score_predictions, takes_runs=False
)
_GENERATIONS = Case(
    "published generations",
    ("scoring", "out", "split", "bert", "layer", "rescale", "seed", "model"),
    _score_generations,
)


def _measure(given: Given, line: Line) -> None:
    options = given.of(_MEASURES[str(given.metric)].options)
    line.emit(line.graph.measure(given.task(), given.files, **options))


_MEASURES = {
    metric: Case(f"--metric {metric}", ("metric", "split", *options), _measure)
    for metric, options in {
        "bertscore": ("bert", "layer", "rescale", "seed"),
        "match": ("least_cosine",),
        "retrieval": ("seed",),
        "diversity": ("vectors", "weekly"),
        "facets": ("replies", "seed"),
        "aspire": ("vectors", "seed"),
    }.items()
}


def _score_steps(given: Given, line: Line) -> None:
    if len(given.files) > 1:
        raise DataError(
            f"environments are scored one at a time ({given.files[1]})",
            hint="Leave the other ones out.",
        )
    line.emit(evaluate_steps(given.task(), given.files[0]).to_dict("records"))


_STEPS = Case("the steps of an agent", (), _score_steps)


def _score(given: Given, line: Line) -> None:
    _case(given).score(given, line)


def _case(given: Given) -> Case:
    """What is to be scored, by what the line names and what the files hold."""
    from scinet.experiments.environment import ABOUT
    from scinet.experiments.published import is_document

    if given.target.is_file():
        return _PREDICTIONS if is_document(given.target) else READERS
    if given.metric is not None:
        return _MEASURES[given.metric]
    if given.before_update is not None:
        return UPDATES
    if any((Path(file) / ABOUT).is_file() for file in given.files):
        return _STEPS
    if any(Path(file).is_file() and is_document(Path(file)) for file in given.files):
        return _GENERATIONS
    return RUNS


verb(
    app,
    "evaluate tasks/path runs/path/*.jsonl --out results",
    Given,
    _score,
    arguments={"target": "TASK", "files": "[NAME=]RUN…"},
)
