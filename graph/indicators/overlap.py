"""Histogram of references that later citing papers share with a focal paper.

Disruption with a threshold (DI_l) needs at least l shared references. One dense counter per
paper and thread holds the overlaps of one focal paper and is cleared by walking the same lists.
"""

import numpy as np
from numba import njit, prange

from scinet.graph.indicators.disruption_kernels import first_from
from scinet.graph.snapshot.csr import Int32, Int64


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
