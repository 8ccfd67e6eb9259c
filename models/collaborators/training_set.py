"""The training set of the ranking of authors: candidates of a split with features and labels."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from scinet.eval.task import Query, Row
from scinet.graph.snapshot import Snapshot
from scinet.graph.snapshot.csr import Int32
from scinet.models.base.boosted_trees import Float32, Floats, Table
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


@dataclass(frozen=True)
class _Question:
    seed: int
    true: Int32


def examples(
    queries: Sequence[Query],
    truth: Mapping[str, Row],
    snapshot: Snapshot,
    *,
    candidates_each: int,
    sampling: Sampling | None = None,
    progress: Callable[[Mapping[str, Any]], None] | None = None,
) -> tuple[Table, float]:
    """Candidates of each query with their features, labelled 1 where true.

    Args:
        queries: Queries of a split in time order.
        truth: Its truth, by query.
        snapshot: Not cut before the last question.
        candidates_each: Longest list.
        sampling: Which rows to include; None means all.
        progress: Called with the day and the number of queries.

    Returns:
        The table without lists that have no true author, and the recall of the candidates.
    """
    rng = np.random.default_rng(0 if sampling is None else sampling.seed)
    names: tuple[str, ...] = ()
    rows: list[Float32] = []
    labels: list[Floats] = []
    weights: list[Floats] = []
    true = found = 0
    for day, asked in groupby(queries, key=lambda query: query.before):
        past = Past(snapshot.until(day))
        questions = _questions(list(asked), truth, past.snapshot)
        # Papers of one day share authors, whose features are computed once.
        questions.sort(key=lambda question: question.seed)
        by_seed = [list(same) for _, same in groupby(questions, key=lambda one: one.seed)]
        for begin in range(0, len(by_seed), AT_ONCE):
            part = by_seed[begin : begin + AT_ONCE]
            seeds = np.array([same[0].seed for same in part], dtype=np.int32)
            lists = candidates(past, seeds, candidates_each)
            names, values = features(past, lists)
            for number, same in enumerate(part):
                inside = slice(int(lists.first[number]), int(lists.first[number + 1]))
                for question in same:
                    label = np.isin(lists.other[inside], question.true)
                    true += len(question.true)
                    found += int(label.sum())
                    if label.any():
                        weight = _weights(label, sampling, rng)
                        rows.append(values[inside][weight > 0])
                        labels.append(label[weight > 0].astype(np.float64))
                        weights.append(weight[weight > 0])
        if progress is not None:
            progress({"day": day.isoformat(), "questions": len(questions)})
    sizes = np.array([len(one) for one in labels], dtype=np.int64)
    if not rows:
        return Table(np.zeros((0, len(names)), np.float32), names, np.zeros(0), sizes), 0.0
    values = np.concatenate(rows)
    table = Table(
        values,
        names,
        np.concatenate(labels),
        sizes,
        np.concatenate(weights),
        start_of(names, values),
    )
    return table, found / true


def start_of(names: Sequence[str], values: Float32) -> Floats:
    """The initial score of the trees: the logarithm of a walk's share of time, shape ``(rows,)``.

    Few queries then suffice: without a tree the order is that of the walk.
    """
    share = values[:, list(names).index(_START)].astype(np.float64)
    return np.log(np.maximum(share, _LEAST))


def _questions(
    queries: Sequence[Query], truth: Mapping[str, Row], snapshot: Snapshot
) -> list[_Question]:
    number = snapshot.author_number
    return [
        _Question(
            number[query.inputs["author_id"]],
            np.array([number[one] for one in truth[query.query_id]["items"]], dtype=np.int32),
        )
        for query in queries
    ]


def _weights(
    label: NDArray[np.bool_], sampling: Sampling | None, rng: np.random.Generator
) -> Floats:
    """Weight of each row of a list, 0 for those left out."""
    if sampling is None:
        return np.ones(len(label))
    near = label | (np.arange(len(label)) < sampling.first)
    sampled = rng.random(len(label)) < sampling.share
    return np.where(near, 1.0, np.where(sampled, 1.0 / max(sampling.share, 1e-9), 0.0))
