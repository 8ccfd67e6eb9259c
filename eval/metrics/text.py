"""Metrics of lexical overlap between a written text and its reference."""

import logging
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache
from types import SimpleNamespace
from typing import Final, NamedTuple

from scinet.errors import extra_needed

_log = logging.getLogger(__name__)
_READABLE: Final = re.compile("[a-z]", re.IGNORECASE | re.ASCII)
_PUNCTUATION: Final = '.,!?;:"()[]{}'
_NO_OVERLAP: Final = (0.0, 0.0, 0.0)


class RougeL(NamedTuple):
    """Longest common subsequence as share of the written and of the true words, and their F1."""

    precision: float
    recall: float
    f1: float


def rouge_l(written: str, true: str) -> RougeL:
    """Compute ROUGE-L over word stems.

    Tokens and stems come from the package that PreScience scores with, and the values are equal to
    its own; only the length of the subsequence is computed differently, some hundred times faster.

    Three shares between 0 and 1; 0 where either text has no word.

    Source:
        Lin (2004), ROUGE, https://aclanthology.org/W04-1013; the package ``rouge-score`` 0.1.2.
    """
    words, wanted = stem_words(written), stem_words(true)
    shared = common_subsequence(words, wanted)
    if not shared:
        return RougeL(*_NO_OVERLAP)
    precision, recall = shared / len(words), shared / len(wanted)
    return RougeL(precision, recall, 2 * precision * recall / (precision + recall))


def ngram_overlap(written: str, true: str, n: int) -> tuple[float, float]:
    """Compute the share of shared distinct n-grams in the written text, and in the true one.

    Words are separated by spaces, lower-cased and stripped of punctuation; 0 for a text of fewer
    than n words.

    Source:
        PreScience, the released measure of n-gram overlap.
    """
    written_ngrams, true_ngrams = ({*_word_ngrams(text, n)} for text in (written, true))
    shared = len(written_ngrams & true_ngrams)
    return shared / max(1, len(written_ngrams)), shared / max(1, len(true_ngrams))


def _word_ngrams(text: str, n: int) -> Iterator[tuple[str, ...]]:
    words = [word for raw in text.lower().split() if (word := raw.strip(_PUNCTUATION))]
    return zip(*(words[start:] for start in range(n)), strict=False)


def stem_words(text: str) -> list[str]:
    """Split a text into words in lower case, stemmed if longer than three letters."""
    return _tokenizer()(text)


def warn_unreadable(texts: Iterable[str]) -> None:
    """Warn of texts that ROUGE cannot read: its words are of the letters a to z, and digits."""
    distinct = [text for text in dict.fromkeys(texts) if any(map(str.isalpha, text))]
    unread = [text for text in distinct if not _READABLE.search(text)]
    if unread:
        _log.warning(
            "%d of %d texts have no Latin letter, such as %r: ROUGE-L reads none of their words, "
            "and scores 0 whatever was written",
            len(unread),
            len(distinct),
            unread[0][:40],
        )


def common_subsequence(first: Sequence[str], second: Sequence[str]) -> int:
    """Compute the length of the longest common subsequence of two lists.

    A row of the table of lengths is kept as the bits of one number: bit i is 0 where the length
    grows at entry i of ``first``.

    Source:
        Hyyrö (2004), Bit-parallel LCS-length computation revisited.
    """
    places: dict[str, int] = {}
    for place, word in enumerate(first):
        places[word] = places.get(word, 0) | 1 << place
    full = (1 << len(first)) - 1
    row = full
    for word in second:
        both = row & places.get(word, 0)
        row = (row + both | row - both) & full
    return len(first) - row.bit_count()


@cache
def _tokenizer() -> Callable[[str], list[str]]:
    with extra_needed("llm"):
        from nltk.stem.porter import PorterStemmer
        from rouge_score.tokenize import tokenize
    # Cached per word: most words of a corpus repeat.
    stemmer = SimpleNamespace(stem=cache(PorterStemmer().stem))
    return lambda text: list(tokenize(text, stemmer))
