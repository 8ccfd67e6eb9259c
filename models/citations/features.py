"""What a classifier sees of a sentence: tokens of several sorts, weighed by how rare they are.

Each sort has its own vocabulary and its own length of one, so that none drowns the others. A space
is kept as plain lists of tokens and numbers.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any, Final, Self, TypeAlias

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_array, hstack

from scinet.models.citations.context import TARGET, marked
from scinet.models.citations.cues import cues
from scinet.models.citations.sentences import Sentence

Floats: TypeAlias = NDArray[np.float64]

_WORD: Final = re.compile(r"\w+|[;:?!]")
_NEAR: Final = 6  # words on either side of the citation whose place counts
_AROUND: Final = 10


def words(text: str) -> list[str]:
    """One to three words in a row."""
    listed = _WORD.findall(text.lower())
    return [
        " ".join(listed[first : first + size])
        for size in (1, 2, 3)
        for first in range(len(listed) - size + 1)
    ]


def letters(text: str) -> list[str]:
    """Three to five letters in a row inside words."""
    return [
        word[first : first + size]
        for word in (f" {word} " for word in _WORD.findall(text.lower()))
        for size in (3, 4, 5)
        for first in range(max(len(word) - size + 1, 0))
    ]


def around(text: str) -> list[str]:
    """Single words and pairs in the ten words on either side of the citation."""
    listed = _WORD.findall(text.lower())
    if TARGET not in listed:
        return []
    place = listed.index(TARGET)
    window = listed[max(place - _AROUND, 0) : place + _AROUND + 1]
    return [*window, *map(" ".join, pairwise(window))]


def near(text: str) -> list[str]:
    """Words shortly before and after the citation, each with its side."""
    listed = _WORD.findall(text.lower())
    if TARGET not in listed:
        return ["nowhere"]
    place = listed.index(TARGET)
    before, after = listed[max(place - _NEAR, 0) : place], listed[place + 1 : place + 1 + _NEAR]
    found = [f"<{word}" for word in before] + [f">{word}" for word in after]
    found += [f">{distance} {one} {two}" for distance, (one, two) in enumerate(pairwise(after))]
    return [*found, f"place {4 * place // len(listed)}"]


SORTS: Final[Mapping[str, Callable[[str], list[str]]]] = {
    "words": words,
    "letters": letters,
    "around": around,
    "near": near,
    "cues": cues,
}


@dataclass(frozen=True)
class Space:
    """Vocabularies that sentences are counted by.

    Attributes:
        tokens: Known tokens of each sort, sorted.
        rarity: Weight of each token of each sort (smoothed inverse document frequency).
    """

    tokens: Mapping[str, tuple[str, ...]]
    rarity: Mapping[str, Floats]

    @classmethod
    def of(cls, sentences: Sequence[Sentence], sorts: Sequence[str], least: int) -> Self:
        """The space of some sentences.

        Args:
            sentences: The sentences.
            sorts: Which sorts of tokens, from :data:`SORTS`.
            least: Fewest sentences of a token.
        """
        texts = [marked(sentence) for sentence in sentences]
        tokens: dict[str, tuple[str, ...]] = {}
        rarity: dict[str, Floats] = {}
        for sort in sorts:
            made = _vectorizer(sort, min_df=least)
            made.fit(texts)
            tokens[sort] = tuple(map(str, made.get_feature_names_out()))
            rarity[sort] = np.asarray(made.idf_, dtype=np.float64)
        return cls(tokens, rarity)

    def rows(self, sentences: Sequence[Sentence]) -> Any:
        """Weights of all tokens, shape ``(sentences, tokens)``, sparse."""
        texts = [marked(sentence) for sentence in sentences]
        blocks = []
        for sort, known in self.tokens.items():
            made = _vectorizer(sort, vocabulary=known)
            made.idf_ = self.rarity[sort]
            blocks.append(made.transform(texts))
        return csr_array(hstack(blocks, format="csr"))


def _vectorizer(sort: str, **settings: Any) -> Any:
    from sklearn.feature_extraction.text import TfidfVectorizer

    return TfidfVectorizer(analyzer=SORTS[sort], sublinear_tf=True, **settings)
