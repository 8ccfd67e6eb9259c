"""Test whether words are a term, adjacent in titles."""

from collections.abc import Sequence
from itertools import pairwise
from typing import Final

from scinet.graph.ask.names import SMALL_WORDS, Lexicon
from scinet.graph.ask.words import word_texts

MIN_TERM_TITLES: Final = 3  # titles that join the words of a term
_UNTITLED_PENALTY: Final = 10.0  # for words that are adjacent in no title
_TITLED_BONUS: Final = 4.0  # for words that are adjacent in some titles
_USUAL_SHARE: Final = 1e-3  # share of titles with a word that narrows a term


def score_term(stretch: Sequence[str], lexicon: Lexicon) -> float:
    """Score the words of a field by the titles that have them side by side.

    Of 947 fields asked for in computational linguistics, 98 % occur in titles word by word, and
    96 % in three titles or more.
    """
    if len(stretch) == 1:
        return 0.0
    times = _count_titles(stretch, lexicon)
    if times >= MIN_TERM_TITLES or (not times and _is_narrower(stretch, lexicon)):
        return _TITLED_BONUS
    return 0.0 if times else -_UNTITLED_PENALTY


def _is_narrower(stretch: Sequence[str], lexicon: Lexicon) -> bool:
    """Whether a word narrows a term of titles: Arabic parsing, parsing of Arabic.

    Or titles join each two neighbours: sign language processing.
    """
    is_plain = SMALL_WORDS.isdisjoint(stretch) and len(stretch) > 2
    if is_plain and all(
        _count_titles(two, lexicon) >= MIN_TERM_TITLES for two in pairwise(stretch)
    ):
        return True
    term, word = (
        (stretch[:-2], stretch[-1]) if stretch[-2] in {"of", "for"} else (stretch[1:], stretch[0])
    )
    shares = lexicon.frequency([word, term[0]] if term else [word])
    is_term = len(term) > 1 and _count_titles(term, lexicon) >= MIN_TERM_TITLES
    is_usual = len(term) == 1 and shares.get(term[0], 0.0) > _USUAL_SHARE
    return (is_term or is_usual) and shares.get(word, 0.0) > _USUAL_SHARE


def _count_titles(stretch: Sequence[str], lexicon: Lexicon) -> int:
    """Count the titles that have some words side by side."""
    joined = f" {' '.join(stretch)} "
    titles = lexicon.titles(joined.strip())
    return sum(joined in f" {' '.join(word_texts(title.name))} " for title in titles)
