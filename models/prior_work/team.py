"""What a team has cited so far, the place where every system for its next references starts."""

from abc import abstractmethod
from collections.abc import Iterator, Sequence

import numpy as np

from scinet.eval.task import Query
from scinet.graph.snapshot import Snapshot
from scinet.graph.snapshot.csr import Int32
from scinet.models.ranking import Floats, Ranker
from scinet.models.system import Context


class TeamRanker(Ranker):
    """A system that scores papers by the earlier papers of a team."""

    needs = frozenset({"author_ids"})
    track = "graph"

    @abstractmethod
    def of_teams(self, teams: Sequence[Sequence[int]], snapshot: Snapshot) -> Iterator[Floats]:
        """For each team, given as author numbers, a score by paper; NaN for what is no answer."""

    def scores(self, queries: Sequence[Query], context: Context) -> Iterator[Floats]:
        """Scores of the papers for each query's team."""
        number = {author: place for place, author in enumerate(context.snapshot.author_id)}
        teams = [[number[author] for author in query.inputs["author_ids"]] for query in queries]
        yield from self.of_teams(teams, context.snapshot)


def latest_papers(snapshot: Snapshot, author: int, recent: int) -> Int32:
    """Positions of an author's papers, or of the latest so many when ``recent`` is not 0."""
    return snapshot.author_papers.row(author)[-recent:]


def cited_by(snapshot: Snapshot, team: Sequence[int], recent: int) -> Floats:
    """How often each paper was cited by a team: once for each author of each citing paper.

    Returns:
        Shape ``(papers,)``.
    """
    count = np.zeros(snapshot.num_papers)
    for author in team:
        for paper in latest_papers(snapshot, author, recent):
            count[snapshot.cites.row(paper)] += 1
    return count
