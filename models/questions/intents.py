"""What a question asks for, learned from phrases: ridge regression on their weighted words.

No library trains so small a classifier as quickly as a few steps of conjugate gradients, and
importing one would take longer than the training.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import pairwise
from typing import TYPE_CHECKING, Final

import numpy as np
from numpy.typing import NDArray

from scinet.models.questions import phrases
from scinet.models.questions.words import SLOT, Spelling, texts

if TYPE_CHECKING:
    from scipy.sparse import csr_array

Floats = NDArray[np.float32]

_STEM: Final = 5  # letters that inflections of one word have in common
_PENALTY: Final = 0.3
_STEPS: Final = 10
_SHARPNESS: Final = 4.0  # of the probabilities, as the scores lie between -1 and 1


@dataclass(frozen=True)
class Intents:
    """A trained classifier.

    Attributes:
        kinds: What may be asked for; of ``citing`` in four ways, as in ``citing-negative``.
        rarity: Number and inverse document frequency of each feature.
        weights: Shape ``(features, kinds)``.
    """

    kinds: tuple[str, ...]
    spelling: Spelling
    rarity: dict[str, tuple[int, float]]
    weights: Floats

    def probabilities(self, text: str) -> dict[str, float]:
        """How likely each kind is for a question whose names are :data:`~.words.SLOT`."""
        corrected = [
            word if word == SLOT else self.spelling.corrected(word) for word in texts(text)
        ]
        known = {self.rarity[one] for one in features(corrected) if one in self.rarity}
        scores = np.zeros(len(self.kinds), dtype=np.float32)
        if known:
            columns, values = map(np.array, zip(*sorted(known), strict=True))
            scores = values @ self.weights[columns] / np.linalg.norm(values)
        likely = np.exp(_SHARPNESS * (scores - scores.max()))
        return dict(zip(self.kinds, (likely / likely.sum()).tolist(), strict=True))


def features(words: Sequence[str]) -> Iterator[str]:
    """What of a question counts: words, stems, neighbours, and the side of a name they are on."""
    padded = ["^", *words, "$"]
    first = padded.index(SLOT) if SLOT in padded else len(padded)
    stems = [word[:_STEM] for word in padded]
    for place, word in enumerate(padded):
        yield word
        yield f"{stems[place]}*"
        yield f"{'<' if place < first else '>'}{stems[place]}"
    for one, two in pairwise(padded):
        yield f"{one} {two}"
    for one, two in pairwise(stems):
        yield f"{one}*{two}*"
    for one, two, three in zip(stems, stems[1:], stems[2:], strict=False):
        yield f"{one}*{two}*{three}*"
        yield f"{one}*_{three}*"


@cache
def trained() -> Intents:
    """The classifier, trained on all phrases."""
    return train(phrases.questions())


def train(questions: Sequence[tuple[str, str]]) -> Intents:
    """Learn from questions with their kinds.

    Args:
        questions: Kind and text of each, names as :data:`~.words.SLOT`.
    """
    from scipy.sparse import csr_array

    split = [texts(text) for _, text in questions]
    found = [list(dict.fromkeys(features(one))) for one in split]
    frequency = Counter(feature for one in found for feature in one)
    rarity = {
        feature: (number, 1 + float(np.log((1 + len(split)) / (1 + count))))
        for number, (feature, count) in enumerate(frequency.items())
    }
    values: list[float] = []
    places: list[int] = []
    rows = [0]
    for one in found:
        columns, weights = zip(*(rarity[feature] for feature in one), strict=True)
        values += (np.array(weights) / np.linalg.norm(weights)).tolist()
        places += columns
        rows.append(len(places))
    data = (np.array(values, dtype=np.float32), np.array(places), np.array(rows))
    matrix = csr_array(data, shape=(len(split), len(rarity)))
    kinds = tuple(sorted({kind for kind, _ in questions}))
    truth = np.array([[1 if kind == own else -1 for kind in kinds] for own, _ in questions])
    known = Spelling(word for word, _ in Counter(w for one in split for w in one).most_common())
    return Intents(kinds, known, rarity, _solved(matrix, truth.astype(np.float32)))


def _solved(matrix: "csr_array", truth: Floats) -> Floats:
    """Ridge regression by conjugate gradients, one column per kind.

    Source:
        Hestenes and Stiefel (1952), doi:10.6028/jres.049.044.
    """
    weights = np.zeros((matrix.shape[1], truth.shape[1]), dtype=np.float32)
    rest = matrix.T @ truth
    step, size = rest.copy(), (rest * rest).sum(axis=0)
    for _ in range(_STEPS):
        image = matrix.T @ (matrix @ step) + _PENALTY * step
        length = size / (step * image).sum(axis=0)
        weights += length * step
        rest -= length * image
        size, before = (rest * rest).sum(axis=0), size
        step = rest + size / before * step
    return weights
