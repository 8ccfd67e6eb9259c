"""Item pairs that make one paper novel."""

from dataclasses import dataclass
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from scinet.graph.indicators.novelty.atypicality import pair_table
from scinet.graph.indicators.novelty.slots import slots_of
from scinet.graph.snapshot import Snapshot
from scinet.graph.snapshot.csr import Int32, Int64

Float64: TypeAlias = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class AtypicalPairs:
    """Item pairs of one paper, the most atypical first; pairs without z come last.

    Shapes:
        first, second: ``(n,)``, item codes, first <= second.
        times: ``(n,)``, pairs of the paper's own references with these items.
        count: ``(n,)``, such pairs in all papers of its year (and stratum), N.
        expected, variance: ``(n,)``, of N under the null model.
        z: ``(n,)``, NaN when the variance is 0.
    """

    first: Int32
    second: Int32
    times: Int64
    count: Int64
    expected: Float64
    variance: Float64
    z: Float64


def explain_pairs(
    snapshot: Snapshot, items: Int32, paper: int, *, stratum: Int32 | None = None
) -> AtypicalPairs:
    """Return a paper's item pairs with z in its year; none for fewer than two usable references."""
    group = slots_of(snapshot, items, stratum).group_of(paper)
    if group is None:
        none = np.empty(0)
        codes, counts = none.astype(np.int32), none.astype(np.int64)
        return AtypicalPairs(codes, codes, counts, counts, none, none, none)
    row = int(np.searchsorted(group.paper, paper))
    own = group.item[group.indptr[row] : group.indptr[row + 1]]
    earlier, later = np.triu_indices(len(own), 1)
    both, times = np.unique(np.stack([own[earlier], own[later]]), axis=1, return_counts=True)
    table = pair_table(group)
    observed = table.observed
    key = observed.first.astype(np.int64) * len(group.code) + observed.second
    place = np.searchsorted(key, both[0].astype(np.int64) * len(group.code) + both[1])
    # A stable sort: equal z stay in order of the items, and NaN comes last.
    order = np.argsort(table.z[place], kind="stable")
    place = place[order]
    return AtypicalPairs(
        first=group.code[both[0][order]],
        second=group.code[both[1][order]],
        times=times[order].astype(np.int64),
        count=observed.count[place],
        expected=table.expected[place],
        variance=table.variance[place],
        z=table.z[place],
    )
