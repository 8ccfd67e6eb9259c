"""Paths between two papers, authors or groups: when each step was taken, what it says, and all."""

from itertools import pairwise
from typing import TYPE_CHECKING, Annotated, Any, Final, Literal, TypeAlias

from annotated_types import Ge, Le
from fastapi import APIRouter
from fastapi.responses import HTMLResponse, Response
from pydantic import BeforeValidator

from scinet.explorer import downloads, examples, shown
from scinet.explorer.page import SAVED, Asked, Limit, Page
from scinet.explorer.pages import meant
from scinet.explorer.timelines import chain
from scinet.graph.choices import LEVELS

if TYPE_CHECKING:
    import pandas as pd

router = APIRouter(prefix="/path")
By: TypeAlias = Literal["paper", "author", "venue", "domain", "field", "subfield", "topic"]
_GROUPS: Final = frozenset({"venue", *LEVELS})
_OFFERED: Final = 8
_MOST_STEPS: Final = 20
# A field that is left empty says nothing.
Steps: TypeAlias = Annotated[
    Annotated[int, Ge(1), Le(_MOST_STEPS)] | None, BeforeValidator(lambda given: given or None)
]
_ALL: Final = 50
_ON_A_MAP: Final = 40


@router.get("")
def path(
    page: Asked,
    a: str = "",
    b: str = "",
    shortest: bool = False,  # noqa: FBT001, FBT002 - a word of the address
    by: By = "paper",
) -> HTMLResponse:
    """Two papers, authors or groups to choose, and the path between them once both are."""
    given = [
        (name, said, text, _end(page, text) if by == "paper" else None)
        for name, said, text in (("a", "From", a), ("b", "To", b))
    ]
    papers = None
    if a.strip() and b.strip():
        papers = _papers(page, a, b, shortest=shortest, by=by)
    said = _said(page, papers or [])
    return page.render(
        "path.html",
        given=given,
        shortest=shortest,
        by=by,
        kinds=["paper", "author", *(one for one in page.kinds(by) if one in _GROUPS)],
        papers=papers,
        said=said,
        unsaid=sum(not one["sentence"] for one in said if one),
        by_words=meant.by_words,
        example=examples.pair(page) if by == "paper" and not (a.strip() or b.strip()) else None,
        drawn=chain(papers or []),
        saved=lambda kind: page.href(
            "/path/save", a=a, b=b, by=by, shortest=shortest or None, to=kind
        ),
        all_at=page.href("/path/all", a=a, b=b) if by == "paper" else None,
    )


@router.get("/all")
def every(page: Asked, a: str, b: str, steps: Steps = None, limit: Limit = _ALL) -> HTMLResponse:
    """All paths of so many steps at most, two more than the shortest unless given."""
    found = _all(page, a, b, steps, limit)
    known = page.papers(dict.fromkeys(one for papers in found["papers"] for one in papers))
    return page.render(
        "fragment_paths.html",
        a=a,
        b=b,
        steps=steps,
        most=_MOST_STEPS,
        paths=[[known[one] for one in papers] for papers in found["papers"]],
        drawn=list(known)[:_ON_A_MAP],
        papers=len(known),
        more=page.here(limit=10 * limit) if found.attrs["truncated"] else None,
        saved=lambda kind: page.href("/path/all/save", a=a, b=b, steps=steps, limit=limit, to=kind),
    )


@router.get("/all/save")
def save_all(
    page: Asked,
    a: str,
    b: str,
    to: Literal["csv", "bib", "ris", "graphml", "gexf"],
    steps: Steps = None,
    limit: Limit = _ALL,
) -> Response:
    """All paths, a row each, or the papers on them as a bibliography or with their citations."""
    found = _all(page, a, b, steps, limit)
    name = f"paths {a} to {b}"
    if to == "csv":
        return downloads.table(page, shown.records(found), to, name)
    chains = found["papers"].tolist()
    known = page.papers(dict.fromkeys(one for papers in chains for one in papers))
    if to in {"bib", "ris"}:
        return downloads.table(page, list(known.values()), to, name)
    ends = dict.fromkeys(
        (later, earlier) for papers in chains for earlier, later in pairwise(papers)
    )
    return downloads.graph(list(known.values()), list(ends), to, name)


@router.get("/save")
def save(
    page: Asked,
    a: str,
    b: str,
    to: Literal["svg", "graphml", "gexf", "csv", "bib", "ris"],
    shortest: bool = False,  # noqa: FBT001, FBT002 - a word of the address
    by: By = "paper",
) -> Response:
    """The path as a picture, a network, a table or a bibliography."""
    papers = _papers(page, a, b, shortest=shortest, by=by)
    name = f"{a} to {b}"
    if to == "svg":
        return downloads.svg(chain(papers), name)
    if to in {"graphml", "gexf"}:
        ids = [one["paper_id"] for one in papers]
        return downloads.graph(papers, [*zip(ids[1:], ids, strict=False)], to, name)
    return downloads.table(page, papers, to, name)


@router.get("/offers")
def offers(
    page: Asked, a: str = "", b: str = "", papers: str = "", by: By = "paper"
) -> HTMLResponse:
    """A few papers, authors or groups that may be meant by what is typed so far."""
    text = (a or b or papers).strip()
    rows: list[dict[str, Any]] = []
    if text and by in {"paper", "author"}:
        how = {"before": page.before, "limit": _OFFERED}
        found = shown.records(page.graph.find(text, starting=True, **how))
        rows = [row for row in found if row["kind"] == by]
    elif text:
        fields = shown.records(page.graph.fields_named(text, before=page.before))
        rows = [
            {"kind": by, "id": row["field_id"], "name": row["name"]}
            for row in fields
            if row["by"] == by
        ]
    return page.render("fragment_options.html", rows=rows)


def _end(page: Page, text: str) -> dict[str, Any] | None:
    if not text.strip():
        return None
    [row] = page.rows("lookup/papers", paper_ids=[page.identified("paper", text)])
    return row


def _papers(page: Page, a: str, b: str, *, shortest: bool, by: By) -> list[dict[str, Any]]:
    """The papers of the path, earliest first; none where there is no chain of references."""
    if by in {"paper", "author"}:
        a, b = (page.identified(by, one) for one in (a, b))
    found = page.graph.path(a, b, by=by, shortest=shortest, before=page.before)
    known = page.papers(found.papers)
    return [known[one] for one in found.papers]


def _all(page: Page, a: str, b: str, steps: int | None, limit: int) -> "pd.DataFrame":
    ends = (page.identified("paper", one) for one in (a, b))
    bound = "shortest+2" if steps is None else steps
    found: pd.DataFrame = page.graph.paths(*ends, max_hops=bound, limit=limit, before=page.before)
    return found


def _said(page: Page, papers: list[dict[str, Any]]) -> list[dict[str, Any] | None]:
    """What each paper says of the one before it; of the first nothing."""
    steps: list[dict[str, Any] | None] = [None]
    for earlier, later in pairwise(papers):
        said = page.graph.said(later["paper_id"], by="cited", before=page.before, limit=SAVED)
        of_it = said[said["paper_id"] == earlier["paper_id"]]
        steps += shown.records(of_it)
    return steps
