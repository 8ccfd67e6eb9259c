"""Scores of every paper for a team: citations, co-citation, coupling, co-authors and walks.

A score is a table with a row per paper and a column per team. Scores are features of the learned
ranking, and some of them also select its candidates.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

import numpy as np
from scipy import sparse

from scinet.graph.links.decay import coauthorship
from scinet.graph.links.walks import stopped_shares
from scinet.graph.schema.dates import DAYS_PER_YEAR
from scinet.models.history import Float32 as Columns
from scinet.models.history import History
from scinet.models.prior_work.walks import normalise_columns, walk_positions

_HALF_LIFE_YEARS: Final = 3.0
_LARGEST_TEAM: Final = 100

SIMILAR: Final = "similar papers"

Score = tuple[str, Columns]


@dataclass(frozen=True)
class Teams:
    """Teams of some queries of one day, with similar papers.

    Attributes:
        members: Numbers of the authors of each team, in the order of the byline.
        similar: Weights of the papers nearest to the target's title, by method, each of shape
            ``(papers, teams)``; empty without a title.
    """

    members: Sequence[Sequence[int]]
    similar: Mapping[str, Columns] = field(default_factory=dict)


def team_scores(past: History, teams: Teams) -> Iterator[Score]:
    """Yield every score by name, each of shape ``(papers, teams)``, 0 without evidence."""
    everyone = _membership_table(past, teams.members)
    yield from _team_member_scores(past, teams, everyone)
    for name, weight in teams.similar.items():
        yield f"cited by {name}", past.sum_over_citing(weight)
    if SIMILAR in teams.similar:
        yield from _title_scores(past, teams.similar[SIMILAR], everyone)


def _team_member_scores(past: History, teams: Teams, everyone: Columns) -> Iterator[Score]:
    own: Columns = past.authored @ everyone
    cited = past.sum_over_citing(own)
    lately = past.sum_over_citing(own * past.column(1.0))
    faded = past.sum_over_citing(own * past.column(3.0))
    yield "cited by team", cited
    yield "cited by team (3 months)", past.sum_over_citing(own * past.column(0.25))
    yield "cited by team (1 year)", lately
    yield "cited by team (3 years)", faded
    for end, place in (("first", 0), ("last", -1)):
        end_author = _membership_table(
            past, [team[place : place + 1 or None] for team in teams.members]
        )
        yield (
            f"cited by {end} author",
            past.sum_over_citing((past.authored @ end_author) * past.column(3.0)),
        )
    yield "team members citing it", _citing_authors(past, teams.members)
    yield "written by team", own
    yield "written by team (3 years)", own * past.column(3.0)
    for years in (1.0, 5.0):
        citing = past.sum_over_cited(lately if years == 1.0 else cited) * past.column(years)
        yield (
            f"co-citation ({years:g} year{'s' if years > 1 else ''})",
            past.sum_over_citing(citing),
        )
    citations = past.snapshot.citations.astype(np.float32)[:, None]
    rarity = (1 / np.sqrt(np.maximum(citations, 1))).astype(np.float32)
    spread = past.sum_over_cited(np.minimum(cited, 1) * rarity)
    yield "co-citation (rarely cited papers)", past.sum_over_citing(spread * past.column(2.0))
    yield "bibliographic coupling", past.sum_over_cited(past.sum_over_citing(own))
    yield "references of references", past.sum_over_citing(np.minimum(cited, 1))
    yield "cites team's papers", past.sum_over_cited(own)
    yield (
        "co-citation with team's papers",
        past.sum_over_citing(past.sum_over_cited(own) * past.column(2.0)),
    )
    friends = normalise_columns(np.where(everyone > 0, 0, past.once(_coauthor_weights) @ everyone))
    theirs: Columns = past.authored @ friends
    yield "written by co-authors", theirs * past.column(3.0)
    yield "cited by co-authors", past.sum_over_citing(theirs * past.column(1.0))
    yield (
        "cited by authors with similar references",
        _similar_author_citations(past, np.minimum(cited, 1) * rarity),
    )
    cited_authors = past.wrote @ faded
    byline = past.snapshot.authored.lengths().astype(np.float32)[:, None]
    yield "written by cited authors", past.authored @ cited_authors / np.maximum(byline, 1)
    venue: Columns = past.published.T @ (past.published @ normalise_columns(faded))
    yield "venue cited by team", venue
    around = normalise_columns(own * past.column(1.0)) + normalise_columns(
        theirs * past.column(1.0)
    )
    wide = walk_positions(past, normalise_columns(around), through_authors=True)
    yield "walk from co-authors", stopped_shares(wide, 0.25)
    yield from _walk_scores(past, "team's papers", normalise_columns(own * past.column(3.0)))
    yield from _walk_scores(past, "team's references", normalise_columns(faded))
    yield from _walk_scores(past, "team", _start_shares(past, own))


def _title_scores(past: History, similar: Columns, everyone: Columns) -> Iterator[Score]:
    yield "cited by similar papers (3 years)", past.sum_over_citing(similar * past.column(3.0))
    yield "cited by the most similar papers", past.sum_over_citing(similar**4)
    yield "cites similar papers", past.sum_over_cited(similar)
    co_citing = past.sum_over_cited(past.sum_over_citing(similar)) * past.column(2.0)
    yield (
        "co-citation with references of similar papers",
        past.sum_over_citing(normalise_columns(co_citing)),
    )
    yield from _walk_scores(past, "similar papers", normalise_columns(similar))
    own: Columns = past.authored @ everyone
    mixed = normalise_columns(normalise_columns(similar) + _start_shares(past, own))
    yield from _walk_scores(past, "similar papers and team", mixed)


def _walk_scores(past: History, name: str, start: Columns) -> Iterator[Score]:
    along = walk_positions(past, start)
    near = stopped_shares(along, 0.5)
    yield f"short walk from {name}", near
    yield f"walk from {name}", stopped_shares(along, 0.25)
    yield f"long walk from {name}", stopped_shares(along[2:], 0.1)
    yield f"cited recently near {name}", past.sum_over_citing(near * past.column(1.0))
    wide = stopped_shares(walk_positions(past, start, through_authors=True), 0.25)
    yield f"walk from {name} via authors", wide
    yield f"cited recently near {name} via authors", past.sum_over_citing(wide * past.column(1.0))


def _start_shares(past: History, own: Columns) -> Columns:
    """Weight a team's own papers and their references equally, halved every three years."""
    young = own * past.column(3.0)
    return normalise_columns(
        normalise_columns(young) + normalise_columns(past.sum_over_citing(young))
    )


def _coauthor_weights(past: History) -> sparse.csr_array:
    """Compute decayed joint papers of authors, halved every three years, ``(authors, authors)``."""
    days = _HALF_LIFE_YEARS * DAYS_PER_YEAR
    coauthors = coauthorship(
        past.snapshot, half_life_days=days, largest_team=_LARGEST_TEAM, shared=True
    )
    return coauthors.table(past.before).astype(np.float32)


def _similar_author_citations(past: History, cited: Columns) -> Columns:
    """Compute citations by authors with shared references, fewer other references first."""
    young = past.column(2.0)
    references = past.snapshot.cites.lengths().astype(np.float32)[:, None]
    shared: Columns = past.wrote @ (past.sum_over_cited(cited) * young)
    of_all: Columns = past.wrote @ (references * young)
    similarity = shared / np.sqrt(np.maximum(of_all, 1))
    weights: Columns = past.authored @ similarity
    return past.sum_over_citing(weights * young)


def _membership_table(past: History, teams: Sequence[Sequence[int]]) -> Columns:
    table = np.zeros((past.snapshot.num_authors, len(teams)), dtype=np.float32)
    for column, team in enumerate(teams):
        table[list(team), column] = 1
    return table


def _citing_authors(past: History, teams: Sequence[Sequence[int]]) -> Columns:
    """Count members of each team who have cited each paper."""
    result = np.zeros((past.snapshot.num_papers, len(teams)), dtype=np.float32)
    snapshot = past.snapshot
    for column, team in enumerate(teams):
        for author in team:
            papers = snapshot.author_papers.row(author)
            rows = [snapshot.cites.row(paper) for paper in papers]
            result[np.unique(np.concatenate(rows)), column] += 1
    return result
