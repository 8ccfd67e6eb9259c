"""The network as components see it: the real one up to a day, and simulated days after it."""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import replace
from datetime import date, timedelta
from hashlib import sha256

from scinet.experiments.simulation.papers import SimulatedPaper
from scinet.graph.snapshot import Snapshot
from scinet.graph.snapshot.append import appended


class World:
    """A network that grows by simulated papers.

    Attributes:
        snapshot: Everything before the day that comes next.

    Args:
        past: The real network before the first day.
        mark: What no other simulation of this network has; no cache takes this one for real.
    """

    def __init__(self, past: Snapshot, mark: str) -> None:
        self.snapshot = past
        self._fingerprint = f"simulated {past.graph_fingerprint} {mark}"
        self._known = set(map(str, past.paper_id))
        self._awaited: dict[str, list[str]] = defaultdict(list)

    def on(self, day: date) -> Snapshot:
        """Everything before a day, on or after the one after which papers were last added."""
        return self.snapshot if self.snapshot.before == day else replace(self.snapshot, before=day)

    def add(self, papers: Sequence[SimulatedPaper], day: date) -> None:
        """Add the papers of a day, which is over then.

        A reference to a paper that is not there counts from the day on which it appears.
        """
        late = [(citing, one.id) for one in papers for citing in self._awaited.pop(one.id, ())]
        self._known.update(paper.id for paper in papers)
        for paper in papers:
            for cited in paper.references:
                if cited not in self._known:
                    self._awaited[cited].append(paper.id)
        name = sha256(f"{self._fingerprint} {day}".encode()).hexdigest()
        records = [paper.record() for paper in papers]
        end = day + timedelta(days=1)
        self.snapshot = appended(self.snapshot, records, end, name, citations=late)
