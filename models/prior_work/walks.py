"""Restarting walks over young citations, from what a team cited and wrote, and from a title."""

from collections.abc import Iterator, Sequence
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray
from pydantic import PositiveInt
from pydantic.dataclasses import dataclass as checked
from scipy import sparse

from scinet.eval.task import Query
from scinet.graph.links import network
from scinet.graph.links.walks import Steps, column_sums, positions, stopped, uniform
from scinet.graph.snapshot import Csr
from scinet.models.base.ranking import Floats, Ranker, subject, visited
from scinet.models.base.system import Context
from scinet.models.history import Float32, HalfLife, Past
from scinet.models.prior_work.features import nearest
from scinet.models.prior_work.team import TeamRanker, Teams, cited_by, latest_papers, some, teams_of
from scinet.models.text.author_profiles import vectors_of_papers
from scinet.models.text.dense import CAUTION, embedded, nearness
from scinet.validation import OPTIONS, PositiveShare, Share

_TEAMS = 32  # walks at a time: a column each
HOPS: Final = 8
_HALF_LIFE_YEARS: Final = 3.0
_THROUGH_AUTHORS: Final = 0.3  # share of steps that go by way of an author


def hops(past: Past, start: Float32, *, through_authors: bool = False) -> list[Float32]:
    """Where walks are after 0, 1 … :data:`HOPS` steps, each of shape ``(papers, columns)``.

    A step goes along a citation, either way, as likely as the citing paper is young (half after
    three years); or, now and then and only ``through_authors``, to one of the authors and to one of
    its papers, the younger the likelier. Walks with nowhere to go end. Columns of the start sum to
    1.
    """
    step = past.once(_step, through_authors)
    return [share.astype(np.float32, copy=False) for share in positions(step, start, HOPS)]


def shares(weight: Float32) -> Float32:
    """Columns divided by their sums; those without anything stay 0."""
    sums: Float32 = column_sums(weight)
    return weight * _inverted(sums)


def _step(past: Past, through_authors: float) -> Steps:
    along = [past.once(_along_citations)]
    if not through_authors:
        return Steps(past.snapshot.num_papers, [(1.0, along)])
    young = sparse.csr_array(
        sparse.diags_array(past.column(_HALF_LIFE_YEARS)[:, 0]) @ past.authored
    )
    leave = past.wrote @ sparse.diags_array(_inverted(past.authored.sum(axis=1)))
    arrive = young @ sparse.diags_array(_inverted(young.sum(axis=0)))
    by_authors = [sparse.csr_array(leave), sparse.csr_array(arrive)]
    chains = [(1 - _THROUGH_AUTHORS, along), (_THROUGH_AUTHORS, by_authors)]
    return Steps(past.snapshot.num_papers, chains)


def _along_citations(past: Past) -> sparse.csr_array:
    young = sparse.diags_array(past.column(_HALF_LIFE_YEARS)[:, 0])
    weighted = sparse.csr_array(young @ past.cites)
    both = sparse.csr_array(weighted + weighted.T)
    # The table is its own transpose: columns are scaled where rows would be.
    return sparse.csr_array(both @ sparse.diags_array(_inverted(both.sum(axis=0))))


def _inverted(total: NDArray[Any]) -> Float32:
    flat = np.asarray(total, dtype=np.float32).ravel()
    result = np.zeros_like(flat)
    np.divide(1.0, flat, out=result, where=flat > 0)
    return result


@checked(frozen=True, config=OPTIONS)
class PriorWorkWalk(TeamRanker):
    """A walk over citations, either way, that restarts at what the team has cited or written."""

    name = "prior-work-walk"
    summary = "personalised PageRank over citations from what the team cited or wrote"

    restart: PositiveShare = 0.25

    def of_teams(self, teams: Teams, context: Context) -> Iterator[Floats]:
        """Share of time at each paper; papers that are never reached are left out."""
        snapshot, starts = context.snapshot, []
        for team in teams:
            cited = np.flatnonzero(cited_by(snapshot, team, self.recent))
            if not len(cited):
                # A team that never cited anything known starts at its own papers.
                own = [latest_papers(snapshot, author, self.recent) for author in team]
                cited = np.unique(np.concatenate(own))
            starts.append(cited)
        rows = np.repeat(np.arange(len(teams)), [len(cited) for cited in starts])
        table = Csr.from_pairs(rows, np.concatenate(starts), len(teams))
        yield from visited(uniform(network(snapshot, "citation")), table, restart=self.restart)


@checked(frozen=True, config=OPTIONS)
class TeamWalk(Ranker):
    """A walk that restarts at what the team cited and wrote, recent papers counting more.

    Attributes:
        own: Share of the restarts at the team's own papers, the others at what they cite.
    """

    name = "prior-work-team-walk"
    track = "graph"
    summary = "personalised PageRank over young citations and authors, from the team"
    needs = frozenset({"author_ids"})

    restart: PositiveShare = 0.25
    own: Share = 0.5
    half_life_years: HalfLife = 3.0

    def scores(self, queries: Sequence[Query], context: Context) -> Iterator[Floats]:
        """Share of time at each paper; papers that are never reached are left out."""
        past = Past(context.snapshot)
        for first in range(0, len(queries), _TEAMS):
            start = self.starts(queries[first : first + _TEAMS], past, context)
            found = stopped(hops(past, start, through_authors=True), self.restart)
            for column in found.T:
                yield some(column)

    def starts(self, queries: Sequence[Query], past: Past, context: Context) -> Float32:
        """Where the walks of each query start, shape ``(papers, queries)``."""
        own = np.zeros((past.snapshot.num_papers, len(queries)), dtype=np.float32)
        for column, team in enumerate(teams_of(queries, past.snapshot)):
            for author in team:
                own[past.snapshot.author_papers.row(author), column] += 1
        own *= past.column(self.half_life_years)
        both = self.own * shares(own) + (1 - self.own) * shares(past.cited_from(own))
        return shares(both.astype(np.float32))


@checked(frozen=True, config=OPTIONS)
class TitleWalk(TeamWalk):
    """The same walk, restarting also at the papers whose texts are nearest to the title.

    Attributes:
        near: Papers nearest to the title where the walk restarts, the nearer the likelier.
        title: Share of the restarts there; 1 leaves the team out.
    """

    name = "prior-work-title-walk"
    summary = "personalised PageRank over young citations and authors, from title and team"
    cautions = CAUTION
    needs = frozenset({"author_ids", "title"})

    near: PositiveInt = 50
    title: Share = 0.5

    def starts(self, queries: Sequence[Query], past: Past, context: Context) -> Float32:
        """Where the walks of each query start, shape ``(papers, queries)``."""
        vectors = vectors_of_papers(past.snapshot, context.cache)
        titles = embedded([subject(query) for query in queries], context.cache)
        similar = np.stack([nearest(nearness(vectors, one), self.near) for one in titles], axis=1)
        team = super().starts(queries, past, context)
        both = self.title * shares(similar) + (1 - self.title) * team
        return shares(both.astype(np.float32))
