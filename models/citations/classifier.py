"""Classifier of citations: one logistic regression per class, stored as plain numbers.

Most citations are neutral, so the most probable class is rarely an opinion: each class has an
offset (favour), added to its log probability before the largest is taken.
"""

import hashlib
import io
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, Self

import numpy as np
from numpy.typing import NDArray

from scinet import atomic_files
from scinet.errors import DataError, NotFoundError
from scinet.graph.analysis.citation_labels import Aspect, Label
from scinet.models.citations.features import FeatureSpace, Floats
from scinet.models.citations.sentences import Sentence

VERSION: Final = "1"
_FILE_FORM: Final = f"scinet citation classifier {VERSION}"
_RETRAIN_HINT: Final = "Train it again with `scinet train citation-reader`."
_ARRAYS: Final = ("weights", "intercepts", "favours")
_EPSILON: Final = 1e-9


@dataclass(frozen=True)
class Classifier:
    """Trained classifier of one aspect.

    Attributes:
        favours: Offsets of each class's log probability.

    Shapes:
        weights: ``(classes, tokens)``.
        intercepts: ``(classes,)``.
        favours: ``(classes,)``.
    """

    aspect: Aspect
    classes: tuple[str, ...]
    space: FeatureSpace
    weights: NDArray[np.float32]
    intercepts: Floats
    favours: Floats
    about: Mapping[str, Any]

    @property
    def source(self) -> str:
        """Name of its labels' source, with the beginning of its fingerprint."""
        return f"classifier:{self.fingerprint[:12]}"

    @property
    def fingerprint(self) -> str:
        """SHA-256 of everything that its labels depend on."""
        return hashlib.sha256(self._description().encode() + self._numbers()).hexdigest()

    def label(self, sentences: Sequence[Sentence]) -> list[Label]:
        """Label each sentence with a class and its probability after the offsets."""
        if not sentences:
            return []
        raw = self.space.rows(sentences) @ self.weights.T.astype(np.float64) + self.intercepts
        scores = safe_log(class_probabilities(raw)) + self.favours
        odds = np.exp(scores - scores.max(axis=1, keepdims=True))
        sure = odds.max(axis=1) / odds.sum(axis=1)
        classes = (self.classes[place] for place in scores.argmax(axis=1))
        return [
            Label(name, float(confidence)) for name, confidence in zip(classes, sure, strict=True)
        ]

    def save(self, folder: Path) -> None:
        """Write ``<aspect>.json`` and ``<aspect>.npz``."""
        numbers = self._numbers()
        seal = {"form": _FILE_FORM, "sha256": hashlib.sha256(numbers).hexdigest()}
        header = seal | json.loads(self._description())
        atomic_files.write_file(numbers, folder / f"{self.aspect}.npz")
        atomic_files.write_file(
            json.dumps(header, ensure_ascii=False), folder / f"{self.aspect}.json"
        )

    @classmethod
    def load(cls, folder: Path, aspect: Aspect) -> Self:
        """Read a saved classifier; a damaged one or one of another version is refused."""
        file = folder / f"{aspect}.json"
        try:
            header = json.loads(file.read_bytes())
            numbers = (folder / f"{aspect}.npz").read_bytes()
        except FileNotFoundError as error:
            raise NotFoundError(
                f"no classifier of {aspect} in {folder}", hint=_RETRAIN_HINT
            ) from error
        except (OSError, ValueError) as error:
            raise DataError(f"the classifier is damaged ({file})", hint=_RETRAIN_HINT) from error
        form = header.get("form") if isinstance(header, dict) else None
        if form != _FILE_FORM:
            raise DataError(f"{file} is {form!r}, not {_FILE_FORM!r}", hint=_RETRAIN_HINT)
        if hashlib.sha256(numbers).hexdigest() != header["sha256"]:
            raise DataError(f"the classifier is damaged ({file})", hint=_RETRAIN_HINT)
        with np.load(io.BytesIO(numbers), allow_pickle=False) as arrays:
            space = FeatureSpace(
                {sort: tuple(tokens) for sort, tokens in header["tokens"].items()},
                {sort: arrays[f"rarity {sort}"] for sort in header["tokens"]},
            )
            learned = {name: arrays[name] for name in _ARRAYS}
        return cls(aspect, tuple(header["classes"]), space, **learned, about=header["about"])

    def _description(self) -> str:
        description = {"aspect": self.aspect, "classes": self.classes, "tokens": self.space.tokens}
        return json.dumps({**description, "about": self.about}, ensure_ascii=False)

    def _numbers(self) -> bytes:
        buffer = io.BytesIO()
        rarity = {f"rarity {sort}": values for sort, values in self.space.rarity.items()}
        arrays: dict[str, Any] = {name: getattr(self, name) for name in _ARRAYS} | rarity
        np.savez(buffer, **arrays)
        return buffer.getvalue()


def class_probabilities(raw: Floats) -> Floats:
    """Compute class probabilities from the scores of one regression each; rows sum to 1."""
    odds = 1.0 / (1.0 + np.exp(-raw))
    return np.asarray(odds / np.maximum(odds.sum(axis=1, keepdims=True), _EPSILON))


def safe_log(probabilities: Floats) -> Floats:
    """Compute logarithms of probabilities, also of 0."""
    return np.asarray(np.log(probabilities + _EPSILON))
