"""Published predictions with the truth that they hold, and published generations for a task."""

from pathlib import Path

from scinet.cli.evaluation.case import Case, Given
from scinet.cli.verbs import Line
from scinet.errors import DataError


def _score_predictions(given: Given, line: Line) -> None:
    from scinet.session.opening import evaluate_predictions

    line.emit(evaluate_predictions(given.target, out=given.out))


def _score_generations(given: Given, line: Line) -> None:
    from scinet.experiments.published import score_generations

    if given.scoring != "official" or len(given.files) > 1:
        raise DataError(
            f"published generations are scored one file at a time and as published "
            f"({given.files[0]})",
            hint="Add --scoring official, or make a run of them: `scinet predictions import`.",
        )
    task = given.task()
    with given.asker(task.graph_fingerprint) as judge:
        found = score_generations(
            task,
            Path(given.files[0]),
            out=given.out,
            split=given.split,
            bert=None if given.bert is None else given.bert_score(),
            judge=judge,
        )
        line.emit(found)


PREDICTIONS = Case(
    "published predictions", ("scoring", "out"), _score_predictions, takes_runs=False
)
GENERATIONS = Case(
    "published generations",
    ("scoring", "out", "split", "bert", "layer", "rescale", "seed", "model"),
    _score_generations,
)
