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
from scinet.graph.links.walks import Steps, column_sums, positions, stopped_shares, uniform_steps
from scinet.graph.snapshot import Csr
from scinet.models.base.ranking import Floats, Ranker, subject_text, visit_shares
from scinet.models.base.system import Context
from scinet.models.history import Float32, HalfLife, History
from scinet.models.prior_work.features import keep_nearest
from scinet.models.prior_work.team import (
    TeamRanker,
    Teams,
    count_team_citations,
    latest_papers,
    team_numbers,
    zeros_to_nan,
)
from scinet.models.text.author_profiles import paper_vectors
from scinet.models.text.dense import CAUTION, embed_cached, inner_products
from scinet.validation import OPTIONS, PositiveShare, Share

_TEAMS_PER_BATCH = 32  # walks at a time: a column each
MAX_HOPS: Final = 8
_HALF_LIFE_YEARS: Final = 3.0
_AUTHOR_STEP_SHARE: Final = 0.3  # share of steps that go by way of an author


def walk_positions(
    past: History, start: Float32, *, through_authors: bool = False
) -> list[Float32]:
    """Where walks are after 0, 1 … :data:`HOPS` steps, each of shape ``(papers, columns)``.

    A step goes along a citation, either way, as likely as the citing paper is young (half after
    three years); or, now and then and only ``through_authors``, to one of the authors and to one of
    its papers, the younger the likelier. Walks with nowhere to go end. Columns of the start sum to
    1.
    """
    step = past.once(_make_step, through_authors)
    return [share.astype(np.float32, copy=False) for share in positions(step, start, MAX_HOPS)]


def normalise_columns(weight: Float32) -> Float32:
    """Columns divided by their sums; those without anything stay 0."""
    sums: Float32 = column_sums(weight)
    return weight * _invert_sums(sums)


def _make_step(past: History, through_authors: float) -> Steps:
    along = [past.once(_citation_step)]
    if not through_authors:
        return Steps(past.snapshot.num_papers, [(1.0, along)])
    young = sparse.csr_array(
        sparse.diags_array(past.column(_HALF_LIFE_YEARS)[:, 0]) @ past.authored
    )
    leave = past.wrote @ sparse.diags_array(_invert_sums(past.authored.sum(axis=1)))
    arrive = young @ sparse.diags_array(_invert_sums(young.sum(axis=0)))
    by_authors = [sparse.csr_array(leave), sparse.csr_array(arrive)]
    chains = [(1 - _AUTHOR_STEP_SHARE, along), (_AUTHOR_STEP_SHARE, by_authors)]
    return Steps(past.snapshot.num_papers, chains)


def _citation_step(past: History) -> sparse.csr_array:
    young = sparse.diags_array(past.column(_HALF_LIFE_YEARS)[:, 0])
    weighted = sparse.csr_array(young @ past.cites)
    both = sparse.csr_array(weighted + weighted.T)
    # The table is its own transpose: columns are scaled where rows would be.
    return sparse.csr_array(both @ sparse.diags_array(_invert_sums(both.sum(axis=0))))


def _invert_sums(total: NDArray[Any]) -> Float32:
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

    def score_teams(self, teams: Teams, context: Context) -> Iterator[Floats]:
        """Share of time at each paper; papers that are never reached are left out."""
        snapshot, starts = context.snapshot, []
        for team in teams:
            cited = np.flatnonzero(count_team_citations(snapshot, team, self.recent))
            if not len(cited):
                # A team that never cited anything known starts at its own papers.
                own = [latest_papers(snapshot, author, self.recent) for author in team]
                cited = np.unique(np.concatenate(own))
            starts.append(cited)
        rows = np.repeat(np.arange(len(teams)), [len(cited) for cited in starts])
        table = Csr.from_pairs(rows, np.concatenate(starts), len(teams))
        yield from visit_shares(
            uniform_steps(network(snapshot, "citation")), table, restart=self.restart
        )


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
        past = History(context.snapshot)
        for first in range(0, len(queries), _TEAMS_PER_BATCH):
            start = self.starts(queries[first : first + _TEAMS_PER_BATCH], past, context)
            visited_shares = stopped_shares(
                walk_positions(past, start, through_authors=True), self.restart
            )
            for column in visited_shares.T:
                yield zeros_to_nan(column)

    def starts(self, queries: Sequence[Query], past: History, context: Context) -> Float32:
        """Where the walks of each query start, shape ``(papers, queries)``."""
        own = np.zeros((past.snapshot.num_papers, len(queries)), dtype=np.float32)
        for column, team in enumerate(team_numbers(queries, past.snapshot)):
            for author in team:
                own[past.snapshot.author_papers.row(author), column] += 1
        own *= past.column(self.half_life_years)
        both = self.own * normalise_columns(own) + (1 - self.own) * normalise_columns(
            past.sum_over_citing(own)
        )
        return normalise_columns(both.astype(np.float32))


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

    def starts(self, queries: Sequence[Query], past: History, context: Context) -> Float32:
        """Where the walks of each query start, shape ``(papers, queries)``."""
        vectors = paper_vectors(past.snapshot, context.cache)
        titles = embed_cached([subject_text(query) for query in queries], context.cache)
        similar = np.stack(
            [keep_nearest(inner_products(vectors, vector), self.near) for vector in titles], axis=1
        )
        team = super().starts(queries, past, context)
        both = self.title * normalise_columns(similar) + (1 - self.title) * team
        return normalise_columns(both.astype(np.float32))
