"""A classifier of citations: one logistic regression per class, and a bar that each has to pass.

Most citations are neutral, so the most probable class is rarely an opinion. How much a class is
favoured is chosen, as the strength of the regularisation is, on inner folds of the training
sentences: the choice that gives the best macro-F1 there. The sentences that a figure is measured
on have no part in it.
"""

import hashlib
import io
import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, Final, Self

import numpy as np
from numpy.typing import NDArray

from scinet.errors import DataError, NotFoundError, StorageError
from scinet.graph.labels import Aspect
from scinet.models.citations import measure
from scinet.models.citations.features import Counted, Floats, Space
from scinet.models.citations.sentences import Labelled, Sentence

VERSION: Final = "1"
_FORM: Final = f"scinet citation classifier {VERSION}"
_RETRAIN: Final = "Train it again with `scinet citations train`."
_TINY: Final = 1e-9


@dataclass(frozen=True)
class Settings:
    """How a classifier learns.

    Attributes:
        sorts: Sorts of tokens that it sees, see :mod:`scinet.models.citations.features`.
        least: Fewest sentences of a token.
        strengths: Inverse strengths of the regularisation to choose from.
        inner_folds: Folds of the training sentences on which to choose.
        seed: Seed of the folds.
    """

    sorts: tuple[str, ...] = ("words", "letters", "around", "near", "cues")
    least: int = 2
    strengths: tuple[float, ...] = (0.1, 0.3, 1.0)
    inner_folds: int = 3
    seed: int = 0


@dataclass(frozen=True)
class Judgement:
    """What a classifier says of some sentences.

    Attributes:
        labels: The class of each.
        confidence: Its probability after the favours are counted in, in (0, 1].
    """

    labels: list[str]
    confidence: list[float]


@dataclass(frozen=True)
class Classifier:
    """A classifier that has learned.

    Attributes:
        aspect: ``sentiment`` or ``intent``.
        classes: Its labels.
        space: What it sees of a sentence.
        weights: Of each token for each class, shape ``(classes, tokens)``.
        intercepts: Shape ``(classes,)``.
        favours: Added to the logarithm of each class's probability, shape ``(classes,)``.
        about: Settings and what it was trained on.
    """

    aspect: Aspect
    classes: tuple[str, ...]
    space: Space
    weights: NDArray[np.float32]
    intercepts: Floats
    favours: Floats
    about: Mapping[str, Any]

    @property
    def source(self) -> str:
        """Its name on the labels that it gives, with the beginning of its fingerprint."""
        return f"classifier:{self.fingerprint[:12]}"

    @property
    def fingerprint(self) -> str:
        """SHA-256 of everything that its labels follow from."""
        return hashlib.sha256(self._described().encode() + self._numbers()).hexdigest()

    def label(self, sentences: Sequence[Sentence]) -> Judgement:
        """The class of each sentence and how sure it is."""
        if not sentences:
            return Judgement([], [])
        scores = _log(self._probabilities(sentences)) + self.favours
        odds = np.exp(scores - scores.max(axis=1, keepdims=True))
        chosen = scores.argmax(axis=1)
        sure = odds.max(axis=1) / odds.sum(axis=1)
        return Judgement([self.classes[place] for place in chosen], [float(one) for one in sure])

    def save(self, folder: Path) -> None:
        """Write ``<aspect>.json`` and ``<aspect>.npz``.

        Raises:
            StorageError: If they cannot be written.
        """
        numbers = self._numbers()
        about = {
            "form": _FORM,
            "sha256": hashlib.sha256(numbers).hexdigest(),
            **json.loads(self._described()),
        }
        try:
            folder.mkdir(parents=True, exist_ok=True)
            for name, content in (
                (f"{self.aspect}.npz", numbers),
                (f"{self.aspect}.json", json.dumps(about, ensure_ascii=False).encode()),
            ):
                partial = folder / f"{name}.partial"
                partial.write_bytes(content)
                partial.replace(folder / name)
        except OSError as error:
            raise StorageError(
                f"{error.strerror or error} ({folder})", hint="Free the disk or choose --out."
            ) from error

    @classmethod
    def load(cls, folder: Path, aspect: Aspect) -> Self:
        """Read what :meth:`save` wrote.

        Raises:
            NotFoundError: If there is none.
            DataError: If it is damaged or of another version.
        """
        file = folder / f"{aspect}.json"
        try:
            about = json.loads(file.read_bytes())
            numbers = (folder / f"{aspect}.npz").read_bytes()
        except FileNotFoundError as error:
            raise NotFoundError(f"no classifier of {aspect} in {folder}", hint=_RETRAIN) from error
        except (OSError, ValueError) as error:
            raise DataError(f"the classifier is damaged ({file})", hint=_RETRAIN) from error
        form = about.get("form") if isinstance(about, dict) else None
        if form != _FORM:
            raise DataError(f"{file} is {form!r}, not {_FORM!r}", hint=_RETRAIN)
        if hashlib.sha256(numbers).hexdigest() != about["sha256"]:
            raise DataError(f"the classifier is damaged ({file})", hint=_RETRAIN)
        with np.load(io.BytesIO(numbers), allow_pickle=False) as arrays:
            space = Space(
                {sort: tuple(known) for sort, known in about["tokens"].items()},
                {sort: arrays[f"rarity {sort}"] for sort in about["tokens"]},
            )
            return cls(
                aspect,
                tuple(about["classes"]),
                space,
                arrays["weights"],
                arrays["intercepts"],
                arrays["favours"],
                about["about"],
            )

    def _probabilities(self, sentences: Sequence[Sentence]) -> Floats:
        raw = self.space.rows(sentences) @ self.weights.T.astype(np.float64) + self.intercepts
        return _shares(raw)

    def _described(self) -> str:
        return json.dumps(
            {
                "aspect": self.aspect,
                "classes": self.classes,
                "tokens": self.space.tokens,
                "about": self.about,
            },
            ensure_ascii=False,
        )

    def _numbers(self) -> bytes:
        buffer = io.BytesIO()
        arrays: dict[str, Any] = {
            "weights": self.weights,
            "intercepts": self.intercepts,
            "favours": self.favours,
            **{f"rarity {sort}": values for sort, values in self.space.rarity.items()},
        }
        np.savez(buffer, **arrays)
        return buffer.getvalue()


def train(labelled: Labelled, settings: Settings | None = None) -> Classifier:
    """Learn from labelled sentences; see :class:`Settings`.

    Raises:
        DataError: If a class has too few sentences for the inner folds.
    """
    return fit(
        labelled.sentences,
        labelled.aspect,
        labelled.classes,
        settings or Settings(),
        about=labelled.counts,
    )


def fit(
    sentences: Sequence[Sentence],
    aspect: Aspect,
    classes: Sequence[str],
    settings: Settings,
    *,
    about: Mapping[str, Any] | None = None,
) -> Classifier:
    """Learn from some sentences.

    Args:
        sentences: With their labels.
        aspect: What the labels are of.
        classes: All labels that there are.
        settings: How to learn.
        about: What to keep about the sentences.

    Raises:
        DataError: If a class has no sentence, or there are too few papers for the inner folds.
    """
    truth = np.array([classes.index(one.label) for one in sentences], dtype=np.int64)
    for place, name in enumerate(classes):
        if np.count_nonzero(truth == place) < settings.inner_folds:
            raise DataError(
                f"fewer than {settings.inner_folds} sentences are {name}",
                hint="Give more labelled sentences.",
            )
    counted = Counted.of(sentences, settings.sorts)
    strength, favours, reached = _chosen(sentences, counted, truth, len(classes), settings)
    space = Space.of(counted, settings.least)
    weights, intercepts = _fitted(space.rows_of(counted), truth, len(classes), strength)
    return Classifier(
        aspect,
        tuple(classes),
        space,
        weights.astype(np.float32),
        intercepts,
        favours,
        {
            "settings": asdict(settings),
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
) -> tuple[float, Floats, float]:
    """Strength and favours with the best macro-F1 on inner folds, and that."""
    found = {strength: np.zeros((len(sentences), classes)) for strength in settings.strengths}
    for train_rows, held in measure.folds(sentences, settings.inner_folds, settings.seed + 1):
        seen = counted.take(train_rows)
        space = Space.of(seen, settings.least)
        rows, asked = space.rows_of(seen), space.rows_of(counted.take(held))
        for strength in settings.strengths:
            weights, intercepts = _fitted(rows, truth[train_rows], classes, strength)
            found[strength][held] = _shares(asked @ weights.T + intercepts)
    best: tuple[float, float, Floats] = (-1.0, settings.strengths[0], np.zeros(classes))
    for strength, probabilities in found.items():
        favours, reached = favoured(probabilities, truth)
        if reached > best[0]:
            best = reached, strength, favours
    return best[1], best[2], best[0]


def favoured(probabilities: Floats, truth: NDArray[np.int64]) -> tuple[Floats, float]:
    """What to add to the logarithm of each class's probability for the best macro-F1.

    Args:
        probabilities: Shape ``(sentences, classes)``.
        truth: The class of each, shape ``(sentences,)``.

    Returns:
        The favours, shape ``(classes,)``, that of the commonest class 0; and the macro-F1. Classes
        are moved in turn, twice, over a fixed grid; the smallest move wins a tie.
    """
    scores = _log(probabilities)
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


def _fitted(
    rows: Any, truth: NDArray[np.int64], classes: int, strength: float
) -> tuple[Floats, Floats]:
    from sklearn.linear_model import LogisticRegression

    weights, intercepts = [], []
    for place in range(classes):
        learned = LogisticRegression(
            C=strength, class_weight="balanced", solver="liblinear", tol=1e-2, max_iter=200
        ).fit(rows, truth == place)
        weights.append(learned.coef_[0])
        intercepts.append(float(learned.intercept_[0]))
    return np.stack(weights), np.array(intercepts)


def _shares(raw: Floats) -> Floats:
    odds = 1.0 / (1.0 + np.exp(-raw))
    shares: Floats = odds / np.maximum(odds.sum(axis=1, keepdims=True), _TINY)
    return shares


def _log(probabilities: Floats) -> Floats:
    logarithms: Floats = np.log(probabilities + _TINY)
    return logarithms
