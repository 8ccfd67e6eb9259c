"""Reference slots: the references of each paper as items, in the groups permuted by the null model.

A slot is a citation that runs back in time to a paper with an item. A group is mixed by one
permutation: the slots of all papers of one citing year (and stratum). Inside it a slot's class is
the cited year; the null model permutes items only within a class.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from scinet.graph.snapshot import Snapshot
from scinet.graph.snapshot.csr import Int32, Int64

RECENT: Final = 40  # cited years with a class of their own; older ones share one


@dataclass(frozen=True, slots=True)
class SlotGroup:
    """Slots of the papers of one citing year and stratum.

    Shapes:
        paper: ``(n,)``, positions of the papers that have a slot, ascending.
        indptr: ``(n + 1,)``; slots of paper ``k`` are ``indptr[k]`` to ``indptr[k + 1]``.
        item: ``(slots,)``, rows of ``code``, sorted within a paper.
        code: ``(items,)``, the items that occur, ascending.
        cited_year: ``(slots,)``, classes from 0, each with at least one slot.
        cited: ``(slots,)``, positions of the cited papers.
    """

    paper: Int64
    indptr: Int64
    item: Int32
    code: Int32
    cited_year: Int32
    cited: Int32

    @property
    def num_classes(self) -> int:
        """Number of classes."""
        return int(self.cited_year.max()) + 1

    @property
    def num_pairs(self) -> int:
        """Number of pairs of slots within papers."""
        slots = np.diff(self.indptr)
        return int((slots * (slots - 1) // 2).sum())


@dataclass(frozen=True, slots=True)
class Slots:
    """All slots of a snapshot, in order of group.

    Attributes:
        left_out: Citations that make no slot, by reason.

    Shapes:
        bounds: ``(groups + 1,)``, begin of the slots of each group.
        citing, cited: ``(slots,)``, positions of papers.
        item: ``(slots,)``, codes.
    """

    bounds: Int64
    citing: Int32
    cited: Int32
    item: Int32
    year: NDArray[np.int32]
    left_out: dict[str, int]

    def groups(self) -> Iterator[SlotGroup]:
        """Yield the groups, in order of citing year, then stratum."""
        for start, stop in zip(self.bounds[:-1], self.bounds[1:], strict=True):
            yield self._group(slice(int(start), int(stop)))

    def group_of(self, paper: int) -> SlotGroup | None:
        """Return the group that has a paper's slots; None when it has none."""
        places = np.flatnonzero(self.citing == paper)
        if len(places) == 0:
            return None
        number = int(np.searchsorted(self.bounds, places[0], side="right")) - 1
        return self._group(slice(int(self.bounds[number]), int(self.bounds[number + 1])))

    def _group(self, part: slice) -> SlotGroup:
        paper, counts = np.unique(self.citing[part], return_counts=True)
        code, item = np.unique(self.item[part], return_inverse=True)
        age = self.year[self.citing[part]] - self.year[self.cited[part]]
        _, cited_year = np.unique(np.minimum(age, RECENT), return_inverse=True)
        return SlotGroup(
            paper=paper.astype(np.int64),
            indptr=np.concatenate(([0], np.cumsum(counts))).astype(np.int64),
            item=item.astype(np.int32),
            code=code.astype(np.int32),
            cited_year=cited_year.astype(np.int32),
            cited=self.cited[part].astype(np.int32),
        )


def slots_of(snapshot: Snapshot, items: Int32, stratum: Int32 | None = None) -> Slots:
    """Return the reference slots of all papers.

    Args:
        items: Item of each paper, -1 for none, shape ``(papers,)``.
        stratum: Stratum of each *citing* paper, -1 for none, shape ``(papers,)``: a paper is then
            compared only with papers of its stratum and year. None: with its year.
    """
    for name, codes in (("items", items), ("stratum", stratum)):
        if codes is not None and codes.shape != (snapshot.num_papers,):
            raise ValueError(f"{name} of shape {codes.shape} for {snapshot.num_papers} papers")
    citing, cited = snapshot.ordered.row_numbers(), snapshot.ordered.indices
    usable = items[cited] >= 0
    left_out = {
        "unordered_citations": snapshot.unordered_citations,
        "references_without_item": int(np.count_nonzero(~usable)),
    }
    if stratum is not None:
        placed = stratum[citing] >= 0
        left_out["references_without_stratum"] = int(np.count_nonzero(usable & ~placed))
        usable &= placed
    citing, cited = citing[usable], cited[usable]
    item = items[cited]
    stamps = snapshot.day.astype("datetime64[D]").astype("datetime64[Y]")
    year: NDArray[np.int32] = stamps.astype(np.int32) + 1970
    layer = np.zeros(len(citing), np.int32) if stratum is None else stratum[citing]
    order = np.lexsort((item, citing, layer, year[citing]))
    citing, cited, item, layer = citing[order], cited[order], item[order], layer[order]
    new = (np.diff(year[citing]) != 0) | (np.diff(layer) != 0)
    inner = np.flatnonzero(new) + 1
    ends = [len(citing)] if len(citing) else []
    bounds = np.concatenate(([0], inner, ends)).astype(np.int64)
    return Slots(bounds, citing, cited, item, year, left_out)
