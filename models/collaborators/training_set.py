"""The training set of the ranking of authors: candidates of a split with features and labels."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from scinet.models.base.boosted_trees import Float32, Floats, Table
from scinet.models.base.system import by_day
from scinet.models.base.training import TrainingData
from scinet.models.collaborators.features.candidates import AT_ONCE, candidates
from scinet.models.collaborators.features.table import features
from scinet.models.history import Past

_START: Final = "walk_short"
_LEAST: Final = 1e-7


@dataclass(frozen=True)
class Sampling:
    """Which rows of a list enter the training set; true authors always do.

    Attributes:
        first: So many of the first candidates.
        share: Sampling rate of the others; each of them has weight ``1 / share``.
        seed: Seed of the sample.
    """

    first: int
    share: float
    seed: int


def examples(
    split: str, data: TrainingData, candidates_each: int, sampling: Sampling | None = None
) -> tuple[Table, float]:
    """Candidates of each query of a split with their features, labelled 1 where true.

    Args:
        split: The split.
        data: What to learn from.
        candidates_each: Longest list.
        sampling: Which rows to include; None means all.

    Returns:
        The table without lists that have no true author, and the recall of the candidates.
    """
    truth = data.task.truth(split)
    rng = np.random.default_rng(0 if sampling is None else sampling.seed)
    names: tuple[str, ...] = ()
    rows: list[Float32] = []
    labels: list[Floats] = []
    weights: list[Floats] = []
    true = found = 0
    for day, asked in by_day(data.task.queries(split)):
        past = Past(data.snapshot.until(day))
        number = past.snapshot.author_number
        # Papers of one day share authors, whose features are computed once.
        questions: dict[int, list[list[int]]] = {}
        for query in sorted(asked, key=lambda query: number[query.inputs["author_id"]]):
            answers = [number[one] for one in truth[query.query_id]["items"]]
            questions.setdefault(number[query.inputs["author_id"]], []).append(answers)
        everyone = np.array(list(questions), dtype=np.int32)
        for begin in range(0, len(everyone), AT_ONCE):
            seeds = everyone[begin : begin + AT_ONCE]
            lists = candidates(past, seeds, candidates_each)
            names, values = features(past, lists)
            for place, seed in enumerate(seeds.tolist()):
                inside = slice(int(lists.first[place]), int(lists.first[place + 1]))
                for answers in questions[seed]:
                    label = np.isin(lists.other[inside], answers)
                    true += len(answers)
                    found += int(label.sum())
                    if label.any():
                        weight = _weights(label, sampling, rng)
                        rows.append(values[inside][weight > 0])
                        labels.append(label[weight > 0].astype(np.float64))
                        weights.append(weight[weight > 0])
        if data.progress is not None:
            data.progress({"day": day.isoformat(), "questions": len(asked)})
    sizes = np.array([len(one) for one in labels], dtype=np.int64)
    if not rows:
        return Table(np.zeros((0, len(names)), np.float32), names, np.zeros(0), sizes), 0.0
    columns = np.concatenate(rows)
    start = start_of(names, columns)
    table = Table(columns, names, np.concatenate(labels), sizes, np.concatenate(weights), start)
    return table, found / true


def start_of(names: Sequence[str], values: Float32) -> Floats:
    """The initial score of the trees: the logarithm of a walk's share of time, shape ``(rows,)``.

    Few queries then suffice: without a tree the order is that of the walk.
    """
    share = values[:, list(names).index(_START)].astype(np.float64)
    return np.log(np.maximum(share, _LEAST))


def _weights(
    label: NDArray[np.bool_], sampling: Sampling | None, rng: np.random.Generator
) -> Floats:
    """Weight of each row of a list, 0 for those left out."""
    if sampling is None:
        return np.ones(len(label))
    near = label | (np.arange(len(label)) < sampling.first)
    sampled = rng.random(len(label)) < sampling.share
    return np.where(near, 1.0, np.where(sampled, 1.0 / max(sampling.share, 1e-9), 0.0))
