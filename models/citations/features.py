"""Features of a citation sentence: several kinds of tokens, weighted by inverse frequency.

Each kind has its own vocabulary and is normalised on its own, so that none dominates. A space is
stored as plain lists of tokens and numbers. One kind are opinion cues: each entry is a pattern of
whole words in which ``mark`` stands for the citation in question, since "outperforms it" is
criticism of it, and "it outperforms" is not.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any, Final, Self, TypeAlias

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_array, hstack

from scinet.errors import DataError
from scinet.models.citations.sentences import TARGET_MARK, Sentence, mask_citations

_SUBJECT_PATTERN: Final = (
    r"\W+(?:(?:that|those|the(?: \w+)? (?:approach|method|model|system|results?|work))\W+)?"
    rf"(?:(?:of|by|in)\W+)?{TARGET_MARK}"
)
_PATTERNS: Final[Mapping[str, str]] = {
    "praise": r"state of the art|state-of-the-art|seminal|influential|pioneering|landmark|elegant"
    r"|impressive|remarkabl[ey]|excellent|outstanding|best known|well[- ]?known|popular(?:ly)?"
    r"|widely|standard|de facto|successful(?:ly)?|success|promising|powerful|robust",
    "works": r"effective(?:ly|ness)?|efficient(?:ly)?|accurate(?:ly)?|useful|helpful|beneficial"
    r"|reliabl[ey]|competitive|high(?:er)? (?:accuracy|performance|precision|quality)"
    r"|good (?:results?|performance)|better (?:results?|performance)|significant(?:ly)?"
    r" (?:improve\w*|better)|improve[sd]?|improvements?|gains?",
    "best": r"best|highest|superior|outperform(?:s|ed|ing)?|surpass\w*",
    "shown": r"(?:has|have|had|was|were) (?:been )?(?:shown|proven|proved|demonstrated|found) to",
    "taken up": r"we (?:use[ds]?|employ\w*|adopt\w*|follow\w*|appl(?:y|ied)|extend\w*)|inspired by"
    r"|motivated by|based on|built (?:up)?on|following",
    "but": r"however|although|though|but|while|whereas|despite|unfortunately|nevertheless|yet"
    r"|unlike",
    "not": r"not|no|never|cannot|neither|nor|without|none|hardly|fails?|failed|failure",
    "lack": r"lacks?|lacking|lacked|ignor\w*|neglect\w*|omit\w*|miss(?:es|ing)|suffer\w*"
    r"|limit(?:s|ed|ations?)?|restrict\w*|problem(?:s|atic)?|drawbacks?|weakness\w*|shortcoming\w*"
    r"|inadequate\w*|insufficient\w*|inappropriate|unable|difficult(?:y|ies)?|poor(?:ly)?"
    r"|errors?|noisy|expensive|costly|slow|sparse(?:ness)?|overfit\w*|bias(?:ed)?|questionable",
    "worse": r"worse|worst|lower|less|only|merely|too|inferior|degrad\w*|decreas\w*|unreliabl[ey]",
    "contrast": r"in contrast(?: to)?|contrary to|as opposed to|rather than|instead of"
    r"|different from|differs? from|disagree\w*|contradict\w*|inconsistent",
    "beats it": r"(?:outperform\w*|better than|superior to|exceed\w*|improv\w+ (?:over|on|upon)"
    r"|higher than|surpass\w*|beats?)" + _SUBJECT_PATTERN,
    "it beats": rf"{TARGET_MARK}\W{{0,3}}(?:\w+ "
    r")?(?:outperform\w*|achiev\w*|obtain\w*|improv\w*|show\w*"
    r"|demonstrat\w*|introduc\w*|propos\w*|present\w*|report\w*)",
    "it fails": rf"{TARGET_MARK}\W{{0,3}}(?:\w+ )?(?:do(?:es)? not|did not|cannot|fail\w*|ignor\w*"
    r"|lack\w*|suffer\w*|assum\w*|requir\w*|is not|are not|is limited|are limited|only)",
    "thanks to": r"thanks to|due to|by means of|available|freely|publicly",
    "ours": r"our|ours|we",
}
CUES: Final[tuple[str, ...]] = tuple(_PATTERNS)
_CUE_PATTERNS: Final = tuple(
    re.compile(rf"\b(?:{form})\b", re.IGNORECASE) for form in _PATTERNS.values()
)
_CUE_WINDOW: Final = 60  # characters on either side of the citation
Floats: TypeAlias = NDArray[np.float64]
_WORD: Final = re.compile(r"\w+|[;:?!]")
_NEIGHBOUR_WORDS: Final = 6  # words on either side of the citation whose position counts
_WINDOW_WORDS: Final = 10


def find_cues(text: str) -> list[str]:
    """Find cues in a marked sentence, each once, and a second time if near the citation."""
    place = text.find(TARGET_MARK)
    matched_cues: list[str] = []
    for name, form in zip(CUES, _CUE_PATTERNS, strict=True):
        matches = [match.start() for match in form.finditer(text)]
        if not matches:
            continue
        matched_cues.append(name)
        if place >= 0 and any(abs(start - place) <= _CUE_WINDOW for start in matches):
            matched_cues.append(f"{name} near")
            if any(start < place for start in matches):
                matched_cues.append(f"{name} before")
    return matched_cues


def word_ngrams(text: str) -> list[str]:
    """Return n-grams of one to three words."""
    listed = _WORD.findall(text.lower())
    return [
        " ".join(listed[first : first + size])
        for size in (1, 2, 3)
        for first in range(len(listed) - size + 1)
    ]


def character_ngrams(text: str) -> list[str]:
    """Return n-grams of three to five letters inside words."""
    return [
        word[first : first + size]
        for word in (f" {word} " for word in _WORD.findall(text.lower()))
        for size in (3, 4, 5)
        for first in range(max(len(word) - size + 1, 0))
    ]


def window_words(text: str) -> list[str]:
    """Return words and bigrams in the ten words on either side of the citation."""
    listed = _WORD.findall(text.lower())
    if TARGET_MARK not in listed:
        return []
    place = listed.index(TARGET_MARK)
    window = listed[max(place - _WINDOW_WORDS, 0) : place + _WINDOW_WORDS + 1]
    return [*window, *map(" ".join, pairwise(window))]


def neighbour_words(text: str) -> list[str]:
    """Return words shortly before and after the citation, each with its side."""
    listed = _WORD.findall(text.lower())
    if TARGET_MARK not in listed:
        return ["nowhere"]
    place = listed.index(TARGET_MARK)
    before, after = (
        listed[max(place - _NEIGHBOUR_WORDS, 0) : place],
        listed[place + 1 : place + 1 + _NEIGHBOUR_WORDS],
    )
    features = [f"<{word}" for word in before] + [f">{word}" for word in after]
    features += [
        f">{distance} {first} {two}" for distance, (first, two) in enumerate(pairwise(after))
    ]
    return [*features, f"place {4 * place // len(listed)}"]


ANALYZERS: Final[Mapping[str, Callable[[str], list[str]]]] = {
    "words": word_ngrams,
    "letters": character_ngrams,
    "around": window_words,
    "near": neighbour_words,
    "cues": find_cues,
}


@dataclass(frozen=True)
class TokenCounts:
    """Token counts of some sentences; tokens of each kind are sorted.

    Shapes:
        counts: For each kind ``(sentences, tokens)``, sparse.
    """

    tokens: Mapping[str, tuple[str, ...]]
    counts: Mapping[str, csr_array]

    @classmethod
    def of(cls, sentences: Sequence[Sentence], sorts: Sequence[str]) -> Self:
        """Count every token of some kinds, from :data:`ANALYZERS`."""
        texts = [mask_citations(sentence) for sentence in sentences]
        tokens: dict[str, tuple[str, ...]] = {}
        counts: dict[str, csr_array] = {}
        for sort in sorts:
            if not any(map(ANALYZERS[sort], texts)):  # such as the context of unknown positions
                tokens[sort], counts[sort] = (), csr_array((len(texts), 0), dtype=np.int64)
                continue
            counter = _make_vectorizer(sort)
            counts[sort] = csr_array(counter.fit_transform(texts))
            tokens[sort] = tuple(map(str, counter.get_feature_names_out()))
        return cls(tokens, counts)

    def take(self, rows: NDArray[np.int64]) -> "TokenCounts":
        """Select the counts of some sentences."""
        return TokenCounts(self.tokens, {sort: table[rows] for sort, table in self.counts.items()})

    def select_views(self, sorts: Sequence[str]) -> "TokenCounts":
        """Select the counts of some kinds of tokens."""
        return TokenCounts(
            {sort: self.tokens[sort] for sort in sorts}, {sort: self.counts[sort] for sort in sorts}
        )


def no_common_word_error(least: int) -> DataError:
    """Return the error for too few occurrences of every word in the training sentences."""
    return DataError(
        f"no word stands in {least} of the training sentences",
        hint="Give more labelled sentences.",
    )


@dataclass(frozen=True)
class FeatureSpace:
    """Vocabularies and weights of features.

    Attributes:
        rarity: Weight of each token (smoothed inverse document frequency).
    """

    tokens: Mapping[str, tuple[str, ...]]
    rarity: Mapping[str, Floats]

    @classmethod
    def of(cls, counted: TokenCounts, least: int) -> Self:
        """Build the space of tokens in at least ``least`` sentences.

        A kind without any is omitted.
        """
        tokens: dict[str, tuple[str, ...]] = {}
        rarity: dict[str, Floats] = {}
        for sort, counts in counted.counts.items():
            holding = np.bincount(counts.indices, minlength=counts.shape[1])
            common = np.flatnonzero(holding >= least)
            if not len(common):
                continue
            tokens[sort] = tuple(counted.tokens[sort][column] for column in common)
            rarity[sort] = np.log((1.0 + counts.shape[0]) / (1.0 + holding[common])) + 1.0
        if not tokens:
            raise no_common_word_error(least)
        return cls(tokens, rarity)

    def rows(self, sentences: Sequence[Sentence]) -> csr_array:
        """Compute weights of all tokens, shape ``(sentences, tokens)``."""
        texts = [mask_citations(sentence) for sentence in sentences]
        counters = {
            sort: _make_vectorizer(sort, vocabulary=tokens) for sort, tokens in self.tokens.items()
        }
        return self._weigh({sort: csr_array(c.transform(texts)) for sort, c in counters.items()})

    def rows_of(self, counted: TokenCounts) -> csr_array:
        """Compute the same from counts that include every token of the space."""
        tables = {}
        for sort, tokens in self.tokens.items():
            place = {token: column for column, token in enumerate(counted.tokens[sort])}
            tables[sort] = counted.counts[sort][:, [place[token] for token in tokens]]
        return self._weigh(tables)

    def _weigh(self, counts: Mapping[str, csr_array]) -> csr_array:
        blocks = []
        for sort, rarity in self.rarity.items():
            block = counts[sort].astype(np.float64)
            block.data = (1.0 + np.log(block.data)) * rarity[block.indices]
            length = np.sqrt(np.asarray(block.multiply(block).sum(axis=1)).ravel())
            scale = 1.0 / np.maximum(length, np.finfo(float).tiny)
            block.data *= np.repeat(scale, np.diff(block.indptr))
            blocks.append(block)
        return csr_array(hstack(blocks, format="csr"))


def _make_vectorizer(sort: str, **settings: Any) -> Any:
    from sklearn.feature_extraction.text import CountVectorizer

    return CountVectorizer(analyzer=ANALYZERS[sort], **settings)
