"""The training set of the ranking of authors: candidates of a split with features and labels."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

import numpy as np

from scinet.models.base.boosted_trees import Float32, Floats, Table
from scinet.models.base.system import by_day
from scinet.models.base.training import TrainingData
from scinet.models.collaborators.features.table import AT_ONCE, candidates, features
from scinet.models.history import Past

if TYPE_CHECKING:
    from scinet.models.collaborators.lambdarank import CollaboratorsLambdarank

_START: Final = "walk_short"
_LEAST: Final = 1e-7


def examples(
    split: str, data: TrainingData, system: "CollaboratorsLambdarank"
) -> tuple[Table, float]:
    """Candidates of each query of a split with their features, labelled 1 where true.

    Of ``train`` a sample: true authors, the first candidates, and a share of the others, each of
    which has weight ``1 / share``.

    Returns:
        The table without lists that have no true author, and the recall of the candidates.
    """
    share = system.far_negatives if split == "train" else 1.0
    truth = data.task.truth(split)
    rng = np.random.default_rng(system.seed)
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
            lists = candidates(past, seeds, system.candidates)
            names, values = features(past, lists)
            for place, seed in enumerate(seeds.tolist()):
                inside = slice(int(lists.first[place]), int(lists.first[place + 1]))
                for answers in questions[seed]:
                    label = np.isin(lists.other[inside], answers)
                    true += len(answers)
                    found += int(label.sum())
                    if label.any():
                        near = label | (np.arange(len(label)) < system.negatives)
                        sampled = rng.random(len(label)) < share
                        weight = np.where(near, 1.0, sampled / max(share, 1e-9))
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
