"""Boosted trees with LightGBM for rankings and for numbers, reproducible to the bit.

One thread and LightGBM's deterministic mode; a booster is stored as one text file with the names of
its features, so that it is never applied to columns of another meaning.
"""

import hashlib
import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from functools import cached_property
from pathlib import Path
from typing import Annotated, Any, Final, Literal, Self, TypeAlias

import numpy as np
from numpy.typing import NDArray
from pydantic import Field, NonNegativeFloat, PositiveFloat, PositiveInt
from pydantic.dataclasses import dataclass as checked

from scinet import atomic_files
from scinet.errors import DataError, extra_needed
from scinet.models.base.training import refuse_other_features
from scinet.validation import OPTIONS, PositiveShare, Seed

Objective: TypeAlias = Literal["lambdarank", "binary", "regression"]
Float32: TypeAlias = NDArray[np.float32]
Floats: TypeAlias = NDArray[np.float64]
Leaves: TypeAlias = Annotated[int, Field(ge=2)]

NAME: Final = "trees.json"
_FORMAT: Final = "scinet boosted trees 1"
_PLACES: Final = 1000
_MAX_SHAP_ROWS: Final = 1000  # rows of validation that are explained
_SEED_RANGE: Final = 2**31  # of LightGBM
_RANKING_OBJECTIVES: Final[frozenset[Objective]] = frozenset({"lambdarank", "binary"})


@dataclass(frozen=True)
class TrainingTable:
    """Training or validation data of trees.

    Shapes:
        features: ``(rows, columns)``, NaN where undefined.
        labels: ``(rows,)``; for rankings 0 or a grade, for regression the number.
        groups: ``(lists,)``, rows of each list to rank, in the order of the rows; empty for
            regression.
        weights: ``(rows,)``, weight of each row; None for equal weights.
        start: ``(rows,)``, initial scores that the trees are grown on top of and that are to be
            added to theirs; None is 0 everywhere, or the mean for numbers.
    """

    features: Float32
    names: tuple[str, ...]
    labels: Floats
    groups: NDArray[np.int64]
    weights: Floats | None = None
    start: Floats | None = None

    def __post_init__(self) -> None:
        if self.features.shape != (len(self.labels), len(self.names)):
            raise ValueError(
                f"{self.features.shape} features, {len(self.labels)} labels, "
                f"{len(self.names)} names"
            )


@checked(frozen=True, config=OPTIONS)
class Boosting:
    """Hyperparameters of boosted trees: settings of every system that uses them, with its defaults.

    Attributes:
        learning_rate: Shrinkage of each tree.
        columns: Share of the columns sampled for a tree.
        rows: Share of the rows sampled for a tree.
        l2: L2 penalty of the leaves.
        patience: Trees without a better validation before early stopping.
        bags: Number of boosters with different seeds, whose predictions are averaged.
    """

    trees: PositiveInt = 1000
    learning_rate: PositiveFloat = 0.05
    leaves: Leaves = 31
    min_leaf: PositiveInt = 50
    columns: PositiveShare = 0.5
    rows: PositiveShare = 0.8
    l2: NonNegativeFloat = 1.0
    patience: PositiveInt = 100
    bags: PositiveInt = 1
    seed: Seed = 0

    def grow(
        self,
        train: TrainingTable,
        val: TrainingTable,
        objective: Objective,
        folder: Path,
        *,
        truncation: int = 50,
    ) -> dict[str, Any]:
        """Fit trees, save them in a folder, and return figures of them and of the tables."""
        booster = fit(train, val, self, objective, truncation=truncation)
        booster.save(folder / NAME)
        figures = {
            "trees": list(booster.trees),
            "validation": list(booster.validation),
            "importances": booster.importances(),
            "shap": booster.shap(val.features),
            "rows": {"train": len(train.labels), "val": len(val.labels)},
        }
        if objective in _RANKING_OBJECTIVES:
            figures["lists"] = {"train": len(train.groups), "val": len(val.groups)}
        return figures


@dataclass(frozen=True)
class Booster:
    """Fitted trees.

    Attributes:
        texts: LightGBM's text of each bag, cut at its best tree.
        validation: Best validation of each bag: nDCG at 1,000 of the lists with a true item; or
            mean absolute error.
    """

    objective: Objective
    names: tuple[str, ...]
    texts: tuple[str, ...]
    trees: tuple[int, ...]
    validation: tuple[float, ...]

    def predict(self, features: Float32, names: Sequence[str]) -> Floats:
        """Predict the mean over the bags: a number, or a ranking score (higher is better).

        Features have the shape ``(rows, columns)``, with the name of each column.
        """
        refuse_other_features(names, self.names)
        if not len(features):
            return np.zeros(0)
        all_bags = (
            booster.predict(features, raw_score=True, num_threads=1) for booster in self._boosters
        )
        return np.asarray(sum(all_bags) / len(self.texts))

    def importances(self) -> dict[str, float]:
        """Compute each column's share of the gain of all splits, largest first."""
        gain = np.zeros(len(self.names))
        for booster in self._boosters:
            gains = booster.feature_importance("gain")
            gain += gains / max(gains.sum(), np.finfo(float).tiny) / len(self.texts)
        order = np.argsort(-gain, kind="stable")
        return {self.names[column]: float(gain[column]) for column in order}

    def shap(self, features: Float32) -> dict[str, float]:
        """Compute the mean absolute SHAP value of each column, largest first.

        Values are in the unit of the prediction, for features of shape ``(rows, columns)``; many
        rows are sampled at equal distances.

        Source:
            Lundberg et al. (2020), doi:10.1038/s42256-019-0138-9: exact values for trees, computed
            by LightGBM; averaged over the bags before absolute values are taken.
        """
        sample = features[:: -(-len(features) // _MAX_SHAP_ROWS)]
        total = sum(
            booster.predict(sample, pred_contrib=True, num_threads=1) for booster in self._boosters
        )
        # The last column is the prediction without features.
        mean = np.abs(total[:, :-1] / len(self.texts)).mean(axis=0)
        order = np.argsort(-mean, kind="stable")
        return {self.names[column]: float(mean[column]) for column in order}

    def save(self, file: Path) -> None:
        """Write the file atomically."""
        body = json.dumps({"format": _FORMAT, **asdict(self)})
        atomic_files.write_file(f"{_digest(body)}\n{body}\n", file)

    @classmethod
    def load(cls, file: Path) -> Self:
        """Read a file written by :meth:`save`."""
        damaged = DataError(
            f"incomplete model of boosted trees ({file})",
            hint="Train it again with `scinet train`.",
        )
        try:
            digest, body = file.read_text(encoding="utf-8").splitlines()
            content = json.loads(body)
        except (OSError, ValueError) as error:
            raise damaged from error
        # LightGBM itself would silently read a text that lacks trees.
        if _digest(body) != digest or content.pop("format", None) != _FORMAT:
            raise damaged
        objective = content.pop("objective")
        return cls(objective, **{name: tuple(values) for name, values in content.items()})

    @cached_property
    def _boosters(self) -> list[Any]:
        lightgbm = _import_lightgbm()
        return [lightgbm.Booster(model_str=text) for text in self.texts]


def fit(
    train: TrainingTable,
    val: TrainingTable,
    settings: Boosting,
    objective: Objective,
    *,
    truncation: int = 50,
) -> Booster:
    """Fit trees on one table, with early stopping by the validation of another.

    Rankings are learned by LambdaRank, with pairs of the first ``truncation`` places, or as the
    odds of each row to be true, validated by nDCG; numbers by squared error, validated by mean
    absolute error.

    Source:
        Ke et al. (2017), LightGBM; Burges (2010), From RankNet to LambdaRank to LambdaMART.
    """
    if train.names != val.names:
        raise ValueError("the columns of training and validation differ")
    for name, table in (("training", train), ("validation", val)):
        if not len(table.labels) or (objective in _RANKING_OBJECTIVES and not table.labels.any()):
            raise DataError(
                f"the {name} table has no training rows",
                hint="Build the task with more train_years and validation_years.",
            )
    lightgbm = _import_lightgbm()
    fixed = {"num_threads": 1, "feature_pre_filter": False, "verbosity": -1}

    def dataset(table: TrainingTable, reference: Any = None) -> Any:
        return lightgbm.Dataset(
            table.features,
            label=table.labels,
            group=table.groups if objective in _RANKING_OBJECTIVES else None,
            weight=table.weights,
            init_score=table.start,
            feature_name=list(table.names),
            reference=reference,
            free_raw_data=False,
            params=fixed,
        )

    parameters = {
        "objective": objective,
        "metric": "ndcg" if objective in _RANKING_OBJECTIVES else "l1",
        "eval_at": [_PLACES],
        "learning_rate": settings.learning_rate,
        "num_leaves": settings.leaves,
        "min_data_in_leaf": settings.min_leaf,
        "feature_fraction": settings.columns,
        "bagging_fraction": settings.rows,
        "bagging_freq": 1,
        "lambda_l2": settings.l2,
        "deterministic": True,
        "force_row_wise": True,  # else it times both ways and takes the faster one
        **fixed,
    }
    if objective == "lambdarank":
        parameters["lambdarank_truncation_level"] = truncation
    learned = dataset(train)
    judged = dataset(
        _keep_positive_lists(val) if objective in _RANKING_OBJECTIVES else val, learned
    )
    try:
        grown = [
            lightgbm.train(
                {**parameters, "seed": (settings.seed * settings.bags + bag) % _SEED_RANGE},
                learned,
                num_boost_round=settings.trees,
                valid_sets=[judged],
                valid_names=["val"],
                callbacks=[lightgbm.early_stopping(settings.patience, verbose=False)],
            )
            for bag in range(settings.bags)
        ]
    except lightgbm.basic.LightGBMError as error:
        raise DataError(
            f"LightGBM cannot learn with these settings (rows {len(train.labels):,}): "
            f"{str(error).splitlines()[0]}",
            hint="Build the task with more train_years, or give others with -o.",
        ) from error
    return Booster(
        objective,
        train.names,
        tuple(booster.model_to_string(num_iteration=booster.best_iteration) for booster in grown),
        tuple(booster.best_iteration for booster in grown),
        tuple(float(next(iter(booster.best_score["val"].values()))) for booster in grown),
    )


def _keep_positive_lists(table: TrainingTable) -> TrainingTable:
    """Keep the lists with a true item; any order of another has the best value in LightGBM."""
    number = np.repeat(np.arange(len(table.groups)), table.groups)
    has_truth = np.bincount(number, weights=table.labels, minlength=len(table.groups)) > 0
    used = has_truth[number]
    weights, start = (
        None if values is None else values[used] for values in (table.weights, table.start)
    )
    return TrainingTable(
        table.features[used], table.names, table.labels[used], table.groups[has_truth],
        weights, start,
    )  # fmt: skip


def _import_lightgbm() -> Any:
    with extra_needed("models"):
        import lightgbm
    return lightgbm


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()
