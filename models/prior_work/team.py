"""What a team has written and cited so far, where systems for its next references start."""

from abc import abstractmethod
from collections.abc import Iterator, Sequence

import numpy as np
from numpy.typing import NDArray

from scinet.eval.task import Query
from scinet.graph.snapshot import Snapshot
from scinet.graph.snapshot.csr import Int32
from scinet.models.base.ranking import Floats, Ranker
from scinet.models.base.system import Context


class TeamRanker(Ranker):
    """A system that scores papers by the earlier papers of a team."""

    needs = frozenset({"author_ids"})
    track = "graph"

    @abstractmethod
    def of_teams(self, teams: Sequence[Sequence[int]], snapshot: Snapshot) -> Iterator[Floats]:
        """For each team, given as author numbers, a score by paper; NaN for papers to leave out."""

    def scores(self, queries: Sequence[Query], context: Context) -> Iterator[Floats]:
        """Scores of the papers for each query's team."""
        yield from self.of_teams(teams_of(queries, context.snapshot), context.snapshot)


def teams_of(queries: Sequence[Query], snapshot: Snapshot) -> list[list[int]]:
    """Numbers of the authors of each query's team, in the order of the byline."""
    number = snapshot.author_number
    return [[number[author] for author in query.inputs["author_ids"]] for query in queries]


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


def some(scores: NDArray[np.floating]) -> Floats:
    """Scores with NaN, which leaves a paper out, where they are 0."""
    found = np.asarray(scores, dtype=np.float64).copy()
    found[found == 0] = np.nan
    return found
