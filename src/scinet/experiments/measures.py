"""Measures of runs that need a model of their own, besides those of an evaluation."""

from collections.abc import Sequence

from scinet.errors import DataError
from scinet.eval.run import Run
from scinet.eval.suites.scipaths import enabling
from scinet.eval.suites.scipaths.similarity import means, near
from scinet.eval.task import Row, Task
from scinet.models.contribution.bertscore import BertScore, of_runs
from scinet.models.text.dense import embed


def bertscore(
    task: Task, runs: Sequence[Run], *, model: BertScore | None = None, seed: int = 0
) -> list[Row]:
    """BERTScore of written contributions, a row for each system and part.

    The mean over all queries, 0 for a missing answer, with a 95 % interval, and the mean over what
    was answered.
    """
    split = runs[0].header.split
    return of_runs(runs, task, model or BertScore(), split=split, seed=seed)


def match(task: Task, runs: Sequence[Run], *, least_cosine: float = 0.6) -> list[Row]:
    """Match enabling contributions by their embeddings: cheap, and no substitute for a judge.

    A row for each system: means of recall, precision and F1.
    """
    wanted = f"{enabling.Enabling.suite}/{enabling.Enabling.name}"
    if task.id != wanted:
        raise DataError(f"{task.id} has no contributions to match", hint=f"Name one of {wanted}.")
    rows: list[Row] = []
    for run in runs:
        found = near(enabling.scored(task, run), embed, least=least_cosine, scoring="strict")
        rows.append({"system": run.header.system, "least_cosine": least_cosine, **means(found)})
    return rows
