"""Correction of typos in a question, by the words of real questions and titles."""

from collections.abc import Collection
from dataclasses import dataclass
from difflib import SequenceMatcher
from math import log, log1p
from typing import Final

from scinet.graph.ask import fields
from scinet.graph.ask.intents import default_classifier
from scinet.graph.ask.names import Lexicon
from scinet.graph.ask.words import WordUsage, phonetic_key, split_words, word_texts

_RARE_SHARE: Final = 2e-4  # share of titles with a word, below which it may be a typo
_UNUSUAL_SHARE: Final = 1e-3  # the same, if the corrected word is far more frequent
_FAR_RATIO: Final = 20  # times as many titles
_JOIN_RATIO: Final = 5  # of title pairs with the neighbours, for correction and typo
_SOUND_SIMILARITY: Final = 0.95  # of words that sound the same
_SIMILARITY_WEIGHT: Final = 15.0  # of similarity relative to frequency
_UNSEEN_SHARE: Final = 1e-6  # share of a word that is not used
_MAX_CANDIDATES: Final = 12  # corrections of one word


@dataclass(frozen=True)
class CorrectedQuestion:
    """Question with corrected spelling, aligned word by word with the original."""

    text: str
    original: str

    def written(self, start: int, end: int) -> str:
        """Return the original words of a stretch of the corrected text."""
        first = len(split_words(self.text[:start]))
        last = first + len(split_words(self.text[start:end])) - 1
        words = split_words(self.original)
        return self.original[words[first].start : words[last].end]


def correct_spelling(text: str, lexicon: Lexicon, names: Collection[str] = ()) -> CorrectedQuestion:
    """Correct words that hardly any title has.

    Args:
        names: Words of recognised names, which are not typos.
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
    # Titles with the candidates show best which words are adjacent.
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
            """Count title pairs of a word with its neighbours."""
            pairs = titles.pairs
            return sum(pairs[item, candidate] for item in words_before) + sum(
                pairs[candidate, item] for item in right
            )

        def value(candidate: str, word: str = word) -> float:
            """Return the log-likelihood of a correction."""
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
    candidates = (
        *lexicon.similar_words(word)[:_MAX_CANDIDATES],
        *default_classifier().spelling.near(word)[:_MAX_CANDIDATES],
    )
    return list(dict.fromkeys(candidates))


def _word_similarity(word: str, candidate: str) -> float:
    if phonetic_key(word) == phonetic_key(candidate):
        return _SOUND_SIMILARITY
    return SequenceMatcher(None, word, candidate, autojunk=False).ratio()
