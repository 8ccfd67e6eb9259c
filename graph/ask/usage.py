"""Usage of words in texts: frequencies of words and pairs."""

from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import pairwise
from typing import Final

_UNSEEN_COUNT: Final = 0.3  # of an unseen word
_PAIR_WEIGHT: Final = 0.6  # weight of pairs of words against single ones


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
