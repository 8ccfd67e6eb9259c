"""Search for papers and authors by id, DOI, title, name or words, as of a day."""

from collections.abc import Iterable, Mapping
from datetime import date
from math import log1p
from typing import TYPE_CHECKING, Final, Literal, TypeAlias

from scinet.graph.search import identify

if TYPE_CHECKING:
    from scinet.graph.db.connection import Database, Row

Kind: TypeAlias = Literal["author", "paper"]
_KINDS: Final[tuple[Kind, ...]] = ("paper", "author")
_NEAR: Final = 5
_WEIGHED: Final = 200  # best matches at least, which are ranked again by citations


def find(
    database: "Database",
    text: str,
    *,
    before: date | None = None,
    limit: int = 10,
    starting: bool = False,
) -> "list[Row]":
    """Return papers and authors that a text may mean, those named by it first.

    For an author found by another name than the current one, ``form`` is that name.

    Args:
        text: An id, a DOI, a title, a name or some words.
        limit: Maximum number of papers, and of authors.
        starting: Whether the last word may be a prefix.
    """
    ids: dict[str, list[str]] = {}
    named: set[str] = set()
    forms: dict[str, str | None] = {}
    for kind in _KINDS:
        # An id has no space, so other texts are not looked up among ids.
        exact = (
            []
            if starting and " " in text.strip()
            else identify.find_named(database, kind, text, before)
        )
        named |= {row["id"] for row in exact}
        ids[kind] = [row["id"] for row in exact]
        forms |= {row["id"]: row.get("form") for row in exact}
    how = {"before": before, "limit": limit}
    if starting:
        papers = database.rows("lookup/title_starting", text=text, **how)
        authors = database.rows("lookup/author_starting", name=text, **how)
    else:
        papers = _search_words(database, text, before, limit)
        authors = database.rows("lookup/author_by_name", name=text, **how)
    ids["paper"] += [row["paper_id"] for row in papers]
    ids["author"] += [row["author_id"] for row in authors]
    forms |= {row["author_id"]: row["form"] for row in authors}
    return [
        *_papers(database, list(dict.fromkeys(ids["paper"]))[:limit], before, named),
        *_authors(database, list(dict.fromkeys(ids["author"]))[:limit], before, named, forms),
    ]


def _search_words(database: "Database", text: str, before: date | None, limit: int) -> "list[Row]":
    """Rank papers by score of the words, times one plus the log of citations."""
    rows = database.rows("lookup/text", text=text, before=before, limit=max(limit, _WEIGHED))
    details = describe_by_id(database, "paper", [row["paper_id"] for row in rows], before)
    cited = {paper_id: log1p(row["citations"]) for paper_id, row in details.items()}
    rows.sort(key=lambda row: -row["score"] * (1 + cited.get(row["paper_id"], 0.0)))
    return rows[:limit]


def find_similar(
    database: "Database", kind: identify.NodeType, text: str, *, before: date | None = None
) -> "list[Row]":
    """Return papers or authors with an id or name similar to a text, as of a day."""
    candidates = identify.find_similar(database, kind, text, before)[:_NEAR]
    ids = [row["id"] for row in candidates]
    if kind == "paper":
        return _papers(database, ids, before, set())
    return _authors(database, ids, before, set(), {})


def describe_by_id(
    database: "Database", kind: Kind, ids: Iterable[str], before: date | None
) -> "dict[str, Row]":
    """Return the list entries of papers or authors by stored id, if they exist before a day."""
    rows = database.rows(f"lookup/{kind}s", **{f"{kind}_ids": list(ids)}, before=before)
    return {row[f"{kind}_id"]: row for row in rows}


def _papers(
    database: "Database", ids: list[str], before: date | None, named: set[str]
) -> "list[Row]":
    details = describe_by_id(database, "paper", ids, before)
    return [
        {
            "kind": "paper",
            "id": paper_id,
            "name": details[paper_id]["title"],
            "date": details[paper_id]["date"],
            "authors": details[paper_id]["authors"],
            "venue": details[paper_id]["venue"],
            "count": details[paper_id]["citations"],
            "named": paper_id in named,
            "form": None,
        }
        for paper_id in ids
        if paper_id in details
    ]


def _authors(
    database: "Database",
    ids: list[str],
    before: date | None,
    named: set[str],
    forms: Mapping[str, str | None],
) -> "list[Row]":
    details = describe_by_id(database, "author", ids, before)
    return [
        {
            "kind": "author",
            "id": author_id,
            "name": details[author_id]["name"],
            "date": details[author_id]["first_date"],
            "authors": [],
            "venue": None,
            "count": details[author_id]["papers"],
            "named": author_id in named,
            "form": form if (form := forms.get(author_id)) != details[author_id]["name"] else None,
        }
        for author_id in ids
        if author_id in details
    ]
