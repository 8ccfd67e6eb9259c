"""Single measures in place of a task's metrics."""

from scinet.cli.evaluation.case import Case, Given
from scinet.cli.verbs import Line


def _bertscore(given: Given, line: Line) -> None:
    from scinet.experiments.measures import bertscore

    task = given.task()
    runs = given.runs(task)
    rows = bertscore(task, runs, model=given.bert_score(), seed=given.seed)
    line.emit(rows)


def _match(given: Given, line: Line) -> None:
    from scinet.experiments.measures import match

    task = given.task()
    rows = match(task, given.runs(task), least_cosine=given.least_cosine)
    line.emit(rows)


MEASURES = {
    "bertscore": Case(
        "--metric bertscore", ("metric", "split", "bert", "layer", "rescale", "seed"), _bertscore
    ),
    "match": Case("--metric match", ("metric", "split", "least_cosine"), _match),
}
