"""The position of one paper or author in the network, and the papers that lead a group."""

from typing import Any, Final

import numpy as np

from scinet.graph import grouping
from scinet.graph.connection import Row
from scinet.graph.indicators import disruption, novelty
from scinet.graph.tools import leading
from scinet.graph.tools.leading import Places
from scinet.graph.tools.tool import (
    Arguments,
    Author,
    Found,
    Group,
    Limit,
    Paper,
    Tool,
    Year,
    first,
)
from scinet.graph.tools.view import View

_LEAST_CITATIONS: Final = 5  # fewer make extreme values of disruption
_LEAST_REFERENCES: Final = 5  # fewer make fewer than ten pairs
_PAIRS: Final = 5  # told of one paper


class PaperArguments(Arguments):
    """Of tools about one paper."""

    paper: Paper


class ReferencesArguments(PaperArguments):
    """Of :func:`references`."""

    limit: Limit = 50


class CoAuthorsArguments(Arguments):
    """Of :func:`co_authors`."""

    author: Author
    limit: Limit = 50


class GroupArguments(Arguments):
    """Of tools about the papers of a group."""

    group: Group
    since: Year = None
    until: Year = None
    limit: Limit = 50


def references(view: View, given: ReferencesArguments) -> Found:
    """Papers that a paper cites, in time order."""
    paper_id = view.paper_id(given.paper)
    return first(view.rows("ego/references", paper_id=paper_id, limit=given.limit + 1), given.limit)


def citations_by_year(view: View, given: PaperArguments) -> Found:
    """Number of papers that cite a paper, for each year in which there are some."""
    return Found(view.rows("ego/citations_by_year", paper_id=view.paper_id(given.paper)))


def co_authors(view: View, given: CoAuthorsArguments) -> Found:
    """Authors who wrote papers with an author, the most frequent first."""
    author_id = view.author_id(given.author)
    return first(
        view.rows("ego/co_authors", author_id=author_id, limit=given.limit + 1), given.limit
    )


def disruption_of(view: View, given: PaperArguments) -> Found:
    """Disruption of a paper, from -1 to 1: n_i later papers cite it alone, n_j also what it cites.

    Counted without a time window, as the lists of most disruptive papers are.
    """
    paper_id = view.paper_id(given.paper)
    counts = disruption.in_database(
        view.database, [paper_id], window_years=None, before=view.before
    )
    row = {name: column.item() for name, column in counts.columns().items()}
    return Found([{"paper_id": paper_id, **row}])


def novelty_of(view: View, given: PaperArguments) -> Found:
    """Novelty of a paper: 10th percentile of how usual its pairs of cited venues are; low is novel.

    Comes with the most unusual pairs.
    """
    place = view.paper(given.paper)
    venues = grouping.of(view.snapshot, "venue", database=view.database)
    pairs = novelty.pairs_of(view.snapshot, venues.code, place)
    row = {
        **view.told_paper(place),
        "p10": float(view.novelty.p10[place]),
        "median": float(view.novelty.median[place]),
        "pairs": int(view.novelty.pairs[place]),
        "most_unusual": [
            {
                "venues": [str(venues.name[pairs.first[i]]), str(venues.name[pairs.second[i]])],
                "z": float(pairs.z[i]),
            }
            for i in range(min(_PAIRS, len(pairs.z)))
        ],
    }
    return Found([row])


def most_cited(view: View, given: GroupArguments) -> Found:
    """The most cited papers of a venue, research field or community."""
    name, places = _members(view, given)
    order = leading.most_cited(view.snapshot, places)
    return _told(view, given, name, order, {"citations": view.snapshot.citations})


def most_disruptive(view: View, given: GroupArguments) -> Found:
    """The most disruptive papers of a group, among those with five later citations or more."""
    name, places = _members(view, given)
    order, counts = leading.most_disruptive(
        view.snapshot, places, min_references=1, min_citations=_LEAST_CITATIONS
    )
    value = np.full(view.snapshot.num_papers, np.nan)
    value[places] = counts.di
    return _told(view, given, name, order, {"disruption": value})


def most_novel(view: View, given: GroupArguments) -> Found:
    """The most novel papers of a group, among those with five references or more."""
    name, places = _members(view, given)
    value = view.novelty.p10
    order = leading.most_novel(view.snapshot, places, value, min_references=_LEAST_REFERENCES)
    return _told(view, given, name, order, {"p10": value})


def _members(view: View, given: GroupArguments) -> tuple[str, Places]:
    name, places = view.group(given.group)
    return name, view.of_years(places, given.since, given.until)


def _told(
    view: View, given: GroupArguments, name: str, order: Places, columns: dict[str, Any]
) -> Found:
    rows: list[Row] = [
        {
            **view.told_paper(int(place)),
            **{column: values[place].item() for column, values in columns.items()},
        }
        for place in order[: given.limit + 1]
    ]
    return first(rows, given.limit, f"{len(order)} papers of {name} qualify")


TOOLS: Final = (
    Tool("ego_references", ReferencesArguments, references),
    Tool("ego_citations_by_year", PaperArguments, citations_by_year),
    Tool("ego_co_authors", CoAuthorsArguments, co_authors),
    Tool("ego_most_cited", GroupArguments, most_cited),
    Tool("ego_disruption", PaperArguments, disruption_of, is_indicator=True),
    Tool("ego_novelty", PaperArguments, novelty_of, is_indicator=True),
    Tool("ego_most_disruptive", GroupArguments, most_disruptive, is_indicator=True),
    Tool("ego_most_novel", GroupArguments, most_novel, is_indicator=True),
)
