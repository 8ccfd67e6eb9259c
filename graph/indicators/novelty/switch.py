"""Null model of Uzzi et al.: switched citations, without repeated citations of a paper.

Two citations of equal citing and cited year exchange their cited papers, repeatedly. Unlike
permuted items the result is a possible network; but samples are drawn from a chain of switches,
and no closed form is known.
"""

from collections.abc import Iterator
from typing import Final

import numpy as np
from numba import njit
from numpy.typing import NDArray

from scinet.graph.indicators.novelty.slots import SlotGroup
from scinet.graph.snapshot.csr import Int32, Int64

_TRIES: Final = 10  # switches tried for each slot before a sample is taken


def switch_citations(group: SlotGroup, *, samples: int, seed: int) -> Iterator[Int32]:
    """Yield the items of all slots after successive switches.

    Args:
        samples: Networks to draw, each ten tried switches per slot after the one before.

    Yields:
        Items by slot, shape ``(slots,)``, in one array that the next step overwrites.

    Source:
        Uzzi et al. (2013), doi:10.1126/science.1240474, supplement: switching that keeps the
        citing and cited years of each citation and the number of citations of each paper.
    """
    random = np.random.default_rng(seed)
    paper = np.repeat(np.arange(len(group.indptr) - 1), np.diff(group.indptr))
    cited, item = group.cited.copy(), group.item.copy()
    members = [np.flatnonzero(group.cited_year == g) for g in range(group.num_classes)]
    for _ in range(samples):
        for places in members:
            pairs = random.integers(len(places), size=(_TRIES * len(places), 2))
            _switch(group.indptr, paper, cited, item, places[pairs])
        yield item


@njit(cache=True, nogil=True)
def _switch(
    indptr: Int64, paper: Int64, cited: Int32, item: Int32, pairs: NDArray[np.int64]
) -> None:
    for number in range(len(pairs)):
        slot_a, slot_b = pairs[number, 0], pairs[number, 1]
        by_one = cited[indptr[paper[slot_a]] : indptr[paper[slot_a] + 1]]
        by_other = cited[indptr[paper[slot_b]] : indptr[paper[slot_b] + 1]]
        if (by_one == cited[slot_b]).any() or (by_other == cited[slot_a]).any():
            continue
        cited[slot_a], cited[slot_b] = cited[slot_b], cited[slot_a]
        item[slot_a], item[slot_b] = item[slot_b], item[slot_a]
