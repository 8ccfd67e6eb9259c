"""An author: papers, who they were written with and when, and who may be next."""

from typing import Any, Final, Literal, TypeAlias

from fastapi import APIRouter
from fastapi.responses import HTMLResponse, Response

from scinet.errors import NotFoundError
from scinet.explorer import downloads, formatting
from scinet.explorer.page import SAVED, Asked, Limit, PageRequest, row_limit
from scinet.explorer.timelines import span_chart
from scinet.graph.schema.printed_names import fold_text, search_variants

router = APIRouter(prefix="/author")
# What speaks for a pair that never wrote together, by column, with what people call it.
FEATURES: Final = {
    "common_neighbours": "Common co-authors",
    "jaccard": "Jaccard",
    "adamic_adar": "Adamic–Adar",  # noqa: RUF001 - an en dash
    "resource_allocation": "Resource allocation",
    "katz": "Katz",
    "personalised_pagerank": "PageRank",
    "author_walk": "Walk over papers",
}
Feature: TypeAlias = Literal[
    "common_neighbours",
    "jaccard",
    "adamic_adar",
    "resource_allocation",
    "katz",
    "personalised_pagerank",
    "author_walk",
]
_DRAWN: Final = 20  # co-authors of the picture
_NEXT: Final = 20


@router.get("")
def author(page: Asked, id: str) -> HTMLResponse:  # noqa: A002 - the name in the address
    """The page of an author; what takes longer is asked for by the page itself."""
    record = _read_author(page, id)
    return page.render(
        "author.html",
        author=record,
        drawn=_draw_timeline(page, record),
        drawn_at_most=_DRAWN,
        timeline_as=lambda kind: page.href("/author/timeline", id=record["author_id"], to=kind),
    )


@router.get("/timeline")
def timeline(page: Asked, id: str, to: Literal["csv", "svg"]) -> Response:  # noqa: A002
    """When an author wrote with whom, as a picture or a table."""
    record = _read_author(page, id)
    if to == "svg":
        return downloads.svg_file(_draw_timeline(page, record), f"{id} co-authors")
    rows = page.rows("ego/co_authors", author_id=record["author_id"], limit=SAVED)
    return downloads.table_file(page, rows, "csv", f"{id} co-authors")


@router.get("/papers")
def papers(
    page: Asked,
    id: str,  # noqa: A002
    to: Literal["csv", "bib", "ris"] | None = None,
    limit: Limit = 100,
) -> Response:
    """Show the papers of an author, in order of time."""
    author_id = page.identified("author", id)
    number = row_limit(limit, to)
    rows = page.named(page.rows("lookup/author_papers", author_id=author_id, limit=number))
    if to is not None:
        return downloads.table_file(page, rows, to, f"{id} papers")
    return page.render(
        "fragment_papers.html",
        rows=rows[:limit],
        more=page.more(rows, limit),
        id=author_id,
        said="In time order.",
        nothing="No paper is known",
        saved=lambda kind: page.href("/author/papers", id=author_id, to=kind),
    )


@router.get("/coauthors")
def coauthors(page: Asked, id: str, limit: Limit = 100) -> HTMLResponse:  # noqa: A002
    """Show the co-authors of an author, most joint papers first."""
    author_id = page.identified("author", id)
    rows = page.rows("ego/co_authors", author_id=author_id, limit=limit + 1)
    return page.render(
        "fragment_coauthors.html",
        rows=rows[:limit],
        more=page.more(rows, limit),
        saved=lambda kind: page.href("/author/timeline", id=author_id, to=kind),
    )


@router.get("/next")
def following(
    page: Asked,
    id: str,  # noqa: A002
    by: Feature = "author_walk",
    later: bool = False,  # noqa: FBT001, FBT002 - a word of the address
    to: Literal["csv"] | None = None,
) -> Response:
    """Authors who never wrote with this one and may, with what speaks for each.

    Whether they did from that day on is shown only to those who ask for it.
    """
    author_id = page.identified("author", id)
    rows = _next_coauthors(page, author_id, by)
    later = later and page.before is not None
    if later:
        joint = page.graph.query("ego/co_authors", author_id=author_id, limit=SAVED)
        since = {row["author_id"]: row["first_date"] for row in formatting.table_records(joint)}
        rows = [row | {"together_since": since.get(row["author_id"])} for row in rows]
    if to is not None:
        return downloads.table_file(page, rows, to, f"{id} next")
    later_param = {"later": "true"} if later else {}
    best = {name: max((row[name] or 0 for row in rows), default=0) for name in FEATURES}
    return page.render(
        "fragment_next.html",
        id=author_id,
        by=by,
        rows=rows,
        best=best,
        features=FEATURES,
        later=later,
        saved_as=lambda kind: page.href(
            "/author/next", id=author_id, by=by, **later_param, to=kind
        ),
        at=lambda **more: page.href(
            "/author/next", **{"id": author_id, "by": by, **later_param, **more}
        ),
    )


def _read_author(page: PageRequest, name: str) -> dict[str, Any]:
    """Read an author, named as on most papers, with the other spellings."""
    author_id = page.identified("author", name)
    [row] = page.rows("lookup/author", author_id=author_id)
    spellings = [row["name"] for row in page.rows("lookup/author_spellings", author_id=author_id)]
    others, wanted = spellings[1:], fold_text(name)
    called = next(iter(spellings), row["name"])
    form = None
    if wanted not in search_variants(called or ""):
        form = next((spelling for spelling in others if wanted in search_variants(spelling)), None)
    return row | {"name": called, "spellings": others, "form": form}


def _draw_timeline(page: PageRequest, record: dict[str, Any]) -> str:
    rows = page.rows("ego/co_authors", author_id=record["author_id"], limit=_DRAWN)
    return span_chart(
        [
            (row["name"] or row["author_id"], row["first_date"], row["last_date"], row["papers"])
            for row in rows
            if row["first_date"]
        ]
    )


def _next_coauthors(page: PageRequest, author: str, by: Feature) -> list[dict[str, Any]]:
    try:
        candidates = page.graph.candidates(
            author, by=by, unlinked=True, before=page.before, limit=_NEXT
        )
    except NotFoundError:  # all papers of the author lack a date
        return []
    rows = formatting.table_records(candidates)
    authors = page.authors(row["author_id"] for row in rows)
    return [
        {name: authors[row["author_id"]][name] for name in ("author_id", "name", "papers")}
        | {name: row[name] for name in FEATURES}
        for row in rows
    ]
