"""Words of a text, normalised for comparison, their misspellings, and their usage in texts."""

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise
from typing import Final

from scinet.graph.schema.printed_names import strip_accents

SLOT: Final = "\ue000"  # placeholder of a name in a question
_WORD: Final = re.compile(rf"{SLOT}|[^\W_]+|-+>|[→⇒]")
_MIN_LENGTH: Final = 4  # of a word that may be misspelt
# Phonetic replacements, in this order.
_SOUNDS: Final = tuple(
    (re.compile(pattern), plain)
    for pattern, plain in (
        ("ph", "f"),
        ("rh", "r"),
        ("ck|ch|q", "k"),
        ("s?c(?=[eiy])", "s"),
        ("c", "k"),
        ("x", "ks"),
        ("z", "s"),
        ("y", "i"),
        (r"(\w)\1+", r"\1"),
    )
)
_UNSEEN_COUNT: Final = 0.3  # of an unseen word
_PAIR_WEIGHT: Final = 0.6  # weight of pairs of words against single ones


@dataclass(frozen=True, slots=True)
class Word:
    """Word with its place in a text."""

    text: str
    start: int
    end: int


@lru_cache(maxsize=65536)
def fold_word(word: str) -> str:
    """Return a word in lower case without accents, cached."""
    return strip_accents(word)


def split_words(text: str) -> list[Word]:
    """Return the words of a text, folded; an arrow counts as one."""
    return [Word(_plain_word(match[0]), *match.span()) for match in _WORD.finditer(text)]


@lru_cache(maxsize=65536)
def word_texts(text: str) -> tuple[str, ...]:
    """Return the words of a text without their places."""
    return tuple(_plain_word(match[0]) for match in _WORD.finditer(text))


def _plain_word(word: str) -> str:
    return "->" if word[0] in "-→⇒" else fold_word(word)


@lru_cache(maxsize=65536)
def deletion_variants(word: str) -> tuple[str, ...]:
    """Return a word and, if it is long enough, all its variants with one letter less.

    Two words that share one of these differ by a letter that is wrong, missing, superfluous or
    swapped with its neighbour, sometimes by two of them.
    """
    if len(word) < _MIN_LENGTH or word.isdigit():
        return (word,)
    return (word, *(word[:place] + word[place + 1 :] for place in range(len(word))))


@lru_cache(maxsize=65536)
def phonetic_key(word: str) -> str:
    """Return a word as spelt by ear; words with equal keys sound alike."""
    for pattern, plain in _SOUNDS:
        word = pattern.sub(plain, word)
    return word


class Spelling:
    """Spelling dictionary.

    Args:
        vocabulary: The words, the likeliest first.
    """

    def __init__(self, vocabulary: Iterable[str]) -> None:
        self._known = dict.fromkeys(vocabulary)
        self._short: dict[str, list[str]] = defaultdict(list)
        self._heard: dict[str, list[str]] = defaultdict(list)
        for word in self._known:
            for short in deletion_variants(word):
                self._short[short].append(word)
            self._heard[phonetic_key(word)].append(word)

    def __contains__(self, word: str) -> bool:
        return word in self._known

    def __iter__(self) -> Iterator[str]:
        return iter(self._known)

    def near(self, word: str) -> list[str]:
        """Return the word itself if known, else similar known words."""
        return [word] if word in self._known else self.others(word)

    def others(self, word: str) -> list[str]:
        """Return known words that are similar to a word, but different."""
        heard = self._heard.get(phonetic_key(word), ())
        if not heard and self._short.keys().isdisjoint(deletion_variants(word)):
            return []
        candidates = dict.fromkeys(
            near for short in deletion_variants(word) for near in self._short[short]
        )
        candidates |= dict.fromkeys(heard)
        # Typos spare the first letter, or swap it with the second.
        return [
            near
            for near in candidates
            if near != word
            and min(len(near), len(word)) >= _MIN_LENGTH
            and (near[0] == word[0] or near[:2] == word[1::-1] or near in heard)
        ]

    def corrected(self, word: str) -> str:
        """Return the likeliest known word, or the word itself."""
        near = self.near(word)
        order = {candidate: place for place, candidate in enumerate(near)}
        return min(
            near,
            key=lambda candidate: (abs(len(candidate) - len(word)), order[candidate]),
            default=word,
        )


class WordUsage:
    """Counts of words and adjacent pairs in some texts."""

    def __init__(self, lines: Iterable[Sequence[str]]) -> None:
        self.words: Counter[str] = Counter()
        self.pairs: Counter[tuple[str, str]] = Counter()
        for line in lines:
            self.words.update(line)
            self.pairs.update(pairwise(line))
        self.total = self.words.total()

    def word_probability(self, word: str, before: str | None, alone: float | None = None) -> float:
        """Return the probability of a word after another, smoothed by that of the word alone."""
        if alone is None:
            alone = (self.words[word] + _UNSEEN_COUNT) / (self.total + 1)
        if before is None or not self.words[before]:
            return alone
        both = self.pairs[before, word] / self.words[before]
        return _PAIR_WEIGHT * both + (1 - _PAIR_WEIGHT) * alone
