"""Metrics of citation classification: macro-F1, confusion matrix and intervals."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from scinet.errors import DataError
from scinet.models.citations.features import Floats
from scinet.models.citations.sentences import Sentence

UNANSWERED: Final = -1
_RESAMPLES: Final = 999


@dataclass(frozen=True)
class Score:
    """Metrics of one classifier.

    Attributes:
        low: Lower end of the 95 % interval of ``macro_f1``, the mean F1 of the classes.
        f1: By class; None where a class neither occurs nor is predicted.
        confusion: Counts of predictions for each class; ``unanswered`` without one.
        answered: Share of sentences with an answer.
        answered_macro_f1: Macro-F1 of the answered ones alone.
    """

    macro_f1: float
    low: float
    high: float
    accuracy: float
    f1: dict[str, float | None]
    confusion: dict[str, dict[str, int]]
    answered: float
    answered_macro_f1: float


def split_folds(
    sentences: Sequence[Sentence], count: int, seed: int
) -> Iterator[tuple[NDArray[np.int64], NDArray[np.int64]]]:
    """Yield training and test rows of folds that do not split any cited paper.

    A sentence with an unknown cited paper is a group of its own.
    """
    paper = group_by_cited(sentences)
    sizes = np.bincount(paper)
    if len(sizes) < count:
        raise DataError(f"{len(sizes)} cited papers for {count} folds", hint="Ask for fewer folds.")
    # The largest first, each to the smallest fold; the seed orders papers of one size.
    shuffled = np.random.default_rng(seed).permutation(len(sizes))
    fold = np.zeros(len(sizes), dtype=np.int64)
    filled = np.zeros(count, dtype=np.int64)
    for group in shuffled[np.argsort(-sizes[shuffled], kind="stable")]:
        fold[group] = filled.argmin()
        filled[fold[group]] += sizes[group]
    for number in range(count):
        held = fold[paper] == number
        yield np.flatnonzero(~held), np.flatnonzero(held)


def group_by_cited(sentences: Sequence[Sentence]) -> NDArray[np.int64]:
    """Number the cited papers of the sentences, shape ``(sentences,)``."""
    names = [sentence.cited or f"\0{row}" for row, sentence in enumerate(sentences)]
    _, numbers = np.unique(np.array(names), return_inverse=True)
    return numbers.astype(np.int64)


def confusion_matrix(
    truth: NDArray[np.int64], predicted: NDArray[np.int64], classes: int
) -> NDArray[np.int64]:
    """Count predictions by class, shape ``(classes, classes + 1)``.

    The last column counts sentences without an answer.
    """
    flat = np.bincount(
        _confusion_cells(truth, predicted, classes), minlength=classes * (classes + 1)
    )
    return flat.reshape(classes, classes + 1)


def _confusion_cells(
    truth: NDArray[np.int64], predicted: NDArray[np.int64], classes: int
) -> NDArray[np.int64]:
    return truth * (classes + 1) + np.where(predicted == UNANSWERED, classes, predicted)


def f1(table: NDArray[Any]) -> Floats:
    """Compute F1 of each class, ``(…, classes)``; NaN if it neither occurs nor is predicted."""
    predicted = table[..., :-1]
    right = np.diagonal(predicted, axis1=-2, axis2=-1).astype(np.float64)
    both = table.sum(axis=-1) + predicted.sum(axis=-2)
    with np.errstate(invalid="ignore"):
        return np.asarray(2.0 * right / both)


def macro_f1(table: NDArray[Any]) -> float:
    """Compute the mean F1 of the classes that occur."""
    return float(np.nanmean(f1(table)))


def score(sentences: Sequence[Sentence], labels: Sequence[str], classes: Sequence[str]) -> Score:
    """Compare predictions, empty where there is none, with the labels.

    The interval is a percentile bootstrap over cited papers: sentences about one paper are
    correlated, and an interval over sentences would be too narrow.

    Source:
        Efron and Tibshirani (1993), An Introduction to the Bootstrap, chapters 8 and 13.
    """
    place = {name: number for number, name in enumerate(classes)}
    truth = np.array([place[sentence.label] for sentence in sentences], dtype=np.int64)
    predicted = np.array([place.get(name, UNANSWERED) for name in labels], dtype=np.int64)
    table = confusion_matrix(truth, predicted, len(classes))
    low, high = _bootstrap_interval(truth, predicted, group_by_cited(sentences), len(classes))
    answered = predicted != UNANSWERED
    inside = confusion_matrix(truth[answered], predicted[answered], len(classes))
    by_class = zip(classes, f1(table), strict=True)
    return Score(
        macro_f1=macro_f1(table),
        low=low,
        high=high,
        accuracy=float(np.mean(truth == predicted)),
        f1={name: None if np.isnan(value) else float(value) for name, value in by_class},
        confusion={
            name: dict(zip((*classes, "unanswered"), map(int, table[row]), strict=True))
            for row, name in enumerate(classes)
        },
        answered=float(np.mean(answered)),
        answered_macro_f1=macro_f1(inside) if answered.any() else float("nan"),
    )


def _bootstrap_interval(
    truth: NDArray[np.int64], predicted: NDArray[np.int64], paper: NDArray[np.int64], classes: int
) -> tuple[float, float]:
    size = int(paper.max()) + 1
    if size < 2:
        return float("nan"), float("nan")
    cells = classes * (classes + 1)
    flat = paper * cells + _confusion_cells(truth, predicted, classes)
    tables = np.bincount(flat, minlength=size * cells).reshape(size, cells)
    times = np.random.default_rng(0).multinomial(size, np.full(size, 1 / size), size=_RESAMPLES)
    resampled = (times @ tables).reshape(_RESAMPLES, classes, classes + 1)
    low, high = np.percentile(np.nanmean(f1(resampled), axis=-1), (2.5, 97.5))
    return float(low), float(high)
