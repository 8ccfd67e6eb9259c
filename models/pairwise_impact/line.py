"""Choice by ridge regression, or by boosted trees, on ranks of features.

Features are ranked among the latest papers before the cutoff, because their scale drifts over the
years and only papers of similar age are compared. A rank of .5 means unknown.
"""

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, Final

import numpy as np
import orjson
from pydantic import NonNegativeFloat, PositiveFloat, PositiveInt
from pydantic.dataclasses import dataclass as checked

from scinet import atomic_files
from scinet.errors import DataError
from scinet.eval.answer import Answer, ChoiceAnswer
from scinet.eval.task import Query
from scinet.graph.snapshot import Snapshot
from scinet.models.base.boosted_trees import NAME, Booster, Boosting, Float32, Leaves, TrainingTable
from scinet.models.base.system import Context, group_by_day
from scinet.models.base.training import TrainableSystem, TrainingData, refuse_other_features
from scinet.models.history import Floats
from scinet.models.pairwise_impact.features import feature_table
from scinet.models.pairwise_impact.heuristics import choose_side, paper_positions
from scinet.validation import OPTIONS, PositiveShare

_FILE: Final = "line.json"
_MIN_LOG_ODDS: Final = 0.01  # logarithm of the odds
_STRENGTHS: Final = (0.01, 0.1, 1.0, 10.0, 100.0)


@checked(frozen=True, config=OPTIONS)
class PairLine(TrainableSystem):
    """Linear model of the difference of ranks, fitted by ridge regression.

    The penalty is the largest whose accuracy on ``val`` is within one standard error of the best;
    the model is then fitted again with ``val``, which is nearest to the test.

    Attributes:
        window: Number of latest papers that ranks are computed among.

    Source:
        Hoerl and Kennard (1970), doi:10.1080/00401706.1970.10488634; Breiman et al. (1984),
        Classification and Regression Trees, section 3.4.3, for the rule of one standard error.
    """

    name = "pair-line"
    version = "2"
    track = "graph"
    summary = "ridge regression on ranks of team, references, venue and subject"
    answers = ChoiceAnswer
    needs = frozenset({"a", "b"})

    window: PositiveInt = 300

    def train(self, data: TrainingData) -> Mapping[str, Any]:
        """Fit on ``train``, select on ``val``, fit on both."""
        examples = {}
        for split in ("train", "val"):
            queries = data.task.queries(split)
            truth = data.task.truth(split)
            side = np.array([truth[query.query_id]["choice"] == "A" for query in queries])
            names, ranks = rank_features(queries, data.snapshot, self.window)
            examples[split] = (ranks[:, 0] - ranks[:, 1], np.where(side, 1.0, -1.0))
        (x, y), (x_val, y_val) = examples["train"], examples["val"]
        right = {s: float(np.mean((x_val @ _fit(x, y, s)) * y_val > 0)) for s in _STRENGTHS}
        best = max(right.values())
        error = np.sqrt(best * (1 - best) / len(y_val))
        strength = max(s for s, share in right.items() if share >= best - error)
        scale = fit_odds_scale((x_val @ _fit(x, y, strength)) * y_val)
        weights = _fit(np.concatenate([x, x_val]), np.concatenate([y, y_val]), strength)
        line = {"names": names, "weights": (weights * scale).tolist(), "window": self.window}
        atomic_files.write_file(orjson.dumps(line), data.folder / _FILE)
        order = np.argsort(-np.abs(weights), kind="stable")
        return {
            "strength": strength,
            "val accuracy": right[strength],
            "val accuracies": {str(s): share for s, share in right.items()},
            "weights": {names[place]: float(weights[place] * scale) for place in order},
        }

    def answer(self, queries: Sequence[Query], context: Context) -> Iterator[Answer]:
        """Choose by the sign of the margin, with the margin as log odds."""
        line = _read_line(context.training)
        names, ranks = rank_features(queries, context.snapshot, line["window"])
        refuse_other_features(names, line["names"])
        margins = (ranks[:, 0] - ranks[:, 1]) @ np.array(line["weights"])
        for query, margin in zip(queries, margins.tolist(), strict=True):
            yield ChoiceAnswer(query.query_id, choose_side(margin, 0.0, query), score=margin)


def rank_features(
    queries: Sequence[Query], snapshot: Snapshot, window: int
) -> tuple[list[str], Floats]:
    """Compute ranks, -.5 to .5, of the features of A and B of each query, as of its own day.

    Queries are in order of their days; ranks are computed among the latest papers of a window and
    have the shape ``(queries, 2, features)``; their names come first.
    """
    names: list[str] = []
    parts: list[Floats] = []
    for day, batch in group_by_day(queries):
        past = snapshot.until(day)
        papers, sides = paper_positions(batch, past)
        latest = np.arange(max(0, past.num_papers - window), past.num_papers)
        both = np.union1d(papers, latest)
        columns = feature_table(past, both)
        names = list(columns)
        values = np.stack(list(columns.values()), axis=1)
        among = values[np.searchsorted(both, latest)]
        own = values[np.searchsorted(both, papers)]
        parts.append(_rank_among(own, among)[sides])
    return names, np.concatenate([*parts, np.zeros((0, 2, len(names)))])


def _rank_among(own: Floats, among: Floats) -> Floats:
    """Compute the share of smaller values, ties by half, minus a half; 0 where unknown."""
    result = np.zeros(own.shape)
    for column in range(own.shape[1]):
        ordered = np.sort(among[:, column][~np.isnan(among[:, column])])
        stated = ~np.isnan(own[:, column])
        if len(ordered):
            values = own[stated, column]
            below = np.searchsorted(ordered, values) + np.searchsorted(
                ordered, values, side="right"
            )
            result[stated, column] = below / (2 * len(ordered)) - 0.5
    return result


def _fit(x: Floats, y: Floats, strength: float) -> Floats:
    """Fit ridge regression without an intercept, since A and B may be exchanged."""
    square = x.T @ x + strength * len(x) * np.eye(x.shape[1])
    return np.asarray(np.linalg.solve(square, x.T @ y), dtype=np.float64)


def fit_odds_scale(agreement: Floats) -> float:
    """Fit the factor from margins to log odds: maximum likelihood on ``val``, by bisection.

    Margins are positive where right, shape ``(n,)``. Where ``val`` contradicts the model the mean
    margin is :data:`_MIN_LOG_ODDS`: a choice is still made.
    """
    mean = max(float(np.abs(agreement).mean()), 1e-9)
    low, high = _MIN_LOG_ODDS / mean, 1e4 / mean
    for _ in range(200):
        middle = (low + high) / 2
        slope = float((agreement / (1 + np.exp(np.clip(middle * agreement, -500, 500)))).sum())
        low, high = (middle, high) if slope > 0 else (low, middle)
    return low


def _read_line(folder: Path) -> dict[str, Any]:
    try:
        line: dict[str, Any] = orjson.loads((folder / _FILE).read_bytes())
        line["names"], line["weights"], line["window"]
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise DataError(
            f"invalid model ({folder / _FILE})", hint="Delete the folder and train again."
        ) from error
    return line


@checked(frozen=True, config=OPTIONS)
class PairBoosted(Boosting, TrainableSystem):
    """LambdaMART on each pair as a list of two; the first one is chosen.

    Attributes:
        window: Number of latest papers that ranks are computed among.
    """

    name = "pair-boosted"
    track = "graph"
    summary = "LambdaMART on ranks of team, references, venue, subject and words"
    answers = ChoiceAnswer
    needs = frozenset({"a", "b"})

    window: PositiveInt = 300
    trees: PositiveInt = 500
    learning_rate: PositiveFloat = 0.02
    leaves: Leaves = 4
    columns: PositiveShare = 0.3
    rows: PositiveShare = 0.7
    l2: NonNegativeFloat = 5.0
    bags: PositiveInt = 3

    def train(self, data: TrainingData) -> Mapping[str, Any]:
        """Fit trees on ``train`` until the order of pairs of ``val`` stops improving."""
        train, val = (self._table(split, data) for split in ("train", "val"))
        return self.grow(train, val, "lambdarank", data.folder)

    def answer(self, queries: Sequence[Query], context: Context) -> Iterator[Answer]:
        """Choose the paper with the higher score, with the difference."""
        names, ranks = rank_features(queries, context.snapshot, self.window)
        grown = Booster.load(context.training / NAME)
        scores = grown.predict(_flatten_ranks(ranks), names).reshape(-1, 2)
        for query, (first, second) in zip(queries, scores.tolist(), strict=True):
            yield ChoiceAnswer(
                query.query_id, choose_side(first, second, query), score=first - second
            )

    def _table(self, split: str, data: TrainingData) -> TrainingTable:
        """Make two rows per pair, A and B, of which one is right."""
        queries, truth = data.task.queries(split), data.task.truth(split)
        names, ranks = rank_features(queries, data.snapshot, self.window)
        labels = [truth[query.query_id]["choice"] == side for query in queries for side in "AB"]
        sizes = np.full(len(queries), 2, dtype=np.int64)
        return TrainingTable(
            _flatten_ranks(ranks), tuple(names), np.array(labels, dtype=np.float64), sizes
        )


def _flatten_ranks(ranks: Floats) -> Float32:
    """Return ranks of both papers of each pair, shape ``(2 * pairs, features)``."""
    return ranks.reshape(-1, ranks.shape[2]).astype(np.float32)
