"""The kernels of disruption: later papers that cite a focal paper or its references, per window.

One stamp per paper says in which round it was last seen, so that a union of citing papers is
counted without building or clearing a set. The stamp is a byte: the array then stays in the
processor's cache up to about a million papers, and is cleared once in 255 rounds. Lists of citing
papers are in time order, so every window is a stretch of them and one walk serves all windows.
"""

from typing import Any

import numpy as np
from numba import njit, prange

from scinet.graph.snapshot.csr import Int32, Int64

_ROUNDS = 255


@njit(cache=True, inline="always")
def first_from(indices: Int32, start: Any, stop: Any, bound: Any) -> Any:
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
) -> Int64:
    """Count the later papers that cite a focal paper, its references, or both.

    Args:
        reference_indptr: Rows of the citing papers, shape ``(papers + 1,)``.
        reference: Cited papers, shape ``(citations,)``.
        citing_indptr: Rows of the cited papers, shape ``(papers + 1,)``.
        citing: Citing papers, each row sorted, shape ``(citations,)``.
        focal: Papers to count for, shape ``(n,)``.
        low: First paper inside each window, shape ``(n,)``.
        high: First paper after each window, ascending, shape ``(n, windows)``.

    Returns:
        n_i (cites only the focal paper), n_j (cites both) and n_k (cites only references) of the
        papers that each window adds to the one before, shape ``(3, windows, n)``.
    """
    papers = len(reference_indptr) - 1
    windows = high.shape[1]
    counts = np.zeros((3, windows, len(focal)), dtype=np.int64)
    for worker in prange(workers):
        stamp = np.zeros(papers, dtype=np.uint8)
        round_number = 0
        for item in range(worker, len(focal), workers):
            if round_number == _ROUNDS:
                stamp[:] = 0
                round_number = 0
            round_number += 1
            mark = np.uint8(round_number)
            paper = focal[item]
            for entry in range(reference_indptr[paper], reference_indptr[paper + 1]):
                cited = reference[entry]
                stop = citing_indptr[cited + 1]
                place = first_from(citing, citing_indptr[cited], stop, low[item])
                for window in range(windows):
                    union = 0
                    while place < stop and citing[place] < high[item, window]:
                        later = citing[place]
                        # Without a branch: which papers were seen cannot be predicted.
                        union += stamp[later] != mark
                        stamp[later] = mark
                        place += 1
                    counts[2, window, item] += union
            stop = citing_indptr[paper + 1]
            place = first_from(citing, citing_indptr[paper], stop, low[item])
            for window in range(windows):
                both = 0
                only = 0
                while place < stop and citing[place] < high[item, window]:
                    if stamp[citing[place]] == mark:
                        both += 1
                    else:
                        only += 1
                    place += 1
                counts[0, window, item] = only
                counts[1, window, item] = both
                counts[2, window, item] -= both
    return counts


@njit(cache=True, parallel=True, nogil=True)
def count_citers(reference_indptr: Int64, reference: Int32, high: Int64, workers: int) -> Int64:
    """Count the papers that cite a paper, with and without one of its references.

    Row by row of citing papers: only the triangles of a citing paper, a cited one and what both
    cite are looked at, and each only until the first is found.

    Args:
        reference: Cited papers, all earlier than the citing one, shape ``(citations,)``.
        high: First paper after the window of each paper, shape ``(papers,)``.

    Returns:
        n_i (cites only the paper) and n_j (cites both), shape ``(2, papers)``.
    """
    papers = len(reference_indptr) - 1
    # Citing papers of one paper may fall to several threads, so each counts by itself.
    counts = np.zeros((workers, 2, papers), dtype=np.int32)
    for worker in prange(workers):
        stamp = np.zeros(papers, dtype=np.uint8)
        round_number = 0
        for citing in range(worker, papers, workers):
            first, stop = reference_indptr[citing], reference_indptr[citing + 1]
            if first == stop:
                continue
            if round_number == _ROUNDS:
                stamp[:] = 0
                round_number = 0
            round_number += 1
            mark = np.uint8(round_number)
            for entry in range(first, stop):
                stamp[reference[entry]] = mark
            for entry in range(first, stop):
                cited = reference[entry]
                if citing < high[cited]:
                    both = 0
                    for place in range(reference_indptr[cited], reference_indptr[cited + 1]):
                        if stamp[reference[place]] == mark:
                            both = 1
                            break
                    counts[worker, both, cited] += 1
    total = np.zeros((2, papers), dtype=np.int64)
    for worker in range(workers):
        total += counts[worker]
    return total
