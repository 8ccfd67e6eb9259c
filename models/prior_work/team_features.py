"""Scores of every paper for a team: citations, co-citation, coupling, co-authors and walks.

A score is a table with a row per paper and a column per team. Scores are features of the learned
ranking, and some of them also select its candidates.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

import numpy as np
from scipy import sparse

from scinet.graph.dates import DAYS_PER_YEAR
from scinet.graph.links.decay import coauthorship
from scinet.graph.links.walks import stopped
from scinet.models.history import Float32 as Columns
from scinet.models.history import Past
from scinet.models.prior_work.walks import hops, shares

_HALF_LIFE_YEARS: Final = 3.0
_LARGEST_TEAM: Final = 100

SIMILAR: Final = "similar papers"

Score = tuple[str, Columns]


@dataclass(frozen=True)
class Teams:
    """What some queries of one day ask about.

    Attributes:
        members: Numbers of the authors of each team, in the order of the byline.
        similar: Weight of the papers nearest to the target's title, by way of finding them, each of
            shape ``(papers, teams)``; empty where no title is known.
    """

    members: Sequence[Sequence[int]]
    similar: Mapping[str, Columns] = field(default_factory=dict)


def team_scores(past: Past, asked: Teams) -> Iterator[Score]:
    """Every score by name, each of shape ``(papers, teams)`` and 0 where there is nothing."""
    everyone = _members(past, asked.members)
    yield from _of_team(past, asked, everyone)
    for name, weight in asked.similar.items():
        yield f"cited by {name}", past.cited_from(weight)
    if SIMILAR in asked.similar:
        yield from _of_title(past, asked.similar[SIMILAR], everyone)


def _of_team(past: Past, asked: Teams, everyone: Columns) -> Iterator[Score]:
    own: Columns = past.authored @ everyone
    cited = past.cited_from(own)
    lately = past.cited_from(own * past.column(1.0))
    faded = past.cited_from(own * past.column(3.0))
    yield "cited by team", cited
    yield "cited by team (3 months)", past.cited_from(own * past.column(0.25))
    yield "cited by team (1 year)", lately
    yield "cited by team (3 years)", faded
    for end, place in (("first", 0), ("last", -1)):
        one = _members(past, [team[place : place + 1 or None] for team in asked.members])
        yield f"cited by {end} author", past.cited_from((past.authored @ one) * past.column(3.0))
    yield "team members citing it", _citing_authors(past, asked.members)
    yield "written by team", own
    yield "written by team (3 years)", own * past.column(3.0)
    for years in (1.0, 5.0):
        citing = past.citing_of(lately if years == 1.0 else cited) * past.column(years)
        yield f"co-citation ({years:g} year{'s' if years > 1 else ''})", past.cited_from(citing)
    citations = past.snapshot.citations.astype(np.float32)[:, None]
    rarity = (1 / np.sqrt(np.maximum(citations, 1))).astype(np.float32)
    spread = past.citing_of(np.minimum(cited, 1) * rarity)
    yield "co-citation (rarely cited papers)", past.cited_from(spread * past.column(2.0))
    yield "bibliographic coupling", past.citing_of(past.cited_from(own))
    yield "references of references", past.cited_from(np.minimum(cited, 1))
    yield "cites team's papers", past.citing_of(own)
    yield "co-citation with team's papers", past.cited_from(past.citing_of(own) * past.column(2.0))
    friends = shares(np.where(everyone > 0, 0, past.once(_together) @ everyone))
    theirs: Columns = past.authored @ friends
    yield "written by co-authors", theirs * past.column(3.0)
    yield "cited by co-authors", past.cited_from(theirs * past.column(1.0))
    yield (
        "cited by authors with similar references",
        _by_similar_authors(past, np.minimum(cited, 1) * rarity),
    )
    known = past.wrote @ faded
    byline = past.snapshot.authored.lengths().astype(np.float32)[:, None]
    yield "written by cited authors", past.authored @ known / np.maximum(byline, 1)
    venue: Columns = past.published.T @ (past.published @ shares(faded))
    yield "venue cited by team", venue
    around = shares(own * past.column(1.0)) + shares(theirs * past.column(1.0))
    wide = hops(past, shares(around), through_authors=True)
    yield "walk from co-authors", stopped(wide, 0.25)
    yield from _walks(past, "team's papers", shares(own * past.column(3.0)))
    yield from _walks(past, "team's references", shares(faded))
    yield from _walks(past, "team", _start(past, own))


def _of_title(past: Past, similar: Columns, everyone: Columns) -> Iterator[Score]:
    yield "cited by similar papers (3 years)", past.cited_from(similar * past.column(3.0))
    yield "cited by the most similar papers", past.cited_from(similar**4)
    yield "cites similar papers", past.citing_of(similar)
    co_citing = past.citing_of(past.cited_from(similar)) * past.column(2.0)
    yield "co-citation with references of similar papers", past.cited_from(shares(co_citing))
    yield from _walks(past, "similar papers", shares(similar))
    own: Columns = past.authored @ everyone
    mixed = shares(shares(similar) + _start(past, own))
    yield from _walks(past, "similar papers and team", mixed)


def _walks(past: Past, name: str, start: Columns) -> Iterator[Score]:
    along = hops(past, start)
    near = stopped(along, 0.5)
    yield f"short walk from {name}", near
    yield f"walk from {name}", stopped(along, 0.25)
    yield f"long walk from {name}", stopped(along[2:], 0.1)
    yield f"cited recently near {name}", past.cited_from(near * past.column(1.0))
    wide = stopped(hops(past, start, through_authors=True), 0.25)
    yield f"walk from {name} via authors", wide
    yield f"cited recently near {name} via authors", past.cited_from(wide * past.column(1.0))


def _start(past: Past, own: Columns) -> Columns:
    """A team's own papers and what they cite, each in equal parts and half after three years."""
    young = own * past.column(3.0)
    return shares(shares(young) + shares(past.cited_from(young)))


def _together(past: Past) -> sparse.csr_array:
    """Faded joint papers of authors, half after three years, shape ``(authors, authors)``."""
    days = _HALF_LIFE_YEARS * DAYS_PER_YEAR
    known = coauthorship(
        past.snapshot, half_life_days=days, largest_team=_LARGEST_TEAM, shared=True
    )
    return known.table(past.before).astype(np.float32)


def _by_similar_authors(past: Past, cited: Columns) -> Columns:
    """Citations by authors who cite the same papers, those with few other references first."""
    young = past.column(2.0)
    references = past.snapshot.cites.lengths().astype(np.float32)[:, None]
    shared: Columns = past.wrote @ (past.citing_of(cited) * young)
    of_all: Columns = past.wrote @ (references * young)
    similarity = shared / np.sqrt(np.maximum(of_all, 1))
    found: Columns = past.authored @ similarity
    return past.cited_from(found * young)


def _members(past: Past, teams: Sequence[Sequence[int]]) -> Columns:
    table = np.zeros((past.snapshot.num_authors, len(teams)), dtype=np.float32)
    for column, team in enumerate(teams):
        table[list(team), column] = 1
    return table


def _citing_authors(past: Past, teams: Sequence[Sequence[int]]) -> Columns:
    """How many members of each team have cited each paper."""
    result = np.zeros((past.snapshot.num_papers, len(teams)), dtype=np.float32)
    snapshot = past.snapshot
    for column, team in enumerate(teams):
        for author in team:
            papers = snapshot.author_papers.row(author)
            rows = [snapshot.cites.row(paper) for paper in papers]
            result[np.unique(np.concatenate(rows)), column] += 1
    return result
