"""Kernels of disruption: later papers that cite a focal paper or its references, per window.

One bit per paper marks whether it was seen, so that a union of citing papers is counted without
building a set; afterwards the same lists are walked again to clear it. The bits of the relevant
years fit into the processor's first cache up to about a million papers. Lists of citing papers are
in time order, so every window is a slice of them and one walk serves all windows.

Disruption with a threshold (DI_l) needs at least l shared references. One dense counter per paper
and thread holds the overlaps of one focal paper and is cleared by walking the same lists.
"""

from typing import Any

import numpy as np
from numba import njit, prange

from scinet.graph.snapshot.csr import Int32, Int64


@njit(cache=True, inline="always")
def first_from(indices: Int32, start: Any, stop: Any, bound: Any) -> Any:
    """Return the index of the first entry not below ``bound`` in a sorted slice.

    Galloping search: the nearer to ``start``, the faster.
    """
    step = 1
    while start + step < stop and indices[start + step] < bound:
        start += step
        step *= 2
    stop = min(start + step, stop)
    while start < stop:
        middle = (start + stop) // 2
        if indices[middle] < bound:
            start = middle + 1
        else:
            stop = middle
    return start


@njit(cache=True, inline="always")
def _bit(paper: Any) -> Any:
    """Return byte and bit of a paper; unsigned, which avoids sign checks."""
    number = np.uint32(paper)
    return np.uint64(number >> np.uint32(3)), np.uint8(1 << (number & np.uint32(7)))


@njit(cache=True, nogil=True)
def ranks(reference_indptr: Int64, reference: Int32) -> Int32:
    """Count, for each reference, the citations of the cited paper up to this one, itself included.

    The first so many entries in the cited paper's row of citing papers are not later than the
    citing one, so a search for later ones begins after them.

    Returns:
        Counts, shape ``(citations,)``.
    """
    so_far = np.zeros(len(reference_indptr) - 1, dtype=np.int32)
    counts = np.empty(len(reference), dtype=np.int32)
    for entry in range(len(reference)):
        so_far[reference[entry]] += 1
        counts[entry] = so_far[reference[entry]]
    return counts


@njit(cache=True, parallel=True, nogil=True)
def count_citing(
    reference_indptr: Int64,
    reference: Int32,
    citing_indptr: Int64,
    citing: Int32,
    rank: Int32,
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
        rank: :func:`ranks`, or empty where a search costs less than they do.
        focal: Papers to count for, shape ``(n,)``.
        low: First paper inside each window, shape ``(n,)``.
        high: First paper after each window, ascending, shape ``(n, windows)``.

    Returns:
        n_i (cites only the focal paper), n_j (cites both) and n_k (cites only references) for each
        window, shape ``(3, windows, n)``.
    """
    papers = len(reference_indptr) - 1
    windows = high.shape[1]
    counts = np.zeros((3, windows, len(focal)), dtype=np.int64)
    most = 0
    for paper in focal:
        most = max(most, reference_indptr[paper + 1] - reference_indptr[paper])
    for worker in prange(workers):
        seen = np.zeros(papers // 8 + 1, dtype=np.uint8)
        begins = np.empty(most, dtype=np.int64)
        stops = np.empty(most, dtype=np.int64)
        for item in range(worker, len(focal), workers):
            paper = focal[item]
            first = reference_indptr[paper]
            rows = reference_indptr[paper + 1] - first
            # All rows are located before any is read, so that their cache misses overlap.
            for row in range(rows):
                cited = reference[first + row]
                begin = citing_indptr[cited]
                if len(rank):
                    begin += rank[first + row]
                stops[row] = citing_indptr[cited + 1]
                begins[row] = first_from(citing, begin, stops[row], low[item])
            for row in range(rows):
                place, stop = begins[row], stops[row]
                union = 0
                for window in range(windows):
                    bound = high[item, window]
                    while place < stop:
                        later = citing[np.uint64(place)]
                        if later >= bound:
                            break
                        byte, bit = _bit(later)
                        # Branch-free, since the branch would be unpredictable.
                        union += (seen[byte] & bit) == 0
                        seen[byte] |= bit
                        place += 1
                    counts[2, window, item] += union
                stops[row] = place
            stop = citing_indptr[paper + 1]
            place = first_from(citing, citing_indptr[paper], stop, low[item])
            both = 0
            only = 0
            for window in range(windows):
                while place < stop and citing[place] < high[item, window]:
                    byte, bit = _bit(citing[place])
                    if seen[byte] & bit:
                        both += 1
                    else:
                        only += 1
                    place += 1
                counts[0, window, item] = only
                counts[1, window, item] = both
                counts[2, window, item] -= both
            for row in range(rows):
                for place in range(begins[row], stops[row]):
                    seen[_bit(citing[np.uint64(place)])[0]] = 0
    return counts


@njit(cache=True, parallel=True, nogil=True)
def count_citers(reference_indptr: Int64, reference: Int32, high: Int64, workers: int) -> Int64:
    """Count the papers that cite a paper, with and without one of its references.

    Walks row by row of citing papers: only triangles of a citing paper, a cited one and a common
    reference are checked, and each only until the first is found.

    Args:
        reference: Cited papers, all earlier than the citing one, shape ``(citations,)``.
        high: First paper after the window of each paper, shape ``(papers,)``.

    Returns:
        n_i (cites only the paper) and n_j (cites both), shape ``(2, papers)``.
    """
    papers = len(reference_indptr) - 1
    # Citing papers of one paper may be in several threads, so each has its own counts.
    counts = np.zeros((workers, 2, papers), dtype=np.int32)
    for worker in prange(workers):
        seen = np.zeros(papers // 8 + 1, dtype=np.uint8)
        for citing in range(worker, papers, workers):
            first, stop = reference_indptr[citing], reference_indptr[citing + 1]
            for entry in range(first, stop):
                byte, bit = _bit(reference[entry])
                seen[byte] |= bit
            for entry in range(first, stop):
                cited = reference[entry]
                if citing < high[cited]:
                    both = 0
                    for place in range(reference_indptr[cited], reference_indptr[cited + 1]):
                        byte, bit = _bit(reference[np.uint64(place)])
                        if seen[byte] & bit:
                            both = 1
                            break
                    counts[worker, both, cited] += 1
            for entry in range(first, stop):
                seen[_bit(reference[entry])[0]] = 0
    total = np.zeros((2, papers), dtype=np.int64)
    for worker in range(workers):
        total += counts[worker]
    return total


@njit(cache=True, parallel=True, nogil=True)
def count_shared(
    reference_indptr: Int64,
    reference: Int32,
    citing_indptr: Int64,
    citing: Int32,
    focal: Int64,
    low: Int64,
    high: Int64,
    most: int,
    workers: int,
) -> tuple[Int64, Int64]:
    """Count shared references of the later papers that cite a focal paper, as a histogram.

    Other arguments are those of
    :func:`scinet.graph.indicators.disruption_kernels.count_citing`.

    Args:
        high: First paper after each window, shape ``(n,)``.
        most: Overlaps from here on share the last bin.

    Returns:
        Citing papers by overlap, shape ``(n, most + 1)``, and the later papers that cite only
        references, shape ``(n,)``.
    """
    papers = len(reference_indptr) - 1
    histogram = np.zeros((len(focal), most + 1), dtype=np.int64)
    references_only = np.zeros(len(focal), dtype=np.int64)
    for worker in prange(workers):
        shared = np.zeros(papers, dtype=np.int32)
        for item in range(worker, len(focal), workers):
            paper = focal[item]
            union = 0
            for step in (1, 0):  # count, then clear the counters
                for entry in range(reference_indptr[paper], reference_indptr[paper + 1]):
                    cited = reference[entry]
                    stop = citing_indptr[cited + 1]
                    place = first_from(citing, citing_indptr[cited], stop, low[item])
                    while place < stop and citing[place] < high[item]:
                        later = citing[place]
                        union += step * (shared[later] == 0)
                        shared[later] = step * (shared[later] + 1)
                        place += 1
                if step == 1:
                    stop = citing_indptr[paper + 1]
                    place = first_from(citing, citing_indptr[paper], stop, low[item])
                    while place < stop and citing[place] < high[item]:
                        overlap = shared[citing[place]]
                        histogram[item, min(overlap, most)] += 1
                        union -= overlap > 0
                        place += 1
            references_only[item] = union
    return histogram, references_only
