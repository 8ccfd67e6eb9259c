"""Measures of runs that need a model of their own, in place of the metrics of their task.

Each is a table with a row per system, or more, without the controls; no graph is asked.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import date, timedelta
from pathlib import Path
from typing import Annotated, Any, TypeAlias

import numpy as np
import pandas as pd
from annotated_types import Ge, Le
from numpy.typing import NDArray

from scinet.errors import DataError
from scinet.eval.answer import get_content
from scinet.eval.options import TaskArg
from scinet.eval.ranked_list import RankedList
from scinet.eval.run import Run
from scinet.eval.significance import bootstrap_interval
from scinet.eval.suites import get_task_type
from scinet.eval.suites.prescience.contribution import ContributionTask, compared_text
from scinet.eval.suites.prescience.official.embeddings import Embeddings, read_embeddings
from scinet.eval.suites.prescience.ranking import Forecast
from scinet.eval.suites.scipaths import enabling
from scinet.eval.task import Row, Task
from scinet.experiments.pipeline import Runs, read_runs
from scinet.models.contribution import bertscore
from scinet.models.text.dense import MODEL, embed

Vectors: TypeAlias = NDArray[np.float32]
_TRUTH_SYSTEM = "truth"
_BATCH_SIZE = 1000  # texts whose cosines with all others are kept


def measure_bertscore(
    task: TaskArg,
    runs: Runs,
    *,
    split: str = "test",
    bert: str = bertscore.MODEL,
    layer: Annotated[int, Ge(0)] = 0,
    rescale: bool = True,
    seed: Annotated[int, Ge(0)] = 0,
) -> pd.DataFrame:
    """Compute the BERTScore of written contributions: precision, recall and F1.

    The mean over all queries, 0 for a missing answer, with a 95 % interval, and the mean over what
    was answered.

    Args:
        task: A task of contributions.
        runs: Runs or run files; ``NAME=FILE`` names one.
        split: Split of the task.
        bert: Model: a name on the hub, or a folder.
        layer: Its layer; 0 for the one known as the best.
        rescale: Put the BERTScore of random sentences at 0.
        seed: Seed of the intervals.

    Raises:
        NotFoundError: If there is no such file or split.
        DataError: If a run is broken, or the task asks for no contributions.
    """
    measure, read = bertscore.BertScore(bert, layer, rescale), read_runs(runs, task, split)
    truth = _contribution_truth(task, read)
    settings_row = {"model": measure.model, "rescaled": measure.rescale}
    true = [compared_text(row, task) for row in truth.values()]
    rows: list[Row] = []
    for run in read:
        written = _written_texts(run, truth, task)
        is_answered = np.array([text is not None for text in written])
        scores = measure.scores([(text or "", of) for text, of in zip(written, true, strict=True)])
        for part, values in zip(("precision", "recall", "F1"), scores.T, strict=True):
            answered = float(values[is_answered].mean()) if is_answered.any() else None
            row = _mean_row(run, f"BERTScore {part}", values, seed)
            rows.append({**row, "answered": answered, **settings_row})
    return pd.DataFrame(rows)


def measure_match(
    task: TaskArg,
    runs: Runs,
    *,
    split: str = "test",
    least_cosine: Annotated[float, Ge(0), Le(1)] = 0.6,
) -> pd.DataFrame:
    """Match enabling contributions by their embeddings: cheap, and no substitute for a judge.

    Args:
        task: A task of enabling contributions.
        runs: Runs or run files; ``NAME=FILE`` names one.
        split: Split of the task.
        least_cosine: Least cosine of descriptions that match.

    Returns:
        Means of recall, precision and F1.

    Raises:
        NotFoundError: If there is no such file or split.
        DataError: If a run is broken, or the task asks for no enabling contributions.
    """
    wanted = f"{enabling.EnablingTask.suite}/{enabling.EnablingTask.name}"
    if task.id != wanted:
        raise DataError(f"{task.id} has no contributions to match", hint=f"Name one of {wanted}.")

    def edges(gold: Sequence[str], named: Sequence[str]) -> list[tuple[int, int]]:
        places = np.argwhere(embed(gold) @ embed(named).T >= least_cosine)
        return [(int(gold_place), int(named_place)) for gold_place, named_place in places]

    rows: list[Row] = []
    for run in read_runs(runs, task, split):
        scores = enabling.match_descriptions(
            enabling.scored_queries(task, run), edges, "embedding", "strict"
        )
        defined = {
            name: [row[name] for row in scores if row[name] == row[name]] for name in scores[0]
        }
        means = {name: sum(n) / len(n) if n else None for name, n in defined.items()}
        rows.append({"system": run.header.system, "least_cosine": least_cosine, **means})
    return pd.DataFrame(rows)


def measure_retrieval(
    task: TaskArg, runs: Runs, *, split: str = "test", seed: Annotated[int, Ge(0)] = 0
) -> pd.DataFrame:
    """Search the true contributions of all queries by written ones, by cosines of embeddings.

    Of papers as near as the true one all others come first. ``MRR`` is the mean of one over its
    place, ``cosine`` that with it; a missing answer counts 0.

    Args:
        task: A task of contributions.
        runs: Runs or run files; ``NAME=FILE`` names one.
        split: Split of the task.
        seed: Seed of the intervals.

    Raises:
        NotFoundError: If there is no such file or split.
        DataError: If a run is broken, or the task asks for no contributions.
    """
    read = read_runs(runs, task, split)
    truth = _contribution_truth(task, read)
    papers = embed([compared_text(row, task) for row in truth.values()])
    rows: list[Row] = []
    for run in read:
        written = _written_texts(run, truth, task)
        scores = {name: np.zeros(len(written)) for name in ("MRR", "Recall@10", "cosine")}
        answered = [place for place, text in enumerate(written) if text is not None]
        for start in range(0, len(answered), _BATCH_SIZE):
            batch = answered[start : start + _BATCH_SIZE]
            vectors = embed([str(written[place]) for place in batch])
            cosines = vectors @ papers.T
            own = (vectors * papers[batch]).sum(axis=1)
            # Sums of the same numbers in another order differ in the last digits.
            rank = (cosines >= own[:, None] - 1e-6).sum(axis=1)
            scores["MRR"][batch] = 1.0 / rank
            scores["Recall@10"][batch] = rank <= 10
            scores["cosine"][batch] = own
        means_of = (_mean_row(run, metric, values, seed) for metric, values in scores.items())
        rows += [{**row, "model": MODEL} for row in means_of]
    return pd.DataFrame(rows)


def measure_diversity(
    task: TaskArg,
    runs: Runs,
    *,
    split: str = "test",
    vectors: str | Path | None = None,
    weekly: bool = False,
) -> pd.DataFrame:
    """Count how many different items or texts are named over all queries, and in the truth.

    Of lists the first R items of each query count, R being the number of true ones. ``named`` are
    all, ``distinct`` the different ones, ``effective`` exp of the entropy of how often each is
    named, ``mean_cosine`` the mean over pairs of different items or texts; of lists over the
    ``with_vector`` items that have a published vector.

    Args:
        task: A task of lists or contributions.
        runs: Runs or run files; ``NAME=FILE`` names one.
        split: Split of the task.
        vectors: Published embeddings of papers, for the mean cosine of lists.
        weekly: Count all answers up to the end of each week with a query, a Sunday.

    Raises:
        NotFoundError: If there is no such file or split.
        DataError: If a run or file is broken, or the task has no such answers.

    Source:
        PreScience, the released analysis of the diversity of predictions.
    """
    read = read_runs(runs, task, split)
    split = read[0].header.split
    truth, numbers = task.truth(split), None
    if isinstance(get_task_type(task.type_name), Forecast):
        numbers = {} if vectors is None else _unit_vectors(read_embeddings(Path(vectors)), task)
    elif task.id != f"{ContributionTask.suite}/{ContributionTask.name}":
        raise DataError(
            f"{task.id} has no answers whose variety is known",
            hint="Name a task of collaborators, prior work or contributions.",
        )
    if not weekly:
        return pd.DataFrame(list(_diversity_rows(task, read, truth, numbers)))
    ends = {
        query_of_split.query_id: _next_sunday(query_of_split.before)
        for query_of_split in task.queries(split)
    }
    rows: list[Row] = []
    for week in sorted(set(ends.values())):
        truth_so_far = {query: row for query, row in truth.items() if ends[query] <= week}
        week_rows = _diversity_rows(task, read, truth_so_far, numbers)
        rows += [{"week": week.isoformat(), **row} for row in week_rows]
    return pd.DataFrame(rows)


def _next_sunday(day: date) -> date:
    return day + timedelta(days=6 - day.weekday())


def _diversity_rows(
    task: Task,
    runs: Sequence[Run],
    truth: Mapping[str, Row],
    numbers: Mapping[str, Vectors] | None,
) -> Iterator[Row]:
    """Yield rows of the runs and of the truth; ``numbers`` are vectors of items, None for texts."""
    if numbers is None:
        texts = [_written_texts(run, truth, task) for run in runs]
        texts.append([compared_text(row, task) for row in truth.values()])
        counted = [Counter(text for text in listed if text is not None) for listed in texts]
    else:
        counted = [Counter(_first_items(run, truth)) for run in runs]
        counted.append(Counter(item for row in truth.values() for item in row["items"]))
    systems = [*(run.header.system for run in runs), _TRUTH_SYSTEM]
    for system, counts in zip(systems, counted, strict=True):
        shares = np.array(list(counts.values())) / max(1, counts.total())
        row = {"system": system, "named": counts.total(), "distinct": len(counts)}
        row["effective"] = float(np.exp(-(shares * np.log(shares)).sum())) if counts else 0.0
        if numbers is None:
            row["mean_cosine"] = _mean_cosine(embed(list(counts)))
        elif numbers:
            of = [numbers[item] for item in counts if item in numbers]
            row |= {"mean_cosine": _mean_cosine(np.array(of)), "with_vector": len(of)}
        yield row


def _contribution_truth(task: Task, runs: Sequence[Run]) -> Mapping[str, Row]:
    if task.id != f"{ContributionTask.suite}/{ContributionTask.name}":
        raise DataError(
            f"{task.id} asks for no titles", hint="Name a task of prescience/contribution."
        )
    return task.truth(runs[0].header.split)


def _mean_row(run: Run, metric: str, values: NDArray[np.float64], seed: int) -> Row:
    low, high = bootstrap_interval(values, seed)
    labels = {"system": run.header.system, "metric": metric, "mean": float(values.mean())}
    return {**labels, "low": low, "high": high, "n": len(values)}


def _mean_cosine(vectors: Vectors) -> float | None:
    """Compute the mean over pairs of different rows of unit length; None for fewer than two."""
    count = len(vectors)
    total = float((vectors.astype(np.float64).sum(axis=0) ** 2).sum())
    return (total - count) / (count * (count - 1)) if count > 1 else None


def _written_texts(run: Run, truth: Iterable[str], task: Task) -> list[str | None]:
    """Return the generated texts in the order of the queries."""
    records: list[Any] = [get_content(run.answers.get(query)) for query in truth]
    return [None if record is None else compared_text(record, task) for record in records]


def _first_items(run: Run, truth: Mapping[str, Row]) -> Iterable[str]:
    """Yield the first items of each list, as many as are true."""
    for query, row in truth.items():
        answer = run.answers.get(query)
        if isinstance(answer, RankedList):
            for item in answer.items[: len(row["items"])]:
                yield item.id or str(item.title)


def _unit_vectors(embeddings: Embeddings, task: Task) -> dict[str, Vectors]:
    source = task.options.get("source")
    lengths = np.linalg.norm(embeddings.key, axis=1, keepdims=True)
    unit = embeddings.key / np.where(lengths > 0.0, lengths, 1.0)
    ids = (f"{source}:{identifier}" if source else identifier for identifier in embeddings.ids)
    return dict(zip(ids, unit, strict=True))
