"""Papers shown before a question: the triplet's new paper, or a retrieved one.

All text comes from the snapshot, which ends before the future papers: nothing later can be shown.
"""

from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Final, Literal, TypeAlias

import numpy as np
from numpy.typing import NDArray

from scinet.errors import DataError
from scinet.eval.task import Query
from scinet.graph.search.text_search import TextIndex, rank_descending, searchable_texts
from scinet.graph.snapshot import Snapshot

Shown: TypeAlias = Sequence[Mapping[str, str]]
"""Papers shown before a question: ``paper_id``, ``title``, ``abstract``."""
_NAMES: Final = ("paper_id", "title", "abstract")
Way: TypeAlias = Literal["none", "given", "text", "graph"]


class Library:
    """Papers that may be shown, as of the day of the snapshot.

    Args:
        snapshot: The graph, cut at the day of the queries.
        way: ``given``: the triplet's new paper; ``text``: the best match to the words of the query;
            ``graph``: the best match among papers citing the query's paper, otherwise as ``text``.
        neighbours: Number of further papers: the most cited among those that the first one cites or
            is cited by.
    """

    def __init__(self, snapshot: Snapshot, way: Way, neighbours: int) -> None:
        self._snapshot, self._way, self._neighbours = snapshot, way, neighbours
        self._able = has_abstract(snapshot)

    def shown(self, query: Query) -> Shown:
        """Return the papers for a query; none without a match."""
        if self._way == "none":
            return []
        first = self._given_place(query) if self._way == "given" else self._search_place(query)
        if first is None:
            return []
        return [
            {name: str(getattr(self._snapshot, name)[place]) for name in _NAMES}
            for place in (first, *self._near(first))
        ]

    def _given_place(self, query: Query) -> int:
        place = self._snapshot.index(query.inputs["update"]["paper_id"])
        if not self._able[place]:
            raise DataError(
                f"the graph has no title or abstract of {self._snapshot.paper_id[place]}",
                hint="Load records with abstracts, or take -o found=text.",
            )
        return place

    def _search_place(self, query: Query) -> int | None:
        words = (query.inputs.get(name) for name in ("title", "claim", "subject"))
        scores = self._index.scores(" ".join(word for word in words if word))
        scores[~self._able] = np.nan
        if "paper_id" in query.inputs:
            own = self._snapshot.index(query.inputs["paper_id"])
            if query.inputs["set"] == "prior":
                scores[own] = np.nan  # its title stands in the question
            citing = self._snapshot.ordered_by.row(own)
            if self._way == "graph" and self._able[citing].any():
                able = citing[self._able[citing]]
                only = np.full_like(scores, np.nan)
                only[able] = np.nan_to_num(scores[able], nan=0.0)  # 0 without a common word
                scores = only
        order = rank_descending(scores)
        return int(order[0]) if len(order) else None

    @cached_property
    def _index(self) -> TextIndex:
        return TextIndex(searchable_texts(self._snapshot))

    def _near(self, place: int) -> list[int]:
        near = np.union1d(self._snapshot.ordered.row(place), self._snapshot.ordered_by.row(place))
        near = near[self._able[near]]
        order = np.lexsort((near, -self._snapshot.citations[near]))
        return [int(near[rank]) for rank in order[: self._neighbours]]


def has_abstract(snapshot: Snapshot) -> NDArray[np.bool_]:
    """Mark papers with a title and an abstract, shape ``(papers,)``."""
    both = zip(snapshot.title, snapshot.abstract, strict=True)
    return np.array([None not in pair for pair in both], dtype=bool)
