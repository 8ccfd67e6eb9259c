"""Slips of the pen in a question, mended as questions that people asked and titles spell words."""

from collections.abc import Collection
from dataclasses import dataclass
from difflib import SequenceMatcher
from math import log, log1p
from typing import Final

from scinet.models.questions import fields
from scinet.models.questions.intents import trained
from scinet.models.questions.names import Lexicon
from scinet.models.questions.usage import Usage
from scinet.models.questions.words import sound, texts, words

_RARE: Final = 2e-4  # share of titles that have a word, below which it may be a slip
_UNUSUAL: Final = 1e-3  # that of one that is a slip only if what is meant is far more usual
_FAR: Final = 20  # times as many titles
_OFTENER: Final = 5  # times that titles join a word with its neighbours oftener than a slip
_HEARD: Final = 0.95  # likeness of words that sound the same
_LIKENESS: Final = 15.0  # weight of likeness against how often words are used
_UNSEEN: Final = 1e-6  # share of a word that is not used
_MOST: Final = 12  # words that may be meant by one


@dataclass(frozen=True)
class Mended:
    """A question without slips of the pen, word by word the one that was asked."""

    text: str
    asked: str

    def written(self, start: int, end: int) -> str:
        """What stands in the question asked for a stretch of the mended one."""
        first = len(words(self.text[:start]))
        last = first + len(words(self.text[start:end])) - 1
        there = words(self.asked)
        return self.asked[there[first].start : there[last].end]


def corrected(text: str, lexicon: Lexicon, names: Collection[str] = ()) -> Mended:
    """A question without slips of the pen in words that next to no title has.

    Args:
        names: Words of names that are known, and are no slips.
    """
    asked = words(text)
    shares = lexicon.frequency([word.text for word in asked])
    usage, _, _ = fields.frames()
    usual, mended = trained().spelling, text
    said = [word.text for word in asked]
    doubtful = [
        place
        for place, word in enumerate(said)
        if shares.get(word, 0.0) < _UNUSUAL
        and word not in usual
        and word not in names
        and not word.isdigit()
    ]
    if not doubtful:
        return Mended(text, text)
    near = {place: _near(said[place], lexicon) for place in doubtful}
    # Titles that have what may be meant tell best what stands beside what.
    likely = [*said, *(word for place in doubtful for word in near[place][:3])]
    titles = Usage(texts(known.name) for known in lexicon.titles(" ".join(likely)))
    often = lexicon.frequency([one for many in near.values() for one in many])
    for place in doubtful:
        word = said[place]
        left = said[max(place - 1, 0) : place]
        right = [*said[place + 1 : place + 2], *near.get(place + 1, [])]

        def joined(other: str, left: list[str] = left, right: list[str] = right) -> int:
            """How often titles join a word with those around the place."""
            pairs = titles.pairs
            return sum(pairs[one, other] for one in left) + sum(pairs[other, one] for one in right)

        def value(other: str, word: str = word) -> float:
            """Logarithm of how likely another word is meant."""
            share = often.get(other, 0.0) + usage.words[other] / usage.total
            return _LIKENESS * _likeness(word, other) + log(share + _UNSEEN) + log1p(joined(other))

        best = max(near[place], key=value, default=word)
        share = shares.get(word, 0.0)
        if share > _RARE and often.get(best, 0.0) < _FAR * share:
            continue
        if not share or joined(best) > _OFTENER * joined(word):
            said[place] = best
    for one, spelt in reversed([*zip(asked, said, strict=True)]):
        if one.text != spelt:
            mended = mended[: one.start] + spelt + mended[one.end :]
    return Mended(mended, text)


def _near(word: str, lexicon: Lexicon) -> list[str]:
    """Words of titles and of questions that may be meant by a word."""
    found = (*lexicon.alike(word)[:_MOST], *trained().spelling.near(word)[:_MOST])
    return list(dict.fromkeys(found))


def _likeness(word: str, other: str) -> float:
    if sound(word) == sound(other):
        return _HEARD
    return SequenceMatcher(None, word, other, autojunk=False).ratio()
