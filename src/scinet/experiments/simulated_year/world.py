"""Network of a simulation: the real one up to a day, and simulated days after it."""

from bisect import bisect_left
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import asdict, dataclass, replace
from datetime import date, timedelta
from hashlib import sha256
from typing import Self

import orjson

from scinet.experiments.simulated_year.papers import SimulatedPaper
from scinet.graph.snapshot import Snapshot
from scinet.graph.snapshot.append import append_papers


@dataclass(frozen=True)
class _Grown(Snapshot):
    """Network with simulated papers, whose parts have fingerprints of their own.

    Data before a day has the same fingerprint however the network grew later, so that systems'
    cached computations of a period are reused on all its days.

    Attributes:
        states: Numbers of papers after each addition, with the fingerprints then; at first those of
            the real network.
    """

    states: tuple[tuple[int, str], ...] = ()

    def until(self, before: date) -> Self:
        """Return the part that is dated strictly before a day; see :meth:`Snapshot.until`."""
        part = super().until(before)
        papers = part.num_papers
        place = bisect_left(self.states, (papers, ""))
        if place == len(self.states):
            return part  # all of it
        size, name = self.states[place]
        if place > 0 and papers < size:  # within one addition
            name = sha256(f"{name} {papers}".encode()).hexdigest()
        return replace(part, graph_fingerprint=name, states=(*self.states[:place], (papers, name)))


class SimulatedWorld:
    """Network that grows by simulated papers.

    Its fingerprint identifies the real network and all simulated papers.

    Attributes:
        snapshot: Everything before the next day.

    Args:
        past: The real network before the first day.
    """

    def __init__(self, past: Snapshot) -> None:
        columns = {name: getattr(past, name) for name in Snapshot.__dataclass_fields__}
        self.snapshot = _Grown(**columns, states=((past.num_papers, past.graph_fingerprint),))
        self._known = set(map(str, past.paper_id))
        self._awaited: dict[str, list[str]] = defaultdict(list)

    def on(self, day: date) -> Snapshot:
        """Return everything before a day, on or after the day of the last addition."""
        return self.snapshot if self.snapshot.before == day else replace(self.snapshot, before=day)

    def add(self, papers: Sequence[SimulatedPaper], day: date) -> None:
        """Add the papers of a day, which is then over.

        A reference to a missing paper counts from the day on which it appears.
        """
        late = [
            (citing, paper_added.id)
            for paper_added in papers
            for citing in self._awaited.pop(paper_added.id, ())
        ]
        self._known.update(paper.id for paper in papers)
        for paper in papers:
            for cited in paper.references:
                if cited not in self._known:
                    self._awaited[cited].append(paper.id)
        contents = self.snapshot.graph_fingerprint, day, [asdict(paper) for paper in papers]
        name = sha256(orjson.dumps(contents)).hexdigest()
        records = [paper.record() for paper in papers]
        end = day + timedelta(days=1)
        grown = append_papers(self.snapshot, records, end, name, citations=late)
        states = (*self.snapshot.states, (grown.num_papers, name))
        self.snapshot = replace(grown, states=states)
