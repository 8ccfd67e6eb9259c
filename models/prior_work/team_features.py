"""Scores of every paper for a team, one channel per idea: what was cited, beside what, by whom.

A channel is a table with a row per paper and a column per team. Channels are the features of the
learned ranking, and some of them also name its candidates.
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
from scinet.models.prior_work.young_walks import hops, shares

_HALF_LIFE_YEARS: Final = 3.0
_LARGEST_TEAM: Final = 100

Channel = tuple[str, Columns]


@dataclass(frozen=True)
class Asked:
    """Some questions of one day.

    Attributes:
        teams: Numbers of the authors of each team, in the order of the byline.
        alike: Weight of the papers that are nearest to the target's title, by way of finding
            them, each of shape ``(papers, teams)``; empty where no title is known.
    """

    teams: Sequence[Sequence[int]]
    alike: Mapping[str, Columns] = field(default_factory=dict)


def channels(past: Past, asked: Asked) -> Iterator[Channel]:
    """Every channel by name, each of shape ``(papers, teams)`` and 0 where there is nothing."""
    everyone = _members(past, asked.teams)
    yield from _of_team(past, asked, everyone)
    for name, weight in asked.alike.items():
        yield f"cited by {name}", past.cited_from(weight)
    if "alike" in asked.alike:
        yield from _of_title(past, asked.alike["alike"], everyone)


def _of_team(past: Past, asked: Asked, everyone: Columns) -> Iterator[Channel]:
    own: Columns = past.authored @ everyone
    cited = past.cited_from(own)
    lately = past.cited_from(own * past.column(1.0))
    faded = past.cited_from(own * past.column(3.0))
    yield "cited", cited
    yield "cited (3 months)", past.cited_from(own * past.column(0.25))
    yield "cited (1 year)", lately
    yield "cited (3 years)", faded
    for end, place in (("first", 0), ("last", -1)):
        one = _members(past, [team[place : place + 1 or None] for team in asked.teams])
        yield f"cited by the {end}", past.cited_from((past.authored @ one) * past.column(3.0))
    yield "citing authors", _citing_authors(past, asked.teams)
    yield "own", own
    yield "own (3 years)", own * past.column(3.0)
    for years in (1.0, 5.0):
        beside = past.citing_of(lately if years == 1.0 else cited) * past.column(years)
        yield f"co-cited ({years:g} years)", past.cited_from(beside)
    rarity = (1 / np.sqrt(np.maximum(_citations(past), 1))).astype(np.float32)
    spread = past.citing_of(np.minimum(cited, 1) * rarity)
    yield "co-cited (rare ones)", past.cited_from(spread * past.column(2.0))
    yield "coupled", past.citing_of(past.cited_from(own))
    yield "references of references", past.cited_from(np.minimum(cited, 1))
    yield "citing own", past.citing_of(own)
    yield "cited by citers of own", past.cited_from(past.citing_of(own) * past.column(2.0))
    friends = shares(np.where(everyone > 0, 0, past.once(_together) @ everyone))
    theirs: Columns = past.authored @ friends
    yield "by co-authors", theirs * past.column(3.0)
    yield "cited by co-authors", past.cited_from(theirs * past.column(1.0))
    yield "cited by readers alike", _by_readers(past, np.minimum(cited, 1) * rarity)
    known = past.wrote @ faded
    yield "by cited authors", past.authored @ known / np.maximum(_byline(past), 1)
    venue: Columns = past.published.T @ (past.published @ shares(faded))
    yield "venue cited", venue
    around = shares(own * past.column(1.0)) + shares(theirs * past.column(1.0))
    wide = hops(past, shares(around), through_authors=True)
    yield "walk from co-authors", stopped(wide, 0.25)
    yield from _walks(past, "own", shares(own * past.column(3.0)))
    yield from _walks(past, "cited", shares(faded))
    yield from _walks(past, "team", _start(past, own))


def _of_title(past: Past, alike: Columns, everyone: Columns) -> Iterator[Channel]:
    yield "cited by alike (3 years)", past.cited_from(alike * past.column(3.0))
    yield "cited by the most alike", past.cited_from(alike**4)
    yield "citing alike", past.citing_of(alike)
    beside = past.citing_of(past.cited_from(alike)) * past.column(2.0)
    yield "co-cited with cited by alike", past.cited_from(shares(beside))
    yield from _walks(past, "alike", shares(alike))
    own: Columns = past.authored @ everyone
    mixed = shares(shares(alike) + _start(past, own))
    yield from _walks(past, "alike and team", mixed)


def _walks(past: Past, name: str, start: Columns) -> Iterator[Channel]:
    along = hops(past, start)
    near = stopped(along, 0.5)
    yield f"near walk from {name}", near
    yield f"walk from {name}", stopped(along, 0.25)
    yield f"far walk from {name}", stopped(along[2:], 0.1)
    yield f"cited lately near {name}", past.cited_from(near * past.column(1.0))
    wide = stopped(hops(past, start, through_authors=True), 0.25)
    yield f"walk from {name} by authors", wide
    yield f"cited lately near {name} by authors", past.cited_from(wide * past.column(1.0))


def _start(past: Past, own: Columns) -> Columns:
    """A team's own papers and what they cite, each in equal parts and half after three years."""
    young = own * past.column(3.0)
    return shares(shares(young) + shares(past.cited_from(young)))


def _together(past: Past) -> sparse.csr_array:
    """Faded joint papers of authors, half after three years, shape ``(authors, authors)``."""
    known = coauthorship(
        past.snapshot,
        half_life_days=_HALF_LIFE_YEARS * DAYS_PER_YEAR,
        largest_team=_LARGEST_TEAM,
        shared=True,
    )
    return known.table(past.before).astype(np.float32)


def _by_readers(past: Past, cited: Columns) -> Columns:
    """What authors who cite the same papers cite, those with few others counting more."""
    young = past.column(2.0)
    references = past.snapshot.cites.lengths().astype(np.float32)[:, None]
    shared: Columns = past.wrote @ (past.citing_of(cited) * young)
    of_all: Columns = past.wrote @ (references * young)
    alike = shared / np.sqrt(np.maximum(of_all, 1))
    found: Columns = past.authored @ alike
    return past.cited_from(found * young)


def _members(past: Past, teams: Sequence[Sequence[int]]) -> Columns:
    table = np.zeros((past.snapshot.num_authors, len(teams)), dtype=np.float32)
    for column, team in enumerate(teams):
        table[list(team), column] = 1
    return table


def _citing_authors(past: Past, teams: Sequence[Sequence[int]]) -> Columns:
    """How many of each team have cited each paper."""
    result = np.zeros((past.snapshot.num_papers, len(teams)), dtype=np.float32)
    snapshot = past.snapshot
    for column, team in enumerate(teams):
        for author in team:
            papers = snapshot.author_papers.row(author)
            rows = [snapshot.cites.row(paper) for paper in papers]
            result[np.unique(np.concatenate(rows)), column] += 1
    return result


def _citations(past: Past) -> Columns:
    return past.snapshot.citations.astype(np.float32)[:, None]


def _byline(past: Past) -> Columns:
    return past.snapshot.authored.lengths().astype(np.float32)[:, None]
