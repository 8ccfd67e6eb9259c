"""Tools on the network position of one paper or author, and on the leading papers of a group."""

from typing import Any, Final

import numpy as np

from scinet.graph.db.connection import Row
from scinet.graph.indicators import disruption, novelty
from scinet.graph.snapshot import grouping
from scinet.graph.tools import ranking
from scinet.graph.tools.ranking import Places
from scinet.graph.tools.tool import Author, Group, Limit, Paper, Tool, ToolResult, Year, first_rows
from scinet.graph.tools.view import DatedView

_MIN_CITATIONS: Final = 5  # fewer make extreme values of disruption
_MIN_REFERENCES: Final = 5  # fewer make fewer than ten pairs
_PAIRS: Final = 5  # listed for one paper


def references(view: DatedView, paper: Paper, limit: Limit = 50) -> ToolResult:
    """List the papers that a paper cites, in time order."""
    paper_id = view.paper_id(paper)
    return first_rows(view.rows("ego/references", paper_id=paper_id, limit=limit + 1), limit)


def citations_by_year(view: DatedView, paper: Paper) -> ToolResult:
    """Count the papers that cite a paper, for each year with at least one."""
    return ToolResult(view.rows("ego/citations_by_year", paper_id=view.paper_id(paper)))


def co_authors(view: DatedView, author: Author, limit: Limit = 50) -> ToolResult:
    """List the co-authors of an author, the most frequent first."""
    author_id = view.author_id(author)
    return first_rows(view.rows("ego/co_authors", author_id=author_id, limit=limit + 1), limit)


def disruption_of(view: DatedView, paper: Paper) -> ToolResult:
    """Return disruption from -1 to 1: n_i later papers cite only the paper, n_j its references too.

    Counted without a time window, like the lists of most disruptive papers.
    """
    paper_id = view.paper_id(paper)
    counts = disruption.compute_in_database(
        view.database, [paper_id], window_years=None, before=view.before
    )
    row = {name: column.item() for name, column in counts.columns().items()}
    return ToolResult([{"paper_id": paper_id, **row}])


def novelty_of(view: DatedView, paper: Paper) -> ToolResult:
    """Return the novelty of a paper: 10th percentile of z over pairs of cited venues; low is novel.

    The most unusual pairs are included.
    """
    place = view.paper(paper)
    venues = grouping.group_papers(view.snapshot, "venue", database=view.database)
    pairs = novelty.explain_pairs(view.snapshot, venues.code, place)
    row = {
        **view.paper_row(place),
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
    return ToolResult([row])


def most_cited(
    view: DatedView, group: Group, since: Year = None, until: Year = None, limit: Limit = 50
) -> ToolResult:
    """Rank the papers of a venue, research field or community by citations."""
    name, places = _group_papers(view, group, since, until)
    order = ranking.rank_cited(view.snapshot, places)
    return _ranked_rows(view, limit, name, order, {"citations": view.snapshot.citations})


def most_disruptive(
    view: DatedView, group: Group, since: Year = None, until: Year = None, limit: Limit = 50
) -> ToolResult:
    """Rank the papers of a group by disruption, among those with five later citations or more."""
    name, places = _group_papers(view, group, since, until)
    order, counts = ranking.rank_disruptive(
        view.snapshot, places, min_references=1, min_citations=_MIN_CITATIONS
    )
    value = np.full(view.snapshot.num_papers, np.nan)
    value[places] = counts.di
    return _ranked_rows(view, limit, name, order, {"disruption": value})


def most_novel(
    view: DatedView, group: Group, since: Year = None, until: Year = None, limit: Limit = 50
) -> ToolResult:
    """Rank the papers of a group by novelty, among those with five references or more."""
    name, places = _group_papers(view, group, since, until)
    value = view.novelty.p10
    order = ranking.rank_novel(view.snapshot, places, value, min_references=_MIN_REFERENCES)
    return _ranked_rows(view, limit, name, order, {"p10": value})


def _group_papers(view: DatedView, group: str, since: Year, until: Year) -> tuple[str, Places]:
    name, places = view.group(group)
    return name, view.of_years(places, since, until)


def _ranked_rows(
    view: DatedView, limit: int, name: str, order: Places, columns: dict[str, Any]
) -> ToolResult:
    rows: list[Row] = [
        {
            **view.paper_row(int(place)),
            **{column: values[place].item() for column, values in columns.items()},
        }
        for place in order[: limit + 1]
    ]
    return first_rows(rows, limit, f"{len(order)} papers of {name} qualify")


TOOLS: Final = (
    Tool("ego_references", references),
    Tool("ego_citations_by_year", citations_by_year),
    Tool("ego_co_authors", co_authors),
    Tool("ego_most_cited", most_cited),
    Tool("ego_disruption", disruption_of, is_indicator=True),
    Tool("ego_novelty", novelty_of, is_indicator=True),
    Tool("ego_most_disruptive", most_disruptive, is_indicator=True),
    Tool("ego_most_novel", most_novel, is_indicator=True),
)
