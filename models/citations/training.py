"""How a classifier of citations learns.

What is seen of a sentence, the strength of the regularisation and the favour of each class are
chosen on inner folds of the training sentences: those with the best macro-F1 there. The sentences
that a figure is measured on have no part in it.
"""

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from scinet.errors import DataError
from scinet.graph.labels import Aspect
from scinet.models.citations import measure
from scinet.models.citations.classifier import Classifier, logarithms, shares
from scinet.models.citations.features import Counted, Floats, Space
from scinet.models.citations.sentences import Labelled, Sentence

_ROUGHLY: Final[Mapping[str, float]] = {"tol": 1e-2, "max_iter": 200}


@dataclass(frozen=True)
class Settings:
    """How a classifier learns.

    Attributes:
        views: What it may see of a sentence, to choose from: sorts of tokens, see
            :mod:`scinet.models.citations.features`.
        strengths: Inverse strengths of the regularisation to choose from.
    """

    views: tuple[tuple[str, ...], ...] = (
        ("words", "letters"),
        ("words", "letters", "around", "near", "cues"),
    )
    least: int = 2
    strengths: tuple[float, ...] = (0.3, 1.0, 3.0)
    inner_folds: int = 3
    seed: int = 0


def train(labelled: Labelled, settings: Settings | None = None) -> Classifier:
    """Learn from labelled sentences; see :class:`Settings`."""
    chosen, read = settings or Settings(), labelled
    return fit(read.sentences, read.aspect, read.classes, chosen, about=read.counts)


def fit(
    sentences: Sequence[Sentence],
    aspect: Aspect,
    classes: Sequence[str],
    settings: Settings,
    *,
    about: Mapping[str, Any] | None = None,
) -> Classifier:
    """Learn from some sentences; ``about`` is saved with the classifier."""
    truth = np.array([classes.index(one.label) for one in sentences], dtype=np.int64)
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
    counted = Counted.of(sentences, sorted({sort for view in settings.views for sort in view}))
    view, strength, favours, reached = _chosen(sentences, counted, truth, len(classes), settings)
    counted = counted.only(view)
    space = Space.of(counted, settings.least)
    weights, intercepts = regressions(
        space.rows_of(counted), truth, len(classes), C=strength, **_ROUGHLY
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


def _chosen(
    sentences: Sequence[Sentence],
    counted: Counted,
    truth: NDArray[np.int64],
    classes: int,
    settings: Settings,
) -> tuple[tuple[str, ...], float, Floats, float]:
    """View, strength and favours that did best on the inner folds, and their macro-F1 there."""
    tried = [(view, strength) for view in settings.views for strength in settings.strengths]
    found = {one: np.zeros((len(sentences), classes)) for one in tried}
    for train_rows, held in measure.folds(sentences, settings.inner_folds, settings.seed + 1):
        seen, asked = counted.take(train_rows), counted.take(held)
        for view in settings.views:
            space = Space.of(seen.only(view), settings.least)
            rows, others = space.rows_of(seen), space.rows_of(asked)
            for strength in settings.strengths:
                weights, intercepts = regressions(
                    rows, truth[train_rows], classes, C=strength, **_ROUGHLY
                )
                found[view, strength][held] = shares(others @ weights.T + intercepts)
    choices = [(*one, *favoured(probabilities, truth)) for one, probabilities in found.items()]
    return max(choices, key=lambda choice: choice[-1])


def favoured(probabilities: Floats, truth: NDArray[np.int64]) -> tuple[Floats, float]:
    """What to add to the logarithm of each class's probability for the best macro-F1.

    Args:
        probabilities: Shape ``(sentences, classes)``.

    Returns:
        The favours, shape ``(classes,)``, that of the commonest class 0; and the macro-F1. Classes
        are moved in turn, twice, over a fixed grid; the smallest move wins a tie.
    """
    scores = logarithms(probabilities)
    classes = probabilities.shape[1]
    counts = np.bincount(truth, minlength=classes)
    favours = np.zeros(classes)
    best = measure.macro_f1(measure.confusion(truth, scores.argmax(axis=1), classes))
    steps = sorted(np.arange(-2.0, 3.01, 0.125), key=abs)
    for _ in range(2):
        for place in np.argsort(counts, kind="stable")[: classes - 1]:
            for step in steps:
                tried = favours.copy()
                tried[place] = step
                chosen = (scores + tried).argmax(axis=1)
                reached = measure.macro_f1(measure.confusion(truth, chosen, classes))
                if reached > best:
                    best, favours = reached, tried
    return favours, float(best)


def regressions(
    rows: Any, truth: NDArray[np.int64], classes: int, **settings: float
) -> tuple[Floats, Floats]:
    """A logistic regression per class: weights ``(classes, tokens)``, intercepts ``(classes,)``.

    A class that no row is of, as where all its sentences cite a paper that is held back, is never
    said: its intercept is minus infinity, and that of a class that all are of is infinity.
    """
    from sklearn.linear_model import LogisticRegression

    weights = np.zeros((classes, rows.shape[1]))
    intercepts = np.zeros(classes)
    for place in range(classes):
        is_of = truth == place
        if is_of.all() or not is_of.any():
            intercepts[place] = np.inf if is_of.any() else -np.inf
            continue
        one = LogisticRegression(class_weight="balanced", solver="liblinear", **settings)
        one.fit(rows, is_of)
        weights[place], intercepts[place] = one.coef_[0], one.intercept_[0]
    return weights, intercepts
