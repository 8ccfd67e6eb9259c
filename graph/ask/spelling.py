"""Slips of the pen in a question, mended as questions that people asked and titles spell words."""

from collections.abc import Collection
from dataclasses import dataclass
from difflib import SequenceMatcher
from math import log, log1p
from typing import Final

from scinet.graph.ask import fields
from scinet.graph.ask.intents import default_classifier
from scinet.graph.ask.names import Lexicon
from scinet.graph.ask.usage import WordUsage
from scinet.graph.ask.words import phonetic_key, split_words, word_texts

_RARE_SHARE: Final = 2e-4  # share of titles that have a word, below which it may be a slip
_UNUSUAL_SHARE: Final = 1e-3  # that of one that is a slip only if what is meant is far more usual
_FAR_RATIO: Final = 20  # times as many titles
_JOIN_RATIO: Final = 5  # times that titles join a word with its neighbours oftener than a slip
_SOUND_SIMILARITY: Final = 0.95  # likeness of words that sound the same
_SIMILARITY_WEIGHT: Final = 15.0  # weight of likeness against how often words are used
_UNSEEN_SHARE: Final = 1e-6  # share of a word that is not used
_MAX_CANDIDATES: Final = 12  # words that may be meant by one


@dataclass(frozen=True)
class CorrectedQuestion:
    """A question without slips of the pen, word by word the one that was asked."""

    text: str
    asked: str

    def written(self, start: int, end: int) -> str:
        """What stands in the question asked for a stretch of the mended one."""
        first = len(split_words(self.text[:start]))
        last = first + len(split_words(self.text[start:end])) - 1
        there = split_words(self.asked)
        return self.asked[there[first].start : there[last].end]


def correct_spelling(text: str, lexicon: Lexicon, names: Collection[str] = ()) -> CorrectedQuestion:
    """A question without slips of the pen in words that next to no title has.

    Args:
        names: Words of names that are known, and are no slips.
    """
    tokens = split_words(text)
    shares = lexicon.frequency([word.text for word in tokens])
    usage, _, _ = fields.question_usage()
    usual, mended = default_classifier().spelling, text
    spellings = [word.text for word in tokens]
    doubtful = [
        place
        for place, word in enumerate(spellings)
        if shares.get(word, 0.0) < _UNUSUAL_SHARE
        and word not in usual
        and word not in names
        and not word.isdigit()
    ]
    if not doubtful:
        return CorrectedQuestion(text, text)
    near = {place: _find_corrections(spellings[place], lexicon) for place in doubtful}
    # Titles that have what may be meant tell best what stands beside what.
    likely = [*spellings, *(word for place in doubtful for word in near[place][:3])]
    titles = WordUsage(word_texts(title.name) for title in lexicon.titles(" ".join(likely)))
    often = lexicon.frequency([item for many in near.values() for item in many])
    for place in doubtful:
        word = spellings[place]
        words_before = spellings[max(place - 1, 0) : place]
        right = [*spellings[place + 1 : place + 2], *near.get(place + 1, [])]

        def joined(
            candidate: str, words_before: list[str] = words_before, right: list[str] = right
        ) -> int:
            """How often titles join a word with those around the place."""
            pairs = titles.pairs
            return sum(pairs[item, candidate] for item in words_before) + sum(
                pairs[candidate, item] for item in right
            )

        def value(candidate: str, word: str = word) -> float:
            """Logarithm of how likely another word is meant."""
            share = often.get(candidate, 0.0) + usage.words[candidate] / usage.total
            return (
                _SIMILARITY_WEIGHT * _word_similarity(word, candidate)
                + log(share + _UNSEEN_SHARE)
                + log1p(joined(candidate))
            )

        best = max(near[place], key=value, default=word)
        share = shares.get(word, 0.0)
        if share > _RARE_SHARE and often.get(best, 0.0) < _FAR_RATIO * share:
            continue
        if not share or joined(best) > _JOIN_RATIO * joined(word):
            spellings[place] = best
    for item, spelt in reversed([*zip(tokens, spellings, strict=True)]):
        if item.text != spelt:
            mended = mended[: item.start] + spelt + mended[item.end :]
    return CorrectedQuestion(mended, text)


def _find_corrections(word: str, lexicon: Lexicon) -> list[str]:
    """Words of titles and of questions that may be meant by a word."""
    candidates = (
        *lexicon.similar_words(word)[:_MAX_CANDIDATES],
        *default_classifier().spelling.near(word)[:_MAX_CANDIDATES],
    )
    return list(dict.fromkeys(candidates))


def _word_similarity(word: str, candidate: str) -> float:
    if phonetic_key(word) == phonetic_key(candidate):
        return _SOUND_SIMILARITY
    return SequenceMatcher(None, word, candidate, autojunk=False).ratio()
