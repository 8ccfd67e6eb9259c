"""The earlier papers whose titles and abstracts are most similar, by weighted words.

Weights of words come from what the snapshot holds, so nothing later than its day is known.
"""

import re
from collections import Counter
from collections.abc import Sequence
from functools import lru_cache
from typing import Final

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_array

from scinet.graph.snapshot import Snapshot
from scinet.graph.snapshot.csr import Int64

Near = tuple[list[Int64], list[NDArray[np.float64]]]

_CODES: Final[dict[str, int]] = {}  # of words, in the order in which this process read them
_WORD: Final = re.compile(r"[a-z][a-z0-9]+")
_RARE: Final = 3  # papers that must use a word
_COMMON: Final = 0.2  # share of the papers above which a word is ignored


def neighbours(snapshot: Snapshot, papers: Int64, numbers: Sequence[int]) -> dict[int, Near]:
    """The most similar papers dated strictly before each paper, for several numbers of them.

    Returns:
        By number: for each paper the positions, nearest first, and their cosines.
    """
    vectors = _vectors(snapshot)
    cosines = (vectors @ vectors[papers].T).toarray()
    found: dict[int, Near] = {number: ([], []) for number in numbers}
    for place, paper in enumerate(papers.tolist()):
        earlier = int(np.searchsorted(snapshot.day, snapshot.day[paper]))
        similar = np.flatnonzero(cosines[:earlier, place] > 0)
        cosine = cosines[similar, place]
        order = np.argsort(-cosine, kind="stable")[: max(numbers)]
        for number, (places, cosines_of) in found.items():
            places.append(similar[order[:number]])
            cosines_of.append(cosine[order[:number]])
    return found


def _vectors(snapshot: Snapshot) -> csr_array:
    """Unit vectors: log frequency in the paper times inverse frequency among papers.

    Words of a paper are in alphabetical order, whatever their codes: sums of floats follow from
    the texts alone.

    Source:
        Salton and Buckley (1988), doi:10.1016/0306-4573(88)90021-0.
    """
    texts = zip(snapshot.title, snapshot.abstract, strict=True)
    counted = [_counted(f"{title or ''} {abstract or ''}") for title, abstract in texts]
    lengths = [len(codes) for codes, _ in counted]
    code = np.concatenate([*(codes for codes, _ in counted), np.zeros(0, dtype=np.int64)])
    frequency = np.concatenate([*(values for _, values in counted), np.zeros(0)])
    paper = np.repeat(np.arange(len(counted)), lengths)
    spread = np.bincount(code, minlength=len(_CODES))
    is_telling = (spread >= _RARE) & (spread <= max(_RARE, _COMMON * len(counted)))
    weight = np.log(len(counted) / np.maximum(spread, 1)) * is_telling
    values = frequency * weight[code]
    norm = np.sqrt(np.bincount(paper, weights=values**2, minlength=len(counted)))
    stated = values > 0
    indptr = np.concatenate(([0], np.cumsum(np.bincount(paper[stated], minlength=len(counted)))))
    shape = (len(counted), max(1, len(_CODES)))
    return csr_array((values[stated] / norm[paper[stated]], code[stated], indptr), shape=shape)


@lru_cache(maxsize=200_000)
def _counted(text: str) -> tuple[Int64, NDArray[np.float64]]:
    """Codes of the words of a text, in alphabetical order, and 1 + log of their numbers."""
    found = Counter(_WORD.findall(text.lower()))
    words = sorted(found)
    codes = [_CODES.setdefault(word, len(_CODES)) for word in words]
    numbers = np.array([found[word] for word in words], dtype=np.float64)
    return np.array(codes, dtype=np.int64), 1 + np.log(numbers)
