"""Search texts for a field: stems of its words, with abbreviations expanded."""

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Final

from scinet.graph.ask.names import SMALL_WORDS
from scinet.graph.ask.words import word_texts

_ABBREVIATION: Final = re.compile(r"\b[A-Z]{2,5}s?\b")
_MIN_TITLES: Final = 3  # titles that must spell an abbreviation out
# Endings that vary within a field; the search completes the stem.
_ENDINGS: Final = re.compile(r"(?:is|iz)(?:ations?|ing|e|er|ers)$|(?:ing|ers?|s)$")


def expand_field(name: str, titles_like: Callable[[str], Iterable[str]]) -> list[str]:
    """Return texts of which a paper of the field matches all words of one.

    Args:
        titles_like: Returns titles with adjacent words of these initials.
    """
    meant = [name]
    for short in _ABBREVIATION.findall(name):
        letters = short.rstrip("s").lower()
        meant += [
            name.replace(short, long) for long in _expand_initials(letters, titles_like(letters))
        ]
    return list(dict.fromkeys(" ".join(_stems(text)) for text in meant))


def _stems(name: str) -> Iterator[str]:
    for word in word_texts(name):
        if word not in SMALL_WORDS | {"and", "with"}:
            stem = _ENDINGS.sub("", word) if len(word) > 6 else word
            if stem.endswith("ll") and stem != word:  # labelling, as labeling
                stem = stem[:-1]
            stem = stem.removesuffix("ue") if stem.endswith("logue") else stem  # dialogue, dialog
            yield stem if len(stem) > 4 else word


def _expand_initials(letters: str, titles: Iterable[str]) -> list[str]:
    """Return the most frequent title phrase with these initials, if frequent enough."""
    counts: Counter[str] = Counter()
    for title in titles:
        counts.update(set(_initial_phrases(letters, word_texts(title))))
    best = counts.most_common(1)
    return [best[0][0]] if best and best[0][1] >= _MIN_TITLES else []


def _initial_phrases(letters: str, words: Sequence[str]) -> Iterator[str]:
    for start in range(len(words)):
        phrase = words[start : start + len(letters)]
        if "".join(word[0] for word in phrase) == letters and not SMALL_WORDS & {
            phrase[0],
            phrase[-1],
        }:
            yield " ".join(phrase)
