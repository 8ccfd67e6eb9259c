"""Walks with restart over recent citations, from a team's references and papers, or a title."""

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
_AUTHOR_STEP_SHARE: Final = 0.3  # share of steps that pass through an author


def walk_positions(
    past: History, start: Float32, *, through_authors: bool = False
) -> list[Float32]:
    """Compute positions after 0, 1 … :data:`MAX_HOPS` steps, each ``(papers, columns)``.

    A step follows a citation, in either direction, with a probability that halves with every three
    years of the citing paper; or, with ``through_authors``, sometimes goes to one of the authors
    and to one of their papers, with the same decay. Walks without a next step end. Columns of the
    start sum to 1.
    """
    step = past.once(_make_step, through_authors)
    return [share.astype(np.float32, copy=False) for share in positions(step, start, MAX_HOPS)]


def normalise_columns(weight: Float32) -> Float32:
    """Divide columns by their sums; empty ones stay 0."""
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
    """Walk with restart over citations, either way, from the team's references or papers."""

    name = "prior-work-walk"
    summary = "personalised PageRank over citations from what the team cited or wrote"

    restart: PositiveShare = 0.25

    def score_teams(self, teams: Teams, context: Context) -> Iterator[Floats]:
        """Yield the share of time at each paper; unreached papers are omitted."""
        snapshot, starts = context.snapshot, []
        for team in teams:
            cited = np.flatnonzero(count_team_citations(snapshot, team, self.recent))
            if not len(cited):
                # A team without known references starts at its own papers.
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
    """Walk with restart at the team's references and papers, recent ones weighted more.

    Attributes:
        own: Share of the restarts at the team's own papers, the others at their references.
    """

    name = "prior-work-team-walk"
    track = "graph"
    summary = "personalised PageRank over young citations and authors, from the team"
    needs = frozenset({"author_ids"})

    restart: PositiveShare = 0.25
    own: Share = 0.5
    half_life_years: HalfLife = 3.0

    def scores(self, queries: Sequence[Query], context: Context) -> Iterator[Floats]:
        """Yield the share of time at each paper; unreached papers are omitted."""
        past = History(context.snapshot)
        for first in range(0, len(queries), _TEAMS_PER_BATCH):
            start = self.starts(queries[first : first + _TEAMS_PER_BATCH], past, context)
            visited_shares = stopped_shares(
                walk_positions(past, start, through_authors=True), self.restart
            )
            for column in visited_shares.T:
                yield zeros_to_nan(column)

    def starts(self, queries: Sequence[Query], past: History, context: Context) -> Float32:
        """Compute start weights of the walks of each query, shape ``(papers, queries)``."""
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
    """Team walk that also restarts at the papers whose texts are nearest to the title.

    Attributes:
        near: Number of papers nearest to the title at which the walk restarts, weighted by
            similarity.
        title: Share of the restarts there; 1 leaves the team out.
    """

    name = "prior-work-title-walk"
    summary = "personalised PageRank over young citations and authors, from title and team"
    cautions = CAUTION
    needs = frozenset({"author_ids", "title"})

    near: PositiveInt = 50
    title: Share = 0.5

    def starts(self, queries: Sequence[Query], past: History, context: Context) -> Float32:
        """Compute start weights of the walks of each query, shape ``(papers, queries)``."""
        vectors = paper_vectors(past.snapshot, context.cache)
        titles = embed_cached([subject_text(query) for query in queries], context.cache)
        similar = np.stack(
            [keep_nearest(inner_products(vectors, vector), self.near) for vector in titles], axis=1
        )
        team = super().starts(queries, past, context)
        both = self.title * normalise_columns(similar) + (1 - self.title) * team
        return normalise_columns(both.astype(np.float32))
