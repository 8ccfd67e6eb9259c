"""The texts by which papers of a field are found: stems of its words, abbreviations written out."""

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Final

from scinet.models.questions.names import SMALL
from scinet.models.questions.words import texts

_SHORT: Final = re.compile(r"\b[A-Z]{2,5}s?\b")
_LEAST: Final = 3  # titles that must spell an abbreviation out
# Endings by which words of one field differ; what is left is completed by the search.
_ENDINGS: Final = re.compile(r"(?:is|iz)(?:ations?|ing|e|er|ers)$|(?:ing|ers?|s)$")


def searched(name: str, titles_like: Callable[[str], Iterable[str]]) -> list[str]:
    """Texts of which a paper of the field has all words of one.

    Args:
        titles_like: Titles with words that fit a pattern, one per initial.
    """
    meant = [name]
    for short in _SHORT.findall(name):
        letters = short.rstrip("s").lower()
        meant += [name.replace(short, long) for long in _spelt_out(letters, titles_like(letters))]
    return list(dict.fromkeys(" ".join(_stems(text)) for text in meant))


def _stems(name: str) -> Iterator[str]:
    for word in texts(name):
        if word not in SMALL | {"and", "with"}:
            stem = _ENDINGS.sub("", word) if len(word) > 6 else word
            if stem.endswith("ll") and stem != word:  # labelling, as labeling
                stem = stem[:-1]
            stem = stem.removesuffix("ue") if stem.endswith("logue") else stem  # dialogue, dialog
            yield stem if len(stem) > 4 else word


def _spelt_out(letters: str, titles: Iterable[str]) -> list[str]:
    """The phrase with these initials that most titles have, if many do."""
    found: Counter[str] = Counter()
    for title in titles:
        found.update(set(_phrases(letters, texts(title))))
    best = found.most_common(1)
    return [best[0][0]] if best and best[0][1] >= _LEAST else []


def _phrases(letters: str, words: Sequence[str]) -> Iterator[str]:
    for start in range(len(words)):
        phrase = words[start : start + len(letters)]
        if "".join(word[0] for word in phrase) == letters and not SMALL & {phrase[0], phrase[-1]}:
            yield " ".join(phrase)
