"""Collaborators reached by walks, ranked by boosted trees trained on earlier teams."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final, Literal

import numpy as np
from pydantic import NonNegativeFloat, PositiveInt
from pydantic.dataclasses import dataclass as checked

from scinet.models.base.boosted_trees import NAME, Booster, Boosting, Float32, TrainingTable
from scinet.models.base.ranking import AuthorRanker, Floats, Ints
from scinet.models.base.system import Context, group_by_day
from scinet.models.base.training import TrainableSystem, TrainingData
from scinet.models.collaborators.features.table import BATCH_SIZE, compute_features, find_candidates
from scinet.models.collaborators.features.walks import NEAR_WALK, walk_shares
from scinet.models.history import History
from scinet.validation import OPTIONS, Share

_INITIAL_FEATURE: Final = "walk_short"
_MIN_SHARE: Final = 1e-7


@checked(frozen=True, config=OPTIONS)
class CollaboratorsLambdarank(Boosting, AuthorRanker, TrainableSystem):
    """Boosted trees on features of pairs of authors, from joint papers to subjects.

    Their initial score is the logarithm of a walk's share of time.

    Attributes:
        objective: ``binary`` for the odds of a joint paper, ``lambdarank`` for the order of each
            list of candidates.
        truncation: Length of a list whose pairs count for ``lambdarank``.
        candidates: Authors that the trees rank for each author; others follow by a walk.
        negatives: Negative examples of each author, from the first candidates.
        far_negatives: Share of the remaining candidates that are sampled as negatives.
    """

    name = "collaborators-lambdarank"
    summary = "boosted trees on joint papers, walks, citations, subjects and careers"

    objective: Literal["binary", "lambdarank"] = "binary"
    candidates: PositiveInt = 500
    negatives: PositiveInt = 120
    far_negatives: Share = 0.1
    trees: PositiveInt = 400
    min_leaf: PositiveInt = 200
    l2: NonNegativeFloat = 5.0
    truncation: PositiveInt = 30
    patience: PositiveInt = 60
    bags: PositiveInt = 3

    def train(self, data: TrainingData) -> Mapping[str, Any]:
        """Grow trees on ``train`` until the ranking of ``val`` stops improving."""
        train, train_recall = build_examples("train", data, self)
        val, val_recall = build_examples("val", data, self)
        figures = self.grow(train, val, self.objective, data.folder, truncation=self.truncation)
        return {**figures, "candidate_recall": {"train": train_recall, "val": val_recall}}

    def scores(self, authors: Ints, context: Context) -> Iterator[Floats]:
        """Yield scores of candidates by the trees, then of other authors reached by a walk."""
        grown = Booster.load(context.training / NAME)
        past = History(context.snapshot)
        for begin in range(0, len(authors), BATCH_SIZE):
            seeds = authors[begin : begin + BATCH_SIZE].astype(np.int32)
            lists = find_candidates(past, seeds, self.candidates)
            names, values = compute_features(past, lists)
            predicted = grown.predict(values, names) + initial_scores(names, values)
            share = walk_shares(past, NEAR_WALK, seeds).astype(np.float64)
            for number, (low, high) in enumerate(zip(lists.first, lists.first[1:], strict=False)):
                scores = np.where(share[:, number] > 0, share[:, number], np.nan)
                if high > low:
                    scores += predicted[low:high].min() - 1.0  # a share is below 1
                scores[lists.other[low:high]] = predicted[low:high]
                yield scores


def build_examples(
    split: str, data: TrainingData, system: CollaboratorsLambdarank
) -> tuple[TrainingTable, float]:
    """Build candidates of each query of a split with their features, labelled 1 where true.

    For ``train`` a sample: true authors, the first candidates, and a share of the others, each
    weighted ``1 / share``. Lists without a true author are omitted, but count in the recall of the
    candidates.
    """
    share = system.far_negatives if split == "train" else 1.0
    truth = data.task.truth(split)
    rng = np.random.default_rng(system.seed)
    names: tuple[str, ...] = ()
    parts: list[tuple[Float32, Floats, Floats]] = []  # rows, labels and weights of each list
    true = hits = 0
    for day, batch in group_by_day(data.task.queries(split)):
        past = History(data.snapshot.until(day))
        number = past.snapshot.author_number
        # Papers of one day share authors, whose features are computed once.
        questions: dict[int, list[list[int]]] = {}
        for query in sorted(batch, key=lambda query: number[query.inputs["author_id"]]):
            answers = [number[item] for item in truth[query.query_id]["items"]]
            questions.setdefault(number[query.inputs["author_id"]], []).append(answers)
        everyone = np.array(list(questions), dtype=np.int32)
        for begin in range(0, len(everyone), BATCH_SIZE):
            seeds = everyone[begin : begin + BATCH_SIZE]
            lists = find_candidates(past, seeds, system.candidates)
            names, values = compute_features(past, lists)
            for place, seed in enumerate(seeds.tolist()):
                inside = slice(int(lists.first[place]), int(lists.first[place + 1]))
                for answers in questions[seed]:
                    label = np.isin(lists.other[inside], answers)
                    true += len(answers)
                    hits += int(label.sum())
                    if label.any():
                        near = label | (np.arange(len(label)) < system.negatives)
                        sampled = rng.random(len(label)) < share
                        weight = np.where(near, 1.0, sampled / max(share, 1e-9))
                        used = weight > 0
                        parts.append(
                            (values[inside][used], label[used].astype(float), weight[used])
                        )
        if data.progress is not None:
            data.progress({"day": day.isoformat(), "questions": len(batch)})
    sizes = np.array([len(rows) for rows, *_ in parts], dtype=np.int64)
    if not parts:
        return TrainingTable(np.zeros((0, len(names)), np.float32), names, np.zeros(0), sizes), 0.0
    columns, labels, weights = map(np.concatenate, zip(*parts, strict=True))
    table = TrainingTable(columns, names, labels, sizes, weights, initial_scores(names, columns))
    return table, hits / true


def initial_scores(names: Sequence[str], values: Float32) -> Floats:
    """Return the initial scores of the trees: log shares of time of a walk, shape ``(rows,)``.

    Few queries then suffice: without a tree the order is that of the walk.
    """
    share = values[:, list(names).index(_INITIAL_FEATURE)].astype(np.float64)
    return np.log(np.maximum(share, _MIN_SHARE))
