"""Authors reached by walks, ranked by boosted trees that learned from earlier teams."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final

import numpy as np

from scinet.models.base.boosted_trees import Booster, Objective, Settings, fit
from scinet.models.base.system import Context
from scinet.models.base.training import TrainableSystem, TrainingData
from scinet.models.collaborators.features.candidates import AT_ONCE, candidates
from scinet.models.collaborators.features.table import features
from scinet.models.collaborators.features.walks import NEAR, time_shares
from scinet.models.collaborators.ranker import AuthorRanker, Floats, Ints
from scinet.models.collaborators.training_set import Sampling, examples, start_of
from scinet.models.history import Past

_FILE: Final = "trees.txt"


@dataclass(frozen=True)
class CollaboratorsLambdarank(AuthorRanker, TrainableSystem):
    """Boosted trees on features of pairs of authors, from joint papers to subjects.

    They are grown on top of the logarithm of a walk's share of time.

    Attributes:
        objective: ``binary`` for the odds that two authors write together, ``lambdarank`` for the
            order of each list of candidates.
        candidates: Authors that the trees rank for each author; others follow by a walk.
        negatives: Negative examples of each author: so many of the first candidates.
        far_negatives: Share of the remaining candidates that are sampled as negatives.
        trees: This and all settings below: see
            :class:`~scinet.models.base.boosted_trees.Settings`.
    """

    name = "collaborators-lambdarank"
    version = "1"
    summary = "boosted trees on joint papers, walks, citations, subjects and careers"

    objective: str = "binary"
    candidates: int = 500
    negatives: int = 120
    far_negatives: float = 0.1
    trees: int = 400
    learning_rate: float = 0.05
    leaves: int = 31
    min_leaf: int = 200
    columns: float = 0.5
    rows: float = 0.8
    l2: float = 5.0
    truncation: int = 30
    patience: int = 60
    bags: int = 3

    def __post_init__(self) -> None:
        if self.candidates < 1 or self.negatives < 1 or not 0 <= self.far_negatives <= 1:
            raise ValueError("candidates and negatives are at least 1, far_negatives in [0, 1]")
        if self.objective not in {"binary", "lambdarank"}:
            raise ValueError("objective is binary or lambdarank")
        self._settings()

    def train(self, data: TrainingData) -> Mapping[str, Any]:
        """Grow trees on ``train`` until the ranking of ``val`` stops improving."""
        sampling = Sampling(self.negatives, self.far_negatives, self.seed)
        tables, recall = {}, {}
        for split, sampled in (("train", sampling), ("val", None)):
            tables[split], recall[split] = examples(
                data.task.queries(split),
                data.task.truth(split),
                data.snapshot,
                candidates_each=self.candidates,
                sampling=sampled,
                progress=data.progress,
            )
        objective: Objective = "binary" if self.objective == "binary" else "lambdarank"
        grown = fit(tables["train"], tables["val"], self._settings(), objective)
        grown.save(data.folder / _FILE)
        return {
            **grown.figures(),
            "lists": {split: len(table.groups) for split, table in tables.items()},
            "rows": {split: len(table.labels) for split, table in tables.items()},
            "candidate_recall": recall,
        }

    def scores(self, authors: Ints, context: Context) -> Iterator[Floats]:
        """Candidates by the trees, then whoever else a walk reaches."""
        if context.learned is None:
            raise ValueError("a trained system needs the folder of its training")
        grown = Booster.load(context.learned / _FILE)
        past = Past(context.snapshot)
        for begin in range(0, len(authors), AT_ONCE):
            seeds = authors[begin : begin + AT_ONCE].astype(np.int32)
            lists = candidates(past, seeds, self.candidates)
            names, values = features(past, lists)
            found = grown.predict(values, names) + start_of(names, values)
            share = time_shares(past, NEAR, seeds).astype(np.float64)
            for number, (low, high) in enumerate(zip(lists.first, lists.first[1:], strict=False)):
                scores = np.where(share[:, number] > 0, share[:, number], np.nan)
                if high > low:
                    scores += found[low:high].min() - 1.0  # a share is below 1
                scores[lists.other[low:high]] = found[low:high]
                yield scores

    def _settings(self) -> Settings:
        return Settings.of(self)
