"""The network as components see it: the real one up to a day, and simulated days after it."""

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
    """A network with simulated papers, whose parts have fingerprints of their own.

    What is dated before a day has the same one however the network grew later, so that what systems
    make once a period of it is found again on all days of the period.

    Attributes:
        states: How many papers there were when some had been added, and its fingerprint then; at
            first those of the real network.
    """

    states: tuple[tuple[int, str], ...] = ()

    def until(self, before: date) -> Self:
        """The part that is dated strictly before a day; see :meth:`Snapshot.until`."""
        part = super().until(before)
        papers = part.num_papers
        place = bisect_left(self.states, (papers, ""))
        if place == len(self.states):
            return part  # all of it
        size, name = self.states[place]
        if place > 0 and papers < size:  # papers that were added at once are cut in two
            name = sha256(f"{name} {papers}".encode()).hexdigest()
        return replace(part, graph_fingerprint=name, states=(*self.states[:place], (papers, name)))


class SimulatedWorld:
    """A network that grows by simulated papers.

    Its fingerprint tells what it holds: of the real network, and of all simulated papers.

    Attributes:
        snapshot: Everything before the day that comes next.

    Args:
        past: The real network before the first day.
    """

    def __init__(self, past: Snapshot) -> None:
        columns = {name: getattr(past, name) for name in Snapshot.__dataclass_fields__}
        self.snapshot = _Grown(**columns, states=((past.num_papers, past.graph_fingerprint),))
        self._known = set(map(str, past.paper_id))
        self._awaited: dict[str, list[str]] = defaultdict(list)

    def on(self, day: date) -> Snapshot:
        """Everything before a day, on or after the one after which papers were last added."""
        return self.snapshot if self.snapshot.before == day else replace(self.snapshot, before=day)

    def add(self, papers: Sequence[SimulatedPaper], day: date) -> None:
        """Add the papers of a day, which is over then.

        A reference to a paper that is not there counts from the day on which it appears.
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
