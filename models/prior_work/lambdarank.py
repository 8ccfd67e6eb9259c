"""Boosted trees that rank what a team may cite.

Candidates come from walks, earlier citations, recent popularity and, with a title, from texts; the
trees learn from the references of earlier papers how to weigh their features.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from scinet.eval.answer import Answer
from scinet.eval.task import Query
from scinet.models.base.boosted_trees import Booster, Objective, Settings, Table, fit
from scinet.models.base.ranking import best_first
from scinet.models.base.system import Context, ranked
from scinet.models.base.training import TrainableSystem, TrainingData
from scinet.models.prior_work.candidates import describe
from scinet.models.text.dense import CAUTION

_FILE: Final = "trees.json"
_PATIENCE: Final = 60  # trees


@dataclass(frozen=True)
class PriorWorkLambdarank(TrainableSystem):
    """Candidates ranked by LambdaRank.

    Attributes:
        objective: ``lambdarank`` for the order itself, ``binary`` for the odds of a citation.
        trees: The most trees of a bag.
        learning_rate: Share of each tree that is taken.
        leaves: The most leaves of a tree.
        min_leaf: The fewest rows of a leaf.
        columns: Share of the features that a tree sees.
        truncation: Places of a list whose pairs count.
        bags: Boosters with seeds of their own, whose mean is the answer.
        negatives: Random sample of the negative candidates of a training query; 0 means all.
    """

    name = "prior-work-lambdarank"
    version = "1"
    track = "graph"
    summary = "boosted trees on citations, walks, co-authors and texts"
    needs = frozenset({"author_ids"})

    objective: str = "lambdarank"
    trees: int = 600
    learning_rate: float = 0.06
    leaves: int = 15
    min_leaf: int = 100
    columns: float = 0.4
    truncation: int = 100
    bags: int = 3
    negatives: int = 200

    def __post_init__(self) -> None:
        self._boosting()
        if self.negatives < 0:
            raise ValueError("negatives is at least 0")
        if self.objective not in {"binary", "lambdarank"}:
            raise ValueError("objective is binary or lambdarank")

    @property
    def settings(self) -> dict[str, Any]:
        """Also the model behind the vectors of texts, and what it may know."""
        return {**super().settings, **CAUTION}

    def train(self, data: TrainingData) -> Mapping[str, Any]:
        """Grow trees on ``train``, as many as rank ``val`` best."""
        rng = np.random.default_rng(self.seed)
        train = _examples("train", data, rng, self.negatives)
        val = _examples("val", data, rng, 0)
        objective: Objective = "binary" if self.objective == "binary" else "lambdarank"
        booster = fit(train, val, self._boosting(), objective)
        booster.save(data.folder / _FILE)
        return {
            "rows": len(train.labels),
            "questions": {"train": len(train.groups), "val": len(val.groups)},
            **booster.figures(),
        }

    def answer(self, queries: Sequence[Query], context: Context) -> Iterator[Answer]:
        """Candidates by the mean of the trees' scores."""
        if context.learned is None:
            raise ValueError("a trained system needs the folder of its training")
        booster = Booster.load(context.learned / _FILE)
        found = describe(context.snapshot, queries, context.cache)
        for query, one in zip(queries, found, strict=True):
            scores = np.full(context.snapshot.num_papers, np.nan)
            scores[one.papers] = booster.predict(one.features, one.names)
            yield ranked(query, best_first(scores), context, scores)

    def _boosting(self) -> Settings:
        return Settings.of(self, patience=_PATIENCE)


def _examples(split: str, data: TrainingData, rng: np.random.Generator, negatives: int) -> Table:
    """Candidates of all queries of a split, with the true references marked."""
    truth = data.task.truth(split)
    features, labels, groups = [], [], []
    names: tuple[str, ...] = ()
    done = 0
    for day, asked in groupby(data.task.queries(split), key=lambda query: query.before):
        queries = list(asked)
        snapshot = data.snapshot.until(day)
        for query, one in zip(queries, describe(snapshot, queries, data.cache), strict=True):
            true = [snapshot.index(paper) for paper in truth[query.query_id]["items"]]
            is_true = np.isin(one.papers, true)
            kept = _some(is_true, negatives, rng)
            features.append(one.features[kept])
            labels.append(is_true[kept])
            groups.append(len(kept))
            names = one.names
        done += len(queries)
        if data.progress is not None:
            data.progress({"split": split, "questions": done})
    return Table(
        np.concatenate(features),
        names,
        np.concatenate(labels).astype(np.float64),
        np.array(groups, dtype=np.int64),
    )


def _some(
    is_true: NDArray[np.bool_], negatives: int, rng: np.random.Generator
) -> NDArray[np.int64]:
    """All positives and a sample of the negatives, in order."""
    others = np.flatnonzero(~is_true)
    if 0 < negatives < len(others):
        others = rng.choice(others, negatives, replace=False)
    return np.sort(np.append(np.flatnonzero(is_true), others))
