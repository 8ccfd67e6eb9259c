"""How much of a written text is in a reference, word for word and in order."""

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
    """The longest common subsequence over the written words, over the true ones, and their F1."""

    precision: float
    recall: float
    f1: float


def rouge_l(written: str, true: str) -> RougeL:
    """ROUGE-L over stems of words.

    Words are cut and stemmed by the package that PreScience scores with, and the numbers are its
    own; only the length of the subsequence is found in another way, some hundred times faster.

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
    """Share of the written, and of the true, different runs of n words that both texts have.

    Words are what stands between spaces, in lower case and without punctuation around it; 0 for a
    text of fewer than n words.

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
    """Words of a text in lower case, those of more than three letters without their endings."""
    return _tokenizer()(text)


def warn_unreadable(texts: Iterable[str]) -> None:
    """Say how many texts ROUGE cannot read: words are of the letters a to z, and digits."""
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
    """Length of the longest common subsequence of two lists.

    A row of the table of lengths is kept as the bits of one number: bit i is 0 where the length
    grows at entry i of ``one``.

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
    # Asked once for each word: most words of a corpus repeat.
    stemmer = SimpleNamespace(stem=cache(PorterStemmer().stem))
    return lambda text: list(tokenize(text, stemmer))
