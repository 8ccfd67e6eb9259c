"""Labels of the parameters of statements on pages, with their units."""

from typing import Final

from scinet.graph.db.query import NamedStatement

_LABELS: Final = {
    "at_least": "Contributions at least",
    "author_id": "Author",
    "author_ids": "Authors",
    "cited_id": "Cited paper",
    "citing_id": "Citing paper",
    "community_id": "Id of the community",
    "contribution_id": "Id of the contribution",
    "disagreeing": "Only those that disagree: true or false",
    "endpoints": "Citations of the ends",
    "examples": "Examples at most",
    "first": "From the day",
    "fuzzy": "Forgive slips of the pen: true or false",
    "initials": "Initials, such as smt",
    "last": "To the day",
    "level": "Level of fields",
    "kind": "Kind, such as patent or news",
    "limit": "Rows at most",
    "max_hops": "Steps at most",
    "min_citations": "Citations at least",
    "min_references": "References at least",
    "most": "Titles that are read at most",
    "name": "Name",
    "objective": "Citations along the path",
    "other_author_id": "Other author",
    "other_id": "Other paper",
    "paper_id": "Paper",
    "paper_ids": "Papers",
    "precision": "What is known of the date",
    "rule": "Labels of its mentions",
    "sentiment": "Sentiment",
    "simulated": "Ids of simulated papers",
    "since": "From the year",
    "source": "Name of the simulation",
    "source_id": "From the paper",
    "source_ids": "From any of the papers",
    "target_id": "To the paper",
    "target_ids": "To any of the papers",
    "text": "Words",
    "texts": "Other words that will do",
    "title": "Title",
    "until": "To the year, inclusive",
    "venue_id": "Venue",
    "weights_before": "Citations are counted before the day",
    "window_years": "Window, in years",
    "words": "Words",
}
# Where the statement is what a name means; the first that begins so.
_SPECIAL_LABELS: Final = (
    ("link/coauthor", "a", "Author"),
    ("link/coauthor", "b", "Other author"),
    ("link/", "a", "Paper"),
    ("link/", "b", "Other paper"),
    ("field/", "name", "Subject"),
    ("path/ordered_references", "since", "From the day"),
)


def parameter_label(query: NamedStatement, parameter: str) -> str:
    """The label of a parameter; its name where it has none."""
    for start, name, label in _SPECIAL_LABELS:
        if name == parameter and query.name.startswith(start):
            return label
    return _LABELS.get(parameter, parameter)
