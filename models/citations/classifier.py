"""A classifier of citations: one logistic regression per class, stored as plain numbers.

Most citations are neutral, so the most probable class is rarely an opinion: each class has a
favour, which is added to the logarithm of its probability before the largest is taken.
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

from scinet import saving
from scinet.errors import DataError, NotFoundError
from scinet.graph.labels import Aspect, Label
from scinet.models.citations.features import Floats, Space
from scinet.models.citations.sentences import Sentence

VERSION: Final = "1"
_FORM: Final = f"scinet citation classifier {VERSION}"
_RETRAIN: Final = "Train it again with `scinet train citation-reader`."
_ARRAYS: Final = ("weights", "intercepts", "favours")
_TINY: Final = 1e-9


@dataclass(frozen=True)
class Classifier:
    """What was learned of one aspect.

    Attributes:
        favours: Added to the logarithm of each class's probability.

    Shapes:
        weights: ``(classes, tokens)``.
        intercepts: ``(classes,)``.
        favours: ``(classes,)``.
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

    def label(self, sentences: Sequence[Sentence]) -> list[Label]:
        """The class of each sentence, with its probability after the favours are counted in."""
        if not sentences:
            return []
        raw = self.space.rows(sentences) @ self.weights.T.astype(np.float64) + self.intercepts
        scores = logarithms(shares(raw)) + self.favours
        odds = np.exp(scores - scores.max(axis=1, keepdims=True))
        sure = odds.max(axis=1) / odds.sum(axis=1)
        classes = (self.classes[place] for place in scores.argmax(axis=1))
        return [Label(name, float(one)) for name, one in zip(classes, sure, strict=True)]

    def save(self, folder: Path) -> None:
        """Write ``<aspect>.json`` and ``<aspect>.npz``."""
        numbers = self._numbers()
        seal = {"form": _FORM, "sha256": hashlib.sha256(numbers).hexdigest()}
        about = seal | json.loads(self._described())
        saving.write(numbers, folder / f"{self.aspect}.npz")
        saving.write(json.dumps(about, ensure_ascii=False), folder / f"{self.aspect}.json")

    @classmethod
    def load(cls, folder: Path, aspect: Aspect) -> Self:
        """Read what :meth:`save` wrote; one that is damaged or of another version is refused."""
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
            learned = {name: arrays[name] for name in _ARRAYS}
        return cls(aspect, tuple(about["classes"]), space, **learned, about=about["about"])

    def _described(self) -> str:
        found = {"aspect": self.aspect, "classes": self.classes, "tokens": self.space.tokens}
        return json.dumps({**found, "about": self.about}, ensure_ascii=False)

    def _numbers(self) -> bytes:
        buffer = io.BytesIO()
        rarity = {f"rarity {sort}": values for sort, values in self.space.rarity.items()}
        arrays: dict[str, Any] = {name: getattr(self, name) for name in _ARRAYS} | rarity
        np.savez(buffer, **arrays)
        return buffer.getvalue()


def shares(raw: Floats) -> Floats:
    """Probabilities of the classes from the scores of one regression each; rows sum to 1."""
    odds = 1.0 / (1.0 + np.exp(-raw))
    return np.asarray(odds / np.maximum(odds.sum(axis=1, keepdims=True), _TINY))


def logarithms(probabilities: Floats) -> Floats:
    """Logarithms of probabilities, of 0 too."""
    return np.asarray(np.log(probabilities + _TINY))
