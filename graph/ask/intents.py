"""Classifier of the kind of a question: ridge regression on weighted words of phrases.

No library trains so small a classifier as quickly as a few steps of conjugate gradients, and
importing one would take longer than the training.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import chain, pairwise
from typing import TYPE_CHECKING, Final

import numpy as np
from numpy.typing import NDArray

from scinet.graph.ask import phrases
from scinet.graph.ask.training_cache import Arrays, load_or_train, pack_texts, unpack_texts
from scinet.graph.ask.words import SLOT, Spelling, word_texts

if TYPE_CHECKING:
    from scipy.sparse import csr_array

Floats = NDArray[np.float32]

_STEM_LENGTH: Final = 5  # letters that inflections of one word have in common
_PENALTY: Final = 0.3
_STEPS: Final = 10
_SHARPNESS: Final = 4.0  # of the probabilities, as the scores lie between -1 and 1


@dataclass(frozen=True)
class Intents:
    """Trained classifier.

    Attributes:
        kinds: Classes; ``citing`` has four, such as ``citing-negative``.
        rarity: Number and inverse document frequency of each feature.
        weights: Shape ``(features, kinds)``.
    """

    kinds: tuple[str, ...]
    spelling: Spelling
    rarity: dict[str, tuple[int, float]]
    weights: Floats

    def probabilities(self, text: str) -> dict[str, float]:
        """Return the probability of each kind; names in the text are :data:`~.words.SLOT`."""
        corrected = [
            word if word == SLOT else self.spelling.corrected(word) for word in word_texts(text)
        ]
        weighted = {
            self.rarity[feature]
            for feature in extract_features(corrected)
            if feature in self.rarity
        }
        scores = np.zeros(len(self.kinds), dtype=np.float32)
        if weighted:
            columns, values = map(np.array, zip(*sorted(weighted), strict=True))
            scores = values @ self.weights[columns] / np.linalg.norm(values)
        likely = np.exp(_SHARPNESS * (scores - scores.max()))
        return dict(zip(self.kinds, (likely / likely.sum()).tolist(), strict=True))


def extract_features(words: Sequence[str]) -> Iterator[str]:
    """Yield features: words, stems, neighbours, and the side of the name that they are on."""
    padded = ["^", *words, "$"]
    first = padded.index(SLOT) if SLOT in padded else len(padded)
    stems = [word[:_STEM_LENGTH] for word in padded]
    for place, word in enumerate(padded):
        yield word
        yield f"{stems[place]}*"
        yield f"{'<' if place < first else '>'}{stems[place]}"
    for current, two in pairwise(padded):
        yield f"{current} {two}"
    for current, two in pairwise(stems):
        yield f"{current}*{two}*"
    for current, two, three in zip(stems, stems[1:], stems[2:], strict=False):
        yield f"{current}*{two}*{three}*"
        yield f"{current}*_{three}*"


@cache
def default_classifier() -> Intents:
    """Return the classifier trained on all phrases, from the cache if stored."""
    stored = load_or_train("intents", lambda: _to_arrays(train(phrases.training_questions())))
    features = unpack_texts(stored["features"])
    return Intents(
        tuple(unpack_texts(stored["kinds"])),
        Spelling(unpack_texts(stored["vocabulary"])),
        dict(zip(features, enumerate(stored["rarity"].tolist()), strict=True)),
        stored["weights"],
    )


def _to_arrays(trained: Intents) -> Arrays:
    return {
        "kinds": pack_texts(trained.kinds),
        "vocabulary": pack_texts(trained.spelling),
        "features": pack_texts(trained.rarity),
        "rarity": np.array([rarity for _, rarity in trained.rarity.values()]),
        "weights": trained.weights,
    }


def train(questions: Sequence[tuple[str, str]]) -> Intents:
    """Train a classifier on questions with their kinds.

    Args:
        questions: Kind and text of each, names as :data:`~.words.SLOT`.
    """
    from scipy.sparse import csr_array

    times = Counter(questions)
    split = [word_texts(text) for _, text in times]
    feature_lists = [list(dict.fromkeys(extract_features(item))) for item in split]
    lengths = np.array([len(item) for item in feature_lists])
    every = list(chain.from_iterable(feature_lists))
    number = {item: place for place, item in enumerate(dict.fromkeys(every))}
    places = np.fromiter(map(number.__getitem__, every), dtype=np.int64, count=len(every))
    weight = np.fromiter(times.values(), dtype=np.float32, count=len(times))
    frequency = np.bincount(places, np.repeat(weight, lengths))
    rare = 1 + np.log((1 + weight.sum()) / (1 + frequency))
    rows = np.concatenate(([0], lengths.cumsum()))
    values = rare[places]
    # Repeated questions count repeatedly.
    scale = np.sqrt(weight / np.add.reduceat(values**2, rows[:-1]))
    data = (values * np.repeat(scale, lengths)).astype(np.float32), places, rows
    matrix = csr_array(data, shape=(len(split), len(number)))
    kinds = tuple(sorted({kind for kind, _ in times}))
    truth = np.array([[1 if kind == own else -1 for kind in kinds] for own, _ in times])
    used: Counter[str] = Counter()
    for (kind, _), item, count in zip(times, split, times.values(), strict=True):
        for word in item:
            # Questions of kind other are on any subject, and no guide to spelling.
            used[word] += count if kind != "other" else 0
    rarity = dict(zip(number, enumerate(rare.tolist()), strict=True))
    weighted = (truth * np.sqrt(weight)[:, None]).astype(np.float32)
    # A word of a single real question may be a typo.
    once = {word for word, count in used.items() if count <= phrases.REAL_WEIGHT}
    once -= {word for text in phrases.read_padding() for word in word_texts(text)}
    once -= {
        word
        for lines in phrases.read_patterns().values()
        for item in lines
        for word in word_texts(item)
    }
    spelling = Spelling(word for word, _ in used.most_common() if word not in once)
    return Intents(kinds, spelling, rarity, _solve_ridge(matrix, weighted))


def _solve_ridge(matrix: "csr_array", truth: Floats) -> Floats:
    """Solve the ridge regression by conjugate gradients, one column per kind.

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
