"""Training of a citation classifier.

The features, the strength of the regularisation and the offset of each class are selected by
macro-F1 on inner folds of the training sentences. Test sentences have no part in it.
"""

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from scinet.errors import DataError
from scinet.graph.analysis.citation_labels import Aspect
from scinet.models.citations import measure
from scinet.models.citations.classifier import Classifier, class_probabilities, safe_log
from scinet.models.citations.features import FeatureSpace, Floats, TokenCounts
from scinet.models.citations.sentences import LabelledSentences, Sentence

_COARSE_SOLVER: Final[Mapping[str, float]] = {"tol": 1e-2, "max_iter": 200}


@dataclass(frozen=True)
class Settings:
    """Hyperparameters of the training.

    Attributes:
        views: Alternative sets of token kinds, see :mod:`scinet.models.citations.features`.
        strengths: Alternative inverse strengths of the regularisation.
    """

    views: tuple[tuple[str, ...], ...] = (
        ("words", "letters"),
        ("words", "letters", "around", "near", "cues"),
    )
    least: int = 2
    strengths: tuple[float, ...] = (0.3, 1.0, 3.0)
    inner_folds: int = 3
    seed: int = 0


def train(labelled: LabelledSentences, settings: Settings | None = None) -> Classifier:
    """Train on labelled sentences; see :class:`Settings`."""
    options, read = settings or Settings(), labelled
    return fit_classifier(read.sentences, read.aspect, read.classes, options, about=read.counts)


def fit_classifier(
    sentences: Sequence[Sentence],
    aspect: Aspect,
    classes: Sequence[str],
    settings: Settings,
    *,
    about: Mapping[str, Any] | None = None,
) -> Classifier:
    """Train on some sentences; ``about`` is saved with the classifier."""
    truth = np.array([classes.index(sentence.label) for sentence in sentences], dtype=np.int64)
    if len(classes) < 2:
        raise DataError(
            f"all sentences are {' '.join(classes)}", hint="Give sentences with other labels too."
        )
    for place, name in enumerate(classes):
        if np.count_nonzero(truth == place) < settings.inner_folds:
            raise DataError(
                f"fewer than {settings.inner_folds} sentences are {name}",
                hint="Give more labelled sentences.",
            )
    counted = TokenCounts.of(sentences, sorted({sort for view in settings.views for sort in view}))
    view, strength, favours, reached = _select_model(
        sentences, counted, truth, len(classes), settings
    )
    counted = counted.select_views(view)
    space = FeatureSpace.of(counted, settings.least)
    weights, intercepts = fit_regressions(
        space.rows_of(counted), truth, len(classes), C=strength, **_COARSE_SOLVER
    )
    return Classifier(
        aspect,
        tuple(classes),
        space,
        weights.astype(np.float32),
        intercepts,
        favours,
        {
            "settings": asdict(settings),
            "view": view,
            "strength": strength,
            "favours": dict(zip(classes, map(float, favours), strict=True)),
            "inner_macro_f1": reached,
            "trained_on": dict(about or {}),
        },
    )


def _select_model(
    sentences: Sequence[Sentence],
    counted: TokenCounts,
    truth: NDArray[np.int64],
    classes: int,
    settings: Settings,
) -> tuple[tuple[str, ...], float, Floats, float]:
    """Select view, strength and offsets with the best macro-F1 on the inner folds."""
    tried = [(view, strength) for view in settings.views for strength in settings.strengths]
    predictions = {trial: np.zeros((len(sentences), classes)) for trial in tried}
    for train_rows, held in measure.split_folds(sentences, settings.inner_folds, settings.seed + 1):
        seen, validation = counted.take(train_rows), counted.take(held)
        for view in settings.views:
            space = FeatureSpace.of(seen.select_views(view), settings.least)
            rows, others = space.rows_of(seen), space.rows_of(validation)
            for strength in settings.strengths:
                weights, intercepts = fit_regressions(
                    rows, truth[train_rows], classes, C=strength, **_COARSE_SOLVER
                )
                predictions[view, strength][held] = class_probabilities(
                    others @ weights.T + intercepts
                )
    choices = [
        (*trial, *fit_class_offsets(probabilities, truth))
        for trial, probabilities in predictions.items()
    ]
    return max(choices, key=lambda choice: choice[-1])


def fit_class_offsets(probabilities: Floats, truth: NDArray[np.int64]) -> tuple[Floats, float]:
    """Fit offsets of the classes' log probabilities for the best macro-F1.

    Args:
        probabilities: Shape ``(sentences, classes)``.

    Returns:
        The offsets, shape ``(classes,)``, 0 for the commonest class; and the macro-F1. Classes are
        moved in turn, twice, over a fixed grid; the smallest move wins a tie.
    """
    scores = safe_log(probabilities)
    classes = probabilities.shape[1]
    counts = np.bincount(truth, minlength=classes)
    favours = np.zeros(classes)
    best = measure.macro_f1(measure.confusion_matrix(truth, scores.argmax(axis=1), classes))
    steps = sorted(np.arange(-2.0, 3.01, 0.125), key=abs)
    for _ in range(2):
        for place in np.argsort(counts, kind="stable")[: classes - 1]:
            for step in steps:
                tried = favours.copy()
                tried[place] = step
                predicted = (scores + tried).argmax(axis=1)
                reached = measure.macro_f1(measure.confusion_matrix(truth, predicted, classes))
                if reached > best:
                    best, favours = reached, tried
    return favours, float(best)


def fit_regressions(
    rows: Any, truth: NDArray[np.int64], classes: int, **settings: float
) -> tuple[Floats, Floats]:
    """Fit a logistic regression per class: weights ``(classes, tokens)`` and intercepts.

    A class without a row, as where all its sentences cite a held-out paper, is never predicted: its
    intercept is minus infinity, and that of a class of all rows is infinity.
    """
    from sklearn.linear_model import LogisticRegression

    weights = np.zeros((classes, rows.shape[1]))
    intercepts = np.zeros(classes)
    for place in range(classes):
        is_of = truth == place
        if is_of.all() or not is_of.any():
            intercepts[place] = np.inf if is_of.any() else -np.inf
            continue
        regression = LogisticRegression(class_weight="balanced", solver="liblinear", **settings)
        regression.fit(rows, is_of)
        weights[place], intercepts[place] = regression.coef_[0], regression.intercept_[0]
    return weights, intercepts
