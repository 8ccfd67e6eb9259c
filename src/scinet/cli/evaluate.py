"""Score what systems answered: runs of a task, published predictions, readers of citations."""

from pathlib import Path

from scinet.cli.evaluation.case import Case, Given
from scinet.cli.evaluation.measures import MEASURES
from scinet.cli.evaluation.predictions import GENERATIONS, PREDICTIONS
from scinet.cli.evaluation.readers import READERS
from scinet.cli.evaluation.runs import RUNS
from scinet.cli.evaluation.updates import UPDATES
from scinet.cli.root import app
from scinet.cli.verbs import Line, verb


def _score(given: Given, line: Line) -> None:
    case = _case(given)
    case.refuse_others(given)
    case.score(given, line)


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


verb(
    app,
    "evaluate tasks/path runs/path/*.jsonl --out results",
    Given,
    _score,
    arguments={"target": "TASK", "files": "[NAME=]RUN…"},
)
