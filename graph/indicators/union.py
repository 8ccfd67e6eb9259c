"""The kernel of disruption: how many later papers cite any reference of a focal paper.

One stamp per paper says in which round it was last seen, so that a union of citing papers is
counted without building or clearing a set. The stamp is a byte: the array then stays in the
processor's cache up to about a million papers, and is cleared once in 255 rounds.
"""

from typing import Any

import numpy as np
from numba import njit, prange
from numpy.typing import NDArray

from scinet.graph.snapshot.csr import Int32, Int64

_ROUNDS = 255


@njit(cache=True, inline="always")
def _first_from(indices: Int32, start: Any, stop: Any, bound: Any) -> Any:
    """Index of the first entry that is not below ``bound`` in a sorted slice."""
    while start < stop:
        middle = (start + stop) // 2
        if indices[middle] < bound:
            start = middle + 1
        else:
            stop = middle
    return start


@njit(cache=True, parallel=True, nogil=True)
def count_citing(
    reference_indptr: Int64,
    reference: Int32,
    citing_indptr: Int64,
    citing: Int32,
    focal: Int64,
    low: Int64,
    high: Int64,
    workers: int,
) -> NDArray[np.int64]:
    """Count the later papers that cite a focal paper, its references, or both.

    Args:
        reference_indptr: Rows of the citing papers, shape ``(papers + 1,)``.
        reference: Cited papers, shape ``(citations,)``.
        citing_indptr: Rows of the cited papers, shape ``(papers + 1,)``.
        citing: Citing papers, each row sorted, shape ``(citations,)``.
        focal: Papers to count for, shape ``(n,)``.
        low: First paper inside each window, shape ``(n,)``.
        high: First paper after each window, shape ``(n,)``.
        workers: Number of threads that share the work.

    Returns:
        Columns n_i (cites only the focal paper), n_j (cites both) and n_k (cites only
        references), shape ``(3, n)``.
    """
    papers = len(reference_indptr) - 1
    counts = np.zeros((3, len(focal)), dtype=np.int64)
    for worker in prange(workers):
        stamp = np.zeros(papers, dtype=np.uint8)
        round_number = 0
        for item in range(worker, len(focal), workers):
            if round_number == _ROUNDS:
                stamp[:] = 0
                round_number = 0
            round_number += 1
            mark = np.uint8(round_number)
            first, end = low[item], high[item]
            paper = focal[item]
            union = 0
            for entry in range(reference_indptr[paper], reference_indptr[paper + 1]):
                cited = reference[entry]
                stop = citing_indptr[cited + 1]
                place = _first_from(citing, citing_indptr[cited], stop, first)
                while place < stop and citing[place] < end:
                    later = citing[place]
                    # Without a branch: which papers were seen cannot be predicted.
                    union += stamp[later] != mark
                    stamp[later] = mark
                    place += 1
            both = 0
            only = 0
            stop = citing_indptr[paper + 1]
            place = _first_from(citing, citing_indptr[paper], stop, first)
            while place < stop and citing[place] < end:
                if stamp[citing[place]] == mark:
                    both += 1
                else:
                    only += 1
                place += 1
            counts[0, item] = only
            counts[1, item] = both
            counts[2, item] = union - both
    return counts
