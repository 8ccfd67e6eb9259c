"""The earlier papers whose titles and abstracts are most similar, by weighted words.

Weights of words come from what the snapshot holds, so nothing later than its day is known.
"""

from collections.abc import Sequence
from typing import Final

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_array

from scinet.errors import extra_needed
from scinet.graph.snapshot import Snapshot
from scinet.graph.snapshot.csr import Int64
from scinet.models.text.tfidf import unit_rows

Near = tuple[list[Int64], list[NDArray[np.float64]]]

_WORD: Final = r"[a-z][a-z0-9]+"
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

    Source:
        Salton and Buckley (1988), doi:10.1016/0306-4573(88)90021-0.
    """
    with extra_needed("models"):
        from sklearn.feature_extraction.text import CountVectorizer, TfidfTransformer

    pairs = zip(snapshot.title, snapshot.abstract, strict=True)
    texts = [f"{title or ''} {abstract or ''}" for title, abstract in pairs]
    most = max(_RARE, int(_COMMON * len(texts)))
    try:
        counts = CountVectorizer(token_pattern=_WORD, min_df=_RARE, max_df=most).fit_transform(
            texts
        )
    except ValueError:  # so few words that none is left
        return csr_array((len(texts), 1))
    weights = TfidfTransformer(norm=None, smooth_idf=False, sublinear_tf=True).fit(counts)
    weights.idf_ -= 1  # a word of every paper weighs nothing
    return unit_rows(csr_array(weights.transform(counts)))
