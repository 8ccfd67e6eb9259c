"""Earlier papers and references of a team, the basis of systems for its next references."""

from abc import abstractmethod
from collections.abc import Iterator, Sequence
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray
from pydantic.dataclasses import dataclass as checked

from scinet.eval.task import Query
from scinet.graph.snapshot import Snapshot
from scinet.graph.snapshot.csr import Int32
from scinet.models.base.ranking import Floats, Ranker
from scinet.models.base.system import Context
from scinet.models.history import Latest
from scinet.validation import OPTIONS

Teams: TypeAlias = Sequence[Sequence[int]]


@checked(frozen=True, config=OPTIONS)
class TeamRanker(Ranker):
    """System that scores papers by the latest papers of a team."""

    track = "graph"
    needs = frozenset({"author_ids"})

    recent: Latest = 10

    @abstractmethod
    def score_teams(self, teams: Teams, context: Context) -> Iterator[Floats]:
        """Yield scores by paper for each team of author numbers; NaN omits a paper."""

    def scores(self, queries: Sequence[Query], context: Context) -> Iterator[Floats]:
        """Score papers for each query's team; NaN for an empty team."""
        teams = team_numbers(queries, context.snapshot)
        scored = self.score_teams([team for team in teams if team], context)
        for team in teams:
            yield next(scored) if team else np.full(context.snapshot.num_papers, np.nan)


def team_numbers(queries: Sequence[Query], snapshot: Snapshot) -> list[list[int]]:
    """Return numbers of the authors of each query's team, in the order of the byline."""
    number = snapshot.author_number
    return [[number[author] for author in query.inputs["author_ids"]] for query in queries]


def latest_papers(snapshot: Snapshot, author: int, recent: int) -> Int32:
    """Return an author's papers, or the latest ``recent`` if that is not 0."""
    return snapshot.author_papers.row(author)[-recent:]


def count_team_citations(snapshot: Snapshot, team: Sequence[int], recent: int) -> Floats:
    """Count a team's citations of each paper, once by each author of each paper: ``(papers,)``."""
    count = np.zeros(snapshot.num_papers)
    for author in team:
        for paper in latest_papers(snapshot, author, recent):
            count[snapshot.cites.row(paper)] += 1
    return count


def zeros_to_nan(scores: NDArray[np.floating]) -> Floats:
    """Replace 0 by NaN, which omits a paper."""
    values = np.asarray(scores, dtype=np.float64).copy()
    values[values == 0] = np.nan
    return values
