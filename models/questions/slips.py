"""Slips of the pen in a question, mended as questions that people asked and titles spell words."""

from typing import Final

from scinet.models.questions.intents import trained
from scinet.models.questions.names import Lexicon
from scinet.models.questions.usage import Usage
from scinet.models.questions.words import texts, words

_RARE: Final = 2e-4  # share of titles that have a word, below which it may be a slip
_OFTENER: Final = 5  # times that titles join a word with its neighbours oftener than a slip


def corrected(text: str, lexicon: Lexicon) -> str:
    """A question without slips of the pen in words that next to no title has."""
    asked = words(text)
    shares = lexicon.frequency([word.text for word in asked])
    usual = trained().spelling
    said = [word.text for word in asked]
    doubtful = [
        place
        for place, word in enumerate(said)
        if shares.get(word, 0.0) < _RARE and word not in usual and not word.isdigit()
    ]
    if not doubtful:
        return text
    titles = Usage(texts(known.name) for known in lexicon.titles(text))
    for place in doubtful:
        word = said[place]
        around = [*said[max(place - 1, 0) : place], "", *said[place + 1 : place + 2]]

        def joined(other: str, around: list[str] = around) -> int:
            """How often titles join a word with those around the place."""
            return titles.pairs[around[0], other] + titles.pairs[other, around[-1]]

        near = list(dict.fromkeys([*usual.near(word), *lexicon.alike(word)]))
        best = max(near, key=lambda one: (joined(one) > 0, -near.index(one)), default=word)
        if not shares.get(word) or joined(best) > _OFTENER * joined(word):
            said[place] = best
    for one, spelt in reversed([*zip(asked, said, strict=True)]):
        if one.text != spelt:
            text = text[: one.start] + spelt + text[one.end :]
    return text
